import { z } from 'zod';
import type { JsonObject } from '../base/json';
import type { Viewer } from '../contract/events/events';
import { describeIssues, fail, ok, type Result } from '../contract/problems';
import { typingMessage } from '../contract/socket-messages';
import { actionMessages, checkSender } from '../room/socket-actions';
import { SCENE_ACTIONS } from './actions';

const sceneMessage = z.discriminatedUnion('type', [typingMessage, ...actionMessages(SCENE_ACTIONS)]);

/** Reads a message of a scene's socket that does no action: it says that somebody types. */
export function readTyping(viewer: Viewer, message: JsonObject): Result<z.infer<typeof typingMessage>> {
  const may = checkSender('player', viewer);
  if (!may.ok) return may;
  // The whole union says which types there are, when this is none of them.
  const check = sceneMessage.safeParse(message);
  return check.success
    ? ok(check.data as z.infer<typeof typingMessage>)
    : fail({ code: 'invalid', errors: describeIssues(check.error.issues, 'json') });
}
