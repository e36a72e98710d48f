import { z } from 'zod';
import { actionId } from './agents';
import { runId } from './ids';
import { RUN_STATUS } from './run-parts';

const cell = z.int().min(0).max(63);

/** A move of a person who plays a run. */
export const giveMove = z
  .strictObject({
    action: z
      .union([actionId, z.literal('RESET')])
      .describe('The action. `RESET` starts the game, or restarts a level that is in progress'),
    x: cell.optional().describe('Column of a click (`ACTION6`)'),
    y: cell.optional().describe('Row of a click (`ACTION6`)'),
  })
  .meta({ id: 'GiveMove' });
export type GiveMove = z.infer<typeof giveMove>;

export const moveResult = z
  .object({
    run: runId,
    seq: z.int().describe('Seq of the event that stored the move'),
    status: z.enum(RUN_STATUS),
    finishReason: z.string().nullable(),
    turn: z.int().nullable().describe('Turn that executes the move. Null if it has not started'),
    frame: z.int().nullable().describe('Number of the latest frame. Null if the game has not started'),
    before: z.string().nullable().describe('Packed frame before the latest one. Null if none'),
    cells: z.string().nullable().describe('The latest frame, packed'),
    animation: z.array(z.string()).describe('Packed frames of the animation before the latest frame'),
    state: z.string(),
    level: z.int().describe('Number of completed levels'),
    available: z.array(actionId).describe('Actions the game currently offers'),
    restarted: z.boolean().describe('True if the game or level was restarted'),
    refused: z
      .string()
      .nullable()
      .describe('Message from the game if it refused the action. Null if it executed the action'),
  })
  .meta({ id: 'MoveTaken' });
export type MoveResult = z.infer<typeof moveResult>;
