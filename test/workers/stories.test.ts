import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { findStory, loadStory } from '../../durable-objects/lib/room/load-story';
import { readStory } from '../../packages/zmachine-story/src/read-story';
import { buildBlorb, writeRecord } from '../../scripts/lib/blorb';
import { fromBase64 } from '../../src/base/base64';
import { sha256 } from '../../src/base/hash';
import type { Problem } from '../../src/contract/problems';
import { type Game, game } from '../../src/contract/runs';
import { MAX_STORIES, type StoryGame, storyGame, storyId } from '../../src/contract/stories';
import { EMBEDDED_STORY } from '../../src/runs/games/tide-mill';
import { type StoryStore, storeStory, storyKey } from '../../src/storage/stories';
import { must } from '../support/must';
import { runStub } from '../support/rooms';
import { newTenant, OPERATOR, call as stageCall } from '../support/stage-client';

interface Asked {
  key?: string;
  body?: BodyInit;
  type?: string | null;
  once?: string;
}

function call(row: string, asked: Asked = {}): Promise<Response> {
  const { key = OPERATOR, body, type = 'application/octet-stream', once } = asked;
  const headers = {
    ...(type !== null && { 'Content-Type': type }),
    ...(once !== undefined && { 'Idempotency-Key': once }),
  };
  return stageCall(row, { key, headers, ...(body !== undefined && { raw: body }) });
}

async function ask<T>(row: string, status: number, asked?: Asked): Promise<T> {
  const response = await call(row, asked);
  const text = await response.text();
  expect(`${response.status} ${text}`).toMatch(new RegExp(`^${status} `));
  return (text === '' ? null : JSON.parse(text)) as T;
}

async function problemOf(row: string, status: number, asked?: Asked): Promise<Problem> {
  const problem = await ask<Problem>(row, status, asked);
  expect(problem.detail).toBeTruthy();
  expect(problem.fix).toBeTruthy();
  return problem;
}

let tenants = 0;
async function makeTenant(): Promise<{ name: string; key: string }> {
  tenants += 1;
  const name = `stories${tenants}`;
  return { name, key: await newTenant(name) };
}

/** The embedded story with another release number: a different, valid file. */
function storyOf(release: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(fromBase64(EMBEDDED_STORY.base64) ?? []);
  new DataView(bytes.buffer).setUint16(2, release);
  return bytes;
}
const idOf = async (file: Uint8Array<ArrayBuffer>) => `story-${(await sha256(file)).slice(0, 20)}`;

/** A Blorb with only this story (Blorb 2.0.4, sections 2 and 6). */
function blorbOf(story: Uint8Array): Uint8Array<ArrayBuffer> {
  const padded = story.length + (story.length % 2);
  const bytes = new Uint8Array(12 + 8 + 16 + 8 + padded);
  const view = new DataView(bytes.buffer);
  const tag = (at: number, text: string) => bytes.set(new TextEncoder().encode(text), at);
  tag(0, 'FORM');
  view.setUint32(4, bytes.length - 8);
  tag(8, 'IFRSRIdx');
  view.setUint32(16, 16);
  view.setUint32(20, 1);
  tag(24, 'Exec');
  view.setUint32(28, 0);
  view.setUint32(32, 36);
  tag(36, 'ZCOD');
  view.setUint32(40, story.length);
  bytes.set(story, 44);
  return bytes;
}

const listed = async (key: string) => (await ask<{ items: Game[] }>('GET /v1/games', 200, { key })).items;
const uploaded = async (key: string) => (await listed(key)).filter(({ id }) => id.startsWith('story-'));

