import type { Transition } from '../transition';
import { ANY, type Board, findChanged, isSameSize, readBoard } from './board';
import { settledOf } from './past';
import {
  cellsAt,
  cellUnder,
  DRAWING,
  isOnBoard,
  locate,
  namePicture,
  type Picture,
  type PicturePlace,
  paintPicture,
  readDrawing,
  readPicture,
  showsAt,
  writeDrawing,
} from './picture';
import { type ClaimContext, type Forecast, MISSING, NO_SCOPE, NOTHING, type Scope, silent } from './scope';

/** A place of the board whose looks follow each other, the first one after the last. */
export interface Counter {
  place: PicturePlace;
  looks: Picture[];
}

/**
 * An object goes back to one place from wherever it is, and counters go on by one. Done where nothing was done since, it
 * does nothing.
 */
export interface RewindClaim extends Scope {
  kind: 'rewind';
  who: Picture;
  at: PicturePlace;
  counters: Counter[];
  /** It is known to do nothing right after itself and before anything else was done; otherwise that is not known. */
  once: boolean;
}

/** Predicts where the object goes, and what the counters show then. */
export function forecastRewind(claim: RewindClaim, board: Board, id: string, ctx: ClaimContext): Forecast {
  const one = locate(board, claim.who, false, ctx.mask);
  if (!one) return MISSING;
  if (!isOnBoard(claim.who, claim.at, board)) return silent('the place is not on the board');
  const isHome = one.top === claim.at.top && one.left === claim.at.left;
  if (isHome) {
    const last = ctx.previous ? 'another' : findLast(ctx.history, id, ctx);
    if (last === null) return silent('it is not known what was done before');
    if (last !== 'another' && claim.once) return NOTHING;
    if (last !== 'another' || claim.counters.length === 0)
      return silent('it is not known what happens when the object is there already');
  }
  const paint = new Map<number, number>();
  for (const cell of isHome ? [] : cellsAt(one.picture, one, board)) paint.set(cell, ANY);
  if (!isHome) paintPicture(paint, claim.who, claim.at, board);
  for (const counter of claim.counters) {
    const now = counter.looks.findIndex((look) => showsAt(board, look, counter.place, ctx.mask));
    const next = counter.looks[(now + 1) % counter.looks.length];
    if (now < 0 || !next) return silent('the picture there was not seen there before');
    next.cells.forEach((colour, i) => {
      const cell = cellUnder(next, i, counter.place, board);
      if (colour !== ANY && colour !== board.cells[cell]) paint.set(cell, colour);
    });
  }
  return paint.size === 0 ? NOTHING : { kind: 'board', paint, flash: false };
}

/**
 * Says what changed the board last on this level: the action itself, another one, or nothing so far. Null when it is not
 * known.
 */
export function findLast(
  history: readonly Transition[],
  id: string,
  { mask }: Pick<ClaimContext, 'mask'>,
): 'itself' | 'another' | 'nothing' | null {
  for (let i = history.length - 1; i >= 0; i--) {
    const step = history[i];
    if (!step || step.levelChanged || step.state === 'GAME_OVER') return 'nothing';
    if (!step.certain) return null;
    const [before, after] = [readBoard(step.before), readBoard(settledOf(step))];
    if (!isSameSize(before, after)) return null;
    if (findChanged(before, after, mask).length > 0) return step.action.id === id ? 'itself' : 'another';
  }
  return 'nothing';
}

const writeAt = ({ top, left }: PicturePlace): string => `(${top},${left})`;
const writeCounter = ({ place, looks }: Counter): string => {
  const [first] = looks;
  return `the ${first?.rows ?? 0}×${first?.cols ?? 0} cells at ${writeAt(place)} into the next of ${looks.map(writeDrawing).join(' > ')}`;
};

/** Writes the first sentence of a claim. */
export function writeRewind({ who, at, counters, once }: RewindClaim): string {
  const turns =
    counters.length > 0 ? `, and turns ${counters.map(writeCounter).join(', and ')}, and round` : '';
  const idle = once ? '; right after itself, or with nothing done before, it does nothing' : '';
  return `Takes the ${namePicture(who)} back to ${writeAt(at)}${turns}${idle}.`;
}

const COUNTER = `the (\\d+)×(\\d+) cells at \\((\\d+),(\\d+)\\) into the next of (${DRAWING}(?: > ${DRAWING})+)`;
const REWIND = new RegExp(
  `^Takes the (.+? object(?: \\(drawn ${DRAWING}\\))?) back to \\((\\d+),(\\d+)\\)(?:, and turns (.+), and round)?(; right after itself, or with nothing done before, it does nothing)?\\.$`,
);

/** Reads what {@link writeRewind} wrote; null for other text. */
export function readRewind(text: string): RewindClaim | null {
  const match = REWIND.exec(text);
  const who = readPicture(match?.[1] ?? '');
  if (!match || !who) return null;
  const counters = (match[4] ?? '')
    .split(', and ')
    .filter((part) => part !== '')
    .map(readCounter);
  const all = counters.flatMap((counter) => counter ?? []);
  if (all.length !== counters.length) return null;
  const at = { top: Number(match[2]), left: Number(match[3]) };
  return { ...NO_SCOPE, kind: 'rewind', who, at, counters: all, once: match[5] !== undefined };
}

function readCounter(text: string): Counter | null {
  const match = new RegExp(`^${COUNTER}$`).exec(text);
  if (!match) return null;
  const [rows, cols, top, left] = match.slice(1, 5).map(Number);
  const looks = (match[5] ?? '').split(' > ').flatMap((drawing) => readDrawing(drawing) ?? []);
  const isWhole = looks.every((look) => look.rows === rows && look.cols === cols);
  return isWhole && looks.length > 1 ? { place: { top: top ?? 0, left: left ?? 0 }, looks } : null;
}
