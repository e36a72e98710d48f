import { z } from 'zod';
import { slug } from './ids';
import { prose } from './prose';

/** Id of an uploaded picture of a scene. */
const pictureId = z.string().regex(/^pic_[0-9a-z]{20}$/);
export const uploadedPicture = z
  .object({ picture: pictureId.describe('Id for `picture` of a handout') })
  .meta({ id: 'UploadedPicture' });

export const showHandout = z
  .strictObject({
    title: prose(200),
    text: z.string().max(8000).default('').describe('Markdown'),
    to: z
      .array(slug)
      .min(1)
      .max(50)
      .optional()
      .describe('Ids of the personas whose players see it. Default: everyone in the room'),
    knownToCast: z
      .boolean()
      .default(false)
      .describe(
        'If true, the director and the present cast read title and text as a line. Default: no model does',
      ),
    picture: pictureId.optional().describe('A picture from `POST …/pictures`'),
  })
  .meta({ id: 'ShowHandout' });
export type ShowHandout = z.infer<typeof showHandout>;

export const handout = z
  .object({
    seq: z.int().describe('Seq of the event `handout.shown`'),
    title: z.string(),
    text: z.string(),
    to: z.array(z.string()).nullable().describe('Ids of the personas. Null: everyone'),
    knownToCast: z.boolean(),
    picture: pictureId.nullable().describe('Its picture is at GET …/handouts/{seq}/picture. Null if none'),
  })
  .meta({ id: 'Handout' });
export type Handout = z.infer<typeof handout>;
