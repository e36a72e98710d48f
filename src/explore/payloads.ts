import type { ActionId, EnvironmentUpdate } from '../contract/agents';
import type { JsonObject } from '../contract/json';
import type { GameStatus } from '../games/game';
import type { Verdict } from './knowledge';

/** What the events of a run carry: enough to rebuild its state from the ledger alone. */

/** Payload of `game.reset`; the frame follows in its own event. */
export interface ResetPayload {
  reason: 'start' | 'game_over';
  snapshot: JsonObject;
  state: GameStatus;
  level: number;
  available: ActionId[];
}

/** Payload of `action.executed`; the settled frame follows in its own event. */
export interface ExecutedPayload {
  action: ActionId;
  role: 'setup' | 'target';
  /** Frame number before it. */
  beforeFrame: number;
  snapshot: JsonObject;
  state: GameStatus;
  level: number;
  available: ActionId[];
}

/** Payload of `frame.captured`. */
export interface FramePayload {
  n: number;
  label: 'start' | 'reset' | 'setup' | 'after';
  cells: string;
  /** Packed frames that were shown before the settled one. */
  animation: string[];
  /** The action that led here, when `label` is `setup` or `after`. */
  action: ActionId | null;
  /** Key of the masked state before that action. */
  fromKey: string | null;
  /** Whether the way from there may be walked again: not after a completed level or an ended game. */
  walkable: boolean;
}

/** Payload of `knowledge.updated`: what changed, whole, so that the fold holds no rule that could change later. */
export interface KnowledgePayload {
  action: ActionId;
  verdict: Verdict;
  environment: EnvironmentUpdate[];
}

/** What `action.suggested` and `action.analyzed` say about who answered. */
export interface AnsweredPayload {
  provider: string;
  calls: number;
}
