import type { GridRun } from '../../../src/contract/runs';
import { RoomProblem } from '../kit/problem-note';
import { useTitle } from '../kit/use-title';
import { useRoom } from '../room/use-room';
import type { RunPlace } from '../router';
import { changesRun, trimRun } from './fold-run';
import { RunView } from './run-view';
import { useWholeLedger } from './use-whole-ledger';
import { beginsAt } from './watch/begins';
import './run.css';
import './run-layout.css';
import './board/run-board.css';
import './run-evidence.css';

/** Opens a grid game run. Visitors of a young run start watching at its first frame. */
export function RunRoom({ id, at, plays }: { id: string; at: RunPlace; plays: boolean }) {
  const view = useRoom<GridRun>('runs', id, changesRun, trimRun);
  const { room: run } = view;
  useWholeLedger(view);
  useTitle(run?.title ?? 'Run');

  if (view.problem) return <RoomProblem what="run" problem={view.problem} onRetry={view.reload} />;
  if (!run) return <p class="loading">Opening the run…</p>;
  const begins = beginsAt(run, at.turn !== null || at.frame !== null);
  return <RunView id={id} at={at} plays={plays} run={run} view={view} begins={begins} />;
}
