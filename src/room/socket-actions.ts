import { z } from 'zod';
import type { JsonObject } from '../base/json';
import { receiptKey } from '../base/receipt-key';
import { idempotencyKey, type Receipt } from '../contract/access';
import type { Viewer } from '../contract/events/events';
import { describeIssues, fail, ok, type Result } from '../contract/problems';
import { messageRef } from '../contract/socket-messages';
import type { Access, AnyAction, RawInput } from './actions';

/** Names the socket message of an action: `turn` → `TurnMessage`. */
const messageId = (type: string): string => `${type[0]?.toUpperCase()}${type.slice(1)}Message`;

/** Makes the schema of the socket message that does an action; null when it has none. */
export function socketMessageOf({ socket, method, path, params, body }: AnyAction) {
  if (socket === undefined) return null;
  return z
    .strictObject({
      type: z.literal(socket),
      ref: messageRef,
      key: idempotencyKey.optional().meta({
        description: 'Sent again under the same key, over this socket or another, it is stored once',
      }),
      ...params,
      ...(body && { input: body }),
    })
    .meta({ id: messageId(socket), description: `The body of \`${method.toUpperCase()} …${path}\`` });
}

/** Lists the schemas of the messages that do one of these actions. */
export const actionMessages = (actions: readonly AnyAction[]) =>
  actions.flatMap((action) => socketMessageOf(action) ?? []);

/** An action that somebody asks for over a socket. */
export interface SocketAction {
  action: AnyAction;
  input: RawInput;
  receipt: Receipt | null;
}

/**
 * Reads a message that does an action.
 *
 * @returns null when its type names none; `forbidden` when the sender may not
 */
export function readSocketAction(
  actions: readonly AnyAction[],
  viewer: Viewer,
  message: JsonObject,
): Result<SocketAction> | null {
  const action = actions.find(({ socket }) => socket !== undefined && socket === message.type);
  const schema = action && socketMessageOf(action);
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

/** Refuses whoever only watches; and people on seats, where the action is an owner's. */
export function checkSender(who: Access, viewer: Viewer): Result<null> {
  if (viewer.owner) return ok(null);
  if (viewer.seat !== undefined && who !== 'key') return ok(null);
  return fail(
    who === 'key'
      ? { code: 'forbidden', needs: 'the socket of an owner', fix: 'Ask the owner of the scene for it.' }
      : {
          code: 'forbidden',
          needs: 'the socket of an owner or a player',
          fix: 'Ask the owner of the scene for the seat of a player.',
        },
  );
}

/**
 * Makes the receipt of a message that came under a key. Its body is kept as it is, not its hash: hashing takes a moment in
 * which the next message could overtake it.
 */
export const socketReceipt = (viewer: Viewer, key: unknown, body: unknown): Receipt | null =>
  typeof key === 'string' ? { key: receiptKey(viewer, key), bodyHash: JSON.stringify(body) } : null;
