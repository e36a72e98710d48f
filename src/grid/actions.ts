import { z } from 'zod';
import { digits } from '../contract/digits';
import type { Event } from '../contract/events/events';
import { advanceStatus } from '../contract/events/fold/progress';
import { giveMove, type MoveResult, moveResult } from '../contract/moves';
import { type ObservationResult, observationResult, postObservation } from '../contract/observations';
import { pageQuery } from '../contract/pages';
import { ok } from '../contract/problems';
import { replayPage } from '../contract/replays';
import { actionRequest } from '../contract/runs';
import { frameObjects, MAX_TRIED_MOVES, tried } from '../contract/tries';
import { type AnyAction, listActionsFor, type Wait } from '../room/actions';
import { type ActionRun, RUN_ACTIONS } from '../runs/actions';
import type { BuiltinGame } from '../runs/games/game';
import { viewObjects } from './frame/frame-objects';
import { acceptMove, advanceMove, isMoved, moveView } from './moves';
import { acceptObservation, observationView } from './observe';
import { findFrame, replayPage as pageOfReplay } from './reporting/replay';
import { tryMoves } from './reporting/try-moves';
import { currentMask, type RunState } from './state';

export interface ActionGrid extends ActionRun<RunState> {
  readonly games: Readonly<Record<string, BuiltinGame>>;
}

const gridAction = listActionsFor<ActionGrid>();

/** Waits for the next request of a run whose caller plays the game. */
const OBSERVATION_WAIT: Wait<ObservationResult> = {
  byDefault: '1',
  about: 'Set to 0 to respond immediately; the next request then arrives as the event `action.requested`',
  answers: {
    over: 'The observation was processed; `action` is the next action, or the run has ended',
    stored: 'The observation is stored and the run is processing it',
  },
  begin: (state) => ({ after: state.seq, state }),
  advance: advanceObservation,
  waits: (state, event) => !isAnswered(state, event),
  isOver: (_, ended) => ended,
};

/** Applies one event after an observation to the response. */
export function advanceObservation(state: ObservationResult, event: Event): ObservationResult {
  const { kind, turn, payload } = event;
  const at = { ...state, turn: turn ?? state.turn, status: advanceStatus(state.status, event) };
  switch (kind) {
    case 'run.finished':
      return { ...at, finishReason: String(payload.reason) };
    case 'action.requested': {
      const { n, role, action } = actionRequest.parse(payload);
      return n > state.observation ? { ...at, request: n, role, action } : at;
    }
    default:
      return at;
  }
}

/** True if no more events will change the response: there is a request, or the run stopped. */
export function isAnswered(state: ObservationResult, { kind, payload }: Event): boolean {
  if (state.request !== null || kind === 'run.finished' || kind === 'turn.failed') return true;
  // After a pause, the open turn still completes.
  return kind === 'turn.completed' && payload.paused === true;
}

const frameParams = {
  n: digits(z.int().positive()).meta({ description: 'Number of the frame' }),
};

/** Actions for grid runs only, in the order of the API documents. */
export const PLAY_ACTIONS = [
  gridAction({
    name: 'postObservation',
    method: 'post',
    path: '/observations',
    who: 'key',
    summary: 'Post an observation',
    description:
      'For runs of the game `pushed`, which the caller plays. The first observation starts the run; each later one answers the latest request. Returns the next action to execute.',
    body: postObservation,
    answer: { schema: observationResult, about: '' },
    wait: OBSERVATION_WAIT,
    run: async (room, { body }) => {
      // Load the PNG reader with the first picture only.
      const readPng =
        body.png === undefined ? undefined : (await import('../runs/picture/read-png')).readFramePng;
      return room.accept((state) => acceptObservation(state, body, readPng), observationView);
    },
  }),
];
const MOVE_WAIT: Wait<MoveResult> = {
  byDefault: '1',
  about: 'Set to 0 to respond immediately; the move is complete with `turn.completed`',
  answers: { over: 'The move was played; the latest frame is its result', stored: 'The move is stored' },
  begin: (state) => ({ after: state.seq, state }),
  advance: advanceMove,
  waits: (state, event) => !isMoved(state, event),
  isOver: (_, ended) => ended,
};

