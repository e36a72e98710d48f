import type { z } from 'zod';
import type { Receipt } from '../../api/access';
import { describeIssues, fail, ok, type Result } from '../../api/problems';
import type { TurnInput } from '../../api/rounds';
import { sceneMessage } from '../../api/socket-messages';
import type { JsonObject } from '../../base/json';
import { receiptKey } from '../../base/receipt-key';
import type { Viewer } from '../../events/events';

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
