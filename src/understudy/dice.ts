import { fnv1a, MULBERRY_STEP, mulberryMix } from '../base/random';
/** A seeded die: the same seed gives the same throws on every machine. */
export interface Dice {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  /** One of a list; undefined when it is empty. */
  pick<T>(list: readonly T[]): T | undefined;
}

/** FNV-1a to seed it, mulberry32 to throw it. */
export function rollDice(seed: string): Dice {
  let state = fnv1a(seed);
  const next = () => {
    state = (state + MULBERRY_STEP) | 0;
    return mulberryMix(state) / 2 ** 32;
  };
  return {
    next,
    chance: (probability) => next() < probability,
    pick: (list) => list[Math.floor(next() * list.length)],
  };
}
