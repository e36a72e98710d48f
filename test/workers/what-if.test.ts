import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { roomDeps } from '../../durable-objects/lib/room/deps';
import type { Event } from '../../src/contract/events/events';
import type { Scene } from '../../src/contract/scenes';
import type { Branches } from '../../src/contract/what-if';
import { cutAt, fakeLog, fakeProfile, sceneAt, sceneObject, TENANT, until } from '../support/rooms';
import { call, createScene, get, OPERATOR, problemOf, send } from '../support/stage-client';

const read = (id: string) => get<Scene>(`GET /v1/scenes/${id}`);
const listEvents = async (id: string) =>
  (await get<{ events: Event[] }>(`GET /v1/scenes/${id}/events?limit=1000`)).events;
const awaitIdle = (id: string, rounds: number) =>
  until(() => read(id)).holds((scene) => scene.round === null && scene.rounds === rounds);
const linesOf = (events: Event[]) =>
  events.flatMap((event) =>
    event.kind === 'player.spoke' || event.kind === 'character.spoke'
      ? `${event.round ?? '-'} ${event.actor}: ${event.payload.text}`
      : [],
  );

/** A scene of three rounds, with the models `director#name` and `cast#name`. */
async function playSource(
  name: string,
  more: object = {},
  [first, second, third] = ['Ada, Bo, who is there?', 'Is the lamp lit?', 'Then row.'],
): Promise<string> {
  const id = await createScene({
    title: 'A ferry at night',
    characters: [{ name: 'Ada' }, { name: 'Bo' }],
    personas: [{ name: 'Jo' }],
    profiles: { director: fakeProfile(`ok#d-${name}`), character: fakeProfile(`ok#c-${name}`) },
    ...more,
  });
  for (const [n, text] of [first, second, third].entries()) {
    await send(`POST /v1/scenes/${id}/turns`, OPERATOR, { type: 'user', text, to: [] });
    await awaitIdle(id, n + 1);
  }
  return id;
}

const countCalls = async (...names: string[]) =>
  (await Promise.all(names.map((name) => fakeLog(`ok#${name}`)))).map((calls) => calls.length);

async function branch(id: string, body: object): Promise<Branches> {
  const answer = await send(`POST /v1/scenes/${id}/what-if`, OPERATOR, body);
  expect(answer.status, JSON.stringify(answer.json)).toBe(201);
  return answer.json as unknown as Branches;
}

const secondLine = async (id: string) => {
  const said = (await listEvents(id)).filter(({ kind }) => kind === 'player.spoke');
  return { seq: said[1]?.seq, text: 'Who holds the rudder?' };
};
const branchOnce = async (id: string, body: object) => (await branch(id, body)).scenes[0]?.id ?? '';
const transcript = async (id: string) => (await call(`GET /v1/scenes/${id}/transcript?as=txt`)).text();

it('plays the rounds again without a single call if nothing changes', async () => {
  const id = await playSource('same');
  const before = await countCalls('d-same', 'c-same');
  expect(Math.min(...before)).toBeGreaterThan(2);
  const { scenes, from, to } = await branch(id, { from: 2 });
  expect([from, to, scenes.length]).toEqual([2, 3, 1]);
  const made = scenes[0]?.id ?? '';
  await awaitIdle(made, 3);
  expect(await countCalls('d-same', 'c-same')).toEqual(before);
  expect(linesOf(await listEvents(made))).toEqual(linesOf(await listEvents(id)));
  expect(await transcript(made)).toBe(
    (await transcript(id)).replace('A ferry at night', 'A ferry at night (what if)'),
  );
});

it('asks only the model that changed, and what follows from its new lines', async () => {
  const id = await playSource('other');
  const before = await countCalls('d-other', 'c-other');
  const profiles = { characters: { bo: fakeProfile('typed#bo-other') } };
  const made = await branchOnce(id, { from: 2, changes: { profiles } });
  await awaitIdle(made, 3);
  const [source, lines] = [linesOf(await listEvents(id)), linesOf(await listEvents(made))];
  // Round 2: Bo, and the director's second pass, which reads Bo's line. Round 3: everybody.
  expect(lines.slice(0, 5)).toEqual(source.slice(0, 5));
  expect(lines[5]).not.toBe(source[5]);
  expect((await fakeLog('typed#bo-other')).length).toBe(2);
  const after = await countCalls('d-other', 'c-other');
  expect(after.map((count, index) => count - (before[index] ?? 0))).toEqual([3, 1]);
  const paid = await sceneAt(made).rows<{ key: string }>(
    "SELECT key FROM steps WHERE round = 2 AND kind = 'call' AND result NOT LIKE '%reused the answer%'",
  );
  expect(paid.map(({ key }) => key).toSorted()).toEqual(['character.1:bo/1', 'director.2/1']);
});

