import { z } from 'zod';
import { actionId, environmentUpdate, gameAction } from './agents';
import { runId } from './ids';
import { answeredBy } from './providers';
import { ACTION_STATUS, prediction } from './run-knowledge';
import { gameRef, RUN_STATUS } from './run-parts';

const replayStep = z
  .object({
    n: z.int().describe('Number of the step, from 1'),
    seq: z.int().describe('Seq of the event that ended it'),
    turn: z.int(),
    at: z.string(),
    kind: z
      .enum(['start', 'reset', 'action', 'doubt', 'refused'])
      .describe(
        '`doubt`: it is unknown whether the game executed the action; `refused`: the game refused it. Neither has a frame',
      ),
    action: gameAction.nullable(),
    role: z
      .enum(['setup', 'target', 'refresh', 'replay', 'person'])
      .nullable()
      .describe(
        '`replay`: sent again in a new session to restore the position; `person`: played by a person',
      ),
    beforeFrame: z.int().nullable(),
    frame: z.int().nullable(),
    cells: z
      .string()
      .nullable()
      .describe('The settled frame, packed: one hexadecimal digit per cell, rows separated by `/`'),
    animation: z.array(z.string()).describe('Packed frames of the animation before the settled frame'),
    state: z.string(),
    level: z.int(),
    available: z.array(actionId).describe('Actions the game offers after it'),
    reason: z
      .string()
      .nullable()
      .describe('Why the explorer or the service chose it. Null if it was not a choice'),
    summary: z.string().nullable().describe('Changes of the board, without cells ignored at that time'),
    hadEffect: z.boolean().nullable().describe('True if the action changed the board. Null if not analyzed'),
    consistent: z.boolean().nullable(),
    prediction: prediction
      .pick({ predicted: true, result: true })
      .nullable()
      .describe('Prediction made before the action was executed. Null if none'),
    status: z.enum(ACTION_STATUS).nullable().describe('Status of the action after this step'),
    note: z
      .string()
      .nullable()
      .describe('Message or unexpected behavior of the game, or why it was restarted'),
  })
  .meta({ id: 'ReplayStep' });
export type ReplayStep = z.infer<typeof replayStep>;
export const replayPage = z
  .object({
    items: z.array(replayStep),
    next: z.string().nullable().describe('Cursor of the next page. Null at the end'),
    total: z.int().describe('Number of steps so far'),
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
  provider: z.string().describe('Provider that answered so far. `understudy` is not a model'),
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
    .describe('Number of actions of any kind that the run had sent when this one was verified'),
});

/** Digest of a run, sent from one room to another for a comparison. */
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
          .describe('Agreement of the rules as text. `neither`: both runs have none'),
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
      .describe('Objects, relationships and rules, matched by kind and name'),
    diverge: z
      .object({
        step: z.int().describe('First step that differs, from 1'),
        kind: z
          .enum(['action', 'board', 'end'])
          .describe(
            '`action`: different actions; `board`: the same actions led to different boards; `end`: one run has more steps',
          ),
        a: divergedStep,
        b: divergedStep,
      })
      .nullable()
      .describe('First difference. Null if there is none, or for different games or seeds'),
  })
  .meta({ id: 'RunComparison' });
export type Comparison = z.infer<typeof comparison>;
