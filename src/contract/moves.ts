import { z } from 'zod';
import { actionId } from './agents';
import { runId } from './ids';
import { RUN_STATUS } from './run-parts';

const cell = z.int().min(0).max(63);

/** A person plays a run: what to do next. */
export const giveMove = z
  .strictObject({
    action: z
      .union([actionId, z.literal('RESET')])
      .describe('`RESET` starts the game, or its level again when something was done in it'),
    x: cell.optional().describe('Column of a click (`ACTION6`)'),
    y: cell.optional().describe('Row of a click (`ACTION6`)'),
  })
  .meta({ id: 'GiveMove' });
export type GiveMove = z.infer<typeof giveMove>;

export const moveTaken = z
  .object({
    run: runId,
    seq: z.int().describe('Event that stored the move'),
    status: z.enum(RUN_STATUS),
    finishReason: z.string().nullable(),
    turn: z.int().nullable().describe('The turn that does it; null: it has not begun'),
    frame: z.int().nullable().describe('Number of the newest frame; null: the game has not begun'),
    before: z.string().nullable().describe('Packed frame before the newest; null: there is none'),
    cells: z.string().nullable().describe('The newest frame, packed'),
    animation: z.array(z.string()).describe('Packed frames that were shown before it'),
    state: z.string(),
    level: z.int().describe('Levels completed'),
    available: z.array(actionId).describe('Actions that the game offers now'),
    restarted: z.boolean().describe('The game, or its level, was begun again'),
    refused: z.string().nullable().describe('What the game said, which did nothing; null: it did it'),
  })
  .meta({ id: 'MoveTaken' });
export type MoveTaken = z.infer<typeof moveTaken>;
