import { z } from 'zod';
import { adventureOptions } from './adventures';
import { PROFILE_ROLES } from './create-scene';
import { experimentId, runId, sceneId } from './ids';
import { jsonObject, jsonShape } from './json';
import { roomLimits } from './money';
import { pageSchema } from './pages';
import { profile } from './profiles';
import { prose } from './prose';
import { answeredBy } from './providers';
import { gameRef, RUN_STATUS } from './run-parts';
import { createRun } from './runs';
import { conditionRef, sceneTrials, trialLine } from './scene-trials';

/** Maximum number of runs of an experiment, because each read loads the whole table. */
export const MAX_EXPERIMENT_RUNS = 1_000;
const MAX_PARALLEL = 50;

const title = prose(100);
const tag = prose(50);

/** A player by name: the understudy, a provider, or a model of a provider. */
const namedModel = prose(250).describe(
  '`understudy`, the name of a provider, or a model as `<model> by <provider>`: `qwen3:8b by local`',
);
/** Roles of a scene that the compared model plays. The judge is the same for all models. */
export const SCENE_ROLES = PROFILE_ROLES.filter((role) => role !== 'judge');

const profiledModel = z.strictObject({
  label: title.optional().describe('Label in the table. Default: the model or provider'),
  profile: profile.optional().describe('Profile of every agent of a run'),
  profiles: createRun.shape.profiles
    .unwrap()
    .extend(jsonShape(SCENE_ROLES, profile.optional()))
    .optional()
    .describe(
      'Profiles by agent, overriding `profile`. A run uses those of its kind of game, a scene its roles',
    ),
});
const experimentModel = z.union([namedModel, profiledModel]);
export type ExperimentModel = z.infer<typeof experimentModel>;

const seed = z.string().min(1).max(100);
/** Maximum number of games in each list of a request. */
export const MAX_LISTED_GAMES = 100;
const gameList = z.array(gameRef).max(MAX_LISTED_GAMES);

/** Measures of an experiment's total budget. */
export const EXPERIMENT_MEASURES = ['actions', 'calls', 'tokens', 'money'] as const;
export type ExperimentMeasure = (typeof EXPERIMENT_MEASURES)[number];

const most = z.int().min(1).nullable();
const wholeBudget = z.strictObject({
  actions: most.optional().describe('Actions of all grid games. Null for no limit'),
  calls: most
    .optional()
    .describe(
      "Number of usable answers, including the understudy's. Scenes: number of model calls, without the understudy's. Null for no limit",
    ),
  tokens: roomLimits.shape.tokens,
  money: roomLimits.shape.money,
});

export const createExperiment = z
  .strictObject({
    name: title,
    games: gameList.default([]).describe('Ids of games of any kind; see GET /v1/games'),
    stories: gameList.default([]).describe('Ids of text adventures. Same as listing them in `games`'),
    scene: sceneTrials
      .optional()
      .describe('A scene to play with every cast, treatment, model and seed, instead of games'),
    models: z
      .array(experimentModel)
      .min(1)
      .max(20)
      .optional()
      .describe("The models to compare; each plays every game. Default: the stage's default model"),
    seeds: z
      .union([z.int().min(1).max(100), z.array(seed).min(1).max(100)])
      .default(1)
      .describe('Seeds, or their number: 3 means `1`, `2` and `3`'),
    budgets: createRun.shape.budgets.describe('Budgets of each run. A run uses those of its kind of game'),
    budget: wholeBudget
      .optional()
      .describe(
        'Total budget of all runs. When it is exhausted, no more runs are created and the experiment pauses',
      ),
    options: adventureOptions
      .optional()
      .describe('Options of text adventures. In experiments, `share` defaults to false'),
    play: createRun.shape.play,
    explore: createRun.shape.explore,
    verifyAfter: createRun.shape.verifyAfter,
    world: createRun.shape.world,
    parallel: z.int().min(1).max(MAX_PARALLEL).default(2).describe('Number of runs played at the same time'),
    tags: z.array(tag).max(20).default([]).describe('Tags for the experiment and its scorecard'),
    sourceUrl: z
      .url({ protocol: /^https?$/ })
      .max(500)
      .optional()
      .describe('URL of your code or notes, for the scorecard'),
    start: z.boolean().default(true).describe('If false, the experiment waits for `POST …/resume`'),
  })
  .meta({ id: 'CreateExperiment' });
