import type { SceneSummary } from '../../../src/contract/scenes';
import { previewText } from '../kit/preview-text';
import { isUnread } from '../room/seen';

/** The last line of a room in a list, marked if unread in this browser. */
export function LastWords({ room, last }: { room: string; last: SceneSummary['last'] }) {
  if (!last) return null;
  const unread = isUnread(room, last);
  return (
    <span class={unread ? 'last-words unread' : 'last-words'} dir="auto">
      {unread && <span class="sr-only">Unread: </span>}
      {last.name !== '' && <b>{last.name}</b>} {previewText(last.text)}
    </span>
  );
}
