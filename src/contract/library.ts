import { z } from 'zod';
import { keptObject } from './json';
import { lorebook } from './lore';
import { pageOf, pageQuery } from './pages';
import { profile } from './profiles';
import { prose } from './prose';

/**
 * Kinds of items that an author reuses in many scenes, and where they are: `/v1/worlds` … A scene takes a copy of an item
 * when it is created.
 */
export const LIBRARY_COLLECTIONS = {
  world: 'worlds',
  campaign: 'campaigns',
  arc: 'arcs',
  character: 'characters',
  persona: 'personas',
  lorebook: 'lorebooks',
  profile: 'profiles',
} as const;
export type LibraryKind = keyof typeof LIBRARY_COLLECTIONS;
export const LIBRARY_KINDS = Object.keys(LIBRARY_COLLECTIONS) as LibraryKind[];

/** Most bytes of an item's body, as JSON. */
export const MAX_ITEM_BYTES = 1_000_000;
/** Most items of one kind that a tenant has. */
export const MAX_ITEMS = 5_000;

const PREFIX: Record<LibraryKind, string> = {
  world: 'wld',
  campaign: 'cmp',
  arc: 'arc',
  character: 'chr',
  persona: 'per',
  lorebook: 'lor',
  profile: 'prf',
};
/** `chr_…`: the ids of library items name their kind, as those of rooms do. */
export const libraryIdOf = (kind: LibraryKind) =>
  z.string().regex(new RegExp(`^${PREFIX[kind]}_[0-9a-z]{20}$`));
export const libraryPrefix = (kind: LibraryKind): string => PREFIX[kind];

const name = prose(200);
const note = z.string().max(8000).default('');
const facts = z
  .record(z.string().min(1).max(80), z.string().max(2000))
  .refine((map) => Object.keys(map).length <= 200, { error: 'at most 200 entries' })
  .default({});

const worldBody = z
  .strictObject({
    name,
    description: note,
    notes: note.describe("The author's notes; part of every prompt of its scenes"),
    facts: facts.describe('World state that its scenes start from'),
    lorebooks: z.array(libraryIdOf('lorebook')).max(20).default([]),
  })
  .meta({ id: 'World' });

const campaignBody = z
  .strictObject({
    world: libraryIdOf('world'),
    name,
    description: note,
    notes: note,
    trackers: facts.describe('Trackers that its scenes start from'),
  })
  .meta({ id: 'Campaign' });

const arcBody = z
  .strictObject({ campaign: libraryIdOf('campaign'), name, description: note, notes: note, trackers: facts })
  .meta({ id: 'Arc' });

/** Most characters of a text of a character; what a prompt holds of it is the envelope's business. */
export const MAX_TEXT = 50_000;
const long = z.string().max(MAX_TEXT).default('');

export const libraryCharacter = z
  .strictObject({
    name: prose(80),
    nickname: z
      .string()
      .max(80)
      .default('')
      .describe('What `{{char}}` stands for in its texts and its book. Default: its name'),
    description: long,
    personality: long,
    scenario: long.describe("Becomes that of a scene, or joins the scene's notes under its name"),
    goals: z.string().max(2000).default(''),
    secrets: z
      .string()
      .max(4000)
      .default('')
      .describe('What it alone knows: for itself and the director, never for another character'),
    voice: z.array(z.string().max(2000)).max(40).default([]).describe('Example lines of its own'),
    exampleMessages: long.describe(
      'Example exchanges as cards have them: each begins with a line `<START>`, in it lines `{{char}}: …` and `{{user}}: …`',
    ),
    firstMessage: long,
    alternateGreetings: z.array(z.string().max(MAX_TEXT)).max(100).default([]),
    groupGreetings: z
      .array(z.string().max(MAX_TEXT))
      .max(100)
      .default([])
      .describe('For scenes with several characters; counted after the alternate greetings'),
    systemPrompt: long,
    postHistoryInstructions: long.describe('Said at the end of every prompt of this character'),
    depthPrompt: z
      .strictObject({ text: z.string().max(MAX_TEXT), depth: z.int().min(0).max(100).default(4) })
      .nullable()
      .default(null)
      .describe('Said in front of the `depth` newest lines of every prompt of this character'),
    talkativeness: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .default(null)
      .describe('Becomes `settings.talkativeness` of the character in a scene, unless the scene has its own'),
    creatorNotes: long,
    creator: z.string().max(400).default(''),
    version: z.string().max(100).default(''),
    tags: z.array(z.string().max(100)).max(100).default([]),
    lorebook: lorebook.nullable().default(null).describe('Its own book, as cards embed one'),
    extra: keptObject
      .default({})
      .describe('What an imported card had beside this; it is there again when the card is exported'),
  })
  .meta({ id: 'Character' });
export type LibraryCharacter = z.infer<typeof libraryCharacter>;

export const libraryPersona = z
  .strictObject({ name: prose(80), description: z.string().max(4000).default('') })
  .meta({ id: 'Persona' });

const libraryProfile = z
  .strictObject({ name, profile })
  .meta({ id: 'LibraryProfile', description: 'How one agent role talks to a model' });

/** The body of each kind of item, as it is created, replaced and read. */
export const LIBRARY_BODIES = {
  world: worldBody,
  campaign: campaignBody,
  arc: arcBody,
  character: libraryCharacter,
  persona: libraryPersona,
  lorebook,
  profile: libraryProfile,
} satisfies Record<LibraryKind, z.ZodType>;
export type LibraryBody<K extends LibraryKind = LibraryKind> = z.infer<(typeof LIBRARY_BODIES)[K]>;

