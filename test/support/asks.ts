import { z } from 'zod';
import type { ResolvedProfile } from '../../src/contract/profiles';
import { createGateway } from '../../src/model/gateway';
import type { PartialAnswer, Provider, ProviderReply, ProviderRequest } from '../../src/model/provider';
import type { Ask } from '../../src/room/step-context';

/**
 * Builders for model requests and answers. A test names only the fields it is about:
 *
 *   const model = saying('{"confidence":1}');
 *   gatewayTo(model).ask(port, 'a', ask(schema, { profile: profile({ maxTokens: 800 }) }), { decide });
 *   model.requests[0]?.maxTokens;
 */
export const profile = (more: Partial<ResolvedProfile> = {}): ResolvedProfile => ({
  provider: 'openai',
  model: 'm',
  maxTokens: 100,
  maxContextTokens: 16_000,
  timeoutSeconds: 5,
  mayEmit: ['say'],
  ...more,
});

let models = 0;
/** A unique model of the fake endpoint, so that tests do not see each other's requests. */
export const newModel = (mode: string): string => {
  models += 1;
  return `fake:${mode}#${models}`;
};

export const ask = <T>(schema: z.ZodType<T>, more: Partial<Ask<T>> = {}): Ask<T> => ({
  role: 'director',
  purpose: 'director pass 1',
  brief: { task: 'director', seed: 's' },
  messages: [
    { role: 'system', content: 'You direct a scene.' },
    { role: 'user', content: 'Mara asks who is there.' },
  ],
  schema,
  schemaName: 'test',
  profile: profile(),
  ...more,
});

export const lineSchema = z.object({
  thought: z.string().nullable().default(null),
  kind: z.enum(['say', 'clue']),
  text: z.string().min(1),
});
export type Line = z.infer<typeof lineSchema>;

export const askLine = (more: Partial<Ask<Line>> = {}): Ask<Line> =>
  ask(lineSchema, {
    role: 'character',
    purpose: 'mara speaks',
    brief: { task: 'character', seed: 's' },
    schemaName: 'line',
    fromProse: (text) => ({ thought: null, kind: 'say', text }),
    ...more,
  });

export const writeLine = (text: string, more: object = {}): string =>
  JSON.stringify({ thought: null, kind: 'say', text, ...more });

export const request = (more: Partial<ProviderRequest> = {}): ProviderRequest => ({
  messages: [{ role: 'user', content: 'Is the lamp lit?' }],
  constraint: 'none',
  jsonSchema: { type: 'object', properties: {}, required: [], additionalProperties: false },
  schemaName: 'line',
  model: 'm',
  samplers: {},
  reasoning: 'default',
  reasoningTokens: 0,
  maxTokens: 100,
  tenant: 'demo',
  brief: { task: 'x', seed: 's' },
  ...more,
});

export const reply = (text: string, more: Partial<PartialAnswer> = {}): PartialAnswer => ({
  kind: 'answered',
  text,
  reasoning: '',
  finishReason: 'stop',
  usage: { promptTokens: 1, completionTokens: 1 },
  ...more,
});

/**
 * A provider that gives these answers one after the other, and then repeats the last; it streams in small
 * pieces.
 */
export function saying(...answers: (string | ProviderReply)[]): Provider & { requests: ProviderRequest[] } {
  const requests: ProviderRequest[] = [];
  return {
    name: 'openai',
    requests,
    complete: async (asked) => {
      const answer = answers[Math.min(requests.length, answers.length - 1)] ?? '';
      requests.push(asked);
      if (typeof answer !== 'string') return answer;
      for (let at = 0; at < answer.length; at += 3) asked.onChunk?.(answer.slice(at, at + 3));
      return reply(answer);
    },
  };
}

type Deps = Parameters<typeof createGateway>[0];
/** A gateway to one provider, or to the understudy only, without a clock and without waits. */
export const gatewayTo = (provider: Provider | null, more: Partial<Deps> = {}) =>
  createGateway({
    providers: provider ? { [provider.name]: provider } : {},
    sleep: async () => {},
    now: () => 0,
    ...more,
  });
