import { z } from 'zod';
import { MAX_COUNT } from '../../../base/foreign-values';
import { ACTION_IDS, type ActionId, BOARD_MAX } from '../../../contract/agents';
import { packFrame } from '../../../contract/frame';
import type { GameStatus } from '../game';

export interface ArcFrame {
  /** Session id, required by all following commands. */
  guid: string;
  /**
   * Packed frames (src/contract/frame.ts), oldest first: the animation, the last one settled. At least one.
   */
  frames: string[];
  state: GameStatus;
  /**
   * The server accepts only RESET next: the game is won, over, or not begun (`NOT_STARTED`, `NOT_PLAYED`).
   */
  needsReset: boolean;
  levelsCompleted: number;
  /** Levels needed to win; null if unknown. */
  winLevels: number | null;
  /** A RESET discarded all levels. */
  fullReset: boolean;
  /** In order. */
  availableActions: ActionId[];
  /** Animation frames dropped: the oldest beyond the limit, and frames of another size. */
  dropped: number;
  /** Irregularities to record, as English sentences. */
  notes: string[];
}

type ArcFrameRead = { ok: true; frame: ArcFrame } | { ok: false; message: string };

/** Maximum animation frames in addition to the settled one. */
export const MAX_ANIMATION = 64;

/** Default actions: all but undo, which few games have. */
const DEFAULT_ACTIONS: readonly ActionId[] = [
  'ACTION1',
  'ACTION2',
  'ACTION3',
  'ACTION4',
  'ACTION5',
  'ACTION6',
];

/**
 * Cells are checked below: a schema for 64 × 64 × n numbers costs more than the rest of a turn. `score` and
 * `win_score` are older names.
 */
const count = z.int().min(0).max(MAX_COUNT).nullish();
const answer = z.object({
  guid: z.string().min(1).max(200).nullish(),
  frame: z.array(z.unknown()).min(1),
  state: z.enum(['NOT_FINISHED', 'WIN', 'GAME_OVER', 'NOT_STARTED', 'NOT_PLAYED']),
  levels_completed: count,
  score: count,
  win_levels: count,
  win_score: count,
  full_reset: z.boolean().nullish(),
  available_actions: z.array(z.unknown()).nullish(),
});

/** @param asked the command's guid; a response without a guid belongs to that session */
export function readArcFrame(json: unknown, asked: string | null = null): ArcFrameRead {
  const parsedAnswer = answer.safeParse(json);
  if (!parsedAnswer.success)
    return { ok: false, message: `the answer is no frame: ${describe(parsedAnswer.error)}` };
  const { data } = parsedAnswer;
  const guid = data.guid ?? asked;
  if (guid === null) return { ok: false, message: 'the answer is no frame: it has no guid' };
  const levelsCompleted = data.levels_completed ?? data.score ?? null;
  if (levelsCompleted === null) {
    return { ok: false, message: 'the answer is no frame: it has neither levels_completed nor score' };
  }
  const packResult = packFrames(data.frame);
  if (!packResult.ok) return packResult;
  const needsReset = data.state !== 'NOT_FINISHED';
  const notes = [...packResult.notes];
  let availableActions = readActions(data.available_actions ?? []);
  if (availableActions.length === 0 && !needsReset) {
    availableActions = [...DEFAULT_ACTIONS];
    notes.push('The server named no action that can be sent; ACTION1 to ACTION6 are assumed.');
  }
  return {
    ok: true,
    frame: {
      guid,
      frames: packResult.frames,
      state: data.state === 'WIN' || data.state === 'GAME_OVER' ? data.state : 'NOT_FINISHED',
      needsReset,
      levelsCompleted,
      winLevels: data.win_levels ?? data.win_score ?? null,
      fullReset: data.full_reset ?? false,
      availableActions,
      dropped: packResult.dropped,
      notes,
    },
  };
}

type PackedFrames =
  | { ok: true; frames: string[]; dropped: number; notes: string[] }
  | { ok: false; message: string };

/** Packs the newest frames; older ones are not validated. */
function packFrames(grids: readonly unknown[]): PackedFrames {
  const first = Math.max(0, grids.length - 1 - MAX_ANIMATION);
  const notes: string[] = [];
  if (first > 0) {
    notes.push(`The answer had ${grids.length} frames; the oldest ${first} were left out.`);
  }
  const sizedFrames: { cells: string; size: string }[] = [];
  for (let n = first; n < grids.length; n++) {
    const grid = readGrid(grids[n]);
    if (typeof grid === 'string') {
      return { ok: false, message: `frame ${n + 1} of ${grids.length} is not usable: ${grid}` };
    }
    sizedFrames.push({ cells: packFrame(grid), size: `${grid.length} × ${grid[0]?.length}` });
  }
  const settledSize = sizedFrames.at(-1)?.size;
  const frames = sizedFrames.filter(({ size }) => size === settledSize).map(({ cells }) => cells);
  const odd = sizedFrames.length - frames.length;
  if (odd > 0)
    notes.push(`${odd} animation frames were left out: they are not ${settledSize} like the last one.`);
  return { ok: true, frames, dropped: first + odd, notes };
}

/** Colors by [row][col], or an error. */
function readGrid(value: unknown): number[][] | string {
  if (!Array.isArray(value) || value.length === 0) return 'it has no rows';
  if (value.length > BOARD_MAX) return `it has ${value.length} rows, at most ${BOARD_MAX} can be`;
  const rows: unknown[] = value;
  const width = Array.isArray(rows[0]) ? rows[0].length : 0;
  if (width === 0) return 'its first row has no cells';
  if (width > BOARD_MAX) return `it has ${width} columns, at most ${BOARD_MAX} can be`;
  const grid: number[][] = [];
  for (const [r, row] of rows.entries()) {
    if (!Array.isArray(row)) return `row ${r} is no list`;
    if (row.length !== width) return `row ${r} has ${row.length} cells, the first has ${width}`;
    const wrong = row.findIndex((cell) => !Number.isInteger(cell) || cell < 0 || cell > 15);
    if (wrong >= 0) return `cell (${r},${wrong}) is ${formatCell(row[wrong])}, not a colour from 0 to 15`;
    grid.push(row);
  }
  return grid;
}

/**
 * Maps 1…7 (or names, which some servers send) to ids without duplicates; 0 is RESET, which agents cannot
 * choose.
 */
function readActions(offered: readonly unknown[]): ActionId[] {
  return ACTION_IDS.filter((id, i) => offered.includes(i + 1) || offered.includes(id));
}

const formatCell = (value: unknown): string =>
  typeof value === 'number' || value === null ? String(value) : `a ${typeof value}`;

const describe = (error: z.ZodError): string =>
  error.issues
    .slice(0, 3)
    .map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`))
    .join('; ');
