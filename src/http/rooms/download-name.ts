import { toSlug } from '../../base/slug';
import { isAdventure } from '../../contract/ids';
import type { AppContext } from '../middleware/http';
import { adventureClient, callRoom } from '../middleware/room-client';

/** Name of the files of a room, without an ending: in letters, digits and hyphens, and in any script. */
export interface DownloadName {
  plain: string;
  full: string;
}

/** Names the files of an adventure after its story, and those of other rooms by their id. */
export async function nameDownload(c: AppContext, id: string): Promise<DownloadName> {
  const run = isAdventure(id) ? await callRoom(adventureClient(c, id), (room) => room.read(), 'safe') : null;
  const title = run?.ok ? run.value.title : '';
  return { plain: toSlug(title) || id, full: title.trim() || id };
}
