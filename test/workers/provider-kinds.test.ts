import { toProviderSchema } from 'answer-reader';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createProvider } from '../../src/model/providers/make';
import { request } from '../support/asks';
import { ANTHROPIC, GOOGLE, OPENROUTER, type Vendor } from '../support/fake-vendor-formats';

/** The clients of all kinds inside workerd, where streams, timers and the environment differ from Node. */
const KINDS = [
  { kind: 'anthropic', vendor: ANTHROPIC, model: 'claude-haiku-4-5' },
  { kind: 'google', vendor: GOOGLE, model: 'gemini-2.5-flash' },
  { kind: 'openrouter', vendor: OPENROUTER, model: 'some/model' },
] as const;

const TEXT = '{"kind":"say","text":"The lamp is lit."}';
const ANSWER = {
  ...{ text: TEXT, thought: 'Is it?', promptTokens: 40, cachedTokens: 8, thoughtTokens: 3, answerTokens: 9 },
  end: 'stop' as const,
};

/** An endpoint of a vendor; `pours`: its stream is endless, with data available immediately. */
const endpoint =
  (vendor: Vendor, pours = false): typeof globalThis.fetch =>
  async (input, init) => {
    const request = vendor.read(JSON.parse(String(init?.body)), new URL(String(input)));
    if (!request.isStream) return Response.json(vendor.whole(request, ANSWER));
    const headers = { 'Content-Type': 'text/event-stream' };
    const events = vendor.events(request, ANSWER);
    if (!pours) return new Response(events.join(''), { headers });
    const encoder = new TextEncoder();
    let at = 0;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(encoder.encode(events[Math.min(at++, events.length - 4)])),
    });
    return new Response(body, { headers });
  };

const asked = request({
  constraint: 'json_schema',
  jsonSchema: toProviderSchema(z.object({ kind: z.string(), text: z.string() })),
  reasoning: 'low',
  reasoningTokens: 2_000,
});

describe.each(KINDS)('the client of $kind', ({ kind, vendor, model }) => {
  const provider = (pours = false) =>
    createProvider(kind, { name: 'p', apiKey: 'k-0123' }, { now: () => 0, fetch: endpoint(vendor, pours) });

  it('asks and streams', async () => {
    let heard = '';
    const onChunk = (chunk: string): void => {
      heard += chunk;
    };
    for (const more of [{}, { onChunk }])
      expect(
        await provider().complete({ ...asked, model, ...more }, AbortSignal.timeout(20_000)),
      ).toMatchObject({
        ...{ kind: 'answered', text: TEXT, reasoning: 'Is it?', finishReason: 'stop' },
        usage: { promptTokens: expect.any(Number), reasoningTokens: 3, cachedTokens: 8 },
      });
    expect(heard).toBe(TEXT);
  });

  it('hears its signal while an endpoint pours', async () => {
    const abort = new AbortController();
    let chunks = 0;
    const onChunk = (): void => {
      chunks += 1;
      if (chunks === 20) setTimeout(() => abort.abort(), 0);
    };
    const reply = await provider(true).complete({ ...asked, model, onChunk }, abort.signal);
    expect(reply).toMatchObject({ kind: 'unreachable', begun: true });
  });
});
