import { z } from 'zod';
import type { JsonObject } from '../base/json';
import type { Viewer } from '../contract/events/events';
import { describeIssues, fail, ok, type Result } from '../contract/problems';
import { typingMessage } from '../contract/socket-messages';
import { actionMessages, checkSender } from '../room/socket-actions';
import { SCENE_ACTIONS } from './actions';

const sceneMessage = z.discriminatedUnion('type', [typingMessage, ...actionMessages(SCENE_ACTIONS)]);

/** Parses a socket message that is not an action: a typing indicator. */
export function readTyping(viewer: Viewer, message: JsonObject): Result<z.infer<typeof typingMessage>> {
  const may = checkSender('player', viewer);
  if (!may.ok) return may;
  // For an unknown type, the error of the whole union lists the valid ones.
  const check = sceneMessage.safeParse(message);
  return check.success
    ? ok(check.data as z.infer<typeof typingMessage>)
    : fail({ code: 'invalid', errors: describeIssues(check.error.issues, 'json') });
}
