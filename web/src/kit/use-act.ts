import { useRef, useState } from 'preact/hooks';
import { newIdempotencyKey, type PageProblem, type Reply } from '../api/api';

export interface Act {
  busy: boolean;
  problem: PageProblem | null;
  /**
   * Runs one request at a time; returns its value, or null when it was refused. `does` gets a key that stays the same
   * for `what` until an answer comes, so that asking again after a cut never does it twice.
   */
  act: <T>(does: (key: string) => Promise<Reply<T>>, what?: string) => Promise<T | null>;
  /** Shows a problem from elsewhere; null clears it. */
  tell: (problem: PageProblem | null) => void;
}

/** Runs a button's requests to the server: knows whether one is under way, and why the last one was refused. */
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
      // A refusal is final for its key; only silence may hide that it was done.
      if (reply.ok || reply.problem.status !== 0) keys.current.delete(what);
      onDone?.();
      return reply.ok ? reply.value : null;
    },
  };
}
