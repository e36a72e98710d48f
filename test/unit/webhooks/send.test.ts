import { describe, expect, it } from 'vitest';
import { sendMessage } from '../../../src/webhooks/send';

const sendTo = (answer: () => Response) =>
  sendMessage(
    'https://receiver.example.com/hook',
    '{}',
    {},
    { fetch: (async () => answer()) as typeof fetch, now: () => 0, timeoutMs: 1000, loopback: false },
  );
const endless = () =>
  new ReadableStream<Uint8Array>({
    pull: (stream) => stream.enqueue(new TextEncoder().encode('no '.repeat(9000))),
  });

describe('the answer of a receiver', () => {
  it('is kept without control and formatting characters; markup in it is text', async () => {
    const said = 'a\u0000\u001b[31mb\u0085\u202ec\u200b\n<script>x</script>\tend\ud800';
    const { answer } = await sendTo(() => new Response(said, { status: 500 }));
    expect(answer).toBe('a[31mbc\n<script>x</script>\tend\ufffd');
  });

  it('is kept to 1,024 characters, though it never ends', async () => {
    const { answer, code, delivered } = await sendTo(() => new Response(endless(), { status: 503 }));
    expect([code, delivered]).toEqual([503, false]);
    expect(answer).toHaveLength(1024);
  });

  it.each([
    ['1e308', null],
    ['-5', null],
    ['never', null],
    ['999999999', 86_400_000],
    ['7', 7000],
  ])('may ask to wait as long as %s', async (header, expected) => {
    const answer = () => new Response('', { status: 503, headers: { 'Retry-After': header } });
    expect((await sendTo(answer)).retryAfter).toBe(expected);
  });
});
