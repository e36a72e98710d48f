import { z } from 'zod';
import { storedObject } from './json';
import { lorebook } from './lore';
import { pageQuery, pageSchema } from './pages';
import { profile } from './profiles';
import { prose } from './prose';

/**
 * Kinds of items that an author reuses in many scenes, and their paths: `/v1/worlds` … A scene copies an item when it
 * is created.
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

/** Maximum bytes of an item's body, as JSON. */
export const MAX_ITEM_BYTES = 1_000_000;
/** Maximum number of items of one kind per tenant. */
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
/** Ids of library items start with their kind, such as `chr_…`. */
export const libraryIdSchema = (kind: LibraryKind) =>
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
    notes: note.describe("Author's notes, included in every prompt of its scenes"),
    facts: facts.describe('Initial world facts of its scenes'),
    lorebooks: z.array(libraryIdSchema('lorebook')).max(20).default([]),
  })
  .meta({ id: 'World' });

const campaignBody = z
  .strictObject({
    world: libraryIdSchema('world'),
    name,
    description: note,
    notes: note,
    trackers: facts.describe('Initial trackers of its scenes'),
  })
  .meta({ id: 'Campaign' });

const arcBody = z
  .strictObject({
    campaign: libraryIdSchema('campaign'),
    name,
    description: note,
    notes: note,
    trackers: facts,
  })
  .meta({ id: 'Arc' });

/** Maximum characters of a character's text in the library; prompts have their own limits. */
export const MAX_TEXT = 50_000;
const long = z.string().max(MAX_TEXT).default('');

export const libraryCharacter = z
  .strictObject({
    name: prose(80),
    nickname: z
      .string()
      .max(80)
      .default('')
      .describe('Replacement for `{{char}}` in its texts and lorebook. Default: its name'),
    description: long,
    personality: long,
    scenario: long.describe(
      "Becomes the scenario of a scene, or is added to the scene's notes under the character's name",
    ),
    goals: z.string().max(2000).default(''),
    secrets: z
      .string()
      .max(4000)
      .default('')
      .describe('Known only to this character and the director. Never shown to other characters'),
    voice: z.array(z.string().max(2000)).max(40).default([]).describe('Example lines'),
    exampleMessages: long.describe(
      'Example exchanges in card format: each starts with a line `<START>`, followed by lines `{{char}}: …` and `{{user}}: …`',
    ),
    firstMessage: long,
    alternateGreetings: z.array(z.string().max(MAX_TEXT)).max(100).default([]),
    groupGreetings: z
      .array(z.string().max(MAX_TEXT))
      .max(100)
      .default([])
      .describe('Greetings for scenes with several characters, numbered after the alternate greetings'),
    systemPrompt: long,
    postHistoryInstructions: long.describe('Instructions at the end of every prompt of this character'),
    depthPrompt: z
      .strictObject({ text: z.string().max(MAX_TEXT), depth: z.int().min(0).max(100).default(4) })
      .nullable()
      .default(null)
      .describe('Text inserted before the last `depth` lines in every prompt of this character'),
    talkativeness: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .default(null)
      .describe("Default for the character's `settings.talkativeness` in a scene"),
    creatorNotes: long,
    creator: z.string().max(400).default(''),
    version: z.string().max(100).default(''),
    tags: z.array(z.string().max(100)).max(100).default([]),
    lorebook: lorebook
      .nullable()
      .default(null)
      .describe("The character's own lorebook, as embedded in cards"),
    extra: storedObject.default({}).describe('Other fields of an imported card, restored on export'),
  })
  .meta({ id: 'Character' });
export type LibraryCharacter = z.infer<typeof libraryCharacter>;

export const libraryPersona = z
  .strictObject({ name: prose(80), description: z.string().max(4000).default('') })
  .meta({ id: 'Persona' });

const libraryProfile = z
  .strictObject({ name, profile })
  .meta({ id: 'LibraryProfile', description: 'Model settings of an agent role' });

