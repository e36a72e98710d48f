import { useEffect, useState } from 'preact/hooks';
import type { Comparison, RunSummary } from '../../../src/contract/runs';
import { api, type PageProblem } from '../api';
import { CompareBoards } from '../parts/compare-boards';
import { CompareActions, CompareFacts, CompareWorld } from '../parts/compare-tables';
import { ProblemNote } from '../parts/problem-note';
import '../styles/run.css';
import '../styles/run-board.css';
import '../styles/run-compare.css';

/** Two runs side by side: what they played, what they know, and where they part. */
export function RunCompare({ id, other }: { id: string; other: string | null }) {
  const [compared, setCompared] = useState<Comparison | null>(null);
  const [problem, setProblem] = useState<PageProblem | null>(null);
  useEffect(() => {
    document.title = 'Compare · Proscenium';
    if (!other) return;
    let gone = false;
    void api.compareRuns(id, other).then((reply) => {
      if (gone) return;
      if (reply.ok) setCompared(reply.value);
      else setProblem(reply.problem);
    });
    return () => {
      gone = true;
    };
  }, [id, other]);
  return (
    <section class="compare">
      <p>
        <a href={`#/runs/${id}`}>← Back to the run</a>
      </p>
      <h1>Compare runs</h1>
      <OtherRun id={id} other={other} />
      {problem && <ProblemNote problem={problem} />}
      {other && !compared && !problem && <p class="quiet">Comparing…</p>}
      {compared && (
        <>
          <CompareFacts compared={compared} />
          <CompareBoards compared={compared} />
          <CompareActions compared={compared} />
          <CompareWorld compared={compared} />
        </>
      )}
    </section>
  );
}

/** The list that the other run is chosen from. */
function OtherRun({ id, other }: { id: string; other: string | null }) {
  const [runs, setRuns] = useState<RunSummary[] | null>(null);
  const [problem, setProblem] = useState<PageProblem | null>(null);
  useEffect(() => {
    void api.runsPage(null).then((reply) => {
      if (reply.ok) setRuns(reply.value.items.filter((run) => run.id.startsWith('run_') && run.id !== id));
      else setProblem(reply.problem);
    });
  }, [id]);
  if (problem) return <ProblemNote problem={problem} />;
  if (!runs) return <p class="quiet">Loading runs…</p>;
  if (runs.length === 0 && !other) return <p>There is no other run of a board game yet.</p>;
  const listed = runs.some((run) => run.id === other);
  return (
    <label class="field other-run">
      With
      <select
        value={other ?? ''}
        onChange={(change) => {
          location.hash = `/runs/${id}/compare?with=${change.currentTarget.value}`;
        }}
      >
        {!other && <option value="">Choose a run…</option>}
        {other && !listed && <option value={other}>{other}</option>}
        {runs.map((run) => (
          <option key={run.id} value={run.id}>
            {run.title} · {run.status}, {run.turns} turns · {new Date(run.createdAt).toLocaleString()}
          </option>
        ))}
      </select>
    </label>
  );
}
