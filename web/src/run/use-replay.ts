import { useEffect, useState } from 'preact/hooks';
import type { ReplayStep } from '../../../src/api/replays';
import { api, type PageProblem } from '../api/api';

interface Replay {
  steps: ReplayStep[];
  isWhole: boolean;
  problem: PageProblem | null;
}

/** A run step by step, read page by page; what has come is there at once. */
export function useReplay(run: string): Replay {
  const [replay, setReplay] = useState<Replay>({ steps: [], isWhole: false, problem: null });
  useEffect(() => {
    let gone = false;
    setReplay({ steps: [], isWhole: false, problem: null });
    const load = async () => {
      for (let cursor: string | null = null, first = true; first || cursor !== null; first = false) {
        const page: Awaited<ReturnType<typeof api.replay>> = await api.replay(run, cursor);
        if (gone) return;
        if (!page.ok) return setReplay((held) => ({ ...held, problem: page.problem }));
        const { items, next } = page.value;
        cursor = next;
        setReplay((held) => ({ steps: [...held.steps, ...items], isWhole: next === null, problem: null }));
      }
    };
    void load();
    return () => {
      gone = true;
    };
  }, [run]);
  return replay;
}
