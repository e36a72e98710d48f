import { z } from 'zod';
import { adventureOptions } from './adventures';
import { experimentId, runId } from './ids';
import { jsonObject } from './json';
import { roomLimits } from './money';
import { pageOf } from './pages';
import { profile } from './profiles';
import { prose } from './prose';
import { answeredBy } from './providers';
import { gameRef, RUN_STATUS } from './run-parts';
import { createRun } from './runs';

/** Most runs of one experiment: its table is read whole. */
export const MAX_EXPERIMENT_RUNS = 1_000;
const MAX_PARALLEL = 50;

const title = prose(100);
const tag = prose(50);

/** A player by its name: the understudy, a provider, or a model of one. */
const namedModel = prose(250).describe(
  '`understudy`, the name of a provider, or a model as answers name it: `qwen3:8b by local`',
);
const profiledModel = z.strictObject({
  label: title.optional().describe('Its name in the table. Default: who is asked'),
  profile: profile.optional().describe('Of every agent of a run'),
  profiles: createRun.shape.profiles.describe(
    'By agent, over `profile`; a run takes those of its kind of game',
  ),
});
const experimentModel = z.union([namedModel, profiledModel]);
export type ExperimentModel = z.infer<typeof experimentModel>;

const seed = z.string().min(1).max(100);
/** Most games of each of the two lists of a request. */
export const MAX_LISTED_GAMES = 100;
const gameList = z.array(gameRef).max(MAX_LISTED_GAMES);

/** Measures of the budget of a whole experiment. */
export const EXPERIMENT_MEASURES = ['actions', 'calls', 'tokens', 'money'] as const;
export type ExperimentMeasure = (typeof EXPERIMENT_MEASURES)[number];

const most = z.int().min(1).nullable();
const wholeBudget = z.strictObject({
  actions: most.optional().describe('Of all grid games together; null: no limit'),
  calls: most.optional().describe('Answers that are used, those of the understudy too; null: no limit'),
  tokens: roomLimits.shape.tokens,
  money: roomLimits.shape.money,
});

export const createExperiment = z
  .strictObject({
    name: title,
    games: gameList.default([]).describe('Ids of games of any kind; see GET /v1/games'),
    stories: gameList.default([]).describe('Text adventures; the same as to name them in `games`'),
    models: z
      .array(experimentModel)
      .min(1)
      .max(20)
      .optional()
      .describe('Who plays: each plays every game. Default: one, who answers where nothing else is said'),
    seeds: z
      .union([z.int().min(1).max(100), z.array(seed).min(1).max(100)])
      .default(1)
      .describe('Seeds, or how many: 3 are `1`, `2` and `3`'),
    budgets: createRun.shape.budgets.describe('Of each run; a run takes those of its kind of game'),
    budget: wholeBudget
      .optional()
      .describe('Of all its runs together: once it is spent, no more are made and the experiment pauses'),
    options: adventureOptions.optional().describe('Of text adventures. Default of `share` here: false'),
    play: createRun.shape.play,
    explore: createRun.shape.explore,
    verifyAfter: createRun.shape.verifyAfter,
    parallel: z.int().min(1).max(MAX_PARALLEL).default(2).describe('Runs that are played at a time'),
    tags: z.array(tag).max(20).default([]).describe('Kept with it, and on its scorecard'),
    sourceUrl: z
      .url({ protocol: /^https?$/ })
      .max(500)
      .optional()
      .describe('Address of your code or notes, for the scorecard'),
    start: z.boolean().default(true).describe('False: it waits for `POST …/resume`'),
  })
  .meta({ id: 'CreateExperiment' });
export type CreateExperiment = z.output<typeof createExperiment>;

export const changeExperiment = z
  .strictObject({
    budget: wholeBudget
      .optional()
      .describe('Of all its runs together. A measure that is not sent stays; null takes its limit away'),
  })
  .meta({ id: 'ChangeExperiment' });
export type ChangeExperiment = z.output<typeof changeExperiment>;

export const EXPERIMENT_STATUS = ['created', 'running', 'paused', 'finished'] as const;
export type ExperimentStatus = (typeof EXPERIMENT_STATUS)[number];

const ROW_STATUS = ['waiting', ...RUN_STATUS, 'refused', 'skipped', 'deleted'] as const;
export type RowStatus = (typeof ROW_STATUS)[number];

const count = z.int().nullable();

