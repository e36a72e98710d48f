import { z } from 'zod';
import { runId } from './ids';
import { problem } from './problems';
import { answeredBy } from './providers';

/**
 * A game that comes with the service, an uploaded story (`story-…`), `pushed` (the caller plays and posts what it sees),
 * or `arc3:` and the full id of a remote game.
 */
export const gameRef = z
  .string()
  .regex(
    /^(?:[a-z0-9][a-z0-9-]{0,39}|arc3:[A-Za-z0-9][A-Za-z0-9._-]{0,79})$/,
    'use the id of a game of GET /v1/games, `pushed`, or `arc3:` and a full game id',
  )
  .meta({ id: 'GameRef' });

/** Form of a scorecard's id: it becomes a part of an address. */
export const scorecardId = z.string().regex(/^[\w-]{1,200}$/, 'use the id of a scorecard');

/** Most cookies that are stored of one server; it needs two or three. */
export const MAX_COOKIES = 30;
/** RFC 6265 (4.1.1): a token, and a value without white space, quotes inside, commas, `;` and `\`. Both become a header. */
export const cookieName = z
  .string()
  .max(200)
  .regex(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/, 'must be the name of a cookie');
export const cookieValue = z
  .string()
  .max(4096)
  .regex(/^"?[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*"?$/, 'must be the value of a cookie, as it came');

/** A scorecard of the ARC-AGI-3 service, as a run is given one. */
export const scorecardOf = z
  .strictObject({
    tags: z.array(z.string().min(1).max(100)).max(20).optional().describe('Tags of the card that is opened'),
    sourceUrl: z.url().max(500).optional().describe('Where the source of the agent is; the service shows it'),
    id: scorecardId
      .optional()
      .describe('An open card that several runs share: it is played on, and not closed when the run ends'),
    cookies: z
      .record(cookieName, cookieValue)
      .refine((cookies) => Object.keys(cookies).length <= MAX_COOKIES, `at most ${MAX_COOKIES} cookies`)
      .optional()
      .describe('Cookies that came with that card: they lead to the server that has it'),
  })
  .meta({ id: 'ScorecardOptions' });
export type ScorecardOptions = z.infer<typeof scorecardOf>;

export const RUN_STATUS = ['created', 'running', 'paused', 'failed', 'finished'] as const;
export type RunStatus = (typeof RUN_STATUS)[number];

/** First fields of every run, whatever it plays. */
export const runHead = {
  id: runId,
  title: z.string(),
  game: gameRef,
  forkedFrom: z.object({ run: runId, turn: z.int() }).nullable(),
  status: z
    .enum(RUN_STATUS)
    .describe('failed: it stands still, as its turn failed; POST …/resume tries that again'),
  finishReason: z.string().nullable(),
  pauseReason: z
    .string()
    .nullable()
    .describe('Of a paused run: why, in words; null: it has played the turns it was asked for'),
  provider: z.string().describe('Who answers: `understudy` is the offline stand-in, not a model'),
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
        .describe('When it is tried again by itself, as the game is out of reach; null: it is not'),
    })
    .nullable()
    .describe('The last turn failed; POST …/resume tries it again at once'),
};

/** First and last fields of every turn, whatever it plays. */
export const turnHead = {
  n: z.int(),
  attempt: z.int(),
  status: z.enum(['running', 'completed', 'failed', 'cancelled']),
};
export const turnTail = {
  provider: z.string().nullable(),
  answeredBy: answeredBy.describe('Who answered, as `qwen3:8b by local`'),
  problem: problem.nullable(),
  events: z.array(z.int()),
};

/** Until when a run of a grid game explores: `settled`, until every action is settled; `budget`, until its actions are spent. */
export const EXPLORE_UNTIL = ['settled', 'budget'] as const;
