import { type Board, countColours, nameMask, rememberByBoard } from '../../engines/grid/claims/board';
import { isLeftAside, type Seen } from '../../engines/grid/claims/check';
import { isSameShift, isStill, type MoveClaim, type Push, type Shift } from '../../engines/grid/claims/claim';
import {
  findPushed,
  foremost,
  type Ground,
  gcd,
  isBeyond,
  judgeGround,
  lookAhead,
  openCells,
  shifted,
  stepOf,
} from '../../engines/grid/claims/move';
import {
  cellsAt,
  findPicture,
  isSamePicture,
  keyOf,
  locate,
  type Picture,
  type PicturePlace,
  type Sighting,
  showsAt,
} from '../../engines/grid/claims/picture';
import { sorted } from '../../engines/grid/claims/words';
import { type Mask, NO_MASK } from '../../engines/grid/frame/frame';
import { findMovers, type Mover } from './movers';

/** Colours an avatar may go over, those that stop it, and whether the edge of the board does. */
interface Grounds {
  over: number[];
  stops: number[];
  edge: boolean;
}

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
function learnGrounds(
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

/** What an action's tracks have in common; null when it was never seen to move or turn the avatar one way. */
function findGear(allTracks: readonly Track[]): Gear | null {
  // What it did while something else changed as well, when it carried something for instance, is told apart.
  const pureTracks = allTracks.filter(({ rest }) => rest.length === 0);
  const tracks = pureTracks.some(({ by }) => !isStill(by)) ? pureTracks : allTracks;
  const moves = tracks.filter((track) => !isStill(track.by));
  const turns = tracks.filter((track) => !isSamePicture(track.from.picture, track.to.picture));
  const by = commonShift(moves);
  if (!by) return null;
  const faces = new Set([...moves, ...turns].map((track) => track.to.picture));
  const firstFace = [...faces][0];
  const one = [...faces].every((face) => firstFace && isSamePicture(face, firstFace));
  if (turns.length > 0 && (!one || !firstFace)) return null;
  return {
    ...by,
    face: turns.length > 0 && firstFace ? firstFace : null,
    turnsStopped: turnsWhenStopped(tracks, turns.length > 0 && firstFace ? firstFace : null),
    unsure: false,
  };
}

/** Says whether the avatar turned where it was stopped; null when it was never stopped looking another way. */
function turnsWhenStopped(tracks: readonly Track[], face: Picture | null): boolean | null {
  if (!face) return null;
  const halts = tracks.filter((track) => isStill(track.by) && !isSamePicture(track.from.picture, face));
  if (halts.length === 0) return null;
  return halts.some((track) => isSamePicture(track.to.picture, face));
}

/**
 * Moves that only ever ended where something else came next may go on until they are stopped, by the step that all
 * distances have in common. That is so when distances vary; it is likely when they are longer than the avatar; and it
 * stays open until one ended with free ground ahead, or one was stopped short.
 */
function findSlides(avatar: Avatar, gears: Map<string, Gear>, tracks: Tracks): void {
  const areSlides = [...gears.values()].some((gear) => gear.slides);
  // One action that goes just so far says the same of the others.
  const isFixed =
    !areSlides && [...gears.entries()].some(([id, gear]) => !mayGoOn(gear.by, tracks.get(id) ?? []));
  if (isFixed) return;
  let unit = 0;
  for (const id of gears.keys()) {
    for (const { by } of tracks.get(id) ?? []) if (!isStill(by)) unit = gcd(unit, stepOf(by).count);
  }
  for (const [id, gear] of gears) {
    const { step, count } = stepOf(gear.by);
    const by = { rows: step.rows * unit, cols: step.cols * unit };
    if (gear.slides) {
      gears.set(id, { ...gear, by });
      continue;
    }
    if (avatar.every || !mayGoOn(by, tracks.get(id) ?? [])) continue;
    const size = step.rows !== 0 ? avatar.picture.rows : avatar.picture.cols;
    const slides = areSlides || count >= 2 * size;
    gears.set(id, { ...gear, by: slides ? by : gear.by, slides, unsure: true });
  }
}

/** Says whether every move ended where the next step would have met something. */
const mayGoOn = (by: Shift, tracks: readonly Track[]): boolean =>
  tracks.every((track) => isStill(track.by) || endsAtSomething(track, by));

/** Says whether the next step would have met a colour that it did not go over. */
function endsAtSomething({ seen, from, to, by }: Track, step: Shift): boolean {
  const path = groundAhead(seen.before, to.picture, from, by, 'way', NO_MASK).counts;
  const next = groundAhead(seen.after, to.picture, to, step, 'way', NO_MASK);
  return next.edge || [...next.counts.keys()].some((colour) => !path.has(colour));
}

function commonShift(moves: readonly Track[]): { by: Shift; slides: boolean } | null {
  const counts = new Map<string, { by: Shift; count: number }>();
  for (const { by } of moves) {
    const key = `${by.rows},${by.cols}`;
    counts.set(key, { by, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  const byCount = [...counts.values()].sort((a, b) => b.count - a.count);
  const first = byCount[0];
  if (!first) return null;
  if (byCount.length === 1) return { by: first.by, slides: false };
  const ways = new Set(
    byCount.map(({ by }) => {
      const { step } = stepOf(by);
      return `${step.rows},${step.cols}`;
    }),
  );
  if (ways.size === 1) return { by: stepOf(first.by).step, slides: true };
  return first.count > moves.length / 2 ? { by: first.by, slides: false } : null;
}

/** Objects seen to move along with the avatar, ahead of it. */
function findPush(gears: Gears, tracks: Tracks, mask: Mask): Push | null {
  const what: Picture[] = [];
  for (const [id, gear] of gears) {
    if (gear.slides) continue;
    for (const track of tracks.get(id) ?? []) {
      if (track.rest.length === 0 || !isSameShift(track.by, gear.by)) continue;
      const to = shifted(track.from, gear.by);
      for (const mover of findMovers(track.seen)) {
        if (!isSameShift(mover.by, gear.by) || !isSamePicture(mover.picture, mover.after)) continue;
        if (what.some((known) => isSamePicture(known, mover.picture))) continue;
        if (findPushed({ what: [mover.picture] }, track.seen.before, track.from, to, mask).length > 0) {
          what.push(mover.picture);
        }
      }
    }
  }
  return what.length === 0 ? null : { what, over: [], stops: [], edge: false };
}

/** What lay beyond the things that were pushed, or would not be. */
function learnPushed(motion: Motion, push: Push, mask: Mask): void {
  const over = new Set<number>();
  const stops = new Set<number>();
  for (const [id, gear] of motion.gears) {
    for (const track of motion.tracks.get(id) ?? []) {
      const { before, after } = track.seen;
      const crate = findPushed(push, before, track.from, shifted(track.from, gear.by), mask)[0];
      if (!crate) continue;
      const beyond = lookAhead(before, crate.picture, crate, gear.by, 'place', mask);
      if (isSameShift(track.by, gear.by) && showsAt(after, crate.picture, shifted(crate, gear.by), mask)) {
        for (const colour of beyond.counts.keys()) over.add(colour);
      } else if (isStill(track.by) && track.rest.length === 0) {
        if (beyond.edge && beyond.counts.size === 0) push.edge = true;
        if (!beyond.edge && beyond.counts.size === 1)
          for (const colour of beyond.counts.keys()) stops.add(colour);
      }
    }
  }
  push.over = sorted(over);
  push.stops = sorted([...stops].filter((colour) => !over.has(colour)));
}

/** Part of all transitions in which things of a colour must move, away from the avatar, to be left aside. */
const ASIDE_PART = 0.3;
const ASIDE_LEAST = 3;

/** Where pieces of one colour were seen to go, by the action that was executed. */
interface Drift {
  count: number;
  ways: Map<string, Set<string>>;
}

/**
 * Colours of things that move away from the avatar, whatever the action: they live by themselves. What goes one way
 * for each action, and different ways for different ones, is controlled; it is not left aside.
 */
function findAsides(avatar: Avatar, tracks: Tracks): number[] {
  const drifts = new Map<number, Drift>();
  let all = 0;
  for (const [id, list] of tracks) {
    for (const track of list) {
      all++;
      for (const [colour, { ways, strays }] of strayWays(avatar, track)) {
        const drift = drifts.get(colour) ?? { count: 0, ways: new Map<string, Set<string>>() };
        if (strays) drift.count++;
        drift.ways.set(id, new Set([...(drift.ways.get(id) ?? []), ...ways]));
        drifts.set(colour, drift);
      }
    }
  }
  const asides = [...drifts.entries()].filter(
    ([, drift]) =>
      drift.count >= ASIDE_LEAST &&
      drift.count >= ASIDE_PART * all &&
      drift.ways.size >= 2 &&
      !isControlled(drift),
  );
  return sorted(asides.map(([colour]) => colour));
}

/** Ways that things other than the avatar, and what it may push, went in one transition; by colour. */
function strayWays(avatar: Avatar, track: Track): Map<number, { ways: Set<string>; strays: boolean }> {
  const own = new Set(avatar.picture.cells);
  const byColour = new Map<number, { ways: Set<string>; strays: boolean }>();
  for (const mover of findMovers(track.seen)) {
    // What touches it may be a part of it.
    if (isBeside(mover, track)) continue;
    // What goes exactly as the avatar does may be what it pushes.
    const strays = isStill(track.by) || !isSameShift(mover.by, track.by);
    const { step } = stepOf(mover.by);
    for (const colour of new Set(mover.picture.cells)) {
      if (colour < 0 || own.has(colour)) continue;
      const way = byColour.get(colour) ?? { ways: new Set<string>(), strays: false };
      way.ways.add(`${step.rows},${step.cols}`);
      way.strays ||= strays;
      byColour.set(colour, way);
    }
  }
  return byColour;
}

const isBeside = ({ at, picture }: Mover, { from }: Track): boolean =>
  at.top <= from.top + from.picture.rows &&
  from.top <= at.top + picture.rows &&
  at.left <= from.left + from.picture.cols &&
  from.left <= at.left + picture.cols;

function isControlled({ ways }: Drift): boolean {
  const each = [...ways.values()];
  return each.every((one) => one.size === 1) && new Set(each.flatMap((one) => [...one])).size > 1;
}

/** An object that actions move: what it looks like, and what is known of how it gets about, whatever the action. */
export interface Avatar {
  picture: Picture;
  /** It was seen drawn turned or mirrored. */
  turned: boolean;
  /** All that look so are meant, not the only one. */
  every: boolean;
  /** How often it was seen to move, and by how many different actions. */
  times: number;
  actions: number;
  /** Leaves open what shows through it: that was seen to change as it went. */
  open?: true;
  /** Other looks that it was seen to take on, as one that faces the way it goes does. */
  looks?: readonly Picture[];
}

/** The avatar in one transition. */
export interface Track {
  seen: Seen;
  from: Sighting;
  to: Sighting;
  by: Shift;
  /** Changed cells that the avatar's own going does not account for; cells left aside are left out. */
  rest: number[];
}

/** How one action moves the avatar. */
export interface Gear {
  /** Of one move; of one step when it slides. */
  by: Shift;
  slides: boolean;
  face: Picture | null;
  turnsStopped: boolean | null;
  /** Whether everything seen so far is as if it went on until it was stopped, or only so far: not told apart yet. */
  unsure: boolean;
}

/** A row or column that foremost cells did not go beyond: `limit` where it was stopped there, `seenTo` where it never came. */
export type Limit = Pick<MoveClaim, 'limit' | 'seenTo'>;

/** Tracks by action. */
type Tracks = ReadonlyMap<string, Track[]>;
type Gears = ReadonlyMap<string, Gear>;

/** The avatar followed through everything that was seen. */
export interface Motion {
  avatar: Avatar;
  tracks: Tracks;
  /** The first track of each transition. */
  sightings: ReadonlyMap<Seen, Track>;
  gears: Gears;
  asides: number[];
  push: Push | null;
  grounds: Record<MoveClaim['reach'], Grounds>;
  /** By action: the row or column that it never went beyond, as nothing is seen there that stops it. */
  limits: ReadonlyMap<string, Limit>;
  /** Others that the same actions move at the same time. */
  partners: Motion[];
}

/** The avatar that matters most: the likeliest one that an action is known to move. */
export const mainMotion = ({ motions }: { motions: readonly Motion[] }): Motion | null =>
  motions.find((motion) => motion.gears.size > 0) ?? null;

/** Colours of what lives by itself, as far as the main avatar tells it from what is moved. */
export const asidesBeside = (run: { motions: readonly Motion[] }): number[] => mainMotion(run)?.asides ?? [];

/** Follow avatars through transitions (every action's), and learn where they may go. */
export function followAvatars(avatars: readonly Avatar[], seens: readonly Seen[], mask: Mask): Motion[] {
  const motions = avatars.map((avatar) => followOne(avatar, seens, mask));
  for (const motion of motions) {
    const partners = motions.filter((other) => arePartners(motion, other));
    motion.partners = partners;
    if (leaveOut(motion, partners)) learn(motion, mask);
  }
  shareGrounds(motions);
  for (const motion of motions) motion.limits = shareLimits(motion, motions);
  return motions;
}

/** Holds for all looks of an avatar what one of them went over or was stopped by. */
function shareGrounds(motions: readonly Motion[]): void {
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

/** The limits of a motion; where the same action has one for another object, it may have one for this object as well. */
function shareLimits(motion: Motion, motions: readonly Motion[]): Motion['limits'] {
  const { avatar, gears, limits, push, tracks } = motion;
  const ids = new Set(motions.flatMap((other) => [...other.limits.keys()]).filter((id) => !limits.has(id)));
  if (avatar.every || push || ids.size === 0) return limits;
  const all = [...tracks.values()].flat();
  const allLimits = new Map(limits);
  for (const [id, { by, slides }] of gears) {
    if (ids.has(id) && !slides && (by.rows === 0 || by.cols === 0))
      allLimits.set(id, { seenTo: farthest(all, by) });
  }
  return allLimits;
}

/** Moves of an action after which it is of note that nothing ever stopped what it moves. */
const MOVES_WITHOUT_STOP = 4;

/** Says whether an action that moves an object ever failed to. */
const wasStopped = ({ gears, tracks }: Motion): boolean =>
  [...gears.keys()].some((id) => (tracks.get(id) ?? []).some(({ by }) => isStill(by)));

/** Where an action was never seen to take its object beyond, as long as nothing ever stopped that; null for no such place. */
export function findUnstopped(motion: Motion, id: string): Limit | null {
  const { avatar, gears, push, tracks } = motion;
  const gear = gears.get(id);
  if (!gear || gear.slides || avatar.every || push || wasStopped(motion)) return null;
  if (gear.by.rows !== 0 && gear.by.cols !== 0) return null;
  const moves = (tracks.get(id) ?? []).filter(({ by }) => !isStill(by));
  if (moves.length < MOVES_WITHOUT_STOP) return null;
  return { seenTo: farthest([...tracks.values()].flat(), gear.by) };
}

/** The row or column of the foremost cells, in the way they go, where an object was ever seen. */
function farthest(tracks: readonly Track[], by: Shift): number {
  const edges = tracks.flatMap(({ from, to }) => [from, to].map((at) => foremost(at.picture, at, by)));
  return (by.rows !== 0 ? by.rows : by.cols) < 0 ? Math.min(...edges) : Math.max(...edges);
}

function followOne(avatar: Avatar, seens: readonly Seen[], mask: Mask): Motion {
  const tracks = new Map<string, Track[]>();
  const sightings = new Map<Seen, Track>();
  for (const seen of seens) {
    const tracksHere = trackIn(avatar, seen, mask);
    const [first] = tracksHere;
    if (!first) continue;
    const { id } = seen.transition.action;
    tracks.set(id, [...(tracks.get(id) ?? []), ...tracksHere]);
    sightings.set(seen, first);
  }
  const asides = findAsides(avatar, tracks);
  for (const all of tracks.values()) {
    for (const track of all) track.rest = track.rest.filter((cell) => !isLeftAside(track.seen, cell, asides));
  }
  const gears = new Map<string, Gear>();
  for (const [id, all] of tracks) {
    const gear = findGear(all);
    if (gear) gears.set(id, gear);
  }
  findSlides(avatar, gears, tracks);
  const none = { over: [], stops: [], edge: false };
  const motion: Motion = {
    avatar,
    tracks,
    sightings,
    gears,
    asides,
    push: null,
    grounds: { way: none, place: none },
    limits: new Map(),
    partners: [],
  };
  learn(motion, mask);
  return motion;
}

function learn(motion: Motion, mask: Mask): void {
  const { gears, tracks } = motion;
  motion.push = motion.avatar.every ? null : findPush(gears, tracks, mask);
  motion.grounds = {
    way: learnGrounds(gears, tracks, motion.push, 'way', mask),
    place: learnGrounds(gears, tracks, motion.push, 'place', mask),
  };
  if (motion.push) learnPushed(motion, motion.push, mask);
  motion.limits = learnLimits(motion, mask);
}

/**
 * Rows and columns that nothing takes the avatar beyond: it was stopped there with nothing but known ground ahead, and was
 * never seen further on.
 */
function learnLimits({ avatar, gears, tracks, grounds, push }: Motion, mask: Mask): Map<string, Limit> {
  const limits = new Map<string, Limit>();
  if (avatar.every || push) return limits;
  const all = [...tracks.values()].flat();
  const straight = [...gears].filter(([, { by, slides }]) => !slides && (by.rows === 0 || by.cols === 0));
  for (const [id, { by, face }] of straight) {
    for (const track of tracks.get(id) ?? []) {
      if (!isStill(track.by) || track.seen.effect || track.seen.transition.state !== 'NOT_FINISHED') continue;
      const picture = face ?? track.from.picture;
      const ground = groundAhead(track.seen.before, picture, track.from, by, 'way', mask);
      if (judgeGround(ground, { ...grounds.way, edge: false }) !== 'free') continue;
      const limit = foremost(picture, track.from, by);
      const isPassed = all.some(({ from, to }) =>
        [from, to].some((at) => isBeyond(limit, by, at.picture, at)),
      );
      if (!isPassed) limits.set(id, { limit });
    }
  }
  // Where there is one such limit there may be another one the opposite way, which was not met yet.
  if (limits.size > 0) {
    for (const [id, { by }] of straight) {
      const isBackwards = [...limits.keys()].some((other) => {
        const back = gears.get(other)?.by;
        return back && isSameShift(stepOf(back).step, stepOf({ rows: -by.rows, cols: -by.cols }).step);
      });
      if (!isBackwards) continue;
      if (!limits.has(id)) limits.set(id, { seenTo: farthest(all, by) });
    }
  }
  return limits;
}

const TRACKS = new WeakMap<Seen, Map<string, readonly Track[]>>();

/** The avatar in one transition, remembered: every study of a run follows the same ones. What is given out is a copy. */
function trackIn(avatar: Avatar, seen: Seen, mask: Mask): Track[] {
  const memory = TRACKS.get(seen) ?? new Map<string, readonly Track[]>();
  TRACKS.set(seen, memory);
  const looks = (avatar.looks ?? []).map(keyOf).join(' ');
  const key = `${avatar.every} ${avatar.turned} ${avatar.open} ${keyOf(avatar.picture)} ${looks}`;
  const memo =
    memory.get(key) ?? (avatar.every ? trackCrowd(avatar, seen, mask) : trackAvatar(avatar, seen, mask));
  memory.set(key, memo);
  return memo.map((track) => ({ ...track }));
}

function trackAvatar(avatar: Avatar, seen: Seen, mask: Mask): Track[] {
  const from = locate(seen.before, avatar.picture, avatar.turned, mask);
  const to = seen.changed.length === 0 ? from : locateLook(avatar, seen.after, mask);
  if (!from || !to) return [];
  const own = new Set([...cellsAt(from.picture, from, seen.before), ...cellsAt(to.picture, to, seen.after)]);
  if (avatar.open && (to.top !== from.top || to.left !== from.left)) {
    for (const cell of [...openCells(from, seen.before), ...openCells(to, seen.after)]) own.add(cell);
  }
  const rest = seen.changed.filter((cell) => !own.has(cell));
  return [{ seen, from, to, by: { rows: to.top - from.top, cols: to.left - from.left }, rest }];
}

/** The avatar as it always looks, or else in another look of its own. */
function locateLook({ picture, turned, looks = [] }: Avatar, board: Board, mask: Mask): Sighting | null {
  const same = locate(board, picture, turned, mask);
  if (same || looks.length === 0) return same;
  return looks.map((look) => locate(board, look, false, mask)).find((one) => one !== null) ?? null;
}

/** Each of several that look the same: one step further, or where it was. */
function trackCrowd({ picture }: Avatar, seen: Seen, mask: Mask): Track[] {
  const before = findPicture(seen.before, picture, mask);
  const after = findPicture(seen.after, picture, mask);
  if (before.length < 2 || before.length !== after.length) return [];
  const by = findMovers(seen).find((mover) => keyOf(mover.picture) === keyOf(picture))?.by ?? {
    rows: 0,
    cols: 0,
  };
  const own = new Set([...before, ...after].flatMap((at) => cellsAt(picture, at, seen.before)));
  const rest = seen.changed.filter((cell) => !own.has(cell));
  const tracks: Track[] = [];
  for (const at of before) {
    const target = { top: at.top + by.rows, left: at.left + by.cols };
    const isAt = (place: typeof at) => after.some((one) => one.top === place.top && one.left === place.left);
    if (!isAt(target) && !isAt(at)) return [];
    const went = isAt(target);
    tracks.push({
      seen,
      from: { ...at, picture },
      to: { ...(went ? target : at), picture },
      by: went ? by : { rows: 0, cols: 0 },
      rest,
    });
  }
  return tracks;
}

/** Two that the same actions move, and neither is a part of the other. */
function arePartners(motion: Motion, other: Motion): boolean {
  if (motion === other || motion.avatar.every || other.avatar.every) return false;
  const sharedIds = [...motion.gears.keys()].filter((id) => other.gears.has(id));
  if (!isSteady(other)) return false;
  // With no action in common they may still have been stopped each time: that is left open, not ruled out.
  if (
    other.gears.size === 0 ||
    (sharedIds.length > 0 && sharedIds.every((id) => isSameWay(motion, other, id)))
  )
    return false;
  if (other.avatar.picture.cells.every((colour) => colour < 0 || motion.asides.includes(colour)))
    return false;
  return [...motion.tracks.values()].every((tracks) =>
    tracks.every((track) => {
      const partner = other.sightings.get(track.seen);
      return !partner || !overlap(track.from, partner.from);
    }),
  );
}

/** Says whether each action only ever moves it one way: what lives by itself goes any way under each. */
const isSteady = ({ tracks }: Motion): boolean =>
  [...tracks.values()].every((all) => {
    const ways = all.filter(({ by }) => !isStill(by)).map(({ by }) => stepOf(by).step);
    return ways.every((way) => isSameShift(way, ways[0] ?? way));
  });

/** What goes the same way by the same shift is pushed, or a part. */
function isSameWay(motion: Motion, other: Motion, id: string): boolean {
  const [a, b] = [motion.gears.get(id), other.gears.get(id)];
  return a !== undefined && b !== undefined && isSameShift(a.by, b.by);
}

const overlap = (a: Sighting, b: Sighting): boolean =>
  a.top < b.top + b.picture.rows &&
  b.top < a.top + a.picture.rows &&
  a.left < b.left + b.picture.cols &&
  b.left < a.left + a.picture.cols;

/** Take what partners did out of what a motion does not account for; whether that changed anything. */
function leaveOut(motion: Motion, partners: readonly Motion[]): boolean {
  let hasChanged = false;
  for (const tracks of motion.tracks.values()) {
    for (const track of tracks) {
      if (track.rest.length === 0) continue;
      const theirs = new Set(
        partners.flatMap((other) => {
          const one = other.sightings.get(track.seen);
          return one
            ? [
                ...cellsAt(one.from.picture, one.from, track.seen.before),
                ...cellsAt(one.to.picture, one.to, track.seen.after),
              ]
            : [];
        }),
      );
      const rest = track.rest.filter((cell) => !theirs.has(cell));
      hasChanged ||= rest.length < track.rest.length;
      track.rest = rest;
    }
  }
  return hasChanged;
}