it('plays an edited card, another line of a player and an edited line of the past', async () => {
  const id = await playSource('edits');
  const said = (await listEvents(id)).filter(({ kind }) => kind === 'player.spoke');
  const card = await branchOnce(id, {
    from: 3,
    changes: { characters: { change: { bo: { personality: 'Afraid of water.' } } } },
  });
  await awaitIdle(card, 3);
  const before = await countCalls('c-edits');
  const line = { seq: said[2]?.seq, text: 'Turn back.' };
  const other = await branchOnce(id, { from: 2, changes: { line } });
  await awaitIdle(other, 3);
  const lines = linesOf(await listEvents(other));
  expect(lines.slice(0, 6)).toEqual(linesOf(await listEvents(id)).slice(0, 6));
  expect(lines[6]).toBe('- persona:jo: Turn back.');
  expect(await countCalls('c-edits')).toEqual([(before[0] ?? 0) + 2]);
  const past = await branchOnce(id, { from: 3, changes: { line: { seq: said[0]?.seq, text: 'Who rows?' } } });
  await awaitIdle(past, 3);
  const edits = (await listEvents(past)).filter(({ kind }) => kind === 'line.edited');
  expect(edits.map(({ payload }) => payload)).toMatchObject([{ seq: said[0]?.seq, text: 'Who rows?' }]);
});

it('makes k branches once for one key, and repeats what people did between the rounds', async () => {
  const id = await playSource('many');
  const spoken = (await listEvents(id)).filter(({ kind }) => kind === 'character.spoke');
  await send(`POST /v1/scenes/${id}/lines/${spoken.at(-1)?.seq}/regenerate`, OPERATOR);
  await awaitIdle(id, 4);
  await send(`PATCH /v1/scenes/${id}`, OPERATOR, { world: { lamp: 'out' }, title: 'Renamed' });
  await send(`POST /v1/scenes/${id}/turns`, OPERATOR, { type: 'user', text: 'Ada?', to: ['ada'] });
  await awaitIdle(id, 5);
  const before = await countCalls('d-many', 'c-many');
  const header = { 'Idempotency-Key': 'what-if-many' };
  const asked = { from: 2, k: 3 };
  const first = await send(`POST /v1/scenes/${id}/what-if`, OPERATOR, asked, header);
  const again = await send(`POST /v1/scenes/${id}/what-if`, OPERATOR, asked, header);
  expect(again.json).toEqual(first.json);
  const { scenes } = first.json as unknown as Branches;
  expect(scenes.map(({ title }) => title)).toEqual([
    'A ferry at night (what if)',
    'A ferry at night (what if 2)',
    'A ferry at night (what if 3)',
  ]);
  const words = (await transcript(id)).replace('Renamed', '');
  for (const one of scenes) {
    await awaitIdle(one.id, 5);
    expect((await transcript(one.id)).replace(one.title, '')).toBe(words);
    expect((await read(one.id)).world).toEqual({ lamp: 'out' });
    expect((await listEvents(one.id)).filter(({ kind }) => kind === 'line.edited')).toHaveLength(1);
  }
  // The round that regenerated the line is the first.
  const rewriting = await branchOnce(id, { from: 4 });
  await awaitIdle(rewriting, 5);
  expect((await transcript(rewriting)).replace(/.*\(what if\)/, '')).toBe(words);
  expect(await countCalls('d-many', 'c-many')).toEqual(before);
});

it('repeats that a line was hidden and that a waiting line was edited, from the first round on', async () => {
  const id = await playSource('hidden');
  const [first] = (await listEvents(id)).filter(({ kind }) => kind === 'player.spoke');
  await send(`POST /v1/scenes/${id}/lines/${first?.seq}/hide`, OPERATOR);
  await send(`PATCH /v1/scenes/${id}`, OPERATOR, { turnMode: 'manual' });
  await send(`POST /v1/scenes/${id}/turns`, OPERATOR, { type: 'user', text: 'Row faster.', to: [] });
  const waiting = (await listEvents(id)).findLast(({ kind }) => kind === 'player.spoke');
  await send(`PATCH /v1/scenes/${id}/lines/${waiting?.seq}`, OPERATOR, { text: 'Row slower.' });
  await send(`POST /v1/scenes/${id}/turns`, OPERATOR, { type: 'continuation' });
  await awaitIdle(id, 4);
  const before = await countCalls('d-hidden', 'c-hidden');
  const made = await branchOnce(id, { from: 4 });
  await awaitIdle(made, 4);
  expect(await countCalls('d-hidden', 'c-hidden')).toEqual(before);
  const kinds = (await listEvents(made)).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'line.hidden' || kind === 'line.edited')).toHaveLength(2);
});

