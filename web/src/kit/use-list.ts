import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Page, PageProblem, Reply } from '../api/api';
import type { ListQuery } from '../api/library';

/** A pause in typing. */
const PAUSE_MS = 250;
const MAX_AT_ONCE = 200;

export interface Listing<T> {
  /** Null until the first answer. */
  items: T[] | null;
  next: string | null;
  problem: PageProblem | null;
  search: string;
  setSearch: (words: string) => void;
  more: () => void;
  /** Reads what is shown anew. */
  refresh: () => Promise<void>;
}

/**
 * A list of the API that is searched as one types, read page by page, and read anew when asked.
 *
 * @param read the same function every time
 */
export function useList<T>(
  read: (query: ListQuery) => Promise<Reply<Page<T>>>,
  pageSize: number,
): Listing<T> {
  const [items, setItems] = useState<T[] | null>(null);
  const [next, setNext] = useState<string | null>(null);
  const [problem, setProblem] = useState<PageProblem | null>(null);
  const [search, setSearch] = useState('');
  /** Counts what was asked: an answer that was overtaken is not shown. */
  const asked = useRef(0);
  const shown = useRef(0);
  shown.current = items?.length ?? 0;

  const load = useCallback(
    async (cursor: string | null, limit: number) => {
      asked.current += 1;
      const mine = asked.current;
      const q = search.trim();
      const reply = await read({ limit, cursor, ...(q !== '' && { q }) });
      if (mine !== asked.current) return;
      setProblem(reply.ok ? null : reply.problem);
      if (!reply.ok) return;
      setItems((held) => (cursor === null ? reply.value.items : [...(held ?? []), ...reply.value.items]));
      setNext(reply.value.next);
    },
    [read, search],
  );
  const first = useRef(true);
  useEffect(() => {
    const timer = window.setTimeout(() => void load(null, pageSize), first.current ? 0 : PAUSE_MS);
    first.current = false;
    return () => window.clearTimeout(timer);
  }, [load, pageSize]);
  useEffect(
    () => () => {
      asked.current = Number.POSITIVE_INFINITY;
    },
    [],
  );
  const refresh = useCallback(
    () => load(null, Math.min(MAX_AT_ONCE, Math.max(pageSize, shown.current))),
    [load, pageSize],
  );
  return { items, next, problem, search, setSearch, more: () => void load(next, pageSize), refresh };
}
