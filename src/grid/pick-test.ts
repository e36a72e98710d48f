import { chooseTest } from 'rule-learner';
import { drawOnce } from '../base/random';
import type { ActionId, GameAction } from '../contract/agents';
import type { Mask } from '../contract/frame';
import { CLICK } from './choose';
import { readBoard } from './frame/board';
import { clickPlaces } from './frame/places';
import { readLearner } from './learner';
import { actionKey, type Transition } from './transition';

/** What a test is chosen from. */
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

/** A test of an action: actions that are predicted to lead to a better board, and the one that is tested there. */
export interface Test {
  steps: GameAction[];
  target: GameAction;
  reason: string;
}

/** Chooses the test whose outcome is known least, as near as possible; null where the learner sees none. */
export function pickTest({ history, mask, cells, offered, open, barred, maxSteps }: TestWanted): Test | null {
  const { model, past, steps } = readLearner(history, mask);
  const board = readBoard(cells);
  const test = chooseTest({ model, board, mask, past, transitions: steps, actions: offered, open, maxSteps });
  if (!test) return null;
  const actions = [...test.steps, test.target] as GameAction[];
  if (barred.includes(actionKey(actions[0] ?? (test.target as GameAction)))) return null;
  return { steps: actions.slice(0, -1), target: test.target as GameAction, reason: test.reason };
}

/** Draws an action at random, a click at any object: for where nothing better is known. */
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
