import type { Mask } from '../../contract/frame';
import { type Seen, seeTransition } from '../../grid/claims/check';
import { pictureColours } from '../../grid/claims/picture';
import { SHARE_TO_VERIFY } from '../../grid/coverage';
import { maskOf } from '../../grid/state';
import type { Transition } from '../../grid/transition';
import { findAvatars, findLooseAvatars } from './avatars';
import { casesOf, type Evidence, type Inferred } from './cases';
import { inferClaims, inferSquares } from './infer';
import { sizeOfSquares } from './infer-squares';
import { followAvatars } from './motion/motion';
import type { Motion } from './motion/types';
import { shareCare } from './refine';

/** Effects of an action before its objects are looked for in a looser way. */
const LEAST_LOOSE = 3;

/** Effects of an action before it is taken to change squares by rules: those say less than other claims do. */
const LEAST_SQUARES = 5;

/** What a run's transitions amount to, under one mask. */
export interface Study extends Evidence {
  /** What was made of an action, from everything that was seen of it. */
  of(id: string): Inferred;
  /** Motions that this was inferred from. */
  motionsOf(id: string): readonly Motion[];
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
  let loose: Evidence | null = null;
  const loosely = new Set<string>();
  const inferHere = (id: string): Inferred => {
    const inference = inferClaims(id, evidence);
    if (inference.effects < LEAST_LOOSE) return inference;
    if (inference.foretold >= SHARE_TO_VERIFY * inference.effects) {
      if (inference.effects < LEAST_SQUARES || !isOfOnePlace(inference, evidence)) return inference;
      const inSquares = inferSquares(id, evidence);
      return inSquares.foretold >= inference.foretold ? inSquares : inference;
    }
    loose ??= gather(history, all, mask, findLooseAvatars);
    const other = inferClaims(id, loose);
    if (other.foretold >= SHARE_TO_VERIFY * other.effects) {
      loosely.add(id);
      return other;
    }
    if (inference.effects < LEAST_SQUARES) return inference;
    const inSquares = inferSquares(id, evidence);
    return inSquares.foretold > inference.foretold ? inSquares : inference;
  };
  const inferAlone = memoize((id: string): Inferred => {
    const inference = inferHere(id);
    // From all levels when they agree, otherwise from the newest level alone.
    const isApart =
      all[0]?.transition.level !== level && here.some(({ transition }) => transition.action.id === id);
    if (inference.claims.length > 0 || !isApart) return inference;
    newest ??= gather(history, here, mask);
    return inferClaims(id, newest);
  });
  return {
    ...evidence,
    motionsOf(id) {
      inferAlone(id);
      return (loosely.has(id) ? loose : evidence)?.motions ?? [];
    },
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

/**
 * Says whether claims hold for how things lie now: content of a place, or an object of several colours and squares, as which
 * things side by side are seen.
 */
function isOfOnePlace({ claims: [claim] }: Inferred, evidence: Evidence): boolean {
  if (claim?.kind === 'scroll' || claim?.kind === 'cycle') return true;
  if (claim?.kind !== 'move' || pictureColours(claim.who).length === 1) return false;
  const size = sizeOfSquares(evidence);
  return size !== null && Math.max(claim.who.rows, claim.who.cols) > size;
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

const gather = (
  history: readonly Transition[],
  seens: readonly Seen[],
  mask: Mask,
  find = findAvatars,
): Evidence => ({
  mask,
  history,
  seens,
  motions: followAvatars(find(seens, mask), seens, mask),
});
