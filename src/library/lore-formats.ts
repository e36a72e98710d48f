import { isObject, type Json, type JsonObject } from '../base/json';
import { type LoreEntry, lorebook, loreEntry } from '../contract/lore';
import { isRegexKey } from '../scene/lore/match';
import type { FieldMap, FlatFields, Refuse } from './kept-shape';

export interface LoreFormat {
  /** Key in an item's `extra` for data beyond our fields. */
  name: 'worldInfo' | 'characterBook' | 'novelAi' | 'agnai' | 'risu';
  entries: 'entries' | 'data';
  book: FieldMap[];
  entry: FieldMap[];
  uid: string;
  /** Path of an entry's keys; without it, the entry is not of this format. */
  keys: string;
  /**
   * True if books and entries always have `extensions` and entries are a list; otherwise entries are an
   * object by number.
   */
  isCard: boolean;
  /** Fields of new entries in this format that have no meaning for us. */
  entryBase(entry: LoreEntry, at: number): [path: string, value: Json][];
}

/** Defaults of our fields, except ids and names, which have none. */
export const ENTRY_DEFAULTS = without(loreEntry.parse({ id: '-' }), ['id']);
export const BOOK_DEFAULTS = without(lorebook.parse({ name: '-' }), ['name', 'entries']);

function without(object: Record<string, Json>, names: string[]): Map<string, Json> {
  return new Map(Object.entries(object).filter(([name]) => !names.includes(name)));
}

/** A field with the same meaning but another name. */
const same = (ours: string, path: string, always = false): FieldMap => ({
  ours,
  paths: [path],
  always: always ? [path] : [],
  read: (get) => get(path),
  write: (value) => [[path, value]],
});

/** Reads a boolean, which programs also write as number or text; undefined if absent or unreadable. */
function readSwitch(value: Json | undefined, path: string, refuse: Refuse): boolean | undefined {
  if (value === undefined || typeof value === 'boolean') return value;
  const isOn = /^(?:true|1|yes|on)$/i.test(String(value));
  if (!isOn && !/^(?:false|0|no|off|)$/i.test(String(value))) return refuse(path, 'expected true or false');
  refuse(path, `${JSON.stringify(value)} was replaced with ${isOn}`, true);
  return isOn;
}

/** Some files have both `enabled` and `disable`; either can turn an entry off. */
const mapEnabled = (path: 'enabled' | 'disable' | 'disabled', always = false): FieldMap => ({
  ...same('enabled', path, always),
  paths: [path, ...['enabled', 'disable', 'disabled'].filter((other) => other !== path)],
  restricts: true,
  read: (get, refuse) => {
    const switches = ['enabled', 'disable', 'disabled'].flatMap((other) => {
      if (get(other) === undefined) return [];
      const isOn = readSwitch(get(other), other, refuse);
      return [other === 'enabled' ? isOn !== false : isOn !== true];
    });
    return switches.length === 0 ? undefined : switches.every(Boolean);
  },
  write: (value) => [[path, path === 'enabled' ? value : value !== true]],
});

/** Reads the first path with a value: programs differ in location and in `snake_case` or `camelCase`. */
const first = (ours: string, ...paths: [string, ...string[]]): FieldMap => ({
  ...same(ours, paths[0]),
  paths,
  read: (get) => {
    const path = paths.find((one) => get(one) !== undefined);
    return path === undefined ? undefined : get(path);
  },
});
const restricting = (map: FieldMap): FieldMap => ({ ...map, restricts: true });
/** A field of `extensions`, which some programs write in camel case or outside of it. */
const inExtensions = (ours: string, name: string): FieldMap => {
  const camel = name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return first(
    ours,
    ...([...new Set([`extensions/${name}`, `extensions/${camel}`, name, camel])] as [string]),
  );
};

/** Values of `selectiveLogic`, by number. */
const LOGIC = ['any', 'not-all', 'none', 'all'];
const mapLogic = (path: string, ...others: string[]): FieldMap => ({
  ...first('logic', path, ...others),
  restricts: true,
  read: (get, refuse) => {
    const value = [path, ...others].map(get).find((one) => one !== undefined);
    if (value === undefined) return undefined;
    const logic = LOGIC.find((_, number) => String(number) === String(value));
    return logic ?? refuse(path, 'expected 0 (any), 1 (not all), 2 (none) or 3 (all)');
  },
  write: (value) => [[path, LOGIC.indexOf(String(value))]],
});

