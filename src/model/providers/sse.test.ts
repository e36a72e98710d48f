import { describe, expect, it } from 'vitest';
import { readChunks } from '../../base/read-body';
import { readEvents } from './events';
import { WhitespaceWatch } from './openai-reply';

const bodyOf = (bytes: Uint8Array, size: number): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
      controller.close();
    },
  });

describe('server-sent events', () => {
  const text =
    ': hello\r\n\r\ndata: {"a":"é😀"}\r\n\r\nevent: x\rdata:one\rdata: two\r\rdata: [DONE]\n\nid: 7\n\ndata: end';
  it.each([1, 2, 3, 1000])('are read from pieces of %i bytes', async (size) => {
    const events: string[] = [];
    for await (const arrivals of readEvents(readChunks(bodyOf(new TextEncoder().encode(text), size))))
      events.push(...arrivals);
    expect(events).toEqual(['{"a":"é😀"}', 'one\ntwo', '[DONE]', 'end']);
  });

  it('are not waited for once nobody reads on', async () => {
    let cancelled = false;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new TextEncoder().encode('data: x\n\n')),
      cancel: () => {
        cancelled = true;
      },
    });
    for await (const _ of readEvents(readChunks(body))) break;
    expect(cancelled).toBe(true);
  });
});

describe('white space', () => {
  const watch = (text: string, size = text.length) => {
    const watched = new WhitespaceWatch();
    for (let at = 0; at < text.length; at += size) if (watched.push(text.slice(at, at + size))) return true;
    return false;
  };
  it.each([
    ['between fields', `{"a": 1,${' \n'.repeat(150)}"b": 2}`, true],
    ['of an indented object', `{\n${' '.repeat(150)}"b": 2\n}`, false],
    ['in a string', `{"a": "${' '.repeat(500)}"}`, false],
    ['without end in a string', `{"a": "${' '.repeat(1500)}`, true],
    ['without end in escapes', `{"a": "${'\\n'.repeat(1500)}`, true],
    ['after an escaped quote', `{"a": "\\"${' '.repeat(500)}"}`, false],
  ])('%s is told from a runaway', (_, text, ran) => {
    for (const size of [1, 7, text.length]) expect(watch(text, size)).toBe(ran);
  });
});
