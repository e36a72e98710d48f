import { isLeftAside, type Seen } from '../../engines/grid/claims/check';
import { isSameShift, isStill, type MoveClaim, type Push, type Shift } from '../../engines/grid/claims/claim';
import { stepOf } from '../../engines/grid/claims/move';
import {
  cellsAt,
  findPicture,
  keyOf,
  locate,
  type Picture,
  type Sighting,
} from '../../engines/grid/claims/picture';
import type { Mask } from '../../engines/grid/frame/frame';
import { findAsides } from './gait-asides';
import { findGear, findSlides } from './gait-gears';
import { type Grounds, learnGrounds } from './gait-grounds';
import { findPush, learnPushed } from './gait-push';
import { findMovers } from './movers';

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

/** Tracks by action. */
export type Tracks = ReadonlyMap<string, Track[]>;
export type Gears = ReadonlyMap<string, Gear>;

/** The avatar followed through everything that was seen. */
export interface Gait {
  avatar: Avatar;
  tracks: Tracks;
  /** The first track of each transition. */
  sightings: ReadonlyMap<Seen, Track>;
  gears: Gears;
  asides: number[];
  push: Push | null;
  grounds: Record<MoveClaim['reach'], Grounds>;
  /** Others that the same actions move at the same time. */
  partners: Gait[];
}

/** The avatar that matters most: the likeliest one that an action is known to move. */
export const mainGait = ({ gaits }: { gaits: readonly Gait[] }): Gait | null =>
  gaits.find((gait) => gait.gears.size > 0) ?? null;

/** Colours of what lives by itself, as far as the main avatar tells it from what is moved. */
export const asidesBeside = (run: { gaits: readonly Gait[] }): number[] => mainGait(run)?.asides ?? [];

/** Follow avatars through transitions (every action's), and learn where they may go. */
export function followAvatars(avatars: readonly Avatar[], seens: readonly Seen[], mask: Mask): Gait[] {
  const gaits = avatars.map((avatar) => followOne(avatar, seens, mask));
  for (const gait of gaits) {
    const partners = gaits.filter((other) => arePartners(gait, other));
    gait.partners = partners;
    if (leaveOut(gait, partners)) learn(gait, mask);
  }
  return gaits;
}

function followOne(avatar: Avatar, seens: readonly Seen[], mask: Mask): Gait {
  const tracks = new Map<string, Track[]>();
  const sightings = new Map<Seen, Track>();
  for (const seen of seens) {
    const found = trackIn(avatar, seen, mask);
    const [first] = found;
    if (!first) continue;
    const { id } = seen.transition.action;
    tracks.set(id, [...(tracks.get(id) ?? []), ...found]);
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
  const gait: Gait = {
    avatar,
    tracks,
    sightings,
    gears,
    asides,
    push: null,
    grounds: { way: none, place: none },
    partners: [],
  };
  learn(gait, mask);
  return gait;
}

function learn(gait: Gait, mask: Mask): void {
  const { gears, tracks } = gait;
  gait.push = gait.avatar.every ? null : findPush(gears, tracks, mask);
  gait.grounds = {
    way: learnGrounds(gears, tracks, gait.push, 'way', mask),
    place: learnGrounds(gears, tracks, gait.push, 'place', mask),
  };
  if (gait.push) learnPushed(gait, gait.push, mask);
}

const TRACKS = new WeakMap<Seen, Map<string, readonly Track[]>>();

/** The avatar in one transition, remembered: every study of a run follows the same ones. What is given out is a copy. */
function trackIn(avatar: Avatar, seen: Seen, mask: Mask): Track[] {
  const memory = TRACKS.get(seen) ?? new Map<string, readonly Track[]>();
  TRACKS.set(seen, memory);
  const key = `${avatar.every} ${avatar.turned} ${keyOf(avatar.picture)}`;
  const known =
    memory.get(key) ?? (avatar.every ? trackCrowd(avatar, seen, mask) : trackAvatar(avatar, seen, mask));
  memory.set(key, known);
  return known.map((track) => ({ ...track }));
}

function trackAvatar(avatar: Avatar, seen: Seen, mask: Mask): Track[] {
  const from = locate(seen.before, avatar.picture, avatar.turned, mask);
  const to = seen.changed.length === 0 ? from : locate(seen.after, avatar.picture, avatar.turned, mask);
  if (!from || !to) return [];
  const own = new Set([...cellsAt(from.picture, from, seen.before), ...cellsAt(to.picture, to, seen.after)]);
  const rest = seen.changed.filter((cell) => !own.has(cell));
  return [{ seen, from, to, by: { rows: to.top - from.top, cols: to.left - from.left }, rest }];
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
  const found: Track[] = [];
  for (const at of before) {
    const moved = { top: at.top + by.rows, left: at.left + by.cols };
    const isAt = (place: typeof at) => after.some((one) => one.top === place.top && one.left === place.left);
    if (!isAt(moved) && !isAt(at)) return [];
    const went = isAt(moved);
    found.push({
      seen,
      from: { ...at, picture },
      to: { ...(went ? moved : at), picture },
      by: went ? by : { rows: 0, cols: 0 },
      rest,
    });
  }
  return found;
}

/** Two that the same actions move, and neither is a part of the other. */
function arePartners(gait: Gait, other: Gait): boolean {
  if (gait === other || gait.avatar.every || other.avatar.every) return false;
  const shared = [...gait.gears.keys()].filter((id) => other.gears.has(id));
  if (!isSteady(other)) return false;
  // With no action in common they may still have been stopped each time: that is left open, not ruled out.
  if (other.gears.size === 0 || (shared.length > 0 && shared.every((id) => isSameWay(gait, other, id))))
    return false;
  if (other.avatar.picture.cells.every((colour) => colour < 0 || gait.asides.includes(colour))) return false;
  return [...gait.tracks.values()].every((tracks) =>
    tracks.every((track) => {
      const partner = other.sightings.get(track.seen);
      return !partner || !overlap(track.from, partner.from);
    }),
  );
}

/** Whether each action only ever moves it one way: what lives by itself goes any way under each. */
const isSteady = ({ tracks }: Gait): boolean =>
  [...tracks.values()].every((all) => {
    const ways = all.filter(({ by }) => !isStill(by)).map(({ by }) => stepOf(by).step);
    return ways.every((way) => isSameShift(way, ways[0] ?? way));
  });

/** What goes the same way by the same shift is pushed, or a part. */
function isSameWay(gait: Gait, other: Gait, id: string): boolean {
  const [a, b] = [gait.gears.get(id), other.gears.get(id)];
  return a !== undefined && b !== undefined && isSameShift(a.by, b.by);
}

const overlap = (a: Sighting, b: Sighting): boolean =>
  a.top < b.top + b.picture.rows &&
  b.top < a.top + a.picture.rows &&
  a.left < b.left + b.picture.cols &&
  b.left < a.left + a.picture.cols;

/** Take what partners did out of what a gait does not account for; whether that changed anything. */
function leaveOut(gait: Gait, partners: readonly Gait[]): boolean {
  let changed = false;
  for (const tracks of gait.tracks.values()) {
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
      changed ||= rest.length < track.rest.length;
      track.rest = rest;
    }
  }
  return changed;
}
