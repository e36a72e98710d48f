import { z } from 'zod';
import { adventureComparison } from './adventure-comparisons';
import { adventureKnowledge, adventureOptions, adventureRun, adventureTurn } from './adventures';
import { actionId, gameAction } from './agents';
import { MAX_STREAK_TO_VERIFY } from './confirmations';
import { lastWords } from './glance';
import { runId } from './ids';
import { jsonObject } from './json';
import { roomLimits, runLimits } from './money';
import { pageOf } from './pages';
import { profile } from './profiles';
import { prose } from './prose';
import { answeredBy } from './providers';
import { comparison } from './replays';
import { ACTION_STATUS, knowledgeReading, PHASES } from './run-knowledge';
import { EXPLORE_UNTIL, gameRef, RUN_STATUS, runHead, scorecardOf, turnHead, turnTail } from './run-parts';
import { storyGame } from './stories';

/** A run keeps every state it was in at hand, and is read whole for its report. */
const MAX_ACTIONS = 2_000;
const MAX_TURNS = 5_000;

const profiles = z.strictObject({
  explorer: profile.optional(),
  analyst: profile.optional(),
  adventurer: profile.optional(),
  critic: profile.optional(),
  extractor: profile.optional(),
  chronicler: profile.optional(),
  keeper: profile.optional(),
  scholar: profile.optional(),
});
const budgets = z.strictObject({
  actions: z.int().min(1).max(MAX_ACTIONS).optional().describe('Of a grid game. Default 200'),
  turns: z.int().min(1).max(MAX_TURNS).optional().describe('Of an adventure. Default 300'),
  calls: z
    .int()
    .min(1)
    .max(10 * MAX_ACTIONS)
    .optional()
    .describe('Of models. Default 400 in a grid game, 2000 in an adventure'),
  tokens: roomLimits.shape.tokens,
  money: roomLimits.shape.money,
});

export const createRun = z
  .strictObject({
    game: gameRef.describe('Id of a game; see GET /v1/games'),
    title: prose(200).optional(),
    profiles: profiles
      .optional()
      .describe(
        'A grid game has an explorer and an analyst; an adventure an adventurer, a critic, an extractor, a ' +
          'chronicler (memories), a keeper (objectives) and a scholar (knowledge), each as the adventurer unless said',
      ),
    budgets: budgets.optional(),
    options: adventureOptions.optional().describe('Of an adventure'),
    scorecard: scorecardOf.optional().describe('Of a game of the ARC-AGI-3 service'),
    seed: z.string().max(100).optional(),
    play: z
      .boolean()
      .optional()
      .describe(
        'Of a grid game: go on to play it once every action is settled, until the actions of the budget are spent. Default false',
      ),
    explore: z
      .enum(EXPLORE_UNTIL)
      .optional()
      .describe(
        'Of a grid game. `settled`: it explores until every action is settled; `budget`: until its actions are spent. Default `settled`',
      ),
    verifyAfter: z
      .int()
      .min(1)
      .max(MAX_STREAK_TO_VERIFY)
      .optional()
      .describe(
        'Of a grid game: effects in a row that a definition must predict, each on another board, before it is verified. Default 3',
      ),
    start: z
      .boolean()
      .default(false)
      .describe('Start at once. A text adventure that a person plays always opens at once'),
  })
  .meta({ id: 'CreateRun' });
export type CreateRun = z.infer<typeof createRun>;

export const changeRun = z
  .strictObject({
    title: prose(200).optional(),
    budgets: budgets.optional(),
    play: z
      .boolean()
      .optional()
      .describe('Of a grid game: whether it goes on to play once every action is settled'),
    player: adventureOptions.shape.player.describe('Of a text adventure: who plays from the next turn on'),
  })
  .meta({ id: 'ChangeRun' });
export type ChangeRun = z.infer<typeof changeRun>;

export const forkRun = z
  .strictObject({
    turn: z
      .int()
      .min(0)
      .optional()
      .describe('The last turn the fork shares; default: the last that was completed'),
    title: prose(200).optional(),
    budgets: changeRun.shape.budgets,
  })
  .meta({ id: 'ForkRun' });
