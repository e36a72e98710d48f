import type { Json, JsonObject } from '../base/json';
import { isObject } from '../base/json';
import { unescapeKey } from '../base/pointer';
import type { LibraryCharacter } from '../contract/library';
import type { Lorebook } from '../contract/lore';
import { readDecorators } from '../scene/lore/decorators';
import { CARD_FIELDS, readShare } from './cards';
import { findMainIcon } from './charx';
import { type FieldMap, flatten } from './kept-shape';
import { AGNAI, CHARACTER_BOOK, isEmpty, NOVEL_AI, RISU, WORLD_INFO } from './lore-formats';
import { splitExtra } from './lore-writer';

/** Maximum listed fields, and characters per name. */
const MOST = 100;
const LONGEST = 120;
const OWN = 'extensions/proscenium';

/** Fields for lists and editors of other programs, which no user expects to affect a scene. */
const FOR_EDITORS = new Set([
  'spec',
  'spec_version',
  'uid',
  'addMemo',
  'displayIndex',
  'display_index',
  'use_regex',
  'originalData',
  'lorebookVersion',
  'lastUpdatedAt',
  'avatar',
  'chat',
  'create_date',
  'creation_date',
  'modification_date',
  'creatorcomment',
  'fav',
  'metadata',
  'source',
]);
/** Default values that programs write, in addition to empty ones. */
const UNSET: ReadonlyMap<string, readonly Json[]> = new Map<string, Json[]>([
  ['position', ['before_char']],
  ['depth', [4]],
  ['role', ['system']],
  ['searchRange', [1000]],
]);

/**
 * Non-empty fields of an imported file that are stored for export but have no effect here, such as `entries.sticky`
 * or `extensions.world`. Names in a card are relative to its `data`. At most 100.
 */
export function listIgnored(
  item:
    | { kind: 'lorebook'; body: Lorebook }
    | { kind: 'character'; body: LibraryCharacter; hasPicture?: boolean },
): string[] {
  const paths =
    item.kind === 'lorebook'
      ? listIgnoredInBook(item.body)
      : listIgnoredInCard(item.body, item.hasPicture ?? false);
  const names = paths.map((path) => unescapeKey(path.replaceAll('/', '.')));
  return [...new Set(names.map((name) => name.slice(0, LONGEST).toWellFormed()))].slice(0, MOST);
}

function listIgnoredInBook({ entries, extra }: Lorebook): string[] {
  const decorators = entries.flatMap((entry) => readDecorators(entry).placed);
  const fields = [WORLD_INFO, CHARACTER_BOOK, NOVEL_AI, AGNAI, RISU].flatMap((format) => [
    ...listUnused(format.book, splitExtra(format, extra).kept?.fields),
    ...entries
      .flatMap((entry) =>
        listUnused(format.entry, splitExtra(format, entry.extra).kept?.fields).filter(
          // Already shown as the reason why the entry is inactive.
          (path) => !entry.restrictions.includes(path.replaceAll('/', '.')),
        ),
      )
      .map((path) => `entries/${path}`),
  ]);
  return [...fields, ...decorators.map((name) => `entries/${name}`)];
}

function listUnused(maps: FieldMap[], fields: JsonObject = {}): string[] {
  const readPaths = new Set(maps.flatMap(({ paths }) => paths));
  return listSpeaking(Object.entries(fields)).filter((path) => !readPaths.has(path));
}

/**
 * Non-empty fields of an imported card that affect a scene, by their names in `data`.
 *
 * @param hasPicture true if its picture or main icon is the portrait
 */
export function listUsed(character: LibraryCharacter, hasPicture = false): string[] {
  const { lorebook, depthPrompt, talkativeness, goals, secrets } = character;
  const fields = Object.entries(CARD_FIELDS).filter(
    ([, { write, isAbout }]) => !isAbout && hasWords(write(character)),
  );
  const others: [string, boolean][] = [
    ['extensions.depth_prompt', depthPrompt !== null],
    ['extensions.talkativeness', talkativeness !== null],
    ['extensions.proscenium.goals', goals !== ''],
    ['extensions.proscenium.secrets', secrets !== ''],
    ['character_book', lorebook !== null && lorebook.entries.length > 0],
    ['assets', hasPicture && findMainIcon(readAssets(character)) !== null],
  ];
  return [...fields.map(([field]) => field), ...others.flatMap(([field, isUsed]) => (isUsed ? [field] : []))];
}

const hasWords = (value: Json): boolean =>
  Array.isArray(value) ? value.some(hasWords) : typeof value === 'string' && value.trim() !== '';

const readAssets = ({ extra: { card } }: LibraryCharacter): Json =>
  (isObject(card) && isObject(card.data) && card.data.assets) || null;

/** True if a card has assets other than its portrait's icon. */
function hasOtherAssets(assets: Json, hasPicture: boolean): boolean {
  if (!Array.isArray(assets)) return !isEmpty(assets);
  const icon = findMainIcon(assets);
  const isShown = hasPicture || icon?.uri === 'ccdefault:';
  return assets.some((asset, place) => !isEmpty(asset) && !(isShown && place === icon?.place));
}

function listIgnoredInCard(character: LibraryCharacter, hasPicture: boolean): string[] {
  const { extra, lorebook } = character;
  const card = isObject(extra.card) ? extra.card : {};
  const { data, ...top } = card;
  const { character_book: book, assets = null, ...fields } = isObject(data) ? data : {};
  const isRead = (path: string) => Object.hasOwn(CARD_FIELDS, path) || path === 'extensions/depth_prompt';
  const isTalk = ([path, value]: [string, Json]) =>
    /^(?:extensions\/)?talkativeness$/.test(path) && readShare(value) !== null;
  const spokenOf = [...Object.entries(top), ...flatten(fields)].filter((field) => !isTalk(field));
  return [
    ...listSpeaking(spokenOf).filter((path) => !isRead(path)),
    ...(hasOtherAssets(assets, hasPicture) ? ['assets'] : []),
    ...listIgnoredInNote(isObject(fields.extensions) ? fields.extensions.depth_prompt : undefined),
    ...(lorebook ? listIgnoredInBook(lorebook).map((path) => `character_book/${path}`) : []),
    ...(!lorebook && book !== undefined && !isEmpty(book) ? ['character_book'] : []),
  ];
}

/** A character's note is used except for its role. */
function listIgnoredInNote(note: Json | undefined): string[] {
  if (!isObject(note) || typeof note.prompt !== 'string' || note.prompt.trim() === '') return [];
  const { prompt: _, depth: _depth, ...others } = note;
  return listSpeaking(Object.entries(others)).map((field) => `extensions/depth_prompt/${field}`);
}

function listSpeaking(fields: [path: string, value: Json][]): string[] {
  return fields.flatMap(([path, value]) => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const isUnset = isEmpty(value) || UNSET.get(name)?.some((usual) => usual === value);
    return isUnset || FOR_EDITORS.has(name) || path === OWN || path.startsWith(`${OWN}/`) ? [] : [path];
  });
}
