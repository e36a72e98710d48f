import { useEffect, useState } from 'preact/hooks';
import type { LibraryItem } from '../../../../src/api/library';
import { library } from '../../api/library';

/** Reads the chosen items of one kind, in the order of choosing; those not read yet are left out. */
export function useItems<K extends 'character' | 'lorebook'>(
  kind: K,
  ids: readonly string[],
): LibraryItem<K>[] {
  const [byId, setById] = useState<ReadonlyMap<string, LibraryItem<K>>>(new Map());
  const idList = ids.join(' ');
  useEffect(() => {
    let isUnmounted = false;
    for (const id of idList.split(' ').filter((one) => one !== '')) {
      void library.read(kind, id).then((reply) => {
        if (reply.ok && !isUnmounted) setById((held) => new Map(held).set(id, reply.value));
      });
    }
    return () => {
      isUnmounted = true;
    };
  }, [kind, idList]);
  return ids.flatMap((id) => byId.get(id) ?? []);
}
