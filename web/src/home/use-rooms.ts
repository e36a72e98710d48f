import type { SceneSummary } from '../../../src/contract/scenes';
import type { Page, Reply } from '../api/api';
import { type ListQuery, rooms } from '../api/library';
import { type Listing, useList } from '../kit/use-list';

const PAGE = 12;

export interface ShelfItem {
  id: string;
  kind: 'scenes' | 'runs';
  title: string;
  status: string;
  /** Rounds of a scene, turns of a run. */
  count: number;
  answeredBy: string[];
  cast?: SceneSummary['cast'];
  last: SceneSummary['last'];
  updatedAt: string;
}

const READERS = {
  scenes: async (query: ListQuery) =>
    toShelf('scenes', await rooms.scenes({ ...query, order: 'activity' }), ({ rounds }) => rounds),
  runs: async (query: ListQuery) =>
    toShelf('runs', await rooms.runs({ ...query, order: 'activity' }), ({ turns }) => turns),
};
function toShelf<T extends Omit<ShelfItem, 'count' | 'kind'>>(
  kind: ShelfItem['kind'],
  reply: Reply<Page<T>>,
  countOf: (one: T) => number,
): Reply<Page<ShelfItem>> {
  if (!reply.ok) return reply;
  const { items, next } = reply.value;
  return { ok: true, value: { items: items.map((one) => ({ ...one, kind, count: countOf(one) })), next } };
}
/** Formats how long a room has been played. */
export function nameCount({ kind, count }: ShelfItem): string {
  if (kind === 'scenes') return count === 1 ? '1 round' : `${count} rounds`;
  return count === 1 ? '1 turn' : `${count} turns`;
}

/** Loads the rooms of one kind, those with the newest activity first. */
export const useRooms = (kind: ShelfItem['kind']): Listing<ShelfItem> => useList(READERS[kind], PAGE);
