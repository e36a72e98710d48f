/** FNV-1a of the UTF-16 code units of a text, as a signed 32-bit number. */
export function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash | 0;
}

/** The state of mulberry32 grows by this with each number. */
export const MULBERRY_STEP = 0x6d2b79f5;

/** The output function of mulberry32: spreads a 32-bit state evenly over the unsigned 32-bit numbers. */
export function mulberryMix(state: number): number {
  let bits = Math.imul(state ^ (state >>> 15), state | 1);
  bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
  return (bits ^ (bits >>> 14)) >>> 0;
}

/**
 * Draws one number that depends on the seed alone, from 0 up to, not including, 1. Each question has a seed of its own, so
 * that a question more changes no other answer.
 */
export const drawOnce = (seed: string): number => mulberryMix(fnv1a(seed) + MULBERRY_STEP) / 2 ** 32;
