import { fail, ok, type Result } from '../api/problems';
import { HOPS_HEADER } from '../api/webhook-messages';

/**
 * Hooks that set off other hooks. What comes of a delivery is posted to whoever listens, and one of them may be a hook
 * again: of another scene, or of the same. So every message says how many hooks lie behind it, the one it is posted to
 * included, and a hook takes none that has come too far: a circle ends by itself. The header is not signed: whoever
 * leaves it out only spends what is their own.
 */

/** Most hooks that one thing somebody did may pass through: enough to ask another scene and hear its answer. */
export const MAX_HOPS = 3;

/**
 * Through how many hooks a delivery has come, this one included; 0 when it does not say so.
 *
 * @returns `loop` when there are too many
 */
export function readHops(headers: Readonly<Record<string, string>>): Result<number> {
  const told = headers[HOPS_HEADER]?.trim() ?? '';
  const hops = /^\d{1,9}$/.test(told) ? Number(told) : 0;
  return hops > MAX_HOPS ? fail({ code: 'loop', hops, limit: MAX_HOPS }) : ok(hops);
}

/** The header of a message. @param hops hooks that lie behind what it tells of */
export const hopsHeader = (hops: number): Record<string, string> => ({ [HOPS_HEADER]: String(hops + 1) });
