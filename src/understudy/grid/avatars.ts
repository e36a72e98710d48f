import type { Seen } from '../../engines/grid/claims/check';
import { stepOf } from '../../engines/grid/claims/move';
import { findPicture, keyOf, type Picture, turnsOf } from '../../engines/grid/claims/picture';
import type { Mask } from '../../engines/grid/frame/frame';
import type { Avatar } from './gait';
import { findMovers } from './movers';

const MOST = 6;

/**
 * Objects that actions move, the likeliest avatar first: one that different actions move different ways, often, and
 * that is as much of what moves together as there is.
 */
export function findAvatars(seens: readonly Seen[], mask: Mask): Avatar[] {
  const known = new Map<
    string,
    { picture: Picture; turned: boolean; times: number; ways: Map<string, Set<string>> }
  >();
  for (const seen of seens) {
    const { id } = seen.transition.action;
    const counted = new Set<string>();
    for (const mover of findMovers(seen)) {
      const key = familyOf(mover.picture);
      const { step } = stepOf(mover.by);
      const way = `${step.rows},${step.cols}`;
      const entry = known.get(key) ?? { picture: mover.picture, turned: false, times: 0, ways: new Map() };
      entry.turned ||=
        keyOf(entry.picture) !== keyOf(mover.picture) || keyOf(mover.after) !== keyOf(mover.picture);
      if (!counted.has(key)) entry.times++;
      counted.add(key);
      entry.ways.set(id, (entry.ways.get(id) ?? new Set()).add(way));
      known.set(key, entry);
    }
  }
  const score = (entry: { times: number; ways: Map<string, Set<string>>; picture: Picture }): number => {
    const ways = [...entry.ways.values()];
    const steady = new Set(ways.flatMap((one) => (one.size === 1 ? [...one] : [])));
    const fickle = ways.filter((one) => one.size > 1).length;
    // Going one way under each action, and different ways under different ones, tells an avatar from what lives by
    // itself.
    return 4 * steady.size - 6 * fickle + entry.times + Math.min(1, entry.picture.cells.length / 4096);
  };
  return [...known.values()]
    .sort((a, b) => score(b) - score(a))
    .slice(0, MOST)
    .flatMap(({ picture, turned, times, ways }): Avatar[] => {
      const avatar: Avatar = { picture, turned, every: false, times, actions: ways.size };
      return isCrowd(picture, seens, mask) ? [avatar, { ...avatar, turned: false, every: true }] : [avatar];
    });
}

/** Whether several look the same on the newest board. */
function isCrowd(picture: Picture, seens: readonly Seen[], mask: Mask): boolean {
  const last = seens.at(-1);
  return last !== undefined && findPicture(last.after, picture, mask).length > 1;
}

const FAMILIES = new WeakMap<Picture, string>();

/** One name for a picture and all its turns and mirror images. */
function familyOf(picture: Picture): string {
  const known = FAMILIES.get(picture);
  if (known !== undefined) return known;
  const name = turnsOf(picture).map(keyOf).sort()[0] ?? '';
  FAMILIES.set(picture, name);
  return name;
}
