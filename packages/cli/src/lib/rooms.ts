import { usageError } from './errors';

/** `/v1/scenes/{id}` or `/v1/runs/{id}` of a room. */
export function roomPath(id: string): string {
  if (/^scn_[0-9a-z]{20}$/.test(id)) return `/v1/scenes/${id}`;
  if (/^(?:run|adv)_[0-9a-z]{20}$/.test(id)) return `/v1/runs/${id}`;
  throw usageError(
    `${id} is not the id of a room.`,
    'Ids start with scn_ (scenes), run_ (runs) or adv_ (text adventures); see “rooms”.',
  );
}
