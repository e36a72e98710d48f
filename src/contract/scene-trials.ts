import { z } from 'zod';
import { changeScene } from './change-scene';
import { characterList, createScene } from './create-scene';
import { sceneId, slug } from './ids';
import { profile } from './profiles';
import { prose } from './prose';

/** Highest score of a criterion. */
export const MAX_CRITERION_SCORE = 10;

/** Criteria of a judge, by name. */
export const criteria = z
  .record(slug, prose(1000))
  .refine((all) => Object.keys(all).length >= 1 && Object.keys(all).length <= 10, 'write 1 to 10 criteria');

/** One check of the lines that the cast and the narrator say aloud after the opening. */
const rule = z
  .strictObject({
    name: slug.describe('Name of the score'),
    speaker: slug.optional().describe('Id of a character. Default: everyone in the cast, and the narrator'),
    contains: z.string().min(1).max(500).optional().describe('Scores 1 if a line contains this text, else 0'),
    absent: z.string().min(1).max(500).optional().describe('Scores 1 if no line contains this text, else 0'),
    matches: z
      .string()
      .min(1)
      .max(500)
      .optional()
      .describe('Scores 1 if a line matches this regular expression, else 0. Case is ignored, as in texts'),
    maxWords: z
      .int()
      .min(1)
      .max(10_000)
      .optional()
      .describe('Scores the share of lines of at most this length'),
  })
  .refine(
    ({ contains, absent, matches, maxWords }) =>
      [contains, absent, matches, maxWords].filter((check) => check !== undefined).length === 1,
    'set one of `contains`, `absent`, `matches` and `maxWords`',
  )
  .meta({ id: 'TrialRule' });
export type TrialRule = z.infer<typeof rule>;

const scriptLine = z.union([
  prose(8000),
  z.strictObject({
    text: prose(8000),
    as: slug.optional().describe('Id of the persona that speaks. Required if the scene has several'),
    to: z.array(slug).max(20).optional().describe('Ids of addressed characters, which will answer'),
  }),
]);
export type ScriptLine = z.infer<typeof scriptLine>;

const treatment = createScene
  .omit({ template: true, title: true, characters: true, game: true, seed: true })
  .extend({ settings: changeScene.shape.settings })
  .meta({ id: 'Treatment' });

/** Maximum number of casts, and of treatments. */
const MAX_VARIANTS = 50;
const variants = <T extends z.ZodType>(value: T) =>
  z
    .record(slug, value)
    .refine((all) => Object.keys(all).length <= MAX_VARIANTS, `name at most ${MAX_VARIANTS}`);

/** Scenes of an experiment: casts × treatments, played by the same script. */
export const sceneTrials = z
  .strictObject({
    base: z
      .union([createScene, sceneId])
      .describe(
        'The scene to play, as for `POST /v1/scenes`, or the id of a scene. Its settings, cast and opening are copied, as they are now; its other lines are not',
      ),
    casts: variants(characterList.min(1))
      .optional()
      .describe('Casts to compare, by name. Each replaces the characters of the scene'),
    treatments: variants(treatment)
      .optional()
      .describe('Changes to compare, by name. Each replaces fields of the scene; `{}` changes nothing'),
    lines: z
      .array(scriptLine)
      .min(1)
      .max(100)
      .describe('Lines that a scripted player says, one per round, each after the round before has ended'),
    rules: z.array(rule).max(20).default([]).describe('Scores by rule, from 0 to 1'),
    judge: z
      .strictObject({
        criteria: criteria.describe('Criteria by name, each scored from 0 (not at all) to 10'),
        model: z
          .union([prose(250), profile])
          .optional()
          .describe(
            "The judge, named like a model, or a profile. It is the same for all models. Default: the stage's default model",
          ),
      })
      .optional()
      .describe('A model that scores each scene once its last round has ended. It reads only public lines'),
  })
  .meta({ id: 'SceneTrials' });
export type SceneTrials = z.output<typeof sceneTrials>;

/** A condition of a scene, in place of a row's game. */
export const conditionRef = z
  .string()
  .regex(/^scene:[a-z0-9][a-z0-9-]{0,39}\/[a-z0-9][a-z0-9-]{0,39}$/)
  .describe('`scene:<cast>/<treatment>`');

/** A line of a trial's transcript. */
export const trialLine = z.object({
  round: z.int().describe('Round that the line belongs to. 0 for the opening'),
  by: z.enum(['player', 'character', 'narrator', 'judge']),
  actor: z.string().nullable().describe('Id of the character. Null for others'),
  name: z.string(),
  text: z.string(),
  hearers: z
    .array(z.string())
    .nullable()
    .describe('Names of the only people who hear a whisper. Null if everyone hears it'),
});
export type TrialLine = z.infer<typeof trialLine>;
