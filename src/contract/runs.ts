import { z } from 'zod';
import { adventureComparison } from './adventure-comparisons';
import { adventureKnowledge, adventureOptions, adventureRun, adventureTurn } from './adventures';
import { actionId, gameAction } from './agents';
import { MAX_STREAK_TO_VERIFY } from './confirmations';
import { lastWords } from './glance';
import { runId } from './ids';
import { jsonObject } from './json';
import { roomLimits, runLimits } from './money';
import { pageSchema } from './pages';
import { profile } from './profiles';
import { prose } from './prose';
import { answeredBy } from './providers';
import { comparison } from './replays';
import { ACTION_STATUS, knowledgeReading, PHASES } from './run-knowledge';
import {
  EXPLORE_UNTIL,
  gameRef,
  RUN_STATUS,
  runHead,
  scorecardOptions,
  turnHead,
  turnTail,
  WORLD_KINDS,
} from './run-parts';
import { storyGame } from './stories';

/** A run keeps all its states in memory, and reports read the whole run. */
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
  actions: z
    .int()
    .min(1)
    .max(MAX_ACTIONS)
    .optional()
    .describe('Grid games: maximum number of actions. Default 200'),
  turns: z
    .int()
    .min(1)
    .max(MAX_TURNS)
    .optional()
    .describe('Adventures: maximum number of turns. Default 300'),
  calls: z
    .int()
    .min(1)
    .max(10 * MAX_ACTIONS)
    .optional()
    .describe('Maximum number of model calls. Default 400 for a grid game, 2000 for an adventure'),
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
        "Profiles by agent. Grid games use an explorer and an analyst. Adventures use an adventurer, a critic, an extractor, a chronicler (memories), a keeper (objectives) and a scholar (knowledge), which default to the adventurer's profile",
      ),
    budgets: budgets.optional(),
    options: adventureOptions.optional().describe('Options of an adventure'),
    scorecard: scorecardOptions.optional().describe('Scorecard options, for games of the ARC-AGI-3 service'),
    seed: z.string().max(100).optional(),
    play: z
      .boolean()
      .optional()
      .describe(
        'Grid games: after every action is understood, keep playing until the action budget is used up. Default false',
      ),
    explore: z
      .enum(EXPLORE_UNTIL)
      .optional()
      .describe(
        'Grid games: when exploring ends. `settled`: when every action is understood; `budget`: when the action budget is used up. Default `settled`',
      ),
    verifyAfter: z
      .int()
      .min(1)
      .max(MAX_STREAK_TO_VERIFY)
      .optional()
      .describe(
        'Grid games: number of effects in a row, each on another board, that a rule must predict correctly to be verified. Default 3',
      ),
    world: z
      .enum(WORLD_KINDS)
      .optional()
      .describe(
        'Of a grid game. `rules`: predict with the rules that code infers; `code`: the analyst also writes the world as a program, if the operator allows it. Default `rules`',
      ),
    start: z
      .boolean()
      .default(false)
      .describe('Start the run at once. A text adventure that a person plays always starts at once'),
  })
  .meta({ id: 'CreateRun' });
export type CreateRun = z.infer<typeof createRun>;

export const changeRun = z
  .strictObject({
    title: prose(200).optional(),
    budgets: budgets.optional(),
    play: z.boolean().optional().describe('Grid games: keep playing after every action is understood'),
    player: adventureOptions.shape.player.describe('Text adventures: who plays from the next turn on'),
  })
  .meta({ id: 'ChangeRun' });
export type ChangeRun = z.infer<typeof changeRun>;

export const forkRun = z
  .strictObject({
    turn: z.int().min(0).optional().describe('Last turn to copy. Default: the last completed turn'),
    title: prose(200).optional(),
    budgets: changeRun.shape.budgets,
  })
  .meta({ id: 'ForkRun' });
export type ForkRun = z.infer<typeof forkRun>;

/** Next request to a caller who plays the game. */
export const actionRequest = z
  .object({
    n: z.int().describe('Number of the requested observation'),
    role: z.enum(['start', 'reset', 'setup', 'target', 'refresh']),
    action: gameAction.nullable().describe('The action. Null for `start` and `reset`'),
  })
  .meta({ id: 'ActionRequest' });

const gridRun = z
  .object({
    kind: z.literal('grid'),
    ...runHead,
    phase: z
      .enum(PHASES)
      .describe(
        '`exploration`: some action was never observed; `validation`: some action needs more observations; `planning`: every action is understood; `survey`: the rest of the budget tests predictions; `play`: the run plays to complete levels',
      ),
    play: z.boolean().describe('True if the run keeps playing after every action is understood'),
    explore: z.enum(EXPLORE_UNTIL),
    verifyAfter: z.int(),
    world: z.enum(WORLD_KINDS),
    waitsFor: actionRequest
      .nullable()
      .describe('Games the caller plays: the action to execute before POST …/observations'),
    budgets: z.object({ actions: z.int(), calls: z.int(), ...runLimits }),
    used: z.object({ actions: z.int(), calls: z.int() }),
    level: z.int().describe('Number of completed levels'),
    winLevels: z.int().nullable().describe('Number of levels of the game. Null if unknown'),
    gameState: z.string(),
    frame: z.int().nullable().describe('Number of the latest frame: GET …/frames/{n}.png'),
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

/** A run; `kind` says which type. */
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
export const runPage = pageSchema(runSummary, 'RunPage');

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
      .describe('Position of the target if it is a click (`ACTION6`)'),
    sent: z
      .array(
        z.object({
          kind: z.enum(['action', 'doubt', 'refused']),
          role: z.enum(['setup', 'target', 'refresh', 'replay', 'person']),
          action: gameAction,
          message: z.string().nullable(),
        }),
      )
      .describe(
        'Actions sent. `doubt`: it is unknown whether the game executed it; `refused`: the game refused it',
      ),
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

/** A game on a grid. */
const gridGame = z
  .object({
    id: gameRef,
    title: z.string(),
    kind: z.literal('grid'),
    description: z.string(),
    actions: z.array(actionId).describe('Actions of the game. Empty if they vary from move to move'),
    rows: z.int(),
    cols: z.int(),
  })
  .meta({ id: 'GridGame' });
export type GridGame = z.infer<typeof gridGame>;

export const game = z.discriminatedUnion('kind', [gridGame, storyGame]).meta({ id: 'Game' });
export type Game = z.infer<typeof game>;
export const gamePage = pageSchema(game, 'GamePage');
