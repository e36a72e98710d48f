import { z } from 'zod';
import { adventureKnowledge, adventureOptions, adventureRun, adventureTurn } from './adventures';
import { type ActionId, actionId, environmentUpdate, gameAction } from './agents';
import { runId } from './ids';
import { jsonObject } from './json';
import { roomLimits, runLimits } from './money';
import { pageOf } from './pages';
import { problem } from './problems';
import { profile } from './profiles';
import { gameRef, RUN_STATUS } from './run-parts';
import { storyGame } from './stories';

export { gameRef, RUN_STATUS } from './run-parts';

export const ACTION_STATUS = ['unobserved', 'testing', 'verified', 'exhausted', 'unverified'] as const;
export type ActionStatus = (typeof ACTION_STATUS)[number];

/** A run keeps every state it was in at hand, and is read whole for its report. */
const MOST_ACTIONS = 2_000;
const MOST_TURNS = 5_000;

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
  actions: z.int().min(1).max(MOST_ACTIONS).optional().meta({ description: 'Of a grid game. Default 200' }),
  turns: z.int().min(1).max(MOST_TURNS).optional().meta({ description: 'Of an adventure. Default 300' }),
  calls: z
    .int()
    .min(1)
    .max(10 * MOST_ACTIONS)
    .optional()
    .meta({ description: 'Of models. Default 400 in a grid game, 2000 in an adventure' }),
  tokens: roomLimits.shape.tokens,
  money: roomLimits.shape.money,
});

export const createRun = z
  .strictObject({
    game: gameRef.meta({ description: 'Id of a game; see GET /v1/games' }),
    title: z.string().trim().min(1).max(200).optional(),
    profiles: profiles.optional().meta({
      description:
        'A grid game has an explorer and an analyst; an adventure an adventurer, a critic, an extractor, a ' +
        'chronicler (memories), a keeper (objectives) and a scholar (knowledge), each as the adventurer unless said',
    }),
    budgets: budgets.optional(),
    options: adventureOptions.optional().meta({ description: 'Of an adventure' }),
    seed: z.string().max(100).optional(),
    start: z.boolean().default(false).meta({ description: 'Start at once' }),
  })
  .meta({ id: 'CreateRun' });
export type CreateRun = z.infer<typeof createRun>;

export const changeRun = z
  .strictObject({ title: z.string().trim().min(1).max(200).optional(), budgets: budgets.optional() })
  .meta({ id: 'ChangeRun' });
export type ChangeRun = z.infer<typeof changeRun>;

export const forkRun = z
  .strictObject({
    turn: z
      .int()
      .min(0)
      .optional()
      .meta({ description: 'The last turn the fork shares; default: the last that was completed' }),
    title: z.string().trim().min(1).max(200).optional(),
    budgets: changeRun.shape.budgets,
  })
  .meta({ id: 'ForkRun' });
export type ForkRun = z.infer<typeof forkRun>;

export const PHASES = ['exploration', 'validation', 'planning'] as const;

/** What a caller who plays the game is asked to do next. */
export const actionRequest = z
  .object({
    n: z.int().meta({ description: 'Number of the observation that is asked for' }),
    role: z.enum(['start', 'reset', 'setup', 'target', 'resync']),
    action: gameAction.nullable().meta({ description: 'null for `start` and `reset`' }),
  })
  .meta({ id: 'ActionRequest' });

export const gridRun = z
  .object({
    kind: z.literal('grid'),
    id: runId,
    title: z.string(),
    game: gameRef,
    forkedFrom: z.object({ run: runId, turn: z.int() }).nullable(),
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
    phase: z.enum(PHASES).meta({
      description:
        'exploration: an action was never observed; validation: one needs more; planning: all settled',
    }),
    waitsFor: actionRequest
      .nullable()
      .meta({ description: 'In a game that the caller plays: POST …/observations with what this led to' }),
    budgets: z.object({ actions: z.int(), calls: z.int(), ...runLimits }),
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
  .meta({ id: 'GridRun' });
export type GridRun = z.infer<typeof gridRun>;

/** A run of either kind, as `kind` says. */
export const run = z.discriminatedUnion('kind', [gridRun, adventureRun]).meta({ id: 'Run' });
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
  click: z
    .object({ x: z.int(), y: z.int() })
    .nullable()
    .meta({ description: 'Where ACTION6 went, else null' }),
  diffSummary: z.string(),
  hasChanges: z
    .boolean()
    .meta({ description: 'Whether any cell changed, animation included, the HUD masked' }),
  interpretation: z.string(),
  context: z.string(),
  hadEffect: z.boolean().meta({ description: 'What counts: changes, and the analyst saw an effect' }),
  modelSaidEffect: z.boolean(),
  consistent: z.boolean().nullable(),
  counted: z.boolean().meta({ description: 'Counts as one of the eight attempts' }),
  excluded: z.boolean().meta({ description: 'Kept, and counted for nothing: it completed a level' }),
  stateKey: z.string().meta({ description: 'Hash of the masked before-state' }),
});
export type Observation = z.infer<typeof observation>;

