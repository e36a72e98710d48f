import type { StateField } from '../contract/agents';
import type { Event } from '../contract/events';
import type { ResolvedProfile } from '../contract/profiles';
import type { RoomState } from '../contract/room-state';
import type { Notes } from '../contract/scenes';
import { reduceOpen } from '../round-state';
import type {
  CastExited,
  QueuedPayload,
  SceneChanged,
  SceneCreated,
  StateUpdated,
  WorldUpdated,
} from './payloads';

export { sceneCreated } from './create';
export { acceptTurn, nextInputs } from './turns';

/** What happened to a character in the round that is being played, or was played last. */
export interface RoundFlags {
  hasActedThisRound: boolean;
  enteredThisRound: boolean;
  exitedThisRound: boolean;
}

/** The part of a cast member that rounds change; everything else about it is fixed when the scene is created. */
export interface Standing {
  active: boolean;
  /** Told to leave, and still owed its last line. */
  exiting: boolean;
  state: Record<StateField, string>;
  /** Number of the round in which it last spoke; null before its first line. */
  lastSpokeRound: number | null;
  flags: RoundFlags;
}

export interface CastMember extends Standing {
  id: string;
  name: string;
  description: string;
  /** Private: for the character itself and the director, like `goals` and `voice`. */
  personality: string;
  goals: string;
  voice: string[];
}

export interface Persona {
  id: string;
  name: string;
  description: string;
}

/** An input that waits for its round, or is being answered by one. */
export interface QueuedInput {
  seq: number;
  type: 'user' | 'continuation';
  personaId?: string;
  /** Characters addressed. */
  to: string[];
  text?: string;
}

/** What `round.rolledback` brings back: everything a round can change, as it was when the round first started. */
export interface BeforeRound {
  n: number;
  standings: Record<string, Standing>;
  world: Record<string, string>;
  trackers: Record<string, string>;
}

export interface SceneProfiles {
  director: ResolvedProfile;
  character: ResolvedProfile;
}

/** A scene, as its ledger says it is. Plain JSON. */
export interface SceneState extends RoomState {
  status: 'open' | 'finished';
  scenario: string;
  notes: Notes;
  seed: string;
  /** Lines kept verbatim in prompts. */
  historyWindow: number;
  profiles: SceneProfiles;
  /** By id. Read it with {@link findMember}: an id may be the name of something every object has. */
  cast: Record<string, CastMember>;
  castOrder: string[];
  personas: Persona[];
  world: Record<string, string>;
  trackers: Record<string, string>;
  /** Inputs in order of arrival. */
  queue: QueuedInput[];
  /** Inputs of the round that is open, or that was played last. */
  answering: QueuedInput[];
  before: BeforeRound | null;
}

/** The cast member of that id; undefined when there is none. */
export function findMember(state: Pick<SceneState, 'cast'>, id: string): CastMember | undefined {
  return Object.hasOwn(state.cast, id) ? state.cast[id] : undefined;
}

/** Everyone of the cast, in the order the scene lists them. */
export function listCast(state: Pick<SceneState, 'cast' | 'castOrder'>): CastMember[] {
  return state.castOrder.flatMap((id) => findMember(state, id) ?? []);
}

/** Apply `{key, value}` changes to a map of facts: what is not listed stays, `null` clears. */
export function applyChanges(
  facts: Record<string, string>,
  changes: { key: string; value: string | null }[],
): Record<string, string> {
  const next = new Map(Object.entries(facts));
  for (const { key, value } of changes) {
    if (value === null) next.delete(key);
    else next.set(key, value);
  }
  return Object.fromEntries(next);
}

/**
 * Fold one event into the scene. Pure, and complete: folding a ledger from its first event gives the state its room
 * has. Events of kinds that carry no state are only counted.
 *
 * @param state null for the first event, which must be `scene.created`
 */
export function reduceScene(state: SceneState | null, event: Event): SceneState {
  if (event.kind === 'scene.created') return openScene(event);
  if (state === null) throw new Error(`a scene begins with scene.created, not ${event.kind}`);
  return reduceContent({ ...state, ...reduceOpen(state, event), head: event.seq }, event);
}

