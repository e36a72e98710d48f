import { fail, ok, type Result } from '../api/problems';
import { cleanPicture } from './png-card';

/** R2 key of the picture that a character came with, without its card. */
export const portraitKey = (tenant: string, id: string): string => `library/${tenant}/${id}/portrait.png`;

/** Keeps the picture a character came with. */
export const keepPortrait = (
  bucket: R2Bucket,
  tenant: string,
  id: string,
  picture: Uint8Array,
): Promise<Result<null>> =>
  withBucket(async () => {
    await bucket.put(portraitKey(tenant, id), picture, { httpMetadata: { contentType: 'image/png' } });
    return null;
  });

/** The picture a character came with; null when it came with none. */
export const readPortrait = (
  bucket: R2Bucket,
  tenant: string,
  id: string,
): Promise<Result<Uint8Array | null>> =>
  withBucket(async () => {
    const object = await bucket.get(portraitKey(tenant, id));
    return object ? cleanPicture(new Uint8Array(await object.arrayBuffer())) : null;
  });

/** Removes the picture of a character; one that isn't there is no mistake. */
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
