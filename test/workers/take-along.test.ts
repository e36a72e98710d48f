import { unzipSync, zipSync } from 'fflate';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { World } from '../../durable-objects/world';
import type { AdventureRun } from '../../src/contract/adventures';
import type { Event, EventPage } from '../../src/contract/events/events';
import type { Memory } from '../../src/contract/memories';
import type { TurnAccepted } from '../../src/contract/rounds';
import type { GridRun } from '../../src/contract/runs';
import type { Scene } from '../../src/contract/scenes';
import type { ImportedScene, TranscriptFormat } from '../../src/contract/transcripts';
import { plainPortrait } from '../../src/library/plain-portrait';
import { kitchen } from '../support/http-rooms';
import { runAt, understudy, until } from '../support/rooms';
import { call, createScene, get, problemOf, seatPerson } from '../support/stage-client';

const SCENE = kitchen({ title: 'A *kitchen* in a storm', opening: { text: 'Rain on the roof.' } });

const say = (scene: string, text: string, more: object = {}, key?: string) =>
  get<TurnAccepted>(`POST /v1/scenes/${scene}/turns?wait=1`, key, {
    ...{ type: 'user', text, personaId: 'mara' },
    ...more,
  });
const textOf = async (row: string, asked?: Parameters<typeof call>[1]) => (await call(row, asked)).text();
const transcript = (id: string, as: TranscriptFormat, key?: string) =>
  textOf(`GET /v1/scenes/${id}/transcript?as=${as}`, key === undefined ? {} : { key });
const bytesOf = async (row: string) => new Uint8Array(await (await call(row)).arrayBuffer());
const ZIP = { 'Content-Type': 'application/zip' };
const CHAT = { 'Content-Type': 'application/x-ndjson' };
const importFile = (raw: BodyInit, headers: Record<string, string> = ZIP, query = '') => ({
  row: `POST /v1/scenes/import${query}`,
  asked: { raw, headers },
});
async function imported(raw: BodyInit, headers?: Record<string, string>, query?: string) {
  const { row, asked } = importFile(raw, headers, query);
  const response = await call(row, asked);
  const text = await response.text();
  expect(`${response.status} ${text}`).toMatch(/^201 /);
  const scene = JSON.parse(text) as ImportedScene;
  expect(response.headers.get('Location')).toBe(`/v1/scenes/${scene.id}`);
  return scene;
}
const refused = (raw: BodyInit, status = 400, headers = ZIP) => {
  const { row, asked } = importFile(raw, headers);
  return problemOf(row, status, asked);
};
const eventsOf = async (id: string) =>
  (await get<EventPage>(`GET /v1/scenes/${id}/events?limit=1000`)).events;
/** The fields of a chat file's line that an import keeps. */
const wordsOf = (jsonl: string) =>
  jsonl
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => JSON.parse(line) as { name: string; is_user: boolean; mes: string; extra: object })
    .map(({ name, is_user, mes, extra }) => ({ name, is_user, mes, extra }));

let scene: Scene;
let jo: string;
beforeAll(async () => {
  scene = await get<Scene>('POST /v1/scenes', undefined, SCENE);
  jo = (await seatPerson(scene.id, 'player', 'jo', 'Till')).token;
  await say(scene.id, 'Who left the *door* open?');
  await say(scene.id, 'Ada, between us.', { to: ['ada'], whisper: true });
  await say(scene.id, 'This never happened.');
  await get(`POST /v1/scenes/${scene.id}/rounds/2/rollback`, undefined, {});
  await say(scene.id, 'And this did.');
  const line = (await eventsOf(scene.id)).find(({ kind }) => kind === 'character.spoke');
  await get(`PATCH /v1/scenes/${scene.id}/lines/${line?.seq}`, undefined, { text: 'Hail on the roof.' });
});

