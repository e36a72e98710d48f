import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { extraBody, PROVIDER_KINDS, type ProviderKind } from '../contract/providers';
import { checkSpending, listedFields } from './operator-fields';
import { checkProviders, type KnownProviders } from './provider-names';

const COSTLY: Record<string, unknown> = {
  models: ['openai/gpt-5-pro'],
  route: 'fallback',
  provider: { order: ['azure'] },
  plugins: [{ id: 'web' }],
  transforms: ['middle-out'],
  service_tier: 'priority',
  web_search_options: {},
  mcp_servers: [{ type: 'url', url: 'https://x.example' }],
  container: 'c',
  cachedContent: 'cachedContents/x',
  cache_control: { type: 'ephemeral' },
  prediction: { type: 'content', content: 'x' },
  modalities: ['text', 'audio'],
  audio: { voice: 'x', format: 'wav' },
  functions: [],
  function_call: 'auto',
  best_of: 2,
  num_predict: 100_000,
  n_predict: -1,
  max_output_tokens: 100_000,
  max_new_tokens: 100_000,
  options: { num_predict: -1 },
  thinking: { type: 'enabled', budget_tokens: 60_000 },
  reasoning: { max_tokens: 60_000 },
  reasoning_effort: 'xhigh',
  store: true,
  metadata: { user: 'x' },
  lora: 'x',
  raw: true,
  something_new: 1,
};

const known = (kind: ProviderKind): KnownProviders =>
  new Map([
    ['operators', { kind, baseUrl: 'https://x.example', hasModel: true }],
    ['own', { kind, baseUrl: 'https://x.example', hasModel: true, isOwnKey: true }],
  ]);

describe.each(PROVIDER_KINDS)('with the key of the operator, the kind %s', (kind) => {
  it.each(Object.entries(COSTLY))(
    'is refused %s; with a key of its own a tenant may send it',
    (field, value) => {
      const profiles = { director: { extraBody: { [field]: value } } };
      const findings = checkProviders(profiles, known(kind), 'operators');
      expect(findings.map(({ pointer }) => pointer)).toEqual([
        expect.stringMatching(new RegExp(`^/profiles/director/extraBody/${field}`)),
      ]);
      expect(findings[0]?.message).toMatch(/PUT \/v1\/providers/);
      expect(checkProviders(profiles, known(kind), 'own')).toEqual([]);
    },
  );

  it('may send what is listed, in its range, and each field is documented', () => {
    const docs = readFileSync('docs/models.md', 'utf8');
    for (const field of listedFields(kind)) expect(docs).toContain(`\`${field}\``);
  });
});

it.each<[ProviderKind, Record<string, unknown>, string[]]>([
  [
    'openai',
    { mirostat: 2, min_p: 0.1, logit_bias: { '50256': -100 }, reasoning_effort: 'low', best_of: 1 },
    [],
  ],
  ['openai', { mirostat: '2' }, ['/extraBody/mirostat']],
  ['openai', { temperature: 9 }, ['/extraBody/temperature']],
  ['openai', { logit_bias: { ' x': 1 } }, ['/extraBody/logit_bias/ x']],
  ['openai', { chat_template_kwargs: { enable_thinking: false } }, []],
  ['openai', { chat_template_kwargs: { tools: [] } }, ['/extraBody/chat_template_kwargs/tools']],
  ['google', { generationConfig: { topK: 4 } }, []],
  ['google', { generationConfig: { thinkingConfig: {} } }, ['/extraBody/generationConfig/thinkingConfig']],
  ['google', { safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'OFF' }] }, []],
  ['anthropic', { top_k: 5 }, []],
  ['anthropic', { temperature: 2 }, ['/extraBody/temperature']],
])('%s: %j', (kind, extra, pointers) =>
  expect(checkSpending(kind, 'm', extra).map(({ pointer }) => pointer)).toEqual(pointers),
);

it.each(['some/model:online', 'some/model:ONLINE', '@preset/mine', 'some/model@preset/mine'])(
  'the route %s of OpenRouter costs more than its tokens',
  (model) => {
    const profiles = { director: { model } };
    expect(checkProviders(profiles, known('openrouter'), 'operators')).toEqual([
      { pointer: '/profiles/director/model', message: expect.stringContaining('PUT /v1/providers') },
    ]);
    expect(checkProviders(profiles, known('openrouter'), 'own')).toEqual([]);
  },
);

it('the fallback of a profile, and the agents of an adventure, are held to it too', () => {
  const costly = { extraBody: { models: ['x'] } };
  const pointers = (profiles: unknown, defaultName: string) =>
    checkProviders(profiles, known('openai'), defaultName).map(({ pointer }) => pointer);
  expect(pointers({ director: { provider: 'operators', fallback: costly } }, 'own')).toEqual([
    '/profiles/director/fallback/extraBody/models',
  ]);
  expect(pointers({ adventurer: { provider: 'operators' }, critic: costly }, 'own')).toEqual([
    '/profiles/critic/extraBody/models',
  ]);
});

it.each(['candidateCount', 'maxOutputTokens', 'responseSchema'])(
  '%s is the stage’s own, at the top and within generationConfig: nobody may send it',
  (field) => {
    expect(extraBody.safeParse({ [field]: 1 }).success).toBe(false);
    expect(extraBody.safeParse({ generationConfig: { [field]: 1 } }).success).toBe(false);
  },
);
