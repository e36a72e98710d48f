import { afterEach, describe, expect, it, vi } from 'vitest';
import { request } from '../../test/support/asks';
import type { ProviderReply } from './provider';
import { createOpenAiProvider } from './providers/openai';
import { readReasoningFields } from './reasoning-fields';

const KEY = 'sk-secret-key';
const THOUGHT = 'First I look. Then I leap.';
const ANSWER = '{"text":"Hello."}';

afterEach(() => vi.restoreAllMocks());

async function complete(body: () => Response, onChunk?: (chunk: string) => void): Promise<ProviderReply> {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => body());
  const provider = createOpenAiProvider({ apiKey: KEY, now: () => 0, baseUrl: 'http://model.test/v1' });
  return provider.complete(request(onChunk && { onChunk }), new AbortController().signal);
}

const askWhole = (message: object): Promise<ProviderReply> =>
  complete(() =>
    Response.json({ choices: [{ message: { content: ANSWER, ...message }, finish_reason: 'stop' }] }),
  );

async function askStreamed(deltas: object[]): Promise<{ reply: ProviderReply; heard: string }> {
  const chunks = [...deltas, { content: ANSWER.slice(0, 9) }, { content: ANSWER.slice(9) }].map((delta) => ({
    choices: [{ index: 0, delta, finish_reason: null }],
  }));
  const lines = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('');
  const headers = { 'content-type': 'text/event-stream' };
  let heard = '';
  const reply = await complete(
    () => new Response(`${lines}data: [DONE]\n\n`, { headers }),
    (chunk) => {
      heard += chunk;
    },
  );
  return { reply, heard };
}

const [half, rest] = [THOUGHT.slice(0, 8), THOUGHT.slice(8)];

describe('reasoning beside the answer', () => {
  it.each([
    ['reasoning', { reasoning: THOUGHT }],
    ['reasoning_content', { reasoning_content: THOUGHT }],
    ['reasoning_details', { reasoning_details: [{ type: 'reasoning.text', text: THOUGHT }] }],
    ['a summary', { reasoning_details: [{ type: 'reasoning.summary', summary: THOUGHT }] }],
    [
      'the same in two fields',
      { reasoning: THOUGHT, reasoning_details: [{ type: 'reasoning.text', text: THOUGHT }] },
    ],
    ['both plain fields', { reasoning: THOUGHT, reasoning_content: THOUGHT }],
    [
      'details with an encrypted one',
      { reasoning: null, reasoning_details: [{ text: THOUGHT }, { type: 'reasoning.encrypted', data: 'x' }] },
    ],
  ])('is read of a whole answer: %s', async (_, message) =>
    expect(await askWhole(message)).toMatchObject({ kind: 'answered', text: ANSWER, reasoning: THOUGHT }),
  );

  it.each([
    ['reasoning', [{ reasoning: half }, { reasoning: rest }]],
    ['reasoning_content', [{ reasoning_content: half, content: null }, { reasoning_content: rest }]],
    ['reasoning_details', [{ reasoning_details: [{ text: half }] }, { reasoning_details: [{ text: rest }] }]],
    ['several details in a chunk', [{ reasoning_details: [{ text: half }, { text: rest }] }]],
    [
      'a summary',
      [
        {
          reasoning_details: [
            { text: null, summary: half },
            { text: '', summary: rest },
          ],
        },
      ],
    ],
    [
      'the same in two fields',
      [half, rest].map((text) => ({ reasoning: text, reasoning_details: [{ text }], content: '' })),
    ],
    ['both plain fields', [half, rest].map((text) => ({ reasoning: text, reasoning_content: text }))],
    [
      'details with an encrypted one',
      [
        {
          reasoning: null,
          reasoning_details: [{ text: THOUGHT }, { type: 'reasoning.encrypted', data: 'x' }],
        },
      ],
    ],
  ])('is read of a streamed answer, and not heard: %s', async (_, deltas) => {
    const { reply, heard } = await askStreamed(deltas);
    expect(reply).toMatchObject({ kind: 'answered', text: ANSWER, reasoning: THOUGHT });
    expect(heard).toBe(ANSWER);
  });

  it('never carries the key', async () => {
    const told = { reasoning_content: `My key is ${KEY}.` };
    expect(await askWhole(told)).toMatchObject({ reasoning: 'My key is [key].' });
    expect((await askStreamed([told])).reply).toMatchObject({ reasoning: 'My key is [key].' });
  });
});

it('readReasoningFields reads the fields providers use, and repeats nothing', () => {
  expect(readReasoningFields({ content: 'x' })).toBe('');
  expect(readReasoningFields({ reasoning: 'a', reasoning_content: 'a' })).toBe('a');
  expect(readReasoningFields({ reasoning_content: 'b' })).toBe('b');
  expect(readReasoningFields({ reasoning: { content: [{ text: 'e' }] } })).toBe('e');
  expect(readReasoningFields({ reasoning: '', reasoning_details: [{ text: 'f' }, { data: 'x' }] })).toBe('f');
  expect(readReasoningFields({ reasoning: null, reasoning_content: 7, reasoning_details: {} })).toBe('');
  expect(readReasoningFields({ reasoning_details: [{ text: 'c' }, { summary: 'd' }, null, 1] })).toBe(
    'c\n\nd',
  );
});
