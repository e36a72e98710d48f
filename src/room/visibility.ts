import type { Event, Viewer } from '../contract/events/events';
import { type HiddenLines, isHiddenLine } from '../contract/events/fold/hidden-lines';
import type { Failure } from '../contract/problems';
import { stripRemoteSession } from './sealed';

/**
 * Says whether a viewer may see what was written for this audience. Decides for pages, sockets, webhooks and prompts
 * of agents alike.
 *
 * @param audience `*` is everyone in the room, `owner` the owner alone, anything else a principal such as
 *   `persona:ada`
 */
export function maySee(audience: readonly string[], viewer: Viewer): boolean {
  return viewer.owner || audience.some((who) => who === '*' || viewer.ids.includes(who));
}

/** Stands for a failure that names an endpoint, its models or its words: only the owner reads those. */
const UNSAID = {
  code: 'model_failed',
  purpose: 'play the round',
  detail: 'it could not be finished',
  fix: 'The owner of the scene sees why, and can retry it.',
} as const satisfies Failure;

/** The same when the model did not answer: everyone in the room may know that much. */
const UNREACHED: Failure = {
  ...UNSAID,
  code: 'model_unreachable',
  detail: 'the model did not answer',
};

export const showFailure = ({ code }: Failure): Failure =>
  code === 'model_unreachable' ? UNREACHED : UNSAID;

/**
 * An event as a viewer gets it; null: not at all. Everything that leaves a room as an event comes through here.
 *
 * @param hidden lines that the owner alone reads
 */
export function showEvent(event: Event, viewer: Viewer, hidden: HiddenLines): Event | null {
  if (!maySee(event.audience, viewer) || (!viewer.owner && isHiddenLine(hidden, event))) return null;
  return viewer.owner ? stripRemoteSession(event) : hidePrivate(stripRemoteSession(event));
}

/** The same event without what is the owner's alone, for anyone else who may see it. */
function hidePrivate(event: Event): Event {
  if (event.kind === 'round.failed') {
    const { failure } = event.payload;
    return { ...event, payload: { ...event.payload, failure: showFailure(failure) } };
  }
  if (!('model' in event.payload)) return event;
  // Which models an owner pays for is theirs to tell.
  const { model: _, ...payload } = event.payload;
  return { ...event, payload } as Event;
}
