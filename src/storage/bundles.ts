import type { Event } from '../contract/events/events';
import type { CallStep } from './index-rows';

/** All data of one round (turn): the unit of storage in R2. */
export interface Bundle {
  room: string;
  round: number;
  events: Event[];
  steps: CallStep[];
}

export const roomPrefix = (tenant: string, room: string): string => `rooms/${tenant}/${room}/`;

export const bundleKey = (tenant: string, room: string, round: number): string =>
  `${roomPrefix(tenant, room)}rounds/${String(round).padStart(6, '0')}.json.gz`;

/** Gzipped, because the prompts of a room are similar. */
export async function packBundle(json: string): Promise<ArrayBuffer> {
  const gzipStream = new Response(json).body?.pipeThrough(new CompressionStream('gzip'));
  return await new Response(gzipStream).arrayBuffer();
}

export async function unpackBundle(stored: ReadableStream): Promise<Bundle> {
  return await new Response(stored.pipeThrough(new DecompressionStream('gzip'))).json<Bundle>();
}

/**
 * Events that may be bundled now: up to the end of the first round with a call in flight. A cancelled round
 * ends before its last call, and its bundle waits for that call.
 *
 * @param firstOpen first round with a call in flight; null: none
 */
export function closedEvents(events: readonly Event[], firstOpen: number | null): readonly Event[] {
  if (firstOpen === null) return events;
  const openEnd = events.findIndex((event) => ENDS.has(event.kind) && roundOfEvent(event) >= firstOpen);
  return openEnd < 0 ? events : events.slice(0, openEnd);
}

export const endedRounds = (events: readonly Event[]): Set<number> =>
  new Set(events.filter((event) => ENDS.has(event.kind)).map(roundOfEvent));

const roundOfEvent = (event: Event): number => event.round ?? event.turn ?? 0;

const ENDS: ReadonlySet<string> = new Set([
  'round.completed',
  'round.failed',
  'round.cancelled',
  'turn.cancelled',
  'turn.completed',
  'turn.failed',
]);
