import { BodyError, type BodyLimits, IDLE_MS, readChunks } from '../../base/read-body';

/** Characters of the longest line, and of the longest event, of a completion. */
const MAX_OF_ONE = 1_000_000;

/**
 * The `data` of each server-sent event in a body (WHATWG HTML, "Interpreting an event stream"), as it arrives.
 * Leaving the loop cancels the body.
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
): AsyncGenerator<string> {
  const { idleMs = IDLE_MS } = limits;
  const decoder = new TextDecoder();
  let rest = '';
  /** The last piece ended with `\r`: a `\n` that follows belongs to it. */
  let isReturned = false;
  let data: string[] = [];
  let length = 0;
  let toldAt: number | null = null;

  const takeLines = function* (lines: readonly string[]): Generator<string> {
    for (const line of lines) {
      if (line.startsWith('data:')) {
        data.push(line.slice(line[5] === ' ' ? 6 : 5));
        length += line.length;
        if (length > MAX_OF_ONE) throw new SyntaxError('an event without an end');
      }
      if (line !== '' || data.length === 0) continue;
      const event = data.join('\n');
      data = [];
      length = 0;
      yield event;
    }
  };
  for await (const chunk of readChunks(body, limits)) {
    let text = decoder.decode(chunk, { stream: true });
    if (text === '') continue;
    if (isReturned && text.startsWith('\n')) text = text.slice(1);
    isReturned = text.endsWith('\r');
    const [first = '', ...others] = text.split(/\r\n|\n|\r/);
    const whole = [rest + first, ...others];
    rest = whole.pop() ?? '';
    if (rest.length > MAX_OF_ONE) throw new SyntaxError('an event without an end');
    let isTold = false;
    for (const event of takeLines(whole)) {
      isTold = true;
      yield event;
    }
    if (isTold) toldAt = now();
    else if (toldAt !== null && now() - toldAt > idleMs)
      throw new BodyError('stalled', `nothing but comments came for ${idleMs / 1000} s`);
  }
  yield* takeLines([rest + decoder.decode(), '']);
}
