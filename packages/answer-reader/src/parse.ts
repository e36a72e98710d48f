import type { z } from 'zod';
import { type Candidate, readCandidates } from './candidates';
import { type CutEnd, valueAt, withoutUnfinished } from './cut';
import { joinRepairs, type OutputError, outputError, type Repair } from './errors';
import { type Form, knownKeys, readForm } from './form';
import { type JsonObject, toPointer } from './json';
import { plainKey, type Work } from './json-text';
import { keepEnd, splitReasoning } from './reasoning';

export type ParsedOutput<T> =
  | {
      ok: true;
      value: T;
      /** The object as it was accepted: unwrapped, mended, its keys and scalars in the schema's form. */
      json: JsonObject;
      repairs: Repair[];
    }
  | {
      ok: false;
      errors: OutputError[];
      /** The object that came closest, for the log; null when there was none. */
      json: JsonObject | null;
      repairs: Repair[];
    };

interface Weighed<T> {
  parsed: ParsedOutput<T>;
  weight: number;
}

/**
 * Reads the JSON object in a model's answer; reasoning is cut out first. In order of trust: exact JSON; of all
 * balanced objects the one that fits `schema` best, then the last; what can be mended; `key: value` lines. The first
 * stage that yields an object that fits ends the search. An object that has none of the schema's keys does not
 * fit, even when every key has a default. Never throws; the work is linear in the length of the answer.
 *
 * @param schema zod, or a draft-07 JSON Schema as an object (then the value is the JSON object itself)
 * @param work counts the characters looked at, for tests
 */
export function parseStructured<T>(raw: string, schema: z.ZodType<T>, work?: Work): ParsedOutput<T>;
export function parseStructured(raw: string, schema: JsonObject, work?: Work): ParsedOutput<JsonObject>;
export function parseStructured<T>(
  raw: string,
  schema: z.ZodType<T> | JsonObject,
  work: Work = { steps: 0 },
): ParsedOutput<T> {
  const form = readForm<T>(schema as z.ZodType<T>);
  const output = parseForm(raw, form, work);
  if (output.ok && !output.repairs.includes('fixed_quotes')) return output;
  for (const rewrite of output.ok ? [quoteBlocks] : [quoteBlocks, narrowPunctuation]) {
    const plain = rewrite(raw);
    const again = plain === raw ? output : parseForm(plain, form, work);
    if (again !== output && again.ok)
      return { ...again, repairs: joinRepairs([...again.repairs, 'fixed_quotes']) };
  }
  return output;
}

