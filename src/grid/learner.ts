import { learn, type Model, type Transition as Step } from 'rule-learner';
import { memoizeObject } from '../base/memoize';
import type { Mask } from '../contract/frame';
import type { InferredRule } from '../contract/run-knowledge';
import { readTransition } from './frame/seen';
import { isRestart } from './restarts';
import type { Transition } from './transition';

/** The learner uses only the newest transitions. */
const MAX_LEARNT = 400;

interface Evidence {
  transition: Transition;
  step: Step;
}

const STEPS = new WeakMap<Transition, { mask: Mask; step: Step }>();

/**
 * The transitions that are evidence of an action's effect. Skips transitions in doubt, and any that completed
 * a level, reset it or ended the game.
 */
export function listEvidence(history: readonly Transition[], mask: Mask): Evidence[] {
  let isStart = true;
  return history.flatMap((transition, at) => {
    const seen = transition.state === 'NOT_FINISHED' ? readTransition(transition, mask) : null;
    const follows = history[at - 1]?.afterFrame === transition.beforeFrame;
    isStart ||= !follows;
    if (!seen || isRestart(history, at, mask)) {
      isStart = true;
      return [];
    }
    const cached = STEPS.get(transition);
    const step: Step =
      cached?.mask === mask && cached.step.start === isStart
        ? cached.step
        : { action: transition.action, before: seen.before, after: seen.after, start: isStart };
    STEPS.set(transition, { mask, step });
    isStart = false;
    return [{ transition, step }];
  });
}

/** The steps of the current level up to now. */
export function listPast(evidence: readonly Evidence[]): Step[] {
  const start = evidence.findLastIndex(({ step }) => step.start);
  return evidence.slice(Math.max(0, start)).map(({ step }) => step);
}

const MODELS = new WeakMap<Step, { mask: Mask; count: number; model: Model }>();
const learnNothing = memoizeObject((mask: Mask) => learn([], mask));

/** The model that code infers from all evidence; cached for the same transitions. */
export function learnFrom(evidence: readonly Evidence[], mask: Mask): Model {
  const steps = evidence.slice(-MAX_LEARNT).map(({ step }) => step);
  const last = steps.at(-1);
  if (!last) return learnNothing(mask);
  const cached = MODELS.get(last);
  if (cached?.mask === mask && cached.count === steps.length) return cached.model;
  const model = learn(steps, mask);
  MODELS.set(last, { mask, count: steps.length, model });
  return model;
}

/** The learner of a run: its model, and the input for predictions on the current board. */
export interface Learner {
  model: Model;
  mask: Mask;
  /** All evidence, oldest first. */
  steps: Step[];
  past: Step[];
}

export function readLearner(history: readonly Transition[], mask: Mask): Learner {
  const evidence = listEvidence(history, mask);
  const isElsewhere = evidence.at(-1)?.transition !== history.at(-1);
  return {
    model: learnFrom(evidence, mask),
    mask,
    steps: evidence.map(({ step }) => step),
    past: isElsewhere ? [] : listPast(evidence),
  };
}

/** The rules of a model, with the numbers that the analyst sees. */
export const listRules = (model: Model): InferredRule[] =>
  model.rules().map((rule) => ({
    n: rule.id,
    action: rule.action,
    text: model.sentence(rule),
    seen: rule.seen,
    wrong: rule.wrong,
  }));
