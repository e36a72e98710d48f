import { jsonInstruction } from 'answer-reader';
import { isObject, isTooDeep, type Json, type JsonObject } from '../base/json';
import { quote } from '../base/quote';
import type { JSON_MODES } from '../contract/profiles';
import type { ProviderSchema } from './provider';
import { inlineRefs, isList, toStrictNode } from './schema-check';

/** A profile's JSON settings, as sent or as resolved. */
interface JsonSettings {
  expectsJson?: boolean | undefined;
  jsonMode?: (typeof JSON_MODES)[number] | undefined;
  jsonSchema?: Record<string, unknown> | string | undefined;
  jsonExample?: Record<string, unknown> | undefined;
  outputExtraFields?: string[] | undefined;
}

/** Placeholder text, the same as in the instruction's own examples. */
const NO_WORDS = 'none';

/**
 * Fields of every line. Profiles cannot redefine them, and examples leave them out, because a model would repeat them.
 */
export const LINE_FIELDS: readonly string[] = ['kind', 'text', 'thought'];

export const usesJson = (settings: JsonSettings): boolean => settings.expectsJson !== false;

/** A profile's JSON mode, explicit or implied by its schema or example; null if only the engine's schema applies. */
export function resolveJsonMode(settings: JsonSettings): (typeof JSON_MODES)[number] | null {
  if (!usesJson(settings)) return null;
  if (settings.jsonMode !== undefined) return settings.jsonMode;
  if (settings.jsonSchema !== undefined) return 'schema';
  return settings.jsonExample === undefined ? null : 'object';
}

/** A profile's schema with references inlined; unchanged if they don't resolve, which `checkProfile` rejects. */
export function readSchema(settings: JsonSettings): JsonObject | null {
  const schema = parseSchema(settings);
  const inlining = schema && !isTooDeep(schema) ? inlineRefs(schema) : null;
  return inlining?.ok ? inlining.schema : schema;
}

/** A profile's schema as an object; null if absent or not a JSON object. */
export function parseSchema({ jsonSchema }: JsonSettings): JsonObject | null {
  if (jsonSchema === undefined) return null;
  if (typeof jsonSchema !== 'string') return jsonSchema as JsonObject;
  try {
    const parsedSchema: unknown = JSON.parse(jsonSchema);
    return isObject(parsedSchema) ? parsedSchema : null;
  } catch {
    return null;
  }
}

/**
 * The nodes that a profile adds to an answer, in strict form. Excludes the fields of the line, which belong to the
 * engine.
 * @param settings accepted by `checkProfile`
 */
export function withOwnNodes(settings: JsonSettings): { [key: string]: JsonObject } {
  const mode = resolveJsonMode(settings);
  const schema = mode === 'schema' ? readSchema(settings) : null;
  const strict = schema
    ? toStrictNode(schema)
    : mode === 'object'
      ? inferNode(schemaExample(settings) ?? {})
      : {};
  const properties = isObject(strict.properties) ? strict.properties : {};
  const own = Object.entries(properties).filter(([key]) => !LINE_FIELDS.includes(key));
  return Object.fromEntries(own.map(([key, node]) => [key, quoteNode(node as JsonObject)]));
}

/** Descriptions are user text, so quote them in the prompt. */
const quoteNode = (node: JsonObject): JsonObject =>
  typeof node.description === 'string' ? { ...node, description: quote(node.description) } : node;

/**
 * A profile's JSON template for the end of a prompt: rules, fields, and an example with every required field. `''` for
 * agents that don't answer in JSON.
 * @param settings accepted by `checkProfile`
 * @param engine the engine's schema; then only the profile's example is used
 */
export function renderJsonTemplate(settings: JsonSettings, engine?: ProviderSchema): string {
  if (!usesJson(settings)) return '';
  const schema = engine ?? strictObject({ ...withOwnNodes(settings), ...extraNodes(settings) });
  const ownExample = schemaExample(settings);
  return jsonInstruction(schema, (plain) => {
    const filledEntries = Object.entries(ownExample ?? sampleAnswer(settings)).filter(
      ([key]) =>
        Object.hasOwn(plain, key) &&
        !LINE_FIELDS.includes(key) &&
        (ownExample !== undefined || engine === undefined || plain[key] !== null),
    );
    return { ...plain, ...Object.fromEntries(filledEntries) };
  });
}

