import { type Seen, seeTransition } from '../../../explore/claims/check';
import type { Mask } from '../../../explore/frame';
import type { Transition } from '../../../explore/transition';
import { findAvatars } from './avatars';
import { followAvatars } from './gait';
import { type Evidence, type Inferred, inferClaims } from './infer';

/** What a run's transitions amount to, under one mask. */
export interface Study extends Evidence {
  /** What was made of an action, from everything that was seen of it. */
  of(id: string): Inferred;
}

const STUDIES = new WeakMap<Transition, { mask: number; length: number; study: Study }>();

/**
 * Study everything that was seen, under today's mask: what was seen before the mask was known is looked at anew.
 * Remembered by the last transition, as explorer and analyst ask for the same.
 */
export function studyRun(history: readonly Transition[], maskCells: readonly number[]): Study {
  const last = history.at(-1);
  const known = last && STUDIES.get(last);
  if (known && known.mask === maskCells.length && known.length === history.length) return known.study;
  const study = makeStudy(history, new Set(maskCells));
  if (last) STUDIES.set(last, { mask: maskCells.length, length: history.length, study });
  return study;
}

function makeStudy(history: readonly Transition[], mask: Mask): Study {
  const seens = history.flatMap((transition): Seen[] => {
    const seen = seeTransition(transition, mask);
    return seen ? [seen] : [];
  });
  const gaits = followAvatars(findAvatars(seens, mask), seens, mask);
  const evidence: Evidence = { mask, history, seens, gaits };
  const found = new Map<string, Inferred>();
  return {
    ...evidence,
    of(id) {
      const known = found.get(id);
      if (known) return known;
      const inferred = inferHere(id, evidence);
      found.set(id, inferred);
      return inferred;
    },
  };
}

/** From all levels when they agree, otherwise from the newest level alone. */
function inferHere(id: string, evidence: Evidence): Inferred {
  const everywhere = inferClaims(id, evidence);
  const level = evidence.seens.at(-1)?.transition.level ?? 0;
  if (everywhere.claims.length > 0 || evidence.seens[0]?.transition.level === level) return everywhere;
  const here = evidence.seens.filter(({ transition }) => transition.level === level);
  if (!here.some(({ transition }) => transition.action.id === id)) return everywhere;
  const mask = evidence.mask;
  const gaits = followAvatars(findAvatars(here, mask), here, mask);
  return inferClaims(id, { ...evidence, seens: here, gaits });
}
