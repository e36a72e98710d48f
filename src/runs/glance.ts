import type { Event } from '../contract/events/events';
import type { Glance } from '../contract/glance';
import { lastWordsOf } from '../room/last-words';

/**
 * A run's preview for lists: the last command with the story's response, or the last action with its effect.
 */
export function glanceAtRun(_state: unknown, latestEvents: readonly Event[]): Glance {
  const last = latestEvents.reduce<Glance['last']>((now, event) => readEvent(event) ?? now, null);
  return { cast: [], last };
}

function readEvent({ seq, ...event }: Event): Glance['last'] {
  switch (event.kind) {
    case 'episode.started':
    case 'story.restored':
      return lastWordsOf(seq, '', event.payload.story.text);
    case 'command.executed':
      return lastWordsOf(seq, event.payload.command, event.payload.story.text);
    case 'action.analyzed':
      return lastWordsOf(seq, event.payload.action, event.payload.diff.summary);
    default:
      return null;
  }
}
