import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ask, gatewayTo, profile, reply, saying } from '../../test/support/asks';
import { decide, MemoryPort } from '../../test/support/memory-port';
import type { ResolvedProfile } from '../contract/profiles';
import { createCapabilityMemory } from './capability';
import type { Provider, ProviderReply, ProviderRequest } from './provider';

const plan = z.object({ reason: z.string() });
const ANSWER = JSON.stringify({ reason: 'Ada was asked, so she speaks first.' });
const ANSWER_TOKENS = 20;

/** How an endpoint reports thinking: in a field, as a count, in tags, or not at all. */
type Telling = 'field' | 'count' | 'tags' | 'nothing';

const makeAsk = (more: Partial<ResolvedProfile> = {}) =>
  ask(plan, { profile: profile({ maxTokens: 800, ...more }) });

function makeThinker(tokens: number | (() => number), telling: Telling = 'field') {
  const requests: ProviderRequest[] = [];
  const provider: Provider = {
    name: 'openai',
    complete: async (request): Promise<ProviderReply> => {
      requests.push(request);
      const needed = typeof tokens === 'number' ? tokens : tokens();
      const given = request.maxTokens + request.reasoningTokens;
      const thought = Math.min(needed, given);
      const rest = given - thought;
      const isWhole = rest >= ANSWER_TOKENS;
      const answer = isWhole ? ANSWER : ANSWER.slice(0, Math.floor((ANSWER.length * rest) / ANSWER_TOKENS));
      const words = 'hmm '.repeat(thought);
      const tag = needed > given ? '<think>' : '</think>';
      const text = telling === 'tags' ? `<think>${words}${tag === '</think>' ? tag : ''}${answer}` : answer;
      return reply(text, {
        reasoning: telling === 'field' ? words : '',
        finishReason: isWhole ? 'stop' : 'length',
        usage: {
          promptTokens: 10,
          completionTokens: thought + Math.min(rest, ANSWER_TOKENS),
          ...(telling === 'count' && { reasoningTokens: thought }),
        },
      });
    },
  };
  return { provider, requests };
}

describe.each(['field', 'count', 'tags', 'nothing'] as const)(
  'a model that tells its thinking by %s',
  (telling) => {
    it.each([600, 1_200, 3_000, 9_000])('and thinks %i tokens costs one call more, once', async (tokens) => {
      const { provider } = makeThinker(tokens, telling);
      const gateway = gatewayTo(provider);
      const calls: number[] = [];
      for (const step of ['a', 'b', 'c', 'd', 'e']) {
        const answer = await gateway.ask(new MemoryPort(), step, makeAsk(), { decide });
        expect(answer).toMatchObject({ ok: true, value: { reason: 'Ada was asked, so she speaks first.' } });
        calls.push(answer.calls);
      }
      expect(calls[0]).toBeLessThanOrEqual(2);
      expect(calls.slice(1)).toEqual([1, 1, 1, 1]);
    });
  },
);

it('a long answer, or one that is counted otherwise, is not taken for thinking', async () => {
  const answers = [
    { text: JSON.stringify({ reason: 'Ada was asked. '.repeat(120) }), completionTokens: 800 },
    { text: ANSWER, completionTokens: 60 },
  ];
  for (const { text, completionTokens } of answers) {
    const model = saying(reply(text, { usage: { promptTokens: 10, completionTokens } }));
    const gateway = gatewayTo(model);
    for (const step of ['a', 'b']) await gateway.ask(new MemoryPort(), step, makeAsk(), { decide });
    expect(model.requests.map(({ reasoningTokens }) => reasoningTokens)).toEqual([0, 0]);
  }
});

