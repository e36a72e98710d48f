import { useCallback, useEffect, useState } from 'preact/hooks';
import type { PageProblem, Reply } from '../api/api';

export interface Read<T> {
  /** Null until the first answer; keeps the last answer while another one is under way, or when it failed. */
  value: T | null;
  problem: PageProblem | null;
  reload: () => void;
  /** Replaces the value with another call's answer. */
  put: (value: T) => void;
}

/**
 * Loads from the API once, and again on request. Ignores outdated responses.
 *
 * @param read null: nothing to load yet
 * @param of identifies the thing; a change reloads
 */
export function useRead<T>(read: (() => Promise<Reply<T>>) | null, of: string): Read<T> {
  const [value, setValue] = useState<T | null>(null);
  const [problem, setProblem] = useState<PageProblem | null>(null);
  const [readings, setReadings] = useState(0);
  const isAsked = read !== null;
  useEffect(() => {
    let isOvertaken = false;
    void read?.().then((reply) => {
      if (isOvertaken) return;
      if (reply.ok) setValue(reply.value);
      setProblem(reply.ok ? null : reply.problem);
    });
    return () => {
      isOvertaken = true;
    };
  }, [isAsked, of, readings]);
  const reload = useCallback(() => setReadings((n) => n + 1), []);
  return { value, problem, reload, put: setValue };
}
