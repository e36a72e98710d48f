import { z } from 'zod';
import { rung } from './calls';
import { profile } from './profiles';
import { baseUrl, PROVIDER_KINDS, vendorKey } from './providers';

/** Body of `PUT /v1/providers/{name}`. While the URL stays the same, omitted fields keep their stored values. */
export const setProvider = z
  .strictObject({
    apiKey: vendorKey
      .optional()
      .describe('The API key. Stored for the tenant, never returned. Optional if `baseUrl` needs none'),
    kind: z
      .enum(PROVIDER_KINDS)
      .optional()
      .describe(
        "Protocol, for a name that the operator has not configured. Default: the operator's setting, or `openai` with a `baseUrl`",
      ),
    baseUrl: baseUrl
      .optional()
      .describe(
        "URL of your own endpoint, for a name that the operator has not configured. Default: the vendor's. Public https only, except for the operator under `npm start`. A change deletes the stored key",
      ),
    model: z.string().min(1).max(200).optional().describe('Default model'),
    maxContextTokens: profile.shape.maxContextTokens.describe(
      "Context window of that model, for profiles that set none. Default: the stage's",
    ),
    isDefault: z
      .boolean()
      .optional()
      .describe('True: new rooms use it when their profiles name no provider. Requires a model'),
  })
  .meta({ id: 'SetProvider' });
export type SetProvider = z.infer<typeof setProvider>;

export const providerView = z
  .object({
    name: z.string(),
    kind: z.enum([...PROVIDER_KINDS, 'understudy']),
    host: z
      .string()
      .nullable()
      .describe(
        "Host of the provider's URL. Null if it has none, or if the URL is the operator's and you are not the operator",
      ),
    baseUrl: z.string().nullable().describe('URL, for a provider that only your tenant has. Null otherwise'),
    key: z
      .enum(['tenant', 'operator'])
      .nullable()
      .describe('Whose key is used. Null if none, as for endpoints without keys'),
    keyEnd: z.string().nullable().describe("Last characters of the tenant's own key, at most 4"),
    keySetAt: z.iso.datetime().nullable().describe("When the tenant's own key was set"),
    model: z.string().nullable().describe('Default model of the provider'),
    isDefault: z.boolean().describe('True if new rooms use it when their profiles name no provider'),
  })
  .meta({ id: 'Provider' });
export type ProviderView = z.infer<typeof providerView>;
export const providerPage = z
  .object({ items: z.array(providerView), next: z.null() })
  .meta({ id: 'ProviderPage' });

/** Traits of a model learned from calls, per tenant. Forgotten after some hours. */
export const learntModel = z
  .object({
    model: z.string(),
    constraint: z
      .enum(['json_schema', 'json_object', 'none'])
      .describe('Strictest output format that the endpoint has not refused or ignored so far'),
    pictures: z.boolean().describe('False if the endpoint refused pictures'),
    window: z
      .int()
      .nullable()
      .describe('Context window in tokens, as found in an error message. Null if unknown'),
    thinks: z
      .int()
      .nullable()
      .describe('Highest number of reasoning tokens seen before an answer. Null if none were seen'),
    ratio: z.number().describe('Provider tokens per o200k token, at least 1'),
    prose: z.boolean().describe('True if characters answer in plain prose'),
    learntAt: z.iso.datetime().describe('Time of the latest update'),
  })
  .meta({ id: 'LearntModel' });
export type LearntModel = z.infer<typeof learntModel>;
export const providerDetail = providerView
  .extend({ models: z.array(learntModel) })
  .meta({ id: 'ProviderDetail' });

export const endpointModel = z
  .object({
    id: z.string(),
    window: z.int().nullable().describe('Context window in tokens, if the endpoint reports it'),
  })
  .meta({ id: 'EndpointModel' });
export type EndpointModel = z.infer<typeof endpointModel>;
export const endpointModelPage = z
  .object({ items: z.array(endpointModel), next: z.null() })
  .meta({ id: 'EndpointModelPage' });

export const tryProvider = z
  .strictObject({
    model: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe("Name of the model. Default: the provider's default model"),
    window: z
      .boolean()
      .optional()
      .describe('Also send a prompt of about 6,000 tokens to check if it is silently truncated'),
    lineOnly: z
      .boolean()
      .optional()
      .describe('Only ask for a spoken line, as a scene does. Usually one call'),
    settings: setProvider
      .optional()
      .describe('Test these settings instead of the stored ones. They are not stored'),
  })
  .meta({ id: 'TryProvider' });
export type TryProvider = z.infer<typeof tryProvider>;

/** Causes of a failed trial. */
export const TRIAL_PROBLEMS = [
  'base_url',
  'wrong_model',
  'wrong_key',
  'unreachable',
  'timeout',
  'busy',
  'window',
  'answer',
  'refused',
] as const;

export const trialProblem = z.object({
  cause: z.enum(TRIAL_PROBLEMS),
  detail: z.string(),
  fix: z.string().describe('How to fix it, with the setting to change'),
  models: z.array(z.string()).optional().describe('With `wrong_model`: some available models'),
});
export type TrialProblem = z.infer<typeof trialProblem>;

export const providerTrial = z
  .object({
    ok: z.boolean().describe('True if the model gave a usable object and a spoken line'),
    provider: z.string(),
    model: z.string(),
    rung: rung.describe('How the answer was obtained'),
    calls: z.int(),
    latencyMs: z.int().describe('Latency of the last call, in milliseconds'),
    thinks: z.boolean(),
    tokens: z.object({ prompt: z.int(), completion: z.int(), reasoning: z.int() }),
    window: z.int().nullable().describe('Context window in tokens, if reported or detected'),
    line: z.boolean().describe('True if the model gave a line in plain prose, as characters speak it'),
    text: z.string().nullable().describe('That line. Null if there is none'),
    firstMs: z
      .int()
      .nullable()
      .describe('Milliseconds until the first word of the line. Null if there is no line'),
    cost: z
      .object({ money: z.number(), currency: z.string() })
      .nullable()
      .describe('Cost of the calls. Null if the stage has no price for the model'),
    pictures: z.boolean().nullable().describe('True if the model accepts pictures. Null if unknown'),
    problems: z.array(trialProblem).describe('Reasons for failure, and problems to expect later'),
  })
  .meta({ id: 'ProviderTrial' });
export type ProviderTrial = z.infer<typeof providerTrial>;
