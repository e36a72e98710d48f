import { cleanText } from '../../base/foreign-values';
import type { JsonObject } from '../../base/json';
import { OWN_BODY_FIELDS, type RequestSettings } from '../../contract/providers';
import { REMEMBERED_MS } from '../capability';
import type { ProviderReply, ProviderRequest } from '../provider';
import { EndpointError, readLimit } from './openai-errors';

type Body = Record<string, unknown>;

const OWN_FIELDS = new Set<string>(OWN_BODY_FIELDS);

const isPlain = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A body with an operator's or a profile's own fields in it. They go before ours, but for those of the prompt, the form
 * and the limit. Objects such as `generationConfig` are merged field by field.
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
  // A prompt may be repeated in an error, and have the word in it.
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

/** Words of endpoints that answer in streams alone. */
const MUST_STREAM =
  /non-?stream(?:ing|ed)? (?:calls?|requests?|mode|output|responses?)?|(?:only|must|required?s?|please|should|need to)\b.{0,30}\bstream(?:ing|ed|s)?\b|stream(?:ing)?\b.{0,20}\b(?:is (?:required|mandatory)|(?:to|must be|as) true|only)\b/i;
/** Words of chat templates, and of endpoints before them, that know no system message. */
const NO_SYSTEM =
  /system (?:role|message|prompt|instruction)s?\b.{0,40}\b(?:not|un)[ -]?(?:supported|enabled|allowed|available|permitted)|(?:developer|system) instruction is not enabled|roles must alternate|does(?:n['o]t| not) (?:support|have) (?:a |the )?system (?:role|message|prompt)/i;

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
  const limits = OUTPUT_LIMITS.map((pattern) => Number(pattern.exec(error.message)?.[1] ?? Number.NaN));
  const below = Number(BELOW.exec(error.message)?.[1] ?? Number.NaN) - 1;
  const limit = [...limits, below].find((n) => !Number.isNaN(n)) ?? null;
  return limit !== null && limit >= 16 && limit < sent ? limit : null;
}

/** Words of a refusal of one value, where others are taken. */
const VALUE =
  /\b(?:between|range|bounds|at (?:most|least)|(?:less|greater|more|larger|smaller|higher|lower) than|exceeds?|too (?:large|small|high|low|big)|maximum|minimum|supported values are|must be one of|input should be)\b|[<>≤≥]/i;
/** Words of a refusal of the parameter itself, whatever value was sent. */
const WHOLE = /only the default|deprecated|unsupported parameter|unknown|unrecogni[sz]ed/i;
/** Parameters that are left out whole, or sent under another name, as there is no other value to send. */
const WHOLE_FIELDS = new Set(['stream', 'stream_options', 'max_tokens']);
const MOST_WORDS = 300;
/** Lessons that one client remembers. The oldest is forgotten first. */
const MOST_LESSONS = 2_000;

type Asker = Pick<ProviderRequest, 'tenant' | 'model'>;
type Fields = Readonly<Record<string, unknown>>;

/** What a request had that an endpoint may refuse. */
interface Sent {
  /** Parameters by the endpoint's names, with their values. */
  fields: Fields;
  /** Names that an `extraBody` has set. */
  extra: ReadonlySet<string>;
  /** Tokens of output that were asked for. */
  limit: number;
  /** See {@link readRefusedParameters}. */
  words?: Readonly<Record<string, RegExp>>;
  /** The request was for a whole answer, and can be made for a stream; it had system messages, and can do without. */
  may?: { stream: boolean; dropSystem: boolean };
}

/**
 * Remembers what an endpoint refused for a model, so that the next requests leave it out. It does so for each tenant by
 * itself, because one tenant's bad value says nothing of the others' requests, and for as long as every lesson holds.
 */
export class Refusals {
  readonly #now: () => number;
  readonly #lessons = new Map<string, { learntAt: number; value: unknown }>();

  /** @param now milliseconds since the epoch */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Says whether a parameter with this value may be sent. */
  takes(asker: Asker, field: string, value: unknown): boolean {
    return !this.#has(asker, field) && !(isScalar(value) && this.#has(asker, nameValue(field, value)));
  }

  /** The fields of these that may be sent. */
  pick(asker: Asker, fields: Fields): Body {
    return Object.fromEntries(
      Object.entries(fields).filter(([field, value]) => this.takes(asker, field, value)),
    );
  }

  /** No more than the model writes. */
  limit(asker: Asker, tokens: number): number {
    const most = this.#find(asker, LIMIT);
    return typeof most === 'number' ? Math.min(tokens, most) : tokens;
  }

  /** Word for the least thinking that the model takes, where it can't do without any. */
  leastEffort(asker: Asker): string {
    const effort = this.#find(asker, EFFORT);
    return typeof effort === 'string' ? effort : 'none';
  }

  /** Says whether the endpoint answers in streams alone. */
  mustStream(asker: Asker): boolean {
    return this.#has(asker, STREAMS);
  }

  /** Says whether the model's template knows system messages. */
  takesSystem(asker: Asker): boolean {
    return !this.#has(asker, SYSTEM);
  }

  /**
   * Learns from a refusal of parameters that were sent. A value out of range is learnt for this value alone; of a field that
   * an `extraBody` has set nothing is learnt, because the next request has it again.
   *
   * @returns null: it is about something else
   */
  learn(asker: Asker, error: unknown, { fields, extra, limit, words, may }: Sent): ProviderReply | null {
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
    const ownNames = names.filter((name) => !extra.has(name) && this.takes(asker, name, fields[name]));
    const text = error instanceof Error ? error.message : '';
    if (ownNames.length === 0)
      return refuseExtra(
        names.filter((name) => extra.has(name)),
        text,
      );
    return refusal(ownNames.map((name) => this.#leaveOut(asker, name, fields[name], text)).join(', '));
  }

  /** Remembers that a parameter or its value is left out. Returns what it is called. */
  #leaveOut(asker: Asker, name: string, value: unknown, text: string): string {
    const least = name === 'reasoning_effort' ? this.#offered(asker, text) : null;
    if (least !== null) {
      this.#note(asker, EFFORT, least);
      return name;
    }
    const isValue = isScalar(value) && !WHOLE_FIELDS.has(name) && VALUE.test(text) && !WHOLE.test(text);
    this.#note(asker, isValue ? nameValue(name, value) : name, true);
    return isValue ? `${name} of ${value}` : name;
  }

  /** The least effort that a refusal of `none` offers, once. */
  #offered(asker: Asker, text: string): string | null {
    const isNone = /'none'|"none"/.test(text) && !this.#has(asker, EFFORT);
    return isNone ? (/\b(minimal|low)\b/.exec(text)?.[1] ?? null) : null;
  }

  #has(asker: Asker, lesson: string): boolean {
    return this.#find(asker, lesson) !== undefined;
  }

  #find(asker: Asker, lesson: string): unknown {
    const entry = this.#lessons.get(nameLesson(asker, lesson));
    return entry !== undefined && this.#now() - entry.learntAt < REMEMBERED_MS ? entry.value : undefined;
  }

  #note(asker: Asker, lesson: string, value: unknown): void {
    const name = nameLesson(asker, lesson);
    this.#lessons.delete(name);
    this.#lessons.set(name, { learntAt: this.#now(), value });
    const [oldest] = this.#lessons.keys();
    if (this.#lessons.size > MOST_LESSONS && oldest !== undefined) this.#lessons.delete(oldest);
  }
}

