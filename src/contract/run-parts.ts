import { z } from 'zod';
import { runId } from './ids';
import { problem } from './problems';
import { answeredBy } from './providers';

/**
 * A built-in game, an uploaded story (`story-…`), `pushed` (the caller plays and posts observations), or `arc3:` plus
 * the full id of a remote game.
 */
export const gameRef = z
  .string()
  .regex(
    /^(?:[a-z0-9][a-z0-9-]{0,39}|arc3:[A-Za-z0-9][A-Za-z0-9._-]{0,79})$/,
    'use the id of a game of GET /v1/games, `pushed`, or `arc3:` and a full game id',
  )
  .meta({ id: 'GameRef' });

/** The id becomes part of a URL. */
export const scorecardId = z.string().regex(/^[\w-]{1,200}$/, 'use the id of a scorecard');

/** Maximum number of cookies stored per server; it needs two or three. */
export const MAX_COOKIES = 30;
/**
 * RFC 6265 (4.1.1): a token, and a value without white space, inner quotes, commas, `;` and `\`. Both go into a
 * header.
 */
export const cookieName = z
  .string()
  .max(200)
  .regex(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/, 'must be the name of a cookie');
export const cookieValue = z
  .string()
  .max(4096)
  .regex(/^"?[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*"?$/, 'must be the unchanged value of a cookie');

/** Scorecard options of a run of the ARC-AGI-3 service. */
export const scorecardOptions = z
  .strictObject({
    tags: z.array(z.string().min(1).max(100)).max(20).optional().describe('Tags for a new scorecard'),
    sourceUrl: z.url().max(500).optional().describe("URL of the agent's source code, shown by the service"),
    id: scorecardId
      .optional()
      .describe('Id of an open scorecard to share between runs. It is not closed when the run ends'),
    cookies: z
      .record(cookieName, cookieValue)
      .refine((cookies) => Object.keys(cookies).length <= MAX_COOKIES, `at most ${MAX_COOKIES} cookies`)
      .optional()
      .describe('Cookies of that scorecard; they route requests to the server that holds it'),
  })
  .meta({ id: 'ScorecardOptions' });
export type ScorecardOptions = z.infer<typeof scorecardOptions>;

export const RUN_STATUS = ['created', 'running', 'paused', 'failed', 'finished'] as const;
export type RunStatus = (typeof RUN_STATUS)[number];

/** First fields of every run. */
export const runHead = {
  id: runId,
  title: z.string(),
  game: gameRef,
  forkedFrom: z.object({ run: runId, turn: z.int() }).nullable(),
  status: z
    .enum(RUN_STATUS)
    .describe('Status of the run. `failed`: the last turn failed; POST …/resume retries it'),
  finishReason: z.string().nullable(),
  pauseReason: z
    .string()
    .nullable()
    .describe('Why the run is paused. Null if it played the requested number of turns'),
  provider: z.string().describe('Provider that answers. `understudy` is not a model'),
  answeredBy,
  turns: z.int(),
  turn: z.object({ n: z.int(), attempt: z.int(), startedAt: z.string() }).nullable(),
  failed: z
    .object({
      n: z.int(),
      problem,
      retryAt: z.iso
        .datetime()
        .nullable()
        .describe('Time of the automatic retry, if the game cannot be reached. Null if there is none'),
    })
    .nullable()
    .describe('The failed turn. POST …/resume retries it at once'),
};

/** First and last fields of every turn. */
export const turnHead = {
  n: z.int(),
  attempt: z.int(),
  status: z.enum(['running', 'completed', 'failed', 'cancelled']),
};
export const turnTail = {
  provider: z.string().nullable(),
  answeredBy: answeredBy.describe('Models that answered, as `qwen3:8b by local`'),
  problem: problem.nullable(),
  events: z.array(z.int()),
};

/**
 * When a run of a grid game stops exploring: `settled`, when every action is understood; `budget`, when its actions
 * are used up.
 */
export const EXPLORE_UNTIL = ['settled', 'budget'] as const;

/** Basis of the predictions in a run of a grid game: `rules` that code infers, or also `code`: a program that the model writes. */
export const WORLD_KINDS = ['rules', 'code'] as const;
