import type { JsonObject } from '../base/json';
import type { Event } from '../events/events';

/** A message as it is sent: its id, and its body as JSON. */
export interface Message {
  id: string;
  body: string;
  /** Hooks that lie behind what it tells of (src/webhooks/hops.ts). */
  hops: number;
}

/** The message about an event. Its id is the same for every attempt, so that a receiver knows what it has had. */
export const eventMessage = (room: string, event: Event, hops: number): Message => ({
  id: `${room}_${event.seq}`,
  body: JSON.stringify({ type: event.kind, timestamp: event.at, data: { room, ...event } }),
  hops,
});

/** A message that only tries whether messages arrive. */
export const testMessage = (webhook: string, n: number, at: string): Message => ({
  id: `${webhook}_test_${n}`,
  body: JSON.stringify({ type: 'webhook.test', timestamp: at, data: { webhook } satisfies JsonObject }),
  hops: 0,
});