describe('uploading a story', () => {
  it('gives the game that it is from then on, by its id and in the list', async () => {
    const { key } = await makeTenant();
    const file = storyOf(7);
    const response = await call('POST /v1/games?filename=C:%5Cgames%5Cold_mill.z3', { key, body: file });
    const made = (await response.json()) as StoryGame;
    expect(response.status).toBe(201);
    expect(storyGame.parse(made)).toEqual(made);
    expect(made).toMatchObject({
      id: await idOf(file),
      title: 'old mill',
      kind: 'adventure',
      version: 3,
      release: 7,
      bytes: file.length,
    });
    expect(made.description).toBe(`Z-machine version 3, release 7, serial ${made.serial}, 15 KB`);
    expect(storyId.safeParse(made.id).success).toBe(true);
    expect(response.headers.get('Location')).toBe(`/v1/games/${made.id}`);
    expect(await ask(`GET /v1/games/${made.id}`, 200, { key })).toEqual(made);
    expect((await listed(key)).at(-1)).toEqual(made);
  });

  it('takes each of the content types that a story may come as, and no other', async () => {
    const { key } = await makeTenant();
    for (const type of ['application/octet-stream', 'application/x-zmachine', 'Application/X-Blorb; a=b']) {
      const response = await call('POST /v1/games', { key, body: storyOf(1), type });
      expect(response.ok).toBe(true);
    }
    for (const type of ['application/json', 'application/x-www-form-urlencoded', 'text/plain', null]) {
      const problem = await problemOf('POST /v1/games', 415, { key, body: storyOf(2), type });
      expect(problem.fix).toContain('application/octet-stream');
    }
    expect(await uploaded(key)).toHaveLength(1);
  });

  it('again leads to the same id, and keeps its title unless another is given', async () => {
    const { key } = await makeTenant();
    const first = await ask<StoryGame>('POST /v1/games?title=The%20Mill', 201, { key, body: storyOf(1) });
    expect(first.title).toBe('The Mill');
    const again = await ask<StoryGame>('POST /v1/games?filename=other.z3', 200, { key, body: storyOf(1) });
    expect(again).toEqual(first);
    const named = await ask<StoryGame>('POST /v1/games?title=Mill%20II', 200, { key, body: storyOf(1) });
    expect(named).toEqual({ ...first, title: 'Mill II' });
    expect(await uploaded(key)).toEqual([named]);
  });

  it('inside a Blorb is the same story as alone', async () => {
    const { key, name } = await makeTenant();
    const alone = await ask<StoryGame>('POST /v1/games', 201, { key, body: storyOf(3) });
    const blorb = blorbOf(storyOf(3));
    expect(await ask('POST /v1/games', 200, { key, body: blorb, type: 'application/x-blorb' })).toEqual(
      alone,
    );
    const stored = await env.BUCKET.get(storyKey(name, alone.id));
    expect(stored && new Uint8Array(await stored.arrayBuffer())).toEqual(storyOf(3));
  });

  it('keeps what a Blorb tells of it: title, author and cover', async () => {
    const { key, name } = await makeTenant();
    const bytes = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);
    const record = writeRecord('The &#x201c;Mill&#x201d;', 'A. Miller &amp; Son');
    const blorb = buildBlorb({ story: storyOf(8), record, cover: { type: 'JPEG', bytes } });
    const made = await ask<StoryGame>('POST /v1/games?filename=x.zblorb', 201, { key, body: blorb });
    expect(made).toMatchObject({ title: 'The “Mill”', author: 'A. Miller & Son', cover: 'image/jpeg' });
    const cover = await call(`GET /v1/games/${made.id}/cover`, { key });
    expect([cover.status, cover.headers.get('Content-Type')]).toEqual([200, 'image/jpeg']);
    expect(new Uint8Array(await cover.arrayBuffer())).toEqual(bytes);
    expect(await ask('POST /v1/games', 200, { key, body: storyOf(8) })).toEqual(made);
    await ask(`DELETE /v1/games/${made.id}`, 204, { key });
    await problemOf(`GET /v1/games/${made.id}/cover`, 404, { key });
    expect((await env.BUCKET.list({ prefix: storyKey(name, made.id) })).objects).toEqual([]);
  });

  it('takes a Blorb that is larger than any story, up to 8 MiB, and no such file without one', async () => {
    const { key } = await makeTenant();
    const bytes = new Uint8Array(4 * 1024 * 1024);
    bytes.set([0x89, 0x50, 0x4e, 0x47]);
    const large = buildBlorb({ story: storyOf(9), cover: { type: 'PNG ', bytes } });
    expect(await ask('POST /v1/games', 201, { key, body: large })).toMatchObject({ cover: 'image/png' });
    const tooLarge = new Uint8Array(8 * 1024 * 1024 + 1);
    tooLarge.set(large.subarray(0, 12));
    await problemOf('POST /v1/games', 413, { key, body: tooLarge });
    await problemOf('POST /v1/games', 413, { key, body: new Uint8Array(1024 * 1024 + 1) });
  });

  it('without a Blorb has the title of the banner that it opens with, before the name of its file', async () => {
    const { key } = await makeTenant();
    const game = await ask<StoryGame>('POST /v1/games?filename=a.z3', 201, { key, body: storyOf(1) });
    expect(game).toMatchObject({ title: 'THE TIDE MILL', author: null });
  });

  it('without any name has a title all the same, and a title is one line', async () => {
    const { key } = await makeTenant();
    expect(await ask('POST /v1/games', 201, { key, body: storyOf(4) })).toMatchObject({
      title: 'Untitled story',
    });
    expect(await ask('POST /v1/games?title=a%00b%0D%0Ac', 201, { key, body: storyOf(2) })).toMatchObject({
      title: 'a b c',
    });
    const problem = await problemOf(`POST /v1/games?title=${'x'.repeat(201)}`, 400, {
      key,
      body: storyOf(3),
    });
    expect(problem.errors).toMatchObject([{ pointer: 'query/title' }]);
  });

  it('says of a file that is no story what it is, and stores nothing', async () => {
    const { key, name } = await makeTenant();
    const text = (value: string) => new TextEncoder().encode(value);
    const six = storyOf(1);
    six[0] = 6;
    const cases: [BodyInit | undefined, RegExp][] = [
      [text('Once upon a time there was a mill, and it stood by the sea.'.repeat(9)), /a text/],
      [text(''), /empty/],
      [text(`Glul${'\0'.repeat(300)}`), /Glulx/],
      [six, /version 6/],
      [storyOf(1).slice(0, 9_000), /cut off/],
    ];
    for (const [body, said] of cases) {
      const problem = await problemOf('POST /v1/games', 400, { key, ...(body && { body }) });
      expect(problem.detail).toMatch(said);
      expect(problem.detail).toMatch(/versions 3, 4, 5 and 8/);
    }
    expect(await uploaded(key)).toEqual([]);
    expect((await env.BUCKET.list({ prefix: `stories/${name}/` })).objects).toEqual([]);
  });

  it('of 10 MB is refused by its size', async () => {
    const problem = await problemOf('POST /v1/games', 413, { body: new Uint8Array(10_000_000) });
    expect(problem.detail).toContain(String(8 * 1024 * 1024));
    expect(await ask('GET /v1/games/tide-mill', 200)).toMatchObject({ id: 'tide-mill' });
  });

  it('stops at the most that a tenant may keep, and goes on for those it has', async () => {
    const { key, name } = await makeTenant();
    const mine = await ask<StoryGame>('POST /v1/games', 201, { key, body: storyOf(1) });
    await env.DB.prepare(
      `WITH RECURSIVE k(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM k WHERE n < ?2)
       INSERT INTO stories (tenant, id, title, version, release, serial, bytes, uploaded_at)
       SELECT ?1, printf('story-%020x', n), 't', 3, 1, '000000', 1, '2026-01-01' FROM k`,
    )
      .bind(name, MAX_STORIES - 1)
      .run();
    const problem = await problemOf('POST /v1/games', 409, { key, body: storyOf(2) });
    expect(problem.detail).toContain(String(MAX_STORIES));
    expect(await env.BUCKET.head(storyKey(name, await idOf(storyOf(2))))).toBeNull();
    expect(await ask('POST /v1/games?title=Still', 200, { key, body: storyOf(1) })).toMatchObject({
      id: mine.id,
      title: 'Still',
    });
    await ask(`DELETE /v1/games/${mine.id}`, 204, { key });
    await ask('POST /v1/games', 201, { key, body: storyOf(2) });
  });

  it('with an Idempotency-Key takes effect once, and is answered alike', async () => {
    const { key } = await makeTenant();
    const asked = { key, body: storyOf(1), once: 'first' };
    const answers = await Promise.all([1, 2, 3].map(() => ask('POST /v1/games?title=One', 201, asked)));
    answers.push(await ask('POST /v1/games?title=One', 201, asked));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    await problemOf('POST /v1/games?title=Two', 422, asked);
    await problemOf('POST /v1/games?title=One', 422, { ...asked, body: storyOf(2) });
    expect(await uploaded(key)).toEqual([answers[0]]);
    await ask(`DELETE /v1/games/${(answers[0] as StoryGame).id}`, 204, { key });
    expect((await problemOf('POST /v1/games?title=One', 409, asked)).detail).toMatch(/was deleted/);
  });

  it('that breaks off after the file was stored lists nothing, and the next one mends it', async () => {
    const { name } = await makeTenant();
    const file = must(await readStory(storyOf(4)));
    const label = { author: null, cover: null };
    const wanted = {
      ...{ file, label, title: null, otherwise: { title: 'Mended', author: null }, receipt: null },
      now: Date.UTC(2026, 0, 1),
    };
    const broken: StoryStore = { BUCKET: env.BUCKET, DB: failing(env.DB, 'batch') };
    expect(await storeStory(broken, name, wanted)).toMatchObject({ failure: { code: 'unavailable' } });
    const id = `story-${file.hash}`;
    expect(await env.BUCKET.head(storyKey(name, id))).not.toBeNull();
    expect(await findStory(env.DB, name, id)).toMatchObject({ failure: { code: 'invalid' } });
    const mended = must(await storeStory(env, name, wanted));
    expect(mended).toMatchObject({ created: true, story: { id, title: 'Mended' } });
  });

  it('that can not store the file lists nothing', async () => {
    const { name } = await makeTenant();
    const file = must(await readStory(storyOf(5)));
    const label = { author: null, cover: null };
    const wanted = {
      ...{ file, label, title: null, otherwise: { title: 'x', author: null }, receipt: null },
      now: Date.UTC(2026, 0, 1),
    };
    const broken: StoryStore = { BUCKET: failing(env.BUCKET, 'put'), DB: env.DB };
    expect(await storeStory(broken, name, wanted)).toMatchObject({ failure: { code: 'unavailable' } });
    expect(await findStory(env.DB, name, `story-${file.hash}`)).toMatchObject({ ok: false });
  });
});

