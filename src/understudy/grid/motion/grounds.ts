import type { Mask } from '../../../contract/frame';
import {
  type Board,
  countColours,
  isSameShift,
  isStill,
  nameMask,
  rememberByBoard,
  type Shift,
} from '../../../grid/claims/board';
import type { MoveClaim, Push } from '../../../grid/claims/claim';
import { type Ground, lookAhead } from '../../../grid/claims/move';
import { isSamePicture, keyOf, type Picture, type PicturePlace } from '../../../grid/claims/picture';
import { sorted } from '../../../grid/claims/words';
import type { Gears, Grounds, Motion, Track, Tracks } from './types';

const grounds = rememberByBoard<Ground>();

/** What lay ahead on a board, remembered: every study of a run asks for the same. */
export function groundAhead(
  board: Board,
  picture: Picture,
  at: PicturePlace,
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
/** A colour of what comes and goes must have been gone over in so many. */
const PLACES_TO_CROSS = 4;

/** Colours the avatar went over and was stopped by: first what it went over, then what alone can have stopped it. */
export function learnGrounds(
  gears: Gears,
  tracks: Tracks,
  push: Push | null,
  reach: MoveClaim['reach'],
  mask: Mask,
): Grounds {
  const moves: Crossing[] = [];
  const halts: { ground: Ground; track: Track }[] = [];
  for (const [id, gear] of gears) {
    for (const track of tracks.get(id) ?? []) {
      const hasMoved = gear.slides ? !isStill(track.by) : isSameShift(track.by, gear.by);
      if (hasMoved && track.rest.length === 0 && track.seen.transition.state !== 'GAME_OVER') {
        const ground = groundAhead(track.seen.before, track.to.picture, track.from, track.by, reach, mask);
        moves.push({ ground, place: placeOf(track) });
      }
      const still = isStill(track.by) && track.rest.length === 0;
      if (!still && !gear.slides) continue;
      // A slide ends where its next step meets something.
      const { by } = gear;
      const at = gear.slides ? track.to : track.from;
      halts.push({ ground: groundAhead(track.seen.after, track.to.picture, at, by, reach, mask), track });
    }
  }
  const pushedColours = new Set(push ? push.what.flatMap((picture) => picture.cells) : []);
  const stopping = new Set(halts.flatMap(({ ground }) => [...ground.counts.keys()]));
  const over = findPassable(moves, pushedColours, findTidal(tracks), stopping);
  return { over: sorted(over), ...findStops(halts, over, pushedColours) };
}

/** What lay ahead of a move, and where it was made. */
interface Crossing {
  ground: Ground;
  place: string;
}

const placeOf = ({ to, seen }: Track): string => `${to.top},${to.left},${seen.transition.action.id}`;

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
 * a mark on something that is no ground without it: it is left out, and so is one that comes and goes, unless it was gone
 * over in many places and never lay ahead where the avatar was stopped.
 *
 * @param stopping colours that lay ahead where it was
 */
function findPassable(
  moves: readonly Crossing[],
  pushed: ReadonlySet<number>,
  tidal: ReadonlySet<number>,
  stopping: ReadonlySet<number>,
): Set<number> {
  const over = new Set<number>();
  const partly = new Map<number, number>();
  const places = new Map<number, Set<string>>();
  for (const { ground, place } of moves) {
    const { counts } = ground;
    const all = [...counts.values()].reduce((sum, n) => sum + n, 0);
    for (const [colour, count] of counts) {
      if (pushed.has(colour)) continue;
      const isMost = count * 2 >= all;
      if (isMost && !tidal.has(colour)) over.add(colour);
      else partly.set(colour, (partly.get(colour) ?? 0) + 1);
      if (isMost) places.set(colour, (places.get(colour) ?? new Set<string>()).add(place));
    }
  }
  for (const [colour, times] of partly) {
    const isOften = !stopping.has(colour) && (places.get(colour)?.size ?? 0) >= PLACES_TO_CROSS;
    if (times * 2 >= moves.length || isOften) over.add(colour);
  }
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
    const stopPlaces = places.get(only) ?? new Set<string>();
    stopPlaces.add(placeOf(track));
    if (common) for (let k = 0; k < PLACES_TO_STOP; k++) stopPlaces.add(`common ${k}`);
    places.set(only, stopPlaces);
  }
  const stops = [...places.entries()].filter(([, known]) => known.size >= PLACES_TO_STOP);
  return { stops: sorted(stops.map(([colour]) => colour)), edge };
}

/** Holds for all looks of an avatar what one of them went over or was stopped by. */
export function shareGrounds(motions: readonly Motion[]): void {
  const groups = motions.map((motion) => {
    const looks = motion.avatar.looks ?? [];
    const alike = motions.filter(
      ({ avatar }) => !avatar.every && looks.some((look) => isSamePicture(look, avatar.picture)),
    );
    return [motion, ...alike];
  });
  const all = groups.map((alike) => ({
    way: joinGrounds(alike.map(({ grounds: { way } }) => way)),
    place: joinGrounds(alike.map(({ grounds: { place } }) => place)),
  }));
  for (const [i, motion] of motions.entries()) motion.grounds = all[i] ?? motion.grounds;
}

function joinGrounds(all: readonly Grounds[]): Grounds {
  const over = sorted(all.flatMap((one) => one.over));
  const stops = sorted(all.flatMap((one) => one.stops)).filter((colour) => !over.includes(colour));
  return { over, stops, edge: all.some(({ edge }) => edge) };
}
