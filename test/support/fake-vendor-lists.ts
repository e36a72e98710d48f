/**
 * Model lists of Anthropic, Google and OpenRouter, and refusals of unauthenticated requests, from their
 * references.
 */

type Body = Record<string, unknown>;

interface ModelList {
  path: RegExp;
  /** Readable with any key. */
  isPublic: boolean;
  page: Body;
}

/** Lists by the name of the vendor. Workers AI has none: its binding only runs models. */
export const MODEL_LISTS: Readonly<Record<string, ModelList>> = {
  anthropic: {
    path: /^\/v1\/models$/,
    isPublic: false,
    page: {
      data: [
        ['claude-opus-5-5', 1_000_000, 128_000],
        ['claude-haiku-4-5', 200_000, 64_000],
      ].map(([id, max_input_tokens, max_tokens]) => ({
        ...{ type: 'model', id, display_name: `Model ${id}`, created_at: '2026-01-01T00:00:00Z' },
        ...{ max_input_tokens, max_tokens, capabilities: { structured_outputs: { supported: true } } },
      })),
      has_more: false,
      first_id: 'claude-opus-5-5',
      last_id: 'claude-haiku-4-5',
    },
  },
  google: {
    path: /^\/v1beta\/models$/,
    isPublic: false,
    page: {
      models: [
        {
          ...{ name: 'models/gemini-embedding-001', version: '001', displayName: 'Gemini Embedding 001' },
          ...{ inputTokenLimit: 2_048, outputTokenLimit: 1, supportedGenerationMethods: ['embedContent'] },
        },
        {
          ...{ name: 'models/gemini-2.5-flash', version: '001', displayName: 'Gemini 2.5 Flash' },
          ...{ inputTokenLimit: 1_048_576, outputTokenLimit: 65_536, thinking: true },
          ...{ supportedGenerationMethods: ['generateContent', 'countTokens'], temperature: 1, topK: 64 },
        },
      ],
    },
  },
  openrouter: {
    path: /^\/api\/v1\/models$/,
    isPublic: true,
    page: {
      data: [
        {
          ...{ id: 'some/model', canonical_slug: 'some/model', name: 'Some: Model', created: 1_760_000_000 },
          ...{ context_length: 131_072, per_request_limits: null, supported_parameters: ['temperature'] },
          top_provider: { context_length: 65_536, max_completion_tokens: 8_192, is_moderated: false },
          pricing: { prompt: '0.0000001', completion: '0.0000004', request: '0', image: '0' },
          architecture: { input_modalities: ['text'], output_modalities: ['text'], tokenizer: 'Other' },
        },
      ],
    },
  },
};

interface Refused {
  status: number;
  body: Body;
}

/**
 * The answer to a request without a required header; null if it has all of them.
 *
 * @param vendor its name
 */
export function refuseHeaders(vendor: string, headers: Readonly<Record<string, string>>): Refused | null {
  if (vendor === 'anthropic' && !headers['x-api-key'])
    return refuseAnthropic(401, 'authentication_error', 'x-api-key header is required');
  if (vendor === 'anthropic' && !headers['anthropic-version'])
    return refuseAnthropic(400, 'invalid_request_error', 'anthropic-version: header is required');
  if (vendor === 'google' && !headers['x-goog-api-key']) {
    const message = "Method doesn't allow unregistered callers (callers without established identity).";
    return { status: 403, body: { error: { code: 403, message, status: 'PERMISSION_DENIED' } } };
  }
  return null;
}

const refuseAnthropic = (status: number, type: string, message: string): Refused => ({
  status,
  body: { type: 'error', error: { type, message }, request_id: 'req_fake' },
});
