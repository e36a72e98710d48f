import { z } from 'zod';
import { actionId, BOARD_MAX } from './agents';

/** Maximum number of moves per trial. */
export const MAX_TRIED_MOVES = 200;

const packed = z.string().describe('A packed frame: one hexadecimal digit per cell, rows separated by `/`');

/** Prediction of a game after moves that were not played. */
export const tried = z
  .object({
    from: z.int().describe('Number of the starting frame. 0: the opening of the game'),
    moves: z.int(),
    left: z.int().describe('Number of moves that can be added to the trial'),
    before: packed.describe('The board before the last move'),
    cells: packed,
    animation: z.array(z.string()).describe('Packed frames of the animation before the settled frame'),
    state: z.enum(['NOT_FINISHED', 'WIN', 'GAME_OVER']),
    level: z.int().describe('Number of completed levels'),
    available: z.array(actionId),
    restarted: z.boolean().describe('True if the game was over and the last move restarted the level'),
    summary: z.string().nullable().describe('Changes by the last move. Null if there was none'),
  })
  .meta({ id: 'TriedMoves' });
export type TriedMoves = z.infer<typeof tried>;

const cellObject = z.object({
  colour: z.int().min(0).max(15),
  top: z.int(),
  left: z.int(),
  rows: z.int(),
  cols: z.int(),
  size: z.int().describe('Number of cells: `rows * cols` for a solid rectangle'),
});
export type SeenObject = z.infer<typeof cellObject>;

/** The objects of a frame, as all parts of a run detect them. */
export const frameObjects = z
  .object({
    frame: z.int(),
    rows: z.int().max(BOARD_MAX),
    cols: z.int().max(BOARD_MAX),
    ground: z.int().nullable().describe('Background color: the one with the most cells'),
    objects: z
      .array(cellObject)
      .describe('Connected cells of one color, except the background, largest first'),
    masked: z
      .array(z.int())
      .describe(
        'Ignored cells, which change with every action, as `row * cols + col`. Not included in `changes`',
      ),
    changes: z
      .object({
        since: z.int(),
        moved: z
          .array(cellObject.extend({ byRows: z.int(), byCols: z.int() }))
          .describe(
            'Moved objects. `top` and `left` are the old position; positive distances are down and right',
          ),
        appeared: z.array(cellObject),
        vanished: z.array(cellObject),
        recoloured: z.array(cellObject.extend({ from: z.int() })),
        resized: z.array(cellObject.extend({ fromRows: z.int(), fromCols: z.int() })),
        reshaped: z.array(cellObject),
        words: z.array(z.string()).describe('The changes in words, one line each'),
      })
      .nullable()
      .describe('Changes since the frame `since`. Null without `since`'),
  })
  .meta({ id: 'FrameObjects' });
export type FrameObjects = z.infer<typeof frameObjects>;
