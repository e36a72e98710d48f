import type { ActionId, GameAction } from '../contract/agents';
import type { Event, EventDraft } from '../contract/events/events';
import { advanceStatus } from '../contract/events/fold/progress';
import type { GiveMove, MoveResult } from '../contract/moves';
import { fail, ok, type Result } from '../contract/problems';
import { runPaused, runStatus } from '../room/run-status';
import { gameSource } from '../runs/games/driver';
import type { RunState } from './state';

/** Moves that may wait while another is executed. */
const MAX_WAITING = 20;

/**
 * Accepts a move from a person. The first move of a run that has not started pauses it, so that its agent
 * does not play at the same time.
 *
 * @returns the events to store; `conflict` while the agent plays, if the caller plays the game, or if the
 * game does not offer the action; `invalid` for a click without a position, `finished` after the run's end,
 * `too_many` if too many moves wait
 */
export function acceptMove(state: RunState, body: GiveMove): Result<EventDraft[]> {
  if (state.status === 'finished') {
    const detail = `The run has finished (${state.finishReason ?? 'ended'}).`;
    return fail({ code: 'finished', room: state.id, detail });
  }
  if (gameSource(state.config.game) === 'pushed') {
    const detail = 'The caller plays the game of this run and receives its actions.';
    return fail({ code: 'conflict', detail, fix: 'Post observations to …/observations.' });
  }
  if (state.status === 'running')
    return fail({
      code: 'conflict',
      detail: 'The agent is playing.',
      fix: 'Pause the run first: POST …/pause.',
    });
  if (state.moves.length >= MAX_WAITING)
    return fail({ code: 'too_many', what: 'queued moves', limit: `${MAX_WAITING}`, retryAfter: 1 });
  const action = readMove(body);
  if (!action.ok) return action;
  const offered = listOffered(state);
  if (action.value && offered && !offered.includes(action.value.id)) {
    const detail = `The game does not currently offer ${action.value.id}.`;
    return fail({ code: 'conflict', detail, fix: `Choose one of ${[...offered, 'RESET'].join(', ')}.` });
  }
  const move: EventDraft = { kind: 'move.given', actor: 'person', payload: { action: action.value } };
  return ok(
    state.status === 'created'
      ? [runPaused({ reason: 'person', detail: 'a person plays it' }), move]
      : [move],
  );
}

/** null if unknown, or if any move would restart the level. */
function listOffered({ game, moves }: RunState): ActionId[] | null {
  const isKnown = game?.certain && !game.refused && game.state !== 'GAME_OVER' && moves.length === 0;
  return isKnown ? game.available : null;
}

function readMove({ action: id, x, y }: GiveMove): Result<GameAction | null> {
  if (id === 'RESET') return ok(null);
  const hasPlace = x !== undefined && y !== undefined;
  const refuse = (pointer: string, message: string) =>
    fail({ code: 'invalid', errors: [{ pointer, message }] });
  if (id === 'ACTION6' && !hasPlace) return refuse('/x', 'a click needs x (column) and y (row)');
  if (id !== 'ACTION6' && (x !== undefined || y !== undefined))
    return refuse('/x', 'only ACTION6 has a position');
  return ok(id === 'ACTION6' && hasPlace ? { id, x, y } : { id });
}

/** Response to a stored move: the game before it. */
export function moveView(state: RunState, events: readonly Event[]): MoveResult {
  const { game, moves } = state;
  const moveSeq = events.find(({ kind }) => kind === 'move.given')?.seq;
  return {
    run: state.id,
    seq: moveSeq ?? moves[0]?.seq ?? state.head,
    status: runStatus(state),
    finishReason: state.finishReason,
    turn: null,
    frame: game?.frame ?? null,
    before: null,
    cells: game?.cells ?? null,
    animation: [],
    state: game?.state ?? 'NOT_STARTED',
    level: game?.level ?? 0,
    available: game?.available ?? [],
    restarted: false,
    refused: null,
  };
}

/** Updates the response to a move with a later event. */
export function advanceMove(taken: MoveResult, event: Event): MoveResult {
  const at = { ...taken, status: advanceStatus(taken.status, event), turn: event.turn ?? taken.turn };
  switch (event.kind) {
    case 'game.reset': {
      const { state, level, available } = event.payload;
      return { ...at, state, level, available, restarted: true };
    }
    case 'action.executed': {
      const { state, level, available } = event.payload;
      return { ...at, state, level, available, restarted: false, refused: null };
    }
    case 'action.refused':
      return { ...at, refused: event.payload.message };
    case 'frame.captured': {
      const { n, cells, animation } = event.payload;
      return { ...at, frame: n, before: at.cells, cells, animation };
    }
    case 'run.finished':
      return { ...at, finishReason: event.payload.reason };
    default:
      return at;
  }
}

/** True once the move can have no further effect: its turn is over or the run stopped. */
export const isMoved = ({ seq }: MoveResult, { kind, payload }: Event): boolean =>
  kind === 'run.finished' ||
  kind === 'turn.failed' ||
  (kind === 'turn.completed' && (payload.move ?? 0) >= seq);
