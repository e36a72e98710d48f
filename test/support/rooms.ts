import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, inject } from 'vitest';
import type { AdventureRoom } from '../../durable-objects/adventure-room';
import type { RunRoom } from '../../durable-objects/run-room';
import type { SceneRoom } from '../../durable-objects/scene-room';
import type { NewScene } from '../../src/contract/create-scene';
import { type Event, OWNER } from '../../src/contract/events/events';
import type { Result } from '../../src/contract/problems';
import type { Profile } from '../../src/contract/profiles';
import type { TurnInput } from '../../src/contract/rounds';
import type { CreateRun, Run } from '../../src/contract/runs';
import type { AdventureApi, GridApi, RoomApi, SceneApi } from '../../src/room/rpc';
import { fieldsOf } from './loose-events';
import { must } from './must';
import { adventureActions, gridActions, sceneActions, withActions } from './room-actions';

type SceneObject = DurableObjectStub<SceneRoom>;
type RunObject = DurableObjectStub<RunRoom>;
type AdventureObject = DurableObjectStub<AdventureRoom>;

export const TENANT = 'local';

/** An id of the right shape that is the same in every run. */
export const roomId = (kind: 'scn' | 'run' | 'adv', n: number | string): string =>
  `${kind}_${String(n).padStart(20, '0')}`;

/** The object itself, for what only a test may do to it. */
export const sceneObject = (id: string): SceneObject =>
  env.SCENES.get(env.SCENES.idFromName(`${TENANT}/${id}`)) as unknown as SceneObject;
export const runObject = (id: string): RunObject =>
  env.RUNS.get(env.RUNS.idFromName(`${TENANT}/${id}`)) as unknown as RunObject;
export const adventureObject = (id: string): AdventureObject =>
  env.ADVENTURES.get(env.ADVENTURES.idFromName(`${TENANT}/${id}`)) as unknown as AdventureObject;

/** The room as the Worker sees it; a new stub each time, as one that saw an abort stays broken. */
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

/** A profile on the fake model; `name` sets its behaviour and keeps its log apart (test/support/fake-model.ts). */
export const fakeProfile = (name: string, more: Profile = {}): Profile => ({
  provider: 'openai',
  model: `fake:${name}`,
  ...more,
});

export const understudy: Profile = { provider: 'understudy' };

/** Three characters and two players; the seed makes every run of it alike. */
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
/** An id that no other room of this run of the tests has. */
export const newId = (kind: 'scn' | 'run' | 'adv'): string => {
  made += 1;
  return roomId(kind, made);
};

/** Create a scene of {@link sceneBody} under an id of its own. */
export async function openScene(profile = understudy, more: Partial<NewScene> = {}): Promise<string> {
  const id = newId('scn');
  must(await sceneStub(id).create(address(id), sceneBody(profile, more), null));
  return id;
}

/** Create a run of a built-in game under an id of its own; it is not started. */
export async function openRun(profile = understudy, more: Partial<CreateRun> = {}): Promise<string> {
  const id = newId('run');
  const profiles = { explorer: profile, analyst: profile };
  const body = { game: 'corridor', seed: 'one', profiles, start: false, ...more };
  must(await runStub(id).create(address(id), body, null));
  return id;
}

/** Create an adventure under an id of its own; it is not started. */
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

/** A ledger without what may differ between two lives of the same round: names, times, and the count of lost calls. */
export function comparable(events: Event[], ...names: string[]): unknown[] {
  return events.map(({ at: _, ...event }) => {
    const { firstStep: __, ...payload } = fieldsOf(event.payload);
    const text = JSON.stringify({ ...event, payload });
    return JSON.parse(names.reduce((t, name) => t.replaceAll(name, 'NAME'), text));
  });
}

/** A fast machine asks many times in little time: what waits for a clock needs time, not tries. */
const GIVE_UP_MS = 40_000;

/** Ask until the answer is as wished; a room that is being restarted may refuse for a moment. */
export async function until<T>(
  ask: () => Promise<T>,
  wished: (value: T) => boolean,
  what: string,
  everyMs = 10,
): Promise<T> {
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
  throw new Error(
    `${what} did not come about; last: ${last instanceof Error ? last.message : JSON.stringify(last)}`,
  );
}

/** The scene, once no round is open and no input waits. */
export const idle = (id: string) =>
  until(
    async () => must(await sceneStub(id).read()),
    (scene) => scene.round === null && scene.queued === 0,
    'an idle scene',
  );

/** The scene, once its round has failed; inputs may wait behind it. */
export const failed = (id: string) =>
  until(
    async () => must(await sceneStub(id).read()),
    (scene) => scene.failed !== null,
    'a failed round',
  );

const atRest = <R extends Run>(read: () => Promise<Result<R>>) =>
  until(
    async () => must(await read()),
    (run) => run.turn === null && (run.status !== 'running' || run.failed !== null),
    'a run at rest',
  );
