import type { DirectorPlan, DirectorReconciliation, StateField } from '../../api/agents';
import type { Rung } from '../../api/calls';
import type { ChangeCharacter } from '../../api/change-scene';
import type { SceneSettings } from '../../api/context';
import type { MemberInput, NewScene, Notes, PersonaInput, TableGame } from '../../api/create-scene';
import type { Recollection } from '../../api/memories';
import type { Cost, Limits, SceneBudgetsNow } from '../../api/money';
import type { AutonomyEnd, PaceRules } from '../../api/pace';
import type { ResolvedProfile } from '../../api/profiles';
import type { SeatRole } from '../../api/seats';
import type { JsonObject } from '../../base/json';
import type { BeforeRound, Persona, SceneProfiles, Seat } from './state';

/** Payloads of the events a scene writes and folds again. Type aliases, so that they fit a JSON object. */

export type SceneCreated = {
  id: string;
  title: string;
  template: string | null;
  scenario: string;
  notes: Notes;
  /** What is dealt follows from it: only the owner knows it. */
  seed: string;
  /** Made of the seed, and not the other way round: rounds tell it to everyone. */
  dice: string;
  historyWindow: number;
  profiles: SceneProfiles;
  characters: (MemberInput & { id: string })[];
  personas: (PersonaInput & { id: string })[];
  world: Record<string, string>;
  trackers: Record<string, string>;
  settings: SceneSettings;
  lorebooks: NonNullable<NewScene['lorebooks']>;
  game: TableGame | null;
  /** Whose memories its characters share: a world of the library, else the scene alone. */
  memory: MemoryHome;
  /** What it may spend; scenes of before this existed have none. */
  budgets?: SceneBudgetsNow;
  /** Ids of what it was made of; scenes of before this was kept have none of it. */
  library: LibraryHome;
  /** When its rounds begin; scenes of before there was a choice have none of it. */
  pace?: PaceRules;
};

/** The world, campaign and arc of the library that a scene was made in. */
export type LibraryHome = { world: string | null; campaign: string | null; arc: string | null };

/** Where the memories of a scene's characters are, and which of them are of its past. */
export type MemoryHome = {
  /** Names the World object within the tenant: the id of a world, or of the scene that began the line of forks. */
  world: string;
  /** Scenes it was forked from, nearest first; `upTo`: the last round that it shares with them. */
  lineage: { scene: string; upTo: number }[];
};

/** Of `scene.changed`: what is so from now on. Everything but the first four is for the owner alone. */
export type SceneChanged = {
  title?: string;
  status?: 'open' | 'finished';
  /** As a whole. */
  pace?: PaceRules;
  /** Of the event that makes a fork of a copied past: what still waited is dropped. */
  forkedFrom?: { scene: string; round: number };
} & SceneReset;

/** The private part of a change. Everything is as it is now, as a whole, unless it says otherwise. */
export type SceneReset = {
  scenario?: string;
  notes?: Notes;
  world?: FactChange[];
  trackers?: FactChange[];
  lorebooks?: NonNullable<NewScene['lorebooks']>;
  settings?: SceneSettings;
  historyWindow?: number;
  budgets?: SceneBudgetsNow;
  /** Those that changed; null: as if none had been given. */
  profiles?: ProfilesReset;
  personas?: Persona[];
  /** Who came into the cast. */
  added?: (MemberInput & { id: string })[];
  /** By id, what changed of those who were in it. */
  cast?: Record<string, ChangeCharacter>;
};

/** Profiles by role, and of single characters by id, with every default applied. */
export type ProfilesReset = {
  [Role in keyof SceneProfiles]?: Role extends 'characters'
    ? Record<string, ResolvedProfile | null>
    : ResolvedProfile | null;
};

/** What asks for a round: `regenerate` speaks one line anew. */
export type InputType = 'user' | 'continuation' | 'narration' | 'regenerate';

/** Of `player.spoke` and `round.requested`; only what a player said always has a text and a persona. */
export type QueuedPayload = {
  type: InputType;
  personaId?: string;
  name?: string;
  text?: string;
  to: string[];
  /** Heard by nobody but the speaker and those addressed. */
  whisper?: true;
  /** Of a whisper: ids of the personas addressed. */
  toPersonas?: string[];
  /** Of `regenerate`: seq of the line. */
  line?: number;
  /** Others read it when its round begins (src/engines/scene/hidden-lines.ts). */
  hidden?: true;
  /** The round that waits for others begins with it. */
  start?: true;
  /** Of a scene that goes on by itself: nobody asked for it. */
  autonomous?: true;
  /** It was delivered to a hook. */
  hook?: true;
};

/** Of `line.revealed`: what a player had said, at `seq`, as those who hear it are told it. */
export type LineRevealed = {
  seq: number;
  type: 'user';
  personaId: string;
  name: string;
  text: string;
  to: string[];
  whisper?: true;
  toPersonas?: string[];
};

