import type { JsonObject } from '../../base/json';
import type { GameAction } from '../../contract/agents';
import type { Failure } from '../../contract/problems';
import type { ScorecardOptions } from '../../contract/run-parts';
import { STORY_PREFIX } from '../../contract/stories';
import type { BuiltinGame, GameStep, Games } from './game';
import { EMBEDDED_STORY } from './tide-mill';

/**
 * `refused`: the game responded and did nothing. `doubt`: the effect is unknown. `unsent`: it never reached
 * the game. A type alias, so that it counts as plain JSON.
 */
export type DriverOutcome =
  /** `anew`: the server lost the session, and the game restarted in a new one. */
  | { kind: 'step'; step: GameStep; note: string | null; anew?: true }
  | {
      kind: 'refused' | 'doubt' | 'unsent';
      message: string;
      /** New snapshot of the session; absent: unchanged. */
      snapshot?: JsonObject;
      /** The server has lost the session; starting the game again opens a new one. */
      gone?: true;
      /** A permanent failure: requests fail until a person fixes the cause. */
      failure?: Failure;
    };

export interface ActionContext {
  /** Reasons for the action; some services store and show them. */
  reasoning?: JsonObject;
  /**
   * The last command's effect is unknown: check that the game is reachable first, so that no more actions are
   * lost.
   */
  afterDoubt?: boolean;
}

/** A game, local or remote, as turns use it. */
export interface GameDriver {
  /**
   * Handling of an interrupted action (docs/internals.md#ledger-and-journal). `recomputed`: pure, needs no
   * journal; `resent`; `doubted`: may have been done, so it is not sent again.
   */
  afterCut: 'recomputed' | 'resent' | 'doubted';
  /** The caller plays the game, and turns wait for its observations. */
  waits?: true;
  /** Starts the game. With a snapshot: restarts the current level, or the game if its session is lost. */
  begin(snapshot: JsonObject | null): DriverOutcome | Promise<DriverOutcome>;
  act(
    snapshot: JsonObject,
    action: GameAction,
    sentWith?: ActionContext,
  ): DriverOutcome | Promise<DriverOutcome>;
  /** Releases the server's resources after the run. Absent: there are none. Never throws. */
  end?(snapshot: JsonObject): Promise<void>;
}

export interface GamePorts {
  builtin: Games;
  /** Driver of a remote game by its id; null if no service is configured. */
  remote: ((game: string, scorecard?: ScorecardOptions) => GameDriver) | null;
  /** Programs of models may run on this stage. */
  worldCode: boolean;
}

/**
 * Kind of a game, from its id: `arc3:<full id>`, `pushed`, a text adventure (`story-<hash>` or the built-in
 * one), or a built-in game.
 */
export type GameSource = 'builtin' | 'arc3' | 'pushed' | 'story';
export const REMOTE_PREFIX = 'arc3:';
export const PUSHED_GAME = 'pushed';

export function gameSource(game: string): GameSource {
  if (game.startsWith(REMOTE_PREFIX)) return 'arc3';
  if (game === PUSHED_GAME) return 'pushed';
  return game === EMBEDDED_STORY.id || game.startsWith(STORY_PREFIX) ? 'story' : 'builtin';
}

/** Built-in games are pure. */
export function driveBuiltin(game: BuiltinGame, seed: string): GameDriver {
  const answer = (step: GameStep): DriverOutcome => ({ kind: 'step', step, note: null });
  return {
    afterCut: 'recomputed',
    begin: (snapshot) => answer(snapshot === null ? game.start(seed) : game.restart(snapshot)),
    act: (snapshot, action) => answer(game.act(snapshot, action)),
  };
}