export type ForkRun = z.infer<typeof forkRun>;

/** Next request to a caller who plays the game. */
export const actionRequest = z
  .object({
    n: z.int().describe('Number of the observation that is asked for'),
    role: z.enum(['start', 'reset', 'setup', 'target', 'refresh']),
    action: gameAction.nullable().describe('null for `start` and `reset`'),
  })
  .meta({ id: 'ActionRequest' });

const gridRun = z
  .object({
    kind: z.literal('grid'),
    ...runHead,
    phase: z
      .enum(PHASES)
      .describe(
        'exploration: an action was never observed; validation: one needs more; planning: all settled; ' +
          'survey: all were settled, and the rest of the budget tests what is predicted; play: all were settled, and the run plays to complete levels',
      ),
    play: z.boolean().describe('Whether it goes on to play once every action is settled'),
    explore: z.enum(EXPLORE_UNTIL),
    verifyAfter: z.int(),
    waitsFor: actionRequest
      .nullable()
      .describe('In a game that the caller plays: POST …/observations with what this led to'),
    budgets: z.object({ actions: z.int(), calls: z.int(), ...runLimits }),
    used: z.object({ actions: z.int(), calls: z.int() }),
    level: z.int().describe('Levels completed'),
    winLevels: z.int().nullable().describe('Levels of the game; null: it does not say'),
    gameState: z.string(),
    frame: z.int().nullable().describe('Number of the newest frame: GET …/frames/{n}.png'),
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
  .meta({ id: 'GridRun' });
export type GridRun = z.infer<typeof gridRun>;

/** A run of either kind, as `kind` says. */
export const run = z.discriminatedUnion('kind', [gridRun, adventureRun]).meta({ id: 'Run' });
export type Run = z.infer<typeof run>;

const runSummary = z
  .object({
    id: runId,
    title: z.string(),
    status: z.enum(RUN_STATUS),
    turns: z.int(),
    answeredBy,
    last: lastWords,
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

export const anyKnowledge = z.union([knowledgeReading, adventureKnowledge]);

export const turnView = z
  .object({
    ...turnHead,
    suggestion: jsonObject.nullable(),
    setup: z.array(actionId),
    target: actionId.nullable(),
    click: z
      .object({ x: z.int(), y: z.int() })
      .nullable()
      .describe('Where the target goes when it is a click (`ACTION6`)'),
    sent: z
      .array(
        z.object({
          kind: z.enum(['action', 'doubt', 'refused']),
          role: z.enum(['setup', 'target', 'refresh', 'replay', 'person']),
          action: gameAction,
          message: z.string().nullable(),
        }),
      )
      .describe('`doubt`: nobody knows whether the game did it; `refused`: it answered and did nothing'),
    frames: z.array(z.object({ n: z.int(), label: z.string() })),
    diff: jsonObject.nullable(),
    analysis: jsonObject.nullable(),
    ...turnTail,
  })
  .meta({ id: 'Turn' });
export type TurnView = z.infer<typeof turnView>;
export const anyTurn = z.union([turnView, adventureTurn]);
export const anyComparison = z.discriminatedUnion('kind', [comparison, adventureComparison]);
export type AnyComparison = z.infer<typeof anyComparison>;

export const report = z.object({ markdown: z.string(), provider: z.string() }).meta({ id: 'Report' });
export type Report = z.infer<typeof report>;

/** A game of boards. */
const gridGame = z
  .object({
    id: gameRef,
    title: z.string(),
    kind: z.literal('grid'),
    description: z.string(),
    actions: z.array(actionId).describe('Empty: the game says so itself, move by move'),
    rows: z.int(),
    cols: z.int(),
  })
  .meta({ id: 'GridGame' });
export type GridGame = z.infer<typeof gridGame>;

export const game = z.discriminatedUnion('kind', [gridGame, storyGame]).meta({ id: 'Game' });
export type Game = z.infer<typeof game>;
export const gamePage = pageOf(game, 'GamePage');
