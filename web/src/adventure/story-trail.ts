import type { TrailStep } from '../../../src/contract/events/fold/story-trail';

/** A move that can be taken back, with all that came after it. */
export interface Undoable {
  commands: readonly string[];
  /** The turn to go back to. */
  to: number;
  /** Moves that this takes back. */
  count: number;
}

/** Lists the moves that can be taken back, newest first. A move behind a file that was restored is none of them. */
export function listUndoable(trail: readonly TrailStep[]): Undoable[] {
  const steps: Undoable[] = [];
  for (let at = trail.length - 1; at > 0; at -= 1) {
    const [before, step] = [trail[at - 1], trail[at]];
    if (!before || !step || before.turn < 1) break;
    steps.push({ commands: step.commands, to: before.turn, count: trail.length - at });
  }
  return steps;
}