/** Secondary keys apply if `selective` is true; the default depends on the format. */
const mapSecondary = (path: string, byDefault: boolean): FieldMap => ({
  ours: 'secondaryKeys',
  paths: [path, 'selective'],
  restricts: true,
  read: (get, refuse) => {
    const selective = readSwitch(get('selective') ?? byDefault, 'selective', refuse);
    return selective ? get(path) : undefined;
  },
  write: (value) => [
    [path, value],
    ['selective', byDefault || (Array.isArray(value) && value.length > 0)],
  ],
});

/** A probability applies unless `useProbability` is false. */
const mapProbability = (path: string, use: string, ...others: string[]): FieldMap => ({
  ours: 'probability',
  paths: [path, use, ...others],
  restricts: true,
  read: (get, refuse) => {
    const value = get(use) ?? true;
    // SillyTavern writes the percentage here for entries imported from RisuAI.
    const isUsed = typeof value === 'number' ? value > 0 : readSwitch(value, use, refuse);
    return isUsed ? [path, ...others].map(get).find((one) => one !== undefined) : undefined;
  },
  write: (value) => [
    [path, value],
    [use, true],
  ],
});

/** World Info has delay levels; any of them means waiting for recursion. */
const mapDelay = (map: FieldMap): FieldMap => ({
  ...restricting(map),
  read: (get, refuse) => {
    const value = map.read(get, refuse);
    return typeof value === 'number' ? value > 0 : value;
  },
});

/** "Only Ada", "not Bo". Tags are only known inside SillyTavern. */
const mapFilter = (...paths: [string, ...string[]]): FieldMap => ({
  ...first('characterFilter', ...paths),
  restricts: true,
  read: (get, refuse) => {
    const path = paths.find((one) => get(one) !== undefined);
    const filter = path && get(path);
    if (!path || filter === undefined) return undefined;
    if (!isObject(filter)) return refuse(path, 'expected an object with `names`');
    const { isExclude = false, names = [], tags = [], ...others } = filter;
    const list = typeof names === 'string' ? names.split(',').map((name) => name.trim()) : names;
    const isExclusion = readSwitch(isExclude, `${path}/isExclude`, refuse);
    if (isExclusion === undefined) return undefined;
    if (!Array.isArray(list) || !list.every((name) => typeof name === 'string'))
      return refuse(`${path}/names`, 'expected a list of names');
    if (!isEmpty(tags)) refuse(`${path}/tags`, 'only SillyTavern supports tags of characters');
    for (const other of Object.keys(others))
      if (!isEmpty(others[other])) refuse(`${path}/${other}`, 'is unknown');
    const nonEmpty = list.filter((name) => name.trim() !== '');
    return nonEmpty.length === 0 ? undefined : { isExclude: isExclusion, names: nonEmpty };
  },
  write: (value) => [[paths[0], isObject(value) ? { ...value, tags: [] } : null]],
});

/** True for null, false, 0, empty text, and objects and lists of only such values. */
export const isEmpty = (value: Json | undefined): boolean =>
  typeof value === 'object' && value !== null ? Object.values(value).every(isEmpty) : !value;

/** Other formats have numeric ids; our extension stores the rest. */
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

/** A blank name counts as absent. */
const mapBookName: FieldMap = {
  ...same('name', 'name'),
  read: (get) => {
    const value = get('name');
    return typeof value === 'string' ? value.trim() || undefined : value;
  },
};

/** Our extension stores fields that no format has. */
const OWN_EXTRA: FieldMap = {
  ...same('extra', 'extensions/proscenium/extra'),
  write: (value) => (Object.keys(value ?? {}).length === 0 ? [] : [['extensions/proscenium/extra', value]]),
};

/** Fields that identify the source program. */
const mapMark = (...paths: string[]): FieldMap => ({
  ...{ ours: '', paths, read: () => undefined, write: () => [] },
});

const BOOK_FIELDS: FieldMap[] = [
  mapBookName,
  same('description', 'description'),
  same('scanDepth', 'scan_depth'),
  {
    ...same('tokenBudget', 'token_budget'),
    // The formats don't allow null here.
    write: (value) => (value === null ? [] : [['token_budget', value]]),
  },
  same('recursive', 'recursive_scanning'),
  same('caseSensitive', 'extensions/proscenium/caseSensitive'),
  same('wholeWords', 'extensions/proscenium/wholeWords'),
  same('maxRecursion', 'extensions/proscenium/maxRecursion'),
  OWN_EXTRA,
];

