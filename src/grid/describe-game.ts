import type { Mask } from '../contract/frame';
import type { ExplorerBrief } from './briefs';
import { listObjects, type ObjectList } from './list-objects';
import { listSome, nameAction } from './phrases';
import type { Transition } from './transition';

/** Maximum positions listed per group of objects. */
const SHOWN_PLACES = 8;

export const describeGame = ({ state, level }: ExplorerBrief['game']): string =>
  `State: ${state}. Levels completed: ${level}.`;

export const describeBoard = ({ rows, cols }: { rows: number; cols: number }): string =>
  `The board has rows 0 to ${rows - 1} and columns 0 to ${cols - 1}.`;

/**
 * Regions as (row,col)-(row,col).
 *
 * @param most maximum regions
 */
export function describeMask(mask: readonly number[], cols: number, most: number): string {
  if (mask.length === 0) return '';
  const regions = findRegions(mask, cols).map(
    ({ top, left, bottom, right }) => `(${top},${left})-(${bottom},${right})`,
  );
  const count = mask.length === 1 ? '1 cell' : `${mask.length} cells`;
  return `Masked (${count}), because they change after any action: ${listSome(regions, most, ', ')}.`;
}

/** Merges masked cells into horizontal runs, then runs with the same columns in consecutive rows. */
function findRegions(mask: readonly number[], cols: number) {
  const regions: { top: number; left: number; bottom: number; right: number }[] = [];
  const stretches: { row: number; left: number; right: number }[] = [];
  for (const cell of [...mask].sort((a, b) => a - b)) {
    const [row, col] = [Math.floor(cell / cols), cell % cols];
    const last = stretches.at(-1);
    if (last?.row === row && last.right === col - 1) last.right = col;
    else stretches.push({ row, left: col, right: col });
  }
  for (const { row, left, right } of stretches) {
    const above = regions.find((one) => one.bottom === row - 1 && one.left === left && one.right === right);
    if (above) above.bottom = row;
    else regions.push({ top: row, left, bottom: row, right });
  }
  return regions;
}

/**
 * One line per executed action that ended the game or changed the level, oldest first.
 *
 * @param levelNow completed levels after the latest transition
 * @param named number of preceding actions to name as well
 */
export const findEndings = (history: readonly Transition[], levelNow: number, named = 0): string[] =>
  history.flatMap(({ turn, action, state, levelChanged, level }, i) => {
    const outcome = [
      ...(levelChanged
        ? [`levels completed: ${level} before, ${history[i + 1]?.level ?? levelNow} after`]
        : []),
      ...(state === 'GAME_OVER' ? ['GAME_OVER, and the game was started again'] : []),
      ...(state === 'WIN' ? ['WIN'] : []),
    ];
    if (outcome.length === 0) return [];
    const before = history.slice(Math.max(0, i - named), i).map((one) => nameAction(one.action));
    const cameAfter = before.length > 0 ? ` after ${before.join(', ')}` : '';
    return [`- turn ${turn}, ${nameAction(action)}${cameAfter}: ${outcome.join('; ')}`];
  });

/**
 * Keeps the newest of {@link findEndings}.
 *
 * @param most maximum lines
 */
export function describeEndings(endings: readonly string[], most: number): string[] {
  if (endings.length === 0) return [];
  const older = endings.length - most;
  return [
    'Actions that ended the game or changed its level:',
    ...(older > 0 ? [`- (${older} earlier ones are not shown)`] : []),
    ...endings.slice(Math.max(0, older)),
  ];
}

/** Computed once for all attempts to fit a prompt. */
export function objectLines(cells: string, mask: Mask): ObjectList & { lines: string[] } {
  const list = listObjects(cells, mask);
  const lines = list.groups.map(({ name, places }) => {
    const count = places.length > 1 ? `${places.length} × ` : '';
    const at = places.map(({ top, left }) => `(${top},${left})`);
    return `- ${count}${name} at ${listSome(at, SHOWN_PLACES, ', ')}`;
  });
  return { ...list, lines };
}

/**
 * Object list for the prompt, next to its picture.
 *
 * @param most maximum groups of look-alike objects
 */
export function describeObjects({ ground, lines }: ReturnType<typeof objectLines>, most: number): string[] {
  if (lines.length === 0) return [`none, the whole board is ${ground}`];
  const more = lines.length - most;
  return [
    `The background, ${ground}, is not listed.`,
    ...lines.slice(0, most),
    ...(more > 0 ? [`- (${more} more kinds of objects are not shown)`] : []),
  ];
}