export type CreateExperiment = z.output<typeof createExperiment>;

export const changeExperiment = z
  .strictObject({
    budget: wholeBudget
      .optional()
      .describe('Total budget of all runs. Omitted measures are unchanged; null removes a limit'),
  })
  .meta({ id: 'ChangeExperiment' });
export type ChangeExperiment = z.output<typeof changeExperiment>;

export const EXPERIMENT_STATUS = ['created', 'running', 'paused', 'finished'] as const;
export type ExperimentStatus = (typeof EXPERIMENT_STATUS)[number];

const ROW_STATUS = ['waiting', ...RUN_STATUS, 'refused', 'skipped', 'deleted'] as const;
export type RowStatus = (typeof ROW_STATUS)[number];

const count = z.int().nullable();

/** A game, or a condition of a scene. */
const rowGame = z.union([gameRef, conditionRef]);
const rowRun = z.union([runId, sceneId]);

/** Results of a run. Null if not applicable or unknown. */
const results = {
  score: z
    .number()
    .nullable()
    .describe('Stories: best score in points. Grid games: number of completed levels'),
  maximum: z.number().nullable().describe('Stories: maximum score according to the story'),
  shareOfMaximum: z.number().nullable().describe('Stories: `score` divided by `maximum`, from 0 to 1'),
  moves: count.describe('Stories: number of commands typed. Updated while the run is not playing'),
  deaths: count.describe('Stories: number of deaths'),
  places: count.describe('Stories: number of places visited'),
  levels: count.describe('Grid games: number of completed levels'),
  levelActions: z.array(z.int()).describe('Grid games: number of actions in each completed level, in order'),
  turns: count.describe('Number of turns. Scenes: lines of the script that were said'),
  actions: count.describe('Grid games: number of actions'),
  calls: count.describe(
    "Number of usable answers, including the understudy's. Scenes: number of model calls, without the understudy's",
  ),
  tokens: count.describe('Prompt and completion tokens. The understudy uses none'),
  money: z.number().nullable().describe("Cost in the stage's currency. Null if no prices are set (PRICES)"),
  verified: count.describe('Grid games: number of actions with a verified rule'),
  known: count.describe('Grid games: number of actions the game has offered'),
  predictedRight: count.describe('Number of effects predicted correctly'),
  predictedWrong: count.describe('Number of wrong predictions'),
};

const scores = z
  .record(z.string(), z.number())
  .describe(
    'Scenes, once the script has been played: results by rule (0 to 1) and criterion (0 to 10), and `lines`, `speakers`, `callsPerLine`, `tokensPerLine` and `moneyPerLine`. Only lines of the cast and the narrator count, and no calls of the judge',
  );

/** Results that a run reports. */
export const runTally = z.object({
  status: z.enum(RUN_STATUS),
  reason: z.string().nullable(),
  answeredBy,
  isShort: z.boolean().describe('True if the run is paused because a budget is exhausted'),
  ...results,
  scores: scores.optional(),
});
export type RunTally = z.infer<typeof runTally>;

