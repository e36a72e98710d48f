import { z } from 'zod';
import { type ActionId, actionId, environmentUpdate } from './agents';
import { runId, slug } from './ids';
import { jsonObject } from './json';
import { pageOf } from './pages';
import { problem } from './problems';
import { profile } from './profiles';

export const ACTION_STATUS = ['unseen', 'testing', 'verified', 'exhausted', 'unverified'] as const;
export type ActionStatus = (typeof ACTION_STATUS)[number];

export const createRun = z
  .strictObject({
    game: slug.meta({ description: 'Id of a game; see GET /v1/games' }),
    title: z.string().trim().min(1).max(200).optional(),
    profiles: z.strictObject({ explorer: profile.optional(), analyst: profile.optional() }).optional(),
    budgets: z
      .strictObject({
        actions: z.int().min(1).max(10_000).optional(),
        calls: z.int().min(1).max(20_000).optional(),
      })
      .optional()
      .meta({ description: 'Default 200 actions, 400 calls' }),
    seed: z.string().max(100).optional(),
    start: z.boolean().default(false).meta({ description: 'Start at once' }),
  })
  .meta({ id: 'CreateRun' });
export type CreateRun = z.infer<typeof createRun>;

export const changeRun = z
  .strictObject({
    title: z.string().trim().min(1).max(200).optional(),
    budgets: z
      .strictObject({
        actions: z.int().min(1).max(10_000).optional(),
        calls: z.int().min(1).max(20_000).optional(),
      })
      .optional(),
  })
  .meta({ id: 'ChangeRun' });
export type ChangeRun = z.infer<typeof changeRun>;

export const RUN_STATUS = ['created', 'running', 'paused', 'finished'] as const;

export const run = z
  .object({
    id: runId,
    title: z.string(),
    game: slug,
    status: z.enum(RUN_STATUS),
    finishReason: z.string().nullable(),
    provider: z
      .string()
      .meta({ description: 'Who answers: `understudy` is the offline stand-in, not a model' }),
    turns: z.int(),
    turn: z.object({ n: z.int(), attempt: z.int(), startedAt: z.string() }).nullable(),
    failed: z
      .object({ n: z.int(), problem })
      .nullable()
      .meta({ description: 'The last turn failed; POST …/resume tries it again' }),
    budgets: z.object({ actions: z.int(), calls: z.int() }),
    used: z.object({ actions: z.int(), calls: z.int() }),
    level: z.int(),
    gameState: z.string(),
    frame: z.int().nullable().meta({ description: 'Number of the newest frame: GET …/frames/{n}.png' }),
    actions: z.record(
      z.string(),
      z.object({
        status: z.enum(ACTION_STATUS),
        definition: z.string().nullable(),
        streak: z.int(),
        attempts: z.int(),
        noEffect: z.int(),
      }),
    ),
    head: z.int(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Run' });
export type Run = z.infer<typeof run>;

export const runSummary = z
  .object({
    id: runId,
    title: z.string(),
    status: z.enum([...RUN_STATUS, 'failed']),
    turns: z.int(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'RunSummary' });
export type RunSummary = z.infer<typeof runSummary>;
export const runPage = pageOf(runSummary, 'RunPage');

export const runControlled = z
  .object({ id: runId, status: z.enum(RUN_STATUS), turns: z.int() })
  .meta({ id: 'RunControlled' });
export type RunControlled = z.infer<typeof runControlled>;

export const observation = z.object({
  turn: z.int(),
  at: z.string(),
  beforeFrame: z.int(),
  afterFrame: z.int(),
  diffSummary: z.string(),
  interpretation: z.string(),
  context: z.string(),
  hadEffect: z.boolean(),
  modelSaidEffect: z.boolean(),
  consistent: z.boolean().nullable(),
  counted: z.boolean().meta({ description: 'Counts as one of the eight attempts' }),
  stateKey: z.string().meta({ description: 'Hash of the masked before-state' }),
});
export type Observation = z.infer<typeof observation>;

export const actionKnowledge = z.object({
  status: z.enum(ACTION_STATUS),
  definition: z.string().nullable(),
  streak: z.int().meta({ description: 'Consistent effective confirmations in a row, of 3' }),
  attempts: z.int().meta({ description: 'Observations with effect, of 8' }),
  noEffect: z.int().meta({ description: 'No-effect observations in a row' }),
  observations: z.array(observation),
});
export type ActionKnowledge = z.infer<typeof actionKnowledge>;

export const environmentEntry = environmentUpdate.extend({
  firstSeenTurn: z.int(),
  observations: z.array(z.string()),
});
export type EnvironmentEntry = z.infer<typeof environmentEntry>;

export const knowledge = z
  .object({
    actions: z.record(z.string(), actionKnowledge),
    environment: z.object({
      objects: z.array(environmentEntry),
      relationships: z.array(environmentEntry),
      rules: z.array(environmentEntry),
      history: z.array(z.string()),
    }),
  })
  .meta({ id: 'Knowledge' });
export type Knowledge = z.infer<typeof knowledge>;

/** The parts of an `action.analyzed` event that the index of frame diffs keeps. */
export interface AnalyzedPayload {
  action: ActionId;
  diff: { summary: string; count: number };
  hadEffect: boolean;
}

export const turnView = z
  .object({
    n: z.int(),
    attempt: z.int(),
    status: z.enum(['running', 'completed', 'failed', 'cancelled']),
    suggestion: jsonObject.nullable(),
    setup: z.array(actionId),
    target: actionId.nullable(),
    frames: z.array(z.object({ n: z.int(), label: z.string() })),
    diff: jsonObject.nullable(),
    analysis: jsonObject.nullable(),
    provider: z.string().nullable(),
    problem: problem.nullable(),
    events: z.array(z.int()),
  })
  .meta({ id: 'Turn' });
export type TurnView = z.infer<typeof turnView>;

export const report = z.object({ markdown: z.string(), provider: z.string() }).meta({ id: 'Report' });
export type Report = z.infer<typeof report>;

export const game = z
  .object({
    id: slug,
    title: z.string(),
    kind: z.enum(['grid', 'adventure']),
    description: z.string(),
    actions: z.array(actionId),
    rows: z.int(),
    cols: z.int(),
  })
  .meta({ id: 'Game' });
export type Game = z.infer<typeof game>;
export const gamePage = pageOf(game, 'GamePage');
