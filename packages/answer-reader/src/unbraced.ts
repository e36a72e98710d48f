import type { Repair } from './errors';
import { type Form, findProperty } from './form';
import type { Json, JsonObject } from './json';
import { FILLER, type StepCounter, tryParse } from './json-text';
import { repairJson } from './mend';

interface UnbracedObject {
  json: JsonObject;
  repairs: Repair[];
}

/** An opening brace and a key with any damage to its quotes. */
const BROKEN_OBJECT = new RegExp(
  `\\{${FILLER}["'“‘\`]?[\\p{L}_][\\p{L}\\p{N}_ -]{0,63}["'”’\`]?${FILLER}[:=]`,
  'u',
);
const ROW = /^[\s*_#>-]{0,16}["'`]?([\p{L}_][\p{L}\p{N}_ -]{0,63}?)["'`*_]{0,4}\s{0,4}[:=][*_]{0,2}(.*)$/u;
const BLOCK = /^[|>][+-]?$/;
const FENCE_ROW = /^\s{0,16}(?:```|~~~)/;
const RULE_ROW = /^\s{0,16}(?:-{3,}|\*{3,}|_{3,}|\.{3,})\s*$/;
/** Quotes that separate fields or items. */
const STRUCTURE =
  /["'”’]\s{0,8}[,:]\s{0,8}["'“‘{[]|["”]\s{0,8}[:}\]]|["'”’]\s{0,8},\s{0,8}\w{1,64}\s{0,8}:|\\"/;

/**
 * Reads an object without its opening brace, or `key: value` lines; null for anything else.
 * @param work counts the characters read
 */
export function readUnbraced(text: string, form: Form<unknown>, work: StepCounter): UnbracedObject | null {
  if (form.keys.size === 0) return null;
  const bareText = text.replace(/^```[\w-]*\s*/, '').replace(/\s*```$/, '');
  // An extra quote after the last brace.
  const bare = bareText.replace(/(\}\s{0,8})"$/, '$1');
  const fence: Repair[] = bareText === text ? [] : ['removed_code_fence'];
  const first = /^(["'“‘]?)([\p{L}_][\p{L}\p{N}_ -]{0,63}?)["'”’]?\s{0,8}:/u.exec(bare.slice(0, 100));
  if (first !== null && first[1] !== '' && findProperty(first[2] ?? '', form) !== null) {
    const mendResult = repairJson(`{${bare}`, 0, form.keys, work);
    // If the last brace is missing too, the object was not truncated.
    if (mendResult !== null && mendResult.end > bare.length) {
      const repairs = bare.endsWith('}')
        ? mendResult.repairs
        : mendResult.repairs.filter((r) => r !== 'closed_truncated_json');
      return { json: mendResult.json, repairs: [...fence, 'fixed_brackets', ...repairs] };
    }
  }
  work.steps += bare.length;
  // Lines of a broken object look like `key: value` too, and its syntax would become speech.
  if (BROKEN_OBJECT.test(bare)) return null;
  return readKeyLines(bare, form, work, fence);
}

/**
 * Reads `kind: say` / `text: Hello.` lines. A value extends to a blank line, a fence or the next key. Null if there are
 * none, if a key occurs twice, or if a value contains object syntax.
 */
function readKeyLines(
  text: string,
  form: Form<unknown>,
  work: StepCounter,
  fence: readonly Repair[],
): UnbracedObject | null {
  const fencedTexts = new Map<string, string[]>();
  let value: string[] | null = null;
  let isFenced = fence.length > 0;
  for (const row of text.split('\n')) {
    work.steps += row.length + 1;
    const match = ROW.exec(row.slice(0, 4_000));
    const next = match === null ? null : findProperty(match[1] ?? '', form);
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
    // YAML block marker: the rows below are the text.
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

/** JSON, a quoted text, or the plain words; undefined if they contain object syntax. */
function readLineValue(value: string): Json | undefined {
  const text = value.replace(/,$/, '');
  // Parse only likely JSON, because exceptions are expensive.
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
  // A quote without its partner.
  if (count('"') % 2 === 1 || count('“') !== count('”')) return true;
  return value.startsWith('"') && value.endsWith('"') && !areQuotesPaired(value);
}

/** True if quotes open before a word and close after one, unlike in `"he said "no""`. */
function areQuotesPaired(text: string): boolean {
  return text
    .split('"')
    .every((part, at) =>
      at % 2 === 1 ? /^\S/.test(part) && /\S$/.test(part) : at === 0 || !/^\w/.test(part),
    );
}
