import type { LibraryBody, LibraryKind } from '../../../../src/api/library';
import type { Lorebook, LoreEntry } from '../../../../src/api/lore';

export const EMPTY_BOOK: Lorebook = {
  name: '',
  description: '',
  scanDepth: 4,
  caseSensitive: false,
  wholeWords: true,
  recursive: true,
  maxRecursion: 3,
  tokenBudget: null,
  entries: [],
  extra: {},
};

/** Every kind as its form begins: what the server would fill in as well. */
export const EMPTY_ITEMS: { [K in LibraryKind]: LibraryBody<K> } = {
  world: { name: '', description: '', notes: '', facts: {}, lorebooks: [] },
  campaign: { world: '', name: '', description: '', notes: '', trackers: {} },
  arc: { campaign: '', name: '', description: '', notes: '', trackers: {} },
  character: {
    name: '',
    description: '',
    personality: '',
    scenario: '',
    goals: '',
    secrets: '',
    voice: [],
    firstMessage: '',
    alternateGreetings: [],
    systemPrompt: '',
    postHistoryInstructions: '',
    creatorNotes: '',
    creator: '',
    version: '',
    tags: [],
    lorebook: null,
    extra: {},
  },
  persona: { name: '', description: '' },
  lorebook: EMPTY_BOOK,
  profile: { name: '', profile: {} },
};

/** A new entry, with an id that none of the book has: the next number, as World Info counts. */
export function makeEntry(entries: readonly LoreEntry[]): LoreEntry {
  const taken = new Set(entries.map(({ id }) => id));
  let n = entries.length;
  while (taken.has(String(n))) n += 1;
  return {
    id: String(n),
    name: '',
    enabled: true,
    constant: false,
    keys: [],
    secondaryKeys: [],
    logic: 'any',
    content: '',
    caseSensitive: null,
    wholeWords: null,
    scanDepth: null,
    order: 100,
    probability: 100,
    group: '',
    groupWeight: 100,
    groupOverride: false,
    excludeRecursion: false,
    preventRecursion: false,
    delayUntilRecursion: false,
    ignoreBudget: false,
    extra: {},
  };
}
