import { cleanText } from '../../base/foreign-values';
import type { JsonObject } from '../../base/json';
import { OWN_BODY_FIELDS, type RequestSettings } from '../../contract/providers';
import { CACHE_TTL_MS } from '../capability';
import type { ProviderReply, ProviderRequest } from '../provider';
import { EndpointError, readLimit } from './openai-errors';

type Body = Record<string, unknown>;

const OWN_FIELDS = new Set<string>(OWN_BODY_FIELDS);

const isPlain = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Merges the extra fields of the operator and the profile into a body. They override ours, except the prompt, the
 * answer's form and the token limit. Objects such as `generationConfig` are merged field by field.
 */
export function mergeExtra(body: Body, ...extras: (JsonObject | undefined)[]): Body {
  const wholeBody = { ...body };
  for (const extra of extras)
    for (const [field, value] of Object.entries(extra ?? {})) {
      if (OWN_FIELDS.has(field)) continue;
      const before = wholeBody[field];
      wholeBody[field] = isPlain(before) && isPlain(value) ? mergeFields(before, value) : value;
    }
  return wholeBody;
}

const mergeFields = (before: Body, extra: Body): Body => ({
  ...before,
  ...Object.fromEntries(Object.entries(extra).filter(([field]) => !OWN_FIELDS.has(field))),
});

const STATUSES = new Set([400, 415, 422, 501]);
/** Phrases of a refusal; the field's name is next to them. */
const REFUSAL =
  /unsupported|n['o]t support|unknown|unrecogni[sz]ed|unexpected|n['o]t (?:permitted|allowed|enabled|available|accept|valid)|forbidden|extra inputs|invalid|deprecated|cannot find|must be|should be|only\b/i;

/**
 * A bare name with an underscore or capital identifies a parameter; other names must be quoted, because they are also
 * ordinary words.
 */
const isNamed = (name: string, text: string): boolean => {
  const word = name.replaceAll('_', '_?');
  const pattern =
    name.includes('_') || /[A-Z]/.test(name) ? `\\b${word}\\b` : `['"\`]${word}['"\`]|"${word}"`;
  return new RegExp(pattern, 'i').test(text);
};

/**
 * The sent parameters that a refusal is about; `[]` for other errors. May include `stream` and `stream_options`.
 * @param words patterns that identify a parameter in errors that don't name it
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
  // An error may quote the prompt, which may contain the word.
  const isStream = param === 'stream' || (/\bstream(?:ing|ed)?\b/i.test(message) && REFUSAL.test(message));
  if (names.includes('stream') && isStream) return ['stream'];
  const { windowExceeded, picturesRefused } = readLimit(status, message, error.said, true);
  const exact = names.filter(
    (name) => param === name || new RegExp(`unsupported \\w+:? *'${name}'`, 'i').test(message),
  );
  if (windowExceeded || picturesRefused) return [];
  if (exact.length > 0 || !REFUSAL.test(message)) return exact;
  const loose = names.filter((name) => name !== 'max_tokens' && isNamed(name, message));
  return loose.length > 0 ? loose : names.filter((name) => words[name]?.test(message));
}

/** Messages of endpoints that only stream. */
const MUST_STREAM =
  /non-?stream(?:ing|ed)? (?:calls?|requests?|mode|output|responses?)?|(?:only|must|required?s?|please|should|need to)\b.{0,30}\bstream(?:ing|ed|s)?\b|stream(?:ing)?\b.{0,20}\b(?:is (?:required|mandatory)|(?:to|must be|as) true|only)\b/i;
