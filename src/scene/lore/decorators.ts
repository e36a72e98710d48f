import type { LoreEntry } from '../../contract/lore';

export interface KeyRule {
  keys: string[];
  logic: LoreEntry['logic'];
}

interface DecoratedEntry {
  /** The entry without decorator lines, with the settings that decorators change. */
  entry: LoreEntry;
  rules: KeyRule[];
  /** The entry waits until characters have spoken this many lines. */
  after: number;
  /** The entry is active only when the number of character lines is a multiple of this. */
  every: number;
  /** Decorators that choose a position, which this search ignores: lore has a fixed place in the prompt. */
  placed: string[];
  unknown: string[];
}

/**
 * Decorators at the start of an entry's text, one per line: `@@depth 3`. A line with `@@@` is a fallback for
 * the line above.
 *
 * @see https://github.com/kwaroran/character-card-spec-v3/blob/main/SPEC_V3.md#decorators
 */
const DECORATORS = /^(?:\s*@@@?[a-z_]+[^\n]*(?:\n|$))+/i;
const ROW = /^[^\S\n\r\u2028\u2029]*(@@@?)([a-z_]+)(.*)/gim;

/** Decorators without restrictions: they choose a position, a role, or priority when space runs out. */
const PLACEMENT = new Set([
  ...['depth', 'instruct_depth', 'reverse_depth', 'reverse_instruct_depth', 'end', 'role', 'position'],
  ...['inject_lore', 'inject_at', 'inject_replace', 'inject_prepend', 'disable_ui_prompt'],
  ...['ignore_on_max_context', 'priority', 'instruct_scan_depth', 'recursive', 'keep_activate_after_match'],
]);

type Apply = (decorated: DecoratedEntry, value: string) => boolean;

const set = (fields: Partial<LoreEntry>): Apply => {
  return (decorated) => {
    decorated.entry = { ...decorated.entry, ...fields };
    return true;
  };
};
const setNumber = (
  least: number,
  make: (value: number) => Partial<DecoratedEntry> | { entry: Partial<LoreEntry> },
): Apply => {
  return (decorated, value) => {
    const number = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
    if (!(number >= least)) return false;
    const { entry, ...more } = make(number);
    Object.assign(decorated, more, { entry: { ...decorated.entry, ...entry } });
    return true;
  };
};
const addRule = (logic: KeyRule['logic']): Apply => {
  return ({ rules }, value) => {
    const keys = value.split(',').map((key) => key.trim());
    if (keys.every((key) => key === '')) return false;
    rules.push({ keys: keys.filter((key) => key !== ''), logic });
    return true;
  };
};

/** Supported decorators. Each returns false for a value that it cannot parse. */
const APPLIED: ReadonlyMap<string, Apply> = new Map<string, Apply>([
  ['activate', () => true],
  ['dont_activate', () => true],
  ['additional_keys', addRule('any')],
  ['exclude_keys', addRule('none')],
  ['exclude_keys_all', addRule('not-all')],
  ['activate_only_after', setNumber(0, (after) => ({ after }))],
  ['activate_only_every', setNumber(1, (every) => ({ every }))],
  ['probability', setNumber(0, (probability) => ({ entry: { probability } }))],
  ['scan_depth', setNumber(0, (scanDepth) => ({ entry: { scanDepth } }))],
  ['match_full_word', set({ wholeWords: true })],
  ['match_partial_word', set({ wholeWords: false })],
  ['unrecursive', set({ preventRecursion: true })],
  ['no_recursive_search', set({ excludeRecursion: true })],
]);
/** Decorators that may appear more than once. Of others only the first counts. */
const REPEATED = new Set(['additional_keys', 'exclude_keys', 'exclude_keys_all']);

/**
 * Parses the decorators of an entry. `@@activate` forces the entry in regardless of other decorators,
 * `@@dont_activate` keeps it out. Of a decorator and its fallbacks, the first supported one counts.
 */
export function readDecorators(entry: LoreEntry): DecoratedEntry {
  const head = DECORATORS.exec(entry.content)?.[0] ?? '';
  const content = head === '' ? entry.content : entry.content.slice(head.length).replace(/^\s*\n/, '');
  const result: DecoratedEntry = {
    // Older ledgers have entries without these fields.
    entry: { ...entry, content, delay: entry.delay ?? 0, sticky: entry.sticky ?? 0 },
    ...{ rules: [], after: 0, every: 1, placed: [], unknown: [] },
  };
  const chains: { name: string; value: string }[][] = [];
  for (const [, mark, name = '', value = ''] of head.matchAll(ROW)) {
    const row = { name: name.toLowerCase(), value: value.trim() };
    if (mark === '@@@' && chains.length > 0) chains.at(-1)?.push(row);
    else chains.push([row]);
  }
  const appliedNames = new Set<string>();
  for (const chain of chains) {
    const appliedRow = chain.find(({ name, value }) => {
      if (appliedNames.has(name) && !REPEATED.has(name)) return true;
      return APPLIED.get(name)?.(result, value) ?? false;
    });
    if (appliedRow) appliedNames.add(appliedRow.name);
    else {
      const placing = chain.find(({ name }) => PLACEMENT.has(name));
      if (placing) result.placed.push(`@@${placing.name}`);
      else result.unknown.push(`@@${chain[0]?.name}`);
    }
  }
  if (appliedNames.has('activate')) {
    const always = { ...result.entry, constant: true };
    return { ...result, entry: always, rules: [], after: 0, every: 1 };
  }
  if (appliedNames.has('dont_activate')) result.entry = { ...result.entry, enabled: false };
  return result;
}
