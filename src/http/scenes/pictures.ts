import { z } from 'zod';
import { type PictureType, readPictureType } from '../../base/picture-type';
import { readPortrait } from '../../library/portraits';
import type { AppContext } from '../middleware/http';

const binary = { schema: z.string().meta({ format: 'binary' }) };
/** Picture content of a request or response. */
export const pictureContent = {
  'image/png': binary,
  'image/jpeg': binary,
  'image/webp': binary,
} satisfies Record<PictureType, unknown>;

/** Responses of a route that returns a character's picture. */
export const pictureAnswers = {
  200: {
    description: 'The picture, without the embedded card',
    content: pictureContent,
  },
  204: { description: 'The character has no picture' },
};

/** @param picture null: no picture */
export const answerPicture = (c: AppContext, picture: Uint8Array | null): Response =>
  picture
    ? new Response(new Uint8Array(picture), {
        headers: { 'Content-Type': readPictureType(picture) ?? 'application/octet-stream' },
      })
    : c.body(null, 204);

/** Maximum number of pictures in a file or response. */
const MAX_FACES = 16;

/**
 * Thumbnails of cast members from the library, as `data:` URLs by id. Skips unreadable pictures: neither a file nor
 * an invitation depends on them.
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
  // Sequentially: an unpacked picture takes sixteen mebibytes.
  for (const { id, from } of members) {
    if (from === null) continue;
    const picture = await readPortrait(bucket, tenant, from);
    const face = picture.ok && picture.value ? drawThumbnail(picture.value) : null;
    if (face !== null) faces[id] = face;
  }
  return faces;
}