/** Messages of chat templates and endpoints that don't support system messages. */
const NO_SYSTEM =
  /system (?:role|message|prompt|instruction)s?\b.{0,40}\b(?:not|un)[ -]?(?:supported|enabled|allowed|available|permitted)|(?:developer|system) instruction is not enabled|roles must alternate|does(?:n['o]t| not) (?:support|have) (?:a |the )?system (?:role|message|prompt)/i;

const OUTPUT_LIMITS = [
  /at most (\d{2,7}) (?:completion|output) tokens/i,
  /max_(?:completion_|output_)?tokens`?: \d+ > (\d{2,7})/i,
  /max_(?:completion_|output_)?tokens\W[^\d]{0,60}(?:less than or equal to|<=|at most|not exceed)\D{0,6}(\d{2,7})/i,
  /range of max_(?:completion_|output_)?tokens (?:is|should be) \[\d+, ?(\d{2,7})\]/i,
];
/** Gemini reports an exclusive limit. */
const BELOW = /max_?output_?tokens.{0,120}to (\d{2,7}) \(exclusive\)/i;

/**
 * The output token limit from a refusal; null for other errors.
 * @param sent the limit that we sent
 */
export function readOutputLimit(error: unknown, sent: number): number | null {
  if (!(error instanceof EndpointError) || !STATUSES.has(error.status)) return null;
  if (readLimit(error.status, error.message, error.said, false).windowExceeded) return null;
  const limits = OUTPUT_LIMITS.map((pattern) => Number(pattern.exec(error.message)?.[1] ?? Number.NaN));
  const below = Number(BELOW.exec(error.message)?.[1] ?? Number.NaN) - 1;
  const limit = [...limits, below].find((n) => !Number.isNaN(n)) ?? null;
  return limit !== null && limit >= 16 && limit < sent ? limit : null;
}

/** Phrases that reject a value but accept others. */
const VALUE =
  /\b(?:between|range|bounds|at (?:most|least)|(?:less|greater|more|larger|smaller|higher|lower) than|exceeds?|too (?:large|small|high|low|big)|maximum|minimum|supported values are|must be one of|input should be)\b|[<>≤≥]/i;
/** Phrases that reject the parameter with any value. */
const WHOLE = /only the default|deprecated|unsupported parameter|unknown|unrecogni[sz]ed/i;
/** Omitted or renamed as a whole, because no other value would help. */
const WHOLE_FIELDS = new Set(['stream', 'stream_options', 'max_tokens']);
const MAX_WORDS = 300;
/** Lessons per client; the oldest is dropped first. */
const MAX_TRAITS = 2_000;

type RequestRole = Pick<ProviderRequest, 'tenant' | 'model'>;
type Fields = Readonly<Record<string, unknown>>;

interface SentFields {
  fields: Fields;
  extra: ReadonlySet<string>;
  limit: number;
  /** See {@link readRefusedParameters}. */
  words?: Readonly<Record<string, RegExp>>;
  /** `stream`: the request was not streamed but can be. `dropSystem`: it has system messages that can be merged. */
  may?: { stream: boolean; dropSystem: boolean };
}

/**
 * Remembers what an endpoint refused for a model, so that later requests omit it. Kept per tenant, because one tenant's
 * bad value must not affect others, and expires like other lessons.
 */
export class Refusals {
  readonly #now: () => number;
  readonly #lessons = new Map<string, { learntAt: number; value: unknown }>();

  /** @param now epoch milliseconds */
  constructor(now: () => number) {
    this.#now = now;
  }

  accepts(asker: RequestRole, field: string, value: unknown): boolean {
    return !this.#has(asker, field) && !(isScalar(value) && this.#has(asker, nameValue(field, value)));
  }

  pick(asker: RequestRole, fields: Fields): Body {
    return Object.fromEntries(
      Object.entries(fields).filter(([field, value]) => this.accepts(asker, field, value)),
    );
  }

  limit(asker: RequestRole, tokens: number): number {
    const most = this.#find(asker, LIMIT);
    return typeof most === 'number' ? Math.min(tokens, most) : tokens;
  }

  /** The lowest effort that the model accepts; `none` if it can disable thinking. */
  minEffort(asker: RequestRole): string {
    const effort = this.#find(asker, EFFORT);
    return typeof effort === 'string' ? effort : 'none';
  }

  requiresStream(asker: RequestRole): boolean {
    return this.#has(asker, STREAMS);
  }

  acceptsSystem(asker: RequestRole): boolean {
    return !this.#has(asker, SYSTEM);
  }

  /**
   * Learns from a refusal of parameters. If a value is out of range, only this value is remembered. Fields of an
   * `extraBody` are not learned, because every request sets them again.
   * @returns null if the error has another cause
   */
  learn(
    asker: RequestRole,
    error: unknown,
    { fields, extra, limit, words, may }: SentFields,
  ): ProviderReply | null {
    const said = error instanceof EndpointError ? error.message : '';
    if (may?.stream && MUST_STREAM.test(said)) {
      this.#note(asker, STREAMS, true);
      return refusal('request that is not streamed');
    }
    if (may?.dropSystem && NO_SYSTEM.test(said)) {
      this.#note(asker, SYSTEM, true);
      return refusal('system message');
    }
    const most = readOutputLimit(error, limit);
    if (most !== null) {
      this.#note(asker, LIMIT, most);
      return refusal(`more than ${most} tokens of output`);
    }
    const names = readRefusedParameters(error, Object.keys(fields), words);
    const ownNames = names.filter((name) => !extra.has(name) && this.accepts(asker, name, fields[name]));
    const text = error instanceof Error ? error.message : '';
    if (ownNames.length === 0)
      return refuseExtra(
        names.filter((name) => extra.has(name)),
        text,
      );
    return refusal(ownNames.map((name) => this.#leaveOut(asker, name, fields[name], text)).join(', '));
  }

  #leaveOut(asker: RequestRole, name: string, value: unknown, text: string): string {
    const least = name === 'reasoning_effort' ? this.#offered(asker, text) : null;
    if (least !== null) {
      this.#note(asker, EFFORT, least);
      return name;
    }
    const isValue = isScalar(value) && !WHOLE_FIELDS.has(name) && VALUE.test(text) && !WHOLE.test(text);
    this.#note(asker, isValue ? nameValue(name, value) : name, true);
    return isValue ? `${name} of ${value}` : name;
  }

  /** The lowest effort offered by a refusal of `none`; only once. */
  #offered(asker: RequestRole, text: string): string | null {
    const isNone = /'none'|"none"/.test(text) && !this.#has(asker, EFFORT);
    return isNone ? (/\b(minimal|low)\b/.exec(text)?.[1] ?? null) : null;
  }

  #has(asker: RequestRole, lesson: string): boolean {
    return this.#find(asker, lesson) !== undefined;
  }

  #find(asker: RequestRole, lesson: string): unknown {
    const entry = this.#lessons.get(traitName(asker, lesson));
    return entry !== undefined && this.#now() - entry.learntAt < CACHE_TTL_MS ? entry.value : undefined;
  }

  #note(asker: RequestRole, lesson: string, value: unknown): void {
    const name = traitName(asker, lesson);
    this.#lessons.delete(name);
    this.#lessons.set(name, { learntAt: this.#now(), value });
    const [oldest] = this.#lessons.keys();
    if (this.#lessons.size > MAX_TRAITS && oldest !== undefined) this.#lessons.delete(oldest);
  }
}

const LIMIT = '(limit of output)';
const EFFORT = '(least effort)';
const STREAMS = '(streams alone)';
const SYSTEM = '(no system message)';
const traitName = ({ tenant, model }: RequestRole, lesson: string): string =>
  `${tenant}\n${model}\n${lesson}`;
const nameValue = (field: string, value: number | string): string => `${field}=${value}`;
const isScalar = (value: unknown): value is number | string =>
  typeof value === 'number' || typeof value === 'string';

export function extraNames(...extras: (JsonObject | undefined)[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const extra of extras)
    for (const [field, value] of Object.entries(extra ?? {})) {
      names.add(field);
      if (isPlain(value)) for (const inner of Object.keys(value)) names.add(inner);
    }
  return names;
}

/** Not retryable: the author's setting would be sent again. */
const refuseExtra = (names: readonly string[], text: string): ProviderReply | null =>
  names.length === 0
    ? null
    : {
        kind: 'refused',
        retryable: false,
        error: `${cleanText(text, MAX_WORDS)}; extraBody sets ${names.join(', ')}: correct it there`,
      };

const refusal = (name: string): ProviderReply => ({
  kind: 'refused',
  error: `this model takes no ${name}`,
  retryable: true,
  parameterRefused: name,
});

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

/** Chat completion parameters that a profile controls, with its own setting or with `extraBody`. */
export const KNOWN_FIELDS: readonly string[] = [
  ...Object.values(SAMPLER_FIELDS),
  'reasoning_effort',
  'chat_template_kwargs',
];
