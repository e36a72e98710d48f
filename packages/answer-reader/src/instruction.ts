import { isObject, type Json, type JsonObject } from './json';
import type { ProviderSchema } from './provider-schema';
import { quoteJson } from './text';

/** Example lines by kind, too specific for a real scene: a model that repeats one has only copied the example. */
const LINES: Readonly<Record<string, string>> = {
  say: 'The kettle is still warm, so somebody was here before us.',
  narrate: 'Rain runs down the window, and somewhere in the house a door is closed.',
  clue: 'One hears of it more often than one sees it.',
  verdict: 'The clues lay close together, and the one that said least was the safest.',
};
const exampleLine = (kind: string): string => LINES[kind] ?? LINES.say ?? '';

const NO_WORDS = 'none';

const MAX_EXAMPLE = 200;

const EXAMPLE_LINES = Object.values(LINES).map((line) => stripEnds(line).toLowerCase());

/** Our own examples and common placeholders. */
const EXAMPLES = new Set([
  ...EXAMPLE_LINES,
  'a brief, evocative response',
  'your line',
  'your line here',
  'text here',
  'string',
]);

export function stripEnds(text: string): string {
  if (text.length > MAX_EXAMPLE) return text;
  return text.replace(/^[\s."'“”‘’…]+/, '').replace(/[\s."'“”‘’…]+$/, '');
}

/** True if a text contains one of our example lines. */
export function repeatsExample(text: string): boolean {
  const lower = text.toLowerCase();
  return EXAMPLE_LINES.some((line) => lower.includes(line));
}

/** True if a text is an example or placeholder. */
export function isExample(text: string): boolean {
  const bare = stripEnds(text).toLowerCase();
  return bare === '' || EXAMPLES.has(bare);
}

/** True if a partial text begins like an example. */
export function startsExample(text: string): boolean {
  const bare = text
    .replace(/^[\s."'“”‘’…]+/, '')
    .toLowerCase()
    .trimEnd();
  const beginning = bare.slice(0, MAX_EXAMPLE);
  return (
    beginning !== '' &&
    [...EXAMPLES].some((example) => example.startsWith(beginning) || beginning.startsWith(example))
  );
}

/** Hints and examples of special fields; other fields are strings. */
const SHOWN: Readonly<Record<string, { hint: string; example: Json }>> = {
  winner: { hint: '"a player\'s name, or null"', example: null },
  scores: { hint: '{"player": 0-10}', example: {} },
};

const JSON_ALONE = [
  'OUTPUT FORMAT',
  'Reply with one JSON object only: no thinking, no code fences, no other text.',
].join('\n');
const TEXT_RULE = 'vivid and specific, never your reasoning';

const isLine = ({ properties = {} }: ProviderSchema): boolean =>
  properties.kind !== undefined && properties.text !== undefined;

const OWN_FIELDS = new Set(['thought', 'kind', 'text']);

export const listExtras = (extraFields: readonly string[] = []): string[] =>
  [...new Set(extraFields)].filter((name) => !OWN_FIELDS.has(name));

interface Grant {
  mayEmit: readonly string[];
  extraFields?: readonly string[];
}

/**
 * Writes the JSON instructions for the end of a prompt: rules, fields, and an example with every field. An API that
 * shows the schema to the model does not need them.
 * @param asked the strict schema of the answer, or the kinds and extra fields of a talking agent, which may then answer
 * `{kind, text, …extras}`
 * @param example for a strict schema: a valid answer, and a true one, because small models repeat it. A function
 * receives the generated example and returns the one to show. `none`: a previous example was repeated. An empty `text`
 * is filled with a line that {@link rejectionReason} recognizes
 * @throws Error if `mayEmit` is empty
 * @example jsonInstruction(toProviderSchema(z.object({ action: z.enum(['LOOK', 'LEFT']), steps: z.number() })));
 */
export function jsonInstruction(
  asked: ProviderSchema | Grant,
  example: Json | 'none' | ((made: JsonObject) => Json) = (made) => made,
): string {
  if (isGrant(asked)) return writeGrant(asked);
  if (Object.keys(asked.properties ?? {}).length === 0) return JSON_ALONE;
  const shownExample =
    typeof example === 'function'
      ? example(writeExample(asked as JsonObject) as JsonObject)
      : fillLine(example, asked);
  return [
    JSON_ALONE,
    isComplete(asked) ? 'Required fields, in this order:' : SHORT_TITLE,
    ...Object.entries(asked.properties ?? {}).map(([key, node]) => describeField(key, node)),
    ...(shownExample === 'none'
      ? []
      : [`Example of the format, not the content: ${quoteJson(shownExample)}`]),
  ].join('\n');
}

const SHORT_TITLE = 'Fields, in this order. Leave out fields that you have nothing for:';

const isComplete = ({ properties = {}, required }: ProviderSchema): boolean =>
  !Array.isArray(required) || Object.keys(properties).every((key) => required.includes(key));

const fillLine = (example: Json, asked: ProviderSchema): Json =>
  isLine(asked) && isObject(example) && example.text === '' && typeof example.kind === 'string'
    ? { ...example, text: exampleLine(example.kind) }
    : example;

const isGrant = (asked: ProviderSchema | Grant): asked is Grant => 'mayEmit' in asked;

function writeGrant({ mayEmit, extraFields }: Grant): string {
  const [first] = mayEmit;
  if (first === undefined)
    throw new Error('jsonInstruction: mayEmit is empty; an agent that talks needs a kind');
  const extras = listExtras(extraFields);
  const hints = ['kind', 'text', ...extras].map((name) => `"${name}": ${SHOWN[name]?.hint ?? 'string'}`);
  const example = Object.fromEntries<Json>([
    ['kind', first],
    ['text', exampleLine(first)],
    ...extras.map((name): [string, Json] => [
      name,
      Object.hasOwn(SHOWN, name) ? (SHOWN[name]?.example ?? null) : NO_WORDS,
    ]),
  ]);
  return [
    'OUTPUT FORMAT',
    'Reply with one JSON object only: no thinking, no analysis, no code fences, no other text.',
    `Schema: {${hints.join(', ')}}`,
    `kind must be one of: ${mayEmit.join(' | ')}`,
    `text must be ${TEXT_RULE}.`,
    'If you have a secret word, only describe it: never spell or quote it.',
    `Example: ${JSON.stringify(example)}`,
  ].join('\n');
}

/**
 * A valid value for a strict schema: null if allowed, else the smallest one. A model that repeats it claims nothing.
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
  const description = typeof node.description === 'string' ? `: ${node.description}` : '';
  return `- ${nameKey(key)} (${describeType(node)})${description}`;
}

/** Keys of a profile's schema are user text, so quote all but plain names. */
const nameKey = (key: string): string => (/^[A-Za-z_]\w{0,63}$/.test(key) ? key : quoteJson(key));

function describeType(node: JsonObject, isNested = false): string {
  if (Array.isArray(node.enum)) return node.enum.map(quoteJson).join(' | ');
  if (Array.isArray(node.anyOf))
    return node.anyOf.map((branch) => describeType(branch as JsonObject, isNested)).join(' or ');
  const types = Array.isArray(node.type) ? node.type : [node.type];
  return types
    .map((type) => {
      if (type === 'array') return `list of ${describeType((node.items ?? {}) as JsonObject, true)}`;
      if (type === 'object' && isNested) return describeKeys(node);
      return String(type ?? 'any');
    })
    .join(' or ');
}

/** `{id, priority?: number}`: strings are the default type, and `?` marks a key that may be left out. */
function describeKeys({ properties = {}, required }: JsonObject): string {
  const keys = Object.entries(properties as JsonObject).map(([key, node]) => {
    const type = describeType(node as JsonObject, true);
    const isOptional = Array.isArray(required) && !required.includes(key);
    const name = `${nameKey(key)}${isOptional ? '?' : ''}`;
    return type === 'string' ? name : `${name}: ${type}`;
  });
  return `{${keys.join(', ')}}`;
}

function mainType(node: JsonObject): Json | undefined {
  return Array.isArray(node.type) ? node.type.find((type) => type !== 'null') : node.type;
}
