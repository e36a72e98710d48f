/** No event of a completion is longer. */
const MOST_BUFFERED = 1_000_000;

/**
 * The `data` of each server-sent event in a body (WHATWG HTML, "Interpreting an event stream"), as it arrives.
 * Leaving the loop cancels the body.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let data: string[] = [];
  let ended = false;
  try {
    while (!ended) {
      const { done, value } = await reader.read();
      ended = done;
      const text = rest + (value === undefined ? decoder.decode() : decoder.decode(value, { stream: true }));
      // A `\r` at the end may be half of a `\r\n`.
      const whole = done ? `${text}\n\n` : text.slice(0, text.endsWith('\r') ? -1 : undefined);
      const lines = whole.split(/\r\n|\n|\r/);
      rest = (lines.pop() ?? '') + text.slice(whole.length);
      if (rest.length > MOST_BUFFERED) throw new SyntaxError('an event without an end');
      for (const line of lines) {
        if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5));
        if (line !== '' || data.length === 0) continue;
        const event = data.join('\n');
        data = [];
        yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
