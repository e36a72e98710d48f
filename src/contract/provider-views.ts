import { z } from 'zod';
import { rung } from './calls';
import { PROVIDER_KINDS, vendorKey } from './providers';

/** Body of `PUT /v1/providers/{name}`. It has no address: only the operator names one. */
export const setProvider = z
  .strictObject({
    apiKey: vendorKey.describe('Kept for the tenant, and never shown again'),
    kind: z
      .enum(PROVIDER_KINDS)
      .optional()
      .describe(
        "For a name that the operator has not configured: the vendor, at its own address. Else the operator's",
      ),
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
        "Host of its address; null: it has none, or it is the operator's own and only shown to the operator",
      ),
    key: z
      .enum(['tenant', 'operator'])
      .nullable()
      .describe('Whose key is used; null: none, as with endpoints that want none'),
    keyEnd: z.string().nullable().describe("The last characters of the tenant's own key, at most 4"),
    keySetAt: z.iso.datetime().nullable().describe("When the tenant's own key was set"),
    model: z.string().nullable().describe('Model of profiles that name the provider alone'),
    isDefault: z.boolean().describe('New rooms ask it when their profiles name none'),
  })
  .meta({ id: 'Provider' });
export type ProviderView = z.infer<typeof providerView>;
export const providerPage = z
  .object({ items: z.array(providerView), next: z.null() })
  .meta({ id: 'ProviderPage' });

/** Lessons of calls about a model, for one tenant. It is forgotten after some hours. */
export const learntModel = z
  .object({
    model: z.string(),
    constraint: z
      .enum(['json_schema', 'json_object', 'none'])
      .describe('The strongest form that its endpoint is not known to refuse or ignore'),
    pictures: z.boolean().describe('False: it refused some'),
    window: z.int().nullable().describe('In tokens, as an error said; null: none did'),
    thinks: z
      .int()
      .nullable()
      .describe('At most so many tokens before an answer; null: it was not seen to think'),
    ratio: z.number().describe('Tokens that it counts for each of o200k; 1: it was not seen to count more'),
    prose: z.boolean().describe('Talking agents are asked for plain prose at once'),
    learntAt: z.iso.datetime().describe('Time of the newest lesson'),
  })
  .meta({ id: 'LearntModel' });
export type LearntModel = z.infer<typeof learntModel>;
export const providerDetail = providerView
  .extend({ models: z.array(learntModel) })
  .meta({ id: 'ProviderDetail' });

export const endpointModel = z
  .object({
    id: z.string(),
    window: z.int().nullable().describe('In tokens, where the endpoint says it'),
  })
  .meta({ id: 'EndpointModel' });
export type EndpointModel = z.infer<typeof endpointModel>;
export const endpointModelPage = z
  .object({ items: z.array(endpointModel), next: z.null() })
  .meta({ id: 'EndpointModelPage' });

export const tryProvider = z
  .strictObject({
    model: z.string().min(1).max(200).optional().describe("Default: the provider's"),
    window: z
      .boolean()
      .optional()
      .describe('Also sends a prompt of about 6,000 tokens, to see whether it is silently cut'),
  })
  .meta({ id: 'TryProvider' });
export type TryProvider = z.infer<typeof tryProvider>;

/** Causes of a trial that failed. */
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
  fix: z.string().describe('Names the variable to change'),
  models: z.array(z.string()).optional().describe('With `wrong_model`: some that there are'),
});
export type TrialProblem = z.infer<typeof trialProblem>;

export const providerTrial = z
  .object({
    ok: z.boolean().describe('A usable object and a spoken line came'),
    provider: z.string(),
    model: z.string(),
    rung: rung.describe('How the answer was won, as in rounds'),
    calls: z.int(),
    latencyMs: z.int().describe('Of the last call'),
    thinks: z.boolean(),
    tokens: z.object({ prompt: z.int(), completion: z.int(), reasoning: z.int() }),
    window: z.int().nullable().describe('Tokens of its window, where the endpoint says or shows it'),
    line: z.boolean().describe('A line in plain prose came, as characters speak it'),
    pictures: z.boolean().nullable().describe('It takes pictures; null: that did not show'),
    problems: z.array(trialProblem).describe('Reasons why it failed, and what will fail later'),
  })
  .meta({ id: 'ProviderTrial' });
export type ProviderTrial = z.infer<typeof providerTrial>;
