import { useMemo, useState } from 'preact/hooks';
import type { GridRun } from '../../../src/api/runs';
import { api, type PageProblem } from '../api/api';
import { DownloadButton } from '../kit/download-button';
import { ProviderNote } from '../kit/marks';
import { ProblemNote, RoomProblem } from '../kit/problem-note';
import { Tabs } from '../kit/tabs';
import { useReading } from '../kit/use-reading';
import { useTitle } from '../kit/use-title';
import { useRoom } from '../room/use-room';
import type { RunPlace } from '../router';
import { ActionCards } from './action-cards';
import { BoardViewer } from './board/board-viewer';
import { PlayBoard } from './board/play-board';
import { changesRun, type Frame, foldRun, tellTurn, trimRun } from './fold-run';
import { KnownWorld } from './known-world';
import { RunBudgets } from './run-budgets';
import { RunControls } from './run-controls';
import { RunName } from './run-name';
import { SpentNote } from './spent-note';
import { Timeline } from './turns/timeline';
import { TurnDetail } from './turns/turn-detail';
import { TurnList } from './turns/turn-list';
import { useRunPlace } from './use-run-place';
import { useWholeLedger } from './use-whole-ledger';
import './run.css';
import './board/run-board.css';
import './run-evidence.css';

/** Returns true for games that can be restored, so that a person can fork and play on from a frame. */
const isBuiltin = (game: string): boolean => game !== 'pushed' && !game.startsWith('arc3:');

/** Shows a run in a grid game: the board, every turn, and the knowledge of each action with its evidence. */
export function RunRoom({ id, at }: { id: string; at: RunPlace }) {
  const view = useRoom<GridRun>('runs', id, changesRun, trimRun);
  const { room: run, events } = view;
  useWholeLedger(view);
  const [problem, setProblem] = useState<PageProblem | null>(null);
  const [playedFrame, setPlayed] = useState<Frame | null>(null);
  const story = useMemo(() => foldRun(events), [events]);
  const boards = useMemo(() => new Map(story.frames.map(({ n, cells }) => [n, cells])), [story]);
  const { value: knowledge } = useReading(() => api.knowledge(id), run?.head ?? -1);
  const place = useRunPlace(id, at, story);
  useTitle(run?.title ?? 'Run');

  if (view.problem) return <RoomProblem what="run" problem={view.problem} onRetry={view.reload} />;
  if (!run) return <p class="loading">Opening the run…</p>;

  const { frames, turns, spent } = story;
  const { turn, index } = place;
  const canPutBack = isBuiltin(run.game);
  const reason = run.finishReason?.replaceAll('_', ' ') ?? 'no reason given';
  const last = turns.findLast(({ status }) => status !== 'running');
  return (
    <div class="run">
      <header class="room-head">
        <RunName run={run} live={view.live} />
        {run.status === 'finished' && (
          <p class="finished">
            The run is finished: <strong>{reason}</strong>.
          </p>
        )}
        <ProviderNote answeredBy={run.answeredBy} />
        <RunControls run={run} onDone={view.refresh} onProblem={setProblem} canFork={canPutBack} />
      </header>
      {problem && <ProblemNote problem={problem} />}
      {run.failed && <ProblemNote problem={run.failed.problem} />}
      {spent && run.status !== 'finished' && <SpentNote spent={spent} />}
      <Timeline
        run={id}
        turns={turns}
        shown={turn?.n ?? null}
        follows={place.follows}
        onShow={place.showTurn}
      />
      <div class="run-columns">
        <div class="run-left">
          {playedFrame ? (
            <PlayBoard run={id} frame={playedFrame} onEnd={() => setPlayed(null)} key={playedFrame.n} />
          ) : (
            <BoardViewer
              run={id}
              frames={frames}
              index={index}
              follows={place.follows}
              onShow={place.showFrame}
              {...(canPutBack ? { onPlay: () => setPlayed(frames[index] ?? null) } : {})}
            />
          )}
        </div>
        <div class="run-right">
          {turn && (
            <TurnDetail
              run={id}
              turn={turn}
              frames={frames.flatMap((frame, at) => (frame.turn === turn.n ? [{ frame, index: at }] : []))}
              shown={index}
              onShowFrame={place.showFrame}
              canFork={canPutBack}
              onProblem={setProblem}
            />
          )}
          <Tabs
            label="What is known"
            tabs={[
              {
                id: 'actions',
                title: 'Actions',
                count: Object.keys(run.actions).length,
                body: () => (
                  <ActionCards run={id} actions={run.actions} knowledge={knowledge} boards={boards} />
                ),
              },
              { id: 'world', title: 'World', body: () => <KnownWorld run={id} knowledge={knowledge} /> },
              {
                id: 'turns',
                title: 'Turns',
                count: turns.length,
                body: () => <TurnList run={id} turns={turns} shown={turn?.n ?? null} />,
              },
              {
                id: 'budgets',
                title: 'Budgets',
                body: () => <RunBudgets run={run} spent={spent} onChanged={view.refresh} />,
              },
            ]}
          />
          <Standing run={run} />
          <div class="buttons">
            <a class="button" href={`#/runs/${id}/report`}>
              Report
            </a>
            <a class="button" href={`#/runs/${id}/compare`}>
              Compare
            </a>
            <DownloadButton
              path={`/runs/${id}/export`}
              fallbackName={`${id}.zip`}
              label="Download export"
              onProblem={setProblem}
            />
          </div>
        </div>
      </div>
      <p class="sr-only" aria-live="polite">
        {run.status === 'finished' ? `The run is finished: ${reason}.` : last ? tellTurn(last) : ''}
      </p>
    </div>
  );
}

const GAME: Readonly<Record<string, string>> = {
  NOT_FINISHED: 'the game goes on',
  WIN: 'the game is won',
  GAME_OVER: 'game over',
};

function Standing({ run }: { run: GridRun }) {
  const { used, budgets } = run;
  return (
    <p class="quiet small">
      {run.phase} · turns {run.turns} · {used.actions} of {budgets.actions} actions · {used.calls} of{' '}
      {budgets.calls} calls · level {run.level} · {GAME[run.gameState] ?? run.gameState}
      {run.waitsFor && (
        <>
          {' '}
          · waits for observation {run.waitsFor.n} of its game
          {run.waitsFor.action ? `, after ${run.waitsFor.action.id}` : ` (${run.waitsFor.role})`}
        </>
      )}
    </p>
  );
}
