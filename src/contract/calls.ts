import { z } from 'zod';
import { gameAction } from './agents';
import { digits } from './digits';
import { callId } from './ids';
import { jsonObject } from './json';
import { pageQuery, pageSchema } from './pages';

/**
 * How an answer was obtained (docs/models.md#answer-forms), best first. `json_schema`, `json_object`, `prompt`: exact
 * JSON under that constraint, or from the prompt's description alone; `repaired`: damaged JSON with a single meaning;
 * `retried`: a second request that listed the errors; `prose`: a character's plain line; `understudy`: the offline
 * stand-in, never passed off as a model; `unusable`: no usable answer.
 */
const RUNGS = [
  'json_schema',
  'json_object',
  'prompt',
  'repaired',
  'retried',
  'prose',
  'understudy',
  'unusable',
] as const;
export const rung = z.enum(RUNGS).meta({ id: 'Rung' });
export type Rung = z.infer<typeof rung>;

const ROLES = [
  'director',
  'character',
  'narrator',
  'world',
  'summarizer',
  'judge',
  'explorer',
  'analyst',
  'adventurer',
  'critic',
  'extractor',
  'chronicler',
  'keeper',
  'scholar',
  'embedder',
] as const;
export const role = z.enum(ROLES).meta({ id: 'Role' });
export type Role = z.infer<typeof role>;

export const usage = z
  .object({
    promptTokens: z.int().nonnegative(),
    completionTokens: z.int().nonnegative().describe('Completion tokens, including reasoning'),
    reasoningTokens: z
      .int()
      .nonnegative()
      .exactOptional()
      .describe('Reasoning tokens, included in `completionTokens`'),
    cachedTokens: z.int().nonnegative().exactOptional().describe('Cached tokens, included in `promptTokens`'),
    cost: z
      .number()
      .nonnegative()
      .exactOptional()
      .describe("Cost as reported by the provider, in the provider's currency"),
  })
  .meta({ id: 'Usage', description: 'Tokens as counted by the provider. The understudy uses none' });
export type Usage = z.infer<typeof usage>;

/** Result of a call. `lost`: the room restarted during the call, which was then tried again. */
const CALL_STATUS = ['open', 'answered', 'refused', 'timeout', 'unreachable', 'lost', 'discarded'] as const;
const callStatus = z.enum(CALL_STATUS).meta({ id: 'CallStatus' });
export type CallStatus = z.infer<typeof callStatus>;

const messagePart = z.union([
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({
    type: z.literal('frame'),
    label: z.string(),
    cells: z.string().describe('A packed frame; the provider receives it as PNG'),
  }),
]);
export const message = z
  .object({
    role: z.enum(['system', 'user', 'assistant']),
    content: z.union([z.string(), z.array(messagePart)]),
  })
  .meta({ id: 'Message' });
export type Message = z.infer<typeof message>;

const toldCount = z.int().nullable();

/** A call without prompt and answer, as in lists. */
export const callSummary = z
  .object({
    id: callId,
    room: z.string(),
    round: z.int().describe('Round of the scene, or turn of the run'),
    n: z.int().positive().describe('Number of the journal step, from 1 in each room'),
    step: z.string().describe('Name of the journal step, such as `director.1/1`'),
    role,
    purpose: z.string(),
    attempt: z.int().positive().describe('Number of the call within its request, from 1'),
    provider: z.string(),
    model: z.string(),
    status: callStatus,
    rung: rung.nullable(),
    promptTokens: z.int(),
    completionTokens: z.int().describe('Completion tokens, including reasoning'),
    reasoningTokens: toldCount.describe(
      'Reasoning tokens, included in `completionTokens`. Null if the endpoint did not report them',
    ),
    cachedTokens: toldCount.describe(
      'Cached tokens, included in `promptTokens`. Null if the endpoint did not report them',
    ),
    providerCost: z
      .number()
      .nullable()
      .describe("Cost as reported by the provider, in the provider's currency. Null if not reported"),
    latencyMs: z.int().nullable(),
    startedAt: z.iso.datetime(),
    seat: z.string().nullable().describe('Id of the seat whose input the call answered. Null if none'),
    money: z
      .number()
      .nullable()
      .describe("Cost in the stage's currency. Null if free, or if the model has no price"),
    roomTitle: z.string().exactOptional().describe('Title of the room. Only in lists'),
  })
  .meta({ id: 'CallSummary' });
export type CallSummary = z.infer<typeof callSummary>;

