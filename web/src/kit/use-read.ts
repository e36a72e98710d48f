import { useCallback, useEffect, useState } from 'preact/hooks';
import type { PageProblem, Reply } from '../api/api';

export interface Read<T> {
  /** Null until the first answer; the last answer while another one is under way, or when it failed. */
  value: T | null;
  problem: PageProblem | null;
  /** Asks again. */
  reload: () => void;
  /** Puts what another call answered in its place. */
  put: (value: T) => void;
}

/**
 * Something of the API that is read once, and again when asked. An answer that was overtaken is not shown.
 *
 * @param read null: there is nothing to ask for yet
 * @param of tells what is read; when it changes, it is read anew
 */
export function useRead<T>(read: (() => Promise<Reply<T>>) | null, of: string): Read<T> {
  const [value, setValue] = useState<T | null>(null);
  const [problem, setProblem] = useState<PageProblem | null>(null);
  const [asked, setAsked] = useState(0);
  const isAsked = read !== null;
  useEffect(() => {
    let gone = false;
    void read?.().then((reply) => {
      if (gone) return;
      if (reply.ok) setValue(reply.value);
      setProblem(reply.ok ? null : reply.problem);
    });
    return () => {
      gone = true;
    };
  }, [isAsked, of, asked]);
  const reload = useCallback(() => setAsked((n) => n + 1), []);
  return { value, problem, reload, put: setValue };
}