function reduceContent(state: SceneState, event: Event): SceneState {
  // The ledger holds only what this module's own code wrote; its payloads are not checked a second time.
  const payload: unknown = event.payload;
  switch (event.kind) {
    case 'scene.changed': {
      const { title = state.title, status = state.status } = payload as SceneChanged;
      return { ...state, title, status };
    }
    case 'player.spoke':
    case 'round.requested':
      return { ...state, queue: [...state.queue, readInput(event.seq, payload as QueuedPayload)] };
    case 'round.started':
      return startRound(state, event);
    case 'round.rolledback':
      return restoreBefore(state, event);
    case 'state.updated':
      return (payload as StateUpdated).updates.reduce(
        (s, { id, field, value }) =>
          changeMember(s, id, (m) => ({ ...m, state: { ...m.state, [field]: value } })),
        state,
      );
    case 'world.updated': {
      const { world, trackers } = payload as WorldUpdated;
      return {
        ...state,
        world: applyChanges(state.world, world),
        trackers: applyChanges(state.trackers, trackers),
      };
    }
    case 'cast.entered':
      return changeMember(state, memberId(event), (m) => ({
        ...m,
        active: true,
        exiting: false,
        flags: { ...m.flags, enteredThisRound: true },
      }));
    case 'cast.exited': {
      const { status } = payload as CastExited;
      return changeMember(state, memberId(event), (m) => ({
        ...m,
        active: status === 'leaving',
        exiting: status === 'leaving',
        flags: { ...m.flags, exitedThisRound: true },
      }));
    }
    case 'character.spoke':
      return changeMember(state, memberId(event), (m) => ({
        ...finishExit(m),
        lastSpokeRound: event.round ?? state.rounds,
        flags: { ...m.flags, hasActedThisRound: true },
      }));
    case 'character.skipped':
      return changeMember(state, memberId(event), finishExit);
    default:
      return state;
  }
}

/** Whoever was leaving is gone once its turn has passed, spoken or not. */
const finishExit = (member: CastMember): CastMember =>
  member.exiting ? { ...member, active: false, exiting: false } : member;

/** The id in an actor such as `character:ada`. */
const memberId = (event: Event): string => event.actor.slice(event.actor.indexOf(':') + 1);

function changeMember(state: SceneState, id: string, change: (member: CastMember) => CastMember): SceneState {
  const member = findMember(state, id);
  return member ? { ...state, cast: { ...state.cast, [id]: change(member) } } : state;
}

function openScene(event: Event): SceneState {
  const created = event.payload as unknown as SceneCreated;
  const cast = created.characters.map((character): CastMember => {
    const { location, mood, active, ...card } = character;
    return {
      ...card,
      active,
      exiting: false,
      state: { location, mood, clothing: '', activity: '', intentions: '' },
      lastSpokeRound: null,
      flags: { hasActedThisRound: false, enteredThisRound: false, exitedThisRound: false },
    };
  });
  return {
    id: created.id,
    title: created.title,
    status: 'open',
    scenario: created.scenario,
    notes: created.notes,
    seed: created.seed,
    historyWindow: created.historyWindow,
    profiles: created.profiles,
    cast: Object.fromEntries(cast.map((member) => [member.id, member])),
    castOrder: cast.map((member) => member.id),
    personas: created.personas,
    world: created.world,
    trackers: {},
    queue: [],
    answering: [],
    before: null,
    head: event.seq,
    createdAt: event.at,
    rounds: 0,
    open: null,
    failed: null,
  };
}

function readInput(seq: number, payload: QueuedPayload): QueuedInput {
  const { type, personaId, to, text } = payload;
  return {
    seq,
    type,
    to,
    ...(personaId === undefined ? {} : { personaId }),
    ...(text === undefined ? {} : { text }),
  };
}

/**
 * A round takes its inputs out of the queue. A retry that resumes goes on with what the first attempt changed; any
 * other start begins with nobody having acted, and keeps a copy of what the round may change.
 */
function startRound(state: SceneState, event: Event): SceneState {
  const { open } = state;
  if (!open) return state;
  const answering = [...state.queue, ...state.answering].filter((input) => open.inputs.includes(input.seq));
  const queue = state.queue.filter((input) => !open.inputs.includes(input.seq));
  const resumed = open.startSeq !== event.seq && state.before?.n === open.n;
  if (resumed) return { ...state, queue, answering };

  const before: BeforeRound = {
    n: open.n,
    standings: Object.fromEntries(listCast(state).map((member) => [member.id, readStanding(member)])),
    world: state.world,
    trackers: state.trackers,
  };
  const fresh: RoundFlags = { hasActedThisRound: false, enteredThisRound: false, exitedThisRound: false };
  // Who was leaving in a round that was cut short has not left.
  const cast = Object.fromEntries(
    listCast(state).map((member) => [member.id, { ...member, exiting: false, flags: fresh }]),
  );
  return { ...state, cast, queue, answering, before };
}

const readStanding = ({ active, exiting, state, lastSpokeRound, flags }: Standing): Standing => ({
  active,
  exiting,
  state,
  lastSpokeRound,
  flags,
});

function restoreBefore(state: SceneState, event: Event): SceneState {
  const { before } = state;
  if (!before || before.n !== event.round) return state;
  const cast = Object.fromEntries(
    listCast(state).map((member) => [member.id, { ...member, ...before.standings[member.id] }]),
  );
  return { ...state, cast, world: before.world, trackers: before.trackers, before: null };
}
