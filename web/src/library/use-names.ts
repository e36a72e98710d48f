import type { LibraryKind, LibrarySummary } from '../../../src/api/library';
import { library } from '../api/library';
import { useRead } from '../kit/use-read';

/** Most items that a list to choose from holds. */
const MOST = 200;

/** The newest items of a kind, to choose from; null until they are there, none when they can't be read. */
export function useNames(kind: LibraryKind, parent?: string): LibrarySummary[] | null {
  const { value, problem } = useRead(
    () => library.list(kind, { limit: MOST, ...(parent !== undefined && { parent }) }),
    `${kind} ${parent ?? ''}`,
  );
  return problem ? [] : (value?.items ?? null);
}
