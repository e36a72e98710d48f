import { usageError } from './errors';

/** `/v1/scenes/{id}` or `/v1/runs/{id}` of a room. */
export function roomPath(id: string): string {
  if (/^scn_[0-9a-z]{20}$/.test(id)) return `/v1/scenes/${id}`;
  if (/^(?:run|adv)_[0-9a-z]{20}$/.test(id)) return `/v1/runs/${id}`;
  throw usageError(
    `${id} is not the id of a room.`,
    'Ids of scenes start with scn_, of runs with run_, and of text adventures with adv_; see “rooms”.',
  );
}
