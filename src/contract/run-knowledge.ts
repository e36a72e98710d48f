import { z } from 'zod';
import { environmentUpdate } from './agents';

export const ACTION_STATUS = ['unobserved', 'testing', 'verified', 'exhausted', 'unverified'] as const;
export type ActionStatus = (typeof ACTION_STATUS)[number];

export const PHASES = ['exploration', 'validation', 'planning', 'survey', 'play'] as const;

/** Game events that do not count as evidence for what an action does. */
const GAME_EVENTS = ['level', 'restart', 'game_over', 'win'] as const;
export type GameEvent = (typeof GAME_EVENTS)[number];

export const observation = z.object({
  turn: z.int(),
  at: z.string(),
  beforeFrame: z.int(),
  afterFrame: z.int(),
  click: z
    .object({ x: z.int(), y: z.int() })
    .nullable()
    .describe('Position of the click for ACTION6, otherwise null'),
  diffSummary: z.string(),
  hasChanges: z
    .boolean()
    .describe('True if any cell changed, including during the animation, except ignored cells'),
  interpretation: z.string(),
  context: z.string(),
  noEffectReason: z.string().optional().describe("The analyst's reason for the missing effect, if given"),
  hadEffect: z.boolean().describe('True if the board changed and the analyst saw an effect'),
  modelSaidEffect: z.boolean(),
  consistent: z
    .boolean()
    .nullable()
    .describe('True if the rule predicted the result, as checked by code. Null if it made no prediction'),
  counted: z.boolean().describe('True if it counts towards `attempts`'),
  excluded: z
    .boolean()
    .describe('True if the observation does not count: see `event`, or the analyst gave no usable answer'),
  event: z
    .enum(GAME_EVENTS)
    .optional()
    .describe(
      'Set if the action completed a level, reset the level, or ended or won the game. Absent otherwise',
    ),
  stateKey: z.string().describe('Hash of the state before the action, without ignored cells'),
  redefined: z.boolean().describe('True if the rule was replaced after it, which resets the streak'),
  kindsLeft: z
    .int()
    .describe(
      'Clicks: number of object kinds on the board that have not been clicked yet. 0 for other actions',
    ),
});
export type Observation = z.infer<typeof observation>;

/**
 * Source of a definition. `inferred`: rules that code inferred from recorded transitions; `stated`: a rule the
 * model wrote in JSON; `words`: prose, which code cannot test.
 */
export const DEFINITION_BASES = ['inferred', 'stated', 'code', 'words'] as const;
export type DefinitionBasis = (typeof DEFINITION_BASES)[number];

export const PREDICTION_RESULTS = ['right', 'partial', 'wrong', 'silent'] as const;

export const prediction = z
  .object({
    turn: z.int(),
    beforeFrame: z.int(),
    afterFrame: z.int(),
    click: z.object({ x: z.int(), y: z.int() }).nullable(),
    stateKey: z.string().describe('Hash of the state before the action, without ignored cells'),
    effect: z.boolean().describe('True if the settled board changed, except ignored cells'),
    predicted: z.string().describe('The prediction, or why there was none'),
    happened: z.string(),
    seen: z
      .literal(true)
      .exactOptional()
      .describe('Programs: true if this action was already recorded on this board, so it does not count'),
    tentative: z
      .literal(true)
      .exactOptional()
      .describe(
        'Inferred rules: true if they depend on places or earlier actions, or had exceptions. Correct predictions then count only if `verifyAfter` is at least 5',
      ),
    result: z
      .enum(PREDICTION_RESULTS)
      .describe(
        '`right`: all predicted cells were correct and no others changed; `partial`: correct, but some cells were not predicted; `wrong`; `silent`: no prediction',
      ),
  })
  .meta({ id: 'Prediction' });
/** Prediction by an action's rule for one execution, and the outcome. */
export type Prediction = z.infer<typeof prediction>;

