/** Maximum bytes of a response after decompression. */
export const MAX_BYTES = 8 * 1024 * 1024;
/** Maximum wait for the next chunk after the first. */
export const IDLE_MS = 30_000;

export interface BodyLimits {
  /** Default {@link MAX_BYTES}. */
  bytes?: number;
  /**
   * Maximum wait for the next chunk, or a function called before each one. Default {@link IDLE_MS}. Before
   * the first chunk only `totalMs` and the signal apply, because a model may be thinking.
   */
  idleMs?: number | (() => number);
  /** For the whole body; default: only the signal's. */
  totalMs?: number;
  signal?: AbortSignal;
}

type BodyFailure = 'too_large' | 'stalled' | 'late';

export class BodyError extends Error {
  readonly fault: BodyFailure;
  constructor(fault: BodyFailure, message: string) {
    super(message);
    this.fault = fault;
  }
}

/**
 * Yields the chunks of an untrusted body. Leaving the loop, or any error, cancels the body.
 *
 * @throws BodyError if it is too large or too slow, the signal's reason, and connection errors
 */
export async function* readChunks(
  body: ReadableStream<Uint8Array>,
  { bytes: most = MAX_BYTES, idleMs = IDLE_MS, totalMs, signal }: BodyLimits = {},
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  const whole = new Deadline();
  if (totalMs !== undefined)
    whole.start(totalMs, () => new BodyError('late', `no complete answer within ${seconds(totalMs)}`));
  // Needed in addition to the signal, which a stalled body may ignore.
  const stop = (): void => whole.end(signal?.reason);
  if (signal?.aborted) stop();
  else signal?.addEventListener('abort', stop, { once: true });
  try {
    for (let bytes = 0; ; ) {
      const idle = new Deadline();
      const wait = typeof idleMs === 'number' ? idleMs : idleMs();
      if (bytes > 0)
        idle.start(wait, () => new BodyError('stalled', `the answer stalled for ${seconds(wait)}`));
      const chunk = await Promise.race([reader.read(), whole.passed, idle.passed]).finally(() =>
        idle.clear(),
      );
      if (chunk.done) return;
      bytes += chunk.value.byteLength;
      if (bytes > most) throw new BodyError('too_large', `the answer is longer than ${size(most)}`);
      yield chunk.value;
    }
  } finally {
    whole.clear();
    signal?.removeEventListener('abort', stop);
    // Not awaited: a stalled body may ignore this too.
    reader.cancel().catch(() => undefined);
  }
}

/** @throws as {@link readChunks} */
export const readText = async ({ body }: Pick<Response, 'body'>, limits: BodyLimits = {}): Promise<string> =>
  body === null ? '' : joinText(readChunks(body, limits));

/** @throws errors of the chunks */
export async function joinText(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  const parts: string[] = [];
  for await (const chunk of chunks) parts.push(decoder.decode(chunk, { stream: true }));
  return parts.join('') + decoder.decode();
}

/** For error texts that are only displayed: don't wait for long or slow ones. */
const START_BYTES = 64 * 1024;
const START_MS = 5_000;

/**
 * Reads the start of a body. Never throws: the caller already has the status, and a broken or endless body
 * must not hide it.
 */
export async function readStart({ body }: Pick<Response, 'body'>, limits: BodyLimits = {}): Promise<string> {
  const { bytes: most = START_BYTES, totalMs = START_MS } = limits;
  const decoder = new TextDecoder();
  let text = '';
  let remaining = most;
  try {
    if (body !== null)
      for await (const chunk of readChunks(body, { ...limits, bytes: Number.POSITIVE_INFINITY, totalMs })) {
        text += decoder.decode(chunk.subarray(0, remaining), { stream: true });
        remaining -= chunk.byteLength;
        if (remaining <= 0) break;
      }
  } catch {
    // Return the text received so far.
  }
  return text;
}

export function dropBody({ body }: Pick<Response, 'body'>): void {
  body?.cancel().catch(() => undefined);
}

/** A promise that rejects at a time or on {@link Deadline.end}. */
class Deadline {
  readonly passed: Promise<never>;
  #fail: (reason: unknown) => void = () => {};
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    this.passed = new Promise((_, reject) => {
      this.#fail = reject;
    });
    // Avoid an unhandled rejection if no reader awaits it anymore.
    this.passed.catch(() => undefined);
  }

  start(ms: number, reason: () => Error): void {
    this.#timer = setTimeout(() => this.#fail(reason()), ms);
  }

  end(reason: unknown): void {
    this.#fail(reason);
  }

  clear(): void {
    clearTimeout(this.#timer);
  }
}

const seconds = (ms: number): string => `${ms / 1000} s`;
const size = (bytes: number): string => {
  const units = bytes >= 1024 * 1024 ? 1024 * 1024 : 1024;
  return `${bytes / units} ${units === 1024 ? 'KiB' : 'MiB'}`;
};
