import type { Json, JsonObject } from '../../../base/json';
import { quote, quoteJson } from '../../../base/quote';
import { exampleLine, NO_WORDS } from '../speech/examples';
import { listExtras } from './agent-answer';
import type { ProviderSchema } from './json-schema';

/** What stands for a field's value in the schema line; `string` for every other field. */
const HINTS = new Map([
  ['winner', '"a player\'s name, or null"'],
  ['scores', '{"player": 0-10}'],
]);
const EXAMPLES = new Map<string, Json>([
  ['winner', null],
  ['scores', {}],
]);

/** How long a text is, the rules of its role say. */
const TEXT_RULE = 'text must be vivid and specific: your line, never your reasoning.';

/** Whether a schema is that of an agent that talks. */
const isLine = ({ properties = {} }: ProviderSchema): boolean =>
  properties.kind !== undefined && properties.text !== undefined;

/**
 * The block that asks for JSON, for the end of a prompt: rules, one line per field, an example that carries every
 * field. It is sent whatever constraint the endpoint enforces, so that the prompt does not depend on what is known
 * of the endpoint.
 *
 * @param example an answer that would be accepted; small models repeat what it says, so it says what is true. `none`:
 *   an example was shown before, and was repeated
 */
export function writeInstruction(
  schema: ProviderSchema,
  example: Json | 'none' = writeExample(schema as JsonObject),
): string {
  const properties = Object.entries(schema.properties ?? {});
  return [
    'OUTPUT FORMAT',
    'Reply with one JSON object and nothing else: no think blocks, no markdown fences, no text before or after it.',
    'Fields, all required:',
    ...properties.map(([key, node]) => describeField(key, node)),
    ...(isLine(schema) ? [TEXT_RULE] : []),
    ...(example === 'none' ? [] : [`Example of the form (not of the content): ${quoteJson(example)}`]),
  ].join('\n');
}

/**
 * The block that asks an agent that talks for `{kind, text, …extras}`: the form, the kinds it may emit, an example that
 * carries every required field. For prompts that are not built from a strict schema (`writeInstruction` is for those).
 *
 * @throws Error when `mayEmit` is empty
 */
export function jsonInstruction({
  mayEmit,
  extraFields,
}: {
  mayEmit: readonly string[];
  extraFields?: readonly string[];
}): string {
  const [first] = mayEmit;
  if (first === undefined)
    throw new Error('jsonInstruction: mayEmit is empty; an agent that talks needs a kind');
  const extras = listExtras(extraFields);
  const hints = ['kind', 'text', ...extras].map((name) => `"${name}": ${HINTS.get(name) ?? 'string'}`);
  const example = Object.fromEntries([
    ['kind', first],
    ['text', exampleLine(first)],
    ...extras.map((name): [string, Json] => [
      name,
      EXAMPLES.get(name) ?? (EXAMPLES.has(name) ? null : NO_WORDS),
    ]),
  ]);
  return [
    'OUTPUT FORMAT',
    'Reply with one JSON object and nothing else: no think blocks, no analysis or reasoning, no markdown fences, ' +
      'no text before or after it.',
    `Schema: {${hints.join(', ')}}`,
    `kind must be one of: ${mayEmit.join(' | ')}`,
    TEXT_RULE,
    'If you were given a secret word, never spell or quote it; describe it only.',
    `Example: ${JSON.stringify(example)}`,
  ].join('\n');
}

/**
 * A value that fits a schema in the form of strict modes: null wherever it may be, else the least that says something.
 * What a model repeats of it claims nothing.
 */
export function writeExample(node: JsonObject): Json {
  if (takesNull(node)) return null;
  if (Array.isArray(node.enum)) return node.enum[0] ?? null;
  if (Array.isArray(node.anyOf)) return writeExample((node.anyOf[0] ?? {}) as JsonObject);
  switch (mainType(node)) {
    case 'object':
      return writeObject((node.properties ?? {}) as Record<string, JsonObject>);
    case 'array':
      return [];
    case 'number':
    case 'integer':
      return 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return NO_WORDS;
  }
}

function writeObject(properties: Record<string, JsonObject>): JsonObject {
  const example = Object.fromEntries(
    Object.entries(properties).map(([key, value]) => [key, writeExample(value)]),
  );
  const { kind, text } = example;
  return typeof kind === 'string' && text === NO_WORDS ? { ...example, text: exampleLine(kind) } : example;
}

const takesNull = ({ enum: values, type, anyOf }: JsonObject): boolean =>
  [values, type].some((list) => Array.isArray(list) && (list.includes(null) || list.includes('null'))) ||
  (Array.isArray(anyOf) && anyOf.some((branch) => (branch as JsonObject).type === 'null'));

function describeField(key: string, node: JsonObject): string {
  const about = typeof node.description === 'string' ? `: ${node.description}` : '';
  return `- ${nameKey(key)} (${describeType(node)})${about}`;
}

/** Keys of a profile's schema are somebody's words; a plain name is none that could be taken for more. */
const nameKey = (key: string): string => (/^[A-Za-z_]\w{0,63}$/.test(key) ? key : quote(key));

function describeType(node: JsonObject, isNested = false): string {
  if (Array.isArray(node.enum)) return node.enum.map(quoteJson).join(' | ');
  if (Array.isArray(node.anyOf))
    return node.anyOf.map((branch) => describeType(branch as JsonObject, isNested)).join(' or ');
  const types = Array.isArray(node.type) ? node.type : [node.type];
  return types
    .map((type) => {
      if (type === 'array') return `list of ${describeType((node.items ?? {}) as JsonObject, true)}`;
      if (type === 'object' && isNested) return describeKeys((node.properties ?? {}) as JsonObject);
      return String(type ?? 'any');
    })
    .join(' or ');
}

/** `{id, priority: number or null}`: what is a string is not called one. */
function describeKeys(properties: JsonObject): string {
  const keys = Object.entries(properties).map(([key, node]) => {
    const type = describeType(node as JsonObject, true);
    return type === 'string' ? nameKey(key) : `${nameKey(key)}: ${type}`;
  });
  return `{${keys.join(', ')}}`;
}

function mainType(node: JsonObject): Json | undefined {
  return Array.isArray(node.type) ? node.type.find((type) => type !== 'null') : node.type;
}