export const WORLD_INFO: LoreFormat = {
  name: 'worldInfo',
  entries: 'entries',
  isCard: false,
  uid: 'uid',
  keys: 'key',
  book: BOOK_FIELDS,
  entry: [
    mapId('uid'),
    { ...first('keys', 'key', 'keys'), always: ['key'] },
    mapSecondary('keysecondary', true),
    mapLogic('selectiveLogic'),
    same('name', 'comment'),
    same('content', 'content', true),
    same('constant', 'constant'),
    mapEnabled('disable'),
    first('order', 'order', 'insertion_order'),
    mapProbability('probability', 'useProbability'),
    same('group', 'group'),
    same('groupOverride', 'groupOverride'),
    same('groupWeight', 'groupWeight'),
    same('scanDepth', 'scanDepth'),
    same('caseSensitive', 'caseSensitive'),
    same('wholeWords', 'matchWholeWords'),
    restricting(same('excludeRecursion', 'excludeRecursion')),
    same('preventRecursion', 'preventRecursion'),
    mapDelay(same('delayUntilRecursion', 'delayUntilRecursion')),
    same('ignoreBudget', 'ignoreBudget'),
    mapFilter('characterFilter', 'character_filter'),
    restricting(same('delay', 'delay')),
    same('sticky', 'sticky'),
    OWN_EXTRA,
  ],
  // World Info ignores entries without a position.
  entryBase: (_, at) => [
    ['position', 0],
    ['depth', 4],
    ['role', null],
    ['vectorized', false],
    ['addMemo', true],
    ['displayIndex', at],
  ],
};

/** The `character_book` of a V2 or V3 card. Fields that V2 lacks are stored as SillyTavern does. */
export const CHARACTER_BOOK: LoreFormat = {
  name: 'characterBook',
  entries: 'entries',
  isCard: true,
  uid: 'id',
  keys: 'keys',
  book: BOOK_FIELDS,
  entry: [
    mapId('id'),
    same('keys', 'keys', true),
    mapSecondary('secondary_keys', false),
    mapLogic('extensions/selectiveLogic', 'selectiveLogic'),
    {
      ...same('name', 'comment'),
      paths: ['comment', 'name'],
      read: (get) => get('comment') || get('name'),
    },
    same('content', 'content', true),
    same('constant', 'constant'),
    mapEnabled('enabled', true),
    same('order', 'insertion_order', true),
    mapProbability('extensions/probability', 'extensions/useProbability', 'probability'),
    inExtensions('group', 'group'),
    inExtensions('groupOverride', 'group_override'),
    inExtensions('groupWeight', 'group_weight'),
    inExtensions('scanDepth', 'scan_depth'),
    {
      ours: 'caseSensitive',
      paths: ['extensions/case_sensitive', 'case_sensitive'],
      read: (get) => get('extensions/case_sensitive') ?? get('case_sensitive'),
      write: (value) => [
        ['extensions/case_sensitive', value],
        ...(value === null ? [] : [['case_sensitive', value] satisfies [string, Json]]),
      ],
    },
    inExtensions('wholeWords', 'match_whole_words'),
    restricting(inExtensions('excludeRecursion', 'exclude_recursion')),
    inExtensions('preventRecursion', 'prevent_recursion'),
    mapDelay(inExtensions('delayUntilRecursion', 'delay_until_recursion')),
    inExtensions('ignoreBudget', 'ignore_budget'),
    mapFilter(
      ...([
        'extensions/character_filter',
        'extensions/characterFilter',
        'character_filter',
        'characterFilter',
      ] as const),
    ),
    restricting(inExtensions('delay', 'delay')),
    inExtensions('sticky', 'sticky'),
    OWN_EXTRA,
  ],
  entryBase: (entry) => [
    ['position', 'before_char'],
    ['use_regex', entry.keys.length > 0 && entry.keys.every(isRegexKey)],
  ],
};