/** Parts that are removed from a line. */
const LINE_CUTS = ['ownName', 'otherSpeakers', 'thought', 'halfSentence'] as const;
export type LineCut = (typeof LINE_CUTS)[number];

/** Findings from reading the answer of one call. */
export const callCheck = z
  .object({
    call: z.int().positive().describe('Number of the call within its request, from 1'),
    status: callStatus,
    rung: rung
      .nullable()
      .describe('How the answer was obtained. `unusable`: rejected. Null if no answer came'),
    problems: z
      .array(z.object({ pointer: z.string(), message: z.string() }))
      .describe('Problems by JSON Pointer into the answer; `""` is the whole answer'),
    repairs: z.array(z.string()).describe('Repairs made while reading the answer'),
    cut: z
      .array(z.enum(LINE_CUTS))
      .describe(
        'Parts removed from the line: its own name, lines for other speakers, a thought, an unfinished sentence',
      ),
  })
  .meta({ id: 'CallCheck' });
export type CallCheck = z.infer<typeof callCheck>;

/** Context of a run's call, in addition to prompt and answer. */
export const callContext = z
  .object({
    turn: z.int(),
    targetAction: gameAction
      .nullable()
      .describe('The analyzed action, or the action that resulted from the suggestion. Null if none'),
    images: z.array(
      z.object({
        label: z.string(),
        frame: z
          .int()
          .nullable()
          .describe('Number of the frame (`GET …/frames/{n}.png`). Null if it is not a stored frame'),
      }),
    ),
    context: z.string().describe('Text sent with the images, without the fixed instructions'),
    stateBefore: jsonObject.describe('State of the agent before the call, with the names of the export'),
    stateAfter: jsonObject.describe(
      'State of the agent after its answer was stored, with the names of the export',
    ),
  })
  .meta({ id: 'RunCallContext' });
export type CallContext = z.infer<typeof callContext>;

/** The full record: prompt, raw answer and result. */
export const callRecord = callSummary.extend({
  messages: z.array(message),
  constraint: z.enum(['json_schema', 'json_object', 'none']).nullable(),
  raw: z.string().nullable().describe("The provider's answer as received"),
  reasoning: z.string().nullable().describe('Private reasoning. Never included in prompts'),
  parsed: z.json().nullable(),
  problems: z.array(z.object({ pointer: z.string(), message: z.string() })),
  error: z.string().nullable(),
  notes: z
    .array(z.string())
    .describe(
      'Deviations from the request, such as omitted pictures, a shortened prompt or an ignored token count',
    ),
  finishReason: z.string().nullable(),
  run: callContext.optional().describe('Runs: context of the call'),
});
export type CallRecord = z.infer<typeof callRecord>;

/** A part of a prompt and its size. */
export const promptPartSize = z
  .object({
    message: z.int().nonnegative().describe('Index in `messages`'),
    title: z.string().describe('Title in the prompt. `""` for the text before the first title'),
    tokens: z.int().describe('Number of tokens as estimated by Proscenium'),
  })
  .meta({ id: 'PromptPart' });
export type PromptPartSize = z.infer<typeof promptPartSize>;

/** A single call. */
export const callDetails = callRecord
  .extend({ parts: z.array(promptPartSize).describe('Parts of the prompt by title, without pictures') })
  .meta({ id: 'CallRecord' });
export type CallDetails = z.infer<typeof callDetails>;

export const callQuery = pageQuery.extend({
  room: z.string().optional().describe('Filter by scene or run id'),
  role: role.optional().describe('Filter by role'),
  status: callStatus.optional().describe('Filter by status'),
  rung: rung.optional().describe('Filter by how the answer was obtained'),
  model: z.string().max(400).optional().describe('Filter by model'),
  round: digits(z.int().positive()).optional().describe('Filter by round or turn. Use together with `room`'),
  text: z
    .string()
    .trim()
    .max(200)
    .optional()
    .describe('Search role, purpose, step and model. ASCII letters match in either case'),
  inside: z
    .string()
    .trim()
    .min(2)
    .max(200)
    .optional()
    .describe(
      'Search prompts and answers, ignoring case. Covers completed rounds and turns, a few per request: a page may be short or empty even though `next` is set',
    ),
  from: z.iso.date().optional().describe('First day (UTC)'),
  to: z.iso.date().optional().describe('Last day (UTC), inclusive'),
});

export const callPage = pageSchema(callSummary, 'CallPage');
