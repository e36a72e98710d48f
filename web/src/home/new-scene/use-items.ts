import { useEffect, useState } from 'preact/hooks';
import type { LibraryItem } from '../../../../src/contract/library';
import type { PageProblem } from '../../api/api';
import { library } from '../../api/library';

/** Reads the chosen items of one kind, in the order of choosing; those not read yet are left out, and why one can't be is told. */
export function useItems<K extends 'character' | 'lorebook'>(
  kind: K,
  ids: readonly string[],
): { items: LibraryItem<K>[]; problem: PageProblem | null } {
  const [byId, setById] = useState<ReadonlyMap<string, LibraryItem<K>>>(new Map());
  const [problem, setProblem] = useState<PageProblem | null>(null);
  const idList = ids.join(' ');
  useEffect(() => {
    let isUnmounted = false;
    for (const id of idList.split(' ').filter((one) => one !== '')) {
      void library.read(kind, id).then((reply) => {
        if (isUnmounted) return;
        setProblem(reply.ok ? null : reply.problem);
        if (reply.ok) setById((held) => new Map(held).set(id, reply.value));
      });
    }
    return () => {
      isUnmounted = true;
    };
  }, [kind, idList]);
  return { items: ids.flatMap((id) => byId.get(id) ?? []), problem };
}
