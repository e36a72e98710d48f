import { z } from 'zod';
import { ACTION_IDS, actionId } from './agents';
import { runId } from './ids';
import { RUN_STATUS } from './run-parts';
import { actionRequest } from './runs';

const cells = z.array(z.array(z.number()));

/** Frames of a caller's own game: at its start, after a reset, or after the requested action. */
export const postObservation = z
  .strictObject({
    frames: z
      .union([cells, z.array(cells)])
      .optional()
      .describe(
        'A grid of colors 0–15 as rows, up to 64×64; or several grids, oldest first: the animation, then the settled frame',
      ),
    png: z
      .string()
      .max(1_000_000)
      .optional()
      .describe('Alternative to `frames`: the board as a base64-encoded PNG in the ARC palette'),
    rows: z
      .int()
      .min(1)
      .max(64)
      .optional()
      .describe('Rows of the board in `png`, if a cell is larger than 1 pixel'),
    cols: z.int().min(1).max(64).optional(),
    state: z.enum(['NOT_FINISHED', 'WIN', 'GAME_OVER']).default('NOT_FINISHED'),
    levelsCompleted: z
      .int()
      .min(0)
      .max(10_000)
      .optional()
      .describe('Number of completed levels. Default: unchanged'),
    availableActions: z
      .array(z.union([actionId, z.int().min(1).max(ACTION_IDS.length)]))
      .max(ACTION_IDS.length)
      .optional()
      .describe('Actions the game now offers. Default: unchanged; initially ACTION1 to ACTION5'),
    request: z
      .int()
      .positive()
      .optional()
      .describe('`n` of the request this observation answers. Refused if another request is open'),
  })
  .meta({ id: 'PostObservation' });
export type PostObservation = z.infer<typeof postObservation>;

/** Result of an observation, and the run's next request. */
export const observationResult = z
  .object({
    run: runId,
    observation: z.int().describe('Number of the observation'),
    seq: z.int().describe('Seq of its event in the ledger'),
    status: z.enum(RUN_STATUS).describe('Status of the run. If `failed`, POST …/resume retries the turn'),
    finishReason: z.string().nullable(),
    turn: z.int(),
    request: z.int().nullable().describe('Number of the next requested observation'),
    role: actionRequest.shape.role
      .nullable()
      .describe(
        '`reset`: restart your game or its level, then post its board. Null if no observation is requested',
      ),
    action: actionRequest.shape.action.describe(
      'The action to execute in your game. Null if there is none, or for a reset',
    ),
  })
  .meta({ id: 'ObservationTaken' });
export type ObservationResult = z.infer<typeof observationResult>;
