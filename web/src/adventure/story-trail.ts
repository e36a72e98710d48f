import type { TrailStep } from '../../../src/contract/events/fold/story-trail';

/** A move that can be undone along with all later moves. */
export interface Undoable {
  commands: readonly string[];
  /** The turn to go back to. */
  to: number;
  /** Moves that this undoes. */
  count: number;
}

/** Lists undoable moves, newest first. Moves before a restored file cannot be undone. */
export function listUndoable(trail: readonly TrailStep[]): Undoable[] {
  const steps: Undoable[] = [];
  for (let at = trail.length - 1; at > 0; at -= 1) {
    const [before, step] = [trail[at - 1], trail[at]];
    if (!before || !step || before.turn < 1) break;
    steps.push({ commands: step.commands, to: before.turn, count: trail.length - at });
  }
  return steps;
}