/** A made-up answer that fits the profile's schema as well as possible; `{}` without a schema. */
export function sampleAnswer(settings: JsonSettings): JsonObject {
  const schema = resolveJsonMode(settings) === 'schema' ? readSchema(settings) : null;
  const sample = schema ? sampleNode(schema) : {};
  return isObject(sample) ? sample : {};
}

/** A value for a draft-07 node: from `examples`, `default`, `const` or `enum`, else the smallest valid value. */
function sampleNode(node: Json | undefined): Json {
  if (!isObject(node)) return NO_WORDS;
  if (isList(node.examples) && node.examples[0] !== undefined) return node.examples[0];
  if (node.default !== undefined) return node.default;
  if (node.const !== undefined) return node.const;
  if (isList(node.enum)) return node.enum.find((value) => value !== null) ?? null;
  const branches = isList(node.anyOf) ? node.anyOf : node.oneOf;
  if (isList(branches)) {
    return sampleNode(branches.find((branch) => isObject(branch) && branch.type !== 'null') ?? branches[0]);
  }
  switch (isList(node.type) ? node.type.find((type) => type !== 'null') : node.type) {
    case 'object': {
      const properties = isObject(node.properties) ? node.properties : {};
      return Object.fromEntries(Object.entries(properties).map(([key, inner]) => [key, sampleNode(inner)]));
    }
    case 'array':
      return Array.from({ length: Math.min(20, Math.max(1, count(node.minItems))) }, () =>
        sampleNode(node.items),
      );
    case 'number':
    case 'integer':
      return sampleNumber(node);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return sampleText(node);
  }
}

const count = (value: Json | undefined): number => (typeof value === 'number' ? value : 0);

function sampleNumber({
  minimum,
  maximum,
  exclusiveMinimum,
  exclusiveMaximum,
  multipleOf,
}: JsonObject): number {
  const step = typeof multipleOf === 'number' ? multipleOf : 1;
  let value = Math.max(1, typeof minimum === 'number' ? minimum : 1);
  if (typeof exclusiveMinimum === 'number') value = Math.max(value, exclusiveMinimum);
  value = Math.ceil(value / step) * step;
  if (value === exclusiveMinimum) value += step;
  if (typeof maximum === 'number') value = Math.min(value, Math.floor(maximum / step) * step);
  if (typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum) value = exclusiveMaximum - step;
  return value;
}

function sampleText(node: JsonObject): string {
  const text = NO_WORDS.padEnd(Math.min(count(node.minLength), 200), ' at all');
  return typeof node.maxLength === 'number' ? text.slice(0, node.maxLength) : text;
}

const schemaExample = ({ jsonExample }: JsonSettings): JsonObject | undefined =>
  jsonExample as JsonObject | undefined;

function inferNode(value: Json): JsonObject {
  if (value === null) return { type: ['string', 'null'] };
  if (isList(value)) return { type: 'array', items: inferNode(value[0] ?? '') };
  if (!isObject(value)) return { type: typeof value };
  return strictObject(
    Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inferNode(inner)])),
  ) as JsonObject;
}

const strictObject = (properties: { [key: string]: JsonObject }): ProviderSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

/**
 * `outputExtraFields` that the engine does not define; `winner` and `scores` have fixed types
 * (docs/models.md#fields-of-a-characters-answer).
 */
function extraNodes({ outputExtraFields = [] }: JsonSettings): { [key: string]: JsonObject } {
  return Object.fromEntries(
    outputExtraFields.map((name): [string, JsonObject] => {
      if (name === 'winner')
        return [name, { type: ['string', 'null'], description: "a player's name, or null" }];
      if (name === 'scores')
        return [name, { type: 'object', description: 'a number from 0 to 10 by player' }];
      return [name, { type: 'string' }];
    }),
  );
}