export const MOVE_ACTIONS = [
  gridAction({
    name: 'giveMove',
    method: 'post',
    path: '/moves',
    who: 'key',
    summary: 'Play a move',
    description:
      'For grid games other than `pushed`, while the run is paused or not started. Each move is a turn without an agent; it uses one action of the budget, and its frames become part of the run. If the last turn failed, its move is played first.',
    body: giveMove,
    answer: { schema: moveResult, about: '' },
    wait: MOVE_WAIT,
    run: (room, { body }) => {
      const { failed, moves } = room.state;
      return failed && moves.length > 0
        ? room.retry(failed.open.n, [], moveView)
        : room.accept((state) => acceptMove(state, body), moveView);
    },
  }),
];
export const REPLAY_ACTIONS = [
  gridAction({
    name: 'readReplay',
    method: 'get',
    path: '/replay',
    who: 'key',
    summary: 'Get the replay of a run',
    description:
      'Grid games only. Returns the steps, oldest first, each with its action and the packed frame after it.',
    query: pageQuery.shape,
    answer: { schema: replayPage, about: 'A page of steps, oldest first' },
    run: ({ ledger }, { query: { cursor, limit } }) =>
      ok(pageOfReplay([...ledger.walk()], { after: cursor ?? 0, limit })),
  }),
];
export const FRAME_ACTIONS = [
  gridAction({
    name: 'readFrameObjects',
    method: 'get',
    path: '/frames/{n}/objects',
    who: 'key',
    summary: 'Get the objects of a frame',
    description:
      'Grid games only. Objects are connected cells of one color. With `since`, also returns which objects moved, appeared, changed or vanished.',
    params: frameParams,
    query: {
      since: digits(z.int().min(1)).optional().meta({ description: 'Number of an earlier frame' }),
    },
    answer: { schema: frameObjects, about: 'The objects' },
    run: ({ state, ledger }, { params: { n }, query: { since } }) => {
      const cells = findFrame(ledger, n);
      if (!cells.ok) return cells;
      const earlier = since === undefined ? null : findFrame(ledger, since);
      if (earlier && !earlier.ok) return earlier;
      const before = earlier && since !== undefined ? { n: since, cells: earlier.value } : null;
      return ok(viewObjects({ n, cells: cells.value }, before, currentMask(state)));
    },
  }),
  gridAction({
    name: 'tryMoves',
    method: 'get',
    path: '/frames/{n}/play',
    who: 'key',
    summary: 'Try moves',
    description:
      'Built-in games only. Returns the board after a series of moves from a frame. Stores nothing and does not affect the run, its budget or its knowledge.',
    params: {
      n: digits(z.int().nonnegative()).meta({
        description: 'Number of the starting frame; 0: the opening of the game, even before the first turn',
      }),
    },
    query: {
      moves: z
        .string()
        .max(20 * MAX_TRIED_MOVES)
        .default('')
        .meta({
          description: `At most ${MAX_TRIED_MOVES} moves, in order: \`ACTION1;ACTION6@3,4\`; a click has a column and row`,
        }),
    },
    answer: { schema: tried, about: 'The board after the last move' },
    run: ({ state, ledger, games }, { params: { n }, query: { moves } }) =>
      tryMoves(
        { game: state.config.game, games, seed: state.config.seed },
        { from: n, moves },
        ledger.walk(),
      ),
  }),
];

export const GRID_ACTIONS: readonly AnyAction<ActionGrid>[] = [
  ...RUN_ACTIONS,
  ...PLAY_ACTIONS,
  ...MOVE_ACTIONS,
  ...REPLAY_ACTIONS,
  ...FRAME_ACTIONS,
];
