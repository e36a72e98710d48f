import type { z } from 'zod';
import { FIT_REPAIRS, type Repair } from './errors';
import { type Guard, NO_GUARD } from './guard';
import { listExtras } from './instruction';
import type { Json, JsonObject } from './json';
import { withoutControls } from './json-text';
import { cleanLine, isUsableLine, rejectionReason } from './line';
import { type ParsedOutput, parseStructured } from './parse';
import { findPrivateField, isThoughtPart, PRIVATE_KEYS } from './private';
import type { Speakers } from './row-label';
import { cutAtSentence } from './sentences';
import { stripOtherSpeakers } from './speakers';
import { ERROR_KEYS, extractAnswer, extractSpeech, looksLikeObject } from './speech';

/** Longest line salvaged from an answer without a usable object, in characters. */
const MAX_SALVAGE = 280;
const MAX_SEARCHED = 20_000;
/** Replaces text that must not be spoken. `isUsableLine` rejects it. */
export const PLACEHOLDER = '…';
/** Fields read instead of a missing `text`, in this order. */
const STAND_INS = ['text', 'content', 'message'] as const;

/** Repairs after which it is still certain which text belongs to the object. */
const CERTAIN: ReadonlySet<Repair> = new Set([...FIT_REPAIRS, 'removed_reasoning']);

export interface AgentOutputOptions {
  allowedKinds: readonly string[];
  /** Replaces a kind that is missing or not allowed. */
  fallbackKind: string;
  /** Fields to keep in addition to `kind` and `text`; all others are dropped, `thought` always. */
  extraFields?: readonly string[];
  /** Replaces a text or field that leaks by `…`. */
  guard?: Guard;
}

/** `{kind, text, …extras}`. Extras are strings; `winner` is a name or null, `scores` maps names to numbers. */
export interface AgentOutput {
  kind: string;
  text: string;
  /** True if there was no object with a usable text: `text` is salvaged prose (at most 280 characters) or `…`. */
  rawFallback?: true;
  [extra: string]: Json | undefined;
}

/**
 * Parses the answer of a talking agent; never throws. With a `schema` the answer must fit, else the result has errors
 * to send back to the model; texts lose control characters, because they reach prompts and pages. With the allowed
 * kinds, any answer becomes `{kind, text, …extras}`: a text or extra that {@link rejectionReason} rejects is cleaned or
 * becomes `…`.
 */
export function parseAgentOutput<T>(raw: string, options: CheckedOutputOptions<T>): CheckedOutput<T>;
export function parseAgentOutput(raw: string, options: AgentOutputOptions): AgentOutput;
export function parseAgentOutput<T>(
  raw: string,
  options: CheckedOutputOptions<T> | AgentOutputOptions,
): CheckedOutput<T> | AgentOutput {
  return 'schema' in options
    ? stripOthersText(readChecked(raw, options.schema), options.speakers)
    : readAgentOutput(raw, options, 0);
}

export interface CheckedOutputOptions<T> {
  schema: z.ZodType<T>;
  /** Names in the conversation: `text` loses its own label and ends before another speaker's. */
  speakers?: Speakers;
}

export type CheckedOutput<T> = ParsedOutput<T> & {
  /** Set with `speakers`: lines for other speakers that the model wrote at the end of `text`. */
  others?: string;
  /** Set with `speakers`: true if `text` began with its own speaker's name. */
  hadLabel?: boolean;
};

function stripOthersText<T>(output: ParsedOutput<T>, speakers: Speakers | undefined): CheckedOutput<T> {
  if (!output.ok || !speakers) return output;
  const { text } = output.value as { text?: unknown };
  if (typeof text !== 'string') return output;
  const { line, cut: others, hadLabel } = stripOtherSpeakers(text, speakers);
  if (line === text) return { ...output, others, hadLabel };
  const { value, json } = output;
  return { ...output, value: { ...value, text: line }, json: { ...json, text: line }, others, hadLabel };
}

function readChecked<T>(raw: string, schema: z.ZodType<T>): ParsedOutput<T> {
  const parseResult = parseStructured(raw, schema);
  const jsonText = JSON.stringify(parseResult.json);
  const plain = JSON.stringify(parseResult.json, (_, value) =>
    typeof value === 'string' ? withoutControls(value) : value,
  );
  return plain === jsonText
    ? parseResult
    : { ...parseStructured(plain, schema), repairs: parseResult.repairs };
}

