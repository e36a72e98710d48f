import type { GameAction } from '../../contract/agents';
import type { Mask } from '../../contract/frame';
import { clickedSite } from '../../grid/claims/area';
import { type Board, countColours, readBoard } from '../../grid/claims/board';
import { seeTransition } from '../../grid/claims/check';
import { lookAhead } from '../../grid/claims/move';
import { coloursNear } from '../../grid/claims/near';
import { groundUnder } from '../../grid/claims/past';
import { locate, type Sighting } from '../../grid/claims/picture';
import type { Transition } from '../../grid/transition';
import { strideOf } from './infer-conditions';
import { mainMotion } from './motion/motion';
import type { Study } from './study';

/** A colour with this part of the board is ground or wall; what is rarer is a thing. */
const THING_PART = 0.04;

/** Colours of things: those with few cells. */
function rareColours(board: Board): Set<number> {
  const counts = [...countColours(board)];
  return new Set(
    counts.flatMap((n, colour) => (n > 0 && n < THING_PART * board.cells.length ? [colour] : [])),
  );
}

/**
 * What may make a difference to an action, as short marks: the things its avatar stands on, touches and is near of,
 * whether something was changed just before, and the common ground it touches (marked `plain`).
 *
 * @param history what came before
 */
export function markContext(
  study: Study,
  board: Board,
  history: readonly Transition[],
  steps: number,
): Set<string> {
  const marks = new Set<string>();
  const last = history.at(-1);
  const lastSeen = last && seeTransition(last, study.mask);
  if (steps > 0 || lastSeen?.effect) marks.add('after a change');
  const motion = mainMotion(study);
  const one = motion && locate(board, motion.avatar.picture, motion.avatar.turned, study.mask);
  if (!motion || !one) return marks;
  const rare = rareColours(board);
  const add = (how: string, colours: Iterable<number>): void => {
    for (const colour of colours) {
      if (rare.has(colour)) marks.add(`${how} ${colour}`);
      else if (how === 'touch') marks.add(`plain ${colour}`);
    }
  };
  add('on', groundUnder(board, one, motion.avatar.picture, history, study.mask) ?? []);
  add('touch', coloursNear(board, one, 1, study.mask));
  add('near', coloursNear(board, one, strideOf(motion), study.mask));
  return marks;
}

/** Says whether marks are news enough for one more try, after so many without effect: the last ones are for things met. */
export function areNews(marks: ReadonlySet<string>, known: ReadonlySet<string>, tries: number): boolean {
  return [...marks].some((mark) => {
    if (known.has(mark)) return false;
    if (mark.startsWith('plain')) return tries < 3;
    return mark.startsWith('near') ? tries < 4 : mark.startsWith('touch') ? tries < 7 : true;
  });
}

/** The mark of a click: the site it meets. */
export const markClick = (board: Board, action: GameAction): Set<string> =>
  new Set([`click ${clickedSite(board, action)}`]);

const MARKS = new WeakMap<Study, Map<Transition, Set<string>>>();

/** The marks of the board an action met. */
function marksOf(study: Study, transition: Transition, at: number): Set<string> {
  const memory = MARKS.get(study) ?? new Map<Transition, Set<string>>();
  MARKS.set(study, memory);
  const cachedMarks = memory.get(transition);
  if (cachedMarks) return cachedMarks;
  const board = readBoard(transition.before);
  const marks =
    transition.action.x === undefined
      ? markContext(study, board, study.history.slice(0, at), 0)
      : markClick(board, transition.action);
  memory.set(transition, marks);
  return marks;
}

/** Marks of all contexts an action was tried in, and of those where it had an effect. */
export function triedContexts(study: Study, id: string): { all: Set<string>; worked: Set<string>[] } {
  const all = new Set<string>();
  const effective: Set<string>[] = [];
  study.history.forEach((transition, at) => {
    if (transition.action.id !== id) return;
    const marks = marksOf(study, transition, at);
    for (const mark of marks) all.add(mark);
    if (seeTransition(transition, study.mask)?.effect) effective.push(marks);
  });
  return { all, worked: effective };
}

/** Colours of things on a board, outside the mask. */
function thingColours(board: Board, mask: Mask): Set<number> {
  const rare = rareColours(board);
  const colours = new Set<number>();
  board.cells.forEach((colour, cell) => {
    if (rare.has(colour) && !mask.has(cell)) colours.add(colour);
  });
  return colours;
}

/**
 * How many colours of things on a board an action was never tried on or beside. The avatar's own and those not to be
 * met are left out; 0 when no avatar is known.
 */
export function countUnmet(study: Study, board: Board, id: string, drastic: ReadonlySet<number>): number {
  const motion = mainMotion(study);
  if (!motion) return 0;
  const { all } = triedContexts(study, id);
  const own = new Set(motion.avatar.picture.cells);
  const isUnmet = (colour: number): boolean => !all.has(`touch ${colour}`) && !all.has(`on ${colour}`);
  return [...thingColours(board, study.mask)].filter(
    (colour) => !own.has(colour) && !drastic.has(colour) && isUnmet(colour),
  ).length;
}

/** Cells from an object to the nearest of some colours (rows plus columns); null when there is none. */
export function distanceTo(board: Board, one: Sighting, colours: ReadonlySet<number>): number | null {
  let best: number | null = null;
  const [bottom, right] = [one.top + one.picture.rows - 1, one.left + one.picture.cols - 1];
  for (let cell = 0; cell < board.cells.length; cell++) {
    if (!colours.has(board.cells[cell] ?? 0)) continue;
    const [row, col] = [Math.floor(cell / board.cols), cell % board.cols];
    const far = Math.max(0, one.top - row, row - bottom) + Math.max(0, one.left - col, col - right);
    if (best === null || far < best) best = far;
  }
  return best;
}

/** Colours ahead of the avatar when an action ended the game or changed the level: not to be run into again. */
export function drasticColours(study: Study): Set<number> {
  const colours = new Set<number>();
  const motion = mainMotion(study);
  if (!motion) return colours;
  for (const transition of study.history) {
    if (!transition.levelChanged && transition.state === 'NOT_FINISHED') continue;
    const gear = motion.gears.get(transition.action.id);
    const board = readBoard(transition.before);
    const one = gear && locate(board, motion.avatar.picture, motion.avatar.turned, study.mask);
    if (!gear || !one) continue;
    const { counts } = lookAhead(board, one.picture, one, gear.by, 'way', study.mask);
    for (const colour of counts.keys()) if (!motion.grounds.way.over.includes(colour)) colours.add(colour);
  }
  return colours;
}
