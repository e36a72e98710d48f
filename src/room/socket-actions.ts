import { z } from 'zod';
import type { JsonObject } from '../base/json';
import { receiptKey } from '../base/receipt-key';
import { idempotencyKey, type Receipt } from '../contract/access';
import type { Viewer } from '../contract/events/events';
import { describeIssues, fail, ok, type Result } from '../contract/problems';
import { messageRef } from '../contract/socket-messages';
import type { Access, AnyAction, RawInput } from './actions';

/** `turn` → `TurnMessage`. */
const messageId = (type: string): string => `${type[0]?.toUpperCase()}${type.slice(1)}Message`;

/** Schema of an action's socket message; null if it has none. */
export function toSocketMessage({ socket, method, path, params, body }: AnyAction) {
  if (socket === undefined) return null;
  return z
    .strictObject({
      type: z.literal(socket),
      ref: messageRef,
      key: idempotencyKey.optional().meta({
        description: 'Repeating the message with the same key, over any socket, has no further effect',
      }),
      ...params,
      ...(body && { input: body }),
    })
    .meta({ id: messageId(socket), description: `Same as \`${method.toUpperCase()} …${path}\`` });
}

export const actionMessages = (actions: readonly AnyAction[]) =>
  actions.flatMap((action) => toSocketMessage(action) ?? []);

export interface SocketAction {
  action: AnyAction;
  input: RawInput;
  receipt: Receipt | null;
}

/**
 * Parses a message into an action.
 *
 * @returns null if its type is not an action; `forbidden` if the sender may not perform it
 */
export function readSocketAction(
  actions: readonly AnyAction[],
  viewer: Viewer,
  message: JsonObject,
): Result<SocketAction> | null {
  const action = actions.find(({ socket }) => socket !== undefined && socket === message.type);
  const schema = action && toSocketMessage(action);
  if (!action || !schema) return null;
  const may = checkSender(action.who, viewer);
  if (!may.ok) return may;
  const check = schema.safeParse(message);
  if (!check.success) return fail({ code: 'invalid', errors: describeIssues(check.error.issues, 'json') });
  const { type: _, ref: __, key, input: body, ...params } = check.data as JsonObject;
  return ok({
    action,
    input: { params, query: {}, body },
    receipt: socketReceipt(viewer, key, body),
  });
}

/** Rejects spectators, and seated players if the action requires an owner. */
export function checkSender(who: Access, viewer: Viewer): Result<null> {
  if (viewer.owner) return ok(null);
  if (viewer.seat !== undefined && who !== 'key') return ok(null);
  return fail(
    who === 'key'
      ? { code: 'forbidden', needs: "an owner's socket", fix: 'Ask the owner of the scene to do it.' }
      : {
          code: 'forbidden',
          needs: 'the socket of an owner or a player',
          fix: 'Ask the owner of the scene for a player seat.',
        },
  );
}

/**
 * The receipt of a message with a key. Stores the body itself: hashing is asynchronous, and the next message
 * could overtake this one.
 */
export const socketReceipt = (viewer: Viewer, key: unknown, body: unknown): Receipt | null =>
  typeof key === 'string' ? { key: receiptKey(viewer, key), bodyHash: JSON.stringify(body) } : null;
