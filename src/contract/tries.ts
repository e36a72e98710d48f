import { z } from 'zod';
import { actionId, BOARD_MAX } from './agents';

/** Moves that may be tried in a row. */
export const MAX_TRIED = 200;

const packed = z.string().describe('A packed frame: a hexadecimal digit for each cell, rows joined by `/`');

/** Forecast of a game after some moves that nobody made. */
export const tried = z
  .object({
    from: z.int().describe('Number of the frame they begin at; 0: the game as it opens'),
    moves: z.int(),
    left: z.int().describe('How many more may be tried in a row'),
    before: packed.describe('The board before the last of them'),
    cells: packed,
    animation: z.array(z.string()).describe('Packed frames shown before the settled one'),
    state: z.enum(['NOT_FINISHED', 'WIN', 'GAME_OVER']),
    level: z.int().describe('Levels completed'),
    available: z.array(actionId),
    restarted: z
      .boolean()
      .describe('The game was over: the last move began the level again, whatever it was'),
    summary: z.string().nullable().describe('What the last move changed; null: there was none'),
  })
  .meta({ id: 'TriedMoves' });
export type Tried = z.infer<typeof tried>;

const cellObject = z.object({
  colour: z.int().min(0).max(15),
  top: z.int(),
  left: z.int(),
  rows: z.int(),
  cols: z.int(),
  size: z.int().describe('Cells: `rows * cols` of a solid rectangle'),
});
export type SeenObject = z.infer<typeof cellObject>;

/** The objects of a frame, as everything in a run sees them. */
export const frameObjects = z
  .object({
    frame: z.int(),
    rows: z.int().max(BOARD_MAX),
    cols: z.int().max(BOARD_MAX),
    ground: z.int().nullable().describe('The colour with the most cells: what the others lie on'),
    objects: z
      .array(cellObject)
      .describe('Connected cells of one colour, the ground left out, largest first'),
    masked: z
      .array(z.int())
      .describe(
        'Cells that change whatever the action, as `row * cols + col`; they are left out of `changes`',
      ),
    changes: z
      .object({
        since: z.int(),
        moved: z
          .array(cellObject.extend({ byRows: z.int(), byCols: z.int() }))
          .describe('`top` and `left` are where they came from; down and right are positive'),
        appeared: z.array(cellObject),
        vanished: z.array(cellObject),
        recoloured: z.array(cellObject.extend({ from: z.int() })),
        resized: z.array(cellObject.extend({ fromRows: z.int(), fromCols: z.int() })),
        reshaped: z.array(cellObject),
        words: z.array(z.string()).describe('The same, a line for each'),
      })
      .nullable()
      .describe('null without `since`'),
  })
  .meta({ id: 'FrameObjects' });
export type FrameObjects = z.infer<typeof frameObjects>;
