import type { Host } from './host';
import { BUDGET } from './run';
import type { StorySnapshot, StoryStep } from './types';

/** Instructions that an input may take when it is only tried and will be taken back. */
export const TRY = 1_000_000;

/**
 * A host for one trial after another: its inputs may take so many instructions each, and all others, which trials
 * compare with, what a try may. Those are kept: many things are tried from one place, and time passes the same way.
 */
export interface LimitedHost extends Host {
  /** Begins a trial of so many inputs, which are played before anything else. */
  allow: (inputs: number, budget: number) => void;
}

export function limitHost(host: Host): LimitedHost {
  let tryCount = 0;
  let budget = BUDGET;
  const cache = new WeakMap<StorySnapshot, Map<string, StoryStep>>();
  const recall = (snapshot: StorySnapshot, input: string | null): StoryStep => {
    const steps = cache.get(snapshot) ?? new Map<string, StoryStep>();
    const name = input === null ? 'nothing' : `typed ${input}`;
    const step = steps.get(name) ?? host.play(snapshot, input, TRY);
    cache.set(snapshot, steps.set(name, step));
    return step;
  };
  return {
    ...host,
    allow: (inputs, most) => {
      tryCount = inputs;
      budget = most;
    },
    play: (snapshot, input) => {
      if (tryCount-- <= 0) return recall(snapshot, input);
      const step = host.play(snapshot, input, budget);
      // Where a story has ended, the inputs left are not played.
      if (step.awaits === 'nothing') tryCount = 0;
      return step;
    },
  };
}
