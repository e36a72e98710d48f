import { z } from 'zod';
import { dropUndefined } from '../base/drop-undefined';
import { isTooDeep, MAX_JSON_DEPTH } from '../base/json';

/** Protocols of providers. */
export const PROVIDER_KINDS = ['openai', 'anthropic', 'google', 'openrouter', 'workers-ai'] as const;
export type ProviderKind = (typeof PROVIDER_KINDS)[number];

export const answeredBy = z
  .array(z.string())
  .describe(
    'Models that answered so far, as `qwen3:8b by local`. Before the first answer: the configured models',
  );

/** URLs of the vendors' own services, without a trailing slash. Workers AI has none: it is a binding. */
export const VENDOR_URLS = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
  openrouter: 'https://openrouter.ai/api/v1',
  'workers-ai': null,
} as const satisfies Record<ProviderKind, string | null>;

/**
 * The name under which we store traits of a vendor's own service, for provider names that only a tenant has. Every
 * isolate knows the operator's names, but a tenant's name is known only after reading its keys. No provider can have
 * this name.
 */
export const vendorLessons = (kind: ProviderKind): string => `vendor:${kind}`;

/** API key of a vendor. The format keeps it a single header value. */
export const vendorKey = z.string().regex(/^[\x21-\x7e]{1,1000}$/, {
  error: 'must be 1 to 1000 printable ASCII characters without spaces',
});

/** Name by which profiles refer to a provider. */
export const providerName = z.string().regex(/^[a-z][a-z0-9_-]{0,39}$/, {
  error: 'must start with a lowercase letter, then at most 39 of a-z, 0-9, _ and -',
});

/** Paths are appended to base URLs as text, so credentials, queries and fragments would break requests. */
function isPlainAddress(url: string): boolean {
  const { pathname, username, password } = new URL(url);
  const path = url.replace(/^https?:\/\/[^/\\]*/i, '');
  return username === '' && password === '' && (path === pathname || (path === '' && pathname === '/'));
}

/** Base URL of an endpoint. */
export const baseUrl = z
  .url({ protocol: /^https?$/, error: 'must be a URL such as https://api.example.com/v1' })
  .max(2_000)
  .refine((url) => URL.canParse(url) && !/[?#]/.test(url), { error: 'must not contain ? or #' })
  .refine((url) => URL.canParse(url) && isPlainAddress(url), {
    error: 'must not contain a user name, or a path with .., \\ or spaces',
  });

/** Kind and URL of a provider; they determine the supported settings. `baseUrl` null: the vendor's own. */
export interface ProviderInfo {
  kind: ProviderKind;
  baseUrl: string | null;
}

/** A provider that a tenant saved. Contains a secret, which is only sent to the URL it was saved with. */
export interface TenantProvider {
  name: string;
  kind: ProviderKind;
  /** Without a trailing slash. */
  address: string;
  /** Null: the endpoint needs none. */
  apiKey: string | null;
  /** Default model. */
  model: string | null;
  /** Context window of that model; null: the stage's default. */
  maxContextTokens: number | null;
  /** True if the tenant's new rooms use it when their profiles name no provider. */
  isDefault: boolean;
}

const MAX_EXTRA_CHARS = 4_000;
/**
 * Request fields that `extraBody` must not replace, at the top of the body and within `generationConfig`: prompt,
 * format and limits, in all protocols.
 */
export const OWN_BODY_FIELDS = [
  'model',
  'messages',
  'contents',
  'system',
  'systemInstruction',
  'stream',
  'stream_options',
  'max_tokens',
  'max_completion_tokens',
  'maxOutputTokens',
  'response_format',
  'responseMimeType',
  'responseJsonSchema',
  'responseSchema',
  'format',
  'tools',
  'tool_choice',
  'toolConfig',
  'n',
  'candidateCount',
] as const;

const hasOwnField = (value: unknown): boolean =>
  OWN_BODY_FIELDS.some((field) => typeof value === 'object' && value !== null && Object.hasOwn(value, field));

/** Additional request fields, in the endpoint's own terms. */
export const extraBody = z
  .record(z.string().min(1).max(100), z.unknown())
  .refine((value) => !isTooDeep(value) && JSON.stringify(value).length <= MAX_EXTRA_CHARS, {
    error: `at most ${MAX_EXTRA_CHARS} characters of JSON and ${MAX_JSON_DEPTH} levels`,
  })
  .refine((value) => !hasOwnField(value) && !hasOwnField(value.generationConfig), {
    error: `must not contain ${OWN_BODY_FIELDS.join(', ')}: the stage sets these`,
  });

const sampler = (least: number, most: number, what: string) =>
  z.number().min(least).max(most).optional().describe(what);

/**
 * Sampling and reasoning settings of a profile. docs/models.md#profiles lists which kinds of providers support them.
 */
export const requestSettings = {
  temperature: sampler(
    0,
    2,
    'Sampling temperature. Default: by role, from 0 for a judge to 0.9 for a character (docs/models.md#profiles)',
  ),
  topP: sampler(0, 1, 'Nucleus sampling: sample from the most likely tokens with this total probability'),
  topK: z.int().min(1).max(1000).optional().describe('Sample from this many of the most likely tokens'),
  minP: sampler(0, 1, 'Exclude tokens less likely than this fraction of the most likely token'),
  frequencyPenalty: sampler(-2, 2, 'Penalty for tokens by their frequency so far'),
  presencePenalty: sampler(-2, 2, 'Penalty for tokens that appeared at all'),
  repetitionPenalty: sampler(0.5, 2, 'Penalty factor for repeated tokens; 1 is no penalty'),
  stop: z
    .array(z.string().min(1).max(100))
    .min(1)
    .max(4)
    .optional()
    .describe('Stop sequences. The answer ends before any of these'),
  seed: z
    .int()
    .min(0)
    .max(2_147_483_647)
    .optional()
    .describe('Makes sampling reproducible if the provider supports it'),
  extraBody: extraBody.optional().describe("Additional request fields, in the endpoint's own terms"),
  reasoning: z
    .enum(['default', 'off', 'low', 'medium', 'high'])
    .optional()
    .describe("Reasoning effort of the model. `default`: the model's own default"),
  reasoningTokens: z
    .int()
    .min(0)
    .max(64_000)
    .optional()
    .describe('Maximum reasoning tokens, in addition to `maxTokens`, for models that reason. Default 16000'),
};

export type RequestSettings = z.infer<z.ZodObject<typeof requestSettings>>;
/** Sampling settings. */
export type Samplers = Omit<RequestSettings, 'reasoning' | 'reasoningTokens' | 'extraBody'>;
export type Reasoning = NonNullable<RequestSettings['reasoning']>;

/** Picks the sampling and reasoning settings that a profile sets. */
export const pickSettings = (profile: RequestSettings): RequestSettings =>
  dropUndefined(pickFields(profile, SETTINGS));

/** Picks only the sampling settings. */
export const pickSamplers = (profile: RequestSettings): Samplers =>
  dropUndefined(pickFields(profile, SAMPLERS));

const SETTINGS = Object.keys(requestSettings) as (keyof RequestSettings)[];
const SAMPLERS = SETTINGS.filter(
  (name): name is keyof Samplers => !['reasoning', 'reasoningTokens', 'extraBody'].includes(name),
);

const pickFields = <T extends object, K extends keyof T>(value: T, names: readonly K[]): Pick<T, K> =>
  Object.fromEntries(names.map((name) => [name, value[name]])) as Pick<T, K>;
