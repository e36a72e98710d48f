import { showEvent } from '../../../src/engines/scene/visibility';
import type { EventPage, Viewer } from '../../../src/events/events';
import type { RoomState } from '../../../src/room/room-state';
import type { News } from '../../../src/room/rpc';
import type { LoadedRoom } from './loaded-room';

/** A page of a room's ledger as a viewer may see it, oldest first. */
export function pageOfEvents(
  { ledger }: Pick<LoadedRoom<RoomState>, 'ledger'>,
  { after, limit }: { after: number; limit: number },
  viewer: Viewer,
): EventPage {
  const page = ledger.page(after, limit);
  const last = page.at(-1)?.seq ?? after;
  const events = page.flatMap((event) => showEvent(event, viewer) ?? []);
  return { events, next: last < ledger.head ? String(last) : null, head: ledger.head };
}

/** The same, with how many hooks lie behind each. */
export function pageOfNews(
  loadedRoom: Pick<LoadedRoom<RoomState>, 'ledger' | 'hops'>,
  query: { after: number; limit: number },
  viewer: Viewer,
): News {
  const page = pageOfEvents(loadedRoom, query, viewer);
  return { ...page, hops: loadedRoom.hops.of(page.events) };
}