function readAgentOutput(raw: string, options: AgentOutputOptions, level: number): AgentOutput {
  const { allowedKinds, fallbackKind, guard = NO_GUARD } = options;
  const extraFields = listExtras(options.extraFields);
  const { answer } = extractAnswer(raw, { steps: 0 });
  const parseResult = parseStructured(answer, lenientSchema(allowedKinds, extraFields));
  if (!parseResult.ok) return { kind: fallbackKind, text: salvage(answer, guard), rawFallback: true };
  const { value } = parseResult;
  const isSure = parseResult.repairs.every((repair) => CERTAIN.has(repair));
  // Next to an error, `message` comes from the endpoint.
  const isFailure = ERROR_KEYS.some((key) => value[key] !== undefined && value[key] !== null);
  const fields = isFailure ? (['text'] as const) : STAND_INS;
  const firstText = fields
    .map((field) => value[field])
    .find((text) => typeof text === 'string' && text !== '');
  if (firstText === undefined || isThoughtPart(value))
    return { kind: fallbackKind, text: PLACEHOLDER, rawFallback: true };
  const line = typeof firstText === 'string' ? firstText : '';
  // A draft in a damaged thought looks like an answer, so require that the streaming reader finds the same line.
  if (!isSure && findPrivateField(answer) >= 0 && !agree(line, answer)) {
    return { kind: fallbackKind, text: salvage(answer, guard), rawFallback: true };
  }
  if (looksLikeObject(line) && level === 0) {
    const inner = readAgentOutput(line, options, 1);
    if (!inner.rawFallback) return inner;
  }
  const output: AgentOutput = {
    kind: typeof value.kind === 'string' && allowedKinds.includes(value.kind) ? value.kind : fallbackKind,
    text: toSpeech(line, guard),
  };
  for (const name of extraFields) {
    const extra = readExtra(name, value, guard);
    if (extra !== undefined && name !== 'rawFallback') output[name] = extra;
  }
  return output;
}

function agree(text: string, answer: string): boolean {
  const [one, other] = [text, answer].map((raw) =>
    extractSpeech(raw.slice(0, MAX_SEARCHED), { steps: 0 }).spoken.trim().replace(/\s+/g, ' '),
  );
  return one !== '' && one === other;
}

/** The text unchanged if it may be spoken, else cleaned, else `…`. */
function toSpeech(written: string, guard: Guard): string {
  const text = written.toWellFormed().trim();
  if (rejectionReason(text, guard) === null) return text;
  // Text around a secret hints at it, so drop all of it.
  if (guard.leaks(text)) return PLACEHOLDER;
  const { line } = cleanLine(text, { guard });
  return rejectionReason(line, guard) === null ? line : PLACEHOLDER;
}

function salvage(answer: string, guard: Guard): string {
  const { line } = cleanLine(answer.slice(0, MAX_SEARCHED), { guard });
  const short = cutAtSentence(line, MAX_SALVAGE).trim();
  return isUsableLine(short) && rejectionReason(short, guard) === null ? short : PLACEHOLDER;
}

function readExtra(name: string, value: JsonObject, guard: Guard): Json | undefined {
  if (!Object.hasOwn(value, name)) return undefined;
  const json = value[name];
  if (name === 'scores') {
    if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined;
    const entries = Object.entries(json);
    const scores = entries.filter(
      ([key, score]) => typeof score === 'number' && rejectionReason(key, guard) === null,
    );
    return scores.length === 0 && entries.length > 0 ? undefined : Object.fromEntries(scores);
  }
  if (name === 'winner') return readWinner(json, guard);
  if (typeof json !== 'string') return undefined;
  return json.trim() === '' ? '' : toSpeech(json, guard);
}

function readWinner(json: Json | undefined, guard: Guard): string | null | undefined {
  if (json === null) return null;
  if (typeof json !== 'string') return undefined;
  const name = json.toWellFormed().trim();
  return name !== '' && rejectionReason(name, guard) === null ? name : null;
}

/** Cached by kinds and extras: building a schema costs more than reading an answer. */
const schemas = new Map<string, JsonObject>();
const MAX_SCHEMAS = 64;

function lenientSchema(kinds: readonly string[], extraFields: readonly string[]): JsonObject {
  const id = JSON.stringify([kinds, extraFields]);
  const cachedSchema = schemas.get(id);
  if (cachedSchema !== undefined) return cachedSchema;
  if (schemas.size >= MAX_SCHEMAS) schemas.clear();
  const newSchema = makeLenientSchema(kinds, extraFields);
  schemas.set(id, newSchema);
  return newSchema;
}

/**
 * These types trigger conversions (`"null"`, `"7"`, a list of pairs) and accept anything: a rejected field is only
 * omitted.
 */
const ANYTHING = ['object', 'array', 'string', 'number', 'boolean', 'null'];
const TEXT = { anyOf: [{ type: ['string', 'null'] }, {}] };
const SCORES = {
  type: ANYTHING,
  additionalProperties: { anyOf: [{ type: ['number', 'null'] }, {}] },
};

function makeLenientSchema(kinds: readonly string[], extraFields: readonly string[]): JsonObject {
  const properties: JsonObject = {
    ...Object.fromEntries(PRIVATE_KEYS.map((key) => [key, {}])),
    // Keys of the schema are never wrappers: `{"error":{"message":"Rate limit reached"}}` has no text.
    ...Object.fromEntries(ERROR_KEYS.map((key) => [key, {}])),
    // Not a plain enum, which would reject values that become the fallback kind; the values only fix the case.
    kind: { anyOf: [{ enum: [...kinds] }, {}] },
    ...Object.fromEntries(STAND_INS.map((field) => [field, TEXT])),
  };
  for (const name of extraFields) {
    properties[name] = name === 'scores' ? SCORES : name === 'winner' ? TEXT : {};
  }
  return {
    type: 'object',
    properties,
    anyOf: STAND_INS.map((field) => ({
      required: [field],
      properties: { [field]: { type: 'string', minLength: 1 } },
    })),
  };
}
