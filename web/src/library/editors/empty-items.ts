import type { LibraryBody, LibraryKind } from '../../../../src/contract/library';
import type { Lorebook, LoreEntry } from '../../../../src/contract/lore';

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

/** Initial values of the forms; the server fills in the same. */
export const EMPTY_ITEMS: { [K in LibraryKind]: LibraryBody<K> } = {
  world: { name: '', description: '', notes: '', facts: {}, lorebooks: [] },
  campaign: { world: '', name: '', description: '', notes: '', trackers: {} },
  arc: { campaign: '', name: '', description: '', notes: '', trackers: {} },
  character: {
    name: '',
    nickname: '',
    description: '',
    personality: '',
    scenario: '',
    goals: '',
    secrets: '',
    voice: [],
    exampleMessages: '',
    firstMessage: '',
    alternateGreetings: [],
    groupGreetings: [],
    systemPrompt: '',
    postHistoryInstructions: '',
    depthPrompt: null,
    talkativeness: null,
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

/** Makes an entry with a free id: the next number, as in World Info. */
export function makeEntry(entries: readonly LoreEntry[]): LoreEntry {
  const takenIds = new Set(entries.map(({ id }) => id));
  let n = entries.length;
  while (takenIds.has(String(n))) n += 1;
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
    characterFilter: null,
    delay: 0,
    sticky: 0,
    restrictions: [],
    extra: {},
  };
}
