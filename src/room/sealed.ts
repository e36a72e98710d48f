import type { Event } from '../events/events';

/**
 * An event as it leaves its room: without what a remote game's session needs (`payload.snapshot.sealed`). The room goes
 * on from it, nobody else has a use for it, and it belongs to the operator.
 */
export function stripRemoteSession(event: Event): Event {
  const { snapshot } = event.payload;
  const holds = typeof snapshot === 'object' && snapshot !== null && 'sealed' in snapshot;
  return holds ? { ...event, payload: { ...event.payload, snapshot: {} } } : event;
}
