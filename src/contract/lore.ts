import { z } from 'zod';
import { storedObject } from './json';
import { prose } from './prose';

/** How secondary keys must match after a primary key matched. */
const LORE_LOGIC = ['any', 'all', 'none', 'not-all'] as const;

const key = z.string().max(400);
/** A setting that an entry can inherit from its book. */
const inherited = z.boolean().nullable().default(null);

const characterFilter = z.strictObject({
  isExclude: z.boolean().default(false).describe('True to exclude the named characters instead'),
  names: z
    .array(z.string().min(1).max(200))
    .max(100)
    .describe('Names, nicknames or ids of characters. Empty for no restriction'),
});

/** An entry of a lorebook, in the terms of SillyTavern's World Info. */
export const loreEntry = z
  .strictObject({
    id: z.string().min(1).max(80).describe('Id, unique within the book; the `uid` in World Info'),
    name: z.string().max(400).default('').describe('Name for the author. Models never see it'),
    enabled: z.boolean().default(true),
    constant: z.boolean().default(false).describe('Always include the entry, without keys'),
    keys: z
      .array(key)
      .max(100)
      .default([])
      .describe(
        'Words or phrases, any of which activates the entry. `/…/flags` is a regular expression with flags from `gimsuy`',
      ),
    secondaryKeys: z.array(key).max(100).default([]),
    logic: z
      .enum(LORE_LOGIC)
      .default('any')
      .describe(
        'Which secondary keys must also match: any, all, none, or not all. Ignored without secondary keys',
      ),
    content: z.string().max(100_000).default(''),
    caseSensitive: inherited,
    wholeWords: inherited,
    scanDepth: z
      .int()
      .min(0)
      .max(1000)
      .nullable()
      .default(null)
      .describe("Number of recent messages to search for keys. Null uses the book's setting"),
    order: z
      .int()
      .min(-1_000_000)
      .max(1_000_000)
      .default(100)
      .describe(
        'Sort order and priority: higher entries come later in the prompt and are kept first if not all fit',
      ),
    probability: z.number().min(0).max(100).default(100).describe('Chance of inclusion, in percent'),
    group: z
      .string()
      .max(400)
      .default('')
      .describe('Comma-separated group names. Only one matching entry per group is included'),
    groupWeight: z.int().min(1).max(10_000).default(100),
    groupOverride: z
      .boolean()
      .default(false)
      .describe('Always win the group, instead of a random choice; the highest order wins among several'),
    excludeRecursion: z
      .boolean()
      .default(false)
      .describe('Do not activate this entry by the text of other entries'),
    preventRecursion: z
      .boolean()
      .default(false)
      .describe('Do not activate other entries by the text of this entry'),
    delayUntilRecursion: z
      .boolean()
      .default(false)
      .describe(
        "Only search for this entry after another entry was included, in that entry's text and in the messages",
      ),
    ignoreBudget: z.boolean().default(false),
    characterFilter: characterFilter
      .nullable()
      .default(null)
      .describe('Characters that can read the entry, however it was activated. Null for everyone'),
    delay: z
      .int()
      .min(0)
      .max(1_000_000)
      .default(0)
      .describe('Number of lines the conversation must have before the entry can be included'),
    sticky: z
      .int()
      .min(0)
      .max(1000)
      .default(0)
      .describe('Number of lines for which the entry stays included after its keys are out of range'),
    restrictions: z
      .array(z.string().max(200))
      .max(20)
      .default([])
      .describe(
        'Conditions of an imported entry that Proscenium does not support, such as `cooldown`. The import disables the entry; enable it to use it without them',
      ),
    extra: storedObject.default({}).describe('Unused fields of an imported entry'),
  })
  .meta({ id: 'LoreEntry' });
export type LoreEntry = z.infer<typeof loreEntry>;

/** A lorebook: facts that are added to a prompt when they are mentioned. */
export const lorebook = z
  .strictObject({
    name: prose(200),
    description: z.string().max(8000).default(''),
    scanDepth: z.int().min(0).max(1000).default(4).describe('Number of recent messages to search for keys'),
    caseSensitive: z.boolean().default(false),
    wholeWords: z.boolean().default(true),
    recursive: z.boolean().default(true).describe('Also search the text of included entries for keys'),
    maxRecursion: z.int().min(0).max(20).default(3).describe('Maximum number of recursive searches'),
    tokenBudget: z
      .int()
      .min(0)
      .max(1_000_000)
      .nullable()
      .default(null)
      .describe('Maximum tokens of this book in a prompt. Null uses the share of the lore section'),
    entries: z.array(loreEntry).max(2000).default([]),
    extra: storedObject.default({}).describe('Unused fields of an imported book'),
  })
  .meta({ id: 'Lorebook' });
export type Lorebook = z.infer<typeof lorebook>;

/** Why an entry is included: always, or by a key in the messages or in the text of another entry. */
const LORE_REASONS = ['constant', 'talk', 'lore'] as const;
/**
 * Why an entry is not included. `reader`: its character filter excludes the reader; `timing`: the conversation is too
 * short or its delay has not passed; `duplicate`: another entry has the same keys and text; `waiting`: it needs the
 * text of another entry; `logic`: the secondary keys exclude it; `unsearched`: the regular expressions of the book
 * took too long together and the search stopped early.
 */
const LORE_REFUSALS = [
  'disabled',
  'reader',
  'timing',
  'duplicate',
  'no-keys',
  'no-match',
  'waiting',
  'logic',
  'probability',
  'group',
  'budget',
  'empty',
  'unsearched',
] as const;

const foundIn = z.enum(['talk', 'lore']);
const loreVerdict = z.object({
  place: z.int().describe('Index in the `entries` of the book'),
  id: z.string(),
  name: z.string(),
  in: z.boolean(),
  why: z.enum([...LORE_REASONS, ...LORE_REFUSALS]),
  keys: z.array(z.object({ key: z.string(), found: foundIn })).describe('Matched keys'),
  secondary: z
    .array(z.object({ key: z.string(), found: foundIn.nullable() }))
    .describe('Secondary keys; `found` is null if not matched'),
  tokens: z.int().nullable().describe('Tokens of the entry in a prompt. Null if not included'),
});
export type LoreVerdict = z.infer<typeof loreVerdict>;

/** A test of a book against messages. */
export const tryLore = z
  .strictObject({
    book: lorebook,
    messages: z
      .array(z.string().max(20_000))
      .max(200)
      .describe('Messages, newest last, each as `Name: text`'),
    always: z
      .array(z.string().max(20_000))
      .max(10)
      .default([])
      .describe('Texts that are searched regardless of scan depth, such as the scenario of a scene'),
    char: z
      .string()
      .max(80)
      .default('')
      .describe(
        'Name of the reading character, for `{{char}}` in keys. Empty for the narrator or another agent',
      ),
    user: z.string().max(80).default('').describe('Name of the player, for `{{user}}` in keys'),
    seed: z.string().max(100).default('').describe('Random seed. Change it to roll again'),
    budget: z
      .int()
      .min(0)
      .nullable()
      .default(null)
      .describe("Maximum tokens in addition to the book's `tokenBudget`. Null for no limit"),
  })
  .meta({ id: 'TryLorebook' });
export type TryLore = z.infer<typeof tryLore>;

export const triedLore = z
  .object({
    entries: z.array(loreVerdict).describe('All entries, in the order of the book'),
    tokens: z.int().describe('Total tokens of included entries'),
    problems: z.array(z.object({ pointer: z.string(), message: z.string() })),
  })
  .meta({ id: 'TriedLorebook' });
export type TriedLore = z.infer<typeof triedLore>;