function failing<T extends object>(whole: T, method: keyof T): T {
  return new Proxy(whole, {
    get(target, property) {
      if (property === method) {
        return () => {
          throw new Error('it is down');
        };
      }
      const value: unknown = Reflect.get(target, property);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

describe('the games', () => {
  it('are those of the service, our own story among them, and each reads as it is listed', async () => {
    const { key } = await makeTenant();
    const games = await listed(key);
    const ids = games.map(({ id }) => id);
    expect(ids).toContain(EMBEDDED_STORY.id);
    expect(ids).toContain('corridor');
    expect(ids).toEqual([...ids].sort());
    for (const one of games) {
      expect(game.parse(one)).toEqual(one);
      expect(await ask(`GET /v1/games/${one.id}`, 200, { key })).toEqual(one);
    }
    expect(games.find(({ id }) => id === EMBEDDED_STORY.id)).toMatchObject({
      kind: 'adventure',
      version: 3,
      serial: expect.stringMatching(/^\d{6}$/),
      bytes: storyOf(1).length,
      uploadedAt: null,
    });
  });

  it('of another tenant are none', async () => {
    const [one, two] = [await makeTenant(), await makeTenant()];
    const { id } = await ask<StoryGame>('POST /v1/games', 201, { key: one.key, body: storyOf(1) });
    expect(await uploaded(two.key)).toEqual([]);
    await problemOf(`GET /v1/games/${id}`, 404, { key: two.key });
    await problemOf(`DELETE /v1/games/${id}`, 404, { key: two.key });
    expect(await loadStory(env, two.name, id)).toMatchObject({ ok: false });
    await ask(`GET /v1/games/${id}`, 200, { key: one.key });
  });

  it('that do not exist are not found, whatever their id looks like', async () => {
    for (const id of ['chess', 'story-', `story-${'0'.repeat(20)}`, 'story-..%2Fx', 'A%20B']) {
      await problemOf(`GET /v1/games/${id}`, 404);
    }
  });

  it('that are text adventures can not be learnt as grid games, and the refusal says why', async () => {
    const { id } = await ask<StoryGame>('POST /v1/games', 201, { body: storyOf(60) });
    for (const name of [id, EMBEDDED_STORY.id]) {
      const refused = await runStub('run_0000000000storygame1').create(
        { tenant: 'local', id: 'run_0000000000storygame1' },
        { game: name, start: false },
        null,
      );
      expect(refused).toMatchObject({
        failure: { code: 'invalid', errors: [{ pointer: '/game', message: /text adventure/ }] },
      });
    }
  });
});

describe('deleting a story', () => {
  it('takes it out of the list and its file away; again it is not found', async () => {
    const { key, name } = await makeTenant();
    const { id } = await ask<StoryGame>('POST /v1/games', 201, { key, body: storyOf(1) });
    await ask(`DELETE /v1/games/${id}`, 204, { key });
    expect(await uploaded(key)).toEqual([]);
    expect(await env.BUCKET.head(storyKey(name, id))).toBeNull();
    await problemOf(`DELETE /v1/games/${id}`, 404, { key });
  });

  it('removes the file that a deletion cut off half way has left', async () => {
    const { key, name } = await makeTenant();
    const { id } = await ask<StoryGame>('POST /v1/games', 201, { key, body: storyOf(1) });
    await env.DB.prepare('DELETE FROM stories WHERE tenant = ?').bind(name).run();
    await problemOf(`DELETE /v1/games/${id}`, 404, { key });
    expect(await env.BUCKET.head(storyKey(name, id))).toBeNull();
  });

  it('is refused for what comes with the service', async () => {
    for (const id of ['corridor', EMBEDDED_STORY.id]) {
      expect((await problemOf(`DELETE /v1/games/${id}`, 409)).detail).toContain(id);
      await ask(`GET /v1/games/${id}`, 200);
    }
  });
});

describe('the story of a run', () => {
  it('is the one that comes with the service, or the file that was uploaded', async () => {
    const { key, name } = await makeTenant();
    const own = must(await loadStory(env, name, EMBEDDED_STORY.id));
    expect(own).toMatchObject({ version: 3 });
    expect(must(await findStory(env.DB, name, EMBEDDED_STORY.id)).title).toBe(EMBEDDED_STORY.title);
    const made = await ask<StoryGame>('POST /v1/games?title=T', 201, { key, body: storyOf(8) });
    const story = must(await loadStory(env, name, made.id));
    expect(story).toMatchObject({ version: 3, release: 8, serial: made.serial });
    expect(story.bytes).toEqual(storyOf(8));
    expect(must(await findStory(env.DB, name, made.id))).toEqual(made);
  });

  it('is loaded while the index does not answer', async () => {
    const { key, name } = await makeTenant();
    const { id } = await ask<StoryGame>('POST /v1/games', 201, { key, body: storyOf(1) });
    const store: StoryStore = { BUCKET: env.BUCKET, DB: failing(env.DB, 'prepare') };
    expect(must(await loadStory(store, name, id)).release).toBe(1);
    expect(await findStory(store.DB, name, id)).toMatchObject({ failure: { code: 'unavailable' } });
  });

  it('that was deleted is missed by name, and is there again once it is uploaded again', async () => {
    const { key, name } = await makeTenant();
    const { id } = await ask<StoryGame>('POST /v1/games', 201, { key, body: storyOf(1) });
    await ask(`DELETE /v1/games/${id}`, 204, { key });
    const missed = await loadStory(env, name, id);
    expect(missed).toMatchObject({
      failure: {
        code: 'conflict',
        detail: `The story ${id} was deleted.`,
        fix: /upload the same file again/,
      },
    });
    await ask('POST /v1/games', 201, { key, body: storyOf(1) });
    must(await loadStory(env, name, id));
  });

  it('is refused when what is stored is not what was uploaded', async () => {
    const { key, name } = await makeTenant();
    const { id } = await ask<StoryGame>('POST /v1/games', 201, { key, body: storyOf(1) });
    for (const other of [storyOf(2), new Uint8Array(), new TextEncoder().encode('no story')]) {
      await env.BUCKET.put(storyKey(name, id), other);
      expect(await loadStory(env, name, id)).toMatchObject({
        failure: { code: 'conflict', detail: /not what was uploaded/ },
      });
    }
  });

  it('does not exist for the id of a game that is no story, or of none', async () => {
    for (const id of ['corridor', 'pushed', `story-${'f'.repeat(20)}`]) {
      expect(await findStory(env.DB, 'local', id)).toMatchObject({
        failure: { code: 'invalid', errors: [{ pointer: '/game' }] },
      });
      expect(await loadStory(env, 'local', id)).toMatchObject({ ok: false });
    }
  });
});
