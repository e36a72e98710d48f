import { z } from 'zod';
import { STATE_FIELDS } from './agents';
import { changeOf } from './change-of';
import { lineLength, SECTIONS, sceneSettings, sectionCap } from './context';
import {
  characterInput,
  characterList,
  historyWindow,
  type MemberInput,
  type NewScene,
  notes,
  type PersonaInput,
  personaInput,
  personaList,
  profileChoice,
  profileFields,
  sceneTitle,
} from './create-scene';
import { slug } from './ids';
import { jsonShape } from './json';
import { lorebook } from './lore';
import { sceneBudgets } from './money';
import { paceFields } from './pace';
import type { Profile } from './profiles';

/** A value by key; null deletes it, omitted keys stay. */
const factChanges = z
  .record(z.string().max(80), z.string().max(2000).nullable())
  .describe('Changes by key. Null deletes a key; omitted keys are unchanged');

const changeSettings = changeOf(sceneSettings)
  .extend({
    shares: z
      .partialRecord(z.enum(SECTIONS), z.number().min(0).max(100).nullable())
      .optional()
      .describe('Shares by section. Null resets a section to its default'),
    caps: z
      .partialRecord(z.enum(SECTIONS), sectionCap.nullable())
      .optional()
      .describe('Limits by section, each replaced as a whole. Null removes the limit'),
    talkativeness: z
      .record(slug, z.number().min(0).max(1).nullable())
      .optional()
      .describe('Talkativeness by character id. Null resets it to the default'),
    lengths: z
      .record(slug, lineLength.nullable())
      .optional()
      .describe('Reply length by character id. Null resets it to `length`'),
    rules: changeOf(sceneSettings.shape.rules.unwrap())
      .optional()
      .describe('Changed rules. Null restores the built-in rules'),
    direction: changeOf(sceneSettings.shape.direction.unwrap()).optional().describe('Changes by key'),
    memory: changeOf(sceneSettings.shape.memory.unwrap()).optional(),
  })
  .meta({ id: 'ChangeSettings' });

/** The card fields that the owner can change in a scene. */
export const castCard = characterInput
  .pick({
    description: true,
    personality: true,
    goals: true,
    secrets: true,
    instructions: true,
    postHistory: true,
    depthPrompt: true,
    examples: true,
    voice: true,
  })
  .meta({ id: 'CastCard', description: "The scene's copy of a character's card, with unexpanded macros" });
export type CastCard = z.infer<typeof castCard>;

export const changeCharacter = changeOf(castCard.extend({ active: characterInput.shape.active }))
  .extend(jsonShape(STATE_FIELDS, z.string().max(200).optional()))
  .meta({ id: 'ChangeCastMember' });
export type ChangeCharacter = z.infer<typeof changeCharacter>;

const changePersona = changeOf(personaInput.pick({ name: true, description: true, secrets: true })).meta({
  id: 'ChangePlayer',
});

/** Id of a lorebook of the scene or the library. */
const bookId = z
  .string()
  .regex(
    /^(?:(?:lor|chr)_[0-9a-z]{20}|book-\d{1,6})$/,
    'must be the id of a lorebook of the scene or the library',
  );

export const changeScene = z
  .strictObject({
    title: sceneTitle.optional(),
    status: z
      .enum(['open', 'finished'])
      .optional()
      .describe('Status of the scene. A finished scene refuses turns until it is reopened'),
    scenario: z.string().max(20_000).optional(),
    notes: changeOf(notes).optional().describe('Changes by level'),
    world: factChanges.optional(),
    trackers: factChanges.optional(),
    lorebooks: z
      .array(z.union([bookId, lorebook]))
      .max(80)
      .optional()
      .describe(
        'The complete new list: lorebooks, library ids (`lor_…`, copied in their current version), and ids of lorebooks already in the scene',
      ),
    settings: changeSettings.optional(),
    historyWindow: historyWindow.optional(),
    budgets: sceneBudgets.optional(),
    ...paceFields,
    profiles: profileFields(profileChoice.nullable())
      .optional()
      .describe('Changed profiles, each replaced as a whole. Null resets a profile'),
    personas: z
      .strictObject({ add: personaList.optional(), change: z.record(slug, changePersona).optional() })
      .optional(),
    characters: z
      .strictObject({
        add: characterList.optional(),
        change: z
          .record(slug, changeCharacter)
          .optional()
          .describe(
            'Changes by character id. Characters cannot be removed; set `active: false` to take one out of the scene',
          ),
      })
      .optional(),
  })
  .meta({ id: 'ChangeScene' });
export type ChangeScene = z.infer<typeof changeScene>;

type Profiles<T> = {
  [Role in keyof NonNullable<NewScene['profiles']>]: Role extends 'characters'
    ? Record<string, T> | undefined
    : T | undefined;
};

/** A change of a scene as its room receives it, with library items resolved. */
export type SceneChange = Omit<ChangeScene, 'lorebooks' | 'profiles' | 'personas' | 'characters'> & {
  /** `{id}`: a book the scene already has; `id` null: a book sent with the request. */
  lorebooks?: ({ id: string } | { id: string | null; book: z.infer<typeof lorebook> })[] | undefined;
  profiles?: Profiles<Profile | null> | undefined;
  personas?: { add?: PersonaInput[]; change?: NonNullable<ChangeScene['personas']>['change'] } | undefined;
  characters?: { add?: MemberInput[]; change?: Record<string, ChangeCharacter> | undefined } | undefined;
};
