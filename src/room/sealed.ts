import type { Event } from '../events/events';

/**
 * An event as it leaves its room: without what a remote game's session needs (`payload.snapshot.sealed`). The room goes
 * on from it, nobody else has a use for it, and it belongs to the operator.
 */
export function stripRemoteSession(event: Event): Event {
  switch (event.kind) {
    case 'game.reset':
    case 'action.executed':
    case 'action.refused':
      return 'sealed' in event.payload.snapshot
        ? ({ ...event, payload: { ...event.payload, snapshot: {} } } as typeof event)
        : event;
    default:
      return event;
  }
}
