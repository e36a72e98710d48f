import { z } from 'zod';
import { keptObject } from './json';
import { prose } from './prose';

/** Rules for secondary keys, once a primary one was found. */
const LORE_LOGIC = ['any', 'all', 'none', 'not-all'] as const;

const key = z.string().max(400);
/** A setting that an entry may leave to its book. */
const inherited = z.boolean().nullable().default(null);

const characterFilter = z.strictObject({
  isExclude: z.boolean().default(false).describe('True: every character but these'),
  names: z
    .array(z.string().min(1).max(200))
    .max(100)
    .describe('Names, nicknames or ids of characters. Empty: no restriction'),
});

/** One entry of a lorebook, in the terms of SillyTavern's World Info. */
export const loreEntry = z
  .strictObject({
    id: z.string().min(1).max(80).describe('Unique in its book; the `uid` of World Info'),
    name: z.string().max(400).default('').describe('For the author; models never see it'),
    enabled: z.boolean().default(true),
    constant: z.boolean().default(false).describe('Always in, without any key'),
    keys: z
      .array(key)
      .max(100)
      .default([])
      .describe(
        'Words or phrases; `/…/flags`, with flags out of gimsuy, is a regular expression. Any one of them is enough',
      ),
    secondaryKeys: z.array(key).max(100).default([]),
    logic: z
      .enum(LORE_LOGIC)
      .default('any')
      .describe(
        'Which of the secondary keys must be there as well: any, all, none, or not all of them. Nothing without secondary keys',
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
      .describe('Messages looked at for keys; null: as the book says'),
    order: z
      .int()
      .min(-1_000_000)
      .max(1_000_000)
      .default(100)
      .describe(
        'Where it stands among others, and which are kept when not all fit: high last, and kept first',
      ),
    probability: z.number().min(0).max(100).default(100).describe('Percent'),
    group: z
      .string()
      .max(400)
      .default('')
      .describe('Names, separated by commas: of the entries of one group that match, one is used'),
    groupWeight: z.int().min(1).max(10_000).default(100),
    groupOverride: z
      .boolean()
      .default(false)
      .describe('Wins its group, the highest order among several, in place of a throw'),
    excludeRecursion: z.boolean().default(false).describe('Is not found in the text of other entries'),
    preventRecursion: z.boolean().default(false).describe('Its text finds no other entries'),
    delayUntilRecursion: z
      .boolean()
      .default(false)
      .describe('Is looked at once the text of another entry is in: in that text, and in the talk'),
    ignoreBudget: z.boolean().default(false),
    characterFilter: characterFilter
      .nullable()
      .default(null)
      .describe('Characters that may read the entry, whatever brings it in; null: everyone'),
    delay: z
      .int()
      .min(0)
      .max(1_000_000)
      .default(0)
      .describe('Lines that the conversation must have before the entry can come in'),
    sticky: z
      .int()
      .min(0)
      .max(1000)
      .default(0)
      .describe('Lines for which the entry stays in after its keys have left the searched ones'),
    restrictions: z
      .array(z.string().max(200))
      .max(20)
      .default([])
      .describe(
        'Conditions of an imported entry that Proscenium cannot check, such as `cooldown`. The import switches the entry off; switch it on to use it without them',
      ),
    extra: keptObject.default({}).describe('Fields of an imported entry that we do not use'),
  })
  .meta({ id: 'LoreEntry' });
export type LoreEntry = z.infer<typeof loreEntry>;

/** A lorebook: facts that come into a prompt when the talk comes to them. */
export const lorebook = z
  .strictObject({
    name: prose(200),
    description: z.string().max(8000).default(''),
    scanDepth: z.int().min(0).max(1000).default(4).describe('Messages looked at for keys'),
    caseSensitive: z.boolean().default(false),
    wholeWords: z.boolean().default(true),
    recursive: z.boolean().default(true).describe('Entries found are themselves looked at for keys'),
    maxRecursion: z.int().min(0).max(20).default(3).describe('How many times over'),
    tokenBudget: z
      .int()
      .min(0)
      .max(1_000_000)
      .nullable()
      .default(null)
      .describe("Most tokens of this book in a prompt; null: the envelope's share"),
    entries: z.array(loreEntry).max(2000).default([]),
    extra: keptObject.default({}).describe('Fields of an imported book that we do not use'),
  })
  .meta({ id: 'Lorebook' });
export type Lorebook = z.infer<typeof lorebook>;

/** Reasons why an entry comes in: always, or by a key in the talk or in the text of another entry. */
const LORE_REASONS = ['constant', 'talk', 'lore'] as const;
/**
 * Reasons why an entry does not come in. `reader`: its character filter excludes the reader; `timing`: the conversation is
 * too short for it, or its turn has not come; `duplicate`: another entry has the same keys and text; `waiting`: for the text
 * of another entry; `logic`: a key was found, but the secondary ones forbid it; `unsearched`: the regular expressions of the
 * book take too long together, and the search was cut short.
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
  place: z.int().describe('In the `entries` of the book, from 0'),
  id: z.string(),
  name: z.string(),
  in: z.boolean(),
  why: z.enum([...LORE_REASONS, ...LORE_REFUSALS]),
  keys: z.array(z.object({ key: z.string(), found: foundIn })).describe('Its keys that were found'),
  secondary: z
    .array(z.object({ key: z.string(), found: foundIn.nullable() }))
    .describe('Its secondary keys; null: not found'),
  tokens: z.int().nullable().describe('What it takes in a prompt; null when it is not in'),
});
export type LoreVerdict = z.infer<typeof loreVerdict>;

/** A book that is tried on a talk. */
export const tryLore = z
  .strictObject({
    book: lorebook,
    messages: z
      .array(z.string().max(20_000))
      .max(200)
      .describe('What was said, newest last, each as agents hear it: `Name: text`'),
    always: z
      .array(z.string().max(20_000))
      .max(10)
      .default([])
      .describe('Searched whatever the scan depth, as the scenario of a scene is'),
    char: z
      .string()
      .max(80)
      .default('')
      .describe('Name of the character that reads: `{{char}}` in keys. Empty: the narrator or another agent'),
    user: z.string().max(80).default('').describe('Name of the player: `{{user}}` in keys'),
    seed: z.string().max(100).default('').describe('Of the dice: another one throws again'),
    budget: z
      .int()
      .min(0)
      .nullable()
      .default(null)
      .describe("Most tokens beside the book's own `tokenBudget`; null: no other limit"),
  })
  .meta({ id: 'TryLorebook' });
export type TryLore = z.infer<typeof tryLore>;

export const triedLore = z
  .object({
    entries: z.array(loreVerdict).describe('Every entry, as the book has them'),
    tokens: z.int().describe('Of those that are in, together'),
    problems: z.array(z.object({ pointer: z.string(), message: z.string() })),
  })
  .meta({ id: 'TriedLorebook' });
export type TriedLore = z.infer<typeof triedLore>;
