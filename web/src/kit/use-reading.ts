import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { PageProblem, Reply } from '../api/api';

/** A reading is taken at most this often, however fast a run plays. */
const EVERY_MS = 700;

export interface Reading<T> {
  /** Null until the first answer; the last answer while a later one failed. */
  value: T | null;
  problem: PageProblem | null;
  /** Puts what another call answered in its place. */
  put: (value: T) => void;
}

/** Something of a room that is read now, and again after every change of `version`. */
export function useReading<T>(read: () => Promise<Reply<T>>, version: number): Reading<T> {
  const [value, setValue] = useState<T | null>(null);
  const [problem, setProblem] = useState<PageProblem | null>(null);
  const timer = useRef<number | undefined>(undefined);
  /** Counts what was asked and put: an answer that was overtaken is not shown. */
  const asked = useRef(0);
  const last = useRef(Number.NEGATIVE_INFINITY);
  const newest = useRef(read);
  newest.current = read;

  useEffect(() => {
    timer.current ??= window.setTimeout(
      async () => {
        timer.current = undefined;
        last.current = performance.now();
        asked.current += 1;
        const mine = asked.current;
        const reply = await newest.current();
        if (mine !== asked.current) return;
        if (reply.ok) setValue(reply.value);
        setProblem(reply.ok ? null : reply.problem);
      },
      Math.max(0, last.current + EVERY_MS - performance.now()),
    );
  }, [version]);
  useEffect(
    () => () => {
      asked.current = Number.POSITIVE_INFINITY;
      window.clearTimeout(timer.current);
    },
    [],
  );
  const put = useCallback((answer: T) => {
    asked.current += 1;
    setValue(answer);
    setProblem(null);
  }, []);
  return { value, problem, put };
}
