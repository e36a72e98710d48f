import { z } from 'zod';

/** Lists of rooms show these of each, so that a person finds the one to go on with. They are of the index. */

/** Most characters of the last words. */
export const MAX_LAST_WORDS = 160;
/** Most members of a cast in a list. */
export const MAX_FACES = 6;

export const lastWords = z
  .object({
    seq: z.int().describe('of their event: a reader who has seen a lower one has something unread'),
    name: z.string().describe('Who said it; in a story the command, in a game the action'),
    text: z.string().describe(`The words, or what came of them; at most ${MAX_LAST_WORDS} characters`),
  })
  .nullable()
  .describe('The last words that everybody in the room may read; null before the first');

export const faces = z
  .array(
    z.object({
      id: z.string().describe('of the character in the scene'),
      name: z.string(),
      hasPortrait: z.boolean().describe('It is a copy out of the library, which may have a portrait'),
    }),
  )
  .describe(`The first of the cast, at most ${MAX_FACES}`);

/** The index keeps this of a room's looks. Rooms that have not played since it was added have neither. */
export interface Glance {
  cast: z.infer<typeof faces>;
  last: z.infer<typeof lastWords>;
}
