/**
 * One throw of a die that remembers nothing: the same seed gives the same number, from 0 up to, not including, 1, on
 * every machine. Each question has a seed of its own, so that what is asked beside it changes nothing.
 */
export function throwDie(seed: string): number {
  // FNV-1a takes the text in; the last step of mulberry32 spreads it.
  let state = 0x811c9dc5;
  for (let i = 0; i < seed.length; i += 1) state = Math.imul(state ^ seed.charCodeAt(i), 0x01000193);
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
}
