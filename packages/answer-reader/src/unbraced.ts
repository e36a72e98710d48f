import type { Repair } from './errors';
import { type Form, propertyOf } from './form';
import type { Json, JsonObject } from './json';
import { FILLER, tryParse, type Work } from './json-text';
import { mend } from './mend';

/** Reading of an answer without braces. */
interface Unbraced {
  json: JsonObject;
  repairs: Repair[];
}

/** An opening brace with a key behind it, however its quotes were damaged. */
const BROKEN_OBJECT = new RegExp(
  `\\{${FILLER}["'“‘\`]?[\\p{L}_][\\p{L}\\p{N}_ -]{0,63}["'”’\`]?${FILLER}[:=]`,
  'u',
);
const ROW = /^[\s*_#>-]{0,16}["'`]?([\p{L}_][\p{L}\p{N}_ -]{0,63}?)["'`*_]{0,4}\s{0,4}[:=][*_]{0,2}(.*)$/u;
const BLOCK = /^[|>][+-]?$/;
const FENCE_ROW = /^\s{0,16}(?:```|~~~)/;
/** A rule between parts of a text, as YAML has them between documents. */
const RULE_ROW = /^\s{0,16}(?:-{3,}|\*{3,}|_{3,}|\.{3,})\s*$/;
/** Quotes that separate the fields or items of an object. */
const STRUCTURE =
  /["'”’]\s{0,8}[,:]\s{0,8}["'“‘{[]|["”]\s{0,8}[:}\]]|["'”’]\s{0,8},\s{0,8}\w{1,64}\s{0,8}:|\\"/;

/**
 * Reads an object without its opening brace, or plain `key: value` lines; null for anything else.
 *
 * @param work counts the characters looked at
 */
export function readUnbraced(text: string, form: Form<unknown>, work: Work): Unbraced | null {
  if (form.keys.size === 0) return null;
  const bareText = text.replace(/^```[\w-]*\s*/, '').replace(/\s*```$/, '');
  // A quote after the last brace is one too many.
  const bare = bareText.replace(/(\}\s{0,8})"$/, '$1');
  const fence: Repair[] = bareText === text ? [] : ['removed_code_fence'];
  const first = /^(["'“‘]?)([\p{L}_][\p{L}\p{N}_ -]{0,63}?)["'”’]?\s{0,8}:/u.exec(bare.slice(0, 100));
  if (first !== null && first[1] !== '' && propertyOf(first[2] ?? '', form) !== null) {
    const mendResult = mend(`{${bare}`, 0, form.keys, work);
    // Without the last brace the object was not cut off, it never had any.
    if (mendResult !== null && mendResult.end > bare.length) {
      const repairs = bare.endsWith('}')
        ? mendResult.repairs
        : mendResult.repairs.filter((r) => r !== 'closed_truncated_json');
      return { json: mendResult.json, repairs: [...fence, 'fixed_brackets', ...repairs] };
    }
  }
  work.steps += bare.length;
  // Lines of a broken object look like `key: value` too, and would make speech of its syntax.
  if (BROKEN_OBJECT.test(bare)) return null;
  return readKeyLines(bare, form, work, fence);
}

/**
 * `kind: say` / `text: Hello.` lines. A value goes on over the next lines until a blank line, a fence or the next key.
 * Null when there are none, when a key comes twice, or when a value is rather the syntax of an object than a value.
 */
function readKeyLines(
  text: string,
  form: Form<unknown>,
  work: Work,
  fence: readonly Repair[],
): Unbraced | null {
  const fencedTexts = new Map<string, string[]>();
  let value: string[] | null = null;
  let isFenced = fence.length > 0;
  for (const row of text.split('\n')) {
    work.steps += row.length + 1;
    const match = ROW.exec(row.slice(0, 4_000));
    const next = match === null ? null : propertyOf(match[1] ?? '', form);
    if (match !== null && next !== null) {
      if (fencedTexts.has(next)) return null;
      value = [(match[2] ?? '').trim()];
      fencedTexts.set(next, value);
    } else if (FENCE_ROW.test(row)) {
      value = null;
      isFenced = true;
    } else if (row.trim() === '' || RULE_ROW.test(row)) value = null;
    else value?.push(row.trim());
  }
  if (fencedTexts.size === 0) return null;
  const entries: [string, Json][] = [];
  for (const [name, rows] of fencedTexts) {
    // YAML's sign of a block: the rows below it are the text.
    const isBlock = BLOCK.test(rows[0] ?? '') && rows.length > 1;
    const value = (isBlock ? rows.slice(1) : rows).join(' ').trim();
    work.steps += 2 * value.length;
    const lineText = readLineValue(value);
    if (lineText === undefined) return null;
    entries.push([name, lineText]);
  }
  return {
    json: Object.fromEntries(entries),
    repairs: [...(isFenced ? (['removed_code_fence'] as const) : []), 'parsed_key_value_lines'],
  };
}

/** JSON, a quoted text, or the words as they stand; undefined for what has the syntax of an object in it. */
function readLineValue(value: string): Json | undefined {
  const text = value.replace(/,$/, '');
  // Only what may be JSON is handed to the parser: to throw costs it more than to read.
  const json = /^(?:["[{\d-]|true$|false$|null$)/.test(text) ? tryParse(text) : undefined;
  if (json !== undefined) return json;
  if (/^'(?:[^']|'(?=\w))*'$/.test(text) || /^“[^”]*”$/.test(text)) return text.slice(1, -1);
  return isSyntax(value) ? undefined : value;
}

function isSyntax(value: string): boolean {
  if (/^[:=,;>}\])]/.test(value) || /["'”’]?[,;]$|["”]\s{0,8}[}\]]$/.test(value)) return true;
  if (STRUCTURE.test(value)) return true;
  const count = (c: string): number => value.split(c).length - 1;
  if (count('{') !== count('}') || count('[') !== count(']')) return true;
  // A quote that is never closed lost its end, or its beginning.
  if (count('"') % 2 === 1 || count('“') !== count('”')) return true;
  return value.startsWith('"') && value.endsWith('"') && !areQuotesPaired(value);
}

/** Says whether the quotes of a text open before a word and close behind one: in `"he said "no""` they don't. */
function areQuotesPaired(text: string): boolean {
  return text
    .split('"')
    .every((part, at) =>
      at % 2 === 1 ? /^\S/.test(part) && /\S$/.test(part) : at === 0 || !/^\w/.test(part),
    );
}
