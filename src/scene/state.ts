import { isSmall } from '../base/answerer';
import type { DirectorPlan } from '../contract/agents';
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
/** The private part of a change. Each field is the complete new value unless noted. */
export type SceneReset = Omit<PayloadOf<'scene.changed'>, 'title' | 'status' | 'pace' | 'forkedFrom'>;
type InputType = PayloadOf<'player.spoke' | 'round.requested'>['type'];
/** An input of either kind; only `player.spoke` always has a text and a persona. */
export type QueuedPayload = { type: InputType; to: string[] } & Partial<
  Omit<PayloadOf<'player.spoke'>, 'type' | 'to'> & Omit<PayloadOf<'round.requested'>, 'type' | 'to'>
>;

/** The part of a cast member that rounds change; only the owner changes the rest. */
export type CharacterStanding = BeforeRound['standings'][string];
export type RoundFlags = CharacterStanding['flags'];

export type CardField = 'description' | 'personality' | 'goals' | 'secrets';

export interface CastMember extends CharacterStanding {
  id: string;
  /** Initial standing of a member that was added to a running scene, for a rollback to before. */
  origin?: CharacterStanding;
  name: string;
  /** Value of `{{char}}` in its texts; empty: its name. */
  nickname: string;
  description: string;
  /** Id of the library character that it was copied from. */
  from?: string | undefined;
  /** Private, like `goals` and `voice`. */
  personality: string;
  goals: string;
  /** Private: only the character itself and the director see it. */
  secrets: string;
  /** The author's guidance on playing the character. */
  instructions: string;
  /** Author's texts at the end of each of its prompts, and among the newest lines. */
  postHistory: string;
  depthPrompt: DepthPrompt | null;
  examples: string[];
  voice: string[];
  /**
   * Short forms of long texts, for other agents' prompts; `of` is the hash of the text, an empty `text` means
   * that there is none.
   */
  summaries?: Partial<Record<CardField, { of: number; text: string }>> | undefined;
}

export type Persona = PayloadOf<'scene.created'>['personas'][number];

export interface Line {
  /** Ledger seq; null until the line is stored. */
  seq: number | null;
  round: number;
  /** `character:<id>`, `persona:<id>` or `system`. */
  actor: string;
  name: string;
  kind: string;
  text: string;
  to: string[];
  audience: string[];
}

export type GameOutcome = Pick<
  Extract<PayloadOf<'run.finished'>, { reveal: object }>,
  'reason' | 'winner' | 'scores'
>;

export interface TableState {
  /** The common word, then the odd one out's. */
  words: [string, string];
  odd: string;
  /** Each player's word, by id, in playing order. */
  dealt: Record<string, string>;
  /** Ids of personas that play; people give their clues first. */
  people: string[];
  round: number;
  /** null until the game is over. */
  outcome: GameOutcome | null;
}

/** A person's seat. Times are ISO and determine its status (src/scene/seats.ts). */
export type Seat = Omit<SeatView, 'status' | 'watching'>;

export interface SeatNote {
  count: number;
  characters: number;
}

export interface QueuedInput {
  seq: number;
  at: string;
  type: InputType;
  personaId?: string;
  to: string[];
  text?: string;
  /** Audience of a whisper. Unset: everyone. */
  audience?: string[];
  line?: number;
  criteria?: Record<string, string>;
  /** Ids of the personas that a hidden whisper addresses. */
  toPersonas?: string[];
  /** Revealed to `audience` when its round begins. */
  hidden?: true;
  /** Starts a gathering or manual round. */
  start?: true;
  /** The scene's own input for an autonomous round. */
  autonomous?: true;
  hook?: true;
}

/** Everything that a round can change, as of its first start; `round.rolledback` restores it. */
export type BeforeRound = NonNullable<PayloadOf<'round.rolledback'>['restored']>;

export type Summary = BeforeRound['summary'];

/** The owner's choice of next speaker: `next` acts alone, `skip` do not act. */
export type CalledSpeakers = PayloadOf<'cast.called'>;

export interface Autonomy {
  rounds: number;
  pauseSeconds: number;
  played: number;
  /** Number of the last autonomous round; null before the first. */
  last: number | null;
  /** Reason of the end until `autonomy.ended` is written; null: still running. */
  ending: AutonomyEnd | null;
  /** Limits of the autonomous rounds; unset: none. */
  budget?: PayloadOf<'autonomy.limited'>;
}

