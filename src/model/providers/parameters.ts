import { OWN_BODY_FIELDS, type RequestSettings } from '../../api/providers';
import type { JsonObject } from '../../base/json';
import type { ProviderReply } from '../provider';
import { EndpointError, readLimit } from './openai-errors';

type Body = Record<string, unknown>;

/** Fields that no `extraBody` replaces: those of every protocol that hold the prompt, the form or the limit. */
const OWN_FIELDS = new Set<string>([
  ...OWN_BODY_FIELDS,
  'systemInstruction',
  'tool_choice',
  'toolConfig',
  'maxOutputTokens',
  'responseMimeType',
  'responseJsonSchema',
  'responseSchema',
  'candidateCount',
  'format',
]);

const isPlain = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A body with an operator's or a profile's own fields in it. They go before ours, but for those of the prompt, the form
 * and the limit. Objects such as `generationConfig` are merged field by field.
 */
export function mergeExtra(body: Body, ...extras: (JsonObject | undefined)[]): Body {
  const merged = { ...body };
  for (const extra of extras)
    for (const [field, value] of Object.entries(extra ?? {})) {
      if (OWN_FIELDS.has(field)) continue;
      const before = merged[field];
      merged[field] = isPlain(before) && isPlain(value) ? mergeFields(before, value) : value;
    }
  return merged;
}

const mergeFields = (before: Body, extra: Body): Body => ({
  ...before,
  ...Object.fromEntries(Object.entries(extra).filter(([field]) => !OWN_FIELDS.has(field))),
});

/** Statuses by which endpoints refuse a field of a request. */
const STATUSES = new Set([400, 415, 422, 501]);
/** Words of a refusal; the field stands beside them. */
const REFUSAL =
  /unsupported|n['o]t support|unknown|unrecogni[sz]ed|unexpected|n['o]t (?:permitted|allowed|enabled|available|accept|valid)|forbidden|extra inputs|invalid|deprecated|cannot find|must be|should be|only\b/i;

/** Names of a parameter that hold more than letters tell that a text is about it; the others need quotes. */
const isNamed = (name: string, text: string): boolean => {
  const word = name.replaceAll('_', '_?');
  const pattern =
    name.includes('_') || /[A-Z]/.test(name) ? `\\b${word}\\b` : `['"\`]${word}['"\`]|"${word}"`;
  return new RegExp(pattern, 'i').test(text);
};

/**
 * The parameters that a refusal complains about, of those that were sent; `[]` for every other error. `stream` and
 * `stream_options` may be among them.
 *
 * @param words by which the endpoint tells of a parameter without its name
 */
export function readRefusedParameters(
  error: unknown,
  sent: Iterable<string>,
  words: Readonly<Record<string, RegExp>> = {},
): string[] {
  if (!(error instanceof EndpointError) || !STATUSES.has(error.status)) return [];
  const { status, param, message } = error;
  const names = [...sent];
  const about = `${param} ${message}`;
  if (names.includes('stream_options') && /stream_options|include_usage/i.test(about))
    return ['stream_options'];
  if (names.includes('stream') && /\bstream(?:ing|ed)?\b/i.test(about)) return ['stream'];
  const { windowExceeded, picturesRefused } = readLimit(status, message, error.said, true);
  const exact = names.filter(
    (name) => param === name || new RegExp(`unsupported \\w+:? *'${name}'`, 'i').test(message),
  );
  if (windowExceeded || picturesRefused) return [];
  if (exact.length > 0 || !REFUSAL.test(message)) return exact;
  const loose = names.filter((name) => name !== 'max_tokens' && isNamed(name, message));
  return loose.length > 0 ? loose : names.filter((name) => words[name]?.test(message));
}

