import type { PageProblem } from '../api/api';
import { type RoomView, useRoom } from '../room/use-room';
import { useNames } from './cast-look';
import { type Pending, usePendingUndo } from './direct/take-back';
import { changesScene, type Names } from './lines/fold-scene';
import { type SceneLines, useSceneLines } from './lines/use-scene-lines';
import type { AnyScene } from './who';

/** A scene as displayed: the client's state, and the lines built from its events. */
export interface SceneView extends SceneLines {
  id: string;
  view: RoomView<AnyScene>;
  names: Names;
  /** The pending rewind. */
  pending: Pending;
}

/** Follows a scene. `onProblem` receives the problem of a failed rewind. */
export function useScene(id: string, onProblem: (problem: PageProblem | null) => void): SceneView {
  const view = useRoom<AnyScene>('scenes', id, changesScene);
  const names = useNames(view.room);
  const pending = usePendingUndo(view.room, view.events, view.refresh, onProblem);
  return { id, view, names, pending, ...useSceneLines(view, names, pending.to) };
}