/** Results of one run. Null: it does not have this, or nobody knows. */
const results = {
  score: z
    .number()
    .nullable()
    .describe('Of a story its best score in points; of a grid game the levels that were completed'),
  maximum: z.number().nullable().describe('Of a story: the highest score possible, as it says'),
  shareOfMaximum: z.number().nullable().describe('Of a story: `score` of `maximum`, from 0 to 1'),
  moves: count.describe('Commands typed in a story, counted while the run is not playing'),
  deaths: count.describe('Of a story'),
  places: count.describe('Of a story: places that were visited'),
  levels: count.describe('Levels that were completed, of a grid game'),
  levelActions: z
    .array(z.int())
    .describe('Actions of each level that was completed, in order; of grid games'),
  turns: count,
  actions: count.describe('Of a grid game'),
  calls: count.describe('Answers that were used, those of the understudy too'),
  tokens: count.describe('Of prompts and answers together; the understudy takes none'),
  money: z.number().nullable().describe("In the stage's currency; null: no prices are set (PRICES)"),
  verified: count.describe('Actions whose definition is verified, of a grid game'),
  known: count.describe('Actions that the game has offered'),
  predictedRight: count.describe('Effects that were predicted right before they were seen'),
  predictedWrong: count.describe('Executions that were predicted wrong'),
};

/** Results that a run tells of itself. */
export const runTally = z.object({
  status: z.enum(RUN_STATUS),
  reason: z.string().nullable(),
  answeredBy,
  isShort: z.boolean().describe('It pauses because a budget is spent'),
  ...results,
});
export type RunTally = z.infer<typeof runTally>;