const OUTPUT_LIMITS = [
  /at most (\d{2,7}) (?:completion|output) tokens/i,
  /max_(?:completion_|output_)?tokens`?: \d+ > (\d{2,7})/i,
  /max_(?:completion_|output_)?tokens\W[^\d]{0,60}(?:less than or equal to|<=|at most|not exceed)\D{0,6}(\d{2,7})/i,
  /range of max_(?:completion_|output_)?tokens (?:is|should be) \[\d+, ?(\d{2,7})\]/i,
];
/** Gemini names the first number that is too much. */
const BELOW = /max_?output_?tokens.{0,120}to (\d{2,7}) \(exclusive\)/i;

/** The most tokens of output that a refusal allows; null when it is about something else. @param sent what was asked for */
export function readOutputLimit(error: unknown, sent: number): number | null {
  if (!(error instanceof EndpointError) || !STATUSES.has(error.status)) return null;
  if (readLimit(error.status, error.message, error.said, false).windowExceeded) return null;
  const found = OUTPUT_LIMITS.map((pattern) => Number(pattern.exec(error.message)?.[1] ?? Number.NaN));
  const below = Number(BELOW.exec(error.message)?.[1] ?? Number.NaN) - 1;
  const limit = [...found, below].find((n) => !Number.isNaN(n)) ?? null;
  return limit !== null && limit >= 16 && limit < sent ? limit : null;
}

/** What an endpoint refused for a model, for as long as the instance lives: it is left out of the next requests. */
export class Refusals {
  readonly #refused = new Map<string, Set<string>>();
  readonly #limits = new Map<string, number>();
  readonly #efforts = new Map<string, string>();

  /** Parameters that are left out for a model. */
  of(model: string): ReadonlySet<string> {
    return this.#refused.get(model) ?? new Set();
  }

  /** No more than the model writes. */
  limit(model: string, tokens: number): number {
    return Math.min(tokens, this.#limits.get(model) ?? Number.POSITIVE_INFINITY);
  }

  /** Word for the least thinking that the model takes, where it can't do without any. */
  leastEffort(model: string): string {
    return this.#efforts.get(model) ?? 'none';
  }

  /**
   * Learns from a refusal of parameters that were sent. Null: it is about something else.
   *
   * @param sent names, as the endpoint calls them; `limit`: tokens of output that were asked for; `words`: see
   *   {@link readRefusedParameters}
   */
  learn(
    model: string,
    error: unknown,
    sent: Iterable<string>,
    limit: number,
    words?: Readonly<Record<string, RegExp>>,
  ): ProviderReply | null {
    const most = readOutputLimit(error, limit);
    if (most !== null) {
      this.#limits.set(model, most);
      return refusal(`more than ${most} tokens of output`);
    }
    const refused = this.#refused.get(model) ?? new Set<string>();
    const names = readRefusedParameters(error, sent, words).filter((name) => !refused.has(name));
    if (names.length === 0) return null;
    const least = names.includes('reasoning_effort') ? this.#offered(model, error) : null;
    if (least !== null) this.#efforts.set(model, least);
    for (const name of names) if (name !== 'reasoning_effort' || least === null) refused.add(name);
    this.#refused.set(model, refused);
    return refusal(names.join(', '));
  }

  /** The least effort that a refusal of `none` offers, once. */
  #offered(model: string, error: unknown): string | null {
    const text = error instanceof Error ? error.message : '';
    const isNone = /'none'|"none"/.test(text) && !this.#efforts.has(model);
    return isNone ? (/\b(minimal|low)\b/.exec(text)?.[1] ?? null) : null;
  }
}

const refusal = (name: string): ProviderReply => ({
  kind: 'refused',
  error: `this model takes no ${name}`,
  retryable: true,
  parameterRefused: name,
});

/** A profile's samplers as chat completions call them. */
export const SAMPLER_FIELDS = {
  temperature: 'temperature',
  topP: 'top_p',
  topK: 'top_k',
  minP: 'min_p',
  frequencyPenalty: 'frequency_penalty',
  presencePenalty: 'presence_penalty',
  repetitionPenalty: 'repetition_penalty',
  stop: 'stop',
  seed: 'seed',
} as const satisfies Partial<Record<keyof RequestSettings, string>>;
