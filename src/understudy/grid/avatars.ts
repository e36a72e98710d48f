import { memoizeObject } from '../../base/memoize';
import type { Mask } from '../../contract/frame';
import type { Shift } from '../../grid/claims/board';
import type { Seen } from '../../grid/claims/check';
import { openCells, stepOf } from '../../grid/claims/move';
import { cellsAt, findPicture, keyOf, locate, type Picture, turnsOf } from '../../grid/claims/picture';
import type { Avatar } from './motion/types';
import { findMovers, type Mover } from './movers';
import { findWholes, isWithin } from './wholes';

/** Avatars that are followed. */
const MOST = 6;

/**
 * Objects that actions move, the likeliest avatar first: one that different actions move different ways, often, and
 * that is as much of what moves together as there is.
 */
export function findAvatars(seens: readonly Seen[], mask: Mask): Avatar[] {
  return rankAvatars(countMovers(seens, findMovers), seens, mask);
}

/**
 * Objects that actions move where pieces of one colour are hard to tell: on ground with a pattern, beside things of the same
 * colours, or of parts that do not touch. What always goes together counts as one object, and its parts as none.
 */
export function findLooseAvatars(seens: readonly Seen[], mask: Mask): Avatar[] {
  const entries = countMovers(seens, findMovers);
  const wholes = findWholes(seens, mask);
  for (const { picture, moves } of wholes) {
    const key = familyOf(picture);
    const entry = entries.get(key) ?? { picture, turned: false, times: 0, ways: new Map() };
    entry.times = Math.max(entry.times, moves.length);
    for (const { seen, by } of moves) addWay(entry, seen, by);
    entries.set(key, entry);
  }
  for (const [key, { picture, times }] of entries) {
    const isPart = wholes.some(
      (whole) =>
        familyOf(whole.picture) !== key && whole.moves.length >= times && isWithin(picture, whole.picture),
    );
    if (isPart) entries.delete(key);
  }
  const avatars = rankAvatars(entries, seens, mask);
  return avatars.flatMap((avatar): Avatar[] => {
    if (avatar.every) return [avatar];
    const looks = findLooks(avatar, avatars, seens, mask);
    const one = looks.length > 0 ? { ...avatar, looks } : avatar;
    return isOpen(avatar, seens, mask) ? [one, { ...one, open: true }] : [one];
  });
}

/** Moves of an object in which what shows through it changed before it is left open. */
const LEAST_OPEN = 2;

/** Says whether what shows through an object changes as it goes: it leaves a trail, picks something up or treads it down. */
function isOpen({ picture, turned }: Avatar, seens: readonly Seen[], mask: Mask): boolean {
  const openMoves = seens.filter(({ before, after, changed }) => {
    const [from, to] = [locate(before, picture, turned, mask), locate(after, picture, turned, mask)];
    if (!from || !to || (from.top === to.top && from.left === to.left)) return false;
    const own = new Set([...cellsAt(from.picture, from, before), ...cellsAt(to.picture, to, after)]);
    const open = new Set([...openCells(from, before), ...openCells(to, after)]);
    return changed.some((cell) => open.has(cell) && !own.has(cell));
  });
  return openMoves.length >= LEAST_OPEN;
}

/** Transitions in which one picture took the place of another before both are looks of one object. */
const LEAST_TURNS = 2;

/** Pictures that an avatar was seen to become, near where it was, and that were never on the board together with it. */
function findLooks(
  { picture, turned }: Avatar,
  avatars: readonly Avatar[],
  seens: readonly Seen[],
  mask: Mask,
): Picture[] {
  return avatars.flatMap((other): Picture[] => {
    if (other.every || other.picture === picture) return [];
    let turns = 0;
    for (const { before, after } of seens) {
      const [from, to] = [locate(before, picture, turned, mask), locate(after, picture, turned, mask)];
      const [was, is] = [
        locate(before, other.picture, false, mask),
        locate(after, other.picture, false, mask),
      ];
      if ((from && was) || (to && is)) return [];
      const isNear = from && is && (from.top === is.top || from.left === is.left);
      if (isNear && !to && !was) turns++;
    }
    return turns >= LEAST_TURNS ? [other.picture] : [];
  });
}

/** An object that was seen to move, by the ways it went under each action. */
interface Entry {
  picture: Picture;
  turned: boolean;
  times: number;
  ways: Map<string, Set<string>>;
}

function addWay({ ways }: Entry, { transition }: Seen, by: Shift): void {
  const { step } = stepOf(by);
  const { id } = transition.action;
  ways.set(id, (ways.get(id) ?? new Set()).add(`${step.rows},${step.cols}`));
}

function countMovers(seens: readonly Seen[], find: (seen: Seen) => readonly Mover[]): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  for (const seen of seens) {
    const keysHere = new Set<string>();
    for (const mover of find(seen)) {
      const key = familyOf(mover.picture);
      const entry = entries.get(key) ?? { picture: mover.picture, turned: false, times: 0, ways: new Map() };
      entry.turned ||=
        keyOf(entry.picture) !== keyOf(mover.picture) || keyOf(mover.after) !== keyOf(mover.picture);
      if (!keysHere.has(key)) entry.times++;
      keysHere.add(key);
      addWay(entry, seen, mover.by);
      entries.set(key, entry);
    }
  }
  return entries;
}

function rankAvatars(entries: ReadonlyMap<string, Entry>, seens: readonly Seen[], mask: Mask): Avatar[] {
  const score = (entry: Entry): number => {
    const ways = [...entry.ways.values()];
    const steady = new Set(ways.flatMap((one) => (one.size === 1 ? [...one] : [])));
    const fickle = ways.filter((one) => one.size > 1).length;
    // Going one way under each action, and different ways under different ones, tells an avatar from what lives by
    // itself.
    return 4 * steady.size - 6 * fickle + entry.times + Math.min(1, entry.picture.cells.length / 4096);
  };
  return [...entries.values()]
    .sort((a, b) => score(b) - score(a))
    .slice(0, MOST)
    .flatMap(({ picture, turned, times, ways }): Avatar[] => {
      const avatar: Avatar = { picture, turned, every: false, times, actions: ways.size };
      return isCrowd(picture, seens, mask) ? [avatar, { ...avatar, turned: false, every: true }] : [avatar];
    });
}

/** Says whether several look the same on the newest board. */
function isCrowd(picture: Picture, seens: readonly Seen[], mask: Mask): boolean {
  const last = seens.at(-1);
  return last !== undefined && findPicture(last.after, picture, mask).length > 1;
}

/** Gives a picture and all its turns and mirror images one name. */
const familyOf = memoizeObject((picture: Picture): string => turnsOf(picture).map(keyOf).sort()[0] ?? '');
