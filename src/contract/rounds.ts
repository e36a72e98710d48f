import { z } from 'zod';
import { DICE_NOTATION } from '../base/dice';
import { directorPlan } from './agents';
import { promptUse, SECTIONS } from './context';
import { audience, slug } from './ids';
import { jsonObject } from './json';
import { pageSchema } from './pages';
import { problem } from './problems';
import { prose } from './prose';
import { criteria } from './scene-trials';

/** A character as `<id>` or `character:<id>`; for whispers also a player as `persona:<id>`. */
const addressee = z
  .string()
  .regex(
    /^(?:(?:character|persona):)?[a-z0-9][a-z0-9-]{0,39}$/,
    'use the id of a character, or persona:<id>',
  );

export const turnInput = z
  .discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('user'),
      text: prose(8000),
      personaId: slug
        .optional()
        .describe('Id of the persona that speaks. Optional if the scene has only one persona'),
      to: z
        .array(addressee)
        .max(20)
        .default([])
        .describe('Ids of the addressed characters. They always answer'),
      whisper: z
        .boolean()
        .optional()
        .describe(
          'If true, only the addressees in `to`, the owner and the director see the line. `to` can then also contain players, as `persona:<id>`',
        ),
    }),
    z.strictObject({
      type: z.literal('continuation'),
      personaId: slug.optional(),
      to: z.array(slug).max(20).default([]),
    }),
    z
      .strictObject({
        type: z.literal('narration'),
        text: prose(2000).optional().describe('Subject for the narrator. Default: the surroundings'),
      })
      .describe('Only the narrator speaks'),
  ])
  .meta({ id: 'TurnInput' });
export type TurnInput = z.infer<typeof turnInput>;

const MAX_PLAN_CHARS = 20_000;
export const approvePlan = z
  .strictObject({
    plan: directorPlan
      .refine(
        (plan) => JSON.stringify(plan).length <= MAX_PLAN_CHARS,
        `must have at most ${MAX_PLAN_CHARS} characters as JSON`,
      )
      .optional()
      .describe('Replaces the whole proposed plan'),
  })
  .meta({ id: 'ApprovePlan' });
export type ApprovePlan = z.infer<typeof approvePlan>;

export const turnAccepted = z
  .object({
    inputSeq: z.int().describe('Seq of the stored input'),
    round: z.int().nullable().describe('Number of the round. Null while the input is queued'),
    status: z.enum(['queued', 'running', 'completed', 'failed', 'cancelled']),
  })
  .meta({ id: 'TurnAccepted' });
export type TurnAccepted = z.infer<typeof turnAccepted>;
/** A retried round. `after` is the seq of its start; results of earlier attempts come before it. */
export type RoundRetried = TurnAccepted & { after: number };

const passView = z.object({
  pass: z.int(),
  provider: z.string(),
  model: z.string().exactOptional(),
  rung: z.string(),
  plan: jsonObject,
  audited: z.array(z.string()),
});
export const draftLine = z
  .strictObject({
    personaId: slug
      .optional()
      .describe('Id of the persona to draft for. Not needed for a seat, which has its own'),
    direction: z.string().max(400).optional().describe('Topic or instruction for the line, in a few words'),
  })
  .meta({ id: 'DraftLine' });
export type DraftLine = z.infer<typeof draftLine>;

export const judgeScene = z
  .strictObject({ criteria: criteria.describe('Criteria by name, each scored from 0 (not at all) to 10') })
  .meta({ id: 'JudgeScene' });

export const rollDice = z
  .strictObject({
    notation: z
      .string()
      .regex(
        DICE_NOTATION,
        'write it like 2d6, d20 or 3d8-1: up to 20 dice with 2 to 1000 sides, and one modifier up to 1000',
      )
      .describe('Dice such as `2d6+1`: up to 20 dice with 2 to 1000 sides, and one modifier up to 1000'),
    personaId: slug
      .optional()
      .describe('Id of the persona that rolls. Optional if the scene has only one persona'),
    characterId: slug.optional().describe('Id of a present character that rolls instead of the persona'),
  })
  .meta({ id: 'RollDice' });
export type RollDice = z.infer<typeof rollDice>;

