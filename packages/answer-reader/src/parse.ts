import type { z } from 'zod';
import { type Candidate, readCandidates } from './candidates';
import { type CutEnd, valueAt, withoutUnfinished } from './cut';
import { joinRepairs, type OutputError, outputError, type Repair } from './errors';
import { type Form, knownKeys, readForm } from './form';
import { type JsonObject, toPointer } from './json';
import { plainKey, type StepCounter } from './json-text';
import { keepTrailingNewline, splitReasoning } from './reasoning';

export type ParsedOutput<T> =
  | {
      ok: true;
      value: T;
      /** The accepted object: unwrapped and repaired, with keys and scalars in the schema's form. */
      json: JsonObject;
      repairs: Repair[];
    }
  | {
      ok: false;
      errors: OutputError[];
      /** The closest object, for the log; null if there was none. */
      json: JsonObject | null;
      repairs: Repair[];
    };

interface ScoredParse<T> {
  parsed: ParsedOutput<T>;
  weight: number;
}

/**
 * Parses the JSON object in an answer, after removing reasoning. Candidates by trust: exact JSON; the balanced object
 * that fits `schema` best, the last one if tied; repaired objects; `key: value` lines. The first stage with an object
 * that fits wins. An object with none of the schema's keys does not fit, even if every key has a default. Never throws;
 * linear time.
 * @param schema Zod, or a draft-07 JSON Schema (then the value is the JSON object itself)
 * @param work counts the characters read, for tests
 */
export function parseStructured<T>(raw: string, schema: z.ZodType<T>, work?: StepCounter): ParsedOutput<T>;
export function parseStructured(
  raw: string,
  schema: JsonObject,
  work?: StepCounter,
): ParsedOutput<JsonObject>;
export function parseStructured<T>(
  raw: string,
  schema: z.ZodType<T> | JsonObject,
  work: StepCounter = { steps: 0 },
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

/**
 * A value in a code fence or triple quotes. A line break may precede it only after a quoted key, because prose also
 * ends in colons.
 */
const BLOCK =
  /((?<=["'”’]\s{0,8}):\s{0,8}|:[ \t]{0,8})(?:```[^`\n]{0,80}\n([\s\S]*?)\n?[ \t]{0,64}```|"""([\s\S]*?)"""|'''([\s\S]*?)''')(?=\s{0,64}(?:[,}\]]|"\w{1,64}"\s{0,8}:))/g;

/** Converts values in fences or triple quotes to JSON strings, without their common indentation. */
function quoteBlocks(raw: string): string {
  if (raw.length > MAX_WITH_BLOCKS || raw.split(MARKS).length > MAX_MARKS) return raw;
  return raw.replaceAll(BLOCK, (_, colon: string, ...texts: (string | undefined)[]) => {
    const text = texts.slice(0, 3).find((one) => one !== undefined) ?? '';
    return colon + JSON.stringify(dedent(text));
  });
}
/** The pattern may scan from each mark to every other one. */
const MARKS = /```|"""|'''/;
const MAX_MARKS = 100;
const MAX_WITH_BLOCKS = 65_536;

function dedent(text: string): string {
  const rows = text.replace(/^[ \t]*\n|\n[ \t]*$/g, '').split('\n');
  const texts = rows.filter((row) => row.trim() !== '');
  const indent = Math.min(...texts.map((row) => row.length - row.trimStart().length));
  return rows.map((row) => (row.trim() === '' ? '' : row.slice(indent))).join('\n');
}

/** Replaces Chinese and Japanese colons and commas between an object's quotes. */
const narrowPunctuation = (raw: string): string =>
  /[：，]/.test(raw)
    ? raw
        .replaceAll(/(?<=["”’'])(\s{0,64})：/g, '$1:')
        .replaceAll(/(?<=["”’'\]}\del])(\s{0,64})，(?=\s{0,64}["“‘'{[])/g, '$1,')
    : raw;

function parseForm<T>(raw: string, form: Form<T>, work: StepCounter): ParsedOutput<T> {
  const { answer, reasoning } = splitReasoning(raw);
  const before: Repair[] = [];
  // Without reasoning it was an empty block or a template token.
  if (answer !== raw.trim()) before.push(reasoning === '' ? 'removed_surrounding_text' : 'removed_reasoning');
  let best: ScoredParse<T> | undefined;
  for (const stage of readCandidates(keepTrailingNewline(raw, answer), form, work)) {
    for (const candidate of stage) {
      const next = scoreParse(candidate, before, form, work);
      if (best === undefined || next.weight >= best.weight) best = next;
    }
    if (best?.parsed.ok) return best.parsed;
  }
  if (best !== undefined) return best.parsed;
  const got = answer.trim() === '' ? 'an empty answer' : 'text without one';
  return { ok: false, errors: [outputError('', 'one JSON object', got)], json: null, repairs: before };
}

function scoreParse<T>(
  candidate: Candidate,
  before: readonly Repair[],
  form: Form<T>,
  work: StepCounter,
): ScoredParse<T> {
  const { json, end } = candidate;
  const first = tryOne(json, candidate, before, form);
  if (end === null) return first;
  for (const { json: shorter, gone } of withoutUnfinished(json, end)) {
    if (shorter === json && canContinue(json, end, form)) continue;
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
): ScoredParse<T> {
  const fitting = new Set<Repair>();
  const json = form.coerce(source, fitting);
  const repairs = joinRepairs([...before, ...candidate.repairs, ...fitting]);
  const knownCount = knownKeys(json, form);
  const problem = findDroppedParts(json, candidate, repairs, form);
  if (problem !== null) {
    return { parsed: { ok: false, errors: [problem], json, repairs }, weight: knownCount };
  }
  const result = form.check(json);
  if (!result.ok) return { parsed: { ...result, json, repairs }, weight: knownCount };
  // If equal, prefer the object that is not truncated.
  const trust = repairs.includes('closed_truncated_json') ? 0.5 : 1;
  return { parsed: { ok: true, value: result.value, json, repairs }, weight: 1000 + knownCount + trust };
}

/** Finds content that bracket repair dropped or misplaced. Reject such results even if they validate. */
function findDroppedParts(
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

/** Rejects an object that fits only because it was truncated before it had content. */
function refuseRest<T>({ parsed, weight }: ScoredParse<T>, form: Form<T>): ScoredParse<T> {
  const { json, repairs } = parsed;
  const keys = Object.keys(form.properties);
  const wantedForm = `an object${keys.length === 0 ? '' : ` with the keys ${keys.join(', ')}`}`;
  const errors = [outputError('', wantedForm, 'one that was cut off')];
  return { parsed: { ok: false, errors, json, repairs }, weight: weight - 1000 };
}

/** True if the truncated text may become a longer enum value: `say` of `say` and `say.aside`. */
function canContinue(json: JsonObject, { path, begun }: CutEnd, form: Form<unknown>): boolean {
  if (begun === null) return false;
  const leaf = [...path, begun];
  const saidText = valueAt(json, leaf);
  if (typeof saidText !== 'string') return false;
  const plain = saidText.trim().toLowerCase();
  return form
    .wordsAt(leaf)
    .some((word) => word.length > plain.length && word.toLowerCase().startsWith(plain));
}

/** True if there is a value at the path, ignoring case and spacing of keys. */
function hasValue(value: unknown, path: readonly (string | number)[]): boolean {
  let node = value;
  for (const key of path) {
    if (typeof node !== 'object' || node === null) return false;
    const name = Object.keys(node).find((each) => plainKey(each) === plainKey(String(key)));
    node = name === undefined ? undefined : (node as Record<string, unknown>)[name];
  }
  return node !== undefined;
}
