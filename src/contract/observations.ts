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
        'A grid of colours 0–15 as rows, up to 64×64; or several, oldest first: the animation, the last one settled',
      ),
    png: z
      .string()
      .max(1_000_000)
      .optional()
      .describe('Instead of `frames`: the board as a PNG in the ARC palette, base64'),
    rows: z.int().min(1).max(64).optional().describe('Of `png`, when its cells are not 1 pixel each'),
    cols: z.int().min(1).max(64).optional(),
    state: z.enum(['NOT_FINISHED', 'WIN', 'GAME_OVER']).default('NOT_FINISHED'),
    levelsCompleted: z.int().min(0).max(10_000).optional().describe('Default: as before'),
    availableActions: z
      .array(z.union([actionId, z.int().min(1).max(ACTION_IDS.length)]))
      .max(ACTION_IDS.length)
      .optional()
      .describe('Actions that may be asked for next; default: as before, at first ACTION1 to ACTION5'),
    request: z
      .int()
      .positive()
      .optional()
      .describe('`n` of the request this answers; another one than the open one is refused'),
  })
  .meta({ id: 'PostObservation' });
export type PostObservation = z.infer<typeof postObservation>;

/** Result of an observation, and the run's next request. */
export const observationTaken = z
  .object({
    run: runId,
    observation: z.int().describe('Its number'),
    seq: z.int().describe('Its place in the ledger'),
    status: z.enum(RUN_STATUS).describe('failed: POST …/resume tries the turn again'),
    finishReason: z.string().nullable(),
    turn: z.int(),
    request: z.int().nullable().describe('Number of the observation that is asked for next'),
    role: actionRequest.shape.role
      .nullable()
      .describe(
        '`reset`: start your game (or its level) again and post what it shows; null: nothing is asked for',
      ),
    action: actionRequest.shape.action.describe('What to do in your game; null: nothing, or a reset'),
  })
  .meta({ id: 'ObservationTaken' });
export type ObservationTaken = z.infer<typeof observationTaken>;