export const actionKnowledge = z.object({
  status: z.enum(ACTION_STATUS),
  definition: z.string().nullable(),
  definitions: z
    .array(z.object({ turn: z.int(), at: z.string(), text: z.string() }))
    .meta({ description: 'Every definition it has had, oldest first; the last one is `definition`' }),
  streak: z.int().meta({ description: 'Consistent effective confirmations in a row, of 3' }),
  attempts: z.int().meta({ description: 'Observations with effect, of 8' }),
  noEffect: z.int().meta({ description: 'Observations in a row that showed nothing, of 8' }),
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
  .meta({ id: 'RunKnowledge' });
/** What a run keeps of what it learnt; as it is read, {@link knowledgeReading} adds the evidence. */
export type Knowledge = z.infer<typeof knowledge>;

/** What became of a claim where its action was executed. `silent`: it says nothing about this case. */
export const CLAIM_RESULTS = ['fits', 'contradicts', 'silent'] as const;

/** One execution of an action, as a claim about that action meets it. */
export const claimCase = z.object({
  turn: z.int(),
  role: z.enum(['setup', 'target', 'resync']),
  beforeFrame: z.int(),
  afterFrame: z.int(),
  click: z.object({ x: z.int(), y: z.int() }).nullable(),
  predicted: z
    .string()
    .meta({ description: 'What the claim foretells for this board, or why it foretells nothing' }),
  happened: z.string(),
  result: z.enum(CLAIM_RESULTS),
  foretold: z.boolean().meta({ description: 'The claim was made before this happened' }),
  analyst: z.boolean().nullable().meta({
    description:
      'Whether the analyst called it consistent with the definition of that time; null: it was not asked, or did not say',
  }),
});
export type ClaimCase = z.infer<typeof claimCase>;

export const claim = z
  .object({
    text: z.string(),
    checkable: z.boolean().meta({ description: 'false: prose that no code can check; every case is silent' }),
    sinceTurn: z
      .int()
      .nullable()
      .meta({ description: 'Turn since which the definition says so without a break' }),
    checked: z
      .object({ fits: z.int(), contradicts: z.int(), silent: z.int(), foretold: z.int() })
      .meta({ description: 'Cases by result; `foretold`: those that fit and came after the claim' }),
    cases: z.array(claimCase).meta({
      description: 'Every recorded execution of the action that is kept, setup included, oldest first',
    }),
  })
  .meta({ id: 'Claim' });
export type Claim = z.infer<typeof claim>;

export const region = z
  .object({ top: z.int(), left: z.int(), bottom: z.int(), right: z.int() })
  .meta({ description: 'Rows and columns, inclusive' });

export const knowledgeReading = z
  .object({
    actions: z.record(
      z.string(),
      actionKnowledge.extend({
        claims: z.array(claim).meta({
          description:
            'The definition, sentence by sentence, replayed over all recorded transitions of the action',
        }),
      }),
    ),
    environment: knowledge.shape.environment,
    masked: z.object({ count: z.int(), region: region.nullable() }).meta({
      description: 'Cells that change whatever the action (a step bar, a counter) and are left out',
    }),
    phase: z.enum(PHASES),
    needed: z
      .object({ streak: z.int(), attempts: z.int(), noEffect: z.int() })
      .meta({ description: 'What `streak`, `attempts` and `noEffect` are counted towards' }),
  })
  .meta({ id: 'Knowledge' });
export type KnowledgeReading = z.infer<typeof knowledgeReading>;
export const anyKnowledge = z.union([knowledgeReading, adventureKnowledge]);

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
    click: z
      .object({ x: z.int(), y: z.int() })
      .nullable()
      .meta({ description: 'Where the target goes when it is a click (`ACTION6`)' }),
    sent: z
      .array(
        z.object({
          kind: z.enum(['action', 'doubt', 'refused']),
          role: z.enum(['setup', 'target', 'resync']),
          action: gameAction,
          message: z.string().nullable(),
        }),
      )
      .meta({
        description: '`doubt`: nobody knows whether the game did it; `refused`: it answered and did nothing',
      }),
    frames: z.array(z.object({ n: z.int(), label: z.string() })),
    diff: jsonObject.nullable(),
    analysis: jsonObject.nullable(),
    provider: z.string().nullable(),
    problem: problem.nullable(),
    events: z.array(z.int()),
  })
  .meta({ id: 'Turn' });
export type TurnView = z.infer<typeof turnView>;
export const anyTurn = z.union([turnView, adventureTurn]);

export const report = z.object({ markdown: z.string(), provider: z.string() }).meta({ id: 'Report' });
export type Report = z.infer<typeof report>;

