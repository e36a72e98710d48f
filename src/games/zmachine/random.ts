import { fnv1a, MULBERRY_STEP, mulberryMix } from '../../base/random';

/** A generator of random numbers as plain numbers, so that it can be kept. */
export type Dice = ReturnType<typeof seedDice>;

export function seedDice(seed: string) {
  const origin = fnv1a(seed) >>> 0;
  // `origin` is the seed of the run, `reseeds` the number of times the story asked for a fresh one.
  return { state: origin, origin, reseeds: 0 };
}

/**
 * The `random` opcode: 1 to `range`. A negative range seeds the generator with itself, so that the same numbers follow
 * in every run; 0 makes it unpredictable again, which here means by the seed of the run.
 */
export function throwDice(dice: Dice, range: number): number {
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
}
