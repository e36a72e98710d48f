import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, inject } from 'vitest';
import type { AdventureRoom } from '../../durable-objects/adventure-room';
import { listRoundCalls, type StepRow } from '../../durable-objects/lib/room/step-rows';
import type { RunRoom } from '../../durable-objects/run-room';
import type { SceneRoom } from '../../durable-objects/scene-room';
import type { Receipt } from '../../src/contract/access';
import type { NewScene } from '../../src/contract/create-scene';
import { type Event, OWNER } from '../../src/contract/events/events';
import type { Result } from '../../src/contract/problems';
import type { Profile } from '../../src/contract/profiles';
import type { TurnInput } from '../../src/contract/rounds';
import type { CreateRun, Run } from '../../src/contract/runs';
import type { AdventureApi, GridApi, RoomApi, SceneApi } from '../../src/room/rpc';
import type { Verb } from '../../src/runs/control';
import type { FakeLogEntry } from './fake-model';
import { fieldsOf } from './loose-events';
import { must } from './must';
import { adventureActions, gridActions, insist, sceneActions, withActions } from './room-actions';

type SceneObject = DurableObjectStub<SceneRoom>;
type RunObject = DurableObjectStub<RunRoom>;
type AdventureObject = DurableObjectStub<AdventureRoom>;

export const TENANT = 'local';

/** A valid id that is the same in every run. */
export const roomId = (kind: 'scn' | 'run' | 'adv', n: number | string): string =>
  `${kind}_${String(n).padStart(20, '0')}`;

/** The object itself, for operations that only tests use. */
export const sceneObject = (id: string): SceneObject =>
  env.SCENES.get(env.SCENES.idFromName(`${TENANT}/${id}`)) as unknown as SceneObject;
export const runObject = (id: string): RunObject =>
  env.RUNS.get(env.RUNS.idFromName(`${TENANT}/${id}`)) as unknown as RunObject;
export const adventureObject = (id: string): AdventureObject =>
  env.ADVENTURES.get(env.ADVENTURES.idFromName(`${TENANT}/${id}`)) as unknown as AdventureObject;

/** The room as the Worker sees it; a new stub each time, because a stub stays broken after an abort. */
export const sceneStub = (id: string) => {
  const room = () => sceneObject(id) as unknown as SceneApi & Pick<Fetcher, 'fetch'>;
  return withActions(room(), sceneActions(room));
};
export const runStub = (id: string) => {
  const room = () => runObject(id) as unknown as GridApi & Pick<Fetcher, 'fetch'>;
  return withActions(room(), gridActions(room));
};
export const adventureStub = (id: string) => {
  const room = () => adventureObject(id) as unknown as AdventureApi & Pick<Fetcher, 'fetch'>;
  return withActions(room(), adventureActions(room));
};

export const address = (id: string) => ({ tenant: TENANT, id });

/** A profile on the fake model; `name` selects its behavior and its log (test/support/fake-model.ts). */
export const fakeProfile = (name: string, more: Profile = {}): Profile => ({
  provider: 'openai',
  model: `fake:${name}`,
  ...more,
});

export const understudy: Profile = { provider: 'understudy' };

/** Three characters and two players; the fixed seed makes runs repeatable. */
export function sceneBody(profile: Profile, more: Partial<NewScene> = {}): NewScene {
  return {
    title: 'A kitchen in a storm',
    scenario: 'Three people wait in a lighthouse kitchen for the storm to pass.',
    characters: [
      { name: 'Ada', description: 'Keeps the light.', personality: 'dry', goals: 'keep the lamp lit' },
      { name: 'Bo', description: 'Rowed here.', personality: 'cheerful', goals: 'find the lost boat' },
      { name: 'Cy', description: 'Says little.', personality: 'watchful', goals: 'hide the letter' },
    ].map((c) => ({
      ...c,
      secrets: '',
      instructions: '',
      nickname: '',
      postHistory: '',
      depthPrompt: null,
      examples: [],
      voice: [],
      location: 'kitchen',
      mood: 'calm',
      active: true,
    })),
    personas: [
      { name: 'Visitor', description: 'Came in from the rain.' },
      { name: 'Pilot', description: 'Knows the coast.' },
    ],
    profiles: { director: profile, character: profile },
    seed: 'one',
    ...more,
  };
}

let made = 1000;
export const newId = (kind: 'scn' | 'run' | 'adv'): string => {
  made += 1;
  return roomId(kind, made);
};

export async function openScene(profile = understudy, more: Partial<NewScene> = {}): Promise<string> {
  const id = newId('scn');
  must(await sceneStub(id).create(address(id), sceneBody(profile, more), null));
  return id;
}

/** Creates a run of a built-in game under a new id, without starting it. */
export async function openRun(profile = understudy, more: Partial<CreateRun> = {}): Promise<string> {
  const id = newId('run');
  const profiles = { explorer: profile, analyst: profile };
  const body = { game: 'corridor', seed: 'one', profiles, start: false, ...more };
  must(await runStub(id).create(address(id), body, null));
  return id;
}