export const replayStep = z
  .object({
    n: z.int().meta({ description: 'Number of the step, from 1' }),
    seq: z.int().meta({ description: 'Event that ended it' }),
    turn: z.int(),
    at: z.string(),
    kind: z.enum(['start', 'reset', 'action', 'doubt', 'refused']).meta({
      description:
        '`doubt`: nobody knows whether the game did it; `refused`: it did nothing. Neither has a frame',
    }),
    action: gameAction.nullable(),
    role: z.enum(['setup', 'target', 'resync']).nullable(),
    beforeFrame: z.int().nullable(),
    frame: z.int().nullable(),
    cells: z.string().nullable().meta({
      description: 'The settled frame, packed: a hexadecimal digit for each cell, rows joined by `/`',
    }),
    animation: z.array(z.string()).meta({ description: 'Packed frames shown before the settled one' }),
    state: z.string(),
    level: z.int(),
    summary: z.string().nullable().meta({ description: 'What changed, the HUD masked as it was known then' }),
    hadEffect: z.boolean().nullable().meta({ description: 'null: it was not analysed' }),
    consistent: z.boolean().nullable(),
    status: z.enum(ACTION_STATUS).nullable().meta({ description: 'Status of the action after this step' }),
    note: z
      .string()
      .nullable()
      .meta({ description: 'What the game said or did wrong; why it was started again' }),
  })
  .meta({ id: 'ReplayStep' });
export type ReplayStep = z.infer<typeof replayStep>;
export const replayPage = z
  .object({
    items: z.array(replayStep),
    next: z.string().nullable().meta({ description: 'Cursor of the next page; null at the end' }),
    total: z.int().meta({ description: 'Steps of the run so far' }),
  })
  .meta({ id: 'ReplayPage' });
export type ReplayPage = z.infer<typeof replayPage>;

const runHeader = z.object({
  id: runId,
  title: z.string(),
  game: gameRef,
  seed: z.string(),
  status: z.enum(RUN_STATUS),
  finishReason: z.string().nullable(),
  provider: z
    .string()
    .meta({ description: 'Who answered so far; `understudy` is the offline stand-in, not a model' }),
  turns: z.int(),
  used: z.object({ actions: z.int(), calls: z.int() }),
  level: z.int(),
});

const comparedAction = z.object({
  status: z.enum(ACTION_STATUS),
  definition: z.string().nullable(),
  streak: z.int(),
  attempts: z.int(),
  noEffect: z.int(),
  firstEffectTurn: z.int().nullable(),
  actionsUntilVerified: z
    .int()
    .nullable()
    .meta({ description: 'Actions the run had sent, of any kind, when this one was verified' }),
});

/** A run as it is compared with another: made by one room, sent to the other. */
export const runDigest = z.object({
  run: runHeader,
  actions: z.record(z.string(), comparedAction),
  environment: z.array(z.object({ kind: environmentUpdate.shape.kind, name: z.string(), text: z.string() })),
  steps: z.array(
    z.object({
      turn: z.int(),
      kind: replayStep.shape.kind,
      action: z.string().nullable(),
      frame: z.int().nullable(),
      key: z.string().nullable(),
    }),
  ),
});
export type RunDigest = z.infer<typeof runDigest>;

const divergedStep = z
  .object({ turn: z.int(), action: z.string().nullable(), frame: z.int().nullable() })
  .nullable();

export const comparison = z
  .object({
    a: runHeader,
    b: runHeader,
    sameGame: z.boolean(),
    sameSeed: z.boolean(),
    actions: z.record(
      z.string(),
      z.object({
        agreement: z.enum(['same', 'different', 'only_a', 'only_b', 'neither']).meta({
          description: 'Of the definitions, by their claims where code can read both; `neither` has one',
        }),
        by: z.enum(['claims', 'text']).nullable(),
        a: comparedAction.nullable(),
        b: comparedAction.nullable(),
      }),
    ),
    environment: z
      .array(
        z.object({
          kind: environmentUpdate.shape.kind,
          name: z.string(),
          in: z.enum(['both', 'only_a', 'only_b']),
          sameText: z.boolean().nullable(),
        }),
      )
      .meta({ description: 'Objects, relationships and rules, by kind and name' }),
    diverge: z
      .object({
        step: z.int().meta({ description: 'The first step that differs, from 1' }),
        kind: z.enum(['action', 'board', 'end']).meta({
          description: '`board`: the same actions showed another board; `end`: one of the runs goes on',
        }),
        a: divergedStep,
        b: divergedStep,
      })
      .nullable()
      .meta({ description: 'null: the same steps, or other games or seeds' }),
  })
  .meta({ id: 'RunComparison' });
export type Comparison = z.infer<typeof comparison>;

/** A game of boards. */
export const gridGame = z
  .object({
    id: gameRef,
    title: z.string(),
    kind: z.literal('grid'),
    description: z.string(),
    actions: z.array(actionId).meta({ description: 'Empty: the game says so itself, move by move' }),
    rows: z.int(),
    cols: z.int(),
  })
  .meta({ id: 'GridGame' });
export type GridGame = z.infer<typeof gridGame>;

export const game = z.discriminatedUnion('kind', [gridGame, storyGame]).meta({ id: 'Game' });
export type Game = z.infer<typeof game>;
export const gamePage = pageOf(game, 'GamePage');