/** Fields without meaning for us that both formats have: in World Info, and in a card's `extensions`. */
export const SHARED_FIELDS: [worldInfo: string, extension: string][] = [
  ['position', 'position'],
  ['depth', 'depth'],
  ['role', 'role'],
  ['vectorized', 'vectorized'],
  ['cooldown', 'cooldown'],
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
 * NovelAI's `.lorebook`, import only. Its keys match like ours: as whole words in any case, or as regular
 * expressions. Placement and length settings have no counterpart here; they stay in `extra`.
 */
export const NOVEL_AI: LoreFormat = {
  name: 'novelAi',
  entries: 'entries',
  isCard: true,
  uid: 'id',
  keys: 'keys',
  book: BOOK_FIELDS,
  entry: [
    mapId('id'),
    same('keys', 'keys', true),
    same('name', 'displayName'),
    same('content', 'text', true),
    mapEnabled('enabled'),
    same('constant', 'forceActivation'),
    {
      // Priority when space is short, like our order.
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

/** Agnai's memory book, import only. */
export const AGNAI: LoreFormat = {
  name: 'agnai',
  entries: 'entries',
  isCard: true,
  uid: 'id',
  keys: 'keywords',
  book: [
    mapBookName,
    same('description', 'description'),
    same('scanDepth', 'scanDepth'),
    same('tokenBudget', 'tokenBudget'),
    same('recursive', 'recursiveScanning'),
    mapMark('kind', '_id', 'userId'),
  ],
  entry: [
    mapId('id'),
    same('keys', 'keywords', true),
    mapSecondary('secondaryKeys', false),
    mapLogic('selectiveLogic'),
    first('name', 'name', 'comment'),
    same('content', 'entry', true),
    same('constant', 'constant'),
    mapEnabled('enabled'),
    first('order', 'weight', 'priority'),
    mapProbability('probability', 'useProbability'),
    restricting(same('excludeRecursion', 'excludeRecursion')),
  ],
  entryBase: () => [],
};

const splitKeys = (value: Json | undefined): Json | undefined =>
  typeof value === 'string'
    ? value
        .split(/[,，]/)
        .map((key) => key.trim())
        .filter((key) => key !== '')
    : value;

/** RisuAI's lorebook, import only. Its keys are one text. */
export const RISU: LoreFormat = {
  name: 'risu',
  entries: 'data',
  isCard: true,
  uid: 'id',
  keys: 'key',
  book: [mapBookName, mapMark('type', 'ver')],
  entry: [
    mapId('id'),
    {
      ...same('keys', 'key', true),
      paths: ['key', 'useRegex'],
      // In a regular expression, a comma is part of the pattern.
      read: (get) => (get('useRegex') === true ? [get('key') ?? ''] : splitKeys(get('key'))),
    },
    {
      ...mapSecondary('secondkey', false),
      read: (get, refuse) =>
        readSwitch(get('selective'), 'selective', refuse) ? splitKeys(get('secondkey')) : undefined,
    },
    same('name', 'comment'),
    same('content', 'content', true),
    {
      ...same('constant', 'alwaysActive'),
      paths: ['alwaysActive', 'mode'],
      read: (get) => (get('mode') === 'constant' ? true : get('alwaysActive')),
    },
    mapEnabled('enabled'),
    same('order', 'insertorder'),
    restricting(same('probability', 'activationPercent')),
    {
      ...same('caseSensitive', 'extentions'),
      read: (get) => {
        const extensions = get('extentions');
        return isObject(extensions) ? extensions.risu_case_sensitive : undefined;
      },
    },
  ],
  entryBase: () => [],
};

const listEntries = (json: JsonObject, at: LoreFormat['entries']): JsonObject[] => {
  const entries = json[at];
  return isObject(entries) || Array.isArray(entries) ? Object.values(entries).filter(isObject) : [];
};

/** Detects the format by its marker, or by the fields of its entries. */
export function findFormat(json: JsonObject): LoreFormat {
  if (json.type === 'risu' || (Array.isArray(json.data) && !Object.hasOwn(json, 'entries'))) return RISU;
  const entries = listEntries(json, 'entries');
  const has = (field: string) => entries.some((entry) => Object.hasOwn(entry, field));
  if (has(WORLD_INFO.keys)) return WORLD_INFO;
  if (json.kind === 'memory' || has('keywords')) return AGNAI;
  const isText = has('text') && !has('content');
  if (Array.isArray(json.entries) && (typeof json.lorebookVersion === 'number' || isText)) return NOVEL_AI;
  return has(CHARACTER_BOOK.keys) ? CHARACTER_BOOK : WORLD_INFO;
}

/**
 * Unused fields that don't restrict an entry although their names suggest it. Any other field named like a
 * condition may restrict it; `matchCharacterDescription` and similar only widen the search.
 */
const HARMLESS = new Set(['triggerscript', 'automationId', 'automation_id']);
const CONDITION =
  /filter|exclu|condition|restrict|requir|only|trigger|cooldown|delay|keyanti|allow|deny|forbid|audience|visib|(?<!^match_?)character/i;
/** Prompt types that an entry is for. Rounds of a scene correspond to SillyTavern's `normal`. */
const TRIGGERS = 'triggers';

/** Unused paths of an entry that may restrict it. */
export function listConditions(format: LoreFormat, flat: FlatFields): string[] {
  const readPaths = new Set(format.entry.flatMap(({ paths }) => paths));
  return [...flat].flatMap(([path, value]) => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (readPaths.has(path) || isEmpty(value) || HARMLESS.has(name) || !CONDITION.test(name)) return [];
    const isNormal = name === TRIGGERS && Array.isArray(value) && value.includes('normal');
    return isNormal ? [] : [path];
  });
}
