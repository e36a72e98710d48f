import { useEffect } from 'preact/hooks';
import { api } from '../api/api';
import { RoomProblem } from '../kit/problem-note';
import { useRead } from '../kit/use-read';
import { useTitle } from '../kit/use-title';
import { goInstead, runAddress } from '../router';

/** The link of an event leads to the turn that it belongs to; that of an event of no turn to the run. */
export function RunEvent({ run, seq }: { run: string; seq: number }) {
  useTitle('Run');
  const read = useRead(() => api.events({ kind: 'runs', id: run }, seq - 1, 1), `${run} ${seq}`);
  const { value: page } = read;
  useEffect(() => {
    if (page) goInstead(runAddress(run, { turn: page.events[0]?.turn ?? null }));
  }, [page, run]);
  if (read.problem) return <RoomProblem what="run" problem={read.problem} onRetry={read.reload} />;
  return <p class="loading">Looking for the event…</p>;
}
