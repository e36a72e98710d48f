import { beforeAll, describe, expect, inject, it } from 'vitest';
import type { Ticket } from '../../src/contract/access';
import type { Round, TurnAccepted } from '../../src/contract/rounds';
import type { Scene } from '../../src/contract/scenes';
import { canary, findCanaries } from '../support/fake-echo';
import { idle, until } from '../support/rooms';
import {
  type Client,
  connect,
  createScene,
  get,
  OPERATOR,
  seatPerson,
  send,
  stream,
} from '../support/stage-client';

/**
 * A gathering scene with a canary in each hidden line, and a model that leaks everything it knows. Searches
 * everything that each person receives before and after the line is revealed, and every prompt.
 */

const MODEL = 'fake:echo#hidden-lines';
const PROFILE = { provider: 'openai', model: MODEL };
const SCENE = {
  ...{ title: 'A kitchen in a storm', turnMode: 'gather', hideLines: true },
  characters: [{ name: 'Ada' }, { name: 'Bo' }],
  personas: [{ name: 'Mara' }, { name: 'Jo' }, { name: 'Kit' }],
  profiles: { director: PROFILE, character: { ...PROFILE, expectsJson: true } },
  settings: { summarizeAfter: 2 },
};

interface Person {
  token: string;
  client: Client;
}
type Name = 'mara' | 'jo' | 'kit' | 'spectator';

let scene: string;
let people: Record<Name, Person>;
/** Everything that each person received before the first round began, and at the end. */
const before = new Map<Name, string>();
const after = new Map<Name, string>();
let promptsBefore: string[];

async function sitDown(role: 'player' | 'spectator', persona: string | null): Promise<Person> {
  const { token } = await seatPerson(scene, role, persona, `who is ${persona}`);
  const client = await connect(scene, token);
  await client.ready();
  return { token, client };
}
const say = (who: Name, body: object) =>
  get<TurnAccepted>(`POST /v1/scenes/${scene}/turns`, people[who].token, { type: 'user', ...body });

/** All ways to read a scene with this credential, including a new socket and a resumed one. */
async function readAll(key: string): Promise<string> {
  const got: string[] = [];
  const paths = [
    '',
    '/events?limit=1000',
    '/rounds?limit=100',
    '/rounds/1',
    '/rounds/2',
    '/export',
    '/transcript',
    '/audit',
  ];
  for (const path of [...paths, '/memories', '/seats', '/telemetry'])
    got.push((await send(`GET /v1/scenes/${scene}${path}`, key)).text);
  const { ticket } = await get<Ticket>(`POST /v1/scenes/${scene}/tickets`, key);
  for (const [credential, query] of [
    [key, 'after=0'],
    [key, 'after=5'],
    [null, `ticket=${ticket}`],
  ] as const) {
    const client = await connect(scene, credential, query);
    await client.ready();
    got.push(...client.raw);
    client.close();
  }
  got.push(await stream(scene, key, (text) => text.includes('player.ready')));
  return got.join('\n');
}

async function readPrompts(): Promise<string[]> {
  const response = await fetch(`${inject('fakeModelUrl')}/control/log?full=1`);
  const log = (await response.json()) as { model: string; messages?: { content: string }[] }[];
  return log
    .filter(({ model }) => model === MODEL)
    .map(({ messages = [] }) => messages.map(({ content }) => content).join('\n'));
}

const SOCKET_END = 'round.completed';
const settle = async () => {
  await idle(scene);
  const { rounds } = await get<Scene>(`GET /v1/scenes/${scene}`);
  for (const { client } of Object.values(people))
    await until(() => client.events.filter(({ kind }) => kind === SOCKET_END).length).holds(
      (n) => n === rounds,
    );
};