/** The state folded from a scene's ledger. Plain JSON. */
export interface SceneState extends RoomState {
  status: 'open' | 'finished';
  scenario: string;
  notes: Notes;
  seed: string;
  dice: string;
  /** Number of lines that prompts contain verbatim. */
  historyWindow: number;
  profiles: SceneProfiles;
  /** Members by id. Read it with {@link findMember}: an id may be the name of a property of every object. */
  cast: Record<string, CastMember>;
  castOrder: string[];
  personas: Persona[];
  /** Seats by id in order of creation, including ended ones. */
  seats: Record<string, Seat>;
  noted: Record<string, SeatNote>;
  world: Record<string, string>;
  trackers: Record<string, string>;
  pace: PaceRules;
  /** End of the last round; null before that. */
  restedAt: string | null;
  autonomy: Autonomy | null;
  queue: QueuedInput[];
  /** Inputs of the current or last round. */
  answering: QueuedInput[];
  before: BeforeRound | null;
  settings: SceneSettings;
  /** Limits of the scene and of each player; money in currency units. */
  budgets: SceneBudgetsNow;
  lorebooks: NonNullable<NewScene['lorebooks']>;
  game: TableGame | null;
  /** null without a game. */
  table: TableState | null;
  memory: PayloadOf<'scene.created'>['memory'];
  library: NonNullable<PayloadOf<'scene.created'>['library']>;
  summary: Summary;
  /** The owner's choice for the next round; `calledNow` is the current round's. */
  called: CalledSpeakers;
  calledNow: CalledSpeakers;
  /** With `settings.approvePlans`: the plan of the open round until it is played, and the plan that the owner approved. */
  plan: { proposed: DirectorPlan | null; approved: DirectorPlan | null };
  forkedFrom: { scene: string; round: number } | null;
  /** Manually undone rounds, `[first, last]`, oldest rollback first. */
  undone: [number, number][];
  /** The round that a retry must restart, because the owner changed facts that it has used. */
  anew: number | null;
  /**
   * Changes of lines, oldest first; `round` is set if a round made the change, which a rollback then undoes.
   */
  edits: (LineChange & { round: number | null })[];
  /** Lines that the owner hid or deleted. Left out of every prompt and every seat's view. */
  hiddenLines: HiddenLines;
  /**
   * Edited lines, each with the seq of its last change, ascending. A summary or memory of a line is stale if
   * it is older than that change.
   */
  changed: { line: number; at: number }[];
  /** True for a fork whose world may not have the memories of its past yet. */
  inherits: boolean;
  /** Seq of the newest event that changes memories; 0: none. */
  memoriesAt: number;
}

export const isUndone = ({ undone }: Pick<SceneState, 'undone'>, n: number): boolean =>
  undone.some(([first, last]) => first <= n && n <= last);

/** Number of rounds that were rolled back; a range may contain earlier ones. */
export function countUndone(undone: SceneState['undone']): number {
  const ranges = undone.toSorted(([a], [b]) => a - b);
  let count = 0;
  let end = 0;
  for (const [first, last] of ranges) {
    count += Math.max(0, last - Math.max(end, first - 1));
    end = Math.max(end, last);
  }
  return count;
}

export const NO_CALLS: CalledSpeakers = { next: null, skip: [] };

export const NO_PROPOSAL = { proposed: null, approved: null } as const;

/**
 * Returns the status that every view shows. A finished scene takes no further turns, so it stays finished
 * regardless of its last round.
 */
export function sceneStatus(state: Pick<SceneState, 'status' | 'open' | 'failed'>): SceneStatus {
  if (state.status === 'finished' || (!state.open && !state.failed)) return state.status;
  return state.open ? 'running' : 'failed';
}

/** The profile of a role, or of the character with that id. */
export function agentProfile(
  { profiles }: Pick<SceneState, 'profiles'>,
  role: ProfileRole,
  character?: string,
): ResolvedProfile {
  const { characters = {} } = profiles;
  const own = character !== undefined && Object.hasOwn(characters, character) && characters[character];
  return own || (profiles[role] ?? (role === 'narrator' ? profiles.character : profiles.director));
}

/** True if agents with this profile receive the conversation as turns; never in a table game. */
export const hasTurns = (state: Pick<SceneState, 'table'>, profile: ResolvedProfile): boolean =>
  !isSmall(profile) && state.table === null;

/** The id in an actor such as `character:ada`; null for other actors. */
export const characterId = (actor: string): string | null =>
  actor.startsWith('character:') ? actor.slice('character:'.length) : null;

/** Own properties only, because an id may equal the name of an inherited property. */
export function findMember(state: Pick<SceneState, 'cast'>, id: string | null): CastMember | undefined {
  return id !== null && Object.hasOwn(state.cast, id) ? state.cast[id] : undefined;
}

/** Error message for an unknown id, with the valid ones. */
export const unknownCharacter = ({ castOrder }: Pick<SceneState, 'castOrder'>, id: string): string =>
  `no character "${id}" in the scene; use ${castOrder.join(', ')}`;
export const unknownPersona = ({ personas }: Pick<SceneState, 'personas'>, id: string): string =>
  `no persona "${id}" in the scene; use ${personas.map((persona) => persona.id).join(', ')}`;

export function listCast(state: Pick<SceneState, 'cast' | 'castOrder'>): CastMember[] {
  return state.castOrder.flatMap((id) => findMember(state, id) ?? []);
}

/** Applies `{key, value}` changes to a map of facts: `null` deletes, unlisted facts stay. */
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
