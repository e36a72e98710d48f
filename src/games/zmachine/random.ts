import { fnv1a, MULBERRY_STEP, mulberryMix } from '../../base/random';

/** A generator of random numbers as plain numbers, so that it can be kept. */
export interface Dice {
  /** The next number is made of it. */
  state: number;
  /** The seed of the run. */
  origin: number;
  /** Number of times the story asked for a fresh seed. */
  reseeds: number;
}

/** Makes the random numbers of a story. All that it keeps from one number to the next is in its {@link Dice}. */
export interface Chance {
  /** Dice for a run, by its seed. */
  seed(seed: string): Dice;
  /**
   * The `random` opcode: 1 to `range`. A negative range seeds the dice with itself, so that the same numbers follow in
   * every run; 0 makes them unpredictable again. Both give 0.
   */
  throwDice(dice: Dice, range: number): number;
}

/** Chance as runs have it: the same seed gives the same numbers, and "unpredictable" is by the seed of the run too. */
export const SEEDED_CHANCE: Chance = {
  seed: (seed) => {
    const origin = fnv1a(seed) >>> 0;
    return { state: origin, origin, reseeds: 0 };
  },
  throwDice: (dice, range) => {
    if (range < 0) {
      dice.state = -range;
      return 0;
    }
    if (range === 0) {
      dice.reseeds = (dice.reseeds + 1) >>> 0;
      dice.state = mulberryMix((dice.origin + dice.reseeds) >>> 0);
      return 0;
    }
    dice.state = (dice.state + MULBERRY_STEP) >>> 0;
    return (mulberryMix(dice.state) % range) + 1;
  },
};
