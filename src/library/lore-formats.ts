import { type LoreEntry, lorebook, loreEntry } from '../api/lore';
import { isObject, type Json, type JsonObject } from '../base/json';
import { isRegexKey } from '../lore/match';
import type { FieldMap } from './kept-shape';

/** A file format that lorebooks come in. */
export interface LoreFormat {
  /** Under which an item's `extra` holds what the format has beside our fields. */
  name: 'worldInfo' | 'characterBook' | 'novelAi';
  book: FieldMap[];
  entry: FieldMap[];
  /** Path of an entry's number. */
  uid: string;
  /** Where an entry has its keys: what has none is no entry of this format. */
  keys: string;
  /** Books and entries always have `extensions`, and entries are a list; otherwise they are an object by number. */
  isCard: boolean;
  /** Fields that an entry of ours has in this format although they mean nothing to us. */
  entryBase(entry: LoreEntry, at: number): [path: string, value: Json][];
}

/** Defaults of our fields; an id and a name have none. */
export const ENTRY_DEFAULTS = without(loreEntry.parse({ id: '-' }), ['id']);
export const BOOK_DEFAULTS = without(lorebook.parse({ name: '-' }), ['name', 'entries']);

function without(object: Record<string, Json>, names: string[]): Map<string, Json> {
  return new Map(Object.entries(object).filter(([name]) => !names.includes(name)));
}

/** A field that is the same in both, under another name. */
const same = (ours: string, path: string, always = false): FieldMap => ({
  ours,
  paths: [path],
  always: always ? [path] : [],
  read: (get) => get(path),
  write: (value) => [[path, value]],
});

const mapNot = (ours: string, path: string): FieldMap => ({
  ...same(ours, path),
  read: (get) => negate(get(path)),
  write: (value) => [[path, value !== true]],
});
const negate = (value: Json | undefined) => (typeof value === 'boolean' ? !value : value);

/** `selectiveLogic` by its number. */
const LOGIC = ['any', 'not-all', 'none', 'all'];
const mapLogic = (path: string): FieldMap => ({
  ...same('logic', path),
  read: (get, refuse) => {
    const value = get(path);
    if (value === undefined) return undefined;
    const logic = LOGIC.find((_, number) => number === value);
    return logic ?? refuse(path, 'expected 0 (any), 1 (not all), 2 (none) or 3 (all)');
  },
  write: (value) => [[path, LOGIC.indexOf(String(value))]],
});

/** Secondary keys count where `selective` says so; where it says nothing, as the format has it. */
const mapSecondary = (path: string, byDefault: boolean): FieldMap => ({
  ours: 'secondaryKeys',
  paths: [path, 'selective'],
  read: (get, refuse) => {
    const selective = get('selective') ?? byDefault;
    if (typeof selective !== 'boolean') return refuse('selective', 'expected true or false');
    return selective ? get(path) : undefined;
  },
  write: (value) => [
    [path, value],
    ['selective', byDefault || (Array.isArray(value) && value.length > 0)],
  ],
});

/** A probability counts unless `useProbability` says that it doesn't. */
const mapProbability = (path: string, use: string): FieldMap => ({
  ours: 'probability',
  paths: [path, use],
  read: (get, refuse) => {
    const isUsed = get(use) ?? true;
    if (typeof isUsed !== 'boolean') return refuse(use, 'expected true or false');
    return isUsed ? get(path) : undefined;
  },
  write: (value) => [
    [path, value],
    [use, true],
  ],
});

/** World Info has levels of delay; any of them waits for recursion. */
const mapDelay = (path: string): FieldMap => ({
  ...same('delayUntilRecursion', path),
  read: (get) => {
    const value = get(path);
    return typeof value === 'number' ? value > 0 : value;
  },
});

/** An id is a number there; one that isn't stands in our own corner. */
const mapId = (path: string): FieldMap => ({
  ours: 'id',
  paths: [path, 'extensions/proscenium/id'],
  read: (get) => {
    const own = get('extensions/proscenium/id') ?? get(path);
    return typeof own === 'number' ? String(own) : own;
  },
  write: (value) =>
    /^(?:0|[1-9]\d{0,14})$/.test(String(value))
      ? [[path, Number(value)]]
      : [['extensions/proscenium/id', value]],
});

/** A name without letters is none. */
const mapBookName: FieldMap = {
  ...same('name', 'name'),
  read: (get) => {
    const value = get('name');
    return typeof value === 'string' ? value.trim() || undefined : value;
  },
};

/** Fields of no format stand in our own corner of `extensions`. */
const OWN_EXTRA: FieldMap = {
  ...same('extra', 'extensions/proscenium/extra'),
  write: (value) => (Object.keys(value ?? {}).length === 0 ? [] : [['extensions/proscenium/extra', value]]),
};

const BOOK_FIELDS: FieldMap[] = [
  mapBookName,
  same('description', 'description'),
  same('scanDepth', 'scan_depth'),
  {
    ...same('tokenBudget', 'token_budget'),
    // The formats know no null here.
    write: (value) => (value === null ? [] : [['token_budget', value]]),
  },
  same('recursive', 'recursive_scanning'),
  same('caseSensitive', 'extensions/proscenium/caseSensitive'),
  same('wholeWords', 'extensions/proscenium/wholeWords'),
  same('maxRecursion', 'extensions/proscenium/maxRecursion'),
  OWN_EXTRA,
];

