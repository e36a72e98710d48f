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
import { takeOwnWords } from './speakers';
import { ERROR_KEYS, looksLikeObject, takeAnswer, takeSpeech } from './speech';

/** Most characters of a line salvaged from an answer that held no usable object. */
const MAX_SALVAGE = 280;
/** Characters that are searched for a line to salvage: no spoken line starts later. */
const MAX_SEARCHED = 20_000;
/** Said when nothing may be said. `isUsableLine` refuses it. */
export const PLACEHOLDER = '…';
/** Fields that stand in for a missing `text`, in this order. */
const STAND_INS = ['text', 'content', 'message'] as const;

/** Repairs that leave no doubt about which text is the object's own. */
const CERTAIN: ReadonlySet<Repair> = new Set([...FIT_REPAIRS, 'removed_reasoning']);

export interface AgentOutputOptions {
  /** The kinds the agent may emit. */
  allowedKinds: readonly string[];
  /** The kind of an answer whose own kind is missing or outside the grant. */
  fallbackKind: string;
  /** Fields that are kept beside `kind` and `text`; all others are dropped, `thought` always. */
  extraFields?: readonly string[];
  /** A text or a field that leaks is replaced by `…`. */
  guard?: Guard;
}

/** `{kind, text, …extras}`. Extras are strings, `winner` a name or null, `scores` a map from name to number. */
export interface AgentOutput {
  kind: string;
  text: string;
  /** True when no object with a usable text was found: `text` is salvaged prose (at most 280 characters) or `…`. */
  rawFallback?: true;
  [extra: string]: Json | undefined;
}

/**
 * Reads the answer of an agent that talks; never throws. With a `schema` the answer must fit it: show the errors to the
 * model and ask again. Its texts lose their control characters, because they reach prompts and pages. With the allowed kinds
 * any answer becomes `{kind, text, …extras}`: a text or an extra that {@link rejectionReason} rejects is cleaned or becomes
 * `…`.
 */
export function parseAgentOutput<T>(raw: string, options: CheckedOutputOptions<T>): CheckedOutput<T>;
export function parseAgentOutput(raw: string, options: AgentOutputOptions): AgentOutput;
export function parseAgentOutput<T>(
  raw: string,
  options: CheckedOutputOptions<T> | AgentOutputOptions,
): CheckedOutput<T> | AgentOutput {
  return 'schema' in options
    ? takeOwnText(readChecked(raw, options.schema), options.speakers)
    : readAgentOutput(raw, options, 0);
}

export interface CheckedOutputOptions<T> {
  schema: z.ZodType<T>;
  /** Names in the conversation: `text` loses its own label, and ends where another speaker's begins. */
  speakers?: Speakers;
}

export type CheckedOutput<T> = ParsedOutput<T> & {
  /** Set with `speakers`: the words that the model wrote for others at the end of `text`. */
  others?: string;
  /** Set with `speakers`: true if `text` began with its speaker's own name. */
  hadLabel?: boolean;
};

function takeOwnText<T>(output: ParsedOutput<T>, speakers: Speakers | undefined): CheckedOutput<T> {
  if (!output.ok || !speakers) return output;
  const { text } = output.value as { text?: unknown };
  if (typeof text !== 'string') return output;
  const { line, cut: others, hadLabel } = takeOwnWords(text, speakers);
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
  const { answer } = takeAnswer(raw, { steps: 0 });
  const parseResult = parseStructured(answer, lenientSchema(allowedKinds, extraFields));
  if (!parseResult.ok) return { kind: fallbackKind, text: salvage(answer, guard), rawFallback: true };
  const { value } = parseResult;
  const isSure = parseResult.repairs.every((repair) => CERTAIN.has(repair));
  // Beside an error, `message` is the endpoint's and not the agent's.
  const isFailure = ERROR_KEYS.some((key) => value[key] !== undefined && value[key] !== null);
  const fields = isFailure ? (['text'] as const) : STAND_INS;
  const firstText = fields
    .map((field) => value[field])
    .find((text) => typeof text === 'string' && text !== '');
  if (firstText === undefined || isThoughtPart(value))
    return { kind: fallbackKind, text: PLACEHOLDER, rawFallback: true };
  const line = typeof firstText === 'string' ? firstText : '';
  // A draft in a damaged thought reads like an answer: the other reader must find the same line.
  if (!isSure && findPrivateField(answer) >= 0 && !agree(line, answer)) {
    return { kind: fallbackKind, text: salvage(answer, guard), rawFallback: true };
  }
  if (looksLikeObject(line) && level === 0) {
    const inner = readAgentOutput(line, options, 1);
    if (!inner.rawFallback) return inner;
  }
  const output: AgentOutput = {
    kind: typeof value.kind === 'string' && allowedKinds.includes(value.kind) ? value.kind : fallbackKind,
    text: speak(line, guard),
  };
  for (const name of extraFields) {
    const extra = readExtra(name, value, guard);
    if (extra !== undefined && name !== 'rawFallback') output[name] = extra;
  }
  return output;
}

function agree(text: string, answer: string): boolean {
  const [one, other] = [text, answer].map((raw) =>
    takeSpeech(raw.slice(0, MAX_SEARCHED), { steps: 0 }).spoken.trim().replace(/\s+/g, ' '),
  );
  return one !== '' && one === other;
}

/** A text as it was written, when it may be spoken; else what is left of it when it is cleaned, or `…`. */
function speak(written: string, guard: Guard): string {
  const text = written.toWellFormed().trim();
  if (rejectionReason(text, guard) === null) return text;
  // What stands beside a secret hints at it: the whole text goes.
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
  return json.trim() === '' ? '' : speak(json, guard);
}

/** A name, or null: what may not be spoken is nobody's. */
function readWinner(json: Json | undefined, guard: Guard): string | null | undefined {
  if (json === null) return null;
  if (typeof json !== 'string') return undefined;
  const name = json.toWellFormed().trim();
  return name !== '' && rejectionReason(name, guard) === null ? name : null;
}

/** Schemas by kinds and extras: an agent asks for the same one every time, and making it ready costs more than reading. */
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
 * These types mend the form (`"null"`, `"7"`, a list of pairs) and accept anything: a refused field is only left out.
 */
const ANYTHING = ['object', 'array', 'string', 'number', 'boolean', 'null'];
const TEXT = { anyOf: [{ type: ['string', 'null'] }, {}] };
const SCORES = {
  type: ANYTHING,
  additionalProperties: { anyOf: [{ type: ['number', 'null'] }, {}] },
};

/** Accepts any object in which something is said. */
function makeLenientSchema(kinds: readonly string[], extraFields: readonly string[]): JsonObject {
  const properties: JsonObject = {
    ...Object.fromEntries(PRIVATE_KEYS.map((key) => [key, {}])),
    // A key of the schema is no wrapper: `{"error":{"message":"Rate limit reached"}}` says nothing.
    ...Object.fromEntries(ERROR_KEYS.map((key) => [key, {}])),
    // Not an enum, which would refuse what becomes the fallback kind; its values only mend the case.
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
