import { useState } from 'preact/hooks';
import type { Run } from '../../../src/contract/runs';
import { api, type PageProblem } from '../api/api';
import { untilInWords } from '../kit/ago';
import { ProblemNote } from '../kit/problem-note';
import { useNow } from '../kit/use-now';

/** Explains why the last turn failed and when it is retried, with a button to retry now. */
export function FailedTurn(props: {
  run: Pick<Run, 'id' | 'failed'>;
  onDone: () => void;
  onProblem: (problem: PageProblem | null) => void;
}) {
  const { run, onDone, onProblem } = props;
  const { failed } = run;
  const [busy, setBusy] = useState(false);
  const now = useNow(failed?.retryAt != null);
  if (!failed) return null;
  const retry = async () => {
    setBusy(true);
    const reply = await api.controlRun(run.id, 'resume');
    setBusy(false);
    onProblem(reply.ok ? null : reply.problem);
    onDone();
  };
  return (
    <div class="failed-turn">
      <ProblemNote problem={failed.problem} />
      {failed.retryAt !== null && (
        // Outside the alert: a countdown would be read aloud every second.
        <p class="row next-try">
          <NextTry at={failed.retryAt} now={now} />
          <button type="button" disabled={busy} onClick={() => void retry()}>
            Retry now
          </button>
        </p>
      )}
    </div>
  );
}

function NextTry({ at, now }: { at: string; now: number }) {
  const words = untilInWords(new Date(at), now);
  return words === null ? (
    <span>Retrying…</span>
  ) : (
    <span>
      Next automatic retry: <time dateTime={at}>{words}</time>.
    </span>
  );
}
