import { useEffect, useState } from 'preact/hooks';
import type { ReplayStep } from '../../../src/contract/replays';
import { api, type PageProblem } from '../api/api';

interface Replay {
  steps: ReplayStep[];
  isWhole: boolean;
  problem: PageProblem | null;
}

/** Reads a run step by step, page by page; the steps read so far are there at once. */
export function useReplay(run: string): Replay {
  const [replay, setReplay] = useState<Replay>({ steps: [], isWhole: false, problem: null });
  useEffect(() => {
    let isUnmounted = false;
    setReplay({ steps: [], isWhole: false, problem: null });
    const load = async () => {
      for (let cursor: string | null = null, first = true; first || cursor !== null; first = false) {
        const page: Awaited<ReturnType<typeof api.replay>> = await api.replay(run, cursor);
        if (isUnmounted) return;
        if (!page.ok) return setReplay((held) => ({ ...held, problem: page.problem }));
        const { items, next } = page.value;
        cursor = next;
        setReplay((held) => ({ steps: [...held.steps, ...items], isWhole: next === null, problem: null }));
      }
    };
    void load();
    return () => {
      isUnmounted = true;
    };
  }, [run]);
  return replay;
}
