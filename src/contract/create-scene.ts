import { z } from 'zod';
import { changeOf } from './change-of';
import { sceneSettings } from './context';
import { slug } from './ids';
import { shapeOf } from './json';
import { libraryIdOf } from './library';
import { lorebook } from './lore';
import { sceneBudgets } from './money';
import { paceFields } from './pace';
import { profile } from './profiles';
import { prose } from './prose';

/** A word of the author that stands among the newest lines of the conversation. */
const depthPrompt = z
  .strictObject({
    text: z.string().max(4000),
    depth: z.int().min(0).max(100).default(4).describe('How many lines stand behind it; 0: it is the last'),
  })
  .meta({ id: 'DepthPrompt', description: "The author's word among the newest lines, as cards have one" });

export type DepthPrompt = z.infer<typeof depthPrompt>;

export const characterInput = z
  .strictObject({
    id: slug.optional().describe('Default: made from the name'),
    name: prose(80),
    nickname: z
      .string()
      .max(80)
      .default('')
      .describe('What `{{char}}` stands for in its texts and in its own book. Default: its name'),
    description: z.string().max(8000).default(''),
    personality: z.string().max(2000).default(''),
    goals: z.string().max(2000).default(''),
    secrets: z
      .string()
      .max(4000)
      .default('')
      .describe('What it alone knows: for itself and the director, never for another character'),
    instructions: z
      .string()
      .max(8000)
      .default('')
      .describe("The author's word to whoever plays it, e.g. a card's system prompt"),
    postHistory: z
      .string()
      .max(8000)
      .default('')
      .describe("Said at the end of every prompt of this character, e.g. a card's post-history instructions"),
    depthPrompt: depthPrompt.nullable().default(null),
    examples: z
      .array(z.string().max(2000))
      .max(20)
      .default([])
      .describe('Example exchanges, each whole: lines `Name: …`'),
    voice: z
      .array(z.string().max(400))
      .max(20)
      .default([])
      .describe('Example lines; the understudy speaks in this voice too'),
    location: z.string().max(200).default(''),
    mood: z.string().max(200).default(''),
    active: z.boolean().default(true).describe('Present from the start; otherwise available to the director'),
  })
  .meta({ id: 'CharacterInput' });
export type CharacterInput = z.infer<typeof characterInput>;

/**
 * Character that a scene is made with. One out of the library still names the item that it copies, and brings along what
 * becomes the scene's: the scenario of its card, its own book and how readily it talks.
 */
const memberInput = characterInput.extend({
  from: libraryIdOf('character').optional(),
  scenario: z.string().optional(),
  lorebook: lorebook.optional(),
  talkativeness: z.number().min(0).max(1).optional(),
});
export type MemberInput = z.infer<typeof memberInput>;

/** A character out of the library; what is given beside `from` overrides it. */
const libraryMember = changeOf(characterInput)
  .extend({
    from: libraryIdOf('character'),
    scenario: z.string().max(20_000).optional().describe("Instead of its card's; empty: none"),
    book: z.boolean().optional().describe('False: without the book of its card'),
  })
  .meta({ id: 'LibraryMember' });
export const characterList = z.array(z.union([libraryMember, characterInput])).max(50);

export const personaInput = z
  .strictObject({
    id: slug.optional(),
    name: prose(80),
    description: z.string().max(4000).default(''),
    secrets: z
      .string()
      .max(4000)
      .optional()
      .describe('What whoever plays it knows, and the director; nobody else'),
  })
  .meta({ id: 'PersonaInput' });
export type PersonaInput = z.infer<typeof personaInput>;
const libraryPersona = changeOf(personaInput).extend({ from: libraryIdOf('persona') });
export const personaList = z.array(z.union([libraryPersona, personaInput])).max(50);

/** A profile, or one of the library. */
export const profileChoice = z.union([profile, libraryIdOf('profile')]);
/** Roles that may have a profile of their own. Left out, the narrator's is the characters', the others' the director's. */
export const PROFILE_ROLES = ['director', 'character', 'narrator', 'world', 'summarizer', 'judge'] as const;
export type ProfileRole = (typeof PROFILE_ROLES)[number];