/** Fields that the library adds to an item's body. */
const libraryItem = z.object({
  id: z.string(),
  kind: z.enum(LIBRARY_KINDS),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
/** An item as it is read: its changes are counted, so that nobody overwrites what it has not seen. */
const wholeItem = libraryItem.extend({
  version: z.int().min(1).describe('Counts its changes; also its `ETag`, for the `If-Match` of a change'),
});
export type LibraryItem<K extends LibraryKind = LibraryKind> = z.infer<typeof wholeItem> & {
  kind: K;
  body: LibraryBody<K>;
};

const toTitle = (kind: LibraryKind) => kind.charAt(0).toUpperCase() + kind.slice(1);

/** The kinds that are imported from files of other programs. */
type ImportedKind = 'character' | 'lorebook';
/** Answer to an import: the new item, and the parts of its file that have an effect here, and those that have none. */
export type ImportedItem = LibraryItem & {
  used?: string[];
  ignored: string[];
  repaired: ImportNote[];
  skipped: ImportNote[];
};
export const importNote = z
  .object({ pointer: z.string().describe('JSON Pointer into the file'), message: z.string() })
  .meta({ id: 'ImportNote' });
/** Something in a foreign file that was read in another way than it was written, at its place in the file. */
export type ImportNote = z.infer<typeof importNote>;
const repaired = z
  .array(importNote)
  .describe('Values of the file that were read as something near, or left at their default. At most 100');
const skipped = z
  .array(importNote)
  .describe(
    'Parts of the file that are not used: an entry, a key; an entry with such a key is inactive. At most 100',
  );
const used = z
  .array(z.string())
  .describe(
    'Fields of the card that say something and have an effect in a scene, by their names in its `data`, such as ' +
      '`description` or `extensions.depth_prompt`. Neither used nor ignored is what tells people about the card',
  );
const ignored = z
  .array(z.string())
  .describe(
    'Fields of the file that say something, are kept for its export, and have no effect here: by their names in it, ' +
      'such as `entries.sticky` or `extensions.world`. At most 100',
  );
/** An item of one kind, as it is answered. */
export const libraryItemOf = (kind: LibraryKind): z.ZodType<LibraryItem> => ITEMS[kind];
const ownFields = (kind: LibraryKind) => ({
  id: libraryIdOf(kind),
  kind: z.literal(kind),
  body: LIBRARY_BODIES[kind],
});
const ITEMS = perKind((kind): z.ZodType<LibraryItem> => {
  const item = wholeItem.extend(ownFields(kind)).meta({ id: `${toTitle(kind)}Item` });
  return item as unknown as z.ZodType<LibraryItem>;
});

/** An item of one kind, as its import answers it. */
export const importedItemOf = (kind: ImportedKind): z.ZodType<ImportedItem> =>
  wholeItem
    .extend({ ...ownFields(kind), ...(kind === 'character' && { used }), ignored, repaired, skipped })
    .meta({ id: `Imported${toTitle(kind)}` }) as unknown as z.ZodType<ImportedItem>;

/** A change of an item of one kind: any of the fields of its body. What is not there stays as it is. */
export const libraryChangeOf = (kind: LibraryKind): z.ZodType<Partial<LibraryBody>> => CHANGES[kind];
const CHANGES = perKind((kind) => {
  const fields = Object.entries(LIBRARY_BODIES[kind].shape as Record<string, z.ZodType>).map(
    // Without its default: a field that is not sent is not reset.
    ([name, field]) => [
      name,
      (field instanceof z.ZodDefault ? (field.unwrap() as z.ZodType) : field).optional(),
    ],
  );
  const change = z.strictObject(Object.fromEntries(fields)).meta({ id: `Change${toTitle(kind)}` });
  return change as unknown as z.ZodType<Partial<LibraryBody>>;
});

function perKind<T>(make: (kind: LibraryKind) => T): Record<LibraryKind, T> {
  return Object.fromEntries(LIBRARY_KINDS.map((kind) => [kind, make(kind)])) as Record<LibraryKind, T>;
}

const librarySummary = libraryItem
  .extend({
    name: z.string(),
    parent: z.string().nullable().describe('The world of a campaign, the campaign of an arc'),
  })
  .meta({ id: 'LibrarySummary' });
export type LibrarySummary = z.infer<typeof librarySummary>;
export const libraryPage = pageOf(librarySummary, 'LibraryPage');

export const libraryQuery = pageQuery.extend({
  q: prose(200).optional().describe('Part of the name, in any case'),
  parent: z.string().max(40).optional().describe('Only campaigns of this world, arcs of this campaign'),
});
export type LibraryQuery = z.output<typeof libraryQuery>;

const itemName = z.object({ kind: z.enum(LIBRARY_KINDS), id: z.string(), name: z.string() });
export type ItemName = z.infer<typeof itemName>;

/** Items that are deleted with an item. Scenes hold copies and go on without it. */
export const deletion = z
  .object({
    deletes: z.array(itemName).describe('The item itself and everything under it'),
    detaches: z.array(itemName).describe('Items that name it and go on without it'),
  })
  .meta({ id: 'Deletion' });
export type Deletion = z.infer<typeof deletion>;
