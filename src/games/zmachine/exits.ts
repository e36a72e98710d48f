import { looksDeadly } from './deadly';
import { listDirections } from './directions';
import { cutText, type Host } from './host';
import { TRY } from './limits';
import type { Exit, StorySnapshot } from './types';

/** Instructions that all ways out of one place may take together; those that are left then are not tried. */
const ALL_WAYS = 4_000_000;
/** Most that is kept of what the story said of a way, in characters. */
export const MAX_SAID = 2_000;

/** Every direction the story knows, tried from a snapshot and taken back. Of one that takes too long nothing is said. */
export function findExits(host: Host, snapshot: StorySnapshot): Exit[] {
  host.goTo(snapshot);
  const from = host.room();
  const exits: Exit[] = [];
  let budget = ALL_WAYS;
  for (const direction of listDirections(host.machine)) {
    const { reading, text, stopped, instructions } = host.play(snapshot, direction, TRY);
    const to = reading.location && reading.location.id !== from ? reading.location : null;
    if (stopped?.kind !== 'runaway') {
      const deadly = stopped !== null || looksDeadly(text);
      exits.push({ direction, to, text: cutText(text, MAX_SAID), deadly });
    }
    budget -= instructions;
    if (budget < 0) break;
  }
  return exits;
}
