import { z } from 'zod';
import { runId } from './ids';
import { answeredBy } from './providers';
import { gameRef, RUN_STATUS } from './run-parts';

const count = z.int().nullable();

const header = z.object({
  id: runId,
  title: z.string(),
  game: gameRef,
  story: z.string().describe('SHA-256 of the story file'),
  seed: z.string(),
  status: z.enum(RUN_STATUS),
  finishReason: z.string().nullable(),
  end: z
    .string()
    .nullable()
    .describe('How the latest episode ended. Null if it is still being played or none has started'),
  answeredBy,
  player: z.enum(['agent', 'person']),
  fair: z.boolean().describe('True if its agents only see the text the story prints'),
  score: z.number().nullable().describe('Best score of all episodes, in points. Null if unknown'),
  maximum: z.number().nullable().describe('Maximum score according to the story. Null if unknown'),
  shareOfMaximum: z
    .number()
    .nullable()
    .describe('`score` divided by `maximum`, from 0 to 1. Null if unknown'),
  turns: z.int(),
  moves: z.int().describe('Commands typed in all episodes'),
  episodes: z.int(),
  deaths: z.int(),
  places: z.int().describe('Number of places visited'),
  objectives: z.object({ declared: z.int(), active: z.int(), completed: z.int() }),
  calls: z.int().describe("Number of usable answers, including the understudy's"),
  tokens: count.describe('Prompt and completion tokens. The understudy uses none'),
  money: z.number().nullable().describe("Cost in the stage's currency. Null if no prices are set (PRICES)"),
});

const place = z.object({ id: z.string().describe('`L<number>`'), name: z.string(), firstTurn: z.int() });
const objective = z.object({
  id: z.string(),
  text: z.string(),
  status: z.enum(['active', 'completed', 'merged', 'dropped']),
});
/** One command of a run. `key` identifies the whole answer; `text` is its beginning. */
const step = z.object({
  turn: z.int(),
  episode: z.int(),
  command: z.string(),
  place: z.string().nullable(),
  score: count,
  text: z.string(),
  key: z.string(),
});
const curve = z
  .array(z.tuple([z.int(), z.int()]))
  .describe('`[move, score]` at every change and at the last move. Moves are counted across episodes');

/** Digest of a run, sent from one room to another for a comparison. */
export const adventureDigest = z.object({
  run: header,
  places: z.array(place),
  objectives: z.array(objective),
  steps: z.array(step),
  curve,
});
export type AdventureDigest = z.infer<typeof adventureDigest>;

const divergedStep = step
  .omit({ key: true })
  .extend({
    text: z
      .string()
      .describe('Beginning of the answer. If `kind` is `answer`, starts shortly before the difference'),
  })
  .nullable();
const whose = z.enum(['both', 'only_a', 'only_b']);

export const adventureComparison = z
  .object({
    kind: z.literal('adventure'),
    a: header,
    b: header,
    sameGame: z.boolean().describe('True if both runs play the same story file'),
    sameSeed: z.boolean(),
    curves: z.object({ a: curve, b: curve }),
    places: z
      .array(
        z.object({
          id: z.string(),
          name: z.string(),
          in: whose,
          a: count.describe('Turn of the first visit in A'),
          b: count.describe('Turn of the first visit in B'),
        }),
      )
      .nullable()
      .describe(
        'Visited places, matched by object number, or by name if a run is fair. Null for different stories',
      ),
    objectives: z
      .array(
        z.object({
          text: z.string(),
          in: whose,
          a: objective.shape.status.nullable(),
          b: objective.shape.status.nullable(),
        }),
      )
      .describe('Objectives, matched by text; case, articles and final punctuation are ignored'),
    diverge: z
      .object({
        move: z.int().describe('First move that differs, from 1'),
        kind: z
          .enum(['command', 'answer', 'end'])
          .describe(
            '`command`: different commands; `answer`: the story answered the same command differently; `end`: one run has no more moves',
          ),
        a: divergedStep,
        b: divergedStep,
      })
      .nullable()
      .describe('First difference. Null if there is none, or for different stories'),
  })
  .meta({ id: 'AdventureComparison' });
export type AdventureComparison = z.infer<typeof adventureComparison>;
