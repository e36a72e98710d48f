import type { LibraryItem, LibrarySummary } from '../api/library';
import { type Failure, fail, type Result } from '../api/problems';

/** A row of the table `library`, without its tenant. */
export interface ItemRow {
  id: string;
  kind: LibraryItem['kind'];
  body: string;
  version: number;
  created_at: string;
  updated_at: string;
}
export interface SummaryRow extends Omit<ItemRow, 'body' | 'version'> {
  name: string;
  parent: string | null;
}

/** The columns of an {@link ItemRow}. */
export const ITEM_COLUMNS = 'id, kind, body, version, created_at, updated_at';

/** Makes an item of a row; stored bodies were checked when they were written. */
export const toItem = (row: ItemRow): LibraryItem =>
  ({
    id: row.id,
    kind: row.kind,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
    body: JSON.parse(row.body),
  }) as LibraryItem;

export const toSummary = (row: SummaryRow): LibrarySummary => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  parent: row.parent,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

/** A name as it is searched. */
export const toSearch = (name: string): string => name.normalize('NFKC').toLowerCase();

const DOWN: Failure = {
  code: 'unavailable',
  detail: 'The library does not answer. Rooms go on: they hold copies of what they use.',
  retryAfter: 5,
};

/** Does `act`; a database that fails is a failure. */
export async function withDatabase<T>(act: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await act();
  } catch (error) {
    console.error('library query failed', error);
    return fail(DOWN);
  }
}
