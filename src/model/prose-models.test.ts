import { describe, expect, it } from 'vitest';
import { askLine, gatewayTo, profile, reply, saying } from '../../test/support/asks';
import { decide, MemoryPort } from '../../test/support/memory-port';
import type { ResolvedProfile } from '../contract/profiles';
import { createCapabilityMemory } from './capability';
import type { ProviderRequest } from './provider';

const PARAGRAPHS = [
  'The reeve sets the lantern down and looks at the water for a long while.',
  '"You came by the old road," she says. "Nobody comes by the old road."',
  'Then she laughs, and the dog beside her lifts its head. It has heard that laugh before.',
].join('\n\n');

function makeModel(texts: readonly string[], finishReason = 'stop') {
  const usage = { promptTokens: 10, completionTokens: 100 };
  const provider = saying(...texts.map((text) => reply(text, { finishReason, usage })));
  const capability = createCapabilityMemory();
  const gateway = gatewayTo(provider, { capability });
  return { gateway, requests: provider.requests, model: capability.of('demo', 'openai', 'm') };
}

const makeAsk = (more: Partial<ResolvedProfile> = {}) =>
  askLine({ profile: profile({ maxTokens: 800, ...more }) });

const endOf = (request: ProviderRequest | undefined): string => String(request?.messages.at(-1)?.content);

describe('a model that answers in prose', () => {
  it('is asked for prose from the start after its first line: one call a line', async () => {
    const { gateway, requests } = makeModel([PARAGRAPHS]);
    const calls: number[] = [];
    for (const step of ['a', 'b', 'c', 'd']) {
      const port = new MemoryPort();
      const answer = await gateway.ask(port, step, makeAsk(), { decide });
      expect(answer).toMatchObject({ ok: true, rung: 'prose', value: { text: PARAGRAPHS } });
      calls.push(answer.calls);
      if (step === 'a') continue;
      expect(port.calls[0]?.result).toMatchObject({
        learnt: { prose: true },
        notes: [expect.stringContaining('asked for plain prose')],
      });
      // The record has the prompt that was sent; the intent does not depend on lessons.
      expect(port.calls[0]?.result.sent).toEqual(requests.at(-1)?.messages);
      expect(String(port.calls[0]?.intent.messages.at(-1)?.content)).toContain('JSON object');
    }
    expect(calls).toEqual([3, 1, 1, 1]);
    expect(endOf(requests.at(-1))).toContain('plain prose');
    expect(requests.at(-1)?.constraint).toBe('none');
  });

  it('may miss once: it is asked in prose a second time, and no third', async () => {
    const { gateway, requests, model } = makeModel(['…', 'Nobody is here but me.']);
    for (const _ of '12') model.recordLineFormat(true);
    expect(await gateway.ask(new MemoryPort(), 'a', makeAsk(), { decide })).toMatchObject({
      ok: true,
      calls: 2,
      value: { text: 'Nobody is here but me.' },
    });
    const silent = makeModel(['…']);
    for (const _ of '12') silent.model.recordLineFormat(true);
    expect(await silent.gateway.ask(new MemoryPort(), 'a', makeAsk(), { decide })).toMatchObject({
      ok: false,
      calls: 2,
    });
    expect(requests).toHaveLength(2);
  });

  it('that is cut off is asked once more with twice the tokens, then kept to its whole sentences', async () => {
    const { gateway, requests, model } = makeModel(['It was dark. It was stor'], 'length');
    for (const _ of '12') model.recordLineFormat(true);
    expect(await gateway.ask(new MemoryPort(), 'a', makeAsk(), { decide })).toMatchObject({
      ok: true,
      calls: 2,
      value: { text: 'It was dark.' },
    });
    expect(requests.map(({ maxTokens }) => maxTokens)).toEqual([800, 1_600]);
  });

  it('comes to the same on a replay that knows nothing of it', async () => {
    const { gateway, model } = makeModel(['…', 'Nobody is here but me.']);
    for (const _ of '12') model.recordLineFormat(true);
    const port = new MemoryPort();
    const answer = await gateway.ask(port, 'a', makeAsk(), { decide });
    const { gateway: other, requests } = makeModel(['never asked']);
    expect(await other.ask(new MemoryPort(port.calls), 'a', makeAsk(), { decide })).toEqual(answer);
    expect(requests).toEqual([]);
  });

  it('is still asked for JSON where the profile wants fields beside the line', async () => {
    const { gateway, requests, model } = makeModel([
      '{"thought":null,"kind":"say","text":"Good day to you."}',
    ]);
    for (const _ of '12') model.recordLineFormat(true);
    await gateway.ask(new MemoryPort(), 'a', makeAsk({ outputExtraFields: ['mood'] }), { decide });
    expect(requests[0]?.constraint).toBe('json_schema');
  });

  it('keeps a line of thousands of characters whole, as its tokens allow', async () => {
    const long = Array.from(
      { length: 90 },
      (_, n) => `Sentence number ${n} is about the river and its reeds.`,
    );
    const text = `${long.slice(0, 45).join(' ')}\n\n${long.slice(45).join(' ')}`;
    expect(text.length).toBeGreaterThan(4_000);
    const { gateway, model } = makeModel([text]);
    for (const _ of '12') model.recordLineFormat(true);
    const answer = await gateway.ask(new MemoryPort(), 'a', makeAsk({ maxTokens: 1_500 }), { decide });
    expect(answer).toMatchObject({ ok: true, value: { text } });
  });
});

it.each([
  "I'm sorry, but I can't continue with this.",
  "I'm sorry, but I can't assist with that request.",
  'I cannot continue this roleplay as it violates my guidelines.',
])('a model that declines teaches nothing: %s', async (apology) => {
  const { gateway, model } = makeModel([apology]);
  for (const step of ['a', 'b', 'c']) await gateway.ask(new MemoryPort(), step, makeAsk(), { decide });
  expect(model.strongest()).toBe('json_schema');
  expect(model.speaksProse()).toBe(false);
});
