import { z } from 'zod';
import { changeOf } from './change-of';
import { sceneSettings } from './context';
import { slug } from './ids';
import { jsonShape } from './json';
import { libraryIdSchema } from './library';
import { lorebook } from './lore';
import { sceneBudgets } from './money';
import { paceFields } from './pace';
import { profile } from './profiles';
import { prose } from './prose';

/** An author's note that is inserted among the latest lines of the conversation. */
const depthPrompt = z
  .strictObject({
    text: z.string().max(4000),
    depth: z.int().min(0).max(100).default(4).describe('Number of lines after it; 0 puts it at the end'),
  })
  .meta({ id: 'DepthPrompt', description: "Author's note among the latest lines, as in character cards" });

export type DepthPrompt = z.infer<typeof depthPrompt>;

export const characterInput = z
  .strictObject({
    id: slug.optional().describe('Id of the character. Default: derived from the name'),
    name: prose(80),
    nickname: z
      .string()
      .max(80)
      .default('')
      .describe('Replacement for `{{char}}` in its texts and lorebook. Default: its name'),
    description: z.string().max(8000).default(''),
    personality: z.string().max(2000).default(''),
    goals: z.string().max(2000).default(''),
    secrets: z
      .string()
      .max(4000)
      .default('')
      .describe('Known only to this character and the director. Never shown to other characters'),
    instructions: z
      .string()
      .max(8000)
      .default('')
      .describe("Instructions for the model that plays it, such as a card's system prompt"),
    postHistory: z
      .string()
      .max(8000)
      .default('')
      .describe(
        "Instructions at the end of every prompt of this character, such as a card's post-history instructions",
      ),
    depthPrompt: depthPrompt.nullable().default(null),
    examples: z
      .array(z.string().max(2000))
      .max(20)
      .default([])
      .describe('Example exchanges, each with lines like `Name: …`'),
    voice: z
      .array(z.string().max(400))
      .max(20)
      .default([])
      .describe('Example lines. The understudy uses this voice too'),
    location: z.string().max(200).default(''),
    mood: z.string().max(200).default(''),
    active: z
      .boolean()
      .default(true)
      .describe('Present from the start. If false, the director can bring the character in'),
  })
  .meta({ id: 'CharacterInput' });
export type CharacterInput = z.infer<typeof characterInput>;

/**
 * A character as the scene is created with it. Library characters keep a reference to their item, and bring their
 * card's scenario, lorebook and talkativeness.
 */
const memberInput = characterInput.extend({
  from: libraryIdSchema('character').optional(),
  scenario: z.string().optional(),
  lorebook: lorebook.optional(),
  talkativeness: z.number().min(0).max(1).optional(),
});
export type MemberInput = z.infer<typeof memberInput>;

/** A library character. Other fields override its card. */
const libraryMember = changeOf(characterInput)
  .extend({
    from: libraryIdSchema('character'),
    scenario: z.string().max(20_000).optional().describe("Overrides the card's scenario. Empty for none"),
    book: z.boolean().optional().describe("Set to false to exclude the card's lorebook"),
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
      .describe('Known only to the person who plays it and to the director'),
  })
  .meta({ id: 'PersonaInput' });
export type PersonaInput = z.infer<typeof personaInput>;
const libraryPersona = changeOf(personaInput).extend({ from: libraryIdSchema('persona') });
export const personaList = z.array(z.union([libraryPersona, personaInput])).max(50);

/** A profile, or the id of a library profile. */
export const profileChoice = z.union([profile, libraryIdSchema('profile')]);
/**
 * Roles that can have their own profile. The narrator defaults to the profile of `character`, all other roles to
 * `director`.
 */
export const PROFILE_ROLES = ['director', 'character', 'narrator', 'world', 'summarizer', 'judge'] as const;
export type ProfileRole = (typeof PROFILE_ROLES)[number];

export const profileFields = <T extends z.ZodType>(choice: T) =>
  z.strictObject({
    ...jsonShape(PROFILE_ROLES, choice.optional()),
    characters: z
      .record(slug, choice)
      .optional()
      .describe('Profiles by character id, for characters that use another model'),
  });

const openingLine = z.strictObject({
  text: prose(50_000).describe('Text of the line. `{{char}}` and `{{user}}` are replaced'),
  by: slug.optional().describe('Id of the character that speaks. Default: the narrator'),
});
/** The opening line of a scene. */
const opening = z
  .union([
    openingLine,
    z.strictObject({
      greeting: z
        .int()
        .min(0)
        .max(200)
        .describe(
          'Greeting of the library character `by`: 0 is its first message, followed by alternate greetings and group greetings',
        ),
      by: slug,
    }),
  ])
  .meta({ id: 'Opening' });

/** A table game without a director. */
export const tableGame = z
  .strictObject({
    kind: z.enum(['word-pair']),
    words: z
      .tuple([prose(60), prose(60)])
      .optional()
      .describe("The common word and the odd one out's word. Default: dealt from built-in pairs"),
    rounds: z.int().min(1).max(20).default(3).describe('Rounds of clues before the verdict'),
    tickEvery: z.int().min(1).max(20).default(1).describe('Number of rounds between rulings of the judge'),
    people: z
      .array(slug)
      .max(20)
      .default([])
      .describe(
        'Ids of personas that also play. They are dealt words, and their lines are their clues. Defaults `turnMode` to gathered rounds',
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
export const historyWindow = z
  .int()
  .min(2)
  .max(500)
  .describe('Number of lines included verbatim in prompts. Default 40');

export const createScene = z
  .strictObject({
    template: slug.optional().describe('Name of a template to start from. All other fields override it'),
    title: sceneTitle.optional(),
    scenario: z.string().max(20_000).optional(),
    notes: notes.optional(),
    worldId: libraryIdSchema('world')
      .optional()
      .describe(
        'Id of a library world: adds its notes, facts and lorebooks, and shares memories between its scenes',
      ),
    campaignId: libraryIdSchema('campaign').optional(),
    arcId: libraryIdSchema('arc').optional(),
    characters: characterList.optional(),
    personas: personaList.optional(),
    lorebooks: z
      .array(z.union([libraryIdSchema('lorebook'), lorebook]))
      .max(20)
      .optional(),
    world: z.record(z.string().max(80), z.string().max(2000)).optional().describe('World facts by key'),
    trackers: z.record(z.string().max(80), z.string().max(2000)).optional(),
    opening: opening.optional(),
    game: tableGame.optional(),
    profiles: profileFields(profileChoice).optional(),
    settings: sceneSettings.optional(),
    historyWindow: historyWindow.optional(),
    budgets: sceneBudgets.optional(),
    ...paceFields,
    seed: z.string().max(100).optional(),
  })
  .meta({ id: 'CreateScene' });
export type CreateScene = z.infer<typeof createScene>;

/** A scene's copy of a lorebook. */
export const sceneBook = z.object({
  id: z.string(),
  book: lorebook,
  of: z
    .string()
    .optional()
    .describe('Id of the character that owns the book. Entries are only found for this character'),
});
export type SceneBook = z.infer<typeof sceneBook>;

/** A scene to create, as its room receives it, with library items resolved. */
export const newScene = createScene.extend({
  characters: z.array(memberInput).max(50).optional(),
  personas: z.array(personaInput).max(50).optional(),
  lorebooks: z.array(sceneBook).max(80).optional(),
  profiles: profileFields(profile).optional(),
  opening: openingLine.optional(),
});
export type NewScene = z.infer<typeof newScene>;
