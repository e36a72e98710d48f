import { isSmall } from '../base/answerer';
import type { SceneSettings } from '../contract/context';
import type { DepthPrompt, NewScene, Notes, ProfileRole, TableGame } from '../contract/create-scene';
import type { PayloadOf } from '../contract/events/events';
import type { LineChange } from '../contract/events/fold/edits';
import type { HiddenLines } from '../contract/events/fold/hidden-lines';
import type { SceneBudgetsNow } from '../contract/money';
import type { AutonomyEnd, PaceRules } from '../contract/pace';
import type { ResolvedProfile } from '../contract/profiles';
import type { SceneStatus } from '../contract/scenes';
import type { SeatView } from '../contract/seats';
import type { SceneProfiles } from '../model/profiles';
import type { RoomState } from '../room/room-state';

export type FactChange = PayloadOf<'world.updated'>['world'][number];
/** The private part of a change. Everything is as it is now, as a whole, unless it says otherwise. */
export type SceneReset = Omit<PayloadOf<'scene.changed'>, 'title' | 'status' | 'pace' | 'forkedFrom'>;
/** `regenerate` speaks one line anew. */
type InputType = PayloadOf<'player.spoke' | 'round.requested'>['type'];
/** An input of either kind; only what a player said always has a text and a persona. */
export type QueuedPayload = { type: InputType; to: string[] } & Partial<
  Omit<PayloadOf<'player.spoke'>, 'type' | 'to'> & Omit<PayloadOf<'round.requested'>, 'type' | 'to'>
>;

/** The part of a cast member that rounds change; everything else about it changes by the owner's hand alone. */
export type CharacterStanding = BeforeRound['standings'][string];
/** A character's part in the round that is open, or was played last. */
export type RoundFlags = CharacterStanding['flags'];

/** A text of a card that other characters see shortened. */
export type CardField = 'description' | 'personality' | 'goals' | 'secrets';

export interface CastMember extends CharacterStanding {
  id: string;
  /** The standing of a member that was added to a running scene, for a rollback to before. */
  origin?: CharacterStanding;
  name: string;
  /** What `{{char}}` is in its texts; empty: its name. */
  nickname: string;
  description: string;
  /** Id of the character of the library that it is a copy of. */
  from?: string | undefined;
  /** Private, like `goals` and `voice`. */
  personality: string;
  goals: string;
  /** Private: for the character itself and the director alone. */
  secrets: string;
  /** The author's word to whoever plays it. */
  instructions: string;
  /** The author's word at the end of each of its prompts, and the one among the newest lines. */
  postHistory: string;
  depthPrompt: DepthPrompt | null;
  /** Example exchanges, each whole. */
  examples: string[];
  /** Lines of its own. */
  voice: string[];
  /** Short forms of long texts, for prompts of others; `of` is the key of the text, an empty `text` that there is none. */
  summaries?: Partial<Record<CardField, { of: number; text: string }>> | undefined;
}

export type Persona = PayloadOf<'scene.created'>['personas'][number];

/** One line of the conversation. */
export interface Line {
  /** Number in the ledger; null for a line that is not stored yet. */
  seq: number | null;
  round: number;
  /** `character:<id>`, `persona:<id>` or `system`. */
  actor: string;
  name: string;
  kind: string;
  text: string;
  /** Ids of the characters addressed. */
  to: string[];
  audience: string[];
}

/** Result of a table game. */
export type GameOutcome = Pick<
  Extract<PayloadOf<'run.finished'>, { reveal: object }>,
  'reason' | 'winner' | 'scores'
>;

/** The word-pair game of a scene, as it stands. */
export interface TableState {
  /** Everybody's word, and the odd one out's. */
  words: [string, string];
  /** Id of the odd one out. */
  odd: string;
  /** Each player's word, by id, in the order in which they play. */
  dealt: Record<string, string>;
  /** Players that are personas: people give their clues before the characters do. */
  people: string[];
  /** Rounds of clues that were completed. */
  round: number;
  /** Null until the game is over. */
  outcome: GameOutcome | null;
}

/** A person's place. Times are ISO; what may be done with it follows from them (src/scene/seats.ts). */
export type Seat = Omit<SeatView, 'status' | 'watching'>;

/** The notes that a seat has written. */
export interface Noted {
  count: number;
  characters: number;
}

/** An input that waits for its round, or is being answered by one. */
export interface QueuedInput {
  seq: number;
  at: string;
  type: InputType;
  personaId?: string;
  /** Characters addressed. */
  to: string[];
  text?: string;
  /** Hearers of a whisper. Absent: everyone. */
  audience?: string[];
  /** Seq of the line that `regenerate` speaks anew. */
  line?: number;
  /** Ids of the personas that a hidden whisper addresses. */
  toPersonas?: string[];
  /** Others read it when its round begins. `audience` is who hears it then. */
  hidden?: true;
  /** The round that waits for others begins with it. */
  start?: true;
  /** The scene's own, as it goes on by itself. */
  autonomous?: true;
  /** It was delivered to a hook. */
  hook?: true;
}

/** Everything a round can change, as it was when the round first started; `round.rolledback` brings it back. */
export type BeforeRound = NonNullable<PayloadOf<'round.rolledback'>['restored']>;

export type Summary = BeforeRound['summary'];

