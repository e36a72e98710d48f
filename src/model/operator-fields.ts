import { z } from 'zod';
import { describeIssues } from '../contract/problems';
import type { ProviderKind } from '../contract/providers';
import type { SchemaIssue } from './schema-check';

/**
 * Fields of `extraBody` that a tenant may send with the operator's key. Include a field only if none of its values can
 * make a request cost more than the meter reserves (the prompt and an answer of the token limit): no other models,
 * services, tools, searches, caches, priorities or second answers.
 */

const share = z.number().min(0).max(1);
const penalty = z.number().min(-2).max(2);
const factor = z.number().min(0).max(10);
const count = z.int().min(0).max(10_000);
const stops = z.array(z.string().min(1).max(100)).max(16);
const bias = z
  .record(z.string().regex(/^\d{1,7}$/, 'must be the number of a token'), z.number().min(-100).max(100))
  .refine((value) => Object.keys(value).length <= 300, { error: 'at most 300 tokens' });

const CHAT = z.strictObject({
  temperature: z.number().min(0).max(2).optional(),
  top_p: share.optional(),
  top_k: z.int().min(-1).max(1_000).optional(),
  min_p: share.optional(),
  top_a: share.optional(),
  typical_p: share.optional(),
  tfs_z: share.optional(),
  top_n_sigma: z.number().min(-1).max(10).optional(),
  xtc_probability: share.optional(),
  xtc_threshold: share.optional(),
  dynatemp_range: factor.optional(),
  dynatemp_exponent: factor.optional(),
  smoothing_factor: factor.optional(),
  mirostat: z.int().min(0).max(2).optional(),
  mirostat_tau: factor.optional(),
  mirostat_eta: share.optional(),
  dry_multiplier: factor.optional(),
  dry_base: factor.optional(),
  dry_allowed_length: count.optional(),
  dry_penalty_last_n: z.int().min(-1).max(10_000).optional(),
  dry_sequence_breakers: stops.optional(),
  frequency_penalty: penalty.optional(),
  presence_penalty: penalty.optional(),
  repetition_penalty: z.number().min(0.5).max(2).optional(),
  repeat_penalty: z.number().min(0.5).max(2).optional(),
  repeat_last_n: z.int().min(-1).max(10_000).optional(),
  no_repeat_ngram_size: z.int().min(0).max(100).optional(),
  logit_bias: bias.optional(),
  stop: z.union([z.string().min(1).max(100), stops]).optional(),
  seed: z.int().min(0).max(2_147_483_647).optional(),
  verbosity: z.enum(['low', 'medium', 'high']).optional(),
  // Thinking counts against the request's token limit at every effort.
  reasoning_effort: z.enum(['none', 'minimal', 'low', 'medium', 'high']).optional(),
  chat_template_kwargs: z
    .strictObject({ enable_thinking: z.boolean().optional(), thinking: z.boolean().optional() })
    .optional(),
  best_of: z.literal(1).optional(),
});

const HARM = [
  'HARM_CATEGORY_HARASSMENT',
  'HARM_CATEGORY_HATE_SPEECH',
  'HARM_CATEGORY_SEXUALLY_EXPLICIT',
  'HARM_CATEGORY_DANGEROUS_CONTENT',
  'HARM_CATEGORY_CIVIC_INTEGRITY',
] as const;
const THRESHOLDS = [
  'HARM_BLOCK_THRESHOLD_UNSPECIFIED',
  'BLOCK_LOW_AND_ABOVE',
  'BLOCK_MEDIUM_AND_ABOVE',
  'BLOCK_ONLY_HIGH',
  'BLOCK_NONE',
  'OFF',
] as const;

const LISTED: Readonly<Record<ProviderKind, z.ZodObject>> = {
  openai: CHAT,
  openrouter: CHAT,
  'workers-ai': CHAT.pick({
    temperature: true,
    top_p: true,
    top_k: true,
    frequency_penalty: true,
    presence_penalty: true,
    repetition_penalty: true,
    seed: true,
    reasoning_effort: true,
    chat_template_kwargs: true,
  }),
  anthropic: z.strictObject({
    temperature: share.optional(),
    top_p: share.optional(),
    top_k: z.int().min(0).max(1_000).optional(),
    stop_sequences: stops.optional(),
  }),
  google: z.strictObject({
    safetySettings: z
      .array(z.strictObject({ category: z.enum(HARM), threshold: z.enum(THRESHOLDS) }))
      .max(HARM.length)
      .optional(),
    generationConfig: z
      .strictObject({
        temperature: z.number().min(0).max(2).optional(),
        topP: share.optional(),
        topK: z.int().min(1).max(1_000).optional(),
        frequencyPenalty: penalty.optional(),
        presencePenalty: penalty.optional(),
        stopSequences: stops.optional(),
        seed: z.int().min(0).max(2_147_483_647).optional(),
      })
      .optional(),
  }),
};

const OWN_KEY =
  'set your own key (PUT /v1/providers/{name}), or ask the operator to set it in extraBody of PROVIDERS';

/** The allowed names, for the docs; nested names look like `generationConfig.topP`. */
export const listedFields = (kind: ProviderKind): string[] =>
  Object.entries(LISTED[kind].shape).flatMap(([name, schema]) => {
    const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
    return inner instanceof z.ZodObject ? Object.keys(inner.shape).map((one) => `${name}.${one}`) : [name];
  });

/** OpenRouter model names that search the web or apply presets with their own fields, both at extra cost. */
const isPaidRoute = (model: string): boolean => /:online\b|@preset\//i.test(model);

/**
 * Checks a profile's additions to requests that the operator pays for.
 * @returns one entry per mistake, `pointer` into the profile; `[]` if valid
 */
export function checkSpending(
  kind: ProviderKind,
  model: string | undefined,
  extraBody: Record<string, unknown> | undefined,
): SchemaIssue[] {
  const findings: SchemaIssue[] = [];
  if (kind === 'openrouter' && isPaidRoute(model ?? '')) {
    const message = `costs more than its tokens (:online, @preset); name the model alone, or ${OWN_KEY}`;
    findings.push({ pointer: '/model', message });
  }
  const reading = extraBody && LISTED[kind].safeParse(extraBody);
  if (!reading || reading.success) return findings;
  const names = listedFields(kind).join(', ');
  for (const { pointer, message } of describeIssues(reading.error.issues, 'json')) {
    const isUnknown = message.startsWith('unknown field');
    const words = isUnknown
      ? `not sent with the operator's key, because it may cost more than reserved; ${OWN_KEY}. Allowed fields: ${names}`
      : `${message}; with the operator's key, only this range is allowed: ${OWN_KEY} to send more`;
    findings.push({ pointer: `/extraBody${pointer}`, message: words });
  }
  return findings;
}
