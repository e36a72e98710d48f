import { useEffect } from 'preact/hooks';
import { api } from '../api/api';
import { RoomProblem } from '../kit/problem-note';
import { useRead } from '../kit/use-read';
import { useTitle } from '../kit/use-title';
import { redirect, runAddress } from '../router';

/** Resolves the link of an event to the turn that it belongs to, or to the run when it belongs to none. */
export function RunEvent({ run, seq }: { run: string; seq: number }) {
  useTitle('Run');
  const reading = useRead(() => api.events({ kind: 'runs', id: run }, seq - 1, 1), `${run} ${seq}`);
  const { value: page } = reading;
  useEffect(() => {
    if (page) redirect(runAddress(run, { turn: page.events[0]?.turn ?? null }));
  }, [page, run]);
  if (reading.problem) return <RoomProblem what="run" problem={reading.problem} onRetry={reading.reload} />;
  return <p class="loading">Searching for the event…</p>;
}
