import { readPictureType } from '../base/picture-type';
import { fail, ok, type Result } from '../contract/problems';

/** R2 key of the picture of a character, without its card. */
export const portraitKey = (tenant: string, id: string): string => `library/${tenant}/${id}/portrait`;

/** Stores the picture of a character. @param picture as `readPicture` returns it */
export const keepPortrait = (
  bucket: R2Bucket,
  tenant: string,
  id: string,
  picture: Uint8Array,
): Promise<Result<null>> =>
  withBucket(async () => {
    const contentType = readPictureType(picture) ?? 'application/octet-stream';
    await bucket.put(portraitKey(tenant, id), picture, { httpMetadata: { contentType } });
    return null;
  });

/** The picture of a character; null when it has none. */
export const readPortrait = (
  bucket: R2Bucket,
  tenant: string,
  id: string,
): Promise<Result<Uint8Array | null>> =>
  withBucket(async () => {
    const object = await bucket.get(portraitKey(tenant, id));
    return object ? new Uint8Array(await object.arrayBuffer()) : null;
  });

/** Removes the picture of a character, if it has one. */
export const forgetPortrait = (bucket: R2Bucket, tenant: string, id: string): Promise<Result<null>> =>
  withBucket(async () => {
    await bucket.delete(portraitKey(tenant, id));
    return null;
  });

async function withBucket<T>(act: () => Promise<T>): Promise<Result<T>> {
  try {
    return ok(await act());
  } catch (error) {
    console.error('portrait failed', error);
    return fail({ code: 'unavailable', detail: 'The store of pictures does not answer.', retryAfter: 5 });
  }
}
