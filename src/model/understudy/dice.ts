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
  let state = 0x811c9dc5;
  for (let i = 0; i < seed.length; i += 1) {
    state = Math.imul(state ^ seed.charCodeAt(i), 0x01000193);
  }
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    chance: (probability) => next() < probability,
    pick: (list) => list[Math.floor(next() * list.length)],
  };
}
