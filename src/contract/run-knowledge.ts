import { z } from 'zod';
import { environmentUpdate } from './agents';

export const ACTION_STATUS = ['unobserved', 'testing', 'verified', 'exhausted', 'unverified'] as const;
export type ActionStatus = (typeof ACTION_STATUS)[number];

export const PHASES = ['exploration', 'validation', 'planning', 'proof', 'play'] as const;

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
  consistent: z.boolean().nullable(),
  counted: z.boolean().describe('Counts as one of the eight attempts'),
  excluded: z
    .boolean()
    .describe('Kept, and counted for nothing: `event` says why, or the analyst gave no usable answer'),
  event: z
    .enum(GAME_EVENTS)
    .optional()
    .describe('It completed a level, put the level back to its start, ended the game or won it; else absent'),
  stateKey: z.string().describe('Hash of the masked before-state'),
  redefined: z.boolean().describe('The definition got another meaning with it: the streak begins anew'),
  contradicts: z.boolean().describe('The definition until then foretold something else, as code reads it'),
  kindsLeft: z
    .int()
    .describe('Of a click: kinds of objects on the board that no click has met yet; 0 for other actions'),
});
export type Observation = z.infer<typeof observation>;

export const contradiction = z.object({
  turn: z.int(),
  beforeFrame: z.int(),
  afterFrame: z.int(),
  predicted: z.string(),
  happened: z.string(),
});
/** An execution on the way to another test that went otherwise than the definition says. */
export type Contradiction = z.infer<typeof contradiction>;

/** A definition that code can read, held against every recorded execution of its action. */
export const coverage = z
  .object({
    effects: z.int().describe('Recorded executions with an effect that are evidence'),
    foretold: z.int().describe('Of these, the ones that went as the definition foretells'),
    states: z.int().describe('Different boards before those'),
    since: z.int().describe('The same, of executions since the definition has said this'),
    wrong: z.int().describe('Executions that it foretells wrong and does not name as an exception'),
    exceptions: z.int().describe('Executions that it names as exceptions'),
  })
  .meta({ id: 'Coverage' });
export type Coverage = z.infer<typeof coverage>;

const actionKnowledge = z.object({
  status: z.enum(ACTION_STATUS),
  definition: z.string().nullable(),
  definitions: z
    .array(z.object({ turn: z.int(), at: z.string(), text: z.string() }))
    .describe('Every definition it has had, oldest first; the last one is `definition`'),
  streak: z
    .int()
    .describe('Consistent effective confirmations in a row, of 3; of 12 for each exception of `coverage`'),
  attempts: z.int().describe('Observations with effect, of 8'),
  noEffect: z.int().describe('Different boards in a row on which it showed nothing, of 8'),
  repeats: z.int().describe('Executions in a row where it had been executed before, of 8'),
  coverage: coverage
    .nullable()
    .describe(
      'The definition, held against every recorded execution; null: there is none, or code can not read it, so it is untested',
    ),
  contradictions: z
    .array(contradiction)
    .describe(
      'Executions on the way to other tests that the definition foretold wrong: each ended what was verified',
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

/** Results of a claim where its action was executed. `silent`: the claim does not cover this case. */
const CLAIM_RESULTS = ['fits', 'contradicts', 'silent'] as const;

/** One execution of an action, as a claim about that action meets it. */
const claimCase = z.object({
  turn: z.int(),
  role: z.enum(['setup', 'target', 'resync', 'replay', 'person']),
  beforeFrame: z.int(),
  afterFrame: z.int(),
  click: z.object({ x: z.int(), y: z.int() }).nullable(),
  predicted: z.string().describe('What the claim foretells for this board, or why it foretells nothing'),
  happened: z.string(),
  result: z.enum(CLAIM_RESULTS),
  foretold: z.boolean().describe('The claim was made before this happened'),
  analyst: z
    .boolean()
    .nullable()
    .describe(
      'Whether the analyst called it consistent with the definition of that time; null: it was not asked, or did not say',
    ),
});
export type ClaimCase = z.infer<typeof claimCase>;

export const claim = z
  .object({
    text: z.string(),
    checkable: z.boolean().describe('false: prose that no code can check; every case is silent'),
    about: z
      .literal('others')
      .optional()
      .describe('It says what changes by itself, so its cases are executions of other actions; else absent'),
    sinceTurn: z.int().nullable().describe('Turn since which the definition says so without a break'),
    checked: z
      .object({ fits: z.int(), contradicts: z.int(), silent: z.int(), foretold: z.int() })
      .describe('Cases by result; `foretold`: those that fit and came after the claim'),
    cases: z
      .array(claimCase)
      .describe('Every recorded execution of the action that is kept, setup included, oldest first'),
  })
  .meta({ id: 'Claim' });
export type Claim = z.infer<typeof claim>;

export const region = z
  .object({ top: z.int(), left: z.int(), bottom: z.int(), right: z.int() })
  .describe('Rows and columns, inclusive');

export const knowledgeReading = z
  .object({
    actions: z.record(
      z.string(),
      actionKnowledge.extend({
        maxAttempts: z.int().describe('`attempts` after which an action that is not verified is given up'),
        claims: z
          .array(claim)
          .describe(
            'The definition, sentence by sentence, replayed over all recorded transitions of the action',
          ),
      }),
    ),
    environment: knowledge.shape.environment,
    masked: z
      .object({ count: z.int(), region: region.nullable() })
      .describe('Cells that change whatever the action (a step bar, a counter) and are left out'),
    phase: z.enum(PHASES),
    needed: z
      .object({ streak: z.int(), attempts: z.int(), noEffect: z.int() })
      .describe(
        'What `streak`, `attempts` and `noEffect` are counted towards; `streak`: 12 for each exception of `coverage`',
      ),
  })
  .meta({ id: 'Knowledge' });
export type KnowledgeReading = z.infer<typeof knowledgeReading>;