beforeAll(async () => {
  scene = await createScene(SCENE);
  people = {
    mara: await sitDown('player', 'mara'),
    jo: await sitDown('player', 'jo'),
    kit: await sitDown('player', 'kit'),
    spectator: await sitDown('spectator', null),
  };
  people.mara.client.socket.send(JSON.stringify({ type: 'typing', on: true }));
  const { inputSeq } = await say('mara', { text: `I go ${canary('aloudmara')}.` });
  await say('mara', { text: `Ada, ${canary('whispertoada')}.`, to: ['ada', 'persona:jo'], whisper: true });
  await get(`PATCH /v1/scenes/${scene}/lines/${inputSeq}`, OPERATOR, { text: canary('editedmara') });
  // Narrator and summarizer have a round while the lines wait.
  await get(`POST /v1/scenes/${scene}/turns?wait=1`, OPERATOR, { type: 'narration' });
  promptsBefore = await readPrompts();
  for (const [name, { token, client }] of Object.entries(people) as [Name, Person][]) {
    before.set(name, [...client.raw, await readAll(token)].join('\n'));
  }
  await say('jo', { text: canary('aloudjo') });
  await get(`POST /v1/scenes/${scene}/turns`, people.kit.token, { type: 'continuation' });
  await settle();
  await say('mara', { text: 'And now?' });
  await say('jo', { text: 'Now what?' });
  await get(`POST /v1/scenes/${scene}/rounds?wait=1`, OPERATOR);
  await settle();
  for (const [name, { token, client }] of Object.entries(people) as [Name, Person][]) {
    after.set(name, [...client.raw, await readAll(token)].join('\n'));
    client.close();
  }
}, 120_000);

describe('a hidden line', () => {
  it.each([
    ['mara', ['aloudmara', 'editedmara', 'whispertoada']],
    ['jo', []],
    ['kit', []],
    ['spectator', []],
  ] as const)('has reached %s before its round only if it is her own', (name, seen) => {
    expect(before.get(name)).toContain('player.ready');
    expect(findCanaries(before.get(name) ?? '')).toEqual(seen);
  });

  it.each([
    ['mara', ['aloudjo', 'aloudmara', 'editedmara', 'whisperbackada', 'whispertoada']],
    ['jo', ['aloudjo', 'editedmara', 'whisperbackada', 'whispertoada']],
    ['kit', ['aloudjo', 'editedmara']],
    ['spectator', ['aloudjo', 'editedmara']],
  ] as const)('has reached %s in the end if she may hear it, as it was edited', (name, seen) =>
    expect(findCanaries(after.get(name) ?? '')).toEqual(seen),
  );

  it('is in no prompt before its round, and then in those of who hears it', async () => {
    expect(promptsBefore.length).toBeGreaterThan(0);
    expect(findCanaries(promptsBefore.join('\n'))).toEqual([]);
    const prompts = await readPrompts();
    const told = (who: string) =>
      findCanaries(prompts.filter((text) => text.includes(who)).join('\n')).filter((one) =>
        /^(?:aloud|edited|whisperto)/.test(one),
      );
    expect(told('You are "Ada".')).toEqual(['aloudjo', 'editedmara', 'whispertoada']);
    expect(told('You are "Bo".')).toEqual(['aloudjo', 'editedmara']);
    expect(told('You direct')).toEqual(['aloudjo', 'editedmara', 'whispertoada']);
    expect(told('You keep the minutes')).toEqual(['aloudjo', 'editedmara']);
  });

  it('stands in the timeline of its round, for everyone who hears it', async () => {
    const inputs = async (key: string) =>
      (await get<Round>(`GET /v1/scenes/${scene}/rounds/2`, key)).inputs.map(({ audience, text }) => [
        audience[0],
        findCanaries(text),
      ]);
    const whole = [
      ['*', ['editedmara']],
      ['persona:mara', ['whispertoada']],
      ['*', ['aloudjo']],
      ['*', []],
    ];
    expect(await inputs(OPERATOR)).toEqual(whole);
    expect(await inputs(people.jo.token)).toEqual(whole);
    expect(await inputs(people.kit.token)).toEqual(whole.filter(([who]) => who === '*'));
  });
});
