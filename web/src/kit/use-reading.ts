import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { PageProblem, Reply } from '../api/api';

/** Shortest time between two readings, in milliseconds, however fast a run plays. */
const EVERY_MS = 700;

export interface Reading<T> {
  /** Null until the first answer; keeps the last answer while a later one failed. */
  value: T | null;
  problem: PageProblem | null;
  /** Replaces the value with another call's answer. */
  put: (value: T) => void;
}

/** Reads from a room now, and again after every change of `version`. */
export function useReading<T>(read: () => Promise<Reply<T>>, version: number): Reading<T> {
  const [value, setValue] = useState<T | null>(null);
  const [problem, setProblem] = useState<PageProblem | null>(null);
  const timer = useRef<number | undefined>(undefined);
  /** Numbers the requests, to ignore outdated responses. */
  const requests = useRef(0);
  const last = useRef(Number.NEGATIVE_INFINITY);
  const newest = useRef(read);
  newest.current = read;

  useEffect(() => {
    timer.current ??= window.setTimeout(
      async () => {
        timer.current = undefined;
        last.current = performance.now();
        requests.current += 1;
        const mine = requests.current;
        const reply = await newest.current();
        if (mine !== requests.current) return;
        if (reply.ok) setValue(reply.value);
        setProblem(reply.ok ? null : reply.problem);
      },
      Math.max(0, last.current + EVERY_MS - performance.now()),
    );
  }, [version]);
  useEffect(
    () => () => {
      requests.current = Number.POSITIVE_INFINITY;
      window.clearTimeout(timer.current);
    },
    [],
  );
  const putValue = useCallback((answer: T) => {
    requests.current += 1;
    setValue(answer);
    setProblem(null);
  }, []);
  return { value, problem, put: putValue };
}
