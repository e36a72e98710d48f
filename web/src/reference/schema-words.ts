import { follow, nameOfRef, type OpenApi, type Schema } from './openapi';

/** A field of an object, or an alternative, as a row that may have rows of its own below it. */
export interface SchemaRow {
  /** Key of the field; null for an alternative. */
  name: string | null;
  schema: Schema;
  required: boolean;
}

/** Resolves a schema's references; text next to a reference wins over the target's. */
export function resolveSchema(document: OpenApi, schema: Schema): Schema {
  let whole = schema;
  for (let step = 0; whole.$ref !== undefined && step < 20; step += 1) {
    const { $ref, ...beside } = whole;
    whole = { ...follow<Schema>(document, $ref), ...beside };
  }
  return whole;
}

/** The alternatives of a schema but null. */
const alternativesOf = (schema: Schema): Schema[] =>
  (schema.anyOf ?? schema.oneOf ?? []).filter((one) => one.type !== 'null');

const mayBeNull = (schema: Schema): boolean =>
  (schema.anyOf ?? schema.oneOf ?? []).some((one) => one.type === 'null') ||
  (Array.isArray(schema.type) && schema.type.includes('null'));

/**
 * Describes a type in a few words: `text`, `list of CharacterInput`, `number or null`. Named schemas appear by name.
 */
export function typeWords(document: OpenApi, schema: Schema): string {
  const name = schema.$ref === undefined ? null : nameOfRef(schema.$ref);
  const whole = resolveSchema(document, schema);
  // A name represents fields or alternatives; for plain values the type itself says more.
  if (name !== null && (whole.properties || whole.oneOf || whole.anyOf)) return name;
  const words = plainWords(document, whole);
  return mayBeNull(whole) ? `${words} or null` : words;
}

function plainWords(document: OpenApi, schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const alternatives = alternativesOf(schema);
  if (alternatives.length > 0) {
    const words = [...new Set(alternatives.map((one) => typeWords(document, one)))];
    return words.length <= 4 ? words.join(' or ') : `one of ${words.length}`;
  }
  if (schema.allOf) return schema.allOf.map((one) => typeWords(document, one)).join(' with ');
  const type = Array.isArray(schema.type) ? schema.type.filter((one) => one !== 'null')[0] : schema.type;
  if (type === 'array') return listWords(document, schema);
  if (type === 'object' && !schema.properties && typeof schema.additionalProperties === 'object') {
    const value = schema.additionalProperties;
    return Object.keys(value).length === 0 ? 'object' : `object of ${typeWords(document, value)}`;
  }
  if (type === undefined) return schema.properties ? 'object' : 'any JSON';
  return schema.format && type === 'string' ? `string (${schema.format})` : type;
}

function listWords(document: OpenApi, { items, prefixItems }: Schema): string {
  if (prefixItems) return `[${prefixItems.map((one) => typeWords(document, one)).join(', ')}]`;
  const words = items ? typeWords(document, items) : 'any JSON';
  return `list of ${/ or | \| /.test(words) ? `(${words})` : words}`;
}

/** Bounds that hide in most schemas because no number of JavaScript is outside them. */
const isNoBound = (value: number): boolean => Math.abs(value) >= Number.MAX_SAFE_INTEGER;

/** Lists what else a value must keep to: `1 to 80 characters`, `at most 20`, `default ""`. */
export function ruleWords(document: OpenApi, schema: Schema): string[] {
  const whole = resolveSchema(document, schema);
  const rules = [
    ...range(whole.minLength, whole.maxLength, 'characters'),
    ...range(whole.minItems, whole.maxItems, 'items'),
    ...range(whole.minimum, whole.maximum, ''),
    ...(whole.exclusiveMinimum !== undefined && !isNoBound(whole.exclusiveMinimum)
      ? [`above ${whole.exclusiveMinimum}`]
      : []),
    ...(whole.exclusiveMaximum !== undefined && !isNoBound(whole.exclusiveMaximum)
      ? [`below ${whole.exclusiveMaximum}`]
      : []),
    ...(whole.pattern !== undefined && whole.format === undefined ? [`matches ${whole.pattern}`] : []),
  ];
  const ofOne = alternativesOf(whole);
  const [only] = ofOne;
  // `X or null` keeps to the rules of X.
  if (rules.length === 0 && ofOne.length === 1 && only && !only.$ref)
    rules.push(...ruleWords(document, only));
  const value = schema.default ?? whole.default;
  return value === undefined ? rules : [...rules, `default ${JSON.stringify(value)}`];
}

function range(low: number | undefined, high: number | undefined, unit: string): string[] {
  const [from, to] = [low, high].map((bound) => (bound === undefined || isNoBound(bound) ? null : bound));
  const end = unit === '' ? '' : ` ${unit}`;
  if (from != null && to != null) return [from === to ? `${from}${end}` : `${from} to ${to}${end}`];
  if (to != null) return [`at most ${to}${end}`];
  return from != null && (from !== 0 || unit === '') ? [`at least ${from}${end}`] : [];
}

/**
 * Lists the contents of a schema: an object's fields, a list's items, a map's values, or its alternatives. Plain values
 * have none.
 *
 * @param path references followed so far, to stop at a schema that contains itself
 */
export function rowsOf(document: OpenApi, schema: Schema, path: readonly string[] = []): SchemaRow[] {
  if (schema.$ref !== undefined && path.includes(schema.$ref)) return [];
  const below = schema.$ref === undefined ? path : [...path, schema.$ref];
  const whole = resolveSchema(document, schema);
  if (whole.properties)
    return Object.entries(whole.properties).map(([name, field]) => ({
      name,
      schema: field,
      required: whole.required?.includes(name) ?? false,
    }));
  if (whole.items) return rowsOf(document, whole.items, below);
  if (typeof whole.additionalProperties === 'object')
    return rowsOf(document, whole.additionalProperties, below);
  if (whole.allOf) return whole.allOf.flatMap((one) => rowsOf(document, one, below));
  const alternatives = alternativesOf(whole);
  if (alternatives.length === 1 && alternatives[0]) return rowsOf(document, alternatives[0], below);
  const hasInside = alternatives.some((one) => rowsOf(document, one, below).length > 0);
  return hasInside ? alternatives.map((one) => ({ name: null, schema: one, required: false })) : [];
}

/** Names an alternative by its name or by the constants that tell it from the others: `type "user"`. */
export function alternativeWords(document: OpenApi, schema: Schema): string {
  if (schema.$ref !== undefined) return nameOfRef(schema.$ref);
  const { properties = {} } = resolveSchema(document, schema);
  const constants = Object.entries(properties).flatMap(([name, field]) => {
    const { const: value } = resolveSchema(document, field);
    return value === undefined ? [] : [`${name} ${JSON.stringify(value)}`];
  });
  return constants.length > 0 ? constants.join(', ') : typeWords(document, schema);
}
