import { useMemo } from 'preact/hooks';
import type { Event } from '../../../../src/contract/events/events';
import { withoutUndone } from '../../../../src/contract/events/fold/undone';
import type { RoomView } from '../../room/use-room';
import { withoutKnown } from '../direct/fold-pace';
import { type AnyScene, isOwn } from '../who';
import { arrangeLines, withoutAfter } from './arrange';
import { listComing, readRewording } from './coming';
import { type Line, lineMaker, type Names, type Progress, readProgress, toLine } from './fold-scene';
import type { Outgoing } from './outbox';
import type { Coming, Rewording } from './transcript';
import { readTries, type Tries } from './tries';
import type { Outbox } from './use-outbox';

export interface SceneLines {
  lines: Line[];
  /** Lines of the last message, for screen readers. */
  newLines: Line[];
  /** The events without those of removed rounds. */
  events: readonly Event[];
  progress: Progress | null;
  tries: Tries | null;
  rewording: (Rewording & { actor: string }) | null;
  /** Lists the entries after the lines. */
  listComing: (outbox: Outbox, onEdit: (one: Outgoing) => void) => Coming[];
}

/**
 * Folds a scene's events into its lines and the state of its newest round.
 *
 * @param keepTo newest round that stays during a pending rewind; null: all stay
 */
export function useSceneLines(view: RoomView<AnyScene>, names: Names, keepTo: number | null): SceneLines {
  const { room: scene, events, shown, later, fresh, drafts } = view;
  const own = scene !== null && isOwn(scene);
  const toLines = useMemo(() => lineMaker(names, own), [names, own]);
  const lines = useMemo(
    () => arrangeLines(withoutAfter(toLines(shown, later), keepTo ?? Number.MAX_SAFE_INTEGER)),
    [shown, later, toLines, keepTo],
  );
  const counting = useMemo(() => withoutUndone(events), [events]);
  const progress = useMemo(() => readProgress(counting, names), [counting, names]);
  const tries = useMemo(() => readTries(events, scene?.rounds ?? 0), [events, scene?.rounds]);
  const newLines = useMemo(
    () => withoutKnown(fresh, events).flatMap((event) => toLine(event, names) ?? []),
    [fresh, events, names],
  );
  const rewording = readRewording(counting, lines, drafts, progress);
  return {
    ...{ lines, newLines, events: counting, progress, tries, rewording },
    listComing: (outbox, onEdit) =>
      listComing({
        ...{ progress, names, outbox, drafts, onEdit },
        rewords: rewording?.actor ?? null,
        streaming: scene?.streaming,
      }),
  };
}
