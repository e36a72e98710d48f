import { chooseTest, type Model } from 'rule-learner';
import { drawOnce } from '../base/random';
import type { ActionId, GameAction } from '../contract/agents';
import type { Mask } from '../contract/frame';
import { CLICK } from './choose';
import { readBoard } from './frame/board';
import { clickPlaces, isOnBar } from './frame/places';
import { readLearner } from './learner';
import { actionKey, type Transition } from './transition';
import { predictBoth } from './world-code/check';
import type { World } from './world-code/world';

export interface TestWanted {
  history: readonly Transition[];
  mask: Mask;
  /** Packed frame that the game shows now. */
  cells: string;
  offered: readonly ActionId[];
  /** Actions that still need evidence. */
  open: readonly ActionId[];
  /** Keys of actions that the game refuses on this board. */
  barred: readonly string[];
  maxSteps: number;
}

/** Setup steps that should lead to a better board, and the action to test there. */
export interface Test {
  steps: GameAction[];
  target: GameAction;
  reason: string;
}

/** After this many clicks at one place, prefer a new place. */
const MAX_AT_PLACE = 3;

/**
 * Chooses the nearest test with the least certain outcome; null if the learner finds none.
 *
 * @param world the accepted program; the learner predicts if it has no prediction
 */
export function pickTest(wanted: TestWanted, world: World | null = null): Test | null {
  const { history, mask, cells, offered, open, barred, maxSteps } = wanted;
  const { model: learnt, past, steps } = readLearner(history, mask);
  const board = readBoard(cells);
  // Only `predict` of the model is used.
  const model = world ? (predictBoth(world, learnt) as Model) : learnt;
  const test = chooseTest({ model, board, mask, past, transitions: steps, actions: offered, open, maxSteps });
  if (!test) return null;
  const [way, target] = [test.steps as GameAction[], test.target as GameAction];
  if (barred.includes(actionKey(way[0] ?? target))) return null;
  const place = findNewPlace(way[0] ?? target, wanted);
  return place
    ? { steps: [], target: place, reason: 'this place was not clicked yet' }
    : { steps: way, target, reason: test.reason };
}

/**
 * A click at a place without earlier clicks. null if the target, or a bar at the edge, had fewer than {@link
 * MAX_AT_PLACE} clicks, or if every place had one. A step bar makes every board new, so the board alone does
 * not show that a click is a repeat.
 */
function findNewPlace(target: GameAction, { history, cells, mask, barred }: TestWanted): GameAction | null {
  if (target.id !== CLICK) return null;
  const keys = history.map(({ action }) => actionKey(action));
  const isLike = isOnBar(cells, target)
    ? ({ action, before }: Transition) => isOnBar(before, action)
    : ({ action }: Transition) => actionKey(action) === actionKey(target);
  if (history.filter(isLike).length < MAX_AT_PLACE) return null;
  const isNew = (key: string): boolean => !keys.includes(key) && !barred.includes(key);
  const places = clickPlaces(cells, mask)
    .map((at): GameAction => ({ id: CLICK, ...at }))
    .filter((action) => !isOnBar(cells, action));
  return places.find((action) => isNew(actionKey(action))) ?? null;
}

/** Picks a random action, or a click at a random object. Used if the learner finds no test. */
export function drawTest(
  { cells, mask, offered }: Pick<TestWanted, 'cells' | 'mask' | 'offered'>,
  seed: string,
): GameAction | null {
  const pick = <T>(from: readonly T[], what: string): T | undefined =>
    from[Math.floor(drawOnce(`${seed} test ${what}`) * from.length)];
  const id = pick(offered, 'action');
  if (id === undefined || id !== CLICK) return id === undefined ? null : { id };
  return { id, ...(pick(clickPlaces(cells, mask), 'place') ?? { x: 0, y: 0 }) };
}
