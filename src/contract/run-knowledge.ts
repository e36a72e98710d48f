import { z } from 'zod';
import { environmentUpdate } from './agents';

export const ACTION_STATUS = ['unobserved', 'testing', 'verified', 'exhausted', 'unverified'] as const;
export type ActionStatus = (typeof ACTION_STATUS)[number];

export const PHASES = ['exploration', 'validation', 'planning', 'survey', 'play'] as const;

/** Events of a game that are no evidence of what an action does. */
const GAME_EVENTS = ['level', 'restart', 'game_over', 'win'] as const;
export type GameEvent = (typeof GAME_EVENTS)[number];

export const observation = z.object({
  turn: z.int(),
  at: z.string(),
  beforeFrame: z.int(),
  afterFrame: z.int(),
  click: z.object({ x: z.int(), y: z.int() }).nullable().describe('Where ACTION6 went, else null'),
  diffSummary: z.string(),
  hasChanges: z.boolean().describe('Whether any cell changed, animation included, the HUD masked'),
  interpretation: z.string(),
  context: z.string(),
  noEffectReason: z
    .string()
    .optional()
    .describe("The analyst's reason why it had no effect, where it gave one"),
  hadEffect: z.boolean().describe('What counts: changes, and the analyst saw an effect'),
  modelSaidEffect: z.boolean(),
  consistent: z
    .boolean()
    .nullable()
    .describe('Whether the definition predicted it, as code checked; null: it predicted nothing'),
  counted: z.boolean().describe('Counts as one of the eight attempts'),
  excluded: z
    .boolean()
    .describe('Kept, and counted for nothing: `event` says why, or the analyst gave no usable answer'),
  event: z
    .enum(GAME_EVENTS)
    .optional()
    .describe('It completed a level, put the level back to its start, ended the game or won it; else absent'),
  stateKey: z.string().describe('Hash of the masked before-state'),
  redefined: z.boolean().describe('The definition was replaced with it: the streak starts again'),
  kindsLeft: z
    .int()
    .describe('Of a click: kinds of objects on the board that no click has met yet; 0 for other actions'),
});
export type Observation = z.infer<typeof observation>;

/**
 * What a definition rests on. `inferred`: on the rules that code inferred from the recorded transitions; `stated`: on a rule
 * that the model wrote in JSON; `words`: on prose, which code can't test.
 */
export const DEFINITION_BASES = ['inferred', 'stated', 'words'] as const;
export type DefinitionBasis = (typeof DEFINITION_BASES)[number];

export const PREDICTION_RESULTS = ['right', 'partial', 'wrong', 'silent'] as const;

export const prediction = z
  .object({
    turn: z.int(),
    beforeFrame: z.int(),
    afterFrame: z.int(),
    click: z.object({ x: z.int(), y: z.int() }).nullable(),
    stateKey: z.string().describe('Hash of the masked before-state'),
    effect: z.boolean().describe('Whether the settled board changed, masked cells aside'),
    predicted: z.string().describe('What was predicted, or why nothing was'),
    happened: z.string(),
    result: z
      .enum(PREDICTION_RESULTS)
      .describe(
        '`right`: every predicted cell came true, and nothing else changed; `partial`: the same, but some cells were left open; `wrong`; `silent`: nothing was predicted',
      ),
  })
  .meta({ id: 'Prediction' });
/** What the definition of an action predicted of one execution, before it was seen, and what happened. */
export type Prediction = z.infer<typeof prediction>;

const actionKnowledge = z.object({
  status: z.enum(ACTION_STATUS),
  definition: z.string().nullable(),
  basis: z
    .enum(DEFINITION_BASES)
    .nullable()
    .describe(
      '`inferred`: rules that code inferred from what was recorded; `stated`: a rule that the model wrote in JSON; `words`: prose, which is untested. Null: there is no definition',
    ),
  stated: z.json().optional().describe('The rules the model wrote, where `basis` is `stated`; else absent'),
  definitions: z
    .array(z.object({ turn: z.int(), at: z.string(), text: z.string() }))
    .describe('Every definition it has had, oldest first; the last one is `definition`'),
  streak: z.int().describe('Effects predicted right in a row, each on another board, of `needed.streak`'),
  attempts: z.int().describe('Observations with effect, of 8'),
  noEffect: z.int().describe('Different boards in a row on which it showed nothing, of 8'),
  repeats: z.int().describe('Executions in a row where it had been executed before, of 8'),
  predictions: z
    .array(prediction)
    .describe(
      'What was predicted of its executions before they were seen; 50 at most, oldest first. Those with effect are kept longest',
    ),
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
/** Stored knowledge of a run; {@link knowledgeReading} adds the evidence when it is read. */
export type Knowledge = z.infer<typeof knowledge>;

const inferredRule = z
  .object({
    n: z.int().describe('Number of the rule, as the analyst is shown it'),
    action: z.string(),
    text: z.string(),
    seen: z.int().describe('Recorded executions that it explains'),
    wrong: z.int().describe('Recorded executions that it gets wrong'),
  })
  .meta({ id: 'InferredRule' });
export type InferredRule = z.infer<typeof inferredRule>;

export const region = z
  .object({ top: z.int(), left: z.int(), bottom: z.int(), right: z.int() })
  .describe('Rows and columns, inclusive');

export const knowledgeReading = z
  .object({
    actions: z.record(
      z.string(),
      actionKnowledge.extend({
        maxAttempts: z.int().describe('`attempts` after which an action that is not verified is given up'),
      }),
    ),
    rules: z.array(inferredRule).describe('Rules that code inferred from everything recorded'),
    environment: knowledge.shape.environment,
    masked: z
      .object({ count: z.int(), region: region.nullable() })
      .describe('Cells that change whatever the action (a step bar, a counter) and are left out'),
    phase: z.enum(PHASES),
    needed: z
      .object({ streak: z.int(), attempts: z.int(), noEffect: z.int() })
      .describe('What `streak`, `attempts` and `noEffect` are counted towards'),
  })
  .meta({ id: 'Knowledge' });
export type KnowledgeReading = z.infer<typeof knowledgeReading>;
