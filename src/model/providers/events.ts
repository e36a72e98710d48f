import { createParser } from 'eventsource-parser';
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
  for await (const chunk of readChunks(body, limits)) {
    const arrivals = take(decoder.decode(chunk, { stream: true }));
    yield* arrivals;
    if (arrivals.length > 0) toldAt = now();
    else if (toldAt !== null && now() - toldAt > idleMs)
      throw new BodyError('stalled', `nothing but comments came for ${idleMs / 1000} s`);
  }
  // The last event counts without the empty line behind it: some endpoints hang up after `data: [DONE]`.
  yield* take(`${decoder.decode()}\n\n`);
}
