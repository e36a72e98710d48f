import type { Json, JsonObject } from '../../../base/json';
import { isPrivateKey } from '../thought/private';
import { splitReasoning } from '../thought/reasoning';
import { type CutEnd, closeCut } from './cut';
import { parseExact } from './exact';
import type { Form } from './fit';
import { plainKey } from './keys';
import { type Mended, mend, type Repair, type Work } from './repair';
import { MAX_DEPTH } from './tokens';

/** An object the answer may mean. */
export interface Candidate {
  json: JsonObject;
  repairs: Repair[];
  /** Where it was cut off, when nothing else was wrong with it; null for what is whole, or not known. */
  end: CutEnd | null;
}

/** Longer texts are not mended: no answer is that long, and mending costs more than reading. */
export const MAX_MENDED = 400_000;
export const MAX_CANDIDATES = 48;
/** Keys under which models put their answer. */
const WRAPPERS = new Set(
  'response output result answer data json arguments args parameters input content message value object final payload reply properties tool_input function'
    .split(' ')
    .map(plainKey),
);
const MAX_UNWRAPPED = 4;
const ABOUT_QUOTES: ReadonlySet<Repair> = new Set(['inner-quotes', 'missing-quote', 'quotes']);
/** A key with its colon and the start of its value, within a text. */
const FIELD = /([\p{L}_][\p{L}\p{N}_]{0,63})["'”’]\s{0,8}:\s{0,8}["'“‘{[\d]/gu;

/** The object itself, and the one in it that the schema means: in an array, under a wrapper's key, in a string. */
export function unwrap(
  json: Json,
  repairs: readonly Repair[],
  form: Form<unknown>,
  work: Work,
  end: CutEnd | null,
  level = 0,
): Candidate[] {
  if (level > MAX_UNWRAPPED || (level === 0 && tooDeep(json, MAX_DEPTH))) return [];
  const inner = (child: Json, key: string | number | null, repair: Repair) => {
    const named = repairs.includes(repair) ? repairs : [...repairs, repair];
    const within = end !== null && key !== null && end.path[0] === key;
    return unwrap(child, named, form, work, within ? { ...end, path: end.path.slice(1) } : null, level + 1);
  };
  if (typeof json === 'string') return unwrapString(json.trim(), repairs, form, work, level, inner);
  if (Array.isArray(json)) {
    const [only] = json;
    if (json.length === 1 && only !== undefined) return inner(only, 0, 'wrapper');
    if (level > 0) return [];
    return json.slice(-MAX_CANDIDATES).flatMap((item) => inner(item, null, 'several-objects'));
  }
  if (typeof json !== 'object' || json === null) return [];
  const keys = Object.keys(json);
  // A key that no one knows is a wrapper when it stands alone, which of a cut object is not always known.
  const alone = keys.length === 1 && !(end?.more === true && end.path.length === 0);
  const wrapped = keys.filter(
    (key) => holdsObject(json[key]) && (alone || WRAPPERS.has(plainKey(key))) && mayWrap(form, key),
  );
  const [key, ...others] = wrapped;
  const child = key === undefined || others.length > 0 ? undefined : json[key];
  const within = key === undefined || child === undefined ? [] : inner(child, key, 'wrapper');
  return [...within, { json, repairs: [...repairs], end }];
}

function unwrapString(
  text: string,
  repairs: readonly Repair[],
  form: Form<unknown>,
  work: Work,
  level: number,
  inner: (child: Json, key: null, repair: Repair) => Candidate[],
): Candidate[] {
  if (!/[{[]/.test(text) || text.length > MAX_MENDED) return [];
  work.steps += text.length;
  const read = parseJson(text);
  if (read !== undefined) return tooDeep(read, MAX_DEPTH) ? [] : inner(read, null, 'double-encoded');
  const { answer } = splitReasoning(text, work);
  const before: Repair[] = [...repairs, 'double-encoded', ...(answer === text ? [] : ['reasoning' as const])];
  const exact = parseJson(answer);
  if (exact !== undefined) {
    return tooDeep(exact, MAX_DEPTH) ? [] : unwrap(exact, before, form, work, null, level + 1);
  }
  if (!answer.startsWith('{')) return [];
  const cut = closeCut(answer, 0, work);
  const mended = cut === null ? mend(answer, 0, form.keys, work) : null;
  const json = cut?.json ?? mended?.json;
  if (json === undefined || (mended !== null && swallows(mended, form))) return [];
  const how: readonly Repair[] = mended?.repairs ?? ['truncated'];
  return unwrap(json, [...before, ...how], form, work, cut?.end ?? null, level + 1);
}

const holdsObject = (value: Json | undefined): boolean =>
  typeof value === 'object' ? value !== null : typeof value === 'string' && /^\s*[{[]/.test(value);

/** A key of the schema holds its own value, unless it should be a string and holds an object. */
function mayWrap(form: Form<unknown>, key: string): boolean {
  if (isPrivateKey(key)) return false;
  const name = form.names.get(plainKey(key));
  if (name === undefined) return true;
  const node = name === null ? null : form.properties[name];
  return typeof node === 'object' && node !== null && !Array.isArray(node) && node.type === 'string';
}

/** Whether a text in a mended object holds the next fields: `Hello." text":"…`. */
export function swallows({ json, repairs }: Mended, form: Form<unknown>): boolean {
  if (!repairs.some((repair) => ABOUT_QUOTES.has(repair))) return false;
  const walk = (value: Json): boolean => {
    if (typeof value === 'object') return value !== null && Object.values(value).some(walk);
    if (typeof value !== 'string' || /^\s*[{[]/.test(value)) return false;
    for (const [, key = ''] of value.matchAll(FIELD)) if (form.keys.has(key.toLowerCase())) return true;
    return false;
  };
  return walk(json);
}

/** What does not begin and end like a container or a string is not handed to the parser: to throw costs it most. */
export function parseJson(text: string): Json | undefined {
  const c = text[0];
  const closer = c === '{' ? '}' : c === '[' ? ']' : c === '"' ? '"' : '';
  return text.endsWith(closer) && closer !== '' ? parse(text) : undefined;
}

export const parse = (text: string): Json | undefined => parseExact(text);

function tooDeep(json: Json, left: number): boolean {
  if (typeof json !== 'object' || json === null) return false;
  if (left === 0) return true;
  return Object.values(json).some((child) => tooDeep(child, left - 1));
}
