import { useRef, useState } from 'preact/hooks';
import { newIdempotencyKey, type PageProblem, type Reply } from '../api/api';

export interface Act {
  busy: boolean;
  problem: PageProblem | null;
  /**
   * Does it, one at a time; the value, or null when it was refused. It is given a key that stays the same for `what`
   * until it was answered, so that asking again after a cut never does it twice.
   */
  act: <T>(does: (key: string) => Promise<Reply<T>>, what?: string) => Promise<T | null>;
  /** Shows what went wrong elsewhere; null: nothing any more. */
  tell: (problem: PageProblem | null) => void;
}

/** Something a button asks the server for: whether it is under way, and why it was refused. */
export function useAct(onDone?: () => void): Act {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<PageProblem | null>(null);
  const unanswered = useRef(new Map<string, string>());
  return {
    busy,
    problem,
    tell: setProblem,
    act: async (does, what = '') => {
      const key = unanswered.current.get(what) ?? newIdempotencyKey();
      unanswered.current.set(what, key);
      setBusy(true);
      const reply = await does(key);
      setBusy(false);
      setProblem(reply.ok ? null : reply.problem);
      // A refusal is final for its key; only silence may hide that it was done.
      if (reply.ok || reply.problem.status !== 0) unanswered.current.delete(what);
      onDone?.();
      return reply.ok ? reply.value : null;
    },
  };
}
