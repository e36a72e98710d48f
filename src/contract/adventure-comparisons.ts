import { z } from 'zod';
import { runId } from './ids';
import { answeredBy } from './providers';
import { gameRef, RUN_STATUS } from './run-parts';

const count = z.int().nullable();

const header = z.object({
  id: runId,
  title: z.string(),
  game: gameRef,
  story: z.string().describe('Hash of the story file: the same file has the same'),
  seed: z.string(),
  status: z.enum(RUN_STATUS),
  finishReason: z.string().nullable(),
  end: z
    .string()
    .nullable()
    .describe('How the newest episode has ended; null: it is being played, or none has begun'),
  answeredBy,
  player: z.enum(['agent', 'person']),
  fair: z.boolean().describe('Its agents know what the story prints and nothing else'),
  score: z.number().nullable().describe('Best score of all episodes, in points; null: not known'),
  maximum: z.number().nullable().describe('Highest score possible, as the story says; null: not known'),
  shareOfMaximum: z.number().nullable().describe('`score` of `maximum`, from 0 to 1; null: not known'),
  turns: z.int(),
  moves: z.int().describe('Commands that were typed, in all episodes'),
  episodes: z.int(),
  deaths: z.int(),
  places: z.int().describe('Places that were visited'),
  objectives: z.object({ declared: z.int(), active: z.int(), completed: z.int() }),
  calls: z.int().describe('Answers that were used, those of the understudy too'),
  tokens: count.describe('Of prompts and answers together; the understudy takes none'),
  money: z.number().nullable().describe("In the stage's currency; null: no prices are set (PRICES)"),
});

const place = z.object({ id: z.string().describe('`L<number>`'), name: z.string(), firstTurn: z.int() });
const objective = z.object({
  id: z.string(),
  text: z.string(),
  status: z.enum(['active', 'completed', 'merged', 'dropped']),
});
/** One command of a run. `key` stands for the whole answer; `text` is its beginning. */
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
  .describe('`[move, score]` at every change, and at the last move; moves are counted over all episodes');

/** A text adventure as it is compared with another: made by one room, sent to the other. */
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
      .describe('The beginning of the answer; from shortly before they differ, where `kind` is `answer`'),
  })
  .nullable();
const whose = z.enum(['both', 'only_a', 'only_b']);

export const adventureComparison = z
  .object({
    kind: z.literal('adventure'),
    a: header,
    b: header,
    sameGame: z.boolean().describe('They play the same story file'),
    sameSeed: z.boolean(),
    curves: z.object({ a: curve, b: curve }),
    places: z
      .array(
        z.object({
          id: z.string(),
          name: z.string(),
          in: whose,
          a: count.describe('Turn of the first visit of A'),
          b: count.describe('Turn of the first visit of B'),
        }),
      )
      .nullable()
      .describe(
        'Places that were visited, by the number of their object, or by their name where a run is fair; null: two stories share none',
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
      .describe('By their texts, case, articles and closing punctuation aside'),
    diverge: z
      .object({
        move: z.int().describe('The first move that differs, from 1'),
        kind: z
          .enum(['command', 'answer', 'end'])
          .describe(
            '`answer`: the story answered the same command otherwise; `end`: one run has no more moves',
          ),
        a: divergedStep,
        b: divergedStep,
      })
      .nullable()
      .describe('null: the same moves with the same answers, or two stories'),
  })
  .meta({ id: 'AdventureComparison' });
export type AdventureComparison = z.infer<typeof adventureComparison>;
