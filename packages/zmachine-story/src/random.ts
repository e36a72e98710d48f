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

/** FNV-1a of the UTF-16 code units of a text, as a signed 32-bit number. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash | 0;
}

/** Increment of mulberry32's state. */
const MULBERRY_STEP = 0x6d2b79f5;

/** The output function of mulberry32. */
function mulberryMix(state: number): number {
  let bits = Math.imul(state ^ (state >>> 15), state | 1);
  bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
  return (bits ^ (bits >>> 14)) >>> 0;
}
