import type { Receipt } from '../../src/contract/access';
import type {
  AddObjective,
  AdventureKnowledge,
  AdventureTurn,
  ChangeObjective,
  CommandGiven,
  GiveCommand,
  ObjectiveList,
} from '../../src/contract/adventures';
import { OWNER } from '../../src/contract/events/events';
import type { AddMemory, ChangeMemory, Memory } from '../../src/contract/memories';
import type { ObservationResult, PostObservation } from '../../src/contract/observations';
import type { StartAutonomy } from '../../src/contract/pace';
import type { Result } from '../../src/contract/problems';
import type { ReplayPage } from '../../src/contract/replays';
import type {
  AuditEntry,
  Round,
  RoundRetried,
  Telemetry,
  TurnAccepted,
  TurnInput,
} from '../../src/contract/rounds';
import type { KnowledgeReading } from '../../src/contract/run-knowledge';
import type { RunControlled, TurnView } from '../../src/contract/runs';
import type { EditedLine, EditLine, Scene } from '../../src/contract/scenes';
import type { RawInput } from '../../src/room/actions';
import type { RoomApi } from '../../src/room/rpc';
import type { Verb } from '../../src/runs/control';
import { must } from './must';

/** The actions of rooms as typed methods, for tests that call a room without a route. */
type Key = Receipt | null;
interface Page {
  before: number | null;
  limit: number;
}

const ask = <T>(room: Pick<RoomApi, 'perform'>, name: string, input: Partial<RawInput>, key: Key = null) =>
  room.perform(
    name,
    { params: {}, query: {}, body: undefined, ...input },
    key,
    OWNER,
  ) as Promise<unknown> as Promise<Result<T>>;
const pageOf = ({ before, limit, ...rest }: Page & object) => ({ query: { cursor: before, limit, ...rest } });

export const sceneActions = (room: () => Pick<RoomApi, 'perform'>) => ({
  turn: (body: TurnInput, key: Key = null) => ask<TurnAccepted>(room(), 'takeTurn', { body }, key),
  rounds: (page: Page) => ask<{ items: Round[]; next: string | null }>(room(), 'listRounds', pageOf(page)),
  round: (n: number) => ask<Round>(room(), 'readRound', { params: { n } }),
  retry: (n: number, key: Key = null) => ask<RoundRetried>(room(), 'retryRound', { params: { n } }, key),
  chooseTry: (n: number, attempt: number) =>
    ask<RoundRetried>(room(), 'chooseTry', { params: { n }, body: { attempt } }),
  cancel: (key: Key = null) => ask<Scene>(room(), 'cancelRound', {}, key),
  editLine: (seq: number, body: EditLine) => ask<EditedLine>(room(), 'editLine', { params: { seq }, body }),
  regenerateLine: (seq: number, key: Key = null) =>
    ask<TurnAccepted>(room(), 'regenerateLine', { params: { seq } }, key),
  chooseAlternative: (seq: number, index: number) =>
    ask<EditedLine>(room(), 'chooseAlternative', { params: { seq }, body: { index } }),
  rollBack: (n: number, key: Key = null) => ask<Scene>(room(), 'rollBack', { params: { n } }, key),
  startAutonomy: (body: StartAutonomy, key: Key = null) => ask<Scene>(room(), 'startAutonomy', { body }, key),
  audit: (page: Page) => ask<{ items: AuditEntry[]; next: string | null }>(room(), 'listAudit', pageOf(page)),
  telemetry: () => ask<Telemetry>(room(), 'readTelemetry', {}),
  memories: (page: Page & { character?: string }) =>
    ask<{ items: Memory[]; next: string | null }>(room(), 'listSceneMemories', pageOf(page)),
  addMemory: (body: AddMemory) => ask<Memory>(room(), 'addSceneMemory', { body }),
  changeMemory: (memory: number, body: ChangeMemory) =>
    ask<Memory>(room(), 'changeSceneMemory', { params: { memory }, body }),
  deleteMemory: (memory: number) => ask<{ id: string }>(room(), 'deleteSceneMemory', { params: { memory } }),
});

const runActions = (room: () => Pick<RoomApi, 'perform'>) => ({
  control: (verb: Verb, key: Key = null) => ask<RunControlled>(room(), `${verb}Run`, {}, key),
});

export const gridActions = (room: () => Pick<RoomApi, 'perform'>) => ({
  ...runActions(room),
  turn: (n: number) => ask<TurnView>(room(), 'readTurn', { params: { n } }),
  knowledge: () => ask<KnowledgeReading>(room(), 'readKnowledge', {}),
  observe: (body: PostObservation, key: Key = null) =>
    ask<ObservationResult>(room(), 'postObservation', { body }, key),
  replay: ({ after, limit }: { after: number; limit: number }) =>
    ask<ReplayPage>(room(), 'readReplay', { query: { cursor: after, limit } }),
});

export const adventureActions = (room: () => Pick<RoomApi, 'perform'>) => ({
  ...runActions(room),
  turn: (n: number) => ask<AdventureTurn>(room(), 'readTurn', { params: { n } }),
  knowledge: () => ask<AdventureKnowledge>(room(), 'readKnowledge', {}),
  give: (body: GiveCommand, key: Key = null) => ask<CommandGiven>(room(), 'giveCommand', { body }, key),
  objectives: () => ask<ObjectiveList>(room(), 'listObjectives', {}),
  addObjective: (body: AddObjective, key: Key = null) =>
    ask<ObjectiveList>(room(), 'addObjective', { body }, key),
  changeObjective: (objective: string, body: ChangeObjective) =>
    ask<ObjectiveList>(room(), 'changeObjective', { params: { objective }, body }),
  dropObjective: (objective: string) =>
    ask<ObjectiveList>(room(), 'dropObjective', { params: { objective } }),
});

type Insisting<R> = {
  [K in keyof R]: R[K] extends (...args: infer A) => Promise<Result<infer T>>
    ? (...args: A) => Promise<T>
    : R[K];
};

/** The room with methods that throw refusals. */
export const insist = <R extends object>(room: R): Insisting<R> => {
  const methods = room as Record<PropertyKey, (...args: unknown[]) => Promise<Result<unknown>>>;
  // Called as methods of the room: `apply` of a stub's method would be a call to the object.
  return new Proxy(room, {
    get:
      (_, name) =>
      async (...args: unknown[]) =>
        must((await methods[name]?.(...args)) as Result<unknown>),
  }) as Insisting<R>;
};

export function withActions<T extends object, A extends object>(stub: T, actions: A): Omit<T, keyof A> & A {
  return new Proxy(stub, {
    get: (target, name) => {
      if (Object.hasOwn(actions, name)) return Reflect.get(actions, name);
      const own = Reflect.get(target, name) as unknown;
      // `fetch` is a method of the runtime and needs its original `this`.
      return name === 'fetch' && typeof own === 'function' ? own.bind(target) : own;
    },
  }) as unknown as Omit<T, keyof A> & A;
}
