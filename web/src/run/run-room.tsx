import type { GridRun } from '../../../src/api/runs';
import { RoomProblem } from '../kit/problem-note';
import { useTitle } from '../kit/use-title';
import { useRoom } from '../room/use-room';
import type { RunPlace } from '../router';
import { changesRun, trimRun } from './fold-run';
import { RunView } from './run-view';
import { useWholeLedger } from './use-whole-ledger';
import './run.css';
import './run-layout.css';
import './board/run-board.css';
import './run-evidence.css';

/** A run as young as this is watched from its first frame, in milliseconds. */
const YOUNG_MS = 120_000;

/** Opens a run in a grid game. Whoever comes while it is young begins to watch at its first frame. */
export function RunRoom({ id, at, plays }: { id: string; at: RunPlace; plays: boolean }) {
  const view = useRoom<GridRun>('runs', id, changesRun, trimRun);
  const { room: run } = view;
  useWholeLedger(view);
  useTitle(run?.title ?? 'Run');

  if (view.problem) return <RoomProblem what="run" problem={view.problem} onRetry={view.reload} />;
  if (!run) return <p class="loading">Opening the run…</p>;
  const isNamed = at.turn !== null || at.frame !== null;
  const isYoung = Math.abs(Date.now() - Date.parse(run.createdAt)) < YOUNG_MS;
  const begins = isNamed ? 'whole' : isYoung ? 'first' : 'newest';
  return <RunView id={id} at={at} plays={plays} run={run} view={view} begins={begins} />;
}
