import type { JsonObject } from '../../base/json';
import type { GameAction } from '../../contract/agents';
import type { Failure } from '../../contract/problems';
import type { ScorecardOptions } from '../../contract/run-parts';
import { STORY_PREFIX } from '../../contract/stories';
import type { BuiltinGame, GameStep, Games } from './game';
import { EMBEDDED_STORY } from './tide-mill';

/**
 * Result of sending to a game. `refused`: it answered and certainly did nothing. `doubt`: it is unknown whether it was
 * done. `unsent`: it never reached the game. A type alias, so that it counts as plain JSON.
 */
export type DriverOutcome =
  /** `anew`: the server had lost the session; this is the game from its beginning, in a new one. */
  | { kind: 'step'; step: GameStep; note: string | null; anew?: true }
  | {
      kind: 'refused' | 'doubt' | 'unsent';
      message: string;
      /** New snapshot of the session; absent: unchanged. */
      snapshot?: JsonObject;
      /** Refused, as the server has lost the session: starting the game again opens a new one. */
      gone?: true;
      /** Failure that somebody must mend, and how; until then every request fails the same way. */
      failure?: Failure;
    };

/** Beside an action: its reasons, and how carefully it is sent. */
export interface SentWith {
  /** Reasons of the action; a service that keeps them shows them beside it. */
  reasoning?: JsonObject;
  /** Nobody knows whether the last command was done: see first that the game can be reached, so that no more get lost. */
  afterDoubt?: boolean;
}

/** A game as a turn plays it, wherever it runs. */
export interface GameDriver {
  /**
   * Fate of an action that was cut off half way (docs/internals.md#ledger-and-journal). `recomputed`: nothing outside takes part, so it needs no
   * journal; `resent`; `doubted`: it may have been done, and it is not sent again.
   */
  afterCut: 'recomputed' | 'resent' | 'doubted';
  /** The caller plays the game: what it shows is waited for. */
  waits?: true;
  /** Start the game; with a snapshot, start the level that stands again, or the game where its session is lost. */
  begin(snapshot: JsonObject | null): DriverOutcome | Promise<DriverOutcome>;
  act(snapshot: JsonObject, action: GameAction, sentWith?: SentWith): DriverOutcome | Promise<DriverOutcome>;
  /** The run is over: let go of what the game's server keeps for it. Absent: there is nothing. Never throws. */
  end?(snapshot: JsonObject): Promise<void>;
}

/** Sources of the games of a run. */
export interface GamePorts {
  builtin: Games;
  /** A game of the remote service, by the name a run has for it; null when the operator has configured none. */
  remote: ((game: string, scorecard?: ScorecardOptions) => GameDriver) | null;
}

/**
 * Kind of a run's game, from its id: `arc3:<full id>`, `pushed`, a text adventure (`story-<hash>`, or the one that comes
 * with the service), or a built-in game.
 */
export type GameSource = 'builtin' | 'arc3' | 'pushed' | 'story';
export const REMOTE_PREFIX = 'arc3:';
export const PUSHED_GAME = 'pushed';

export function sourceOf(game: string): GameSource {
  if (game.startsWith(REMOTE_PREFIX)) return 'arc3';
  if (game === PUSHED_GAME) return 'pushed';
  return game === EMBEDDED_STORY.id || game.startsWith(STORY_PREFIX) ? 'story' : 'builtin';
}

/** A built-in game as a driver: it is pure. */
export function driveBuiltin(game: BuiltinGame, seed: string): GameDriver {
  const answer = (step: GameStep): DriverOutcome => ({ kind: 'step', step, note: null });
  return {
    afterCut: 'recomputed',
    begin: (snapshot) => answer(snapshot === null ? game.start(seed) : game.restart(snapshot)),
    act: (snapshot, action) => answer(game.act(snapshot, action)),
  };
}
