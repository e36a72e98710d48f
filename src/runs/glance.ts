import type { Event } from '../contract/events/events';
import type { RoomPreview } from '../contract/glance';
import { lastLine } from '../room/last-words';

/**
 * A run's preview for lists: the last command with the story's response, or the last action with its effect.
 */
export function previewRun(_state: unknown, latestEvents: readonly Event[]): RoomPreview {
  const last = latestEvents.reduce<RoomPreview['last']>((now, event) => readEvent(event) ?? now, null);
  return { cast: [], last };
}

function readEvent({ seq, ...event }: Event): RoomPreview['last'] {
  switch (event.kind) {
    case 'episode.started':
    case 'story.restored':
      return lastLine(seq, '', event.payload.story.text);
    case 'command.executed':
      return lastLine(seq, event.payload.command, event.payload.story.text);
    case 'action.analyzed':
      return lastLine(seq, event.payload.action, event.payload.diff.summary);
    default:
      return null;
  }
}
