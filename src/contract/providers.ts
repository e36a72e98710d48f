import { z } from 'zod';
import { dropUndefined } from '../base/drop-undefined';
import { isTooDeep, MAX_JSON_DEPTH } from '../base/json';

/** Protocols that a configured provider can speak. */
export const PROVIDER_KINDS = ['openai', 'anthropic', 'google', 'openrouter', 'workers-ai'] as const;
export type ProviderKind = (typeof PROVIDER_KINDS)[number];

export const answeredBy = z
  .array(z.string())
  .describe('Who answered so far, as `qwen3:8b by local`; before the first answer, who is to be asked');

/** Addresses of the vendors' own services, without a trailing slash. Workers AI has none: it is a binding. */
export const VENDOR_URLS = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
  openrouter: 'https://openrouter.ai/api/v1',
  'workers-ai': null,
} as const satisfies Record<ProviderKind, string | null>;

/**
 * The name under which lessons about a vendor's own service are kept, for names that only a tenant has. The operator's
 * names belong to addresses that every isolate knows; a tenant's name is known to those that have read its keys. No
 * provider can have this name.
 */
export const vendorLessons = (kind: ProviderKind): string => `vendor:${kind}`;

/** Key of a vendor's API. The form keeps it one header. */
export const vendorKey = z.string().regex(/^[\x21-\x7e]{1,1000}$/, {
  error: 'must be 1 to 1000 printable ASCII characters without spaces',
});

/** Name by which profiles call a provider. */
export const providerName = z.string().regex(/^[a-z][a-z0-9_-]{0,39}$/, {
  error: 'a lower-case letter, then at most 39 of a-z, 0-9, _ and -',
});

/** Kind and address of a provider: they decide which settings it takes. `baseUrl` null: the vendor's own. */
export interface ProviderInfo {
  kind: ProviderKind;
  baseUrl: string | null;
}

/** A tenant's own key, for the address that it was given for. It is sent nowhere else. */
export interface TenantKey {
  name: string;
  kind: ProviderKind;
  /** Without a trailing slash. */
  address: string;
  apiKey: string;
}

const MAX_EXTRA_CHARS = 4_000;
/**
 * Fields of a request that `extraBody` may not replace, whatever the protocol: those of the prompt, the form and the
 * limits. At the top of the body, and within `generationConfig`.
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

/** Fields that are sent beside those of the stage, as the endpoint names them. */
export const extraBody = z
  .record(z.string().min(1).max(100), z.unknown())
  .refine((value) => !isTooDeep(value) && JSON.stringify(value).length <= MAX_EXTRA_CHARS, {
    error: `at most ${MAX_EXTRA_CHARS} characters of JSON and ${MAX_JSON_DEPTH} levels`,
  })
  .refine((value) => !hasOwnField(value) && !hasOwnField(value.generationConfig), {
    error: `may not have ${OWN_BODY_FIELDS.join(', ')}: the stage sets these`,
  });

const sampler = (least: number, most: number, what: string) =>
  z.number().min(least).max(most).optional().describe(what);

/** Settings of sampling and thinking that a profile may have. Which kind of provider takes which: docs/models.md#profiles. */
export const requestSettings = {
  temperature: sampler(
    0,
    2,
    'Of sampling. Default: by role, from 0 for a judge to 0.9 for a character (docs/models.md#profiles)',
  ),
  topP: sampler(0, 1, 'Samples from the likeliest tokens with this share together'),
  topK: z.int().min(1).max(1000).optional().describe('Samples from this many of the likeliest tokens'),
  minP: sampler(0, 1, 'Leaves out tokens less likely than this share of the likeliest one'),
  frequencyPenalty: sampler(-2, 2, 'Against tokens by how often they came'),
  presencePenalty: sampler(-2, 2, 'Against tokens that came at all'),
  repetitionPenalty: sampler(0.5, 2, 'Against repeated tokens, as a factor; 1 is none'),
  stop: z
    .array(z.string().min(1).max(100))
    .min(1)
    .max(4)
    .optional()
    .describe('The answer ends before any of these'),
  seed: z.int().min(0).max(2_147_483_647).optional().describe('Makes sampling repeatable where it can be'),
  extraBody: extraBody.optional().describe('More fields of the request, as the endpoint names them'),
  reasoning: z
    .enum(['default', 'off', 'low', 'medium', 'high'])
    .optional()
    .describe("How much a model thinks before it answers. Default `default`: the model's own way"),
  reasoningTokens: z
    .int()
    .min(0)
    .max(64_000)
    .optional()
    .describe('Most tokens of thinking, beside `maxTokens`. Default 16000; used when a model thinks'),
};

export type RequestSettings = z.infer<z.ZodObject<typeof requestSettings>>;
/** Settings of the sampler alone. */
export type Samplers = Omit<RequestSettings, 'reasoning' | 'reasoningTokens' | 'extraBody'>;
export type Reasoning = NonNullable<RequestSettings['reasoning']>;

/** The settings of sampling and thinking in a profile, without those it leaves out. */
export const pickSettings = (profile: RequestSettings): RequestSettings =>
  dropUndefined(pickFields(profile, SETTINGS));

/** Those of the sampler alone. */
export const pickSamplers = (profile: RequestSettings): Samplers =>
  dropUndefined(pickFields(profile, SAMPLERS));

const SETTINGS = Object.keys(requestSettings) as (keyof RequestSettings)[];
const SAMPLERS = SETTINGS.filter(
  (name): name is keyof Samplers => !['reasoning', 'reasoningTokens', 'extraBody'].includes(name),
);

const pickFields = <T extends object, K extends keyof T>(value: T, names: readonly K[]): Pick<T, K> =>
  Object.fromEntries(names.map((name) => [name, value[name]])) as Pick<T, K>;
