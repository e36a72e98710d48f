import type { Event } from '../contract/events';
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
  const packed = new Response(json).body?.pipeThrough(new CompressionStream('gzip'));
  return await new Response(packed).arrayBuffer();
}

/** The bundle in a stored object. */
export async function unpackBundle(stored: ReadableStream): Promise<Bundle> {
  return await new Response(stored.pipeThrough(new DecompressionStream('gzip'))).json<Bundle>();
}
