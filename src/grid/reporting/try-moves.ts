import { type ActionId, BOARD_MAX, type GameAction } from '../../contract/agents';
import type { Event, PayloadOf } from '../../contract/events/events';
import { fail, ok, type Result } from '../../contract/problems';
import { MAX_TRIED_MOVES, type TriedMoves } from '../../contract/tries';
import { type GameSource, gameSource } from '../../runs/games/driver';
import type { GameStep, Games } from '../../runs/games/game';
import { diffFrames } from '../frame/diff';

const ELSEWHERE: Partial<Record<GameSource, string>> = {
  pushed: 'The caller plays the game of this run, so its moves cannot be predicted.',
  arc3: 'The game runs on a server that cannot return to an earlier board.',
};

/**
 * Plays a built-in game from a frame of the run. Games are pure, so this stores no events, uses no action and
 * adds no evidence.
 *
 * @param from number of the frame to start from; 0: the opening of the game, even before the first turn
 * @param moves in the format of {@link readMoves}; empty returns the frame itself. After the end of the game
 * a move restarts the level
 * @param events the run's ledger, in order
 * @returns `invalid` for malformed moves, `conflict` if the game is played elsewhere, `not_found` without
 * that frame
 */
export function tryMoves(
  { game: id, games, seed }: { game: string; games: Games; seed: string },
  { from, moves: text }: { from: number; moves: string },
  events: Iterable<Event>,
): Result<TriedMoves> {
  const moves = readMoves(text);
  if (!moves) return refuse('use keys of actions: `ACTION1;ACTION6@3,4`');
  if (moves.length > MAX_TRIED_MOVES) return refuse(`at most ${MAX_TRIED_MOVES} moves can be tried at once`);
  const game = Object.hasOwn(games, id) ? games[id] : undefined;
  if (!game) {
    const detail = ELSEWHERE[gameSource(id)] ?? `No game ${id} was found here.`;
    return fail({ code: 'conflict', detail, fix: 'Try moves in a run of a built-in game.' });
  }
  const opening = from === 0 ? game.start(seed) : findPlace(from, events);
  if (!opening) return fail({ code: 'not_found', what: 'frame', id: String(from) });
  let before = opening.frames.at(-1) ?? '';
  let now: GameStep = opening;
  let restarts = false;
  for (const move of moves) {
    before = now.frames.at(-1) ?? before;
    restarts = now.state !== 'NOT_FINISHED';
    now = restarts ? game.restart(now.snapshot) : game.act(now.snapshot, move);
  }
  const cells = now.frames.at(-1) ?? before;
  return ok({
    from,
    moves: moves.length,
    left: MAX_TRIED_MOVES - moves.length,
    before,
    cells,
    animation: now.frames.slice(0, -1),
    state: now.state,
    level: now.levelsCompleted,
    available: now.availableActions,
    restarted: restarts,
    summary: moves.length === 0 ? null : diffFrames(before, now.frames).summary,
  });
}

const refuse = (message: string) => fail({ code: 'invalid', errors: [{ pointer: 'query/moves', message }] });

/** The game's state when it showed frame `n`; null if there is no such frame. */
function findPlace(n: number, events: Iterable<Event>): GameStep | null {
  let stands: PayloadOf<'action.executed'> | PayloadOf<'game.reset'> | null = null;
  for (const { kind, payload } of events) {
    if (kind === 'game.reset' || kind === 'action.executed') {
      stands = payload;
    } else if (kind === 'frame.captured' && payload.n === n) {
      return (
        stands && {
          snapshot: stands.snapshot,
          frames: [payload.cells],
          state: stands.state,
          levelsCompleted: stands.level,
          availableActions: stands.available,
        }
      );
    }
  }
  return null;
}

const MOVE = /^ACTION([1-7])(?:@(\d{1,2}),(\d{1,2}))?$/;

/** Parses action keys, `ACTION1;ACTION6@3,4`: a click includes column and row. null if one is malformed. */
export function readMoves(text: string): GameAction[] | null {
  const moves: GameAction[] = [];
  for (const key of text.split(';')) {
    if (key === '') continue;
    const [, digit, x, y] = MOVE.exec(key) ?? [];
    if (digit === undefined || (digit === '6') !== (x !== undefined)) return null;
    const id = `ACTION${digit}` as ActionId;
    const [col, row] = [Number(x), Number(y)];
    if (x !== undefined && (col >= BOARD_MAX || row >= BOARD_MAX)) return null;
    moves.push(x === undefined ? { id } : { id, x: col, y: row });
  }
  return moves;
}
