import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeModel, startFakeModel } from './fake-model';

let fake: FakeModel;
beforeAll(async () => {
  fake = await startFakeModel();
});
afterAll(() => fake.close());

interface Completion {
  choices: { message: { content: string; reasoning_content?: string }; finish_reason: string }[];
  usage: { completion_tokens: number; completion_tokens_details?: { reasoning_tokens: number } };
}

async function ask(mode: string, more: object = {}) {
  const response = await fetch(`${fake.url}/v1/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({
      model: `fake:${mode}`,
      messages: [{ role: 'user', content: 'Answer in plain prose.' }],
      ...more,
    }),
  });
  const { choices, usage } = (await response.json()) as Completion;
  const { message, finish_reason } = choices[0] ?? { message: { content: '' }, finish_reason: '' };
  return { ...message, finish: finish_reason, usage };
}

describe('a fake model that thinks', () => {
  it('uses its tokens before it answers', async () => {
    const whole = await ask('thinks-1200', { max_tokens: 2_000 });
    expect(whole.finish).toBe('stop');
    expect(whole.content).not.toBe('');
    expect(whole.reasoning_content).toHaveLength(4_800);
    expect(whole.usage.completion_tokens_details).toEqual({ reasoning_tokens: 1_200 });
    expect(whole.usage.completion_tokens).toBeGreaterThan(1_200);
  });

  it.each([
    ['thinks-1200', 800, { content: '', finish: 'length' }],
    ['hides-1200', 1_200, { content: '', finish: 'length' }],
    ['hides-1200', 1_205, { content: expect.stringMatching(/^.{20}$/), finish: 'length' }],
    ['silent-1200', 800, { content: '', finish: 'length' }],
    ['tags-20', 10, { content: expect.stringMatching(/^<think>.{40}$/), finish: 'length' }],
    ['tags-20', 100, { content: expect.stringMatching(/^<think>.{80}<\/think>\n\w/), finish: 'stop' }],
  ])('%s is cut at %i tokens where these do not suffice', async (mode, max_tokens, wanted) => {
    const cut = await ask(mode, { max_tokens });
    expect(cut).toMatchObject(wanted);
    expect(cut.usage.completion_tokens).toBeLessThanOrEqual(max_tokens);
    expect('completion_tokens_details' in cut.usage).toBe(!/^(?:tags|silent)/.test(mode));
  });

  it.each([{ reasoning_effort: 'none' }, { chat_template_kwargs: { enable_thinking: false } }])(
    'does not where it is told so: %j',
    async (settings) => {
      const plain = await ask('thinks-1200', { max_tokens: 100, ...settings });
      expect(plain).toMatchObject({ finish: 'stop', content: expect.stringMatching(/^\w/) });
      expect(plain.reasoning_content).toBeUndefined();
    },
  );

  it('streams its thinking before its answer', async () => {
    const response = await fetch(`${fake.url}/v1/chat/completions`, {
      method: 'POST',
      body: JSON.stringify({ model: 'fake:thinks-20', messages: [], stream: true, max_tokens: 10 }),
    });
    const text = await response.text();
    expect(text).toContain('"reasoning_content"');
    expect(text).not.toContain('"delta":{"content":"');
    expect(text).toContain('"finish_reason":"length"');
  });
});