describe('thinking that was cut off', () => {
  it('raises its own allowance, up to the profile, and leaves the answer its tokens', async () => {
    const { provider, requests } = makeThinker(3_000);
    const port = new MemoryPort();
    await gatewayTo(provider).ask(port, 'a', makeAsk(), { decide });
    expect(requests.map(({ maxTokens, reasoningTokens }) => [maxTokens, reasoningTokens])).toEqual([
      [800, 0],
      [800, 16_000],
    ]);
    expect(port.calls[0]?.result).toMatchObject({
      learnt: { reasoningTokens: 16_000 },
      problems: [{ message: expect.stringContaining('thinking of more than') }],
    });
  });

  it('at the most that the profile allows fails, and the fix names the setting', async () => {
    const { provider, requests } = makeThinker(9_000);
    const answer = await gatewayTo(provider).ask(new MemoryPort(), 'a', makeAsk({ reasoningTokens: 2_000 }), {
      decide,
    });
    expect(answer).toMatchObject({ ok: false, failure: { fix: expect.stringContaining('reasoningTokens') } });
    expect(Math.max(...requests.map(({ reasoningTokens }) => reasoningTokens))).toBe(2_000);
    expect(requests.length).toBeLessThanOrEqual(3);
  });

  it('that grows later is met again, with one call more', async () => {
    let needed = 600;
    const { provider } = makeThinker(() => needed);
    const gateway = gatewayTo(provider);
    const ask = async () => (await gateway.ask(new MemoryPort(), 'a', makeAsk(), { decide })).calls;
    expect([await ask(), await ask()]).toEqual([1, 1]);
    needed = 7_000;
    expect([await ask(), await ask()]).toEqual([2, 1]);
  });

  it('comes to the same on a replay, whatever is known of the model by then', async () => {
    const { provider, requests } = makeThinker(3_000);
    const port = new MemoryPort();
    const answer = await gatewayTo(provider).ask(port, 'a', makeAsk(), { decide });
    const made = requests.length;
    expect(await gatewayTo(provider).ask(new MemoryPort(port.calls), 'a', makeAsk(), { decide })).toEqual(
      answer,
    );
    expect(requests).toHaveLength(made);
  });
});

describe('a profile', () => {
  it.each([
    [{ reasoning: 'low' }, 2_048],
    [{ reasoning: 'medium' }, 8_192],
    [{ reasoning: 'high' }, 16_000],
    [{ reasoning: 'high', reasoningTokens: 4_000 }, 4_000],
    [{ reasoning: 'off' }, 0],
    [{}, 0],
  ] as [Partial<ResolvedProfile>, number][])(
    '%j allows %i tokens of thinking at first',
    async (more, tokens) => {
      const { provider, requests } = makeThinker(0);
      await gatewayTo(provider).ask(new MemoryPort(), 'a', makeAsk(more), { decide });
      expect(requests[0]).toMatchObject({ reasoning: more.reasoning ?? 'default', reasoningTokens: tokens });
    },
  );

  it('keeps back what an answer and its thinking may cost', async () => {
    const sizes: number[] = [];
    class Sized extends MemoryPort {
      override call: MemoryPort['call'] = (...args) => {
        sizes.push(
          (args as unknown as [unknown, unknown, unknown, unknown, { maxTokens: number }])[4].maxTokens,
        );
        return super.call(...args);
      };
    }
    const { provider } = makeThinker(1_200);
    const gateway = gatewayTo(provider);
    for (const step of ['a', 'b']) await gateway.ask(new Sized(), step, makeAsk(), { decide });
    expect(sizes).toEqual([800, 16_800, 8_992]);
  });

  it('gives its samplers and its own fields to the provider; the temperature follows the role without one', async () => {
    const { provider, requests } = makeThinker(0);
    const gateway = gatewayTo(provider);
    const settings = { topP: 0.9, topK: 40, stop: ['Mara:'], seed: 7, extraBody: { mirostat: 2 } };
    await gateway.ask(new MemoryPort(), 'a', makeAsk(settings), { decide });
    await gateway.ask(
      new MemoryPort(),
      'b',
      { ...makeAsk({ temperature: 0.1 }), role: 'character' },
      { decide },
    );
    await gateway.ask(new MemoryPort(), 'c', { ...makeAsk(), role: 'character' }, { decide });
    await gateway.ask(new MemoryPort(), 'd', { ...makeAsk(), role: 'judge' }, { decide });
    const { extraBody, ...samplers } = settings;
    expect(requests[0]).toMatchObject({ samplers: { temperature: 0.3, ...samplers }, extraBody });
    expect(requests.map((request) => request.samplers.temperature)).toEqual([0.3, 0.1, 0.9, 0]);
  });
});

it('a small window leaves thinking only the room beside prompt and answer', async () => {
  const { provider, requests } = makeThinker(0);
  const capability = createCapabilityMemory();
  capability.of('demo', 'openai', 'm').setWindow(2_000);
  const gateway = gatewayTo(provider, { capability });
  await gateway.ask(new MemoryPort(), 'a', makeAsk({ reasoning: 'high' }), { decide });
  const { maxTokens, reasoningTokens } = requests[0] ?? { maxTokens: 0, reasoningTokens: 0 };
  expect(maxTokens).toBe(800);
  expect(reasoningTokens).toBeGreaterThan(900);
  expect(reasoningTokens).toBeLessThan(1_200);
});
