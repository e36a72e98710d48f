import type { Event } from '../contract/events/events';

/**
 * An event as it leaves its room: without what a remote game's session needs (`payload.snapshot.sealed`, and the cookies of
 * a shared scorecard). The room goes on from it, nobody else has a use for it, and it belongs to the operator.
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
