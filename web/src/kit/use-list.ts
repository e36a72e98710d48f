import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Page, PageProblem, Reply } from '../api/api';
import type { ListQuery } from '../api/library';

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
  refresh: () => Promise<void>;
}

/**
 * Loads an API list page by page, with search as you type and reload.
 *
 * @param read must be the same function on every render
 */
export function useList<T>(
  read: (query: ListQuery) => Promise<Reply<Page<T>>>,
  pageSize: number,
): Listing<T> {
  const [items, setItems] = useState<T[] | null>(null);
  const [next, setNext] = useState<string | null>(null);
  const [problem, setProblem] = useState<PageProblem | null>(null);
  const [search, setSearch] = useState('');
  /** Numbers the requests, to ignore outdated responses. */
  const requests = useRef(0);
  const shownCount = useRef(0);
  shownCount.current = items?.length ?? 0;

  const load = useCallback(
    async (cursor: string | null, limit: number) => {
      requests.current += 1;
      const mine = requests.current;
      const q = search.trim();
      const reply = await read({ limit, cursor, ...(q !== '' && { q }) });
      if (mine !== requests.current) return;
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
      requests.current = Number.POSITIVE_INFINITY;
    },
    [],
  );
  const refresh = useCallback(
    () => load(null, Math.min(MAX_AT_ONCE, Math.max(pageSize, shownCount.current))),
    [load, pageSize],
  );
  return { items, next, problem, search, setSearch, more: () => void load(next, pageSize), refresh };
}