export const diceRoll = z
  .object({
    seq: z.int().describe('Seq of the event `dice.rolled`'),
    name: z.string().describe('Name of the persona or character that rolled'),
    notation: z.string(),
    dice: z.array(z.int()).describe('Result of each die'),
    modifier: z.int(),
    total: z.int().describe('Sum of the dice and the modifier'),
  })
  .meta({ id: 'DiceRoll' });
export type DiceRoll = z.infer<typeof diceRoll>;

const hiddenMark = z
  .literal(true)
  .optional()
  .describe('Owner only: true if hidden from prompts and from everyone else. Absent otherwise');
const lineView = z.object({
  seq: z.int(),
  actor: z.string(),
  name: z.string(),
  kind: z.string().describe("Kind of the line, one of the profile's `mayEmit`"),
  text: z.string(),
  provider: z.string(),
  model: z.string().exactOptional().describe('Owner only: model that wrote the line. Absent if no model did'),
  audience,
  alternatives: z
    .array(z.string())
    .optional()
    .describe('All versions of the line, starting with the original. Absent if there is only one'),
  chosen: z.int().optional().describe('Index of `text` in `alternatives`'),
  extra: jsonObject.optional().describe('Additional fields of the profile. Absent if none'),
  hidden: hiddenMark,
});
const ROUND_STATUS = ['running', 'completed', 'failed', 'cancelled', 'rolledback'] as const;

export const round = z
  .object({
    n: z.int(),
    attempt: z.int(),
    status: z.enum(ROUND_STATUS),
    startedAt: z.string(),
    endedAt: z.string().nullable(),
    inputs: z.array(
      z.object({ seq: z.int(), actor: z.string(), text: z.string(), audience, hidden: hiddenMark }),
    ),
    passes: z.array(passView),
    lines: z.array(lineView),
    skipped: z.array(z.object({ actor: z.string(), reason: z.string() })),
    cast: z
      .array(
        z.object({
          id: slug,
          hasActedThisRound: z.boolean(),
          enteredThisRound: z.boolean(),
          exitedThisRound: z.boolean(),
        }),
      )
      .describe('Characters that spoke, entered or left'),
    problem: problem.nullable(),
    record: jsonObject
      .nullable()
      .describe('Audit record: guidance, activations, changes, calls, tokens. Null until the round ends'),
    events: z.array(z.int()).describe('Seqs of all events of the round'),
  })
  .meta({ id: 'Round', description: 'Timeline of a round' });
export type Round = z.infer<typeof round>;
export const roundPage = pageSchema(round, 'RoundPage');

const auditEntry = z
  .object({
    round: z.int(),
    seq: z.int(),
    at: z.iso.datetime(),
    record: jsonObject.describe('Audit record; docs/internals.md#audit-record describes every field'),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof auditEntry>;
export const auditPage = pageSchema(auditEntry, 'AuditPage');

const sampleOfPrompt = z.object({
  round: z.int(),
  at: z.iso.datetime(),
  step: z.string().describe('Journal step. Its calls in /v1/calls are `<room>.<round>.<n>`'),
  agent: z.string().describe('`director`, `world`, `summarizer`, `character:<id>`, …'),
  provider: z.string(),
  model: z.string().exactOptional(),
  rung: z.string(),
  calls: z.int(),
  promptTokens: z.int().describe('Prompt tokens as counted by the provider, over all calls of the step'),
  completionTokens: z.int(),
  prompt: promptUse.describe('Prompt sizes as estimated by Proscenium'),
});
const sectionTotals = z.object({
  prompts: z.int().describe('Number of prompts with this section'),
  tokens: z.int(),
  share: z.int(),
  dropped: z.int(),
  cut: z.int().describe('Number of prompts with a shortened entry'),
});
/** The latest prompts of a scene, and the usage of each section. */
export const telemetry = z
  .object({
    prompts: z.array(sampleOfPrompt).describe('Newest first, at most 500'),
    sections: z.partialRecord(z.enum(SECTIONS), sectionTotals),
  })
  .meta({ id: 'Telemetry' });
export type Telemetry = z.infer<typeof telemetry>;