export async function openAdventure(
  profiles: CreateRun['profiles'] = { adventurer: understudy },
  more: Partial<CreateRun> = {},
): Promise<string> {
  const id = newId('adv');
  const body = { game: 'tide-mill', seed: 'one', profiles, start: false, ...more };
  must(await adventureStub(id).create(address(id), body, null));
  return id;
}

export const say = (text: string, personaId = 'visitor', to: string[] = []): TurnInput => ({
  type: 'user',
  text,
  personaId,
  to,
});

export async function allEvents(stub: Pick<RoomApi, 'events'>): Promise<Event[]> {
  const events: Event[] = [];
  for (let after = 0; ; ) {
    const page = must(await stub.events({ after, limit: 500 }, OWNER));
    events.push(...page.events);
    if (page.next === null) return events;
    after = Number(page.next);
  }
}

/**
 * A ledger without values that may differ between two plays of the same round: names, times, and the count of
 * lost calls.
 */
export function comparable(events: Event[], ...names: string[]): unknown[] {
  return events.map(({ at: _, ...event }) => {
    const { firstStep: __, ...payload } = fieldsOf(event.payload);
    const text = JSON.stringify({ ...event, payload });
    return JSON.parse(names.reduce((t, name) => t.replaceAll(name, 'NAME'), text));
  });
}

/** A time limit, because a fast machine makes many attempts in little time. */
const GIVE_UP_MS = 40_000;

/**
 * Repeats a request until its answer passes; a restarting room may refuse meanwhile.
 *
 *   const run = await until(() => read(id)).holds(({ status }) => status === 'finished');
 */
