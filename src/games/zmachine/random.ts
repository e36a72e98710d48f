/** A generator of random numbers as plain numbers, so that it can be kept. */
export interface Dice {
  state: number;
  /** What the run was seeded with. */
  origin: number;
  /** How often the story asked for a fresh seed. */
  reseeds: number;
}

/** FNV-1a of a text, as an unsigned 32-bit number. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** One step of mulberry32: spreads a 32-bit number evenly. */
function mix(state: number): number {
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return (mixed ^ (mixed >>> 14)) >>> 0;
}

export const seedDice = (seed: string): Dice => {
  const origin = hashText(seed);
  return { state: origin, origin, reseeds: 0 };
};

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
    dice.state = mix((dice.origin + dice.reseeds) >>> 0);
    return 0;
  }
  dice.state = (dice.state + 0x6d2b79f5) >>> 0;
  return (mix(dice.state) % range) + 1;
}
