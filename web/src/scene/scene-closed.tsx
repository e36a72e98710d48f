import type { JSX } from 'preact';
import { readSeat } from '../api/credentials';
import { DemoOver } from '../demo/demo-over';
import { isDemo } from '../demo/demo-seat';
import { useDemoEnd } from '../demo/use-demo-end';
import { RoomProblem } from '../kit/problem-note';
import type { RoomView } from '../room/use-room';
import { SeatOver } from './people/seat-over';
import type { AnyScene } from './who';

/**
 * Returns the replacement for a scene that is not open: its demo or seat has ended, it failed to load, or it is
 * loading. null: the scene is open.
 */
export function useClosed(id: string, view: RoomView<AnyScene>): JSX.Element | null {
  const { room: scene, problem, reload } = view;
  const isDemoOver = useDemoEnd(id, scene);
  const isRefused = problem !== null && [401, 404].includes(problem.status);
  if (isDemoOver || (isRefused && isDemo(id))) return <DemoOver scene={id} />;
  if (problem?.status === 401 && readSeat(id) !== null) return <SeatOver scene={id} onRetry={reload} />;
  if (problem) return <RoomProblem what="scene" problem={problem} onRetry={reload} />;
  return scene ? null : <p class="loading">Opening the scene…</p>;
}
