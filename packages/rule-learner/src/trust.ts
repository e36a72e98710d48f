import { compare } from './compare';
import { Forecaster } from './forecast';
import type { ModelData, Score, Trust } from './knowledge';
import { remember } from './memo';
import type { Forecast, Mask, Transition } from './types';

/** Transitions between two checkpoints: a model learned at one predicts until the next. */
const INTERVAL = 20;
/** Only the most recent checkpoints count. */
const MAX_CHECKPOINTS = 3;
interface Checkpoint {
  length: number;
  masked: number;
  forecaster: Forecaster;
  outcomes: Map<Transition, Outcomes>;
}

interface Outcomes {
  rules: Verdict;
  recall: Verdict;
}

type Verdict = 'right' | 'wrong' | 'silent';

/** Keyed by the last transition of the prefix, to make learning after one more transition cheap. */
const checkpoints = new WeakMap<Transition, Checkpoint>();

/** Scores recent transitions with models that were learned before them. */
export function scoreForecasts(
  transitions: readonly Transition[],
  mask: Mask,
  learnPrefix: (prefix: readonly Transition[]) => ModelData,
): Record<string, Trust> {
  const scores = new Map<string, Trust>();
  const newest = Math.floor((transitions.length - 1) / INTERVAL) * INTERVAL;
  const oldest = Math.max(INTERVAL, newest - (MAX_CHECKPOINTS - 1) * INTERVAL);
  for (let length = oldest; length <= newest; length += INTERVAL) {
    const checkpoint = openCheckpoint(transitions.slice(0, length), mask, learnPrefix);
    for (let i = length; i < Math.min(length + INTERVAL, transitions.length); i++) {
      const transition = transitions[i] as Transition;
      const outcomes = remember(checkpoint.outcomes, transition, () =>
        check(checkpoint.forecaster, transitions, i, mask),
      );
      const trust = remember(scores, transition.action.id, newTrust);
      count(trust.rules, outcomes.rules);
      count(trust.recall, outcomes.recall);
    }
  }
  return Object.fromEntries(scores);
}

const newTrust = (): Trust => ({ rules: { said: 0, wrong: 0 }, recall: { said: 0, wrong: 0 } });

function count(score: Score, verdict: Verdict): void {
  if (verdict !== 'silent') score.said++;
  if (verdict === 'wrong') score.wrong++;
}

function openCheckpoint(
  prefix: readonly Transition[],
  mask: Mask,
  learnPrefix: (prefix: readonly Transition[]) => ModelData,
): Checkpoint {
  const last = prefix.at(-1) as Transition;
  const known = checkpoints.get(last);
  if (known?.length === prefix.length && known.masked === mask.size) return known;
  const checkpoint = {
    length: prefix.length,
    masked: mask.size,
    forecaster: new Forecaster(learnPrefix(prefix)),
    outcomes: new Map<Transition, Outcomes>(),
  };
  checkpoints.set(last, checkpoint);
  return checkpoint;
}

function check(
  forecaster: Forecaster,
  transitions: readonly Transition[],
  index: number,
  mask: Mask,
): Outcomes {
  const { before, after, action, start } = transitions[index] as Transition;
  let first = index;
  while (first > 0 && !transitions[first]?.start) first--;
  const { rules, recall } = forecaster.predictApart(
    before,
    action,
    start ? [] : transitions.slice(first, index),
  );
  const judge = (forecast: Forecast): Verdict => {
    const outcome = compare(forecast, before, after, mask);
    return outcome === 'partial' ? 'right' : outcome;
  };
  return { rules: judge(rules), recall: judge(recall) };
}