/** The run, once it plays no turn and starts none by itself. */
export const resting = (id: string) => atRest(() => runStub(id).read());
export const restingAdventure = (id: string) => atRest(() => adventureStub(id).read());

/** Run code inside the room, beside its own. */
export const insideScene = <T>(
  id: string,
  act: (room: SceneRoom, state: DurableObjectState) => T | Promise<T>,
) =>
  runInDurableObject(sceneObject(id) as DurableObjectStub, (room, state) =>
    act(room as unknown as SceneRoom, state),
  );
export const insideRun = <T>(id: string, act: (room: RunRoom, state: DurableObjectState) => T | Promise<T>) =>
  runInDurableObject(runObject(id) as DurableObjectStub, (room, state) =>
    act(room as unknown as RunRoom, state),
  );
export const insideAdventure = <T>(
  id: string,
  act: (room: AdventureRoom, state: DurableObjectState) => T | Promise<T>,
) =>
  runInDurableObject(adventureObject(id) as DurableObjectStub, (room, state) =>
    act(room as unknown as AdventureRoom, state),
  );

interface Rebuilds {
  core: { rebuild(): unknown; open(): { ok: true; value: { state: unknown } } | { ok: false } };
}
/** The room's state is the one that its ledger folds to; for `insideScene(id, expectRebuilt)` and the like. */
export const expectRebuilt = ({ core }: Rebuilds): void => {
  const opened = core.open();
  expect(core.rebuild()).toEqual(opened.ok && opened.value.state);
};

type AnyObject = SceneObject | RunObject | AdventureObject;

/**
 * Have the room cut off when its journal next passes `at`, e.g. `director.1/1 intent`; at no point when null. The room is aborted as
 * the platform would abort it, and the code under way never goes on.
 *
 * @param writes `stored`: what was written before the point has reached the disk; `unstored`: it may not have, as when
 *   the machine dies in the moment of writing. (Nothing leaves a room before what was written before it is stored.)
 * @returns what became of the points passed, for as long as this life of the room lasts
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
 * Hold the room's journal whenever it passes `at` (as in {@link cutAt}), until `release` is called.
 *
 * @returns `reached` resolves when something is held there
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
      // A promise must be settled by the request that made it: so the room looks for itself.
      while (!hold.released) {
        hold.held = true;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    };
  });
  return {
    reached: () =>
      until(
        async () => hold.held,
        (held) => held,
        `the point ${at}`,
      ),
    release: () => {
      hold.released = true;
    },
  };
}

/** Cut the room off as the platform does, with all that it has written; the next call finds a new life of it. */
export async function cutOff(stub: AnyObject): Promise<void> {
  await runInDurableObject(stub as DurableObjectStub, async (_object, state) => {
    await state.storage.sync();
    state.abort('cut off by the test');
  }).catch(() => null);
}

/** Rows of the room's own tables. Asks the room nothing, so that it does not go on because of it. */
export const rowsOf = <R extends Record<string, SqlStorageValue>>(stub: AnyObject, query: string) =>
  runInDurableObject(stub as DurableObjectStub, (_object, state) =>
    state.storage.sql.exec<R>(query).toArray(),
  );

/** True once the room has told its tenant what it spent and returned its lease; also if it never had one. */
export async function hasSettled(stub: AnyObject): Promise<boolean> {
  const leased = await rowsOf(stub, "SELECT 1 FROM meta WHERE key = 'leased' AND value <> '0'");
  return leased.length === 0;
}

/** Ring the room's alarm until `ask` answers as wished. */
export const ringUntil = <T>(
  stub: () => object,
  ask: () => Promise<T>,
  wished: (value: T) => boolean,
  what: string,
) =>
  until(
    async () => {
      await runDurableObjectAlarm(stub() as DurableObjectStub).catch(() => false);
      return ask();
    },
    wished,
    what,
  );

/** Ring the room's alarm until `done`, and ask it nothing else. */
export const beatUntil = (stub: () => AnyObject, done: () => Promise<boolean>) =>
  ringUntil(stub, done, (isDone) => isDone, 'the end of the round');

/** Tells the fake model to hold, drop or release what it is asked (test/support/fake-model.ts). */
export const controlModel = (command: object) =>
  fetch(`${inject('fakeModelUrl')}/control`, { method: 'POST', body: JSON.stringify(command) });

/** The calls that reached the fake model under this name, and how many of them it answered in full. */
export async function fakeLog(name: string): Promise<{ hash: string; answered: boolean }[]> {
  const response = await fetch(`${inject('fakeModelUrl')}/control/log`);
  const log = (await response.json()) as { model: string; hash: string; answered: boolean }[];
  return log.filter((entry) => entry.model === `fake:${name}`);
}
