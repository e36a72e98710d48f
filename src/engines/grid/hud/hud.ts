import { readBoard } from '../frame/board';
import type { Transition } from '../transition';
import { findBars } from './bars';
import { gatherEvidence } from './evidence';
import { findMarks } from './marks';

/** Greatest part of the board that may be masked, including the cells masked before. */
const MAX_MASKED = 0.15;
/** Number of searches; a bar that was found may have hidden the next one. */
const PASSES = 3;

/**
 * Finds the cells that change after any action (the HUD, docs/exploration.md#effect-and-evidence): bars that lose or gain a piece every
 * action or every few, counters that are redrawn, marks that blink. The search is careful: an unmasked bar only adds noise
 * to a diff, but a masked avatar is lost. An object that moves, turns, is pushed or answers to one action is never masked;
 * see `bars.ts` and `marks.ts` for the evidence.
 *
 * @param transitions what the run saw of late, oldest first; uncertain ones, completed levels and boards of another size
 * than the last one's are no evidence
 * @param known cells masked so far; they stay masked
 * @returns `row * cols + col`, ascending; the same cells for the same transitions
 */
export function learnHud(transitions: readonly Transition[], known: readonly number[]): number[] {
  const last = transitions.at(-1);
  if (!last) return [...known].sort((a, b) => a - b);
  const { rows, cols } = readBoard(last.before);
  const isMasked = new Uint8Array(rows * cols);
  for (const cell of known) isMasked[cell] = 1;
  let count = known.length;
  const add = (cells: readonly number[]): boolean => {
    const fresh = cells.filter((cell) => isMasked[cell] !== 1);
    if (fresh.length === 0 || count + fresh.length > MAX_MASKED * isMasked.length) return false;
    for (const cell of fresh) isMasked[cell] = 1;
    count += fresh.length;
    return true;
  };
  for (let pass = 0; pass < PASSES; pass++) {
    const evidence = gatherEvidence(transitions, isMasked);
    const hasGrown = findBars(evidence).map(add);
    if (!hasGrown.includes(true)) break;
  }
  for (const mark of findMarks(gatherEvidence(transitions, isMasked))) add(mark);
  return [...isMasked.keys()].filter((cell) => isMasked[cell] === 1);
}
