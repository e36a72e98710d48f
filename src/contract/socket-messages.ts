import { z } from 'zod';
import { audience, slug } from './ids';
import { problem } from './problems';
import { turnAccepted } from './rounds';

/** Messages on a room's socket besides events: to the room, and from it. */

/**
 * A line that is still being written: sent to the sockets that may see it, never stored, without a `seq`, gone when
 * nobody looks. `payload.text` are the next words of it, with the white space in front; `payload.part` counts them
 * from 0, and part 0 starts anew; `payload.step` is the call that writes it. The same actor's `character.spoke` or
 * `character.skipped` replaces all of it, as does the end of the round, however the round ends.
 */
export interface Delta {
  kind: 'character.delta';
  at: string;
  actor: string;
  audience: string[];
  round: number;
  payload: { text: string; step: string; part: number };
}

/** Somebody is typing: sent to the other sockets, never stored. */
export interface Typing {
  type: 'typing';
  actor: string;
  name: string;
  on: boolean;
  audience: string[];
}

/** Most characters of `ref`, as JSON: the answer repeats it. */
export const MAX_REF = 200;
export const messageRef = z
  .json()
  .optional()
  .describe(`Any value of yours, of at most ${MAX_REF} characters as JSON; the answer repeats it`);

/** Says that somebody types, or has stopped. Messages that do an action are made by `src/room/socket-actions.ts`. */
export const typingMessage = z
  .strictObject({
    type: z.literal('typing'),
    on: z.boolean().default(true),
    personaId: slug.optional().describe("An owner's; a player types as its persona"),
  })
  .meta({ id: 'TypingMessage', description: 'The others are told, at most once a second; no answer' });
/** The socket of any room takes it. */
export const pingMessage = z
  .object({ type: z.literal('ping'), ref: messageRef })
  .meta({ id: 'PingMessage', description: 'Without `ref` it is answered without waking the room' });

export const readyMessage = z
  .object({ type: z.literal('ready'), head: z.int().nonnegative() })
  .meta({ id: 'ReadyMessage', description: 'The replay is over; `head` is the highest seq in it' });
export const acceptedMessage = turnAccepted
  .extend({ type: z.literal('accepted'), ref: messageRef })
  .meta({ id: 'AcceptedMessage', description: 'Your input is stored' });
export const doneMessage = z
  .object({ type: z.literal('done'), ref: messageRef })
  .meta({ id: 'DoneMessage', description: 'It is done; the events tell the rest' });
export const problemMessage = z
  .object({ type: z.literal('problem'), ref: messageRef, problem })
  .meta({ id: 'ProblemMessage', description: 'It was refused' });
export const pongMessage = z
  .object({ type: z.literal('pong'), ref: messageRef })
  .meta({ id: 'PongMessage', description: 'Answer to a ping' });
export const typingSeen = z
  .object({ type: z.literal('typing'), actor: z.string(), name: z.string(), on: z.boolean(), audience })
  .meta({
    id: 'TypingSeen',
    description: 'Somebody else is typing, or has stopped; never stored',
  }) satisfies z.ZodType<Typing>;
export const deltaMessage = z
  .object({
    kind: z.literal('character.delta'),
    at: z.iso.datetime(),
    actor: z.string(),
    audience,
    round: z.int().nonnegative(),
    payload: z.object({
      text: z.string().describe('The next words, with the white space in front'),
      step: z.string().describe('The call that writes it'),
      part: z.int().nonnegative().describe('Counts from 0; part 0 starts anew'),
    }),
  })
  .meta({
    id: 'DeltaMessage',
    description:
      'A line that is still being written: without a seq, never stored. `character.spoke` replaces all of it',
  }) satisfies z.ZodType<Delta>;
