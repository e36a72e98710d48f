import { env } from 'cloudflare:workers';
import { expect, it, vi } from 'vitest';
import { roomDeps } from '../../durable-objects/lib/room/deps';
import type { Event } from '../../src/contract/events/events';
import {
  controlModel,
  failed,
  fakeLog,
  fakeProfile,
  idle,
  openScene,
  say,
  sceneAt,
  TENANT,
  until,
} from '../support/rooms';
import { openRoomSocket } from '../support/stage-client';

/** Makes the fake director give everyone an order (test/support/fake-answers.ts). */
const QUESTION = 'Is the lamp lit? Answer me one by one.';

interface Message {
  kind?: string;
  actor?: string;
  payload?: { text?: string };
}

/** A scene with models known for exact JSON: otherwise answers are not streamed. */
function openWith(director: string, characters: string, more: object = {}): Promise<string> {
  for (const name of [director, characters])
    roomDeps(env).capability.of(TENANT, 'openai', `fake:${name}`).recordExactness(true);
  const profiles = { director: fakeProfile(director), character: fakeProfile(characters) };
  return openScene(fakeProfile(characters), { profiles, ...more });
}

const openSocket = async (id: string) => (await openRoomSocket<Message>(id)).got;

const send = async (id: string, text = QUESTION) => await sceneAt(id).turn(say(text));
const kindsOf = (events: readonly { kind?: string }[]) => events.map(({ kind }) => kind);
const speakersOf = (events: Event[]) =>
  events.filter(({ kind }) => kind === 'character.spoke').map(({ actor }) => actor.replace('character:', ''));

const callsOf = async (id: string): Promise<string[]> => {
  const rows = await sceneAt(id).rows<{ key: string; status: string }>(
    "SELECT key, status FROM steps WHERE kind = 'call' ORDER BY n",
  );
  return rows.map(({ key, status }) => `${key} ${status}`);
};

const countRequests = async (...names: string[]) =>
  (await Promise.all(names.map(fakeLog))).reduce((sum, calls) => sum + calls.length, 0);

it('lets the first speaker be heard before the plan is whole, and stores its line behind it', async () => {
  const id = await openWith('holds#early', 'ok#early');
  const messages = await openSocket(id);
  await send(id);
  // The first call of a model loads its client.
  const word = await vi.waitFor(
    () => {
      const delta = messages.find(({ kind }) => kind === 'character.delta');
      if (!delta) throw new Error(`no word of the first speaker, but ${kindsOf(messages).join(', ')}`);
      return delta;
    },
    { timeout: 40_000, interval: 20 },
  );
  expect(word.actor).toBe('character:ada');
  // The plan is incomplete: the fake withholds the rest of it.
  const heardKinds = kindsOf(messages);
  expect(heardKinds).not.toContain('director.completed');
  expect(heardKinds.indexOf('character.started')).toBeGreaterThan(heardKinds.indexOf('director.cued'));
  const stored = await sceneAt(id).ledger();
  expect(kindsOf(stored).slice(-3)).toEqual(['memory.recalled', 'director.cued', 'character.started']);

  await controlModel({ release: 'fake:holds#early' });
  await idle(id);
  const events = await sceneAt(id).ledger();
  expect(speakersOf(events)).toEqual(['ada', 'bo', 'cy']);
  const kinds = kindsOf(events);
  expect(kinds.indexOf('director.completed')).toBeLessThan(kinds.indexOf('character.spoke'));
  expect(kinds.filter((kind) => kind === 'memory.recalled')).toHaveLength(1);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  const calls = await callsOf(id);
  expect(calls.toSorted()).toEqual([
    'character.1:ada/1 done',
    'character.1:bo/1 done',
    'character.1:cy/1 done',
    'director.1/1 done',
    'director.2/1 done',
  ]);
  expect(await countRequests('holds#early', 'ok#early')).toBe(calls.length);
});

it('waits for the whole plan of a model that has not been seen to answer in exact JSON', async () => {
  const profile = fakeProfile('paced#new');
  const id = await openScene(profile, { profiles: { director: profile, character: fakeProfile('ok#new') } });
  await send(id);
  await idle(id);
  const first = await sceneAt(id).ledger();
  expect(kindsOf(first)).not.toContain('director.cued');
  expect(speakersOf(first)).toEqual(['ada', 'bo', 'cy']);
  await send(id);
  await idle(id);
  const both = await sceneAt(id).ledger();
  expect(kindsOf(both)).toContain('director.cued');
  expect(speakersOf(both)).toEqual(['ada', 'bo', 'cy', 'ada', 'bo', 'cy']);
});