export const experimentRow = z
  .object({
    n: z.int().describe('Number of the run in the experiment, from 1'),
    game: rowGame,
    model: z.string().describe('Label of the model in the experiment'),
    seed: z.string(),
    run: rowRun.nullable().describe('Id of the run or scene. Null if not created yet'),
    status: z
      .enum(ROW_STATUS)
      .describe(
        'Status of the run. `waiting`: not started; `refused`: could not be created, see `reason`; `skipped`: the experiment was stopped first; `deleted`: the run was deleted',
      ),
    reason: z.string().nullable().describe('Why the run ended, is paused, failed or was refused'),
    answeredBy,
    ...results,
    scores,
    rhae: z
      .number()
      .nullable()
      .describe(
        'Relative human action efficiency over all levels of the game, from 0 to 1. Null without human baselines',
      ),
    startedAt: z.iso.datetime().nullable(),
    endedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ExperimentRow' });
export type ExperimentRow = z.infer<typeof experimentRow>;

const modelSum = z
  .object({
    model: z.string(),
    runs: z.int(),
    over: z.int().describe('Number of ended runs'),
    score: z
      .number()
      .nullable()
      .describe('Sum of scores. Mixes points of stories and levels of grid games; use `stories` for points'),
    shareOfMaximum: z.number().nullable().describe('Stories: mean of the means per story. Null if unknown'),
    moves: count.describe('Stories: number of commands typed'),
    deaths: count.describe('Stories: number of deaths'),
    levels: count,
    turns: z.int(),
    actions: z.int(),
    calls: z.int(),
    tokens: z.int(),
    money: z.number().nullable(),
    verified: count,
    known: count,
    predictedRight: count,
    predictedWrong: count,
    rhae: z.number().nullable().describe('Mean over runs with human baselines'),
  })
  .meta({ id: 'ExperimentSum' });
export type ExperimentSum = z.infer<typeof modelSum>;

const mean = z.number().nullable();

/** A story played by one model: means over started runs. */
const storyMean = z
  .object({
    game: gameRef,
    title: z.string().describe('Title of the story when the experiment was created'),
    model: z.string(),
    runs: z.int().describe('Number of started runs'),
    over: z.int().describe('Number of ended runs'),
    score: mean.describe('Mean of the best scores, in points'),
    best: mean.describe('Best score of all runs'),
    maximum: mean.describe('Maximum score according to the story'),
    shareOfMaximum: mean,
    ...{ moves: mean, deaths: mean, places: mean, calls: mean, tokens: mean, money: mean },
  })
  .meta({ id: 'ExperimentStory' });
export type StoryMean = z.infer<typeof storyMean>;

/** Results for which a table has means. */
export const MEAN_MEASURES = [
  ...(['score', 'shareOfMaximum', 'levels', 'moves', 'deaths', 'places', 'actions', 'calls'] as const),
  ...(['tokens', 'money', 'verified', 'predictedRight', 'predictedWrong', 'rhae'] as const),
] as const;

const experimentMean = z
  .object({
    game: rowGame,
    model: z.string(),
    measure: z
      .string()
      .describe(
        `One of ${MEAN_MEASURES.join(', ')}. Scenes: also the names of \`scores\`, and \`completed\`, the share of ended runs that were played to the end`,
      ),
    runs: z.int().describe('Started runs of this game and model that have the measure'),
    mean: z.number(),
    standardDeviation: z.number().nullable().describe('Sample standard deviation. Null for one run'),
    low: z
      .number()
      .nullable()
      .describe("Lower bound of the mean's 95 % confidence interval (Student's t). Null for one run"),
    high: z.number().nullable().describe('Upper bound of the confidence interval. Null for one run'),
  })
  .meta({ id: 'ExperimentMean' });
export type ExperimentMean = z.infer<typeof experimentMean>;

const publishedScores = z
  .object({
    game: gameRef,
    maximum: z.number().describe('Maximum score according to the source'),
    scores: z.array(z.object({ agent: z.string(), score: z.number().describe('Score in points') })),
    note: z.string().nullable(),
    source: z.object({
      cite: z.string().describe('Authors, year and table'),
      title: z.string(),
      url: z.url(),
      method: z.string().describe('Conditions of the published agents, and how they were scored'),
    }),
  })
  .meta({ id: 'PublishedScores' });
export type PublishedScores = z.infer<typeof publishedScores>;

/** Budget of a whole experiment, and what its runs have used. */
const spending = {
  budget: z
    .object({ actions: count, calls: count, tokens: count, money: z.number().nullable() })
    .meta({ id: 'ExperimentBudget' })
    .describe('Total budget of all runs. Null for no limit'),
  used: z
    .object({
      ...{ actions: z.int(), calls: z.int(), tokens: z.int() },
      money: z
        .number()
        .nullable()
        .describe("Cost in the stage's currency. Null if no prices are set (PRICES)"),
    })
    .meta({ id: 'ExperimentUse' })
    .describe('Total usage of all runs, as last reported'),
};
export type ExperimentBudget = z.infer<typeof spending.budget>;
export type ExperimentUse = z.infer<typeof spending.used>;

export const experimentTable = z
  .object({
    experiment: experimentId,
    name: z.string(),
    status: z.enum(EXPERIMENT_STATUS),
    ...spending,
    fair: z.boolean().describe('True if the agents of text adventures only see the text the story prints'),
    rows: z.array(experimentRow),
    sums: z.array(modelSum).describe('Sums by model, in the order of the experiment'),
    means: z.array(experimentMean).describe('Mean and spread of each measure, by game and model'),
    stories: z.array(storyMean).describe('Means by story and model. Empty without stories'),
    published: z
      .array(publishedScores)
      .describe('Published scores of the same story files, matched by release and serial'),
  })
  .meta({ id: 'ExperimentTable' });
export type ExperimentTable = z.infer<typeof experimentTable>;

const scorecard = z
  .object({
    id: z.string().nullable().describe('Id of the scorecard. Null if not open yet'),
    url: z.string().nullable(),
    score: z.number().nullable().describe('Score according to the ARC-AGI-3 service'),
    closed: z.boolean(),
  })
  .nullable()
  .describe('Scorecard of all ARC-AGI-3 runs. Null if there are none');

const head = {
  id: experimentId,
  name: z.string(),
  status: z.enum(EXPERIMENT_STATUS),
  progress: z.object({
    runs: z.int(),
    waiting: z.int(),
    playing: z.int().describe('Created runs that have not ended'),
    over: z.int(),
    refused: z.int().describe('Number of ended runs that were refused'),
  }),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
};

const experimentSummary = z.object(head).meta({ id: 'ExperimentSummary' });
export type ExperimentSummary = z.infer<typeof experimentSummary>;
export const experimentPage = pageSchema(experimentSummary, 'ExperimentPage');

export const experiment = z
  .object({
    ...head,
    finishReason: z
      .enum(['done', 'stopped'])
      .nullable()
      .describe('`done`: every run ended; `stopped`: the owner stopped it'),
    pauseReason: z.string().nullable().describe('Why the experiment is paused'),
    games: z.array(rowGame),
    models: z.array(z.string()).describe('Labels of the models'),
    seeds: z.array(z.string()),
    budgets: z.record(z.string(), z.number().nullable()).describe('Budgets of each run'),
    ...spending,
    fair: z.boolean().describe('True if the agents of text adventures only see the text the story prints'),
    parallel: z.int(),
    tags: z.array(z.string()),
    sourceUrl: z.string().nullable(),
    scorecard,
    runs: z.array(experimentRow),
  })
  .meta({ id: 'Experiment' });
export type ExperimentView = z.infer<typeof experiment>;

export const EXPORTED_STATUS = ['waiting', 'making', 'playing', 'over'] as const;

const exportedRun = z.strictObject({
  n: z.int().describe('Number of the run in the experiment, from 1'),
  run: rowRun.nullable().describe('Id of the run or scene. Null if not created'),
  standing: z.enum(EXPORTED_STATUS),
  status: z.enum(ROW_STATUS),
  reason: z.string().nullable(),
  tally: runTally.nullable().describe('Latest results. Null if none'),
  startedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
});

/** An experiment with its results, for a backup. */
export const experimentFile = z
  .strictObject({
    format: z.literal('proscenium-experiment'),
    version: z.literal(1),
    id: experimentId.describe('Id of the exported experiment. An import gets a new id'),
    createdAt: z.iso.datetime(),
    status: z.enum(EXPERIMENT_STATUS),
    finishReason: experiment.shape.finishReason,
    plan: jsonObject.describe(
      'Request (`CreateExperiment`) that creates the same experiment without starting it',
    ),
    baselines: z
      .record(gameRef, z.array(z.int().min(1)))
      .describe('Human baselines by game: number of actions of each level'),
    stories: z
      .record(gameRef, z.strictObject({ title: z.string(), release: z.int(), serial: z.string() }))
      .describe('Text adventures at the time the experiment was created'),
    scenes: z
      .record(conditionRef, jsonObject)
      .describe('Scenes by condition, as they are created for each model and seed'),
    runs: z.array(exportedRun).max(MAX_EXPERIMENT_RUNS).describe('All runs of the experiment, in order'),
  })
  .meta({ id: 'ExperimentFile' });
export type ExperimentFile = z.output<typeof experimentFile>;
export type ExportedRun = ExperimentFile['runs'][number];

/** A line of the JSONL export: one planned run with its results. */
export const trialRecord = z
  .object({
    experiment: experimentId,
    ...experimentRow.shape,
    cast: z.string().nullable().describe('Scenes: name of the cast'),
    treatment: z.string().nullable().describe('Scenes: name of the treatment'),
    lines: z
      .array(trialLine)
      .nullable()
      .describe('Scenes: the conversation, as its owner reads it. Null if the scene does not exist'),
  })
  .meta({ id: 'TrialRecord' });
export type TrialRecord = z.infer<typeof trialRecord>;
