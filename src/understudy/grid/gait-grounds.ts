import { type Board, countColours, nameMask, rememberByBoard } from '../../engines/grid/claims/board';
import type { MoveClaim, Push, Shift } from '../../engines/grid/claims/claim';
import { isSameShift, isStill } from '../../engines/grid/claims/claim';
import { type Ground, lookAhead } from '../../engines/grid/claims/move';
import { keyOf, type Picture, type Place } from '../../engines/grid/claims/picture';
import { sorted } from '../../engines/grid/claims/words';
import type { Mask } from '../../engines/grid/frame/frame';
import type { Gears, Track, Tracks } from './gait';

/** Colours an avatar may go over, those that stop it, and whether the edge of the board does. */
export interface Grounds {
  over: number[];
  stops: number[];
  edge: boolean;
}

const grounds = rememberByBoard<Ground>();

/** What lay ahead on a board, remembered: every study of a run asks for the same. */
export function groundAhead(
  board: Board,
  picture: Picture,
  at: Place,
  by: Shift,
  reach: MoveClaim['reach'],
  mask: Mask,
): Ground {
  const key = `${at.top},${at.left},${by.rows},${by.cols},${reach},${nameMask(mask)},${keyOf(picture)}`;
  return grounds(board, key, () => lookAhead(board, picture, at, by, reach, mask));
}

/** A colour that takes up this part of the board stops the avatar for good when it did once. */
const COMMON_PART = 0.12;
/** Any other colour must have stopped it in so many places: a thing may be blocked by what lies beyond it. */
const PLACES_TO_STOP = 5;

/** Colours the avatar went over and was stopped by: first what it went over, then what alone can have stopped it. */
export function learnGrounds(
  gears: Gears,
  tracks: Tracks,
  push: Push | null,
  reach: MoveClaim['reach'],
  mask: Mask,
): Grounds {
  const moves: Ground[] = [];
  const halts: { ground: Ground; track: Track }[] = [];
  for (const [id, gear] of gears) {
    for (const track of tracks.get(id) ?? []) {
      const gone = gear.slides ? !isStill(track.by) : isSameShift(track.by, gear.by);
      if (gone && track.rest.length === 0 && track.seen.transition.state !== 'GAME_OVER') {
        moves.push(groundAhead(track.seen.before, track.to.picture, track.from, track.by, reach, mask));
      }
      const still = isStill(track.by) && track.rest.length === 0;
      if (!still && !gear.slides) continue;
      // A slide ends where its next step meets something.
      const { by } = gear;
      const at = gear.slides ? track.to : track.from;
      halts.push({ ground: groundAhead(track.seen.after, track.to.picture, at, by, reach, mask), track });
    }
  }
  const pushed = new Set(push ? push.what.flatMap((picture) => picture.cells) : []);
  const over = findPassable(moves, pushed, findTidal(tracks));
  return { over: sorted(over), ...findStops(halts, over, pushed) };
}

/**
 * Colours of what changes while the avatar stands still: of a door, say, that some action opens. What was gone over
 * then may be in the way at another time, though it has the same colour.
 */
function findTidal(tracks: Tracks): Set<number> {
  const tidal = new Set<number>();
  for (const { seen, by, rest } of [...tracks.values()].flat()) {
    if (!isStill(by)) continue;
    for (const cell of rest) {
      tidal.add(seen.before.cells[cell] ?? 0);
      tidal.add(seen.after.cells[cell] ?? 0);
    }
  }
  return tidal;
}

/**
 * Colours that were gone over. A colour that was only ever a small part of what lay ahead, and not as a rule, may be
 * a mark on something that is no ground without it: it is left out, and so is one that comes and goes.
 */
function findPassable(
  moves: readonly Ground[],
  pushed: ReadonlySet<number>,
  tidal: ReadonlySet<number>,
): Set<number> {
  const over = new Set<number>();
  const partly = new Map<number, number>();
  for (const { counts } of moves) {
    const all = [...counts.values()].reduce((sum, n) => sum + n, 0);
    for (const [colour, count] of counts) {
      if (pushed.has(colour)) continue;
      if (count * 2 >= all && !tidal.has(colour)) over.add(colour);
      else partly.set(colour, (partly.get(colour) ?? 0) + 1);
    }
  }
  for (const [colour, times] of partly) if (times * 2 >= moves.length) over.add(colour);
  return over;
}

/** Colours that alone can have stopped the avatar. */
function findStops(
  halts: readonly { ground: Ground; track: Track }[],
  over: ReadonlySet<number>,
  pushed: ReadonlySet<number>,
): { stops: number[]; edge: boolean } {
  const places = new Map<number, Set<string>>();
  let edge = false;
  for (const { ground, track } of halts) {
    const suspects = [...ground.counts.keys()].filter((colour) => !over.has(colour) && !pushed.has(colour));
    const [only] = suspects;
    if (only === undefined && ground.edge) edge = true;
    if (only === undefined || suspects.length > 1 || ground.edge) continue;
    const { before } = track.seen;
    const common = (countColours(before)[only] ?? 0) > COMMON_PART * before.cells.length;
    const known = places.get(only) ?? new Set<string>();
    known.add(`${track.to.top},${track.to.left},${track.seen.transition.action.id}`);
    if (common) for (let k = 0; k < PLACES_TO_STOP; k++) known.add(`common ${k}`);
    places.set(only, known);
  }
  const stops = [...places.entries()].filter(([, known]) => known.size >= PLACES_TO_STOP);
  return { stops: sorted(stops.map(([colour]) => colour)), edge };
}
