import { compare } from './compare';
import { Forecaster } from './forecast';
import type { ModelData } from './knowledge';
import { remember } from './memo';
import type { Forecast, Mask, Transition } from './types';

/** Forecasts made before their outcome was seen, and those among them that were wrong. */
export interface Score {
  said: number;
  wrong: number;
}

/** How well the rules and the recalled pictures of an action predicted so far. */
export interface Trust {
  rules: Score;
  recall: Score;
}

/** Transitions between two checkpoints: a model learnt at one predicts up to the next. */
const INTERVAL = 20;
/** Checkpoints that count. */
const MAX_CHECKPOINTS = 3;
/** From this number of forecasts on, a share of wrong ones above the limit means silence. */
const MIN_SAID = 3;
const MAX_WRONG = 0.25;

export const isTrusted = (score: Score | undefined): boolean =>
  !score || score.said < MIN_SAID || score.wrong <= MAX_WRONG * score.said;

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

/** By the last transition of the prefix, so that learning again after one more transition costs little. */
const checkpoints = new WeakMap<Transition, Checkpoint>();

/** Predicts the recent transitions with models that had not seen them. */
export function scoreForecasts(
  transitions: readonly Transition[],
  mask: Mask,
  learnPrefix: (prefix: readonly Transition[]) => ModelData,
): Record<string, Trust> {
  const scores: Record<string, Trust> = {};
  const newest = Math.floor((transitions.length - 1) / INTERVAL) * INTERVAL;
  const oldest = Math.max(INTERVAL, newest - (MAX_CHECKPOINTS - 1) * INTERVAL);
  for (let length = oldest; length <= newest; length += INTERVAL) {
    const checkpoint = openCheckpoint(transitions.slice(0, length), mask, learnPrefix);
    for (let i = length; i < Math.min(length + INTERVAL, transitions.length); i++) {
      const transition = transitions[i] as Transition;
      const outcomes = remember(checkpoint.outcomes, transition, () => check(checkpoint.forecaster, transitions, i, mask));
      const trust = (scores[transition.action.id] ??= { rules: { said: 0, wrong: 0 }, recall: { said: 0, wrong: 0 } });
      count(trust.rules, outcomes.rules);
      count(trust.recall, outcomes.recall);
    }
  }
  return scores;
}

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

function check(forecaster: Forecaster, transitions: readonly Transition[], index: number, mask: Mask): Outcomes {
  const { before, after, action, start } = transitions[index] as Transition;
  let first = index;
  while (first > 0 && !transitions[first]?.start) first--;
  const { rules, recall } = forecaster.predictApart(before, action, start ? [] : transitions.slice(first, index));
  const judge = (forecast: Forecast): Verdict => {
    const outcome = compare(forecast, before, after, mask);
    return outcome === 'partial' ? 'right' : outcome;
  };
  return { rules: judge(rules), recall: judge(recall) };
}
