import { createParser } from 'eventsource-parser';
import { BodyError, type BodyLimits, IDLE_MS, MAX_BYTES, readChunks } from '../../base/read-body';
import { sleep } from '../../base/sleep';
import type { ProviderRequest } from '../provider';

/** Characters of the longest line, and of the longest event, of a completion. */
const MAX_OF_ONE = 1_000_000;
/** Pieces after which timers get their turn: an endpoint that pours would keep the caller's deadline from coming. */
const PIECES_BETWEEN = 250;

/** Bytes that an event of a stream has beside its few letters, for every token of thinking. */
const BYTES_PER_TOKEN = 600;
const MIB = 1024 * 1024;

/** Most bytes of a stream, in whole MiB: more where a model may think for long, as each token is an event. */
export const streamBytes = ({ reasoningTokens }: Pick<ProviderRequest, 'reasoningTokens'>): number =>
  MAX_BYTES + Math.ceil((BYTES_PER_TOKEN * reasoningTokens) / MIB) * MIB;

/**
 * The `data` of the server-sent events in a body (WHATWG HTML, "Interpreting an event stream"): those that come in one
 * piece together, never none. Leaving the loop cancels the body.
 *
 * Comments and empty events are bytes like all others. Before the first event they may come as long as the signal lets
 * them: some endpoints send them while a model thinks. After it they keep nothing alive.
 *
 * @throws as {@link readChunks}; SyntaxError for a line or an event that is too long
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  limits: BodyLimits = {},
  now: () => number = Date.now,
): AsyncGenerator<string[]> {
  const { idleMs = IDLE_MS } = limits;
  const decoder = new TextDecoder();
  let events: string[] = [];
  let isTooLong = false;
  let toldAt: number | null = null;
  const parser = createParser({
    onEvent: ({ data }) => {
      if (data !== '') events.push(data);
    },
    onError: ({ type }) => {
      isTooLong ||= type === 'max-buffer-size-exceeded';
    },
    maxBufferSize: MAX_OF_ONE,
  });
  const take = (text: string): string[] => {
    events = [];
    parser.feed(text);
    if (isTooLong) throw new SyntaxError('an event without an end');
    return events;
  };
  let pieces = 0;
  for await (const chunk of readChunks(body, limits)) {
    pieces += 1;
    if (pieces % PIECES_BETWEEN === 0) await sleep(0);
    const arrivals = take(decoder.decode(chunk, { stream: true }));
    if (arrivals.length > 0) {
      yield arrivals;
      toldAt = now();
    } else if (toldAt !== null && now() - toldAt > idleMs)
      throw new BodyError('stalled', `nothing but comments came for ${idleMs / 1000} s`);
  }
  // The last event counts without the empty line behind it: some endpoints hang up after `data: [DONE]`.
  const rest = take(`${decoder.decode()}\n\n`);
  if (rest.length > 0) yield rest;
}