/** A value in a fence or in three quotes. A line break may stand before it only after a key in quotes, as prose ends in colons too. */
const BLOCK =
  /((?<=["'”’]\s{0,8}):\s{0,8}|:[ \t]{0,8})(?:```[^`\n]{0,80}\n([\s\S]*?)\n?[ \t]{0,64}```|"""([\s\S]*?)"""|'''([\s\S]*?)''')(?=\s{0,64}(?:[,}\]]|"\w{1,64}"\s{0,8}:))/g;

/** Values in fences or three quotes as strings of JSON, without the indentation that all their rows have. */
function quoteBlocks(raw: string): string {
  if (raw.length > MAX_WITH_BLOCKS || raw.split(MARKS).length > MOST_MARKS) return raw;
  return raw.replaceAll(BLOCK, (_, colon: string, ...texts: (string | undefined)[]) => {
    const text = texts.slice(0, 3).find((one) => one !== undefined) ?? '';
    return colon + JSON.stringify(dedent(text));
  });
}
/** Each mark may be looked at from each other one. */
const MARKS = /```|"""|'''/;
const MOST_MARKS = 100;
const MAX_WITH_BLOCKS = 65_536;

function dedent(text: string): string {
  const rows = text.replace(/^[ \t]*\n|\n[ \t]*$/g, '').split('\n');
  const texts = rows.filter((row) => row.trim() !== '');
  const indent = Math.min(...texts.map((row) => row.length - row.trimStart().length));
  return rows.map((row) => (row.trim() === '' ? '' : row.slice(indent))).join('\n');
}

/** Colons and commas of Chinese and Japanese between the quotes of an object, as JSON has them. */
const narrowPunctuation = (raw: string): string =>
  /[：，]/.test(raw)
    ? raw
        .replaceAll(/(?<=["”’'])(\s{0,64})：/g, '$1:')
        .replaceAll(/(?<=["”’'\]}\del])(\s{0,64})，(?=\s{0,64}["“‘'{[])/g, '$1,')
    : raw;

function parseForm<T>(raw: string, form: Form<T>, work: Work): ParsedOutput<T> {
  const { answer, reasoning } = splitReasoning(raw);
  const before: Repair[] = [];
  // Without a thought it was an empty block or a special token of a chat template.
  if (answer !== raw.trim()) before.push(reasoning === '' ? 'removed_surrounding_text' : 'removed_reasoning');
  let best: Weighed<T> | undefined;
  for (const stage of readCandidates(keepEnd(raw, answer), form, work)) {
    for (const candidate of stage) {
      const next = weigh(candidate, before, form, work);
      if (best === undefined || next.weight >= best.weight) best = next;
    }
    if (best?.parsed.ok) return best.parsed;
  }
  if (best !== undefined) return best.parsed;
  const got = answer.trim() === '' ? 'an empty answer' : 'text without one';
  return { ok: false, errors: [outputError('', 'one JSON object', got)], json: null, repairs: before };
}

function weigh<T>(candidate: Candidate, before: readonly Repair[], form: Form<T>, work: Work): Weighed<T> {
  const { json, end } = candidate;
  const first = tryOne(json, candidate, before, form);
  if (end === null) return first;
  for (const { json: shorter, gone } of withoutUnfinished(json, end)) {
    if (shorter === json && mayGoOn(json, end, form)) continue;
    if (shorter !== json) work.steps += end.length;
    const next = shorter === json ? first : tryOne(shorter, candidate, before, form);
    if (next.parsed.ok && (gone === null || !hasValue(next.parsed.value, gone))) return next;
  }
  return first.parsed.ok ? refuseRest(first, form) : first;
}

function tryOne<T>(
  source: JsonObject,
  candidate: Candidate,
  before: readonly Repair[],
  form: Form<T>,
): Weighed<T> {
  const fitting = new Set<Repair>();
  const json = form.coerce(source, fitting);
  const repairs = joinRepairs([...before, ...candidate.repairs, ...fitting]);
  const knownCount = knownKeys(json, form);
  const problem = findLost(json, candidate, repairs, form);
  if (problem !== null) {
    return { parsed: { ok: false, errors: [problem], json, repairs }, weight: knownCount };
  }
  const result = form.check(json);
  if (!result.ok) return { parsed: { ...result, json, repairs }, weight: knownCount };
  // Between equals, what was complete is trusted before what was cut off.
  const trust = repairs.includes('closed_truncated_json') ? 0.5 : 1;
  return { parsed: { ok: true, value: result.value, json, repairs }, weight: 1000 + knownCount + trust };
}

/**
 * Names a part of the answer that mending its brackets left out, or put where it does not belong: such an object is not
 * what the model meant, though it may fit.
 */
function findLost(
  json: JsonObject,
  { outside }: Candidate,
  repairs: readonly Repair[],
  form: Form<unknown>,
): OutputError | null {
  if (outside !== undefined) return outputError('', WHOLE, `${outside} outside of it`);
  if (!repairs.includes('fixed_brackets') && !repairs.includes('closed_truncated_json')) return null;
  const path = form.misplaced(json);
  return path === null
    ? null
    : outputError(toPointer(path.slice(0, -1)), WHOLE, `"${path.at(-1)}" where it does not belong`);
}
const WHOLE = 'one object with every key in its place and every bracket closed once';

/** Refuses what fits only because it was cut off before anything was in it. */
function refuseRest<T>({ parsed, weight }: Weighed<T>, form: Form<T>): Weighed<T> {
  const { json, repairs } = parsed;
  const keys = Object.keys(form.properties);
  const wantedForm = `an object${keys.length === 0 ? '' : ` with the keys ${keys.join(', ')}`}`;
  const errors = [outputError('', wantedForm, 'one that was cut off')];
  return { parsed: { ok: false, errors, json, repairs }, weight: weight - 1000 };
}

/** Says whether the text that was cut may become a longer word of a fixed list: `say` of `say` and `say.aside`. */
function mayGoOn(json: JsonObject, { path, begun }: CutEnd, form: Form<unknown>): boolean {
  if (begun === null) return false;
  const leaf = [...path, begun];
  const saidText = valueAt(json, leaf);
  if (typeof saidText !== 'string') return false;
  const plain = saidText.trim().toLowerCase();
  return form
    .wordsAt(leaf)
    .some((word) => word.length > plain.length && word.toLowerCase().startsWith(plain));
}

/** Says whether a value stands at a path, whatever the case and spacing of the keys in it. */
function hasValue(value: unknown, path: readonly (string | number)[]): boolean {
  let node = value;
  for (const key of path) {
    if (typeof node !== 'object' || node === null) return false;
    const name = Object.keys(node).find((each) => plainKey(each) === plainKey(String(key)));
    node = name === undefined ? undefined : (node as Record<string, unknown>)[name];
  }
  return node !== undefined;
}
