/** Most bytes of an answer, counted after decompression. */
export const MAX_BYTES = 8 * 1024 * 1024;
/** Longest wait for the next piece of an answer that has begun. */
export const IDLE_MS = 30_000;

export interface BodyLimits {
  /** Default {@link MAX_BYTES}. */
  bytes?: number;
  /**
   * Longest wait for the next piece, or a function that is called before each one. Default {@link IDLE_MS}. For the first piece
   * only `totalMs` and the signal count: a model may think before it.
   */
  idleMs?: number | (() => number);
  /** For the whole body; default: none but the signal's. */
  totalMs?: number;
  signal?: AbortSignal;
}

/** Reason why a body was not read to its end. */
type BodyFault = 'too_large' | 'stalled' | 'late';

export class BodyError extends Error {
  readonly fault: BodyFault;
  constructor(fault: BodyFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

/**
 * The pieces of a body of somebody else's, as they come. Leaving the loop cancels the body, and so does every failure.
 *
 * @throws BodyError when it is too large or too slow, the signal's reason, and what reading throws when the connection
 *   is cut
 */
export async function* readChunks(
  body: ReadableStream<Uint8Array>,
  { bytes: most = MAX_BYTES, idleMs = IDLE_MS, totalMs, signal }: BodyLimits = {},
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  const whole = new Deadline();
  if (totalMs !== undefined)
    whole.start(totalMs, new BodyError('late', `no whole answer within ${seconds(totalMs)}`));
  // The signal alone is not enough: a body that stalls may not hear it.
  const stop = (): void => whole.end(signal?.reason);
  if (signal?.aborted) stop();
  else signal?.addEventListener('abort', stop, { once: true });
  try {
    for (let bytes = 0; ; ) {
      const idle = new Deadline();
      const wait = typeof idleMs === 'number' ? idleMs : idleMs();
      if (bytes > 0)
        idle.start(wait, new BodyError('stalled', `the answer stood still for ${seconds(wait)}`));
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
    // Not waited for: a body that stalls may not hear this either.
    reader.cancel().catch(() => undefined);
  }
}

/** The whole body as text. @throws as {@link readChunks} */
export const readText = async ({ body }: Pick<Response, 'body'>, limits: BodyLimits = {}): Promise<string> =>
  body === null ? '' : joinText(readChunks(body, limits));

/** Pieces of UTF-8 as one text. @throws what reading them throws */
export async function joinText(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  const parts: string[] = [];
  for await (const chunk of chunks) parts.push(decoder.decode(chunk, { stream: true }));
  return parts.join('') + decoder.decode();
}

/** For an explanation that somebody only glances at: neither a long nor a slow one is waited for. */
const START_BYTES = 64 * 1024;
const START_MS = 5_000;

/**
 * The beginning of a body, as far as it came in time. Never throws: the status has been said, and a body that breaks off
 * or goes on for ever changes nothing of it.
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
    // What came so far is the beginning.
  }
  return text;
}

/** An answer whose body nobody reads; that it can't be cancelled in good order changes nothing. */
export function dropBody({ body }: Pick<Response, 'body'>): void {
  body?.cancel().catch(() => undefined);
}

/** A promise that fails at a time, or when it is told to. */
class Deadline {
  readonly passed: Promise<never>;
  #fail: (reason: unknown) => void = () => {};
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    this.passed = new Promise((_, reject) => {
      this.#fail = reject;
    });
    // Nobody may be waiting for it any more.
    this.passed.catch(() => undefined);
  }

  start(ms: number, reason: Error): void {
    this.#timer = setTimeout(() => this.#fail(reason), ms);
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
