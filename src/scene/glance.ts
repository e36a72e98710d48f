import type { Event } from '../contract/events/events';
import { currentWords } from '../contract/events/fold/edits';
import { isHiddenLine } from '../contract/events/fold/hidden-lines';
import { withoutUndone } from '../contract/events/fold/undone';
import { MAX_FACES, type RoomPreview } from '../contract/glance';
import { lastLine } from '../room/last-words';
import type { SceneState } from './state';

/** Selects the fields for a list of scenes: the cast, and the last public line in its current text. */
export function previewScene(
  { cast, castOrder, edits, hiddenLines }: SceneState,
  latestEvents: readonly Event[],
): RoomPreview {
  const members = castOrder.slice(0, MAX_FACES).flatMap((id) => cast[id] ?? []);
  const line = withoutUndone(latestEvents).findLast(
    (event) =>
      (event.kind === 'character.spoke' || event.kind === 'player.spoke') &&
      event.audience.includes('*') &&
      !isHiddenLine(hiddenLines, event),
  );
  const isLine = line?.kind === 'character.spoke' || line?.kind === 'player.spoke';
  return {
    cast: members.map(({ id, name, from }) => ({ id, name, hasPortrait: from !== undefined })),
    last: isLine
      ? lastLine(line.seq, line.payload.name, currentWords(edits).get(line.seq) ?? line.payload.text)
      : null,
  };
}
