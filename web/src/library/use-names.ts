import type { LibraryKind, LibrarySummary } from '../../../src/contract/library';
import { library } from '../api/library';
import { useRead } from '../kit/use-read';

const MOST = 200;

/** Reads the newest items of a kind, for a choice; null until they are there, empty when they can't be read. */
export function useNames(kind: LibraryKind, parent?: string): LibrarySummary[] | null {
  const { value, problem } = useRead(
    () => library.list(kind, { limit: MOST, ...(parent !== undefined && { parent }) }),
    `${kind} ${parent ?? ''}`,
  );
  return problem ? [] : (value?.items ?? null);
}