/** The owner's choice of next speaker: `next` acts alone, `skip` do not act. */
export type Called = PayloadOf<'cast.called'>;

/** A scene that goes on by itself. */
export interface Autonomy {
  rounds: number;
  pauseSeconds: number;
  /** Rounds of these that were completed. */
  played: number;
  /** Number of the last of them; null before the first. */
  last: number | null;
  /** The reason of the end, until the event that says so is written; null: it goes on. */
  ending: AutonomyEnd | null;
  /** Limits of its own; absent: none. */
  budget?: PayloadOf<'autonomy.limited'>;
}

/** A scene, as its ledger says it is. Plain JSON. */
export interface SceneState extends RoomState {
  status: 'open' | 'finished';
  scenario: string;
  notes: Notes;
  seed: string;
  /** Seed of its rounds. */
  dice: string;
  /** Lines kept verbatim in prompts. */
  historyWindow: number;
  profiles: SceneProfiles;
  /** Members by id. Read it with {@link findMember}: an id may be the name of something every object has. */
  cast: Record<string, CastMember>;
  castOrder: string[];
  personas: Persona[];
  /** Seats by id, in the order they were made; those that are over too. */
  seats: Record<string, Seat>;
  /** Notes by id of the seat. */
  noted: Record<string, Noted>;
  world: Record<string, string>;
  trackers: Record<string, string>;
  pace: PaceRules;
  /** End of the last round; null before that. */
  restedAt: string | null;
  autonomy: Autonomy | null;
  /** Inputs in order of arrival. */
  queue: QueuedInput[];
  /** Inputs of the round that is open, or that was played last. */
  answering: QueuedInput[];
  before: BeforeRound | null;
  settings: SceneSettings;
  /** Limits of the scene and of each player; money in units of the currency. */
  budgets: SceneBudgetsNow;
  lorebooks: NonNullable<NewScene['lorebooks']>;
  game: TableGame | null;
  /** The deal of `game` and its progress; null without a game. */
  table: TableState | null;
  memory: PayloadOf<'scene.created'>['memory'];
  library: NonNullable<PayloadOf<'scene.created'>['library']>;
  summary: Summary;
  /** The owner's choice for the next round; the open one has its own in `calledNow`. */
  called: Called;
  calledNow: Called;
  forkedFrom: { scene: string; round: number } | null;
  /** Rounds that were taken back by hand, `[first, last]`, oldest rollback first. */
  undone: [number, number][];
  /** The round that is begun anew, should it fail: the owner changed what it had been told. */
  anew: number | null;
  /** Changes of lines, the oldest first; `round` when a round made it: it is taken back with it. */
  edits: (LineChange & { round: number | null })[];
  /** Lines that the owner hid from prompts or deleted. Whatever is told to a model or a seat leaves them out. */
  hiddenLines: HiddenLines;
  /**
   * Lines whose words changed, each with the seq of its last change, in the order of the changes. A summary or memory that
   * was made of a line before its last change is stale.
   */
  changed: { line: number; at: number }[];
  /** A fork, and its world may not know yet what its copied past remembers. */
  inherits: boolean;
  /** Rounds that were taken back and whose memories may not have been forgotten yet, `[first, last]`. */
  forget: [number, number][];
}

export const isUndone = ({ undone }: Pick<SceneState, 'undone'>, n: number): boolean =>
  undone.some(([first, last]) => first <= n && n <= last);

export const NOBODY_CALLED: Called = { next: null, skip: [] };

/**
 * Returns the status that every view shows. A finished scene stays finished, whatever became of its last round: it takes
 * no further turns.
 */
export function sceneStatus(state: Pick<SceneState, 'status' | 'open' | 'failed'>): SceneStatus {
  if (state.status === 'finished' || (!state.open && !state.failed)) return state.status;
  return state.open ? 'running' : 'failed';
}

/** The profile that a role, or a character of that id, is asked with. */
export function profileOf(
  { profiles }: Pick<SceneState, 'profiles'>,
  role: ProfileRole,
  character?: string,
): ResolvedProfile {
  const { characters = {} } = profiles;
  const own = character !== undefined && Object.hasOwn(characters, character) && characters[character];
  return own || (profiles[role] ?? (role === 'narrator' ? profiles.character : profiles.director));
}

/** True if agents with this profile receive the conversation as turns; never at a table. */
export const takesTurns = (state: Pick<SceneState, 'table'>, profile: ResolvedProfile): boolean =>
  !isSmall(profile) && state.table === null;

/** The id in an actor such as `character:ada`; null for anyone who is no character. */
export const characterId = (actor: string): string | null =>
  actor.startsWith('character:') ? actor.slice('character:'.length) : null;

/** The cast member of that id; undefined when there is none. */
export function findMember(state: Pick<SceneState, 'cast'>, id: string | null): CastMember | undefined {
  return id !== null && Object.hasOwn(state.cast, id) ? state.cast[id] : undefined;
}

/** Refuses an id of nobody, with the ids there are. */
export const unknownCharacter = ({ castOrder }: Pick<SceneState, 'castOrder'>, id: string): string =>
  `there is no character "${id}"; there is ${castOrder.join(', ')}`;
export const unknownPersona = ({ personas }: Pick<SceneState, 'personas'>, id: string): string =>
  `there is no persona "${id}"; there is ${personas.map((persona) => persona.id).join(', ')}`;

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
