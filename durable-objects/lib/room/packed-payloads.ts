import { deflateSync, inflateSync } from 'fflate';
import type { Event } from '../../../src/contract/events/events';

/** Recalled and written memories repeat whole lines of the conversation, so they take a fifth of their size. */
const LARGE_PAYLOAD_CHARS = 2000;

interface PackedRow {
  /** JSON of the events, with its size in place of each packed payload. */
  events: string;
  /** Deflated JSON of the large payloads by position; null: none is large. */
  payloads: ArrayBuffer | null;
}

/** @param text JSON of the events */
export function packEvents(events: readonly Event[], text: string): PackedRow {
  if (text.length < LARGE_PAYLOAD_CHARS) return { events: text, payloads: null };
  const payloads: string[] = [];
  const packed = events.map((event, i) => {
    const payload = JSON.stringify(event.payload);
    if (payload.length < LARGE_PAYLOAD_CHARS) return event;
    payloads.push(`"${i}":${payload}`);
    return { ...event, payload: payload.length };
  });
  if (payloads.length === 0) return { events: text, payloads: null };
  // Level 1 takes half the time of the default and a tenth more space.
  const bytes = deflateSync(new TextEncoder().encode(`{${payloads.join()}}`), { level: 1 });
  return { events: JSON.stringify(packed), payloads: bytes.buffer as ArrayBuffer };
}

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
