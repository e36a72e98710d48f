import { createParser } from 'eventsource-parser';
import { type BodyLimits, IDLE_MS, MAX_BYTES, readChunks } from '../../base/read-body';
import { sleep } from '../../base/sleep';
import type { ProviderRequest } from '../provider';

/** Characters of the longest line, and of the longest event, of a completion. */
const MAX_OF_ONE = 1_000_000;
/** Pieces after which timers get their turn: an endpoint that pours would keep the caller's deadline from coming. */
const PIECES_BETWEEN = 250;

/** Bytes that an event of a stream has beside its few letters, for every token of thinking. */
const BYTES_PER_TOKEN = 600;
const MIB = 1024 * 1024;

/**
 * Limits of an answer: more bytes, in whole MiB, where a model may think for long, as each token is an event of a stream;
 * and as much time between two pieces as the profile allows for an answer.
 */
export const limitsOf = (
  { reasoningTokens, idleMs }: Pick<ProviderRequest, 'reasoningTokens' | 'idleMs'>,
  signal: AbortSignal | null,
): BodyLimits => ({
  ...(signal && { signal }),
  ...(idleMs !== undefined && { idleMs }),
  bytes: MAX_BYTES + Math.ceil((BYTES_PER_TOKEN * reasoningTokens) / MIB) * MIB,
});

/** Characters that tell events of a stream from a whole answer. */
const FIRST = 6;
const EVENT_START = /^(?::|(?:data|event|id|retry)\s*:)/;

/**
 * Looks at the first bytes of an answer. What `Content-Type` says counts for nothing: endpoints stream under any name.
 * Blanks before an answer are passed over; some endpoints send them for as long as they work on it.
 *
 * @throws as {@link readChunks}
 */
export async function openAnswer(
  body: ReadableStream<Uint8Array>,
  limits: BodyLimits = {},
): Promise<{ isEvents: boolean; chunks: AsyncGenerator<Uint8Array> }> {
  const chunks = readChunks(body, limits);
  const decoder = new TextDecoder();
  let firstChunks: Uint8Array[] = [];
  let start = '';
  while (start.length < FIRST && !/^[{[<]/.test(start)) {
    const { done, value } = await chunks.next();
    if (done) break;
    start = (start + decoder.decode(value, { stream: true })).trimStart();
    firstChunks = start === '' ? [] : [...firstChunks, value];
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    yield* firstChunks;
    yield* chunks;
  }
  return { isEvents: EVENT_START.test(start), chunks: all() };
}

/** Longest wait for what may follow an answer that is over: its counts of tokens, the end of its stream. */
const REST_MS = 500;

/**
 * Limits of a stream that may tell its end before it has one: then the rest is not waited for, though comments may
 * come for ever.
 */
export function untilFinished(limits: BodyLimits, isFinished: () => boolean, now = Date.now): BodyLimits {
  const { idleMs = IDLE_MS } = limits;
  let finishedAt: number | null = null;
  return {
    ...limits,
    idleMs: () => {
      if (!isFinished()) return typeof idleMs === 'number' ? idleMs : idleMs();
      finishedAt ??= now();
      return Math.max(0, finishedAt + REST_MS - now());
    },
  };
}

/**
 * The `data` of server-sent events (WHATWG HTML, "Interpreting an event stream"): those that come in one piece together,
 * never none. Comments and empty events are bytes like all others. Leaving the loop ends the reading of `chunks`.
 *
 * @throws what reading `chunks` throws; SyntaxError for a line or an event that is too long
 */
export async function* readEvents(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder();
  let events: string[] = [];
  let isTooLong = false;
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
  for await (const chunk of chunks) {
    pieces += 1;
    if (pieces % PIECES_BETWEEN === 0) await sleep(0);
    const arrivals = take(decoder.decode(chunk, { stream: true }));
    if (arrivals.length > 0) yield arrivals;
  }
  // The last event counts without the empty line behind it: some endpoints hang up after `data: [DONE]`.
  const rest = take(`${decoder.decode()}\n\n`);
  if (rest.length > 0) yield rest;
}

/**
 * The object in the data of an event; null: there is none, and nothing was lost with it (`[DONE]`, a comment in the wrong
 * place).
 *
 * @throws SyntaxError for an object that is damaged
 */
export function readData(data: string): unknown {
  if (!/^\s*[{[]/.test(data) || isDone(data)) return null;
  return JSON.parse(data) as unknown;
}

export const isDone = (data: string): boolean => data.trim() === '[DONE]';
