import { describe, expect, it } from 'vitest';
import { splitWords } from '../../src/scene/recall/memory';
import {
  atRest,
  dumpBeside,
  dumpDatabase,
  insideRoom,
  type OldRoom,
  observation,
  type RoomKind,
  recordsRooms,
  writeFixture,
} from '../support/old-rooms';
import { until } from '../support/rooms';
import { connect, get, OPERATOR, seatPerson, send } from '../support/stage-client';

/** Plays the rooms that old-rooms.test.ts opens again, and writes them; see test/support/old-rooms.ts. */

const UNDERSTUDY = { provider: 'understudy' };
/** A profile on the fake model, whose answers depend only on the request. */
const model = (name: string) => ({ provider: 'openai', model: `fake:ok#old-${name}` });

const scene = async (profile: object, more: object = {}): Promise<string> => {
  const body = {
    title: 'A kitchen in a storm',
    scenario: 'Three people wait in a lighthouse kitchen for the storm to pass.',
    characters: [
      {
        name: 'Ada',
        description: 'Keeps the light.',
        goals: 'keep the lamp lit',
        secrets: 'She sank the boat.',
      },
      { name: 'Bo', description: 'Rowed here.', goals: 'find the lost boat' },
      { name: 'Cy', description: 'Says little.', goals: 'hide the letter' },
    ],
    personas: [{ name: 'Mara', secrets: 'She can swim.' }, { name: 'Jo' }],
    profiles: { director: profile, character: profile },
    notes: { scene: 'Let it end badly.' },
    lorebooks: [
      { name: 'Coast', entries: [{ id: '1', keys: ['boat'], content: 'The boat is called Petrel.' }] },
    ],
    seed: 'one',
    ...more,
  };
  return (await get<{ id: string }>('POST /v1/scenes', OPERATOR, body)).id;
};
const run = async (game: string, profiles: object, more: object = {}): Promise<string> =>
  (await get<{ id: string }>('POST /v1/runs', OPERATOR, { game, seed: 'one', profiles, ...more })).id;

const turn = (id: string, text: string, more: object = {}) =>
  get<{ inputSeq: number }>(`POST /v1/scenes/${id}/turns?wait=1`, OPERATOR, {
    ...{ type: 'user', text, personaId: 'mara' },
    ...more,
  });
/** Says something without waiting: a pending request would wake an interrupted room. */
const begin = (id: string, text: string) =>
  get(`POST /v1/scenes/${id}/turns`, OPERATOR, { type: 'user', text, personaId: 'mara' });
const step = async (id: string, times = 1): Promise<void> => {
  for (let n = 0; n < times; n += 1) {
    await get(`POST /v1/runs/${id}/step`);
    await atRest({ kind: 'runs', id });
  }
};

/** A played room. `dumped`: its database at the interruption; unset: it rests, and is copied now. */
interface Played {
  id: string;
  seats?: Record<string, string>;
  dumped?: Pick<OldRoom, 'room' | 'alarm'>;
}

/** Acts, copies the room's database when its journal passes `at`, and aborts the room there. */
async function cut(kind: RoomKind, id: string, at: string, act: () => Promise<unknown>): Promise<Played> {
  const seen: { passed: string[]; dumped: Played['dumped'] | null } = { passed: [], dumped: null };
  await insideRoom(kind, id, ({ core }, state) => {
    core.probe = async (name, point) => {
      if (seen.dumped) return new Promise(() => {});
      seen.passed.push(`${name} ${point}`);
      if (`${name} ${point}` !== at) return;
      seen.dumped = await copy(state.storage);
      state.abort('cut off by the test');
      return new Promise(() => {});
    };
  });
  await act().catch(() => null);
  await until(() => seen.dumped)
    .holds()
    .catch((error: unknown) => {
      throw new Error(`${error}; passed: ${seen.passed.join(', ')}`);
    });
  return { id, dumped: seen.dumped as NonNullable<Played['dumped']> };
}

