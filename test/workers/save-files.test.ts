import { describe, expect, it } from 'vitest';
import { readTag } from '../../packages/zmachine-story/src/iff';
import type { AdventureRun, CommandGiven } from '../../src/contract/adventures';
import type { Problem } from '../../src/contract/problems';
import { ADVENTURE, storyFile } from '../support/belongings';
import { until } from '../support/rooms';
import { call, get, OPERATOR, send } from '../support/stage-client';

const QUETZAL = { 'Content-Type': 'application/octet-stream' };

async function begin(game = ADVENTURE.game): Promise<string> {
  const body = { ...ADVENTURE, game, options: { player: 'person' }, start: true };
  const { id } = await get<AdventureRun>('POST /v1/runs', OPERATOR, body);
  await type(id, 'look');
  return id;
}
const type = (id: string, command: string) =>
  get<CommandGiven>(`POST /v1/runs/${id}/commands?wait=1`, OPERATOR, { command });
const undo = (id: string) => get<AdventureRun>(`POST /v1/runs/${id}/restore`, OPERATOR, {});
const placeOf = async (id: string) =>
  (await get<AdventureRun>(`GET /v1/runs/${id}`, OPERATOR)).story?.place?.name;
const save = (id: string, name: string) => get(`POST /v1/runs/${id}/saves`, OPERATOR, { name });

async function fileOf(id: string, name: string): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await call(`GET /v1/runs/${id}/saves/${encodeURIComponent(name)}`);
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'application/x-quetzal']);
  return new Uint8Array(await answer.arrayBuffer());
}
const restore = (id: string, file: Uint8Array, headers: Record<string, string> = QUETZAL) =>
  send(`POST /v1/runs/${id}/restore/file`, OPERATOR, file, headers);

describe('a save as a file', () => {
  it('is read by another run of the story, which undoes it like a move', async () => {
    const one = await begin();
    const home = await placeOf(one);
    await type(one, 'east');
    const away = await placeOf(one);
    expect(away).not.toBe(home);
    await save(one, 'in the east / 2');
    const file = await fileOf(one, 'in the east / 2');
    expect([readTag(file, 0), readTag(file, 8)]).toEqual(['FORM', 'IFZS']);

    const two = await begin();
    expect(await placeOf(two)).toBe(home);
    const answer = await restore(two, file);
    expect([answer.status, answer.json]).toMatchObject([200, { id: two, story: { place: { name: away } } }]);
    expect(await placeOf(two)).toBe(away);
    // A restore can be undone like a move, and undoing the next move returns to it.
    await type(two, 'west');
    expect(await placeOf(two)).toBe(home);
    await undo(two);
    expect(await placeOf(two)).toBe(away);
    await save(two, 'from the file');
    await undo(two);
    expect(await placeOf(two)).toBe(home);
    await get(`POST /v1/runs/${two}/restore`, OPERATOR, { save: 'from the file' });
    expect(await placeOf(two)).toBe(away);
    const { saves } = await get<AdventureRun>(`GET /v1/runs/${two}`, OPERATOR);
    expect(saves).toMatchObject([{ name: 'from the file', turn: 2 }]);
  });

  it('has the name of its story and slot, in any script', async () => {
    const id = await begin();
    const names = ['before the dragon', 'after / the "dragon"', '魔王'];
    const files = await Promise.all(
      names.map(async (name) => {
        await save(id, name);
        const answer = await call(`GET /v1/runs/${id}/saves/${encodeURIComponent(name)}`);
        return answer.headers.get('Content-Disposition') ?? '';
      }),
    );
    const plainNames = files.map((header) => /filename="([^"]+)"/.exec(header)?.[1]);
    expect(plainNames).toEqual(
      ['before-the-dragon', 'after-the-dragon', 'E9AD94E78E8B'].map((slot) => `the-tide-mill-${slot}.qzl`),
    );
    expect(files[2]).toContain(`filename*=UTF-8''The%20Tide%20Mill%20%E9%AD%94%E7%8E%8B.qzl`);
  });

  it('is restored once, however often the same request comes', async () => {
    const id = await begin();
    await save(id, 'here');
    const file = await fileOf(id, 'here');
    const headers = { ...QUETZAL, 'Idempotency-Key': 'once' };
    const [first, second] = [await restore(id, file, headers), await restore(id, file, headers)];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.json).toEqual(first.json);
  });

  it('is refused when it is of another story, or none, or comes as something else', async () => {
    const other = await send('POST /v1/games', OPERATOR, storyFile(900), QUETZAL);
    const id = await begin((other.json as unknown as { id: string }).id);
    await save(id, 'here');
    const file = await fileOf(id, 'here');
    const own = await begin();
    for (const [bytes, why] of [
      [file, /saved in another story, release 900/],
      [new Uint8Array(40), /no saved game/],
      [file.subarray(0, 60), /cut off/],
    ] as const) {
      const answer = await restore(own, bytes);
      const problem = answer.json as unknown as Problem;
      expect([answer.status, JSON.stringify(problem.errors)]).toEqual([400, expect.stringMatching(why)]);
    }
    expect((await restore(own, file, { 'Content-Type': 'text/plain' })).status).toBe(415);
    expect((await send(`GET /v1/runs/${own}/saves/nowhere`, OPERATOR)).status).toBe(404);
  });

  it('can not be restored before the story has begun', async () => {
    const id = await begin();
    await save(id, 'here');
    const fresh = await get<AdventureRun>('POST /v1/runs', OPERATOR, { ...ADVENTURE, start: false });
    expect((await restore(fresh.id, await fileOf(id, 'here'))).status).toBe(409);
  });
});

it('a story that a person plays opens as soon as it is made, and its first command is undone by a request that has no body', async () => {
  const body = { ...ADVENTURE, options: { player: 'person' }, start: false };
  const { id } = await get<AdventureRun>('POST /v1/runs', OPERATOR, body);
  const opened = await until(() => get<AdventureRun>(`GET /v1/runs/${id}`, OPERATOR)).holds(
    ({ status }) => status === 'paused',
  );
  expect(opened.story?.text).toMatch(/\S/);
  await type(id, 'east');
  const json = { 'Content-Type': 'application/json' };
  const undone = await call(`POST /v1/runs/${id}/restore`, { raw: '', headers: json });
  expect([undone.status, await undone.text()]).toEqual([200, expect.any(String)]);
  expect(await placeOf(id)).toBe(opened.story?.place?.name);
  const bare = await call(`POST /v1/runs/${id}/restore`, { headers: json });
  expect(bare.status, 'nothing is left to undo').toBe(409);
});

it('an empty command is Enter alone, and can not be suggested', async () => {
  const id = await begin();
  expect(await type(id, ' ')).toMatchObject({ command: '', status: 'paused', text: expect.any(String) });
  const answer = await send(`POST /v1/runs/${id}/commands`, OPERATOR, { command: '', mode: 'suggest' });
  expect(answer.status).toBe(400);
});
