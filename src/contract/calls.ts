import { z } from 'zod';
import { gameAction } from './agents';
import { digits } from './digits';
import { callId } from './ids';
import { jsonObject } from './json';
import { pageOf, pageQuery } from './pages';

/**
 * How an answer was obtained (docs/models.md#answer-forms), best first. Closed list.
 * `json_schema`, `json_object`, `prompt`: exact JSON under that constraint, or as the prompt alone described it;
 * `repaired`: damaged JSON with one meaning; `retried`: a second request that listed the errors; `prose`: a character's
 * plain line; `understudy`: the offline stand-in, never passed off as a model; `unusable`: no usable answer.
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
    completionTokens: z.int().nonnegative().describe('Of thinking and answer together'),
    reasoningTokens: z.int().nonnegative().exactOptional().describe('Of these, how many it thought'),
    cachedTokens: z.int().nonnegative().exactOptional().describe('Of the prompt, how many came from a cache'),
    cost: z
      .number()
      .nonnegative()
      .exactOptional()
      .describe("The provider's own count of money, in its currency"),
  })
  .meta({ id: 'Usage', description: 'Tokens as the provider counted them; the understudy has none' });
export type Usage = z.infer<typeof usage>;

/** Result of a call. `lost`: the room was cut off during the call; it was tried again. */
const CALL_STATUS = ['open', 'answered', 'refused', 'timeout', 'unreachable', 'lost', 'discarded'] as const;
const callStatus = z.enum(CALL_STATUS).meta({ id: 'CallStatus' });
export type CallStatus = z.infer<typeof callStatus>;

const messagePart = z.union([
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({
    type: z.literal('frame'),
    label: z.string(),
    cells: z.string().describe('A packed frame; the provider gets it as PNG'),
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

/** The index row of a call: what lists show. */
export const callSummary = z
  .object({
    id: callId,
    room: z.string(),
    round: z.int().describe('Round of the scene, or turn of the run'),
    n: z.int().positive().describe('Number of the journalled step; they are counted in each room, from 1'),
    step: z.string().describe('The journalled step, e.g. `director.1/1`'),
    role,
    purpose: z.string(),
    attempt: z.int().positive().describe('Which call of its ask this was, from 1'),
    provider: z.string(),
    model: z.string(),
    status: callStatus,
    rung: rung.nullable(),
    promptTokens: z.int(),
    completionTokens: z.int().describe('Of thinking and answer together'),
    reasoningTokens: toldCount.describe('Of the completion: thought. Null: the endpoint did not tell'),
    cachedTokens: toldCount.describe(
      "Of the prompt: from the provider's cache. Null: the endpoint did not tell",
    ),
    providerCost: z
      .number()
      .nullable()
      .describe('What the provider itself says that it charged, in its own currency; null: it does not'),
    latencyMs: z.int().nullable(),
    startedAt: z.iso.datetime(),
    seat: z.string().nullable().describe('Whose input it answered; null: nobody in particular'),
    money: z
      .number()
      .nullable()
      .describe("What it cost, in the stage's currency; null: it was free, or its model has no price"),
    roomTitle: z.string().exactOptional().describe('Title of its room, in lists'),
  })
  .meta({ id: 'CallSummary' });
export type CallSummary = z.infer<typeof callSummary>;

/** Parts that are taken off a line before it is said. */
const LINE_CUTS = ['ownName', 'otherSpeakers', 'thought', 'halfSentence'] as const;
export type LineCut = (typeof LINE_CUTS)[number];

/** Lists the findings of reading the answer of one call. */
export const callCheck = z
  .object({
    call: z.int().positive().describe('Which call of its ask it was, from 1'),
    status: callStatus,
    rung: rung.nullable().describe('`unusable`: it could not be used; null: no answer came'),
    problems: z
      .array(z.object({ pointer: z.string(), message: z.string() }))
      .describe('By JSON Pointers into the answer; `""` is all of it'),
    repairs: z.array(z.string()).describe('How it was read, where it was no exact JSON of the right form'),
    cut: z
      .array(z.enum(LINE_CUTS))
      .describe(
        'Taken off its line: its own name, what it said in the name of others, a thought before it, the sentence it was ' +
          'cut off in',
      ),
  })
  .meta({ id: 'CallCheck' });
export type CallCheck = z.infer<typeof callCheck>;

/** Subject of a run's call, beyond prompt and answer. */
export const callContext = z
  .object({
    turn: z.int(),
    targetAction: gameAction
      .nullable()
      .describe('The action that is analysed, or that the suggestion led to; null: none'),
    images: z.array(
      z.object({
        label: z.string(),
        frame: z.int().nullable().describe('GET …/frames/{n}.png; null: not a frame that was captured'),
      }),
    ),
    context: z.string().describe('What was told with the images: everything but the standing orders'),
    stateBefore: jsonObject.describe("The agent's state before it, in the names of the export"),
    stateAfter: jsonObject.describe('The same once its answer was stored'),
  })
  .meta({ id: 'RunCallContext' });
export type CallContext = z.infer<typeof callContext>;

/** The whole record: prompt, raw answer, what was made of it. */
export const callRecord = callSummary.extend({
  messages: z.array(message),
  constraint: z.enum(['json_schema', 'json_object', 'none']).nullable(),
  raw: z.string().nullable().describe("The provider's answer as it came"),
  reasoning: z.string().nullable().describe('Private: never put in any prompt'),
  parsed: z.json().nullable(),
  problems: z.array(z.object({ pointer: z.string(), message: z.string() })),
  error: z.string().nullable(),
  notes: z
    .array(z.string())
    .describe(
      'What was done otherwise than asked: pictures left out, a prompt shortened, a count not believed',
    ),
  finishReason: z.string().nullable(),
  run: callContext.optional().describe('For a call of a run: what it was about'),
});
export type CallRecord = z.infer<typeof callRecord>;

/** A part of a prompt and its size. */
export const promptPartSize = z
  .object({
    message: z.int().nonnegative().describe('Its place in `messages`'),
    title: z.string().describe('As it stands in the prompt; `""`: the text before the first title'),
    tokens: z.int().describe('As Proscenium counts'),
  })
  .meta({ id: 'PromptPart' });
export type PromptPartSize = z.infer<typeof promptPartSize>;

/** A call as it is read by itself. */
export const callDetails = callRecord
  .extend({ parts: z.array(promptPartSize).describe('The prompt cut at its titles, without its pictures') })
  .meta({ id: 'CallRecord' });
export type CallDetails = z.infer<typeof callDetails>;

export const callQuery = pageQuery.extend({
  room: z.string().optional().describe('Only calls of that scene or run'),
  role: role.optional().describe('Only calls of that role'),
  status: callStatus.optional().describe('Only calls that ended so'),
  rung: rung.optional().describe('Only answers that were won on that rung'),
  model: z.string().max(400).optional().describe('Only calls of that model'),
  round: digits(z.int().positive()).optional().describe('Of one round, or turn; sensible with `room`'),
  text: z
    .string()
    .trim()
    .max(200)
    .optional()
    .describe('Part of the role, purpose, step or model. Letters of English are found in either case'),
  inside: z
    .string()
    .trim()
    .min(2)
    .max(200)
    .optional()
    .describe(
      'Words of the prompt or of the answer, in either case. Rounds and turns that have ended are looked through, a few with ' +
        'each request: a page may be short, or empty, while `next` leads on',
    ),
  from: z.iso.date().optional().describe('First day, UTC'),
  to: z.iso.date().optional().describe('Last day, UTC, inclusive'),
});

export const callPage = pageOf(callSummary, 'CallPage');
