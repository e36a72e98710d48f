import type { PageProblem } from '../api/api';
import { type RoomView, useRoom } from '../room/use-room';
import { useNames } from './cast-look';
import { type Pending, usePendingTakeBack } from './direct/take-back';
import { changesScene, type Names } from './lines/fold-scene';
import { type SceneLines, useSceneLines } from './lines/use-scene-lines';
import type { AnyScene } from './who';

/** A scene as its room shows it: what the client holds, and the lines that its events make. */
export interface SceneView extends SceneLines {
  id: string;
  view: RoomView<AnyScene>;
  names: Names;
  /** The rounds that are being taken back. */
  pending: Pending;
}

/** Follows a scene. `onProblem` gets the problem of a round that could not be taken back. */
export function useScene(id: string, onProblem: (problem: PageProblem | null) => void): SceneView {
  const view = useRoom<AnyScene>('scenes', id, changesScene);
  const names = useNames(view.room);
  const pending = usePendingTakeBack(view.room, view.events, view.refresh, onProblem);
  return { id, view, names, pending, ...useSceneLines(view, names, pending.to) };
}
