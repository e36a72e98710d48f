import { isObject, type Json, type JsonObject } from '../base/json';
import { unpackEntry } from '../base/zip';
import { ok, type Result } from '../contract/problems';
import { type Archive, MAX_FILE, unpackFile } from './charx';
import { parseJson, refuseFile } from './decode-text';
import type { ImportNotes } from './fit-fields';
import { convertLoreItems, replaceMacros } from './flat-cards';

const MANIFEST = 'manifest.json';
/** Maximum scenarios read; each has a greeting and may have a chat. */
const MAX_SCENARIOS = 100;

export const isBackyardArchive = ({ entries }: Archive): boolean =>
  entries.has(MANIFEST) && [...entries.keys()].some((path) => path.startsWith('characters/'));

/**
 * Reads a Backyard AI archive (`.byaf`) as a card: its first character, with each scenario's first message as
 * a greeting. Skips chats, backgrounds and model settings.
 */
export function readBackyardArchive(
  archive: Archive,
  notes: ImportNotes,
): Result<{ card: unknown; picture: Uint8Array | null }> {
  // Together they are limited to the size of one file.
  let bytesLeft = MAX_FILE;
  const readEntry = (path: Json | undefined): Result<JsonObject> => {
    const entry = typeof path === 'string' ? archive.entries.get(path) : undefined;
    if (!entry) return refuseFile(`is a .byaf without its ${String(path ?? 'character')}: export it again`);
    const bytes = unpackFile(archive, entry, String(path), bytesLeft);
    if (bytes.ok) bytesLeft -= bytes.value.length;
    const json = bytes.ok ? parseJson(bytes.value, `a ${String(path)}`, notes) : bytes;
    return json.ok ? ok(isObject(json.value) ? json.value : {}) : json;
  };
  const manifest = readEntry(MANIFEST);
  if (!manifest.ok) return manifest;
  const { characters, scenarios, author } = manifest.value;
  const [path] = readList(characters);
  const character = readEntry(path);
  if (!character.ok) return character;
  const scenes: JsonObject[] = [];
  for (const scenarioPath of readList(scenarios).slice(0, MAX_SCENARIOS)) {
    const scene = readEntry(scenarioPath);
    if (!scene.ok) return scene;
    scenes.push(scene.value);
  }
  const [first = {}] = scenes;
  const [greeting = '', ...greetings] = scenes.map(({ firstMessages }) => readTexts(firstMessages)[0] ?? '');
  const { name, displayName, persona = '', loreItems, images } = character.value;
  const data = replaceMacros<JsonObject>({
    name: name || displayName || '',
    description: persona,
    scenario: first.narrative ?? '',
    first_mes: greeting,
    alternate_greetings: greetings.filter((text) => text !== ''),
    mes_example: readTexts(first.exampleMessages)
      .map((text) => `<START>\n${text}`)
      .join('\n'),
    system_prompt: first.formattingInstructions ?? '',
    creator: (isObject(author) && author.name) || '',
    ...(readList(loreItems).length > 0 && { character_book: convertLoreItems(readList(loreItems)) }),
  });
  const [image] = readList(images).filter(isObject);
  const folder = String(path).replace(/[^/]*$/, '');
  const imageEntry = image ? archive.entries.get(folder + String(image.path)) : undefined;
  const picture = imageEntry ? unpackEntry(archive.zip, imageEntry, MAX_FILE) : null;
  const card = { spec: 'chara_card_v2', spec_version: '2.0', data };
  return ok({ card, picture: picture === 'too_large' ? null : picture });
}

const readList = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);
const readTexts = (messages: Json | undefined): string[] =>
  readList(messages).flatMap((message) =>
    isObject(message) && typeof message.text === 'string' ? [message.text] : [],
  );
