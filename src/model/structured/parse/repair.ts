import { jsonrepair } from 'jsonrepair';
import type { Json, JsonObject } from '../../../base/json';
import { Tokens } from './tokens';

/**
 * What was done to an answer before it parsed and fitted; an empty list means exact JSON of the right form.
 * The first group took the object out of its surroundings, the second mended its syntax, the third its fit.
 */
export const REPAIRS = [
  'reasoning',
  'fence',
  'surrounding-text',
  'several-objects',
  'wrapper',
  'double-encoded',
  'key-lines',
  'quotes',
  'inner-quotes',
  'missing-quote',
  'raw-newline',
  'escape',
  'concatenation',
  'bare-key',
  'bare-value',
  'literal',
  'number',
  'comment',
  'extra-comma',
  'missing-comma',
  'missing-colon',
  'extra-colon',
  'bracket',
  'truncated',
  'key-name',
  'coerced',
  'enum-case',
] as const;
export type Repair = (typeof REPAIRS)[number];

/** Repairs of an answer that was exact JSON on its own: only names or forms of values were wrong. */
export const FIT_REPAIRS: ReadonlySet<Repair> = new Set(['key-name', 'coerced', 'enum-case']);

/** Counts characters looked at: the tests' proof that the work grows with the input, not faster. */
export interface Work {
  steps: number;
}

export interface Mended {
  json: JsonObject;
  repairs: Repair[];
  /** Where the object ended (exclusive). */
  end: number;
  /** Whether the end of the text was taken for the end of the object, or of a string in it. */
  cut: boolean;
}

/** jsonrepair copies its output at every comma and bracket it adds: flaws times length is bounded. */
const MAX_COPIED = 4_000_000;

/**
 * Reads the damaged object that starts at `start`. Strings, literals and the cut end are read here, with what the
 * schema's `keys` tell about where a string ends; commas, colons and brackets are left to `jsonrepair`, which sees
 * a placeholder for every string and so cannot misread what is in them. Null when the damage is not understood.
 */
export function mend(text: string, start: number, keys: ReadonlySet<string>, work: Work): Mended | null {
  const tokens = new Tokens(text, start, keys, work);
  return tokens.read() ? finish(tokens) : null;
}

function finish(tokens: Tokens): Mended | null {
  const source = tokens.parts.join('');
  const json = tokens.flaws === 0 ? parse(source) : parse(fixStructure(source, tokens.flaws));
  if (json === undefined) return null;
  const restored = restore(json, tokens.strings);
  if (restored === undefined) return null;
  return {
    json: restored as JsonObject,
    repairs: [...tokens.repairs],
    end: tokens.position,
    cut: tokens.cut,
  };
}

function fixStructure(source: string, flaws: number): string {
  if ((flaws + 1) * source.length > MAX_COPIED) return '';
  try {
    return jsonrepair(source);
  } catch {
    return '';
  }
}

function parse(source: string): Json | undefined {
  try {
    const json: Json = JSON.parse(source);
    return typeof json === 'object' && json !== null && !Array.isArray(json) ? json : undefined;
  } catch {
    return undefined;
  }
}

/** The value with its texts; undefined when a key comes twice with different values: which one was meant is a guess. */
function restore(json: Json, strings: readonly string[]): Json | undefined {
  if (typeof json === 'string') return strings[Number(json)] ?? '';
  if (typeof json !== 'object' || json === null) return json;
  if (Array.isArray(json)) {
    const items = json.map((item) => restore(item, strings));
    return items.includes(undefined) ? undefined : (items as Json[]);
  }
  const restored: JsonObject = {};
  for (const index in json) {
    const key = strings[Number(index)] ?? '';
    const value = restore(json[index] ?? null, strings);
    if (value === undefined || key === '__proto__') return undefined;
    if (Object.hasOwn(restored, key) && JSON.stringify(restored[key]) !== JSON.stringify(value))
      return undefined;
    restored[key] = value;
  }
  return restored;
}

/** Repairs as they are reported: each once, in the order of `REPAIRS`. */
export const joinRepairs = (repairs: readonly Repair[]): Repair[] =>
  REPAIRS.filter((repair) => repairs.includes(repair));
