import { inflateSync } from 'fflate';
import type { Event, EventDraft } from '../../../src/contract/events/events';

/** Recalled and written memories repeat whole lines of the conversation, so they take a fifth of their size. */
const LARGE_PAYLOAD_CHARS = 2000;

/** The large payloads of a ledger row. */
export interface PackedPayloads {
  /** Characters of each payload, by the position of its event in the row. */
  sizes: ReadonlyMap<number, number>;
  /** Deflated JSON of the payloads by position. */
  bytes: ArrayBuffer;
}

interface PackedRow {
  events: string;
  payloads: ArrayBuffer | null;
}

/** Packs the large payloads of a row's first events; null: none is large. Native and asynchronous. */
export async function packPayloads(
  events: readonly Pick<EventDraft, 'payload'>[],
): Promise<PackedPayloads | null> {
  const sizes = new Map<number, number>();
  const payloads: string[] = [];
  for (const [i, { payload }] of events.entries()) {
    const text = JSON.stringify(payload);
    if (text.length < LARGE_PAYLOAD_CHARS) continue;
    sizes.set(i, text.length);
    payloads.push(`"${i}":${text}`);
  }
  if (payloads.length === 0) return null;
  const stream = new Response(`{${payloads.join()}}`).body?.pipeThrough(new CompressionStream('deflate-raw'));
  return { sizes, bytes: await new Response(stream).arrayBuffer() };
}

/** The events of a row as JSON, with its size in place of each packed payload. */
export const writeEvents = (events: readonly Event[], { sizes }: PackedPayloads): string =>
  JSON.stringify(events.map((event, i) => ({ ...event, payload: sizes.get(i) ?? event.payload })));

/** Size of the row's events as JSON, unpacked. */
export function rowChars({ events, payloads }: PackedRow): number {
  if (payloads === null) return events.length;
  const sizes = (JSON.parse(events) as { payload: unknown }[]).map(({ payload }) => payload);
  return sizes.reduce<number>((sum, size) => sum + (typeof size === 'number' ? size : 0), events.length);
}

/** The events of a row. Packed payloads are inflated on first use: a waking room reads many rows for their lines. */
export function readEvents({ events, payloads }: PackedRow): Event[] {
  const list = JSON.parse(events) as Event[];
  if (payloads === null) return list;
  let unpacked: Record<number, unknown> | undefined;
  const unpack = () => {
    unpacked ??= JSON.parse(new TextDecoder().decode(inflateSync(new Uint8Array(payloads))));
    return unpacked;
  };
  for (const [i, event] of list.entries())
    if (typeof event.payload === 'number')
      Object.defineProperty(event, 'payload', { get: () => unpack()?.[i], enumerable: true });
  return list;
}