it('lets the one who has begun speak once, when the plan turns out to name a stranger and is asked for anew', async () => {
  const id = await openWith('paced#stranger', 'ok#stranger');
  await send(id, `${QUESTION} Call a stranger.`);
  await idle(id);
  const events = await sceneAt(id).ledger();
  expect(kindsOf(events).filter((kind) => kind === 'director.cued')).toHaveLength(1);
  expect(kindsOf(events).filter((kind) => kind === 'director.completed')).toHaveLength(2);
  expect(speakersOf(events)).toEqual(['ada', 'bo', 'cy']);
  const calls = await callsOf(id);
  expect(calls.filter((call) => call.startsWith('director.1'))).toEqual([
    'director.1/1 done',
    'director.1/2 done',
  ]);
  expect(calls.filter((call) => call.startsWith('character.1:ada'))).toEqual(['character.1:ada/1 done']);
  expect(await countRequests('paced#stranger', 'ok#stranger')).toBe(calls.length);
});

it('keeps the answer of the one who has begun when the director breaks off; a retry asks the director alone', async () => {
  const director = 'breaks-then-breaks-then-breaks-then-ok#breaks';
  const id = await openWith(director, 'ok#breaks');
  await send(id);
  const scene = await failed(id);
  expect(scene.failed?.n).toBe(1);
  const before = await sceneAt(id).ledger();
  expect(kindsOf(before)).toContain('director.cued');
  expect(speakersOf(before)).toEqual([]);
  expect((await callsOf(id)).filter((call) => call.startsWith('character'))).toEqual([
    'character.1:ada/1 done',
  ]);

  await sceneAt(id).retry(1);
  await idle(id);
  const events = await sceneAt(id).ledger();
  expect(kindsOf(events).filter((kind) => kind === 'director.cued')).toHaveLength(1);
  expect(kindsOf(events).filter((kind) => kind === 'memory.recalled')).toHaveLength(1);
  expect(speakersOf(events)).toEqual(['ada', 'bo', 'cy']);
  expect(await countRequests('ok#breaks')).toBe(3);
});

it('goes on after a cut with what was stored, and asks the director again for the rest', async () => {
  const id = await openWith('holds#cut', 'ok#cut');
  await send(id);
  await until(() => callsOf(id)).holds((calls) => calls.includes('character.1:ada/1 done'));
  await sceneAt(id).cutOff();
  await until(async () => {
    await controlModel({ release: 'fake:holds#cut' });
    return await sceneAt(id).read();
  }).holds((scene) => scene.round === null && scene.queued === 0);
  const events = await sceneAt(id).ledger();
  expect(kindsOf(events).filter((kind) => kind === 'director.cued')).toHaveLength(1);
  expect(speakersOf(events)).toEqual(['ada', 'bo', 'cy']);
  const calls = await callsOf(id);
  expect(calls.filter((call) => call.startsWith('director.1'))).toEqual([
    'director.1/1 lost',
    'director.1/1 done',
  ]);
  expect(await countRequests('ok#cut')).toBe(3);
});

it('ends with what was stored when the round is cancelled while the plan is written', async () => {
  const id = await openWith('holds#cancel', 'ok#cancel');
  await send(id);
  await until(() => callsOf(id)).holds((calls) => calls.includes('character.1:ada/1 done'));
  await sceneAt(id).cancel();
  await controlModel({ release: 'fake:holds#cancel' });
  await idle(id);
  const events = await sceneAt(id).ledger();
  expect(kindsOf(events)).toContain('round.cancelled');
  expect(speakersOf(events)).toEqual([]);
  await until(() => callsOf(id)).holds((calls) => calls.includes('director.1/1 discarded'));
});

it('counts every call once against the budget of the scene', async () => {
  const id = await openWith('paced#budget', 'ok#budget', { budgets: { calls: 2, tokens: null, cost: null } });
  await send(id);
  await failed(id);
  const events = await sceneAt(id).ledger();
  expect(kindsOf(events)).toContain('director.cued');
  expect(kindsOf(events)).toContain('budget.exhausted');
  // The budget suffices for two calls, whose results are stored: the plan, and the first line.
  expect((await callsOf(id)).toSorted()).toEqual(['character.1:ada/1 done', 'director.1/1 done']);
  expect(await countRequests('paced#budget', 'ok#budget')).toBe(2);
  expect(speakersOf(events)).toEqual(['ada']);
});
