import { useState } from 'preact/hooks';
import type { PageProblem, Reply } from './api';

export interface Act {
  busy: boolean;
  problem: PageProblem | null;
  /** Does it, one at a time; the value, or null when it was refused. */
  act: <T>(does: () => Promise<Reply<T>>) => Promise<T | null>;
  forget: () => void;
}

/** Something a button asks the server for: whether it is under way, and why it was refused. */
export function useAct(onDone?: () => void): Act {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<PageProblem | null>(null);
  return {
    busy,
    problem,
    forget: () => setProblem(null),
    act: async (does) => {
      setBusy(true);
      const reply = await does();
      setBusy(false);
      setProblem(reply.ok ? null : reply.problem);
      onDone?.();
      return reply.ok ? reply.value : null;
    },
  };
}
