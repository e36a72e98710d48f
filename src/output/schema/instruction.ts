import { quote, quoteJson } from '../../context/quote';
import type { Json, JsonObject } from '../../contract/json';
import { listExtras } from './agent-answer';
import type { ProviderSchema } from './json-schema';

/** What stands for a field's value in the schema line; `"..."` for every other field. */
const HINTS = new Map([
  ['winner', '"a player\'s name, or null"'],
  ['scores', '{"player": 0-10}'],
]);
const EXAMPLES = new Map<string, Json>([
  ['winner', null],
  ['scores', {}],
]);

const TEXT_RULE = 'text must be one or two sentences, vivid and specific: your line, never your reasoning.';

/** Whether a schema is that of an agent that talks. */
const isLine = ({ properties = {} }: ProviderSchema): boolean =>
  properties.kind !== undefined && properties.text !== undefined;

/**
 * The block that asks for JSON, for the end of a prompt: rules, one line per field, an example that carries every
 * field. It is sent whatever constraint the endpoint enforces, so that the prompt does not depend on what is known
 * of the endpoint.
 */
export function writeInstruction(schema: ProviderSchema): string {
  const properties = Object.entries(schema.properties ?? {});
  return [
    'OUTPUT FORMAT',
    'Reply with one JSON object and nothing else: no think blocks, no markdown fences, no text before or after it.',
    'Fields, all required:',
    ...properties.map(([key, node]) => describeField(key, node)),
    ...(isLine(schema) ? [TEXT_RULE] : []),
    `Example of the form (not of the content): ${quoteJson(writeExample(schema as JsonObject))}`,
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
  const hints = ['kind', 'text', ...extras].map((name) => `"${name}": ${HINTS.get(name) ?? '"..."'}`);
  const example = Object.fromEntries([
    ['kind', first],
    ['text', 'A brief, evocative response.'],
    ...extras.map((name): [string, Json] => [
      name,
      EXAMPLES.get(name) ?? (EXAMPLES.has(name) ? null : '...'),
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

/** A value of the schema's form: every field present, `"..."` for free text. */
export function writeExample(node: JsonObject): Json {
  if (Array.isArray(node.enum)) return node.enum.find((value) => value !== null) ?? null;
  if (Array.isArray(node.anyOf)) return writeExample(mainBranch(node.anyOf));
  switch (mainType(node)) {
    case 'object':
      return Object.fromEntries(
        Object.entries((node.properties ?? {}) as JsonObject).map(([key, value]) => [
          key,
          // A name here would be copied.
          key === 'winner' && takesNull(value as JsonObject) ? null : writeExample(value as JsonObject),
        ]),
      );
    case 'array':
      return [writeExample((node.items ?? {}) as JsonObject)];
    case 'number':
    case 'integer':
      return 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return '...';
  }
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

function describeType(node: JsonObject): string {
  if (Array.isArray(node.enum)) return node.enum.map(quoteJson).join(' | ');
  if (Array.isArray(node.anyOf))
    return node.anyOf.map((branch) => describeType(branch as JsonObject)).join(' or ');
  const types = Array.isArray(node.type) ? node.type : [node.type];
  return types.map((type) => (type === 'array' ? describeList(node) : String(type ?? 'any'))).join(' or ');
}

function describeList(node: JsonObject): string {
  const item = (node.items ?? {}) as JsonObject;
  return mainType(item) === 'object' ? 'list of objects' : `list of ${describeType(item)}`;
}

function mainBranch(branches: Json[]): JsonObject {
  const nodes = branches as JsonObject[];
  return nodes.find((branch) => branch.type !== 'null') ?? {};
}

function mainType(node: JsonObject): Json | undefined {
  return Array.isArray(node.type) ? node.type.find((type) => type !== 'null') : node.type;
}
