import type { Event, Viewer } from '../contract/events/events';
import { type HiddenLines, isHiddenLine } from '../contract/events/fold/hidden-lines';
import type { Failure } from '../contract/problems';
import { stripRemoteSession } from './sealed';

/**
 * True if a viewer may see events for this audience. Used by pages, sockets, webhooks and agents' prompts.
 *
 * @param audience `*`: everyone, `owner`: the owner, otherwise a principal such as `persona:ada`
 */
export function canSee(audience: readonly string[], viewer: Viewer): boolean {
  return viewer.owner || audience.some((who) => who === '*' || viewer.ids.includes(who));
}

/** Replaces failures that name endpoints, models or their output, which only the owner may read. */
const UNPUBLISHED_REASON = {
  code: 'model_failed',
  purpose: 'play the round',
  detail: 'it could not be completed',
  fix: 'The owner of the scene can see the reason and retry it.',
} as const satisfies Failure;

/** Everyone may know that the model did not answer. */
const UNREACHABLE_REASON: Failure = {
  ...UNPUBLISHED_REASON,
  code: 'model_unreachable',
  detail: 'the model did not answer',
};

export const redactFailure = ({ code }: Failure): Failure =>
  code === 'model_unreachable' ? UNREACHABLE_REASON : UNPUBLISHED_REASON;

/**
 * The event as a viewer may see it; null: hidden. All events that leave a room pass through this function.
 *
 * @param hidden lines that only the owner may read
 */
export function redactEvent(event: Event, viewer: Viewer, hidden: HiddenLines): Event | null {
  if (!canSee(event.audience, viewer) || (!viewer.owner && isHiddenLine(hidden, event))) return null;
  return viewer.owner ? stripRemoteSession(event) : hidePrivate(stripRemoteSession(event));
}

function hidePrivate(event: Event): Event {
  if (event.kind === 'round.failed') {
    const { failure } = event.payload;
    return { ...event, payload: { ...event.payload, failure: redactFailure(failure) } };
  }
  if (!('model' in event.payload)) return event;
  // Only the owner may know which models it pays for.
  const { model: _, ...payload } = event.payload;
  return { ...event, payload } as Event;
}
