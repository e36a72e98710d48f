import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { RUDE } from '../../test/support/fake-hostile';
import { readEvents, untilFinished } from '../model/providers/events';
import { cleanText, readCount, readRetryAfter } from './foreign-values';
import { BodyError, readChunks, readStart, readText } from './read-body';

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A body that yields `piece` on each read, after `ms`; `state.cancelled` is set when the reader stops. */
function pouring(piece: string, ms = 0, times = Number.POSITIVE_INFINITY) {
  const state = { cancelled: false, given: 0 };
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      if (ms > 0) await sleep(ms);
      if (state.given >= times) return new Promise<void>(() => undefined);
      state.given += 1;
      if (!state.cancelled) controller.enqueue(bytes(piece));
    },
    cancel: () => {
      state.cancelled = true;
    },
  });
  return { body, state };
}
const faultOf = (read: Promise<unknown>) =>
  read.then(
    () => 'none',
    (error: unknown) => (error instanceof BodyError ? error.fault : String(error)),
  );

describe('a body of somebody else', () => {
  it('is read whole, letters that are cut between pieces too', async () => {
    const text = 'Ärger 🐉 und mehr';
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        for (const byte of bytes(text)) controller.enqueue(new Uint8Array([byte]));
        controller.close();
      },
    });
    expect(await readText({ body })).toBe(text);
    expect(await readText({ body: null })).toBe('');
  });

  it('is not read beyond its limit, and is let go', async () => {
    const { body, state } = pouring('x'.repeat(1_000));
    expect(await faultOf(readText({ body }, { bytes: 10_000 }))).toBe('too_large');
    expect(state.cancelled).toBe(true);
    expect(state.given).toBeLessThan(15);
  });

  it('is counted after decompression', async () => {
    const packed = gzipSync(Buffer.alloc(20 * 1024 * 1024, ' '));
    expect(packed.length).toBeLessThan(100_000);
    expect(gunzipSync(packed)).toHaveLength(20 * 1024 * 1024);
    const body = new Blob([new Uint8Array(packed)]).stream().pipeThrough(new DecompressionStream('gzip'));
    expect(await faultOf(readText({ body: body as ReadableStream<Uint8Array<ArrayBuffer>> }))).toBe(
      'too_large',
    );
  });

  it('may take its time to begin, and none to stand still', async () => {
    const slow = new ReadableStream<Uint8Array<ArrayBuffer>>({
      async start(controller) {
        await sleep(120);
        controller.enqueue(bytes('late'));
        controller.close();
      },
    });
    expect(await readText({ body: slow }, { idleMs: 40 })).toBe('late');
    const { body, state } = pouring('x', 0, 3);
    expect(await faultOf(readText({ body }, { idleMs: 40 }))).toBe('stalled');
    expect(state.cancelled).toBe(true);
  });

  it('ends at its deadline however it drips, and with its signal', async () => {
    expect(await faultOf(readText(pouring('x', 10), { totalMs: 80 }))).toBe('late');
    const { body, state } = pouring('x', 0, 1);
    expect(await faultOf(readText({ body }, { signal: AbortSignal.timeout(40) }))).toContain('TimeoutError');
    expect(state.cancelled).toBe(true);
    expect(await faultOf(readText(pouring('x'), { signal: AbortSignal.abort(new Error('gone')) }))).toContain(
      'gone',
    );
  });

  it('is let go when nobody reads on', async () => {
    const { body, state } = pouring('x');
    for await (const _ of readChunks(body)) break;
    expect(state.cancelled).toBe(true);
  });

  it('has a beginning, whatever becomes of the rest', async () => {
    expect(await readStart({ body: pouring('no ').body }, { bytes: 30 })).toBe('no '.repeat(10));
    expect(await readStart({ body: pouring('no ', 0, 2).body }, { totalMs: 40 })).toBe('no no ');
    const broken = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        controller.enqueue(bytes('half'));
      },
      pull(controller) {
        controller.error(new Error('cut'));
      },
    });
    expect(await readStart({ body: broken })).toMatch(/^(half)?$/);
  });
});

describe('a stream of events', () => {
  async function readAll(body: ReadableStream<Uint8Array>, limits = {}): Promise<string[]> {
    const events: string[] = [];
    for await (const arrivals of readEvents(readChunks(body, limits))) events.push(...arrivals);
    return events;
  }

  it('counts comments and empty events as bytes', async () => {
    for (const piece of [': still here\n\n', 'data\n\n', '\n\n']) {
      const { body, state } = pouring(piece.repeat(100));
      expect(await faultOf(readAll(body, { bytes: 50_000 }))).toBe('too_large');
      expect(state.cancelled).toBe(true);
    }
  });

  it('is kept alive by comments, until it has told its end', async () => {
    const open = () =>
      new ReadableStream<Uint8Array<ArrayBuffer>>({
        async pull(controller) {
          await sleep(10);
          controller.enqueue(bytes(': still here\n\n'));
        },
        start(controller) {
          controller.enqueue(bytes('data: one\n\n'));
        },
      });
    expect(await faultOf(readAll(open(), { idleMs: 60, totalMs: 240 }))).toBe('late');
    const limits = untilFinished({ idleMs: 60, totalMs: 5_000 }, () => true);
    expect(await faultOf(readAll(open(), limits))).toBe('stalled');
    // A model may think before the first event.
    const thinking = pouring(': thinking\n\n', 5);
    expect(await faultOf(readAll(thinking.body, { idleMs: 20, totalMs: 120 }))).toBe('late');
  });

  it('has no line and no event without an end', async () => {
    expect(await faultOf(readAll(pouring('data: x'.repeat(1_000)).body))).toContain('without an end');
    expect(await faultOf(readAll(pouring(`data: ${'x'.repeat(50_000)}\n`).body))).toContain('without an end');
  });
});

describe('what somebody else says', () => {
  it('has one line, no control characters and an end', () => {
    const clean = cleanText(RUDE.repeat(100), 300);
    expect(clean).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(clean.length).toBeLessThanOrEqual(300);
    expect(clean).toContain('<script>');
    expect(cleanText(`${'x'.repeat(9)}🐉`, 10)).toBe(`${'x'.repeat(9)}\ufffd`);
  });

  it.each([
    [0, 0],
    [12, 12],
    [10_000_000, 10_000_000],
    [10_000_001, null],
    [1e308, null],
    [Number.POSITIVE_INFINITY, null],
    [Number.NaN, null],
    [-1, null],
    [1.5, null],
    ['12', null],
    [null, null],
  ])('counts %s as %s', (value, wanted) => expect(readCount(value, 10_000_000)).toBe(wanted));

  it.each([
    ['9'.repeat(400), null],
    ['999999999', 86_400_000],
    ['Fri, 31 Dec 9999 23:59:59 GMT', 86_400_000],
    ['1e308', null],
  ])('asks for no longer wait than a day: %s', (header, wanted) =>
    expect(readRetryAfter(header, 0)).toBe(wanted),
  );
});