export const experimentRow = z
  .object({
    n: z.int().describe('Its place in the experiment, from 1'),
    game: gameRef,
    model: z.string().describe('As the experiment labels it'),
    seed: z.string(),
    run: runId.nullable().describe('null: it was not made yet'),
    status: z
      .enum(ROW_STATUS)
      .describe(
        '`waiting`: it comes later; `refused`: it could not be made, see `reason`; `skipped`: the experiment was stopped ' +
          'before; `deleted`: somebody deleted the run',
      ),
    reason: z.string().nullable().describe('Why it has ended, pauses, failed or was refused'),
    answeredBy,
    ...results,
    rhae: z
      .number()
      .nullable()
      .describe(
        'Relative human action efficiency, 0 to 1, of all levels of the game; null: no human baselines are known',
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
    over: z.int().describe('Runs that are played no more'),
    score: z
      .number()
      .nullable()
      .describe('Sum; of stories and grid games together, so look at `stories` for points'),
    shareOfMaximum: z
      .number()
      .nullable()
      .describe('Of stories: mean over the stories of the mean over their runs; null: not known of any'),
    moves: count.describe('Of stories'),
    deaths: count.describe('Of stories'),
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
    rhae: z.number().nullable().describe('Mean over the runs with baselines'),
  })
  .meta({ id: 'ExperimentSum' });
export type ExperimentSum = z.infer<typeof modelSum>;

const mean = z.number().nullable();

/** One story as one model plays it: means over the runs that have begun. */
const storyMean = z
  .object({
    game: gameRef,
    title: z.string().describe('As the story was called when the experiment was made'),
    model: z.string(),
    runs: z.int().describe('Runs that have begun, of which the means are'),
    over: z.int().describe('Runs that are played no more'),
    score: mean.describe('Mean of the best scores, in points'),
    best: mean.describe('Best score of all runs'),
    maximum: mean.describe('Highest score possible, as the story says'),
    shareOfMaximum: mean,
    ...{ moves: mean, deaths: mean, places: mean, calls: mean, tokens: mean, money: mean },
  })
  .meta({ id: 'ExperimentStory' });
export type StoryMean = z.infer<typeof storyMean>;

/** Results of a run that a table has means of. */
export const MEAN_MEASURES = [
  ...(['score', 'shareOfMaximum', 'levels', 'moves', 'deaths', 'places', 'actions', 'calls'] as const),
  ...(['tokens', 'money', 'verified', 'predictedRight', 'predictedWrong', 'rhae'] as const),
] as const;
export type MeanMeasure = (typeof MEAN_MEASURES)[number];

const experimentMean = z
  .object({
    game: gameRef,
    model: z.string(),
    measure: z.enum(MEAN_MEASURES),
    runs: z.int().describe('Started runs of this game and model that have the measure'),
    mean: z.number(),
    standardDeviation: z.number().nullable().describe('Of the sample; null for one run'),
    low: z
      .number()
      .nullable()
      .describe("Lower bound of the mean's 95 % confidence interval (Student's t); null for one run"),
    high: z.number().nullable().describe('Upper bound'),
  })
  .meta({ id: 'ExperimentMean' });
export type ExperimentMean = z.infer<typeof experimentMean>;

const publishedScores = z
  .object({
    game: gameRef,
    maximum: z.number().describe('Highest score possible, as the source has it'),
    scores: z.array(z.object({ agent: z.string(), score: z.number().describe('In points') })),
    note: z.string().nullable(),
    source: z.object({
      cite: z.string().describe('Authors, year and table'),
      title: z.string(),
      url: z.url(),
      method: z.string().describe('What the agents of the source were given, and how they were scored'),
    }),
  })
  .meta({ id: 'PublishedScores' });
export type PublishedScores = z.infer<typeof publishedScores>;

/** The budget of a whole experiment, null where there is no limit, and what its runs have used. */
const spending = {
  budget: z
    .object({ actions: count, calls: count, tokens: count, money: z.number().nullable() })
    .meta({ id: 'ExperimentBudget' })
    .describe('Of all its runs together; null: no limit'),
  used: z
    .object({
      ...{ actions: z.int(), calls: z.int(), tokens: z.int() },
      money: z.number().nullable().describe('null: no prices are set (PRICES)'),
    })
    .meta({ id: 'ExperimentUse' })
    .describe('By all its runs together, as they told last'),
};
export type ExperimentBudget = z.infer<typeof spending.budget>;
export type ExperimentUse = z.infer<typeof spending.used>;

export const experimentTable = z
  .object({
    experiment: experimentId,
    name: z.string(),
    status: z.enum(EXPERIMENT_STATUS),
    ...spending,
    fair: z
      .boolean()
      .describe('Its text adventures are fair: their agents know what the story prints and nothing else'),
    rows: z.array(experimentRow),
    sums: z.array(modelSum).describe('By model, in the order of the experiment'),
    means: z
      .array(experimentMean)
      .describe('Mean and spread of each measure over the runs of each game and model'),
    stories: z.array(storyMean).describe('Means of each story and model; empty without stories'),
    published: z
      .array(publishedScores)
      .describe('Published scores of the same files, by release and serial; a story without any is left out'),
  })
  .meta({ id: 'ExperimentTable' });
export type ExperimentTable = z.infer<typeof experimentTable>;

const scorecard = z
  .object({
    id: z.string().nullable().describe('null: it is not open yet'),
    url: z.string().nullable(),
    score: z.number().nullable().describe('As the service counts it'),
    closed: z.boolean(),
  })
  .nullable()
  .describe('Of all runs of ARC-AGI-3 games together; null: it has none');

const head = {
  id: experimentId,
  name: z.string(),
  status: z.enum(EXPERIMENT_STATUS),
  progress: z.object({
    runs: z.int(),
    waiting: z.int(),
    playing: z.int().describe('Runs that are made and not over'),
    over: z.int(),
    refused: z.int().describe('Of those that are over'),
  }),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
};

const experimentSummary = z.object(head).meta({ id: 'ExperimentSummary' });
export type ExperimentSummary = z.infer<typeof experimentSummary>;
export const experimentPage = pageOf(experimentSummary, 'ExperimentPage');

export const experiment = z
  .object({
    ...head,
    finishReason: z
      .enum(['done', 'stopped'])
      .nullable()
      .describe('`done`: every run is over; `stopped`: it was asked for'),
    pauseReason: z.string().nullable().describe('Why it pauses, in words'),
    games: z.array(gameRef),
    models: z.array(z.string()).describe('Their labels'),
    seeds: z.array(z.string()),
    budgets: z.record(z.string(), z.number().nullable()).describe('Of each run'),
    ...spending,
    fair: z
      .boolean()
      .describe('Its text adventures are fair: their agents know what the story prints and nothing else'),
    parallel: z.int(),
    tags: z.array(z.string()),
    sourceUrl: z.string().nullable(),
    scorecard,
    runs: z.array(experimentRow),
  })
  .meta({ id: 'Experiment' });
export type ExperimentView = z.infer<typeof experiment>;

export const STANDINGS = ['waiting', 'making', 'playing', 'over'] as const;

const exportedRun = z.strictObject({
  n: z.int().describe('Its place in the experiment, from 1'),
  run: runId.nullable().describe('null: it was not made'),
  standing: z.enum(STANDINGS),
  status: z.enum(ROW_STATUS),
  reason: z.string().nullable(),
  tally: runTally.nullable().describe('Last known results; null: none yet'),
  startedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
});

/** An experiment with its results, for a backup. */
export const experimentFile = z
  .strictObject({
    format: z.literal('proscenium-experiment'),
    version: z.literal(1),
    id: experimentId.describe('Id of the exported experiment; an import gets a new one'),
    createdAt: z.iso.datetime(),
    status: z.enum(EXPERIMENT_STATUS),
    finishReason: experiment.shape.finishReason,
    plan: jsonObject.describe(
      'The request (`CreateExperiment`) that creates the same experiment, not started',
    ),
    baselines: z
      .record(gameRef, z.array(z.int().min(1)))
      .describe('Human baselines by game: actions of each level'),
    stories: z
      .record(gameRef, z.strictObject({ title: z.string(), release: z.int(), serial: z.string() }))
      .describe('Its text adventures when it was created'),
    runs: z.array(exportedRun).max(MAX_EXPERIMENT_RUNS).describe('Every run of the plan, in order'),
  })
  .meta({ id: 'ExperimentFile' });
export type ExperimentFile = z.output<typeof experimentFile>;
export type ExportedRun = ExperimentFile['runs'][number];
