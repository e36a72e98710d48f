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
  profilesOf,
  sceneTitle,
} from './create-scene';
import { slug } from './ids';
import { shapeOf } from './json';
import { lorebook } from './lore';
import { sceneBudgets } from './money';
import { paceFields } from './pace';
import type { Profile } from './profiles';

/** A value by key; null clears, what is not listed stays. */
const factChanges = z
  .record(z.string().max(80), z.string().max(2000).nullable())
  .describe('By key; null clears it, what is not listed stays');

const changeSettings = changeOf(sceneSettings)
  .extend({
    shares: z
      .partialRecord(z.enum(SECTIONS), z.number().min(0).max(100).nullable())
      .optional()
      .describe('Section by section; null: its default'),
    caps: z
      .partialRecord(z.enum(SECTIONS), sectionCap.nullable())
      .optional()
      .describe('Section by section, each as a whole; null: no limit of its own'),
    talkativeness: z
      .record(slug, z.number().min(0).max(1).nullable())
      .optional()
      .describe('Character by character; null: the default'),
    lengths: z
      .record(slug, lineLength.nullable())
      .optional()
      .describe('Character by character; null: as `length` says'),
    rules: changeOf(sceneSettings.shape.rules.unwrap())
      .optional()
      .describe('Those listed; null: the built-in rules'),
    direction: changeOf(sceneSettings.shape.direction.unwrap()).optional().describe('Key by key'),
    memory: changeOf(sceneSettings.shape.memory.unwrap()).optional(),
  })
  .meta({ id: 'ChangeSettings' });

export const changeCharacter = changeOf(
  characterInput.pick({
    description: true,
    personality: true,
    goals: true,
    secrets: true,
    instructions: true,
    postHistory: true,
    depthPrompt: true,
    examples: true,
    voice: true,
    active: true,
  }),
)
  .extend(shapeOf(STATE_FIELDS, z.string().max(200).optional()))
  .meta({ id: 'ChangeCastMember' });
export type ChangeCharacter = z.infer<typeof changeCharacter>;

const changePersona = changeOf(personaInput.pick({ name: true, description: true, secrets: true })).meta({
  id: 'ChangePlayer',
});

/** An id of a book: one that the scene has, or one of the library. */
const bookId = z
  .string()
  .regex(/^(?:(?:lor|chr)_[0-9a-z]{20}|book-\d{1,6})$/, 'the id of a lorebook, of the scene or the library');

export const changeScene = z
  .strictObject({
    title: sceneTitle.optional(),
    status: z
      .enum(['open', 'finished'])
      .optional()
      .describe('A finished scene takes no turns until it is opened again'),
    scenario: z.string().max(20_000).optional(),
    notes: changeOf(notes).optional().describe('Level by level'),
    world: factChanges.optional(),
    trackers: factChanges.optional(),
    lorebooks: z
      .array(z.union([bookId, lorebook]))
      .max(80)
      .optional()
      .describe(
        'The whole list: books, `lor_…` of the library as it is now, and ids of books that the scene has',
      ),
    settings: changeSettings.optional(),
    historyWindow: historyWindow.optional(),
    budgets: sceneBudgets.optional(),
    ...paceFields,
    profiles: profilesOf(profileChoice.nullable())
      .optional()
      .describe('Those listed, each as a whole; null: as if none had been given'),
    personas: z
      .strictObject({ add: personaList.optional(), change: z.record(slug, changePersona).optional() })
      .optional(),
    characters: z
      .strictObject({
        add: characterList.optional(),
        change: z
          .record(slug, changeCharacter)
          .optional()
          .describe('By id. Nobody is removed: `active: false` takes one out of the scene'),
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

/** A change of a scene, once everything it takes from the library is in it: what its room gets. */
export type SceneChange = Omit<ChangeScene, 'lorebooks' | 'profiles' | 'personas' | 'characters'> & {
  /** `{id}`: one that the scene has; `id` null: a book that came with the request. */
  lorebooks?: ({ id: string } | { id: string | null; book: z.infer<typeof lorebook> })[] | undefined;
  profiles?: Profiles<Profile | null> | undefined;
  personas?: { add?: PersonaInput[]; change?: NonNullable<ChangeScene['personas']>['change'] } | undefined;
  characters?: { add?: MemberInput[]; change?: Record<string, ChangeCharacter> | undefined } | undefined;
};
