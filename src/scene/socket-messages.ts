import type { z } from 'zod';
import type { Receipt } from '../contract/access';
import type { Viewer } from '../contract/events';
import type { JsonObject } from '../contract/json';
import { describeIssues, fail, ok, type Result } from '../contract/problems';
import type { TurnInput } from '../contract/rounds';
import { sceneMessage } from '../contract/socket-messages';
import { receiptKey } from '../rooms/receipt-key';

/** What somebody sends over the socket of a scene; `forbidden` for who only watches. */
export function readSocketMessage(viewer: Viewer, message: JsonObject): Result<z.infer<typeof sceneMessage>> {
  if (!viewer.owner && viewer.seat === undefined)
    return fail({
      code: 'forbidden',
      needs: 'the socket of an owner or a player',
      fix: 'Ask the owner of the scene for the seat of a player.',
    });
  const read = sceneMessage.safeParse(message);
  return read.success
    ? ok(read.data)
    : fail({ code: 'invalid', errors: describeIssues(read.error.issues, 'json') });
}

/**
 * The receipt of a line that came over a socket under a key. Its body is kept as it is, not its hash: hashing takes a
 * moment in which the next line could overtake it.
 */
export function socketReceipt(
  viewer: Viewer,
  { key, input }: { key?: string | undefined; input: TurnInput },
): Receipt | null {
  if (key === undefined) return null;
  return { key: receiptKey(viewer, key), bodyHash: JSON.stringify(input) };
}