export const profilesOf = <T extends z.ZodType>(choice: T) =>
  z.strictObject({
    ...shapeOf(PROFILE_ROLES, choice.optional()),
    characters: z
      .record(slug, choice)
      .optional()
      .describe('By id of a character: one that uses another model than the others'),
  });

const openingLine = z.strictObject({
  text: prose(50_000).describe('`{{char}}` and `{{user}}` are filled in'),
  by: slug.optional().describe('A character; default: the narrator'),
});
/** The line a scene opens with. */
const opening = z
  .union([
    openingLine,
    z.strictObject({
      greeting: z
        .int()
        .min(0)
        .max(200)
        .describe(
          'Of the library character `by`: 0 its first message, then its alternates, then those for groups',
        ),
      by: slug,
    }),
  ])
  .meta({ id: 'Opening' });

/** A game played at the table, without a director. */
export const tableGame = z
  .strictObject({
    kind: z.enum(['word-pair']),
    words: z
      .tuple([prose(60), prose(60)])
      .optional()
      .describe("Everybody's word, and the odd one out's. Default: dealt from the built-in pairs"),
    rounds: z.int().min(1).max(20).default(3).describe('Rounds of clues before the verdict'),
    tickEvery: z.int().min(1).max(20).default(1).describe('The judge looks after every so many rounds'),
    people: z
      .array(slug)
      .max(20)
      .default([])
      .describe(
        'Personas that play too, by id: they are dealt words, and what they say is their clue. Rounds are then gathered, unless `turnMode` says otherwise',
      ),
  })
  .meta({ id: 'TableGame' });
export type TableGame = z.infer<typeof tableGame>;

export const notes = z
  .strictObject({
    world: z.string().max(8000).default(''),
    campaign: z.string().max(8000).default(''),
    arc: z.string().max(8000).default(''),
    scene: z.string().max(8000).default(''),
  })
  .meta({ id: 'Notes', description: "Author's notes at four levels" });
export type Notes = z.infer<typeof notes>;

export const sceneTitle = prose(200);
export const historyWindow = z.int().min(2).max(500).describe('Lines kept verbatim in prompts. Default 40');

export const createScene = z
  .strictObject({
    template: slug.optional().describe('Start from a template; every other field then overrides it'),
    title: sceneTitle.optional(),
    scenario: z.string().max(20_000).optional(),
    notes: notes.optional(),
    worldId: libraryIdOf('world')
      .optional()
      .describe('A world of the library: its notes, facts and lorebooks, and memories shared by its scenes'),
    campaignId: libraryIdOf('campaign').optional(),
    arcId: libraryIdOf('arc').optional(),
    characters: characterList.optional(),
    personas: personaList.optional(),
    lorebooks: z
      .array(z.union([libraryIdOf('lorebook'), lorebook]))
      .max(20)
      .optional(),
    world: z.record(z.string().max(80), z.string().max(2000)).optional().describe('Facts of the world'),
    trackers: z.record(z.string().max(80), z.string().max(2000)).optional(),
    opening: opening.optional(),
    game: tableGame.optional(),
    profiles: profilesOf(profileChoice).optional(),
    settings: sceneSettings.optional(),
    historyWindow: historyWindow.optional(),
    budgets: sceneBudgets.optional(),
    ...paceFields,
    seed: z.string().max(100).optional(),
  })
  .meta({ id: 'CreateScene' });
export type CreateScene = z.infer<typeof createScene>;

/** A copy of a book in a scene. */
export const sceneBook = z.object({
  id: z.string(),
  book: lorebook,
  of: z.string().optional().describe('Id of the character whose own it is: found for this one alone'),
});
export type SceneBook = z.infer<typeof sceneBook>;

/** A scene to be created, once everything it takes from the library is in it: what its room gets. */
export const newScene = createScene.extend({
  characters: z.array(memberInput).max(50).optional(),
  personas: z.array(personaInput).max(50).optional(),
  lorebooks: z.array(sceneBook).max(80).optional(),
  profiles: profilesOf(profile).optional(),
  opening: openingLine.optional(),
});
export type NewScene = z.infer<typeof newScene>;
