import { memoizeObject } from '../../base/memoize';
import type { ActionId, GameAction } from '../../contract/agents';
import { type Board, countColours, readBoard } from '../../grid/claims/board';
import { seeTransition } from '../../grid/claims/check';
import { lookAhead } from '../../grid/claims/move';
import { locate } from '../../grid/claims/picture';
import { sorted } from '../../grid/claims/words';
import { foresee, type Imagined, imagineOn } from './imagine';
import { strideOf } from './infer-conditions';
import { mainMotion } from './motion/motion';
import type { Study } from './study';

/**
 * What may make a difference to an action, as short marks: what lies on each side of the avatar, a step away; what else is
 * on the board, by the number of cells of each colour; and which action changed the board last.
 *
 * @param last the action that changed the board last, as far as it is known
 */
function markSurroundings(board: Board, last: ActionId | null, study: Study): string[] {
  const counts = [...countColours(board)];
  const marks = last === null ? [] : [`after ${last}`];
  const motion = mainMotion(study);
  const one = motion && locate(board, motion.avatar.picture, motion.avatar.turned, study.mask);
  if (!motion || !one) return [...marks, `board ${counts.join()}`];
  for (const colour of one.picture.cells) if (colour >= 0) counts[colour] = (counts[colour] ?? 0) - 1;
  const stride = strideOf(motion);
  for (const [name, rows, cols] of SIDES) {
    const by = { rows: rows * stride, cols: cols * stride };
    const ground = lookAhead(board, one.picture, one, by, 'way', study.mask);
    marks.push(`${name} ${sorted(ground.counts.keys()).join()}${ground.edge ? ' edge' : ''}`);
  }
  return [...marks, `board ${counts.join()}`];
}

const SIDES = [
  ['above', -1, 0],
  ['below', 1, 0],
  ['left', 0, -1],
  ['right', 0, 1],
] as const;

/** Marks of the boards that each action was executed on. */
const executedMarks = memoizeObject((study: Study): Map<string, Set<string>> => {
  const byAction = new Map<string, Set<string>>();
  let last: ActionId | null = null;
  for (const transition of study.history) {
    const { id } = transition.action;
    const marks = byAction.get(id) ?? new Set();
    byAction.set(id, marks);
    for (const mark of markSurroundings(readBoard(transition.before), last, study)) marks.add(mark);
    if (seeTransition(transition, study.mask)?.effect) last = id;
  }
  return byAction;
});

/** The action that changed the board last, on the way to an imagined one. */
const lastOf = ({ setup }: Imagined, study: Study): ActionId | null =>
  setup.at(-1)?.id ??
  study.history.findLast((transition) => seeTransition(transition, study.mask)?.effect)?.action.id ??
  null;

const marksOn = memoizeObject((study: Study) =>
  memoizeObject((node: Imagined): string[] => markSurroundings(node.board, lastOf(node, study), study)),
);

/** Marks of a board under which an action was never executed. */
export function newMarks(node: Imagined, id: ActionId, study: Study): string[] {
  const knownMarks = executedMarks(study).get(id);
  return marksOn(study)(node).filter((mark) => !knownMarks?.has(mark));
}

/** Boards that are imagined for a round at most. */
const MAX_IMAGINED = 300;
/** New marks that one more step is worth. */
const MARKS_A_STEP = 1;

/**
 * The way on which actions are executed under most marks that they were never executed under, and a target at its end. Null when
 * no way shows anything new.
 *
 * @param steps verified actions
 * @param open actions that may be the target
 * @param most steps before the target
 * @param isFresh says whether an action was not executed yet on a board
 */
export function planVaried(
  here: Imagined,
  study: Study,
  { steps, open, most }: { steps: readonly ActionId[]; open: readonly ActionId[]; most: number },
  isFresh: (node: Imagined, id: ActionId) => boolean,
): { target: GameAction; setup: GameAction[] } | null {
  const gains = new Map<string, ReadonlySet<string>>();
  const nameOf = (setup: readonly GameAction[]): string => setup.map(({ id }) => id).join();
  let best: { target: GameAction; setup: GameAction[] } | null = null;
  let bestWorth = 0;
  const gainOf = (node: Imagined, id: ActionId, before: ReadonlySet<string>): ReadonlySet<string> =>
    new Set([...before, ...newMarks(node, id, study).map((mark) => `${id} ${mark}`)]);
  const actionsFrom = (node: Imagined): GameAction[] => {
    if (node.setup.length >= most) return [];
    const before = gains.get(nameOf(node.setup)) ?? new Set<string>();
    return steps.map((id) => {
      gains.set(nameOf([...node.setup, { id }]), gainOf(node, id, before));
      return { id };
    });
  };
  for (const node of imagineOn(here, study, actionsFrom, MAX_IMAGINED)) {
    const before = gains.get(nameOf(node.setup)) ?? new Set<string>();
    for (const id of open) {
      if (!isFresh(node, id) || foresee(study.of(id).claims, node, { id }).kind !== 'board') continue;
      const worth = gainOf(node, id, before).size - MARKS_A_STEP * node.setup.length;
      if (worth <= bestWorth) continue;
      bestWorth = worth;
      best = { target: { id }, setup: node.setup };
    }
  }
  return best;
}
