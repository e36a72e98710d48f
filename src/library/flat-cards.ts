import { isObject, type Json, type JsonObject, omit } from '../base/json';

/** Fields of a V1 card, except its name. */
const V1_TEXTS = ['description', 'personality', 'scenario', 'first_mes', 'mes_example'];

/**
 * Other programs' field names by the V2 field with the same meaning. Pygmalion and Gradio: `char_name` …;
 * text-generation-webui (YAML): `context`, `greeting` …; Agnai: `persona`, `sampleChat` …; Backyard AI:
 * `aiName` … The V2 name takes precedence.
 */
const ALIASES: Readonly<Record<string, string[]>> = {
  name: ['char_name', 'aiName', 'aiDisplayName', 'bot'],
  description: ['char_persona', 'persona', 'aiPersona', 'context'],
  scenario: ['world_scenario'],
  first_mes: ['char_greeting', 'greeting', 'firstMessage'],
  mes_example: ['example_dialogue', 'sampleChat', 'customDialogue'],
  creator_notes: ['creatorcomment'],
  system_prompt: ['systemPrompt', 'basePrompt'],
  post_history_instructions: ['postHistoryInstructions'],
  alternate_greetings: ['alternateGreetings'],
  character_version: ['characterVersion'],
  character_book: ['characterBook', 'loreItems'],
};

/** A card without `data`, converted to V2. */
interface FlatCard {
  /** Fields that were not renamed into `data`. */
  root: JsonObject;
  data: JsonObject;
  /** Pointers into the file for renamed fields of `data`. */
  places: Map<string, string>;
}

/**
 * Reads a card of V1, TavernAI or another program; null for other objects.
 *
 * @param fields possible top-level fields, by their names in `data`
 */
export function readFlatCard(file: JsonObject, fields: readonly string[]): FlatCard | null {
  if (isObject(file.character) && !isText(file.name)) {
    const inner = readFlatCard(file.character, fields);
    if (!inner) return null;
    const places = Object.keys(inner.data).map((field): [string, string] => [
      field,
      `/character${inner.places.get(field) ?? `/${field}`}`,
    ]);
    return { ...inner, places: new Map(places) };
  }
  const isAgnai = Object.hasOwn(file, 'persona');
  const data: JsonObject = {};
  const places = new Map<string, string>();
  const aliasNames: string[] = [];
  for (const field of fields) {
    // Agnai's `description` describes the card, not the character.
    const ownName = isAgnai && field === 'creator_notes' ? 'description' : field;
    const names = isAgnai && field === 'description' ? [] : [ownName];
    const present = [...names, ...(ALIASES[field] ?? [])].filter((name) => Object.hasOwn(file, name));
    const name = present.find((name) => !isBlank(file[name])) ?? present[0];
    if (name === undefined) continue;
    data[field] = convertValue(name, file[name] ?? null);
    if (name === field) continue;
    places.set(field, `/${name}`);
    // Kept at the top level for readers of V1 cards.
    if (name !== 'creatorcomment') aliasNames.push(name);
  }
  const hasText = V1_TEXTS.some((field) => typeof data[field] === 'string');
  if (!isText(data.name) || !(hasText || typeof file.spec === 'string')) return null;
  const extensions = isObject(file.insert) ? { depth_prompt: file.insert } : {};
  const isBackyard = ['aiName', 'aiPersona', 'loreItems'].some((name) => Object.hasOwn(file, name));
  return {
    root: omit(file, [...aliasNames, ...(isObject(file.insert) ? ['insert'] : [])]),
    data: {
      ...(isBackyard ? replaceMacros(data) : data),
      extensions: { ...(isObject(file.extensions) ? file.extensions : {}), ...extensions },
    },
    places,
  };
}

const isText = (value: Json | undefined): boolean => typeof value === 'string' && value.trim() !== '';
const isBlank = (value: Json | undefined): boolean => value === null || value === '';

/** Converts values whose format differs. */
function convertValue(name: string, value: Json): Json {
  if (name === 'persona' && isObject(value)) return writePersona(value);
  if (name === 'characterBook' && isObject(value)) return convertBook(value);
  if (name === 'loreItems' && Array.isArray(value)) return convertLoreItems(value);
  return value;
}

/** Agnai's persona: a text, or attributes with lists of texts. */
function writePersona({ kind, attributes }: JsonObject): string {
  return Object.entries(isObject(attributes) ? attributes : {})
    .map(([name, values]) => {
      const text = [values].flat().join(', ');
      return kind === 'text' && name === 'text' ? text : `${name}: ${text}`;
    })
    .join('\n');
}

const convertBook = ({ entries, ...book }: JsonObject): JsonObject => ({
  ...book,
  entries: (Array.isArray(entries) ? entries : []).filter(isObject).map((entry) => {
    const { keyword, entry: content, weight, ...others } = entry;
    return content === undefined
      ? entry
      : { ...others, keys: keyword ?? [], content, insertion_order: weight ?? 0 };
  }),
  extensions: {},
});

/** Backyard's lore items have comma-separated keys. */
export const convertLoreItems = (items: readonly Json[]): JsonObject => ({
  entries: items.filter(isObject).map(({ key = '', value = '' }, index) => ({
    keys: String(key)
      .split(',')
      .map((text) => text.trim())
      .filter((text) => text !== ''),
    content: value,
    extensions: {},
    enabled: true,
    insertion_order: index,
  })),
  extensions: {},
});

/** Converts Backyard's macros to card macros, in all texts of a value. */
export function replaceMacros<T extends Json>(value: T): T;
export function replaceMacros(value: Json): Json {
  if (typeof value === 'string')
    return value.replaceAll(/(?<!\{)#?\{(user|character)\}(?!\})/gi, (_, name: string) =>
      name.toLowerCase() === 'user' ? '{{user}}' : '{{char}}',
    );
  if (Array.isArray(value)) return value.map((item) => replaceMacros(item));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaceMacros(item)]));
}
