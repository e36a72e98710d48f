/** A random number generator as plain data, so that it can be stored. */
export interface Dice {
  state: number;
  origin: number;
  /** How often the story asked for a fresh seed. */
  reseeds: number;
}

/** Creates a story's random numbers. Its only state is in {@link Dice}. */
export interface Chance {
  seed(seed: string): Dice;
  /**
   * The `random` opcode: 1 to `range`. A negative range is a seed for a fixed sequence; 0 makes the numbers
   * unpredictable again. Both return 0.
   */
  throwDice(dice: Dice, range: number): number;
}

/** Deterministic by seed, even when the story asks for unpredictable numbers. */
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

function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash | 0;
}

const MULBERRY_STEP = 0x6d2b79f5;

function mulberryMix(state: number): number {
  let bits = Math.imul(state ^ (state >>> 15), state | 1);
  bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
  return (bits ^ (bits >>> 14)) >>> 0;
}
