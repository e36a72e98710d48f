import { memoizeObject } from '../../base/memoize';
import { type Seen, seeTransition } from '../../engines/grid/claims/check';
import { stepOf } from '../../engines/grid/claims/move';
import { findPicture, keyOf, type Picture, turnsOf } from '../../engines/grid/claims/picture';
import type { Mask } from '../../engines/grid/frame/frame';
import { maskOf } from '../../engines/grid/state';
import type { Transition } from '../../engines/grid/transition';
import { casesOf, type Evidence, type Inferred } from './cases';
import { inferClaims } from './infer';
import { type Avatar, followAvatars } from './motion';
import { findMovers } from './movers';
import { shareCare } from './refine';

const MOST = 6;

/**
 * Objects that actions move, the likeliest avatar first: one that different actions move different ways, often, and
 * that is as much of what moves together as there is.
 */
function findAvatars(seens: readonly Seen[], mask: Mask): Avatar[] {
  const entries = new Map<
    string,
    { picture: Picture; turned: boolean; times: number; ways: Map<string, Set<string>> }
  >();
  for (const seen of seens) {
    const { id } = seen.transition.action;
    const keysHere = new Set<string>();
    for (const mover of findMovers(seen)) {
      const key = familyOf(mover.picture);
      const { step } = stepOf(mover.by);
      const way = `${step.rows},${step.cols}`;
      const entry = entries.get(key) ?? { picture: mover.picture, turned: false, times: 0, ways: new Map() };
      entry.turned ||=
        keyOf(entry.picture) !== keyOf(mover.picture) || keyOf(mover.after) !== keyOf(mover.picture);
      if (!keysHere.has(key)) entry.times++;
      keysHere.add(key);
      entry.ways.set(id, (entry.ways.get(id) ?? new Set()).add(way));
      entries.set(key, entry);
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

/** What a run's transitions amount to, under one mask. */
export interface Study extends Evidence {
  /** What was made of an action, from everything that was seen of it. */
  of(id: string): Inferred;
}

/** Studies that are remembered, of all runs of an isolate: each holds much more than the transition it ends with. */
const MAX_STUDIES = 12;
const studies = new Map<Transition, { mask: readonly number[]; length: number; study: Study }>();

/**
 * Study everything that was seen, under today's mask: what was seen before the mask was known is looked at anew.
 * Remembered by the last transition, as explorer and analyst ask for the same.
 *
 * @param hud masked cells: a list that is replaced when more are masked, never changed
 */
export function studyRun(history: readonly Transition[], hud: number[]): Study {
  const last = history.at(-1);
  const cachedStudy = last && studies.get(last);
  if (cachedStudy && cachedStudy.mask === hud && cachedStudy.length === history.length)
    return cachedStudy.study;
  const study = makeStudy(history, maskOf({ hud }));
  if (!last) return study;
  studies.delete(last);
  studies.set(last, { mask: hud, length: history.length, study });
  for (const oldest of studies.keys()) {
    if (studies.size <= MAX_STUDIES) break;
    studies.delete(oldest);
  }
  return study;
}

function makeStudy(history: readonly Transition[], mask: Mask): Study {
  const all = history.flatMap((transition): Seen[] => {
    const observation = seeTransition(transition, mask);
    return observation ? [observation] : [];
  });
  const evidence = gather(history, all, mask);
  const level = all.at(-1)?.transition.level;
  const here = all.filter(({ transition }) => transition.level === level);
  let newest: Evidence | null = null;
  const inferences = new Map<string, Inferred>();
  const ids = [...new Set(all.map(({ transition }) => transition.action.id))];
  const inferAlone = memoize((id: string): Inferred => {
    const inference = inferClaims(id, evidence);
    // From all levels when they agree, otherwise from the newest level alone.
    const isApart =
      all[0]?.transition.level !== level && here.some(({ transition }) => transition.action.id === id);
    if (inference.claims.length > 0 || !isApart) return inference;
    newest ??= gather(history, here, mask);
    return inferClaims(id, newest);
  });
  return {
    ...evidence,
    of(id) {
      const cachedInference = inferences.get(id);
      if (cachedInference) return cachedInference;
      const others = ids.filter((other) => other !== id).map((other) => inferAlone(other).claims);
      const inference = shareCare(inferAlone(id), others, casesOf(id, evidence));
      inferences.set(id, inference);
      return inference;
    },
  };
}

/** Remembers what was made of each action. */
function memoize(make: (id: string) => Inferred): (id: string) => Inferred {
  const inferences = new Map<string, Inferred>();
  return (id) => {
    const inference = inferences.get(id) ?? make(id);
    inferences.set(id, inference);
    return inference;
  };
}

const gather = (history: readonly Transition[], seens: readonly Seen[], mask: Mask): Evidence => ({
  mask,
  history,
  seens,
  motions: followAvatars(findAvatars(seens, mask), seens, mask),
});
