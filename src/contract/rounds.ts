import { z } from 'zod';
import { promptUse, SECTIONS } from './context';
import { audience, slug } from './ids';
import { jsonObject } from './json';
import { pageOf } from './pages';
import { problem } from './problems';
import { prose } from './prose';

/** A character by its id, or `character:<id>`; of a whisper also a player, `persona:<id>`. */
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
      personaId: slug.optional().describe('Who speaks. May be left out when the scene has one persona'),
      to: z
        .array(addressee)
        .max(20)
        .default([])
        .describe('Characters addressed; they answer whatever the director thinks'),
      whisper: z
        .boolean()
        .optional()
        .describe(
          'Only those in `to`, the owner and the director know of it. `to` may then name players as well, `persona:<id>`',
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
        text: prose(2000).optional().describe('What the narrator is to tell. Default: what is to be seen'),
      })
      .describe('The narrator speaks, and nobody else'),
  ])
  .meta({ id: 'TurnInput' });
export type TurnInput = z.infer<typeof turnInput>;

export const turnAccepted = z
  .object({
    inputSeq: z.int().describe('Seq of the stored input'),
    round: z.int().nullable().describe('null while the input is queued behind another round'),
    status: z.enum(['queued', 'running', 'completed', 'failed', 'cancelled']),
  })
  .meta({ id: 'TurnAccepted' });
export type TurnAccepted = z.infer<typeof turnAccepted>;
/** A round that is played again. `after`: the seq of its start; how earlier tries of it ended lies before. */
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
    personaId: slug.optional().describe('For whom; a seat needs none: it has its own'),
    direction: z.string().max(400).optional().describe('What the line is to say or do, in a few words'),
  })
  .meta({ id: 'DraftLine' });
export type DraftLine = z.infer<typeof draftLine>;

const hiddenMark = z
  .literal(true)
  .optional()
  .describe('For the owner. true: hidden from prompts and from everyone else; else absent');
const lineView = z.object({
  seq: z.int(),
  actor: z.string(),
  name: z.string(),
  kind: z.string().describe("The line's kind, within the profile's `mayEmit`"),
  text: z.string(),
  provider: z.string(),
  model: z.string().exactOptional().describe('For the owner. Absent: no model wrote it, or it was not told'),
  audience,
  alternatives: z
    .array(z.string())
    .optional()
    .describe('Its wordings, the first as it was spoken first; absent while there is one'),
  chosen: z.int().optional().describe('Index of `text` among them'),
  extra: jsonObject.optional().describe('Further fields of its profile; absent when there are none'),
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
      .describe('Who of the cast spoke, came in or left'),
    problem: problem.nullable(),
    record: jsonObject
      .nullable()
      .describe('The audit record: guidance, activations, deltas, calls, tokens; null until it closes'),
    events: z.array(z.int()).describe('Seqs of every event of the round'),
  })
  .meta({ id: 'Round', description: 'Timeline of one round' });
export type Round = z.infer<typeof round>;
export const roundPage = pageOf(round, 'RoundPage');

const auditEntry = z
  .object({
    round: z.int(),
    seq: z.int(),
    at: z.iso.datetime(),
    record: jsonObject.describe('Described field by field in docs/internals.md#audit-record'),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof auditEntry>;
export const auditPage = pageOf(auditEntry, 'AuditPage');

const sampleOfPrompt = z.object({
  round: z.int(),
  at: z.iso.datetime(),
  step: z.string().describe('The calls of this step: `<room>.<round>.<n>` in /v1/calls'),
  agent: z.string().describe('`director`, `world`, `summarizer`, `character:<id>`, …'),
  provider: z.string(),
  model: z.string().exactOptional(),
  rung: z.string(),
  calls: z.int(),
  promptTokens: z.int().describe('As the provider counted them, over all calls of the step'),
  completionTokens: z.int(),
  prompt: promptUse.describe('As we counted it'),
});
const sectionTotals = z.object({
  prompts: z.int().describe('Prompts that had the section'),
  tokens: z.int(),
  share: z.int(),
  dropped: z.int(),
  cut: z.int().describe('Prompts in which an entry was shortened'),
});
/** The last prompts of a scene, and what each section took of them. */
export const telemetry = z
  .object({
    prompts: z.array(sampleOfPrompt).describe('Newest first, at most 500'),
    sections: z.partialRecord(z.enum(SECTIONS), sectionTotals),
  })
  .meta({ id: 'Telemetry' });
export type Telemetry = z.infer<typeof telemetry>;