const LIMIT = '(limit of output)';
const EFFORT = '(least effort)';
const STREAMS = '(streams alone)';
const SYSTEM = '(no system message)';
const nameLesson = ({ tenant, model }: Asker, lesson: string): string => `${tenant}\n${model}\n${lesson}`;
const nameValue = (field: string, value: number | string): string => `${field}=${value}`;
const isScalar = (value: unknown): value is number | string =>
  typeof value === 'number' || typeof value === 'string';

/** Names of the fields that extra bodies set, at their top and one level below. */
export function namesOfExtra(...extras: (JsonObject | undefined)[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const extra of extras)
    for (const [field, value] of Object.entries(extra ?? {})) {
      names.add(field);
      if (isPlain(value)) for (const inner of Object.keys(value)) names.add(inner);
    }
  return names;
}

/** Refuses a field that its author sends with every request: no retry mends it. */
const refuseExtra = (names: readonly string[], text: string): ProviderReply | null =>
  names.length === 0
    ? null
    : {
        kind: 'refused',
        retryable: false,
        error: `${cleanText(text, MOST_WORDS)}; extraBody sets ${names.join(', ')}: correct it there`,
      };

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

/** Parameters of chat completions that a profile decides on, whether by a setting of its own or by its `extraBody`. */
export const KNOWN_FIELDS: readonly string[] = [
  ...Object.values(SAMPLER_FIELDS),
  'reasoning_effort',
  'chat_template_kwargs',
];