/** Of `player.ready`: who has said something that is hidden until the round begins. */
export type PlayerReady = { personaId: string; name: string };

export type AutonomyStarted = { rounds: number; pauseSeconds: number };
/** Of `autonomy.limited`, for the owner: what it may spend from `spent` on. Money in units of the currency. */
export type AutonomyLimited = { limits: Limits; spent: Cost };
/** Of `autonomy.ended`: `played` of `rounds`. */
export type AutonomyEnded = { reason: AutonomyEnd; played: number; rounds: number };

/** Of `seat.changed`, for the owner: the whole seat as it is now. */
export type SeatChanged = { change: 'invited' | 'accepted' | 'recast' | 'revoked'; seat: Seat };

/** Of `player.joined`: who is there. `persona` null: nobody yet, or a spectator. */
export type PlayerThere = {
  seat: string;
  role: SeatRole;
  persona: string | null;
  /** Of the persona. */
  personaName: string | null;
  /** Of the person. */
  name: string;
};
/** Of `player.left`: its last socket closed a while ago, or its seat was revoked. */
export type PlayerLeft = PlayerThere & { reason: 'gone' | 'revoked' };
/** Of `player.changed`: who it plays now, and played before. */
export type PlayerChanged = PlayerThere & { from: string | null };

/** Of `note.written`, for who wrote it and the owner. */
export type NoteWritten = { text: string };

export type StateUpdated = { pass: number; updates: { id: string; field: StateField; value: string }[] };

export type FactChange = { key: string; value: string | null };
export type WorldUpdated = { world: FactChange[]; trackers: FactChange[] };

/** `leaving`: one more line to come; `left`: gone without another word. */
export type CastExited = { name: string; pass: number; status: 'leaving' | 'left' };

/** Of `director.completed`, which only the owner sees: it holds the guidance of every character. */
export type DirectorCompleted = {
  pass: number;
  plan: DirectorPlan | DirectorReconciliation;
  provider: string;
  rung: Rung;
  audited: string[];
};

export type CharacterSpoke = {
  pass: number;
  kind: string;
  text: string;
  name: string;
  provider: string;
  rung: Rung;
  /** True for the last line of a character that leaves. */
  exit: boolean;
  /** The further fields of its profile (`outputExtraFields`, `jsonSchema`, `jsonExample`); absent when there are none. */
  extra?: JsonObject;
};

export type CharacterSkipped = {
  pass: number;
  name: string;
  reason: string;
  provider: string;
  /** No rung of the ladder gave a line. */
  rung: 'none';
};

/** Of `character.thought`, for the owner: what it thought while it spoke. */
export type CharacterThought = { pass: number; name: string; text: string };

/** Of `cast.called`: the next round is this character's alone, or passes it over; null takes both back. */
export type CastCalled = { next: string | null; skip: string[] };

/** Of `line.edited`: what the line says from now on. `provider` and `rung` when a model wrote it. */
export type LineEdited = {
  seq: number;
  text: string;
  by: 'owner' | 'model';
  kind?: string;
  provider?: string;
  rung?: Rung;
};

/** Of `summary.written`: everything up to `throughRound` is summarised. */
export type SummaryWritten = {
  bullets: { round: number; text: string }[];
  running: string;
  throughRound: number;
  messages: number;
  provider: string;
  rung: Rung;
};

/**
 * Of `memory.recalled`, for the owner: by id of a character, best first; `failed` when nothing could be recalled;
 * `inherited`, once in a fork: how many memories it brought along with its past.
 */
export type MemoryRecalled = {
  memories: Record<string, Recollection[]>;
  failed?: string;
  inherited?: number;
};

/** Of `game.dealt`, for the owner: the whole deal. `words`: everybody's, and that of the `odd` one out. */
export type GameDealt = {
  words: [string, string];
  odd: string;
  dealt: Record<string, string>;
  /** Players that are personas; games of before people played have none of it. */
  people?: string[];
};

/** Of `game.dealt`, for one player: its own word. */
export type WordDealt = { word: string };

/** Of `judge.ruled`: for the owner alone while the game goes on. Players by id; `winner` null: nobody, or not yet. */
export type JudgeRuled = {
  text: string;
  winner: string | null;
  scores: Record<string, number>;
  provider: string;
  rung: Rung;
};

/** Of `run.finished` in a scene: how its game ended, and what was dealt. */
export type SceneFinished = {
  reason: 'verdict' | 'no_contest';
  winner: string | null;
  scores: Record<string, number>;
  reveal: { words: [string, string]; odd: string };
};

/** Of `memory.written`, for the owner. */
export type MemoryWritten = { memories: { character: string; text: string }[] };

/**
 * Of `round.rolledback`: what its round wrote from `fromSeq` on is undone. By hand, the last of several such events, for
 * the owner, names all rounds that are undone and brings what was before them.
 */
export type RolledBack = {
  fromSeq: number;
  attempt?: number;
  undone?: [number, number];
  restored?: BeforeRound;
};