describe('a transcript', () => {
  it('is Markdown, or what the header asks for', async () => {
    const response = await call(`GET /v1/scenes/${scene.id}/transcript`);
    expect(response.headers.get('Content-Type')).toBe('text/markdown; charset=utf-8');
    expect(response.headers.get('Content-Disposition')).toBe(`attachment; filename="${scene.id}.md"`);
    expect(await response.text()).toMatch(/^# A \\\*kitchen\\\* in a storm\n/);
    for (const [accept, type] of [
      ['text/html', 'text/html; charset=utf-8'],
      ['text/plain', 'text/plain; charset=utf-8'],
      ['application/jsonl', 'application/x-ndjson; charset=utf-8'],
      ['*/*', 'text/markdown; charset=utf-8'],
    ] as const) {
      const other = await call(`GET /v1/scenes/${scene.id}/transcript`, { headers: { Accept: accept } });
      expect(other.headers.get('Content-Type')).toBe(type);
      await other.body?.cancel();
    }
    await problemOf(`GET /v1/scenes/${scene.id}/transcript?as=pdf`, 400);
  });

  it('has what counts now: present words, no undone rounds, whispers with their hearers', async () => {
    const text = await transcript(scene.id, 'txt');
    expect(text).toContain('Narrator: Hail on the roof.');
    expect(text).not.toMatch(/Rain on the roof|This never happened/);
    expect(text).toContain('Mara (whispering to Ada): Ada, between us.');
    expect(text).toContain('Mara: And this did.');
    expect(text.indexOf('door')).toBeLessThan(text.indexOf('And this did'));
  });

  it('is a page that may load and run nothing', async () => {
    const response = await call(`GET /v1/scenes/${scene.id}/transcript?as=html`);
    expect(response.headers.get('Content-Security-Policy')).toMatch(/default-src 'none'.*sandbox/);
    expect(await response.text()).toContain('<em>door</em>');
  });

  it('as a page has the pictures of the cast in it, for owner and seat', async () => {
    const { id: from } = await get<{ id: string }>('POST /v1/characters', undefined, { name: 'Ysolde' });
    const raw = new Uint8Array(plainPortrait());
    const set = await call(`PUT /v1/characters/${from}/portrait`, {
      raw,
      headers: { 'Content-Type': 'image/png' },
    });
    expect(set.status).toBeLessThan(300);
    const body = { ...SCENE, characters: [{ from }], opening: { text: 'Rain.' } };
    const id = await createScene(body);
    const { token } = await seatPerson(id, 'player', 'jo', 'Till');
    await say(id, 'Ysolde?', { to: ['ysolde'] });
    for (const key of [undefined, token]) {
      const page = await transcript(id, 'html', key);
      expect(page.match(/<image href="data:image\/png;base64,/g)).toHaveLength(1);
      expect(page).toContain('>Ysolde</b>');
    }
    // The file no longer has it once the library has deleted it; the conversation stays.
    await call(`DELETE /v1/characters/${from}/portrait`);
    const page = await transcript(id, 'html');
    expect(page).not.toContain('<image');
    expect(page).toContain('Ysolde?');
  });

  it('of a seat has what its person heard', async () => {
    for (const as of ['txt', 'md', 'html', 'jsonl'] as const) {
      const text = await transcript(scene.id, as, jo);
      expect(text).toContain('And this did.');
      expect(text).not.toMatch(/between us|never happened/i);
    }
    await problemOf(`GET /v1/scenes/scn_${'z'.repeat(20)}/transcript`, 404);
  });
});

describe('a chat that is imported', () => {
  it('has the lines of the transcript that it was, and plays on', async () => {
    const jsonl = await transcript(scene.id, 'jsonl');
    const again = await imported(jsonl, CHAT);
    expect(again).toMatchObject({
      ...{ title: SCENE.title, rounds: 3, status: 'open', queued: 0, round: null },
      imported: { format: 'sillytavern', source: scene.id, notUsed: [] },
    });
    expect(wordsOf(await transcript(again.id, 'jsonl'))).toEqual(
      wordsOf(jsonl).map((line) => ({
        ...line,
        // Rounds are renumbered without the undone ones.
        extra: expect.anything(),
      })),
    );
    expect((await say(again.id, 'Still here?')).status).toBe('completed');
    const text = await transcript(again.id, 'txt');
    expect(text.indexOf('Still here?')).toBeGreaterThan(text.indexOf('And this did.'));
    const undone = await call(`POST /v1/scenes/${again.id}/rounds/0/rollback`, { body: {} });
    expect(undone.status).toBe(200);
    expect(await transcript(again.id, 'txt')).not.toContain('And this did.');
  });

  it('takes characters of the library by their names', async () => {
    const card = await get<{ id: string }>('POST /v1/characters', undefined, {
      ...{ name: 'Sumire', description: 'Bakes for {{user}}.' },
    });
    const chat = [
      { user_name: 'unused', character_name: 'unused', chat_metadata: { integrity: 'x' } },
      {
        name: 'Sumire',
        is_user: false,
        mes: 'You are early, {{user}}.',
        swipes: ['Hm.', 'You are early, {{user}}.'],
        swipe_id: 1,
      },
      { name: 'Rin', is_user: true, mes: 'Bread?' },
      { name: 'Sumire', is_user: false, mes: 'Soon.' },
    ]
      .map((line) => JSON.stringify(line))
      .join('\n');
    const made = await imported(chat, CHAT, `?characters=${card.id}&title=Bakery`);
    expect(made).toMatchObject({
      ...{ title: 'Bakery', rounds: 1, personas: [{ name: 'Rin' }] },
      cast: [{ id: 'sumire', name: 'Sumire', from: card.id, description: 'Bakes for Rin.' }],
      imported: { lines: 3, notUsed: [] },
    });
    expect(await transcript(made.id, 'txt')).toContain('Sumire: You are early, {{user}}.');
    expect(await transcript(made.id, 'jsonl')).toContain(
      '"swipe_id":1,"swipes":["Hm.","You are early, {{user}}."]',
    );
    await problemOf(`POST /v1/scenes/import?characters=chr_${'z'.repeat(20)}`, 400, {
      raw: chat,
      headers: CHAT,
    });
  });

  it('is one scene for one Idempotency-Key', async () => {
    const headers = { ...CHAT, 'Idempotency-Key': 'chat-1' };
    const chat = '{"name":"Ada","is_user":false,"mes":"Once."}';
    const [one, other] = [await imported(chat, headers), await imported(chat, headers)];
    expect(other.id).toBe(one.id);
    expect(other).toEqual(one);
    await refused(chat.replace('Once', 'Twice'), 422, headers as never);
    expect(await imported(chat, { 'Content-Type': 'text/plain' })).toMatchObject({ rounds: 0 });
  });

  it.each(['application/jsonl', 'application/x-jsonlines'])('is read as %s, too', async (type) => {
    const chat = '{"name":"Ada","is_user":false,"mes":"Once."}';
    expect(await imported(chat, { 'Content-Type': type })).toMatchObject({ imported: { lines: 1 } });
  });

  it('is read as far as it goes, also from another program and in UTF-16', async () => {
    const made = await imported('{"name":"Ada","mes":"One."}\n{"name":"Ada","me', CHAT);
    expect(made.imported).toMatchObject({ lines: 1, skipped: [{ pointer: '/1' }] });
    const pairs = [['Hi.', 'Come in.']];
    const history = JSON.stringify({ internal: pairs, visible: pairs });
    const utf16 = new Uint8Array(history.length * 2 + 2);
    for (const [at, letter] of [...`\uFEFF${history}`].entries())
      new DataView(utf16.buffer).setUint16(2 * at, letter.charCodeAt(0), true);
    for (const raw of [history, utf16])
      expect(await imported(raw, { 'Content-Type': 'application/json' })).toMatchObject({
        ...{ cast: [{ name: 'Character' }], personas: [{ name: 'You' }], rounds: 1 },
        imported: { format: 'oobabooga', lines: 2, skipped: [], repaired: [] },
      });
  });

  it('is refused without a message, and nothing is made of it', async () => {
    const before = await get<{ items: unknown[] }>('GET /v1/scenes?limit=200');
    const broken = await refused('{"name":"Ada","me', 400, CHAT);
    expect(JSON.stringify(broken.errors)).toContain('is not a JSON object');
    await refused(new Uint8Array([0xff, 0xfe, 0x00]), 400, CHAT);
    const picture = { raw: 'x', headers: { 'Content-Type': 'image/png' } };
    expect((await problemOf('POST /v1/scenes/import', 415, picture)).fix).toContain('application/x-ndjson');
    expect((await problemOf('POST /v1/runs/import', 415, picture)).fix).toContain('application/zip');
    expect((await problemOf('POST /v1/runs/import', 415, picture)).fix).not.toContain('image/png');
    await refused('x'.repeat(16 * 1024 * 1024 + 1), 413, CHAT);
    expect(await get<{ items: unknown[] }>('GET /v1/scenes?limit=200')).toEqual(before);
  });
});

describe('an export that is imported', () => {
  /** The state of a scene, except for fields that depend on its stage. */
  const stateOf = async (id: string) => {
    const { id: _, head, createdAt, forkedFrom, people, ...state } = await get<Scene>(`GET /v1/scenes/${id}`);
    return state;
  };

  it('is the same scene under a new id, and plays on', async () => {
    const zip = await bytesOf(`GET /v1/scenes/${scene.id}/export`);
    const again = await imported(zip);
    expect(again.id).not.toBe(scene.id);
    expect(again).toMatchObject({
      forkedFrom: { scene: scene.id, round: 4 },
      imported: { format: 'proscenium', source: scene.id, rounds: 4 },
    });
    expect(again.imported.notUsed.map(({ what }) => what)).toEqual(['seats', 'records of calls']);
    expect(await stateOf(again.id)).toEqual(await stateOf(scene.id));
    const [old, past] = [await eventsOf(scene.id), await eventsOf(again.id)];
    expect(past.slice(1, old.length)).toEqual(old.slice(1));
    expect(await transcript(again.id, 'jsonl')).toBe(
      (await transcript(scene.id, 'jsonl')).replaceAll(scene.id, again.id),
    );
    expect(await get<{ items: unknown[] }>(`GET /v1/scenes/${again.id}/seats`)).toMatchObject({ items: [] });
    expect((await say(again.id, 'Somewhere else.')).status).toBe('completed');
    // The characters keep their memories.
    const recall = (await eventsOf(again.id)).find(
      (event): event is Event & { kind: 'memory.recalled' } =>
        event.kind === 'memory.recalled' && event.payload.inherited !== undefined,
    );
    expect(recall?.payload.inherited).toBeGreaterThan(0);
    expect(await transcript(scene.id, 'txt')).not.toContain('Somewhere else.');
  });

  it('keeps the memories that the owner added, changed, pinned and deleted, also if the world fails at first', async () => {
    const id = await createScene(SCENE);
    for (const text of ['The lamp is red.', 'The lamp is out.']) await say(id, text);
    const list = async (scene: string) => {
      const { items } = await get<{ items: Memory[] }>(`GET /v1/scenes/${scene}/memories?limit=100`);
      return items.map(({ character, round, text, pinned, origin }) =>
        JSON.stringify([character, round, text, pinned, origin]),
      );
    };
    const { items } = await get<{ items: Memory[] }>(`GET /v1/scenes/${id}/memories`);
    const [edited, pinned, deleted] = items;
    const path = `/v1/scenes/${id}/memories`;
    await get(`PATCH ${path}/${edited?.id}`, undefined, { text: 'I lit the lamp.' });
    await get(`PATCH ${path}/${pinned?.id}`, undefined, { pinned: true });
    await get(`DELETE ${path}/${deleted?.id}`);
    await get(`POST ${path}`, undefined, {
      character: edited?.character,
      text: 'I owe Mara a lamp.',
      pinned: true,
    });
    const kept = (await list(id)).sort();
    expect(kept).toHaveLength(items.length);
    const file = await bytesOf(`GET /v1/scenes/${id}/export`);
    const failing = vi
      .spyOn(World.prototype, 'restoreWritten')
      .mockRejectedValueOnce(new Error('the world is away'));
    onTestFinished(() => failing.mockRestore());
    const copy = await imported(file);
    await until(async () => (await list(copy.id)).sort().join()).holds((listed) => listed === kept.join());
    const broken = zipSync({
      ...unzipSync(file),
      'memories.jsonl': new TextEncoder().encode('{"character":1}'),
    });
    expect((await refused(broken)).errors?.[0]?.message).toContain('memory 1');
  });

  it('keeps memories that were added before the first round', async () => {
    const id = await createScene(SCENE);
    await get(`POST /v1/scenes/${id}/memories`, undefined, { character: 'ada', text: 'I owe Mara a lamp.' });
    const copy = await imported(await bytesOf(`GET /v1/scenes/${id}/export`));
    await until(() => get<{ items: Memory[] }>(`GET /v1/scenes/${copy.id}/memories`)).holds(
      ({ items }) => items[0]?.text === 'I owe Mara a lamp.',
    );
  });

  it('is refused when it is cut off, broken, newer or something else', async () => {
    const before = await get<{ items: unknown[] }>('GET /v1/scenes?limit=200');
    const zip = await bytesOf(`GET /v1/scenes/${scene.id}/export`);
    const files = unzipSync(zip);
    const decode = (name: string) => new TextDecoder().decode(files[name]);
    const encode = (text: string) => new TextEncoder().encode(text);
    const ledger = decode('ledger/0001.jsonl').trim().split('\n');
    const withLedger = (lines: string[]) =>
      zipSync({ ...files, 'ledger/0001.jsonl': encode(lines.join('\n')) });
    const edit = (n: number, change: (event: Event) => unknown) =>
      withLedger(ledger.map((line, i) => (i === n ? JSON.stringify(change(JSON.parse(line))) : line)));
    const manifest = JSON.parse(decode('export.json'));
    const cases: [Uint8Array<ArrayBuffer>, RegExp][] = [
      [zip.slice(0, zip.length / 2), /truncated or broken/],
      [withLedger(ledger.slice(0, -1)), /is incomplete/],
      [withLedger(ledger.filter((_, i) => i !== 3)), /event 4 is missing/],
      [withLedger([...ledger.slice(0, 5), ledger[5]?.slice(0, 20) ?? '']), /event 6 is (?:broken|invalid)/],
      [edit(0, (event) => ({ ...event, payload: {} })), /event 1 \(scene.created\) is invalid/],
      [edit(2, (event) => ({ ...event, kind: 'scene.exploded' })), /scene.exploded.*newer/],
      [edit(2, (event) => ({ ...event, kind: 'turn.cancelled' })), /does not occur in/],
      [
        withLedger(ledger.slice(1).map((line) => line.replace(/"seq":(\d+)/, (_, n) => `"seq":${n - 1}`))),
        /./,
      ],
      [
        zipSync({ ...files, 'export.json': encode(JSON.stringify({ ...manifest, version: 9 })) }),
        /version 9/,
      ],
      [zipSync({ ...files, 'export.json': encode('{}') }), /`export.json` is broken/],
      [zipSync({ 'readme.txt': encode('hello') }), /not an export/],
      [zipSync({ 'ledger/0001.jsonl': encode(ledger.join('\n')) }), /`export.json` is missing/],
    ];
    for (const [file, message] of cases)
      expect(JSON.stringify((await refused(file)).errors)).toMatch(message);
    expect(await get<{ items: unknown[] }>('GET /v1/scenes?limit=200')).toEqual(before);
  });

  it('that unpacks to more than can be held is refused before it is unpacked', async () => {
    const bomb = zipSync({ 'ledger/0001.jsonl': new Uint8Array(17 * 1024 * 1024) });
    expect((await refused(bomb, 413)).detail).toContain('ledger of the export');
  });
});

describe('the export of a run that is imported', () => {
  const importRun = (raw: BodyInit) =>
    get<GridRun & { imported: object }>('POST /v1/runs/import', undefined, raw);

  it('of a built-in game goes on where it was', async () => {
    const { id } = await get<GridRun>('POST /v1/runs', undefined, {
      ...{ game: 'corridor', profiles: { explorer: understudy, analyst: understudy }, seed: 'along' },
    });
    const rest = (run: string) =>
      until(async () => await runAt(run).read()).holds(
        ({ turn, status }) => turn === null && status !== 'running',
      );
    await get(`POST /v1/runs/${id}/step`);
    await rest(id);
    await get(`POST /v1/runs/${id}/step`);
    await rest(id);
    const again = await importRun(await bytesOf(`GET /v1/runs/${id}/export`));
    expect(again).toMatchObject({
      ...{ kind: 'grid', status: 'paused', turns: 2 },
      imported: { format: 'proscenium', source: id, rounds: 2 },
    });
    const knowledge = (run: string) => get(`GET /v1/runs/${run}/knowledge`);
    expect(await knowledge(again.id)).toEqual(await knowledge(id));
    await get(`POST /v1/runs/${again.id}/step`);
    expect((await rest(again.id)).turns).toBe(3);
    await problemOf(`GET /v1/runs/${id}/transcript?as=md`, 409);
    await problemOf('POST /v1/scenes/import', 400, {
      raw: await bytesOf(`GET /v1/runs/${id}/export`),
      headers: ZIP,
    });
  });

  it('of a story goes on where it was, and its transcript can be taken along', async () => {
    const { id } = await get<AdventureRun>('POST /v1/runs', undefined, {
      ...{ game: 'tide-mill', profiles: { adventurer: understudy } },
    });
    await get(`POST /v1/runs/${id}/commands?wait=1`, undefined, { command: 'east' });
    const again = await importRun(await bytesOf(`GET /v1/runs/${id}/export`));
    expect(again).toMatchObject({ kind: 'adventure', turns: 1 });
    const file = (run: string, as: string) => textOf(`GET /v1/runs/${run}/transcript?as=${as}`);
    expect(await file(again.id, 'txt')).toBe(await file(id, 'txt'));
    expect(await file(again.id, 'txt')).toContain('> east');
    expect(await file(again.id, 'md')).toContain('**\\> east**');
    expect(await file(again.id, 'html')).toContain('<h3>&gt; east</h3>');
    await problemOf(`GET /v1/runs/${again.id}/transcript?as=jsonl`, 400);
    const typed = await get<{ text: string }>(`POST /v1/runs/${again.id}/commands?wait=1`, undefined, {
      command: 'look',
    });
    expect(typed.text).not.toBe('');
  });

  it('of a game that is not here names the cause', async () => {
    const { id } = await get<GridRun>('POST /v1/runs', undefined, {
      ...{ game: 'pushed', profiles: { explorer: understudy, analyst: understudy } },
    });
    const pushed = await bytesOf(`GET /v1/runs/${id}/export`);
    const elsewhere = await problemOf('POST /v1/runs/import', 409, { raw: pushed, headers: ZIP });
    expect(elsewhere.detail).toContain('played elsewhere');
    const swap = (game: string) => {
      const files = unzipSync(pushed);
      const text = new TextDecoder().decode(files['ledger.jsonl']).replaceAll('"pushed"', `"${game}"`);
      return zipSync({ ...files, 'ledger.jsonl': new TextEncoder().encode(text) });
    };
    for (const game of ['chess', `story-${'a'.repeat(20)}`]) {
      const missing = await problemOf('POST /v1/runs/import', 400, { raw: swap(game), headers: ZIP });
      expect(JSON.stringify(missing.errors)).toContain(`\\"${game}\\"`);
    }
    await problemOf('POST /v1/runs/import', 400, {
      raw: await bytesOf(`GET /v1/scenes/${scene.id}/export`),
      headers: ZIP,
    });
  });
});
