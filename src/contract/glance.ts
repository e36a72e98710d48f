import { z } from 'zod';

/** Previews of rooms in lists, so that people recognize the room to continue. Stored in the index. */

/** Maximum characters of the last line. */
export const MAX_LAST_WORDS = 160;
/** Maximum number of cast members in a preview. */
export const MAX_FACES = 6;

export const lastWords = z
  .object({
    seq: z.int().describe('Seq of the event. Readers who have only seen lower ones have unread events'),
    name: z.string().describe('Name of the speaker; in a story the command, in a game the action'),
    text: z
      .string()
      .describe(`The line, or the result of the command or action, at most ${MAX_LAST_WORDS} characters`),
  })
  .nullable()
  .describe('The latest line that everyone in the room can see. Null if there is none yet');

export const faces = z
  .array(
    z.object({
      id: z.string().describe('Id of the character in the scene'),
      name: z.string(),
      hasPortrait: z.boolean().describe('True if it was copied from the library and may have a portrait'),
    }),
  )
  .describe(`The first cast members, at most ${MAX_FACES}`);

/** Preview of a room in the index. Absent for rooms last played before previews existed. */
export interface RoomPreview {
  cast: z.infer<typeof faces>;
  last: z.infer<typeof lastWords>;
}
