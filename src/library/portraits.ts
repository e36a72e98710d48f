import { readPictureType } from '../base/picture-type';
import { fail, ok, type Result } from '../contract/problems';

export const portraitKey = (tenant: string, id: string): string => `library/${tenant}/${id}/portrait`;

/** @param picture as `readPicture` returns it */
export const storePicture = (bucket: R2Bucket, key: string, picture: Uint8Array): Promise<Result<null>> =>
  withBucket(async () => {
    const contentType = readPictureType(picture) ?? 'application/octet-stream';
    await bucket.put(key, picture, { httpMetadata: { contentType } });
    return null;
  });

/** Null if there is none. */
export const loadPicture = (bucket: R2Bucket, key: string): Promise<Result<Uint8Array | null>> =>
  withBucket(async () => {
    const object = await bucket.get(key);
    return object ? new Uint8Array(await object.arrayBuffer()) : null;
  });

/** @param most the count stops here, at 1000 or less */
export const countPictures = (bucket: R2Bucket, prefix: string, most: number): Promise<Result<number>> =>
  withBucket(async () => (await bucket.list({ prefix, limit: most })).objects.length);

export const storePortrait = (bucket: R2Bucket, tenant: string, id: string, picture: Uint8Array) =>
  storePicture(bucket, portraitKey(tenant, id), picture);

/** Null if the character has none. */
export const readPortrait = (bucket: R2Bucket, tenant: string, id: string) =>
  loadPicture(bucket, portraitKey(tenant, id));

export const deletePortrait = (bucket: R2Bucket, tenant: string, id: string): Promise<Result<null>> =>
  withBucket(async () => {
    await bucket.delete(portraitKey(tenant, id));
    return null;
  });

async function withBucket<T>(act: () => Promise<T>): Promise<Result<T>> {
  try {
    return ok(await act());
  } catch (error) {
    console.error('storing a portrait failed', error);
    return fail({ code: 'unavailable', detail: 'The picture store did not respond.', retryAfter: 5 });
  }
}
