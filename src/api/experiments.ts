import { z } from 'zod';
import { adventureOptions } from './adventures';
import { experimentId, runId } from './ids';
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
const gameList = z.array(gameRef).max(100);

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
    options: adventureOptions.optional().describe('Of text adventures'),
    play: createRun.shape.play,
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
  trueClaims: count.describe('Claims that fit at least one recorded execution and contradict none'),
  falseClaims: count.describe('Claims that a recorded execution contradicts'),
};

/** Results that a run tells of itself. */
export const runTally = z.object({
  status: z.enum(RUN_STATUS),
  reason: z.string().nullable(),
  answeredBy,
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
    score: z.number().nullable(),
    levels: count,
    turns: z.int(),
    actions: z.int(),
    calls: z.int(),
    tokens: z.int(),
    money: z.number().nullable(),
    verified: count,
    known: count,
    trueClaims: count,
    falseClaims: count,
    rhae: z.number().nullable().describe('Mean over the runs with baselines'),
  })
  .meta({ id: 'ExperimentSum' });
export type ExperimentSum = z.infer<typeof modelSum>;

export const experimentTable = z
  .object({
    experiment: experimentId,
    name: z.string(),
    status: z.enum(EXPERIMENT_STATUS),
    rows: z.array(experimentRow),
    sums: z.array(modelSum).describe('By model, in the order of the experiment'),
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
    budgets: z.record(z.string(), z.number().nullable()),
    parallel: z.int(),
    tags: z.array(z.string()),
    sourceUrl: z.string().nullable(),
    scorecard,
    runs: z.array(experimentRow),
  })
  .meta({ id: 'Experiment' });
export type ExperimentView = z.infer<typeof experiment>;
