import { z } from 'zod';
import type { AppContext } from '../middleware/http';

/** Answers of a route that sends the picture of a character, for its definition. */
export const pictureAnswers = {
  200: {
    description: 'A PNG, without the card',
    content: { 'image/png': { schema: z.string().meta({ format: 'binary' }) } },
  },
  204: { description: 'It has none' },
};

/** @param picture a PNG; null: there is none */
export const answerPicture = (c: AppContext, picture: Uint8Array | null): Response =>
  picture
    ? new Response(new Uint8Array(picture), { headers: { 'Content-Type': 'image/png' } })
    : c.body(null, 204);
