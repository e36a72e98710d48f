import { ACTION_IDS, type ActionId, type GameAction } from '../contract/agents';
import { frameKey } from '../contract/frame';
import type { ActionStatus, PHASES } from '../contract/run-knowledge';
import { callsLeft } from '../runs/calls';
import { CLICK, type Situation } from './choose';
import { readBoard } from './frame/board';
import { clickPlaces } from './frame/places';
import { isSettled } from './knowledge';
import { isNeverAccepted, listBarred, listOffered } from './refusals';
import { currentMask, type RunState } from './state';
import { actionKey } from './transition';

/** A turn needs one suggestion and one analysis. */
export const CALLS_PER_TURN = 2;

export const FINISH_REASONS = {
  settled: 'all_actions_settled',
  ended: 'nothing_left_to_test',
  win: 'win',
  actions: 'action_budget',
  calls: 'call_budget',
} as const;
export type FinishReason = (typeof FINISH_REASONS)[keyof typeof FINISH_REASONS];

/** null if the run should continue. */
export function findEnd(state: RunState): FinishReason | null {
  if (state.game?.state === 'WIN') return FINISH_REASONS.win;
  if (areSettled(state) && !state.config.play && !isSurveying(state)) return FINISH_REASONS.settled;
  if (state.used.actions >= state.config.budgets.actions) return FINISH_REASONS.actions;
  // A survey and play can continue without model calls.
  if (isSurveying(state) || isPlaying(state)) return null;
  if (callsLeft(state) < CALLS_PER_TURN) return FINISH_REASONS.calls;
  return null;
}

type LearnedState = Pick<RunState, 'knowledge' | 'refused'>;
type Progress = LearnedState & Pick<RunState, 'config' | 'playing'>;

/** Skips actions that the game offers but never executes. */
const listOpen = (state: LearnedState, isOpen: (status: ActionStatus) => boolean): ActionId[] =>
  ACTION_IDS.filter((id) => {
    const known = state.knowledge.actions[id];
    return known !== undefined && isOpen(known.status) && !isNeverAccepted(state, id);
  });

const areSettled = (state: LearnedState): boolean =>
  Object.values(state.knowledge.actions).some(({ status }) => isSettled(status)) &&
  listOpen(state, (status) => !isSettled(status)).length === 0;

/**
 * True if the next turn is part of a survey (docs/runs.md#explore-until-the-budget): every action is settled,
 * and the run explores until its budget is spent. Runs configured to play do that instead.
 */
export const isSurveying = (state: Progress): boolean =>
  state.config.explore === 'budget' && !state.config.play && areSettled(state);

/**
 * True if the next turn plays on (docs/runs.md#play-on): the run is configured to play, and every action is
 * settled or was when playing began. Newly offered actions are explored first.
 */
export function isPlaying(state: Progress): boolean {
  if (!state.config.play) return false;
  if (state.playing) return listOpen(state, (status) => status === 'unobserved').length === 0;
  return areSettled(state);
}

/** Throws if the game has not started. */
export function readSituation(state: RunState): Situation {
  if (!state.game) throw new Error('the game has not started');
  const { cells } = state.game;
  const available = listOffered(state);
  const barredKeys = listBarred(state);
  const mask = currentMask(state);
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
 * Picks the action to send only to see the board again, which is never evidence: a verified one, otherwise
 * the first without a position.
 */
export function pickRefresh({ game, knowledge }: RunState): GameAction {
  const available = game?.available ?? [];
  const plain = available.filter((action) => action !== CLICK);
  const verifiedAction = plain.find((action) => knowledge.actions[action]?.status === 'verified');
  const id = verifiedAction ?? plain[0];
  return id ? { id } : { id: available[0] ?? 'ACTION1', ...(available[0] === CLICK ? { x: 0, y: 0 } : {}) };
}

/**
 * Phase of a run (docs/runs.md#read-a-run): `exploration` until every offered action was observed,
 * `validation` until all are settled, then `planning`; `survey` while the rest of the budget tests
 * predictions, `play` while the run plays on.
 */
export function findPhase(state: Progress): (typeof PHASES)[number] {
  if (isSurveying(state)) return 'survey';
  if (isPlaying(state)) return 'play';
  const all = Object.values(state.knowledge.actions);
  if (all.length === 0 || all.some((known) => known.status === 'unobserved')) return 'exploration';
  return all.every((known) => isSettled(known.status)) ? 'planning' : 'validation';
}
