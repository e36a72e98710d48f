import { z } from 'zod';
import { cutAtLetter } from '../base/fold-text';
import { isObject, type Json, type JsonObject } from '../base/json';
import type { ImportNote } from '../contract/library';

/** Parts of a foreign file that were not imported unchanged. */
export interface ImportNotes {
  /** Values read approximately or left at their default. */
  repaired: ImportNote[];
  /** Unused parts: entries, keys. */
  skipped: ImportNote[];
}

export const noNotes = (): ImportNotes => ({ repaired: [], skipped: [] });

export function addRepair(notes: ImportNotes, pointer: string, message: string): void {
  notes.repaired.push({ pointer, message });
}

/** @param at prefix for the pointers */
export function addNotes(notes: ImportNotes, more: ImportNotes, at: string): void {
  for (const kind of ['repaired', 'skipped'] as const)
    notes[kind].push(...more[kind].map(({ pointer, message }) => ({ pointer: at + pointer, message })));
}

const MAX_NOTES = 100;
/** Limited, because a broken file may produce thousands. */
export const listNotes = ({ repaired, skipped }: ImportNotes): ImportNotes => ({
  repaired: repaired.slice(0, MAX_NOTES),
  skipped: skipped.slice(0, MAX_NOTES),
});

type Report = (kind: keyof ImportNotes, field: string, item: number | null, message: string) => void;

/**
 * Fits the fields of a foreign file to our schema: converts text to numbers and numbers to text, clamps
 * values, splits lists written as one text. Unreadable values stay at their default.
 */
export function fitFields(schema: z.ZodObject, values: Map<string, Json>, tell: Report): Map<string, Json> {
  const properties = schemaProperties(schema);
  const fieldsFit = new Map<string, Json>();
  for (const [field, value] of values) {
    const node = properties[field];
    if (!isObject(node) || schema.shape[field]?.safeParse(value).success) {
      fieldsFit.set(field, value);
      continue;
    }
    const newValue = fitValue(value, node, (kind, item, message) => tell(kind, field, item, message));
    if (newValue === undefined)
      tell('repaired', field, null, `${formatValue(value)} cannot be read; the default is used`);
    else if (Array.isArray(value) && Array.isArray(newValue)) {
      if (newValue.length < value.length)
        tell('repaired', field, null, `only ${newValue.length} of ${value.length} are used`);
    } else tell('repaired', field, null, `${formatValue(value)} was replaced with ${formatValue(newValue)}`);
    if (newValue !== undefined) fieldsFit.set(field, newValue);
  }
  return fieldsFit;
}

const schemas = new WeakMap<z.ZodObject, JsonObject>();
function schemaProperties(schema: z.ZodObject): JsonObject {
  const cachedProperties = schemas.get(schema);
  if (cachedProperties !== undefined) return cachedProperties;
  // A named schema would be a reference at the root.
  const plain = z.object(schema.shape);
  const json = z.toJSONSchema(plain, { io: 'input', unrepresentable: 'any' }) as { properties?: JsonObject };
  const properties = json.properties ?? {};
  schemas.set(schema, properties);
  return properties;
}

type ReportItem = (kind: keyof ImportNotes, item: number, message: string) => void;

function fitValue(value: Json, node: JsonObject, tell: ReportItem): Json | undefined {
  const choices = Array.isArray(node.anyOf) ? node.anyOf.filter(isObject) : [node];
  for (const choice of choices) {
    const newValue = fitOne(value, choice, tell);
    if (newValue !== undefined) return newValue;
  }
  return undefined;
}

function fitOne(value: Json, node: JsonObject, tell: ReportItem): Json | undefined {
  switch (node.type) {
    case 'integer':
    case 'number': {
      const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
      if (typeof number !== 'number' || !Number.isFinite(number)) return undefined;
      const whole = node.type === 'integer' ? Math.round(number) : number;
      return Math.min(limit(node.maximum, Infinity), Math.max(limit(node.minimum, -Infinity), whole));
    }
    case 'boolean':
      return /^(?:true|1)$/i.test(String(value))
        ? true
        : /^(?:false|0)$/i.test(String(value))
          ? false
          : undefined;
    case 'string':
      if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
        return undefined;
      return cutAtLetter(String(value), limit(node.maxLength, Infinity));
    case 'array':
      return fitList(value, node, tell);
    default:
      return undefined;
  }
}

function fitList(value: Json, { items, maxItems }: JsonObject, tell: ReportItem): Json[] | undefined {
  const list = typeof value === 'string' ? value.split(/[,，]/).map((item) => item.trim()) : value;
  if (!Array.isArray(list)) return undefined;
  const most = limit(maxItems, Infinity);
  return list
    .flatMap((item, at): Json[] => {
      if (typeof value === 'string' && item === '') return [];
      const isLong =
        typeof item === 'string' && isObject(items) && item.length > limit(items.maxLength, Infinity);
      const newItem = isLong || !isObject(items) ? undefined : fitValue(item, items, tell);
      if (newItem === undefined) tell('skipped', at, isLong ? 'is too long' : 'is not text');
      else if (newItem !== item)
        tell('repaired', at, `${formatValue(item)} was replaced with ${formatValue(newItem)}`);
      return newItem === undefined ? [] : [newItem];
    })
    .slice(0, most);
}

const limit = (value: Json | undefined, otherwise: number): number =>
  typeof value === 'number' ? value : otherwise;

const MAX_SHOWN = 40;
export const formatValue = (value: Json): string => {
  const text = JSON.stringify(value) ?? '';
  return text.length > MAX_SHOWN ? `${cutAtLetter(text, MAX_SHOWN)}…` : text;
};
