import { jsonrepair } from 'jsonrepair';
import type { z } from 'zod';
import type { Json, JsonObject } from '../contract/json';
import { describe, type OutputError, outputError, readErrors } from './errors';
import { toProviderSchema } from './json-schema';
import { findObjects } from './objects';

/** What was done to an answer before it parsed. An empty list means exact JSON. */
export type Repair = 'fence' | 'surrounding-text' | 'several-objects' | 'wrapper' | 'syntax' | 'truncated';

export type ParsedOutput<T> =
  | { ok: true; value: T; json: JsonObject; repairs: Repair[] }
  | {
      ok: false;
      errors: OutputError[];
      /** The object that came closest, for the log; null when there was none. */
      json: JsonObject | null;
      repairs: Repair[];
    };

interface Candidate {
  json: JsonObject;
  repairs: Repair[];
}

/** Longer texts are not handed to the repairer. */
const MAX_REPAIR = 262_144;
const FENCE = /^\s*```[a-zA-Z0-9]*[ \t]*\r?\n?([\s\S]*?)\r?\n?\s*```\s*$/;

/**
 * Reads the JSON object in a model's answer, reasoning already removed. In order of trust: exact JSON; of all
 * balanced objects the one that fits `schema` best, then the last; what `jsonrepair` makes of the rest. An object
 * that has none of the schema's keys does not fit, even when every key has a default.
 */
export function parseStructured<T>(answer: string, schema: z.ZodType<T>): ParsedOutput<T> {
  const candidates = readCandidates(answer).map((candidate) => weigh(candidate, schema));
  let best = candidates[0];
  for (const next of candidates.slice(1)) {
    if (best === undefined || next.weight >= best.weight) best = next;
  }
  if (best === undefined) {
    const got = answer === '' ? 'an empty answer' : 'text without one';
    return { ok: false, errors: [outputError('', 'one JSON object', got)], json: null, repairs: [] };
  }
  return best.parsed;
}

function weigh<T>(candidate: Candidate, schema: z.ZodType<T>): { parsed: ParsedOutput<T>; weight: number } {
  const { json, repairs } = candidate;
  const keys = Object.keys(toProviderSchema(schema).properties ?? {});
  const known = keys.filter((key) => key in json).length;
  if (keys.length > 0 && known === 0) {
    const expected = `an object with the keys ${keys.join(', ')}`;
    return {
      parsed: { ok: false, errors: [outputError('', expected, describe(json))], json, repairs },
      weight: 0,
    };
  }
  const result = schema.safeParse(json);
  if (!result.success) {
    return { parsed: { ok: false, errors: readErrors(result.error, json), json, repairs }, weight: known };
  }
  // Between equals, what was complete is trusted before what was cut off.
  const trust = repairs.includes('truncated') ? 0.5 : 1;
  return { parsed: { ok: true, value: result.data, json, repairs }, weight: 1000 + known + trust };
}

/** Every object the answer may mean, in order of appearance. */
function readCandidates(answer: string): Candidate[] {
  const exact = readObject(answer);
  if (exact !== null) return [{ json: exact.json, repairs: exact.unwrapped ? ['wrapper'] : [] }];

  const fenced = FENCE.exec(answer)?.[1];
  const text = fenced ?? answer;
  const before: Repair[] = fenced === undefined ? [] : ['fence'];
  const whole = fenced === undefined ? null : readObject(text);
  if (whole !== null)
    return [{ json: whole.json, repairs: whole.unwrapped ? [...before, 'wrapper'] : before }];

  const { balanced, open } = findObjects(text);
  const spans = balanced.map(({ start, end }) => ({ start, end, cut: false }));
  if (open !== null) spans.push({ start: open, end: text.length, cut: true });
  const candidates: Candidate[] = [];
  for (const { start, end, cut } of spans) {
    const repairs: Repair[] = [...before];
    if (balanced.length > 1) repairs.push('several-objects');
    else if (text.slice(0, start).trim() !== '' || text.slice(end).trim() !== '') {
      repairs.push('surrounding-text');
    }
    const piece = text.slice(start, end);
    const read = cut ? null : readObject(piece);
    if (read !== null) {
      candidates.push({ json: read.json, repairs });
      continue;
    }
    const repaired = repairObject(piece);
    if (repaired !== null)
      candidates.push({ json: repaired, repairs: [...repairs, cut ? 'truncated' : 'syntax'] });
  }
  return candidates;
}

/** An object, or the one object in an array or under a single key; null when the text is something else. */
function readObject(text: string): { json: JsonObject; unwrapped: boolean } | null {
  let json: Json;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  if (Array.isArray(json)) {
    const [only] = json;
    return json.length === 1 && isObject(only) ? { json: only, unwrapped: true } : null;
  }
  return isObject(json) ? { json, unwrapped: false } : null;
}

function repairObject(text: string): JsonObject | null {
  if (text.length > MAX_REPAIR) return null;
  try {
    return readObject(jsonrepair(text))?.json ?? null;
  } catch {
    return null;
  }
}

const isObject = (json: Json | undefined): json is JsonObject =>
  typeof json === 'object' && json !== null && !Array.isArray(json);
