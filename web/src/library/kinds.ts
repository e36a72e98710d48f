import type { LIBRARY_COLLECTIONS, LibraryKind } from '../../../src/contract/library';

type Collections = typeof LIBRARY_COLLECTIONS;

/** The collections of the library: address, names and purpose of each kind. */
export const KINDS: {
  [K in LibraryKind]: { collection: Collections[K]; one: string; many: string; what: string };
} = {
  character: {
    collection: 'characters',
    one: 'character',
    many: 'Characters',
    what: 'Characters played by the AI. Import SillyTavern cards (PNG, JSON).',
  },
  persona: {
    collection: 'personas',
    one: 'persona',
    many: 'Personas',
    what: 'Characters that people play: a name, and what others know about them.',
  },
  world: {
    collection: 'worlds',
    one: 'world',
    many: 'Worlds',
    what: 'Notes, facts and lorebooks shared by scenes, plus what characters remember.',
  },
  campaign: {
    collection: 'campaigns',
    one: 'campaign',
    many: 'Campaigns',
    what: 'A story set in a world, with notes and the trackers its scenes start with.',
  },
  arc: {
    collection: 'arcs',
    one: 'arc',
    many: 'Arcs',
    what: 'Part of a campaign, with its own notes and trackers.',
  },
  lorebook: {
    collection: 'lorebooks',
    one: 'lorebook',
    many: 'Lorebooks',
    what: 'Background facts, added to the prompt when mentioned. Imports World Info.',
  },
  profile: {
    collection: 'profiles',
    one: 'profile',
    many: 'Profiles',
    what: 'Model settings: model, temperature, output format.',
  },
};

export const KIND_ORDER: readonly LibraryKind[] = [
  'character',
  'persona',
  'world',
  'campaign',
  'arc',
  'lorebook',
  'profile',
];

/** Returns the address of an item; without an id, of its collection. */
export const itemHref = (kind: LibraryKind, id?: string): string =>
  `#/library/${KINDS[kind].collection}${id === undefined ? '' : `/${id}`}`;
