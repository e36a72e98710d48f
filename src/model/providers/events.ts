import { createParser } from 'eventsource-parser';
import { type BodyLimits, IDLE_MS, MAX_BYTES, readChunks } from '../../base/read-body';
import { sleep } from '../../base/sleep';
import type { ProviderRequest } from '../provider';

const MAX_EVENT_BYTES = 1_000_000;
/** Yield to timers after this many chunks, so that a fast stream cannot delay the deadline. */
const PIECES_BETWEEN = 250;

/** Bytes of event overhead per thinking token in a stream. */
const BYTES_PER_TOKEN = 600;
const MIB = 1024 * 1024;

/**
 * Limits of an answer. The byte limit (whole MiB) grows with the thinking allowance, as each token is an event of the
 * stream; the pause between chunks is the profile's timeout.
 */
export const streamLimits = (
  { reasoningTokens, idleMs }: Pick<ProviderRequest, 'reasoningTokens' | 'idleMs'>,
  signal: AbortSignal | null,
): BodyLimits => ({
  ...(signal && { signal }),
  ...(idleMs !== undefined && { idleMs }),
  bytes: MAX_BYTES + Math.ceil((BYTES_PER_TOKEN * reasoningTokens) / MIB) * MIB,
});

/** Characters needed to tell a stream of events from a single body. */
const FIRST = 6;
const EVENT_START = /^(?::|(?:data|event|id|retry)\s*:)/;

/**
 * Detects from the first bytes if an answer is an event stream. Endpoints set `Content-Type` arbitrarily, and some send
 * leading white space as a heartbeat.
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
  async function* readAll(): AsyncGenerator<Uint8Array> {
    yield* firstChunks;
    yield* chunks;
  }
  return { isEvents: EVENT_START.test(start), chunks: readAll() };
}

/** Longest wait after a finished answer for its usage and the end of the stream. */
const TAIL_TIMEOUT_MS = 500;

/** Shortens the wait once the stream has reported its finish, even if comments keep arriving. */
export function untilFinished(limits: BodyLimits, isFinished: () => boolean, now = Date.now): BodyLimits {
  const { idleMs = IDLE_MS } = limits;
  let finishedAt: number | null = null;
  return {
    ...limits,
    idleMs: () => {
      if (!isFinished()) return typeof idleMs === 'number' ? idleMs : idleMs();
      finishedAt ??= now();
      return Math.max(0, finishedAt + TAIL_TIMEOUT_MS - now());
    },
  };
}

/**
 * The `data` of server-sent events (WHATWG HTML, "Interpreting an event stream"), batched by chunk and never empty.
 * Comments and empty events count towards the byte limits. Leaving the loop closes `chunks`.
 * @throws errors of reading `chunks`; SyntaxError for a line or event that is too long
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
    maxBufferSize: MAX_EVENT_BYTES,
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
  // Accept a last event without its empty line: some endpoints hang up after `data: [DONE]`.
  const rest = take(`${decoder.decode()}\n\n`);
  if (rest.length > 0) yield rest;
}

/**
 * Parses an event's data; null for `[DONE]` or a stray comment.
 * @throws SyntaxError for a damaged object
 */
export function readData(data: string): unknown {
  if (!/^\s*[{[]/.test(data) || isDone(data)) return null;
  return JSON.parse(data) as unknown;
}

export const isDone = (data: string): boolean => data.trim() === '[DONE]';
