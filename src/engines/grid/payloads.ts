import type { ActionId, EnvironmentUpdate, GameAction } from '../../api/agents';
import type { Contradiction } from '../../api/run-knowledge';
import type { JsonObject } from '../../base/json';
import type { GameStatus } from '../../games/grid/game';
import type { Standing as ActionStanding, Reviewed, Verdict } from './knowledge';

/** What the events of a run carry: enough to rebuild its state from the ledger alone. */

/** Where a game stands. */
interface Standing {
  snapshot: JsonObject;
  state: GameStatus;
  level: number;
  available: ActionId[];
  /** What the game's server did that it should not have; null as a rule. */
  note: string | null;
}

/** Payload of `game.reset`; the frame follows in its own event. */
export interface ResetPayload extends Standing {
  reason: 'start' | 'game_over' | 'refused' | 'session_lost';
  /** Nobody knows whether the game did it: no frame follows. */
  inDoubt: boolean;
}

/** Why an action is sent: to reach a better state, to learn about it, or to see again where the game stands. */
export type ActionRole = 'setup' | 'target' | 'resync';

/** Payload of `action.executed`; the settled frame follows in its own event. */
export interface ExecutedPayload extends Standing {
  action: ActionId;
  /** Column and row of a click; absent for other actions. */
  x?: number;
  y?: number;
  role: ActionRole;
  /** Frame number before it. */
  beforeFrame: number;
  /** Nobody knows whether the game did it: what stands here is from before it, and no frame follows. */
  inDoubt: boolean;
}

/** Payload of `action.refused`: the game answered, and did nothing. */
export interface RefusedPayload {
  action: ActionId;
  x?: number;
  y?: number;
  role: ActionRole;
  message: string;
  /** Its server has lost the session: the game is started anew. */
  gone?: true;
  snapshot: JsonObject;
}

/** Payload of `level.completed`. */
export interface LevelPayload {
  /** Levels completed. */
  level: number;
  action: ActionId;
  role: ActionRole;
  /** Number of the frame after it. */
  frame: number;
}

/** Payload of `frame.captured`. */
export interface FramePayload {
  n: number;
  label: 'start' | 'reset' | 'setup' | 'after' | 'resync';
  cells: string;
  /** Packed frames that were shown before the settled one. */
  animation: string[];
  /** Key of the action that led here (`ACTION6@x,y` for a click); null after a reset. */
  action: string | null;
  /** Key of the masked state before that action; null after a reset, and when that state is not certain. */
  fromKey: string | null;
  /** Whether the way from there may be walked again: not after a completed level or an ended game. */
  walkable: boolean;
}

/** Payload of `knowledge.updated`: what changed, whole, so that the fold holds no rule that could change later. */
export interface KnowledgePayload {
  action: ActionId;
  verdict: Verdict;
  environment: EnvironmentUpdate[];
  /** Actions that were verified, until an execution on the way to this test contradicted them; absent: none. */
  contradicted?: ContradictedAction[];
}

/** What an execution on the way to another test makes of what is known about its action. */
export interface ContradictedAction extends ActionStanding {
  action: ActionId;
  seen: Contradiction;
}

/** Payload of `hud.learned`: what is masked from here on, and what that makes of everything seen so far. */
export interface HudPayload {
  /** Every masked cell, as `row * cols + col`. */
  cells: number[];
  /** State keys that are other keys under this mask. */
  rekeyed: Record<string, string>;
  /** Observations that look different, by the number of their frame after. */
  reviewed: Record<number, Reviewed>;
}

/** Payload of `action.requested`, in a game that the caller plays: what it is asked to do and to post next. */
export interface RequestPayload {
  /** Numbers the observations that are asked for, from 1. */
  n: number;
  /** `start` and `reset`: show the game from its beginning, or the level again; no action. */
  role: 'start' | 'reset' | ActionRole;
  action: GameAction | null;
}

/** Payload of `observation.received`: what the caller posted. */
export interface ObservationPayload {
  n: number;
  frames: string[];
  state: GameStatus;
  level: number;
  available: ActionId[];
}

/** What `action.suggested` and `action.analyzed` say about who answered. */
export interface AnsweredPayload {
  provider: string;
  calls: number;
}
