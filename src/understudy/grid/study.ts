import { type Seen, seeTransition } from '../../engines/grid/claims/check';
import type { Mask } from '../../engines/grid/frame/frame';
import { maskOf } from '../../engines/grid/state';
import type { Transition } from '../../engines/grid/transition';
import { findAvatars } from './avatars';
import type { Evidence } from './cases';
import { followAvatars } from './gait';
import { type Inferred, inferClaims } from './infer';

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
  const known = last && studies.get(last);
  if (known && known.mask === hud && known.length === history.length) return known.study;
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
    const seen = seeTransition(transition, mask);
    return seen ? [seen] : [];
  });
  const evidence = gather(history, all, mask);
  const level = all.at(-1)?.transition.level;
  const here = all.filter(({ transition }) => transition.level === level);
  let newest: Evidence | null = null;
  const found = new Map<string, Inferred>();
  return {
    ...evidence,
    of(id) {
      const known = found.get(id);
      if (known) return known;
      let inferred = inferClaims(id, evidence);
      // From all levels when they agree, otherwise from the newest level alone.
      const isApart =
        all[0]?.transition.level !== level && here.some(({ transition }) => transition.action.id === id);
      if (inferred.claims.length === 0 && isApart) {
        newest ??= gather(history, here, mask);
        inferred = inferClaims(id, newest);
      }
      found.set(id, inferred);
      return inferred;
    },
  };
}

const gather = (history: readonly Transition[], seens: readonly Seen[], mask: Mask): Evidence => ({
  mask,
  history,
  seens,
  gaits: followAvatars(findAvatars(seens, mask), seens, mask),
});
