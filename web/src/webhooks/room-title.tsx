import type { Reply } from '../api/api';
import { get } from '../api/api';
import { useRead } from '../kit/use-read';
import { roomAddress } from '../router';

/** Titles of this visit, by room: many rows name the same one. */
const titles = new Map<string, Promise<Reply<Named>>>();
/** A room has a title, an experiment a name. */
interface Named {
  title?: string;
  name?: string;
}

function readTitle(room: string): Promise<Reply<Named>> {
  const reading = titles.get(room) ?? get<Named>(roomAddress(room));
  titles.set(room, reading);
  // A title that could not be read is asked for again the next time.
  void reading.then((reply) => !reply.ok && titles.delete(room));
  return reading;
}

/** Returns the title of a room: empty until it is read, null when there is no such room. */
export function useRoomTitle(room: string | null): string | null {
  const { value, problem } = useRead(room === null ? null : () => readTitle(room), room ?? '');
  if (problem?.status === 404) return null;
  return value?.title ?? value?.name ?? '';
}

/** Names a room by its title, with a link to it, or to a place in it. */
export function RoomTitle({ room, to }: { room: string; to?: string }) {
  const title = useRoomTitle(room);
  if (title === null) return <span class="quiet">a deleted room</span>;
  return <a href={`#${to ?? roomAddress(room)}`}>{title === '' ? '…' : title}</a>;
}
