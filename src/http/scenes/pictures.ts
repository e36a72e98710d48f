import { z } from 'zod';
import { type PictureType, readPictureType } from '../../base/picture-type';
import { readPortrait } from '../../library/portraits';
import type { AppContext } from '../middleware/http';

const binary = { schema: z.string().meta({ format: 'binary' }) };
/** The content of a request or an answer that is a picture. */
export const pictureContent = {
  'image/png': binary,
  'image/jpeg': binary,
  'image/webp': binary,
} satisfies Record<PictureType, unknown>;

/** Answers of a route that sends the picture of a character, for its definition. */
export const pictureAnswers = {
  200: {
    description: 'The picture, without the card',
    content: pictureContent,
  },
  204: { description: 'It has none' },
};

/** @param picture null: there is none */
export const answerPicture = (c: AppContext, picture: Uint8Array | null): Response =>
  picture
    ? new Response(new Uint8Array(picture), {
        headers: { 'Content-Type': readPictureType(picture) ?? 'application/octet-stream' },
      })
    : c.body(null, 204);

/** Most pictures of a file, or of an answer. */
const MAX_FACES = 16;

/**
 * Draws the faces of those in a cast who come from the library and have a picture, as `data:` addresses by their ids. What
 * can't be read is left out: neither a file nor an invitation needs it.
 */
export async function drawFaces(
  bucket: R2Bucket,
  tenant: string,
  cast: readonly { id: string; from: string | null }[],
): Promise<Record<string, string>> {
  const members = cast.filter(({ from }) => from !== null).slice(0, MAX_FACES);
  if (members.length === 0) return {};
  const { drawThumbnail } = await import('../../library/thumbnail');
  const faces: Record<string, string> = {};
  // One after the other: unpacked, a picture takes sixteen mebibytes.
  for (const { id, from } of members) {
    if (from === null) continue;
    const picture = await readPortrait(bucket, tenant, from);
    const face = picture.ok && picture.value ? drawThumbnail(picture.value) : null;
    if (face !== null) faces[id] = face;
  }
  return faces;
}
