import type { Json, JsonObject } from '../contract/json';
import { makeGuard } from './guard';
import { cleanLine, isUsableLine, looksLikeObject } from './line';
import { type JsonSchemaObject, parseStructured } from './parse';
import { splitReasoning } from './reasoning';
import { listExtras } from './schema';

/** Most characters of a line salvaged from an answer that held no usable object. */
const MAX_SALVAGE = 280;
/** What is looked at for a line to salvage: no spoken line starts later. */
const MAX_SEARCHED = 20_000;
/** What is said when nothing may be said. `isUsableLine` refuses it. */
export const PLACEHOLDER = '…';
/** Fields that stand in for a missing `text`, in this order. */
const STAND_INS = ['text', 'content', 'message'] as const;

export interface AgentOutputOptions {
  /** The kinds the agent may emit. */
  allowedKinds: readonly string[];
  /** The kind of an answer whose own kind is missing or outside the grant. */
  fallbackKind: string;
  /** Fields that are kept beside `kind` and `text`; all others are dropped, `thought` always. */
  extraFields?: readonly string[];
  /** Words dealt in the room: a field that says one of them is replaced by `…`. */
  secrets?: readonly string[];
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
 * Makes an event payload of whatever a model wrote. Never throws, never says a secret, private reasoning, an object or
 * the instruction; `text` is `…` when nothing else may be said. Source: the offline path of the structured-output seed.
 */
export function parseAgentOutput(raw: string, options: AgentOutputOptions): AgentOutput {
  return readAgentOutput(raw, options, 0);
}

function readAgentOutput(raw: string, options: AgentOutputOptions, level: number): AgentOutput {
  const { allowedKinds, fallbackKind, secrets = [] } = options;
  const guard = makeGuard(secrets);
  const extraFields = listExtras(options.extraFields);
  const { answer } = splitReasoning(raw);
  const parsed = parseStructured(answer, lenientSchema(allowedKinds, extraFields));
  if (!parsed.ok) return { kind: fallbackKind, text: salvage(answer, secrets), rawFallback: true };
  const { value } = parsed;
  const said = STAND_INS.map((field) => value[field]).find((text) => typeof text === 'string' && text !== '');
  const spoken = typeof said === 'string' ? said : '';
  if (looksLikeObject(spoken) && level === 0) return readAgentOutput(spoken, options, 1);
  const text = speak(spoken, secrets);
  const output: AgentOutput = {
    kind: typeof value.kind === 'string' && allowedKinds.includes(value.kind) ? value.kind : fallbackKind,
    text,
  };
  for (const name of extraFields) {
    const extra = readExtra(name, value, guard.leaks);
    if (extra !== undefined && name !== 'rawFallback') output[name] = extra;
  }
  return output;
}

/** The text of an object as it was written, unless something in it may not be said. */
function speak(spoken: string, secrets: readonly string[]): string {
  const guard = makeGuard(secrets);
  if (guard.leaks(spoken)) return PLACEHOLDER;
  const { line, residue } = cleanLine(spoken, { secrets });
  const text = residue === '' && line !== '' ? spoken.trim() : line;
  return text === '' || looksLikeObject(text) || guard.leaks(text) ? PLACEHOLDER : text;
}

function salvage(answer: string, secrets: readonly string[]): string {
  const { line } = cleanLine(answer.slice(0, MAX_SEARCHED), { secrets });
  const text = line.length > MAX_SALVAGE ? line.slice(0, line.lastIndexOf(' ', MAX_SALVAGE)).trim() : line;
  const short = text.slice(0, MAX_SALVAGE);
  return isUsableLine(short) && !makeGuard(secrets).leaks(short) ? short : PLACEHOLDER;
}

function readExtra(name: string, value: JsonObject, leaks: (text: string) => boolean): Json | undefined {
  if (!Object.hasOwn(value, name)) return undefined;
  const json = value[name];
  if (name === 'scores') {
    if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined;
    const scores = Object.entries(json).filter(([key, score]) => typeof score === 'number' && !leaks(key));
    return Object.fromEntries(scores);
  }
  if (json === null && name === 'winner') return null;
  if (typeof json !== 'string') return undefined;
  const { answer } = splitReasoning(json);
  return leaks(json) || looksLikeObject(answer) ? PLACEHOLDER : answer;
}

/** Schemas by kinds and extras: an agent asks for the same one every time, and making it ready costs more than reading. */
const schemas = new Map<string, JsonSchemaObject>();
const MAX_SCHEMAS = 64;

function lenientSchema(kinds: readonly string[], extraFields: readonly string[]): JsonSchemaObject {
  const id = JSON.stringify([kinds, extraFields]);
  const known = schemas.get(id);
  if (known !== undefined) return known;
  if (schemas.size >= MAX_SCHEMAS) schemas.clear();
  const made = makeLenientSchema(kinds, extraFields);
  schemas.set(id, made);
  return made;
}

/** What counts as an answer here: any object in which something is said. */
function makeLenientSchema(kinds: readonly string[], extraFields: readonly string[]): JsonSchemaObject {
  const properties: JsonObject = {
    thought: {},
    // Not an enum, which would refuse what becomes the fallback kind; its values only mend the case.
    kind: { anyOf: [{ enum: [...kinds] }, {}] },
    text: { type: ['string', 'null'] },
    content: { type: ['string', 'null'] },
    message: { type: ['string', 'null'] },
  };
  for (const name of extraFields) {
    properties[name] = name === 'scores' ? { additionalProperties: { type: ['number', 'null'] } } : {};
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
