import { memoizeObject } from '../../base/memoize';
import { NO_MASK } from '../../contract/frame';
import { type Board, boxOf, isStill } from '../../grid/claims/board';
import type { Seen } from '../../grid/claims/check';
import {
  cellsAt,
  cellUnder,
  keyOf,
  type PicturePlace,
  showsAt,
  takePicture,
} from '../../grid/claims/picture';
import type { PlateClaim } from '../../grid/claims/plate';
import { NO_SCOPE } from '../../grid/claims/scope';
import type { Evidence } from './cases';
import { groundAhead } from './motion/grounds';
import { mainMotion } from './motion/motion';
import type { Motion, Track } from './motion/types';

/** Places that change with a plate take up one part in so many of the board at most. */
const PLACE_PART = 5;
const MAX_PLATES = 4;

/**
 * Finds marks that change another place while the avatar is on them: it changed when the avatar came, changed back when
 * it left, and everything seen since agrees, whatever was on the mark.
 */
export const findPlates = memoizeObject((evidence: Evidence): PlateClaim[] => {
  const motion = mainMotion(evidence);
  if (!motion || motion.avatar.every) return [];
  const events = [...motion.tracks.values()]
    .flat()
    .filter(
      ({ by, rest, seen }) =>
        !isStill(by) && rest.length > 0 && rest.length * PLACE_PART <= seen.before.cells.length,
    );
  const floor = findFloor(motion);
  const plates = new Map<string, PlateClaim>();
  for (const arrival of events) {
    const plate = drawPlate(arrival, floor);
    if (!plate || plates.size === MAX_PLATES) continue;
    const name = `${plate.at.top},${plate.at.left},${plate.place.top},${plate.place.left},${keyOf(plate.mark)}`;
    if (plates.has(name) || !events.some((other) => isReturn(other, arrival, plate))) continue;
    if (agrees(plate, evidence, arrival.seen.transition.level)) plates.set(name, plate);
  }
  return [...plates.values()];
});

/** Returns the colour that the avatar goes over most; null when it was never seen to move. */
function findFloor({ tracks }: Motion): number | null {
  const counts = new Map<number, number>();
  for (const { seen, from, by } of [...tracks.values()].flat()) {
    if (isStill(by)) continue;
    for (const [colour, n] of groundAhead(seen.before, from.picture, from, by, 'place', NO_MASK).counts)
      counts.set(colour, (counts.get(colour) ?? 0) + n);
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

/** The plate that an avatar came onto, if it was one: what lay there that is no floor, and what changed elsewhere. */
function drawPlate({ seen, from, to, rest }: Track, floor: number | null): PlateClaim | null {
  const { before, after } = seen;
  const own = new Set(cellsAt(from.picture, from, before));
  const markCells = cellsAt(to.picture, to, before).filter(
    (cell) => !own.has(cell) && before.cells[cell] !== floor,
  );
  if (markCells.length === 0) return null;
  const [markBox, box] = [boxOf(markCells, before.cols), boxOf(rest, before.cols)];
  return {
    ...NO_SCOPE,
    kind: 'plate',
    mark: takePicture(before, markCells, markBox),
    at: { top: markBox.top, left: markBox.left },
    place: { top: box.top, left: box.left },
    free: takePicture(before, rest, box),
    covered: takePicture(after, rest, box),
  };
}

/** Says whether an avatar left the place it had come to, and all that had changed changed back. */
function isReturn(other: Track, arrival: Track, { place, free, covered }: PlateClaim): boolean {
  const isFromThere = other.from.top === arrival.to.top && other.from.left === arrival.to.left;
  const { before, after } = other.seen;
  return (
    isFromThere &&
    other.seen.transition.level === arrival.seen.transition.level &&
    showsAt(before, covered, place, NO_MASK) &&
    showsAt(after, free, place, NO_MASK)
  );
}

/** Says whether no board of the level shows the place otherwise than what covers the mark asks for. */
function agrees(plate: PlateClaim, { seens }: Evidence, level: number): boolean {
  const boards = seens
    .filter(({ transition }) => transition.level === level)
    .flatMap(({ before, after }: Seen) => [before, after]);
  return boards.every((board) => {
    const state = stateOf(plate, board);
    if (state === null) return true;
    return !showsAt(board, state ? plate.free : plate.covered, plate.place, NO_MASK);
  });
}

/** Says whether the whole mark is covered; null when a part of it is. */
function stateOf({ mark, at }: { mark: PlateClaim['mark']; at: PicturePlace }, board: Board): boolean | null {
  let [cells, visible] = [0, 0];
  mark.cells.forEach((colour, i) => {
    if (colour < 0) return;
    cells++;
    if (board.cells[cellUnder(mark, i, at, board)] === colour) visible++;
  });
  return visible === cells ? false : visible === 0 ? true : null;
}