/** A file of SillyTavern's World Info. */
export const WORLD_INFO: LoreFormat = {
  name: 'worldInfo',
  isCard: false,
  uid: 'uid',
  keys: 'key',
  book: BOOK_FIELDS,
  entry: [
    mapId('uid'),
    same('keys', 'key', true),
    mapSecondary('keysecondary', true),
    mapLogic('selectiveLogic'),
    same('name', 'comment'),
    same('content', 'content', true),
    same('constant', 'constant'),
    mapNot('enabled', 'disable'),
    same('order', 'order'),
    mapProbability('probability', 'useProbability'),
    same('group', 'group'),
    same('groupOverride', 'groupOverride'),
    same('groupWeight', 'groupWeight'),
    same('scanDepth', 'scanDepth'),
    same('caseSensitive', 'caseSensitive'),
    same('wholeWords', 'matchWholeWords'),
    same('excludeRecursion', 'excludeRecursion'),
    same('preventRecursion', 'preventRecursion'),
    mapDelay('delayUntilRecursion'),
    same('ignoreBudget', 'ignoreBudget'),
    OWN_EXTRA,
  ],
  // Without a position World Info does not put an entry anywhere.
  entryBase: (_, at) => [
    ['position', 0],
    ['depth', 4],
    ['role', null],
    ['vectorized', false],
    ['addMemo', true],
    ['displayIndex', at],
  ],
};

/** The `character_book` of a character card, V2 or V3. What V2 has no field for stands where SillyTavern puts it. */
export const CHARACTER_BOOK: LoreFormat = {
  name: 'characterBook',
  isCard: true,
  uid: 'id',
  keys: 'keys',
  book: BOOK_FIELDS,
  entry: [
    mapId('id'),
    same('keys', 'keys', true),
    mapSecondary('secondary_keys', false),
    mapLogic('extensions/selectiveLogic'),
    {
      ...same('name', 'comment'),
      paths: ['comment', 'name'],
      read: (get) => get('comment') || get('name'),
    },
    same('content', 'content', true),
    same('constant', 'constant'),
    same('enabled', 'enabled', true),
    same('order', 'insertion_order', true),
    mapProbability('extensions/probability', 'extensions/useProbability'),
    same('group', 'extensions/group'),
    same('groupOverride', 'extensions/group_override'),
    same('groupWeight', 'extensions/group_weight'),
    same('scanDepth', 'extensions/scan_depth'),
    {
      ours: 'caseSensitive',
      paths: ['extensions/case_sensitive', 'case_sensitive'],
      read: (get) => get('extensions/case_sensitive') ?? get('case_sensitive'),
      write: (value) => [
        ['extensions/case_sensitive', value],
        ...(value === null ? [] : [['case_sensitive', value] satisfies [string, Json]]),
      ],
    },
    same('wholeWords', 'extensions/match_whole_words'),
    same('excludeRecursion', 'extensions/exclude_recursion'),
    same('preventRecursion', 'extensions/prevent_recursion'),
    mapDelay('extensions/delay_until_recursion'),
    same('ignoreBudget', 'extensions/ignore_budget'),
    OWN_EXTRA,
  ],
  entryBase: (entry) => [
    ['position', 'before_char'],
    ['use_regex', entry.keys.length > 0 && entry.keys.every(isRegexKey)],
  ],
};

/** Fields that mean nothing to us and the same in both formats: of World Info, and of a card's `extensions`. */
export const SHARED_FIELDS: [worldInfo: string, extension: string][] = [
  ['position', 'position'],
  ['depth', 'depth'],
  ['role', 'role'],
  ['vectorized', 'vectorized'],
  ['sticky', 'sticky'],
  ['cooldown', 'cooldown'],
  ['delay', 'delay'],
  ['useGroupScoring', 'use_group_scoring'],
  ['automationId', 'automation_id'],
  ['outletName', 'outlet_name'],
  ['triggers', 'triggers'],
  ['matchPersonaDescription', 'match_persona_description'],
  ['matchCharacterDescription', 'match_character_description'],
  ['matchCharacterPersonality', 'match_character_personality'],
  ['matchCharacterDepthPrompt', 'match_character_depth_prompt'],
  ['matchScenario', 'match_scenario'],
  ['matchCreatorNotes', 'match_creator_notes'],
];

/**
 * A `.lorebook` of NovelAI, which is read and not written. Its keys are found as ours are: as whole words in any case, or
 * as regular expressions. What it says of places and lengths in a story's context has no counterpart here and is kept.
 */
export const NOVEL_AI: LoreFormat = {
  name: 'novelAi',
  isCard: true,
  uid: 'id',
  keys: 'keys',
  book: BOOK_FIELDS,
  entry: [
    mapId('id'),
    same('keys', 'keys', true),
    same('name', 'displayName'),
    same('content', 'text', true),
    same('enabled', 'enabled'),
    same('constant', 'forceActivation'),
    {
      // Who gets room first, as our order says too.
      ...same('order', 'contextConfig/budgetPriority'),
      read: (get) => {
        const config = get('contextConfig');
        return isObject(config) ? config.budgetPriority : undefined;
      },
    },
    OWN_EXTRA,
  ],
  entryBase: () => [],
};

/** Is a file a lorebook of NovelAI? Its format has a version; its entries have a text that others call `content`. */
export function isNovelAi(json: JsonObject): boolean {
  const { entries } = json;
  if (!Array.isArray(entries)) return false;
  const has = (field: string) => entries.some((entry) => isObject(entry) && Object.hasOwn(entry, field));
  return typeof json.lorebookVersion === 'number' || (has('text') && !has('content'));
}
