import type {
  Room,
  RoomOptions,
  RoomState,
  Run,
  RunRoom,
  Scene,
  SceneRoom,
  SceneSeen,
  Stage,
} from 'proscenium';
import { useEffect, useMemo, useSyncExternalStore } from 'react';

/** Follows a room while the component is mounted, and rerenders on each change. */
function useRoomState<R>(room: Room<R>): RoomState<R> {
  useEffect(() => {
    void room.open();
    return room.close;
  }, [room]);
  return useSyncExternalStore(
    room.watch,
    () => room.state,
    () => room.state,
  );
}

/**
 * Follows a scene: its state, lines and actions. Options are read when `stage` or `id` changes.
 *
 * @param options default: start with the last 200 events
 */
export function useScene(
  stage: Stage,
  id: string,
  options?: RoomOptions,
): { scene: SceneRoom; state: RoomState<Scene | SceneSeen> } {
  const scene = useMemo(() => stage.scene(id, { last: 200, ...options }), [stage, id]);
  return { scene, state: useRoomState(scene) };
}

/**
 * Follows a run. Options are read when `stage` or `id` changes.
 *
 * @param options default: start with the last 200 events
 */
export function useRun(
  stage: Stage,
  id: string,
  options?: RoomOptions,
): { run: RunRoom; state: RoomState<Run> } {
  const run = useMemo(() => stage.run(id, { last: 200, ...options }), [stage, id]);
  return { run, state: useRoomState(run) };
}
