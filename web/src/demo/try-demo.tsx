import { useState } from 'preact/hooks';
import { api, newIdempotencyKey, type PageProblem } from '../api/api';
import { storeSeat } from '../api/credentials';
import { ProblemNote } from '../kit/problem-note';
import { go } from '../router';
import { forgetDemos } from './demo-seat';

/** Joins a demo room, lets its cast begin, and opens it. */
async function startDemo(): Promise<PageProblem | null> {
  const seating = await api.startDemo();
  if (!seating.ok) return explain(seating.problem);
  const { scene, token } = seating.value;
  forgetDemos();
  storeSeat(scene, token);
  // The room shows any failure.
  await api.turn(scene, { type: 'continuation', to: [] }, newIdempotencyKey());
  go(`/scenes/${scene}`);
  return null;
}

/** The button that starts the demo. */
export function TryDemo({ words = 'Try it for two minutes' }: { words?: string }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<PageProblem | null>(null);
  const start = async () => {
    setBusy(true);
    setProblem(await startDemo());
    setBusy(false);
  };
  return (
    <>
      <button type="button" class="footlight" disabled={busy} onClick={() => void start()}>
        {busy ? 'Starting the scene…' : words}
      </button>
      {problem && <ProblemNote problem={problem} />}
    </>
  );
}

/** Explains a refusal to a demo visitor. */
function explain(problem: PageProblem): PageProblem {
  if (problem.status !== 429) return problem;
  const seconds = problem.retryAfter ?? 60;
  return {
    ...problem,
    title: 'The demo is full',
    detail: 'Too many people are using the demo, or you have just started it.',
    fix: `Try again in ${seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`}.`,
  };
}
