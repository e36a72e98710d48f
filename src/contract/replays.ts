import { z } from 'zod';
import { actionId, environmentUpdate, gameAction } from './agents';
import { runId } from './ids';
import { answeredBy } from './providers';
import { ACTION_STATUS, prediction } from './run-knowledge';
import { gameRef, RUN_STATUS } from './run-parts';

const replayStep = z
  .object({
    n: z.int().describe('Number of the step, from 1'),
    seq: z.int().describe('Event that ended it'),
    turn: z.int(),
    at: z.string(),
    kind: z
      .enum(['start', 'reset', 'action', 'doubt', 'refused'])
      .describe(
        '`doubt`: nobody knows whether the game did it; `refused`: it did nothing. Neither has a frame',
      ),
    action: gameAction.nullable(),
    role: z
      .enum(['setup', 'target', 'refresh', 'replay', 'person'])
      .nullable()
      .describe(
        '`replay`: sent again in a new session, to come back to where the run was; `person`: a person played it',
      ),
    beforeFrame: z.int().nullable(),
    frame: z.int().nullable(),
    cells: z
      .string()
      .nullable()
      .describe('The settled frame, packed: a hexadecimal digit for each cell, rows joined by `/`'),
    animation: z.array(z.string()).describe('Packed frames shown before the settled one'),
    state: z.string(),
    level: z.int(),
    available: z.array(actionId).describe('Actions that the game offers after it'),
    reason: z
      .string()
      .nullable()
      .describe('Why the explorer, or the service for it, chose it; null: nobody chose'),
    summary: z.string().nullable().describe('What changed, the HUD masked as it was known then'),
    hadEffect: z.boolean().nullable().describe('null: it was not analysed'),
    consistent: z.boolean().nullable(),
    prediction: prediction
      .pick({ predicted: true, result: true })
      .nullable()
      .describe('What was predicted before it was seen; null: nobody checked'),
    status: z.enum(ACTION_STATUS).nullable().describe('Status of the action after this step'),
    note: z.string().nullable().describe('What the game said or did wrong; why it was started again'),
  })
  .meta({ id: 'ReplayStep' });
export type ReplayStep = z.infer<typeof replayStep>;
export const replayPage = z
  .object({
    items: z.array(replayStep),
    next: z.string().nullable().describe('Cursor of the next page; null at the end'),
    total: z.int().describe('Steps of the run so far'),
  })
  .meta({ id: 'ReplayPage' });
export type ReplayPage = z.infer<typeof replayPage>;

const runHeader = z.object({
  id: runId,
  title: z.string(),
  game: gameRef,
  seed: z.string(),
  status: z.enum(RUN_STATUS),
  finishReason: z.string().nullable(),
  provider: z.string().describe('Who answered so far; `understudy` is the offline stand-in, not a model'),
  answeredBy,
  turns: z.int(),
  used: z.object({ actions: z.int(), calls: z.int() }),
  level: z.int(),
});

const comparedAction = z.object({
  status: z.enum(ACTION_STATUS),
  definition: z.string().nullable(),
  streak: z.int(),
  attempts: z.int(),
  noEffect: z.int(),
  firstEffectTurn: z.int().nullable(),
  actionsUntilVerified: z
    .int()
    .nullable()
    .describe('Actions the run had sent, of any kind, when this one was verified'),
});

/** A run as it is compared with another: made by one room, sent to the other. */
export const runDigest = z.object({
  run: runHeader,
  actions: z.record(z.string(), comparedAction),
  environment: z.array(z.object({ kind: environmentUpdate.shape.kind, name: z.string(), text: z.string() })),
  steps: z.array(
    z.object({
      turn: z.int(),
      kind: replayStep.shape.kind,
      action: z.string().nullable(),
      frame: z.int().nullable(),
      key: z.string().nullable(),
    }),
  ),
});
export type RunDigest = z.infer<typeof runDigest>;

const divergedStep = z
  .object({ turn: z.int(), action: z.string().nullable(), frame: z.int().nullable() })
  .nullable();

export const comparison = z
  .object({
    kind: z.literal('grid'),
    a: runHeader,
    b: runHeader,
    sameGame: z.boolean(),
    sameSeed: z.boolean(),
    actions: z.record(
      z.string(),
      z.object({
        agreement: z
          .enum(['same', 'different', 'only_a', 'only_b', 'neither'])
          .describe('Of the definitions, word by word; `neither` has one'),
        a: comparedAction.nullable(),
        b: comparedAction.nullable(),
      }),
    ),
    environment: z
      .array(
        z.object({
          kind: environmentUpdate.shape.kind,
          name: z.string(),
          in: z.enum(['both', 'only_a', 'only_b']),
          sameText: z.boolean().nullable(),
        }),
      )
      .describe('Objects, relationships and rules, by kind and name'),
    diverge: z
      .object({
        step: z.int().describe('The first step that differs, from 1'),
        kind: z
          .enum(['action', 'board', 'end'])
          .describe('`board`: the same actions showed another board; `end`: one of the runs goes on'),
        a: divergedStep,
        b: divergedStep,
      })
      .nullable()
      .describe('null: the same steps, or other games or seeds'),
  })
  .meta({ id: 'RunComparison' });
export type Comparison = z.infer<typeof comparison>;