async function copy(storage: DurableObjectStorage): Promise<Pick<OldRoom, 'room' | 'alarm'>> {
  await storage.sync();
  return { room: dumpDatabase(storage), alarm: (await storage.getAlarm()) !== null };
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 1000));

const SETTINGS = { worldAgent: true, summarizeAfter: 2 };
const ALL_AT_ONCE = { discoverEvery: 2, synthesizeEvery: 2, refineAbove: 1, share: false };

/** By name. `isMoving`: the room soon continues by itself, so it is copied immediately. */
const ROOMS: Record<string, { kind: RoomKind; isMoving?: true; play: () => Promise<Played> }> = {
  'scene-closed': {
    kind: 'scenes',
    play: async () => {
      const id = await scene(model('closed'), { settings: SETTINGS });
      const mara = await seatPerson(id, 'player', 'mara', 'Frieda');
      const visitor = await seatPerson(id, 'spectator', null, 'Gil');
      const gone = await seatPerson(id, 'player', 'jo', 'Hal');
      await send(`DELETE /v1/scenes/${id}/seats/${gone.id}`);
      const { inputSeq } = await turn(id, 'Is the lamp lit?');
      await turn(id, 'Where is the letter?', { to: ['ada'], whisper: true });
      await get(`PATCH /v1/scenes/${id}/lines/${inputSeq}`, OPERATOR, { text: 'Is the lamp out?' });
      await turn(id, 'This will never have been said.', { personaId: 'jo' });
      await get(`POST /v1/scenes/${id}/rounds/2/rollback`);
      await get(`POST /v1/scenes/${id}/turns?wait=1`, OPERATOR, { type: 'narration' });
      await get(`POST /v1/scenes/${id}/next-speaker`, OPERATOR, { character: 'cy' });
      await get(`POST /v1/scenes/${id}/turns?wait=1`, OPERATOR, { type: 'continuation', personaId: 'mara' });
      await get(`POST /v1/scenes/${id}/notes`, mara.token, { text: 'Ask about the boat.' });
      await get(`PATCH /v1/scenes/${id}`, OPERATOR, {
        world: { tide: 'high' },
        scenario: 'The storm is over.',
      });
      const rounds = await get<{ lines: { seq: number }[] }>(`GET /v1/scenes/${id}/rounds/5`);
      await get(`POST /v1/scenes/${id}/lines/${rounds.lines.at(-1)?.seq}/regenerate?wait=1`);
      return { id, seats: { mara: mara.token, visitor: visitor.token } };
    },
  },
  'scene-understudy': {
    kind: 'scenes',
    play: async () => {
      const id = await scene(UNDERSTUDY);
      for (const text of ['Is the lamp lit?', 'Who rowed here?', 'And the letter?', 'Listen!', 'What now?'])
        await turn(id, text);
      return { id };
    },
  },
  'scene-finished': {
    kind: 'scenes',
    play: async () => {
      const id = await scene(UNDERSTUDY);
      await turn(id, 'Is the lamp lit?');
      await get(`PATCH /v1/scenes/${id}`, OPERATOR, { status: 'finished' });
      return { id };
    },
  },
  'scene-hidden-lines': {
    kind: 'scenes',
    isMoving: true,
    play: async () => {
      const id = await scene(UNDERSTUDY, { turnMode: 'gather', hideLines: true, gatherSeconds: 3 });
      const mara = await seatPerson(id, 'player', 'mara', 'Frieda');
      const jo = await seatPerson(id, 'player', 'jo', 'Hal');
      await get(`POST /v1/scenes/${id}/rounds?wait=1`);
      await (await connect(id, jo.token)).ready();
      await get(`POST /v1/scenes/${id}/turns`, mara.token, {
        type: 'user',
        text: 'Nobody may know this yet.',
      });
      return { id, seats: { mara: mara.token, jo: jo.token } };
    },
  },
  'scene-open-model': {
    kind: 'scenes',
    play: async () => {
      const id = await scene(model('open'), { settings: SETTINGS });
      const mara = await seatPerson(id, 'player', 'mara', 'Frieda');
      await turn(id, 'Is the lamp lit?');
      const played = await cut('scenes', id, 'character.1:bo/1 intent', () =>
        begin(id, 'Who has seen the boat?'),
      );
      return { ...played, seats: { mara: mara.token } };
    },
  },
  'scene-open-understudy': {
    kind: 'scenes',
    play: async () => {
      const id = await scene(UNDERSTUDY);
      return cut('scenes', id, 'character.1:bo/1 after', () => begin(id, 'Who has seen the boat?'));
    },
  },
  'scene-open-chorus': {
    kind: 'scenes',
    play: async () => {
      const id = await scene(model('chorus'), {
        profiles: { director: model('chorus'), character: UNDERSTUDY },
      });
      return cut('scenes', id, 'character.1:bo/1 after', () => begin(id, 'Answer me all at once.'));
    },
  },
  'scene-open-end': {
    kind: 'scenes',
    play: async () => {
      const id = await scene(model('end'), { settings: SETTINGS });
      await turn(id, 'Is the lamp lit?');
      return cut('scenes', id, 'close before', () => begin(id, 'Who has seen the boat?'));
    },
  },
  'scene-open-narration': {
    kind: 'scenes',
    play: async () => {
      const id = await scene(model('narration'));
      return cut('scenes', id, 'narrator/1 after', () =>
        get(`POST /v1/scenes/${id}/turns`, OPERATOR, { type: 'narration' }),
      );
    },
  },
  'scene-autonomy': {
    kind: 'scenes',
    isMoving: true,
    play: async () => {
      const id = await scene(UNDERSTUDY);
      await get(`POST /v1/scenes/${id}/autonomy`, OPERATOR, { rounds: 3, pauseSeconds: 1 });
      await until(() => get<{ rounds: number; round: unknown }>(`GET /v1/scenes/${id}`)).holds(
        ({ rounds, round }) => rounds === 1 && round === null,
      );
      return { id };
    },
  },
  'scene-open-autonomy': {
    kind: 'scenes',
    play: async () => {
      const id = await scene(UNDERSTUDY);
      return cut('scenes', id, 'director.2/1 before', () =>
        get(`POST /v1/scenes/${id}/autonomy`, OPERATOR, { rounds: 2 }),
      );
    },
  },
  'scene-failed': {
    kind: 'scenes',
    play: async () => {
      const id = await scene(model('failed'), { budgets: { calls: 2 } });
      await send(`POST /v1/scenes/${id}/turns?wait=1`, OPERATOR, {
        type: 'user',
        text: 'Hello?',
        personaId: 'mara',
      });
      await atRest({ kind: 'scenes', id });
      return { id };
    },
  },
  'table-open': {
    kind: 'scenes',
    play: async () => {
      const game = { kind: 'word-pair', rounds: 1, tickEvery: 1 };
      const id = await scene(UNDERSTUDY, { game });
      return cut('scenes', id, 'judge/1 intent', () => begin(id, 'Who begins?'));
    },
  },
  'table-finished': {
    kind: 'scenes',
    play: async () => {
      const id = await scene(UNDERSTUDY, { game: { kind: 'word-pair', rounds: 1, tickEvery: 1 } });
      await turn(id, 'Who begins?');
      return { id };
    },
  },
  'grid-created': { kind: 'runs', play: async () => ({ id: await run('corridor', grid(UNDERSTUDY)) }) },
  'grid-paused': {
    kind: 'runs',
    play: async () => {
      const id = await run('corridor', grid(UNDERSTUDY));
      await step(id, 9);
      return { id };
    },
  },
  'grid-finished': {
    kind: 'runs',
    play: async () => {
      const id = await run('corridor', grid(UNDERSTUDY), { start: true, budgets: { actions: 8 } });
      await atRest({ kind: 'runs', id });
      return { id };
    },
  },
  'grid-open-understudy': {
    kind: 'runs',
    play: async () => {
      const id = await run('fuel-run', grid(UNDERSTUDY), { budgets: { actions: 12 } });
      await step(id, 8);
      return cut('runs', id, 'suggest/1 after', () => get(`POST /v1/runs/${id}/start`));
    },
  },
  'grid-open-model': {
    kind: 'runs',
    play: async () => {
      const id = await run('corridor', grid(model('grid')));
      await step(id, 2);
      return cut('runs', id, 'analyze/1 intent', () => get(`POST /v1/runs/${id}/step`));
    },
  },
  'grid-open-pushed': {
    kind: 'runs',
    play: async () => {
      const id = await run('pushed', grid(UNDERSTUDY));
      await get(`POST /v1/runs/${id}/observations`, OPERATOR, observation(0));
      await atRest({ kind: 'runs', id });
      return { id };
    },
  },
  'adventure-paused': {
    kind: 'adventures',
    play: async () => {
      const id = await run('tide-mill', adventurer('adventure'), {
        options: { ...ALL_AT_ONCE, share: true },
      });
      await objective(id);
      await step(id, 5);
      await get(`POST /v1/runs/${id}/commands?wait=1`, OPERATOR, { command: 'east' });
      return { id };
    },
  },
  'adventure-finished': {
    kind: 'adventures',
    play: async () => {
      const id = await run(
        'tide-mill',
        { adventurer: UNDERSTUDY },
        { options: { ...ALL_AT_ONCE, turnsPerEpisode: 4, episodes: 2 }, budgets: { turns: 6 }, start: true },
      );
      await atRest({ kind: 'runs', id });
      return { id };
    },
  },
  'adventure-open-understudy': {
    kind: 'adventures',
    play: async () => {
      const id = await run(
        'tide-mill',
        { adventurer: UNDERSTUDY },
        { options: ALL_AT_ONCE, budgets: { turns: 9 } },
      );
      await objective(id);
      await step(id, 5);
      return cut('adventures', id, 'execute:0 intent', () => get(`POST /v1/runs/${id}/start`));
    },
  },
  'adventure-open-model': {
    kind: 'adventures',
    play: async () => {
      const id = await run('tide-mill', adventurer('adventure-open'), { options: ALL_AT_ONCE });
      await objective(id);
      await step(id);
      return cut('adventures', id, 'extract/1 after', () => get(`POST /v1/runs/${id}/step`));
    },
  },
};

function grid(profile: object) {
  return { explorer: profile, analyst: profile };
}
/** Concurrent agents use the understudy, so that they always answer in the same order. */
function adventurer(name: string) {
  const beside = { extractor: UNDERSTUDY, chronicler: UNDERSTUDY, keeper: UNDERSTUDY, scholar: UNDERSTUDY };
  return { adventurer: model(name), critic: model(name), ...beside };
}
const objective = (id: string) =>
  get(`POST /v1/runs/${id}/objectives`, OPERATOR, {
    text: 'find what lies behind the oak door',
    priority: 'high',
  });

describe.runIf(recordsRooms())('rooms are written', () => {
  it.each(Object.entries(ROOMS))('%s', async (name, { kind, isMoving, play }) => {
    const { id, seats = {}, dumped } = await play();
    if (!isMoving) await settle();
    const room = dumped ?? (await insideRoom(kind, id, (_room, { storage }) => copy(storage)));
    const writtenAt = new Date().toISOString();
    const old: OldRoom = { id, kind, writtenAt, seats, ...room, ...(await dumpBeside(id, splitWords)) };
    expect(old.room.rows.ledger?.length).toBeGreaterThan(0);
    await writeFixture(`${name}.room`, old);
  });
});
