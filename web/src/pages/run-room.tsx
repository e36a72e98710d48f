import { useEffect, useMemo, useState } from 'preact/hooks';
import type { GridRun, Knowledge } from '../../../src/contract/runs';
import { api, type PageProblem } from '../api';
import { changesRun, foldRun } from '../fold-run';
import { ActionCards } from '../parts/action-cards';
import { BoardViewer } from '../parts/board-viewer';
import { DownloadButton } from '../parts/download-button';
import { KnownWorld } from '../parts/known-world';
import { ConnectionMark, ProviderNote, StatusMark } from '../parts/marks';
import { ProblemNote, RoomProblem } from '../parts/problem-note';
import { RunControls } from '../parts/run-controls';
import { Spending } from '../parts/spending';
import { TurnList } from '../parts/turn-list';
import { useRoom } from '../use-room';
import '../styles/run.css';

/** A run in a grid game: the board, what is known of each action, and every turn. */
export function RunRoom({ id }: { id: string }) {
  const view = useRoom<GridRun>('runs', id, changesRun);
  const { room: run, events } = view;
  const [knowledge, setKnowledge] = useState<Knowledge | null>(null);
  const [problem, setProblem] = useState<PageProblem | null>(null);
  const [shown, setShown] = useState<number | null>(null);
  const story = useMemo(() => foldRun(events), [events]);

  useEffect(() => {
    document.title = run ? `${run.title} · Proscenium` : 'Run · Proscenium';
  }, [run]);
  // The room is read again after every change (see useRoom); its knowledge changes at the same moments.
  useEffect(() => {
    if (!run) return;
    let gone = false;
    void api.knowledge(run.id).then((reply) => {
      if (reply.ok && !gone) setKnowledge(reply.value);
    });
    return () => {
      gone = true;
    };
  }, [run]);

  if (view.problem) return <RoomProblem what="run" problem={view.problem} onRetry={view.reload} />;
  if (!run) return <p class="loading">Opening the run…</p>;

  const reason = run.finishReason?.replaceAll('_', ' ') ?? 'no reason given';
  const last = story.turns.at(-1);
  const news =
    run.status === 'finished'
      ? `The run is finished: ${reason}.`
      : last?.interpretation
        ? `Turn ${last.n}, ${last.target ?? 'no action'}: ${last.interpretation}`
        : '';
  return (
    <div class="run">
      <header class="room-head">
        <h1>{run.title}</h1>
        <div class="marks">
          <StatusMark status={run.failed ? 'failed' : run.status} />
          <ConnectionMark state={view.live} />
          <a href={`#/calls?room=${id}`}>Calls</a>
        </div>
        <ProviderNote provider={run.provider} />
      </header>
      <RunControls run={run} onDone={view.refresh} onProblem={setProblem} />
      {problem && <ProblemNote problem={problem} />}
      {run.failed && <ProblemNote problem={run.failed.problem} />}
      {run.status === 'finished' && (
        <p class="card finished">
          The run is finished: <strong>{reason}</strong>.
        </p>
      )}
      <div class="run-columns">
        <div class="run-left">
          <BoardViewer frames={story.frames} shown={shown} onShow={setShown} />
          <Spent run={run} />
          <div class="buttons">
            <a class="button" href={`#/runs/${id}/report`}>
              Report
            </a>
            <DownloadButton
              path={`/runs/${id}/export`}
              fallbackName={`${id}.zip`}
              label="Download export"
              onProblem={setProblem}
            />
          </div>
        </div>
        <div class="run-right">
          <ActionCards actions={run.actions} knowledge={knowledge} />
          <KnownWorld knowledge={knowledge} />
          <TurnList turns={story.turns} onShowFrame={setShown} />
          {view.hasEarlier && (
            <button type="button" onClick={() => void view.loadEarlier()}>
              Earlier turns
            </button>
          )}
        </div>
      </div>
      <p class="sr-only" aria-live="polite">
        {news}
      </p>
    </div>
  );
}

function Spent({ run }: { run: GridRun }) {
  return (
    <Spending
      rows={[
        ['Actions', run.used.actions, run.budgets.actions],
        ['Calls', run.used.calls, run.budgets.calls],
      ]}
    >
      <p class="quiet">
        {run.phase} · turns {run.turns} · level {run.level} · game {run.gameState}
      </p>
      {run.waitsFor && (
        <p class="quiet">
          Waits for observation {run.waitsFor.n} of its game
          {run.waitsFor.action ? `, after ${run.waitsFor.action.id}` : ` (${run.waitsFor.role})`}.
        </p>
      )}
    </Spending>
  );
}