export const until = <T>(ask: () => T | Promise<T>, everyMs = 10) => ({
  /** @throws Error with the last answer after 40 s */
  holds: async (wished: (value: T) => unknown = Boolean): Promise<T> => {
    let last: unknown;
    for (const began = performance.now(); performance.now() - began < GIVE_UP_MS; ) {
      try {
        const value = await ask();
        if (wished(value)) return value;
        last = value;
      } catch (error) {
        last = error;
      }
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
    const told = last instanceof Error ? last.message : JSON.stringify(last);
    throw new Error(`${ask} never passed ${wished}; last: ${told}`);
  },
});

/** The scene, once no round is open and the queue is empty. */
export const idle = (id: string) =>
  until(async () => must(await sceneStub(id).read())).holds(
    (scene) => scene.round === null && scene.queued === 0,
  );

/** The scene, once its round has failed; inputs may be waiting. */
export const failed = (id: string) =>
  until(async () => must(await sceneStub(id).read())).holds((scene) => scene.failed !== null);

const atRest = <R extends Run>(read: () => Promise<Result<R>>) =>
  until(async () => must(await read())).holds(
    (run) => run.turn === null && (run.status !== 'running' || run.failed !== null),
  );
/** The run, once it plays no turn and starts none by itself. */
export const resting = (id: string) => atRest(() => runStub(id).read());
export const restingAdventure = (id: string) => atRest(() => adventureStub(id).read());

interface Rebuilds {
  core: { rebuild(): unknown; open(): { ok: true; value: { state: unknown } } | { ok: false } };
}
/**
 * Expects the room's state to equal the fold of its ledger; for `insideScene(id, expectRebuilt)` and similar.
 */
export const expectRebuilt = ({ core }: Rebuilds): void => {
  const opened = core.open();
  expect(core.rebuild()).toEqual(opened.ok && opened.value.state);
};

type AnyObject = SceneObject | RunObject | AdventureObject;

/**
 * Aborts the room when its journal next passes `at`, e.g. `director.1/1 intent`; never if null. The abort is
 * the platform's, so the current code never continues.
 *
 * @param writes `stored`: writes before the point are on disk; `unstored`: they may be lost, as if the
 * machine failed while writing. (A room sends no output before its earlier writes are stored.)
 * @returns the points passed, until the next abort of the room
 */
export async function cutAt(
  stub: AnyObject,
  at: string | null,
  writes: 'stored' | 'unstored' = 'stored',
): Promise<{ passed: string[]; cut: string | null }> {
  const seen: { passed: string[]; cut: string | null } = { passed: [], cut: null };
  await runInDurableObject(stub as DurableObjectStub, (object, state) => {
    const room = object as unknown as SceneRoom;
    room.core.probe = async (step, point) => {
      if (seen.cut) return new Promise(() => {});
      if (`${step} ${point}` === at) {
        seen.cut = at;
        if (writes === 'stored') await state.storage.sync();
        state.abort('cut off by the test');
        return new Promise(() => {});
      }
      seen.passed.push(`${step} ${point}`);
    };
  });
  return seen;
}

/**
 * Holds the room's journal whenever it passes `at` (as in {@link cutAt}), until `release` is called.
 *
 * @returns `reached` resolves when a step is waiting there
 */
export async function holdAt(
  stub: AnyObject,
  at: string,
): Promise<{ reached: () => Promise<unknown>; release: () => void }> {
  const hold = { held: false, released: false };
  await runInDurableObject(stub as DurableObjectStub, (object) => {
    const room = object as unknown as SceneRoom;
    room.core.probe = async (step, point) => {
      if (`${step} ${point}` !== at) return;
      // Only the request that created a promise may settle it, so the room polls.
      while (!hold.released) {
        hold.held = true;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    };
  });
  return {
    reached: () => until(() => hold.held).holds(),
    release: () => {
      hold.released = true;
    },
  };
}

/** Aborts the room like the platform, keeping all its writes; the next call starts it again. */
export async function cutOff(stub: AnyObject): Promise<void> {
  await runInDurableObject(stub as DurableObjectStub, async (_object, state) => {
    await state.storage.sync();
    state.abort('cut off by the test');
  }).catch(() => null);
}

/** Rows of the room's own tables. Calls no method of the room, so it does not resume work. */
export const rowsOf = <R extends Record<string, SqlStorageValue>>(stub: AnyObject, query: string) =>
  runInDurableObject(stub as DurableObjectStub, (_object, state) =>
    state.storage.sql.exec<R>(query).toArray(),
  );

/**
 * True once the room has settled its costs with its tenant and returned its lease; also if it never had one.
 */
export async function hasSettled(stub: AnyObject): Promise<boolean> {
  const leased = await rowsOf(stub, "SELECT 1 FROM meta WHERE key = 'leased' AND value <> '0'");
  return leased.length === 0;
}

/** As {@link until}, but triggers the alarm of the room before each request. */
export const ringing = <T>(stub: (id: string) => object, id: string, ask: () => T | Promise<T>) =>
  until(async () => {
    await runDurableObjectAlarm(stub(id) as DurableObjectStub).catch(() => false);
    return ask();
  });

export const controlModel = (command: object) =>
  fetch(`${inject('fakeModelUrl')}/control`, { method: 'POST', body: JSON.stringify(command) });

/** Tools of tests for any room; see {@link sceneAt}. */
const roomTools = <O>(
  object: (id: string) => AnyObject,
  stub: (id: string) => Pick<RoomApi, 'events'>,
  id: string,
) => ({
  ledger: () => allEvents(stub(id)),
  inside: <T>(act: (room: O, state: DurableObjectState) => T | Promise<T>) =>
    runInDurableObject(object(id) as DurableObjectStub, (room, state) => act(room as unknown as O, state)),
  rows: <R extends Record<string, SqlStorageValue>>(query: string) => rowsOf<R>(object(id), query),
  /** The calls of a round that the room still has, with their prompts. */
  callsOf: (round: number) =>
    runInDurableObject(object(id) as DurableObjectStub, (_room, { storage }): StepRow[] =>
      listRoundCalls(storage.sql, round),
    ),
  cutAt: (at: string | null, writes?: 'stored' | 'unstored') => cutAt(object(id), at, writes),
  cutOff: () => cutOff(object(id)),
  holdAt: (at: string) => holdAt(object(id), at),
  hasSettled: () => hasSettled(object(id)),
  ringing: <T>(ask: () => T | Promise<T>) => ringing(object, id, ask),
});

/**
 * The scene with this id: its actions, which throw refusals, and tools of tests.
 *
 *   await sceneAt(id).turn(say('Hello.'));
 *   const { lines } = await sceneAt(id).round(1);
 *   await sceneAt(id).inside(expectRebuilt);
 */
export const sceneAt = (id: string) =>
  withActions(insist(sceneStub(id)), {
    ...roomTools<SceneRoom>(sceneObject, sceneStub, id),
    /** Takes the turn and plays until the scene is idle. */
    played: async (input: TurnInput, key?: Receipt | null) => {
      must(await sceneStub(id).turn(input, key));
      return idle(id);
    },
  });
export const runAt = (id: string) =>
  withActions(insist(runStub(id)), {
    ...roomTools<RunRoom>(runObject, runStub, id),
    /** Starts, steps or resumes, and plays until the run is at rest. */
    played: async (verb: Verb, key?: Receipt | null) => {
      must(await runStub(id).control(verb, key));
      return resting(id);
    },
  });
export const adventureAt = (id: string) =>
  withActions(insist(adventureStub(id)), roomTools<AdventureRoom>(adventureObject, adventureStub, id));

/** Calls to the fake model under this name. */
export async function fakeLog(name: string): Promise<FakeLogEntry[]> {
  const response = await fetch(`${inject('fakeModelUrl')}/control/log`);
  const log = (await response.json()) as FakeLogEntry[];
  return log.filter((entry) => entry.model === `fake:${name}`);
}
