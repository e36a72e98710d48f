import { z } from 'zod';
import { audience, slug } from './ids';
import { problem } from './problems';
import { turnAccepted } from './rounds';

/** Messages on a room's socket in both directions, other than events. */

/**
 * A part of a line that is still being written. Sent to sockets that may see the line; never stored; has no `seq`.
 * `payload.text` is the next part, including leading white space; `payload.part` counts from 0, and part 0 starts
 * over; `payload.step` is the call that writes the line. Discard all parts when `character.spoke` or
 * `character.skipped` of the same actor arrives, or the round ends.
 */
export interface Delta {
  kind: 'character.delta';
  at: string;
  actor: string;
  audience: string[];
  round: number;
  payload: { text: string; step: string; part: number };
}

/** A typing indicator, sent to the other sockets. Never stored. */
export interface Typing {
  type: 'typing';
  actor: string;
  name: string;
  on: boolean;
  audience: string[];
}

/** Maximum characters of `ref` as JSON, because responses repeat it. */
export const MAX_REF = 200;
export const messageRef = z
  .json()
  .optional()
  .describe(`Any JSON value of at most ${MAX_REF} characters. Responses repeat it`);

/** Typing indicator from a client. `src/room/socket-actions.ts` defines the messages that perform actions. */
export const typingMessage = z
  .strictObject({
    type: z.literal('typing'),
    on: z.boolean().default(true),
    personaId: slug.optional().describe('Id of the persona. Owner only: a player types as their own persona'),
  })
  .meta({ id: 'TypingMessage', description: 'Notifies others, at most once per second. No response' });
/** Sockets of all rooms accept it. */
export const pingMessage = z
  .object({ type: z.literal('ping'), ref: messageRef })
  .meta({ id: 'PingMessage', description: 'Without `ref`, the response does not wake the room' });

export const readyMessage = z
  .object({ type: z.literal('ready'), head: z.int().nonnegative() })
  .meta({ id: 'ReadyMessage', description: 'All past events were sent; `head` is their highest seq' });
export const acceptedMessage = turnAccepted
  .extend({ type: z.literal('accepted'), ref: messageRef })
  .meta({ id: 'AcceptedMessage', description: 'Your input was stored' });
export const doneMessage = z
  .object({ type: z.literal('done'), ref: messageRef })
  .meta({ id: 'DoneMessage', description: 'The action was performed; see the events for its effects' });
export const problemMessage = z
  .object({ type: z.literal('problem'), ref: messageRef, problem })
  .meta({ id: 'ProblemMessage', description: 'The message was refused' });
export const pongMessage = z
  .object({ type: z.literal('pong'), ref: messageRef })
  .meta({ id: 'PongMessage', description: 'Response to a ping' });
export const typingSeen = z
  .object({ type: z.literal('typing'), actor: z.string(), name: z.string(), on: z.boolean(), audience })
  .meta({
    id: 'TypingSeen',
    description: 'Someone else started or stopped typing. Never stored',
  }) satisfies z.ZodType<Typing>;
export const deltaMessage = z
  .object({
    kind: z.literal('character.delta'),
    at: z.iso.datetime(),
    actor: z.string(),
    audience,
    round: z.int().nonnegative(),
    payload: z.object({
      text: z.string().describe('The next part of the line, including leading white space'),
      step: z.string().describe('The call that writes the line'),
      part: z.int().nonnegative().describe('Number of the part, from 0. Part 0 starts over'),
    }),
  })
  .meta({
    id: 'DeltaMessage',
    description:
      'A part of a line that is still being written. It has no seq and is never stored. `character.spoke` replaces all parts',
  }) satisfies z.ZodType<Delta>;
