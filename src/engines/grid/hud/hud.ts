import { readBoard } from '../frame/board';
import type { Transition } from '../transition';
import { findBars } from './bars';
import { gatherEvidence } from './evidence';
import { findMarks } from './marks';

/** Part of the board that may be masked, what is known already included. */
const MAX_MASKED = 0.15;
/** A bar found may be what hid the next one: looked for again this often. */
const PASSES = 3;

/**
 * The cells that change whatever the action does (the HUD, docs/exploration.md#effect-and-evidence): bars that lose or
 * gain a piece every action or every few, counters that are redrawn, marks that blink. Careful on purpose: a bar too
 * many in a diff is noise, an avatar that is masked is lost. What moves, turns, is pushed or answers to one action is
 * never masked; see `hud-bars.ts` and `hud-marks.ts` for what counts as evidence.
 *
 * @param transitions what the run saw of late, oldest first; uncertain ones, completed levels and boards of another
 *   size than the last one's are no evidence
 * @param known cells masked so far; they stay masked
 * @returns `row * cols + col`, ascending; the same cells for the same transitions
 */
export function learnHud(transitions: readonly Transition[], known: readonly number[]): number[] {
  const last = transitions.at(-1);
  if (!last) return [...known].sort((a, b) => a - b);
  const { rows, cols } = readBoard(last.before);
  const masked = new Uint8Array(rows * cols);
  for (const cell of known) masked[cell] = 1;
  let count = known.length;
  const add = (cells: readonly number[]): boolean => {
    const fresh = cells.filter((cell) => masked[cell] !== 1);
    if (fresh.length === 0 || count + fresh.length > MAX_MASKED * masked.length) return false;
    for (const cell of fresh) masked[cell] = 1;
    count += fresh.length;
    return true;
  };
  for (let pass = 0; pass < PASSES; pass++) {
    const evidence = gatherEvidence(transitions, masked);
    const grown = findBars(evidence).map(add);
    if (!grown.includes(true)) break;
  }
  for (const mark of findMarks(gatherEvidence(transitions, masked))) add(mark);
  return [...masked.keys()].filter((cell) => masked[cell] === 1);
}
