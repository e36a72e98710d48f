import { useRef, useState } from 'preact/hooks';
import { newIdempotencyKey, type PageProblem, type Reply } from '../api/api';

export interface Act {
  busy: boolean;
  problem: PageProblem | null;
  /**
   * Runs one request at a time; returns its value, or null if it was rejected. `does` receives a key that stays the
   * same for `what` until a response arrives, so that retries after a lost connection take effect once.
   */
  act: <T>(does: (key: string) => Promise<Reply<T>>, what?: string) => Promise<T | null>;
  /** Shows a problem from elsewhere; null clears it. */
  tell: (problem: PageProblem | null) => void;
}

/** Runs a button's requests: tracks whether one is in progress, and why the last one was rejected. */
export function useAct(onDone?: () => void): Act {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<PageProblem | null>(null);
  const keys = useRef(new Map<string, string>());
  return {
    busy,
    problem,
    tell: setProblem,
    act: async (does, what = '') => {
      const key = keys.current.get(what) ?? newIdempotencyKey();
      keys.current.set(what, key);
      setBusy(true);
      const reply = await does(key);
      setBusy(false);
      setProblem(reply.ok ? null : reply.problem);
      // A rejection is final for its key; only a missing response may hide that it was done.
      if (reply.ok || reply.problem.status !== 0) keys.current.delete(what);
      onDone?.();
      return reply.ok ? reply.value : null;
    },
  };
}
