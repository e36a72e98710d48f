import type { Reply } from '../api/api';
import { get } from '../api/api';
import { useRead } from '../kit/use-read';
import { roomAddress } from '../router';

/** Titles loaded in this visit, by room: many rows share one. */
const titles = new Map<string, Promise<Reply<Named>>>();
/** A room has a title, an experiment a name. */
interface Named {
  title?: string;
  name?: string;
}

function readTitle(room: string): Promise<Reply<Named>> {
  const reading = titles.get(room) ?? get<Named>(roomAddress(room));
  titles.set(room, reading);
  // Retry a failed title the next time.
  void reading.then((reply) => !reply.ok && titles.delete(room));
  return reading;
}

/** Returns a room's title: empty while loading, null if there is no such room. */
export function useRoomTitle(room: string | null): string | null {
  const { value, problem } = useRead(room === null ? null : () => readTitle(room), room ?? '');
  if (problem?.status === 404) return null;
  return value?.title ?? value?.name ?? '';
}

/** A room's title, linked to the room or to a place in it. */
export function RoomTitle({ room, to }: { room: string; to?: string }) {
  const title = useRoomTitle(room);
  if (title === null) return <span class="quiet">a deleted room</span>;
  return <a href={`#${to ?? roomAddress(room)}`}>{title === '' ? '…' : title}</a>;
}
