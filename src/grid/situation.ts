import { ACTION_IDS, type ActionId, type GameAction } from '../contract/agents';
import { frameKey } from '../contract/frame';
import type { ActionStatus, PHASES } from '../contract/run-knowledge';
import { callsLeft } from '../runs/calls';
import { CLICK, type Situation } from './choose';
import { readBoard } from './frame/board';
import { clickPlaces } from './frame/places';
import { isSettled } from './knowledge';
import { isNeverDone, listBarred, listOffered } from './refusals';
import { maskOf, type RunState } from './state';
import { actionKey } from './transition';

/** Calls that a turn needs at least: one suggestion, one analysis. */
export const CALLS_PER_TURN = 2;

/** Reasons for which a run ends by itself. */
export const FINISH_REASONS = {
  settled: 'all_actions_settled',
  ended: 'nothing_left_to_test',
  win: 'win',
  actions: 'action_budget',
  calls: 'call_budget',
} as const;
export type FinishReason = (typeof FINISH_REASONS)[keyof typeof FINISH_REASONS];

/** The reason to end the run now; null while there is something left to do. */
export function findEnd(state: RunState): FinishReason | null {
  if (state.game?.state === 'WIN') return FINISH_REASONS.win;
  if (areSettled(state) && !state.config.play && !isSurveying(state)) return FINISH_REASONS.settled;
  if (state.used.actions >= state.config.budgets.actions) return FINISH_REASONS.actions;
  // A survey and play go on without an answer.
  if (isSurveying(state) || isPlaying(state)) return null;
  if (callsLeft(state) < CALLS_PER_TURN) return FINISH_REASONS.calls;
  return null;
}

type Learnt = Pick<RunState, 'knowledge' | 'refused'>;
type Progress = Learnt & Pick<RunState, 'config' | 'playing'>;

/** Ids of actions of this status; what the game offers and never does has none. */
const listOpen = (state: Learnt, isOpen: (status: ActionStatus) => boolean): ActionId[] =>
  ACTION_IDS.filter((id) => {
    const known = state.knowledge.actions[id];
    return known !== undefined && isOpen(known.status) && !isNeverDone(state, id);
  });

const areSettled = (state: Learnt): boolean =>
  Object.values(state.knowledge.actions).some(({ status }) => isSettled(status)) &&
  listOpen(state, (status) => !isSettled(status)).length === 0;

/**
 * Says whether the next turn is part of a survey (docs/runs.md#explore-until-the-budget): every action is settled, and the run
 * explores until its budget is spent. A run that is to play does that instead.
 */
export const isSurveying = (state: Progress): boolean =>
  state.config.explore === 'budget' && !state.config.play && areSettled(state);

/**
 * Says whether the next turn plays on (docs/runs.md#play-on): the run is to play, and every action is settled, or
 * was when it began to play. An action that is offered for the first time is explored before.
 */
export function isPlaying(state: Progress): boolean {
  if (!state.config.play) return false;
  if (state.playing) return listOpen(state, (status) => status === 'unobserved').length === 0;
  return areSettled(state);
}

/** Gathers the input of a choice. Throws when the game has not started: a turn starts it first. */
export function situationOf(state: RunState): Situation {
  if (!state.game) throw new Error('the game has not started');
  const { cells } = state.game;
  const available = listOffered(state);
  const barredKeys = listBarred(state);
  const mask = maskOf(state);
  const { rows, cols } = readBoard(cells);
  return {
    stateKey: frameKey(cells, mask),
    available,
    actions: state.knowledge.actions,
    tried: state.tried,
    places: available.includes(CLICK)
      ? clickPlaces(cells, mask).filter((at) => !barredKeys.includes(actionKey({ id: CLICK, ...at })))
      : [],
    ...(barredKeys.length > 0 && { barred: barredKeys }),
    board: { rows, cols },
    actionsLeft: state.config.budgets.actions - state.used.actions,
  };
}

/**
 * Picks the action that is sent only to see the board again, and is never evidence: a verified one, or else the first that
 * needs no place.
 */
export function pickRefresh({ game, knowledge }: RunState): GameAction {
  const available = game?.available ?? [];
  const plain = available.filter((action) => action !== CLICK);
  const verifiedAction = plain.find((action) => knowledge.actions[action]?.status === 'verified');
  const id = verifiedAction ?? plain[0];
  return id ? { id } : { id: available[0] ?? 'ACTION1', ...(available[0] === CLICK ? { x: 0, y: 0 } : {}) };
}

/**
 * Phase of a run (docs/runs.md#read-a-run): `exploration` while an action on offer was never observed,
 * `validation` while one still needs observations, `planning` when all are settled, `survey` while the rest of the budget tests
 * what is predicted, `play` when the run plays on.
 */
export function phaseOf(state: Progress): (typeof PHASES)[number] {
  if (isSurveying(state)) return 'survey';
  if (isPlaying(state)) return 'play';
  const all = Object.values(state.knowledge.actions);
  if (all.length === 0 || all.some((known) => known.status === 'unobserved')) return 'exploration';
  return all.every((known) => isSettled(known.status)) ? 'planning' : 'validation';
}
