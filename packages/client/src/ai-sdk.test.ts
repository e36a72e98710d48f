import { expect, it } from 'vitest';
import { createChatTransport } from './ai-sdk';

const EVENTS = [
  { type: 'RUN_STARTED' },
  { type: 'TEXT_MESSAGE_START', messageId: '1' },
  { type: 'TEXT_MESSAGE_CONTENT', messageId: '1', delta: 'Ada: Good evening, 👩‍👩‍👧.' },
  { type: 'TEXT_MESSAGE_END', messageId: '1' },
  { type: 'RUN_FINISHED' },
];

/** Chunks of a reply whose events arrive in pieces of a few bytes, and the body that was sent. */
async function readReply(events: object[], parts: { type: string; text?: string }[] = []) {
  const bytes = new TextEncoder().encode(
    events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(': waiting\n\n'),
  );
  const sent: string[] = [];
  const transport = createChatTransport({
    ...{ url: 'https://stage.test', token: 'st_x', scene: 'scn_x' },
    fetch: async (request) => {
      sent.push(await request.text());
      const pieces = Array.from({ length: Math.ceil(bytes.length / 5) }, (_, n) =>
        bytes.slice(5 * n, 5 * n + 5),
      );
      const body = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
      const writer = body.writable.getWriter();
      void Promise.all(pieces.map((piece) => writer.write(piece))).then(() => writer.close());
      return new Response(body.readable);
    },
  });
  const chunks = [];
  for await (const chunk of await transport.sendMessages({ messages: [{ role: 'user', parts }] }))
    chunks.push(chunk);
  return { chunks, sent: JSON.parse(sent[0] ?? '') };
}

it('reads a reply in any pieces', async () => {
  const { chunks } = await readReply(EVENTS);
  expect(chunks.map(({ type }) => type)).toEqual(['start', 'text-start', 'text-delta', 'text-end', 'finish']);
  expect(chunks[2]).toMatchObject({ delta: 'Ada: Good evening, 👩‍👩‍👧.' });
});

it('reports a reply that was cut off', async () => {
  const { chunks } = await readReply(EVENTS.slice(0, -1));
  expect(chunks.at(-1)).toMatchObject({ type: 'error', errorText: expect.stringContaining('cut off') });
});

it('sends the texts of a message, without files and thoughts', async () => {
  const { sent } = await readReply(EVENTS, [
    ...[{ type: 'text', text: 'Look.' }, { type: 'file' }],
    ...[
      { type: 'reasoning', text: 'Hm.' },
      { type: 'text', text: 'There.' },
    ],
  ]);
  expect(sent.messages).toEqual([{ role: 'user', content: 'Look.\n\nThere.' }]);
});
