import { fail, ok, type Result } from '../api/problems';
import type { Json, JsonObject } from '../base/json';

/** Most places of one template. */
const MAX_PLACES = 50;
/** White space around a path is taken off by hand: two ways to match it would be slow on a template of nothing else. */
const PLACE = /\{\{([^{}]*)\}\}/g;
const PATH = /^[\p{L}\p{N}_$@-]+(?:\.[\p{L}\p{N}_$@-]+)*$/u;

/** What is wrong with a template, before any payload has come; null: nothing. */
export function checkTemplate(template: string): string | null {
  const places = [...template.matchAll(PLACE)].map(([, path = '']) => path.trim());
  const wrong = places.find((path) => !PATH.test(path));
  if (wrong !== undefined)
    return `"{{${wrong}}}" is no path: write {{field.inner.0}}, names parted by points`;
  if (places.length > MAX_PLACES) return `has more than ${MAX_PLACES} places`;
  const rest = template.replace(PLACE, '');
  return rest.includes('{{') || rest.includes('}}') ? 'has a {{ or }} without its other half' : null;
}

/**
 * The text of a template with the fields of a payload in their places, as they are: whatever a field holds is part of what
 * the player says, and nothing in it is a place again.
 *
 * @returns `unprocessable` with a JSON Pointer into the payload for every field that is missing, null, or no text,
 *   number or truth value
 */
export function renderTemplate(template: string, payload: JsonObject): Result<string> {
  const errors: { pointer: string; message: string }[] = [];
  const text = template.replace(PLACE, (_, place: string) => {
    const path = place.trim();
    const found = lookUp(payload, path.split('.'));
    if (typeof found === 'string') return clean(found);
    if (typeof found === 'number' || typeof found === 'boolean') return String(found);
    errors.push({ pointer: toPointer(path), message: describe(found) });
    return '';
  });
  if (errors.length === 0) return ok(text);
  return fail({
    code: 'unprocessable',
    detail: 'The payload does not have what the template of this hook names.',
    errors,
  });
}

/** Own fields only: `constructor` is a field when the payload has one. */
function lookUp(payload: JsonObject, path: readonly string[]): Json | undefined {
  let value: Json | undefined = payload;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as JsonObject)[name];
  }
  return value;
}

const toPointer = (path: string): string => `/${path.split('.').join('/')}`;

function describe(value: Json | undefined): string {
  if (value === undefined) return 'is missing';
  if (value === null) return 'is null';
  return Array.isArray(value)
    ? 'is a list; name one of its entries, as in .0'
    : 'is an object; name one of its fields';
}

/** Control characters would be invisible in what the player is seen to say; line ends and tabs stay. */
const clean = (text: string): string => text.replace(/\r\n?/g, '\n').replace(/(?![\n\t])\p{Cc}/gu, '');
