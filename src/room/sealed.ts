import type { Event } from '../contract/events/events';

/**
 * Removes a remote game's session data (`payload.snapshot.sealed`, and cookies of a shared scorecard) from an
 * event before it leaves the room. It belongs to the operator and only the room needs it.
 */
export function stripRemoteSession(event: Event): Event {
  switch (event.kind) {
    case 'run.created': {
      const { config } = event.payload;
      if (!config.scorecard?.cookies) return event;
      const { cookies: _, ...scorecard } = config.scorecard;
      return { ...event, payload: { ...event.payload, config: { ...config, scorecard } } };
    }
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
