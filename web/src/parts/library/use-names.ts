import { useEffect, useState } from 'preact/hooks';
import type { LibraryKind, LibrarySummary } from '../../../../src/contract/library';
import { library } from '../../api-library';

/** Most items that a list to choose from holds. */
const MOST = 200;

/** The newest items of a kind, to choose from; null until they are there, none when they can't be read. */
export function useNames(kind: LibraryKind, parent?: string): LibrarySummary[] | null {
  const [items, setItems] = useState<LibrarySummary[] | null>(null);
  useEffect(() => {
    let gone = false;
    void library.list(kind, { limit: MOST, ...(parent !== undefined && { parent }) }).then((reply) => {
      if (!gone) setItems(reply.ok ? reply.value.items : []);
    });
    return () => {
      gone = true;
    };
  }, [kind, parent]);
  return items;
}
