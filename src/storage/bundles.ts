import type { Event } from '../contract/events/events';
import type { CallStep } from './index-rows';

/** Everything one round (turn) left behind: the unit of storage in R2. */
export interface Bundle {
  room: string;
  round: number;
  events: Event[];
  /** Its calls, as the journal keeps them. */
  steps: CallStep[];
}

/** Everything of one room lies under this prefix. */
export const roomPrefix = (tenant: string, room: string): string => `rooms/${tenant}/${room}/`;

/** R2 key of the bundle of one round (turn). */
export const bundleKey = (tenant: string, room: string, round: number): string =>
  `${roomPrefix(tenant, room)}rounds/${String(round).padStart(6, '0')}.json.gz`;

/** A bundle as it is stored: gzipped JSON, as prompts of one room are much alike. */
export async function packBundle(json: string): Promise<ArrayBuffer> {
  const gzipStream = new Response(json).body?.pipeThrough(new CompressionStream('gzip'));
  return await new Response(gzipStream).arrayBuffer();
}

/** The bundle in a stored object. */
export async function unpackBundle(stored: ReadableStream): Promise<Bundle> {
  return await new Response(stored.pipeThrough(new DecompressionStream('gzip'))).json<Bundle>();
}

/**
 * Returns the next events of a room that may be bundled: up to the end of a round that still has a call under way. A
 * cancelled round is over before its last call is, and its bundle waits for it.
 *
 * @param firstOpen the first round with a call under way; null: none has
 */
export function closedEvents(events: readonly Event[], firstOpen: number | null): readonly Event[] {
  if (firstOpen === null) return events;
  const openEnd = events.findIndex((event) => ENDS.has(event.kind) && roundOf(event) >= firstOpen);
  return openEnd < 0 ? events : events.slice(0, openEnd);
}

/** The rounds (turns) that end with these events: each has a bundle to be written. */
export const endedRounds = (events: readonly Event[]): Set<number> =>
  new Set(events.filter((event) => ENDS.has(event.kind)).map(roundOf));

const roundOf = (event: Event): number => event.round ?? event.turn ?? 0;

const ENDS: ReadonlySet<string> = new Set([
  'round.completed',
  'round.failed',
  'round.cancelled',
  'turn.cancelled',
  'turn.completed',
  'turn.failed',
]);
