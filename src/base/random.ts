/** FNV-1a of a text's UTF-16 code units, as a signed 32-bit number. */
export function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash | 0;
}

export const MULBERRY_STEP = 0x6d2b79f5;

/** The output function of mulberry32: maps a 32-bit state to an unsigned 32-bit number. */
export function mulberryMix(state: number): number {
  let bits = Math.imul(state ^ (state >>> 15), state | 1);
  bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
  return (bits ^ (bits >>> 14)) >>> 0;
}

/**
 * A number in [0, 1) that depends only on the seed. With one seed per question, adding a question does not
 * change other answers.
 */
export const drawOnce = (seed: string): number => mulberryMix(fnv1a(seed) + MULBERRY_STEP) / 2 ** 32;