/** The body of each kind of item, when it is created, replaced or read. */
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
/** A complete item. The version prevents overwriting changes the client has not seen. */
const wholeItem = libraryItem.extend({
  version: z.int().min(1).describe('Version, incremented with every change. Also the `ETag`, for `If-Match`'),
});
export type LibraryItem<K extends LibraryKind = LibraryKind> = z.infer<typeof wholeItem> & {
  kind: K;
  body: LibraryBody<K>;
};

const toTitle = (kind: LibraryKind) => kind.charAt(0).toUpperCase() + kind.slice(1);

/** Kinds that can be imported from files of other programs. */
type ImportedKind = 'character' | 'lorebook';
/** Result of an import: the new item, with used and ignored parts of the file. */
export type ImportedItem = LibraryItem & {
  used?: string[];
  ignored: string[];
  repaired: ImportNote[];
  skipped: ImportNote[];
};
export const importNote = z
  .object({ pointer: z.string().describe('JSON Pointer into the file'), message: z.string() })
  .meta({ id: 'ImportNote' });
/** A part of a file whose imported value differs from the file. */
export type ImportNote = z.infer<typeof importNote>;
const repaired = z
  .array(importNote)
  .describe('Values that were replaced with a similar valid value or a default. At most 100');
const skipped = z
  .array(importNote)
  .describe(
    'Parts that were skipped, such as an entry or a key. Entries with a skipped key are inactive. At most 100',
  );
const used = z
  .array(z.string())
  .describe(
    'Non-empty fields of the card that affect scenes, by their names in `data`, such as `description` or `extensions.depth_prompt`. Purely informational fields are listed neither here nor in `ignored`',
  );
const ignored = z
  .array(z.string())
  .describe(
    'Non-empty fields that have no effect here, by their names in the file, such as `entries.sticky` or `extensions.world`. They are kept for export. At most 100',
  );
export const libraryItemSchema = (kind: LibraryKind): z.ZodType<LibraryItem> => ITEMS[kind];
const ownFields = (kind: LibraryKind) => ({
  id: libraryIdSchema(kind),
  kind: z.literal(kind),
  body: LIBRARY_BODIES[kind],
});
const ITEMS = perKind((kind): z.ZodType<LibraryItem> => {
  const item = wholeItem.extend(ownFields(kind)).meta({ id: `${toTitle(kind)}Item` });
  return item as unknown as z.ZodType<LibraryItem>;
});

export const importedItemSchema = (kind: ImportedKind): z.ZodType<ImportedItem> =>
  wholeItem
    .extend({ ...ownFields(kind), ...(kind === 'character' && { used }), ignored, repaired, skipped })
    .meta({ id: `Imported${toTitle(kind)}` }) as unknown as z.ZodType<ImportedItem>;

/** The schema for changing an item: every field of its body is optional; omitted fields are unchanged. */
export const libraryChangeSchema = (kind: LibraryKind): z.ZodType<Partial<LibraryBody>> => CHANGES[kind];
const CHANGES = perKind((kind) => {
  const fields = Object.entries(LIBRARY_BODIES[kind].shape as Record<string, z.ZodType>).map(
    // Remove defaults, so that omitted fields are not reset.
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
    parent: z.string().nullable().describe('Id of the world of a campaign, or of the campaign of an arc'),
  })
  .meta({ id: 'LibrarySummary' });
export type LibrarySummary = z.infer<typeof librarySummary>;
export const libraryPage = pageSchema(librarySummary, 'LibraryPage');

export const libraryQuery = pageQuery.extend({
  q: prose(200).optional().describe('Search by part of the name, ignoring case'),
  parent: z.string().max(40).optional().describe('Filter campaigns by world, or arcs by campaign'),
});
export type LibraryQuery = z.output<typeof libraryQuery>;

const itemName = z.object({ kind: z.enum(LIBRARY_KINDS), id: z.string(), name: z.string() });
export type ItemName = z.infer<typeof itemName>;

/** Items that are deleted together with an item. Scenes keep their copies. */
export const deletion = z
  .object({
    deletes: z.array(itemName).describe('The item and everything under it'),
    detaches: z.array(itemName).describe('Items that refer to it and will lose the reference'),
  })
  .meta({ id: 'Deletion' });
export type Deletion = z.infer<typeof deletion>;
