import { useState } from 'preact/hooks';
import type { ExperimentTable, ExperimentView } from '../../../src/contract/experiments';
import type { PageProblem, Reply } from '../api/api';
import { type ExperimentVerb, experiments } from '../api/experiments';
import { DangerNote } from '../kit/danger-note';
import { DownloadButton } from '../kit/download-button';
import { StatusMark } from '../kit/marks';
import { ProblemNote } from '../kit/problem-note';
import { useAct } from '../kit/use-act';
import { useRead } from '../kit/use-read';
import { useTitle } from '../kit/use-title';
import { go } from '../router';
import { useEvery } from '../webhooks/use-every';
import { webhooksAddress } from '../webhooks/webhook-place';
import { termLabel } from '../words/terms';
import { ExperimentProgress } from './experiment-progress';
import { GameMeans, ModelSums, RunRows } from './experiment-tables';
import { isSpent, WholeBudget } from './whole-budget';
import './experiments.css';

const LIVELY_MS = 2_000;

interface Shown {
  view: ExperimentView;
  table: ExperimentTable;
}

async function readAll(id: string): Promise<Reply<Shown>> {
  const [view, table] = await Promise.all([experiments.read(id), experiments.table(id)]);
  if (!view.ok) return view;
  return table.ok ? { ok: true, value: { view: view.value, table: table.value } } : table;
}

/** One experiment: progress, controls, totals by model, and all runs. */
export function ExperimentPage({ id }: { id: string }) {
  const { value: reading, problem, reload } = useRead(() => readAll(id), id);
  useTitle(reading ? experimentTitle(reading.view) : 'Experiment');
  useEvery(LIVELY_MS, reload);
  if (!reading)
    return problem ? <ProblemNote problem={problem} onRetry={reload} /> : <p class="loading">Loading…</p>;
  const { view, table } = reading;
  return (
    <section class="experiments">
      <p class="quiet small">
        <a href="#/experiments">Experiments</a>
      </p>
      <div class="row between">
        <h1 dir="auto">{view.name}</h1>
        <StatusMark status={view.status} />
      </div>
      <ExperimentProgress name={view.name} progress={view.progress} part={experimentPart(view)} />
      <Notes view={view} />
      <WholeBudget view={view} onChanged={reload} />
      <Controls view={view} onDone={reload} />
      {problem && <ProblemNote problem={problem} onRetry={reload} />}
      {table.means.length > 0 && (
        <>
          <h2>By game</h2>
          <GameMeans table={table} />
        </>
      )}
      <h2>By model</h2>
      <ModelSums sums={table.sums} />
      <h2>Runs</h2>
      <RunRows
        rows={table.rows}
        titles={Object.fromEntries(table.stories.map(({ game, title }) => [game, title]))}
      />
    </section>
  );
}

/** The page title shows the progress, for background tabs. */
const experimentTitle = ({ name, status, progress: { over, runs } }: ExperimentView): string =>
  status === 'running' ? `${over}/${runs} ${name}` : name;

/** Estimates the completed part of runs in progress, in runs, from their budgets. */
function experimentPart({ runs, budgets }: ExperimentView): number {
  const parts = runs.map(({ run, endedAt, actions, turns }) => {
    const most = actions === null ? budgets.turns : budgets.actions;
    if (run === null || endedAt !== null || !most) return 0;
    return Math.min(1, (actions ?? turns ?? 0) / most);
  });
  return parts.reduce((a, b) => a + b, 0);
}

function Notes({ view }: { view: ExperimentView }) {
  const { id, status, pauseReason, finishReason, tags, scorecard, fair } = view;
  // A spent budget is reported elsewhere on the page.
  const ownReason = isSpent(view) ? null : pauseReason;
  const reason = ownReason ?? (finishReason === 'stopped' ? finishReason : null);
  return (
    <>
      {reason !== null && <p>{termLabel(reason)}</p>}
      {fair && <p>Fair play: agents only see the printed text.</p>}
      {tags.length > 0 && (
        <p class="row">
          {tags.map((tag) => (
            <span key={tag} class="mark" dir="auto">
              {tag}
            </span>
          ))}
        </p>
      )}
      {scorecard?.url && (
        <p>
          <a href={scorecard.url} rel="noreferrer" target="_blank">
            Scorecard
          </a>
          {scorecard.score !== null && `: ${scorecard.score}`}
        </p>
      )}
      {status !== 'finished' && (
        <p class="small">
          <a href={`#${webhooksAddress({ side: 'out', room: id })}`}>
            Notify another program when it pauses or finishes
          </a>
        </p>
      )}
    </>
  );
}

function Controls({ view, onDone }: { view: ExperimentView; onDone: () => void }) {
  const { id, status, finishReason } = view;
  const [isAsked, setAsked] = useState(false);
  const [problem, setProblem] = useState<PageProblem | null>(null);
  const controlling = useAct(onDone);
  const deleting = useAct();
  const tell = (verb: ExperimentVerb) => void controlling.act(() => experiments.control(id, verb));
  const remove = async (withRuns: boolean) => {
    if ((await deleting.act(() => experiments.remove(id, withRuns))) !== null) go('/experiments');
  };
  const mayGoOn =
    status === 'paused' || status === 'created' || (status === 'finished' && finishReason !== 'stopped');
  return (
    <>
      <div class="buttons">
        {status === 'running' && (
          <button type="button" disabled={controlling.busy} onClick={() => tell('pause')}>
            Pause
          </button>
        )}
        {mayGoOn && view.runs.some(({ status: of }) => of !== 'finished') && (
          <button type="button" disabled={controlling.busy} onClick={() => tell('resume')}>
            {status === 'created' ? 'Start' : 'Resume'}
          </button>
        )}
        {status !== 'finished' && (
          <button type="button" disabled={controlling.busy} onClick={() => tell('stop')}>
            End experiment
          </button>
        )}
        <DownloadButton
          path={`/experiments/${id}/table?format=csv`}
          fallbackName={`${id}.csv`}
          label="Table as CSV"
          onProblem={setProblem}
        />
        <DownloadButton
          path={`/experiments/${id}/table?format=means`}
          fallbackName={`${id}-means.csv`}
          label="Averages as CSV"
          onProblem={setProblem}
        />
        <DownloadButton
          path={`/experiments/${id}/table?format=markdown`}
          fallbackName={`${id}.md`}
          label="Table as Markdown"
          onProblem={setProblem}
        />
        <DownloadButton
          path={`/experiments/${id}/trials`}
          fallbackName={`${id}.jsonl`}
          label="Runs as JSON lines"
          onProblem={setProblem}
        />
        <button type="button" class="plain" onClick={() => setAsked(!isAsked)}>
          Delete…
        </button>
      </div>
      {isAsked && (
        <DangerNote
          verb="Delete, keep runs"
          busy={deleting.busy}
          onConfirm={() => void remove(false)}
          onKeep={() => setAsked(false)}
        >
          <p>Delete “{view.name}” and its table? Runs in progress will end.</p>
          <button type="button" disabled={deleting.busy} onClick={() => void remove(true)}>
            Delete with all runs
          </button>
        </DangerNote>
      )}
      {[controlling.problem, deleting.problem, problem].map(
        (one) => one && <ProblemNote key={one.detail} problem={one} />,
      )}
    </>
  );
}