const actionKnowledge = z.object({
  status: z.enum(ACTION_STATUS),
  definition: z.string().nullable(),
  basis: z
    .enum(DEFINITION_BASES)
    .nullable()
    .describe(
      '`inferred`: rules that code inferred from recorded transitions; `stated`: a rule the model wrote in JSON; `code`: the program the model wrote; `words`: prose, which is not tested. Null if there is no definition',
    ),
  stated: z.json().optional().describe('Rules the model wrote, if `basis` is `stated`. Absent otherwise'),
  definitions: z
    .array(z.object({ turn: z.int(), at: z.string(), text: z.string() }))
    .describe('All definitions, oldest first. The last one is `definition`'),
  streak: z
    .int()
    .describe(
      'Number of correctly predicted effects in a row, each on another board. The action is verified at `needed.streak`',
    ),
  attempts: z.int().describe('Number of observations with an effect'),
  noEffect: z.int().describe('Number of different boards in a row without an effect, up to 8'),
  repeats: z.int().describe('Number of repeated executions in a row, up to 8'),
  predictions: z
    .array(prediction)
    .describe(
      'Predictions of its executions, at most 50, oldest first. Predictions with an effect are removed last',
    ),
  rulePredictions: z
    .array(prediction)
    .exactOptional()
    .describe('If a program defines the action: the earlier predictions by rules. Absent otherwise'),
  observations: z.array(observation),
});
export type ActionKnowledge = z.infer<typeof actionKnowledge>;

const environmentEntry = environmentUpdate.extend({
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
/** Stored knowledge of a run; {@link knowledgeReading} adds the evidence for readers. */
export type Knowledge = z.infer<typeof knowledge>;

const inferredRule = z
  .object({
    n: z.int().describe('Number of the rule, as shown to the analyst'),
    action: z.string(),
    text: z.string(),
    seen: z.int().describe('Number of recorded executions that it explains'),
    wrong: z.int().describe('Number of recorded executions that contradict it'),
  })
  .meta({ id: 'InferredRule' });
export type InferredRule = z.infer<typeof inferredRule>;

export const worldMiss = z
  .object({
    turn: z.int(),
    afterFrame: z.int(),
    action: z.string(),
    text: z.string().describe("The result, the program's prediction, and the first differing cells"),
  })
  .meta({ id: 'WorldMiss' });
/** A recorded transition that a program gets wrong. */
export type WorldMiss = z.infer<typeof worldMiss>;

export const codeWorld = z
  .object({
    revision: z.int().describe('Number of programs written so far, including this one'),
    turn: z.int().describe('Turn in which it was written'),
    source: z.string(),
    accepted: z.boolean().describe('True if it reproduces every recorded transition'),
    fits: z.int().describe('Number of recorded transitions that it reproduces'),
    transitions: z.int().describe('Number of recorded transitions that it was compared with'),
    right: z.int().describe('Number of correct predictions since it was accepted'),
    wrong: z.int().describe('Number of wrong or missing predictions since it was accepted'),
    misses: z.array(worldMiss).describe('The first transitions that it predicts wrong, at most 3'),
  })
  .meta({ id: 'CodeWorld' });
/** The program of a run with `world: "code"`, and how well it does. */
export type CodeWorld = z.infer<typeof codeWorld>;

export const region = z
  .object({ top: z.int(), left: z.int(), bottom: z.int(), right: z.int() })
  .describe('Rows and columns, inclusive');

export const knowledgeReading = z
  .object({
    actions: z.record(
      z.string(),
      actionKnowledge.extend({
        maxAttempts: z.int().describe('Value of `attempts` at which the run gives up the action'),
      }),
    ),
    rules: z.array(inferredRule).describe('Rules that code inferred from all recorded executions'),
    world: codeWorld.nullable().describe('The latest program of a run with `world: "code"`. Null if none'),
    environment: knowledge.shape.environment,
    masked: z
      .object({ count: z.int(), region: region.nullable() })
      .describe('Ignored cells, which change with every action (a step bar, a counter)'),
    phase: z.enum(PHASES),
    needed: z
      .object({ streak: z.int(), attempts: z.int(), noEffect: z.int() })
      .describe('Targets for `streak`, `attempts` and `noEffect`'),
  })
  .meta({ id: 'Knowledge' });
export type KnowledgeReading = z.infer<typeof knowledgeReading>;
