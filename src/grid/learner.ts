import { learn, type Model, type Transition as Step } from 'rule-learner';
import type { Mask } from '../contract/frame';
import type { InferredRule } from '../contract/run-knowledge';
import { readTransition } from './frame/seen';
import { isRestart } from './restarts';
import type { Transition } from './transition';

/** Transitions that the learner learns from; older ones are left out. */
const MAX_LEARNT = 400;

/** A transition that is evidence, as the learner takes it. */
interface Evidence {
  transition: Transition;
  step: Step;
}

const STEPS = new WeakMap<Transition, { mask: Mask; step: Step }>();

/**
 * The transitions of a run that say what an action does: what completed a level, put it back to its start or ended the game
 * does not, and neither does what nobody is certain of.
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

/** The steps since the level began that led to where the game stands. */
export function listPast(evidence: readonly Evidence[]): Step[] {
  const start = evidence.findLastIndex(({ step }) => step.start);
  return evidence.slice(Math.max(0, start)).map(({ step }) => step);
}

const MODELS = new WeakMap<Step, { mask: Mask; count: number; model: Model }>();
const NOTHING_SEEN = new WeakMap<Mask, Model>();

/** What code infers from everything recorded; learnt once for the same transitions. */
export function learnFrom(evidence: readonly Evidence[], mask: Mask): Model {
  const steps = evidence.slice(-MAX_LEARNT).map(({ step }) => step);
  const last = steps.at(-1);
  if (!last) {
    const model = NOTHING_SEEN.get(mask) ?? learn([], mask);
    NOTHING_SEEN.set(mask, model);
    return model;
  }
  const cached = MODELS.get(last);
  if (cached?.mask === mask && cached.count === steps.length) return cached.model;
  const model = learn(steps, mask);
  MODELS.set(last, { mask, count: steps.length, model });
  return model;
}

/** The learner of a run as it stands: its model, and what it needs to predict from the board the game shows now. */
export interface Learner {
  model: Model;
  mask: Mask;
  /** Everything it learnt from, oldest first. */
  steps: Step[];
  /** The steps of this level. */
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

/** The rules of a model, numbered as the analyst is shown them. */
export const listRules = (model: Model): InferredRule[] =>
  model.rules().map((rule) => ({
    n: rule.id,
    action: rule.action,
    text: model.sentence(rule),
    seen: rule.seen,
    wrong: rule.wrong,
  }));