it('hides and edits lines as its owner did after the last round, without a call', async () => {
  const id = await playSource('after');
  const source = await listEvents(id);
  const [first, second] = source.filter(({ kind }) => kind === 'player.spoke');
  const spoken = source.filter(({ kind }) => kind === 'character.spoke');
  await send(`POST /v1/scenes/${id}/lines/${first?.seq}/hide`, OPERATOR);
  await send(`DELETE /v1/scenes/${id}/lines/${spoken.at(-1)?.seq}`, OPERATOR);
  await send(`PATCH /v1/scenes/${id}/lines/${second?.seq}`, OPERATOR, { text: 'EDITED LATER' });
  const before = await countCalls('d-after', 'c-after');
  const made = await branchOnce(id, { from: 2 });
  await until(() => transcript(made)).holds((text) => text.includes('EDITED LATER'));
  expect(await transcript(made)).toBe((await transcript(id)).replace('at night', 'at night (what if)'));
  expect(await countCalls('d-after', 'c-after')).toEqual(before);

  // A shorter replay hides its lines as well; a line that the change replaces keeps the new text.
  const short = await branchOnce(id, {
    from: 2,
    to: 2,
    changes: { line: { seq: second?.seq, text: 'NEW' } },
  });
  const text = await until(() => transcript(short)).holds((one) => one.includes('NEW'));
  await until(() => transcript(short)).holds((one) => !one.includes('who is there'));
  expect(text).not.toContain('EDITED LATER');
  // They are repeated once.
  await send(`POST /v1/scenes/${made}/lines/${first?.seq}/show`, OPERATOR);
  await send(`POST /v1/scenes/${made}/turns?wait=1`, OPERATOR, { type: 'user', text: 'And now?', to: [] });
  expect(await transcript(made)).toContain('who is there');
});

it('ends the replay when its owner cancels a round, and is not the source of rounds it copied', async () => {
  const id = await playSource('ended');
  const made = await branchOnce(id, { from: 2, changes: { settings: { approvePlans: true } } });
  await until(() => read(made)).holds(({ proposal }) => proposal?.n === 2);
  await send(`POST /v1/scenes/${made}/cancel`, OPERATOR);
  await until(() => read(made)).holds(({ round }) => round === null);
  // Round 3 of the source is not played.
  expect((await read(made)).rounds).toBe(2);
  const branchOfBranch = await send(`POST /v1/scenes/${made}/what-if`, OPERATOR, { from: 1 });
  expect(branchOfBranch.status).toBe(409);
});

it('repeats an early start of the first speaker', async () => {
  for (const name of ['paced#d-early', 'ok#c-early'])
    roomDeps(env).capability.of(TENANT, 'openai', `fake:${name}`).recordExactness(true);
  const profiles = { director: fakeProfile('paced#d-early'), character: fakeProfile('ok#c-early') };
  const question = 'Is the lamp lit? Answer me one by one.';
  const id = await playSource('early', { profiles }, [question, question, question]);
  const source = await listEvents(id);
  expect(source.filter(({ kind }) => kind === 'director.cued')).toHaveLength(3);
  const count = async () => [(await fakeLog('paced#d-early')).length, (await fakeLog('ok#c-early')).length];
  const before = await count();
  const made = await branchOnce(id, { from: 1 });
  await awaitIdle(made, 3);
  expect(await count()).toEqual(before);
  expect(linesOf(await listEvents(made))).toEqual(linesOf(source));
});

it.each(['director.1/1 intent', 'director.1/1 after', 'character.1:bo/1 before', 'close after'])(
  'continues after a crash at %s without asking twice',
  async (point) => {
    const name = `cut-${point.replace(/\W/g, '')}`;
    const id = await playSource(name);
    const before = await countCalls(`d-${name}`, `c-${name}`);
    const made = await branchOnce(id, { from: 1, changes: { line: await secondLine(id) } });
    const seen = await cutAt(sceneObject(made), point);
    await until(async () => seen.cut).holds((cut) => cut !== null);
    await awaitIdle(made, 3);
    const events = await listEvents(made);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    const after = await countCalls(`d-${name}`, `c-${name}`);
    // Rounds 2 and 3 call the models again: two calls of the director and two characters each.
    const asked = after.map((count, index) => count - (before[index] ?? 0));
    expect(asked[0]).toBeLessThanOrEqual(5);
    expect(asked[1]).toBeLessThanOrEqual(5);
    // The answers of the source were copied for the rounds only.
    const left = await sceneAt(made).rows("SELECT key FROM meta WHERE key LIKE 'replay/%/%'");
    expect(left).toEqual([]);
  },
);

it('refuses rounds that were not played, lines that will be spoken anew and unknown characters', async () => {
  const id = await playSource('refused');
  const scenes = async () => (await get<{ items: unknown[] }>('GET /v1/scenes?limit=100')).items.length;
  const before = await scenes();
  const refuse = (status: number, body: object) =>
    problemOf(`POST /v1/scenes/${id}/what-if`, status, { body });
  await refuse(409, { from: 9 });
  await refuse(400, { from: 3, to: 2 });
  await refuse(400, { from: 2, changes: { profiles: { characters: { nobody: fakeProfile('ok') } } } });
  const spoken = (await listEvents(id)).findLast(({ kind }) => kind === 'character.spoke');
  await refuse(400, { from: 2, k: 3, changes: { line: { seq: spoken?.seq, text: 'No.' } } });
  await refuse(400, { from: 2, k: 9 });
  expect(await scenes()).toBe(before);
});
