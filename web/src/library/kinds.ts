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
    what: 'Whom models play: their nature, aims, secrets and voice. Cards of other programs come in as they are.',
  },
  persona: {
    collection: 'personas',
    one: 'persona',
    many: 'Personas',
    what: 'Whom people play: a name, and what the cast knows of it.',
  },
  world: {
    collection: 'worlds',
    one: 'world',
    many: 'Worlds',
    what: 'Notes, facts and lorebooks that all scenes of a world share, and what its characters remember.',
  },
  campaign: {
    collection: 'campaigns',
    one: 'campaign',
    many: 'Campaigns',
    what: 'A story within a world: its notes, and the trackers its scenes start from.',
  },
  arc: {
    collection: 'arcs',
    one: 'arc',
    many: 'Arcs',
    what: 'A part of a campaign, with notes and trackers of its own.',
  },
  lorebook: {
    collection: 'lorebooks',
    one: 'lorebook',
    many: 'Lorebooks',
    what: 'Facts that come into a prompt when the talk comes to them. World Info files come in as they are.',
  },
  profile: {
    collection: 'profiles',
    one: 'profile',
    many: 'Profiles',
    what: 'How a role talks to its model: which one, how warm, and in what form it answers.',
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

/** Returns the kind of a collection; null when there is none. */
export const kindOf = (collection: string | undefined): LibraryKind | null =>
  KIND_ORDER.find((kind) => KINDS[kind].collection === collection) ?? null;

/** Returns the address of an item; without an id, of its collection. */
export const itemHref = (kind: LibraryKind, id?: string): string =>
  `#/library/${KINDS[kind].collection}${id === undefined ? '' : `/${id}`}`;
