import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ask, gatewayTo, saying } from '../../test/support/asks';
import { decide, MemoryPort } from '../../test/support/memory-port';
import type { Ask } from '../room/step-context';
import { createCapabilityMemory } from './capability';
import type { Provider, ProviderReply, ProviderRequest } from './provider';
import { showsSchema } from './providers/make';

const schema = z.object({ lamp: z.string().describe('color of the lamp') });
const GREEN = '{"lamp":"green"}';
const REQUEST = ask(schema);
const hasForm = ({ messages }: ProviderRequest): boolean =>
  JSON.stringify(messages).includes('OUTPUT FORMAT');

/** A model whose prompt has the schema, after these answers to earlier requests. */
async function openTo(answers: (string | ProviderReply)[], more: Partial<Provider> = { showsSchema: true }) {
  const model = saying(...answers);
  const capability = createCapabilityMemory();
  const { ask: send } = gatewayTo({ ...model, ...more }, { capability });
  return {
    requests: model.requests,
    memory: capability.of('demo', 'openai', 'm'),
    send: (request: Ask<z.infer<typeof schema>> = REQUEST, port = new MemoryPort()) =>
      send(port, 'a', request, { decide }),
  };
}

describe('the answer format', () => {
  it('is left out once an answer has followed a schema that the model reads', async () => {
    const { send, requests } = await openTo([GREEN]);
    await send();
    const port = new MemoryPort();
    expect(await send(REQUEST, port)).toMatchObject({ ok: true, rung: 'json_schema' });
    expect(requests.map(hasForm)).toEqual([true, false]);
    expect(requests[1]).toMatchObject({
      messages: REQUEST.messages,
      constraint: 'json_schema',
      jsonSchema: { properties: { lamp: { description: 'color of the lamp' } } },
    });
    expect(port.calls[0]?.intent.messages).toEqual(requests[1]?.messages);
  });

  it('stays if the endpoint only constrains sampling with the schema', async () => {
    const { send, requests } = await openTo([GREEN], {});
    await send();
    await send();
    expect(requests.map(hasForm)).toEqual([true, true]);
  });

  it('stays if the profile has its own', async () => {
    const { send, requests } = await openTo([GREEN]);
    await send();
    await send({ ...REQUEST, instruction: 'OUTPUT FORMAT\nAs in {"lamp":"red"}' });
    expect(requests.map(hasForm)).toEqual([true, true]);
  });

  it('is back in the request that lists mistakes', async () => {
    const { send, requests } = await openTo([GREEN, '{"lamp":7}', GREEN]);
    await send();
    expect(await send()).toMatchObject({ ok: true, rung: 'retried' });
    expect(requests.map(hasForm)).toEqual([true, false, true]);
    expect(JSON.stringify(requests[2]?.messages)).toContain('/lamp');
  });

  it('is back once the schema is refused', async () => {
    const refusal: ProviderReply = {
      kind: 'refused',
      error: 'response_format json_schema is not supported',
      retryable: true,
      constraintRefused: 'named',
    };
    const { send, requests } = await openTo([GREEN, refusal, GREEN]);
    for (let n = 0; n < 3; n += 1) await send();
    expect(requests.map(({ constraint }) => constraint)).toEqual([
      'json_schema',
      'json_schema',
      'json_object',
      'json_object',
    ]);
    expect(requests.map(hasForm)).toEqual([true, false, true, true]);
  });

  it('is never missing from both prompt and request', async () => {
    const { send, requests, memory } = await openTo([GREEN]);
    await send();
    // Another request learns this after the prompt was stored, and before it is sent.
    class SlowPort extends MemoryPort {
      override call: MemoryPort['call'] = (step, intent, run, rule) => {
        memory.refuseConstraint('json_schema', 'named', true);
        return super.call(step, intent, run, rule);
      };
    }
    await send(REQUEST, new SlowPort());
    expect(requests.map(({ constraint }) => constraint)).toEqual(['json_schema', 'json_schema']);
    expect(requests.map(hasForm)).toEqual([true, false]);
  });

  it.each([
    ['without it', [GREEN]],
    ['with it', []],
  ])('is replayed as it was sent: %s', async (_, earlier) => {
    const { send } = await openTo([...earlier, '{"lamp":7}', GREEN]);
    if (earlier.length > 0) await send();
    const port = new MemoryPort();
    const answer = await send(REQUEST, port);
    // One instance has learned nothing of the model, the other that it follows schemas.
    for (const known of [false, true]) {
      const other = await openTo([GREEN]);
      if (known) other.memory.keepConstraint('json_schema', false, true);
      expect(await other.send(REQUEST, new MemoryPort(port.calls))).toEqual(answer);
      expect(other.requests).toEqual([]);
    }
  });
});

it.each([
  ['openai', null, true],
  ['openai', 'https://eu.api.openai.com/v1', true],
  ['openai', 'http://127.0.0.1:8080/v1', false],
  ['openai', 'https://api.openai.com.example.org/v1', false],
  ['anthropic', null, true],
  ['anthropic', 'https://api.anthropic.com/v1', true],
  ['anthropic', 'https://gateway.example.org/v1', false],
  ['google', null, true],
  ['google', 'https://gateway.example.org/v1beta', false],
  ['openrouter', null, false],
  ['workers-ai', null, false],
] as const)('knows if %s at %s shows its schema to the model', (kind, baseUrl, expected) =>
  expect(showsSchema(kind, baseUrl)).toBe(expected),
);
