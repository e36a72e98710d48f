/** A grid of colors 0..15, row by row. */
export interface Board {
  rows: number;
  cols: number;
  cells: Uint8Array;
}

/** An action; a click also has a column `x` and a row `y`. */
export interface Action {
  id: string;
  x?: number;
  y?: number;
}

/** One action with the settled boards before and after it, both of the same size. */
export interface Transition {
  action: Action;
  before: Board;
  after: Board;
  /** True for the first transition after a level began or restarted; earlier transitions are not part of its past. */
  start?: boolean;
}

/** Cells that change by themselves, such as a step bar. The learner ignores them. */
export type Mask = ReadonlySet<number>;

export type Forecast =
  /** Every changed cell with its new color. `open` cells may change, to an unknown color. */
  | { kind: 'cells'; cells: ReadonlyMap<number, number>; open: ReadonlySet<number> }
  | { kind: 'nothing' }
  | { kind: 'silent'; reason: string };

export type Outcome = 'right' | 'partial' | 'wrong' | 'silent';

/** A row and a column, or a distance in rows and columns. */
export type Vec = readonly [number, number];

/** `RULE_WORDS` explains them. */
export type Feature =
  | 'ahead'
  | 'beyond'
  | 'behind'
  | 'touching'
  | 'look'
  | 'clicked'
  | 'at'
  | 'player'
  | 'last'
  | 'board';

export interface Condition {
  feature: Feature;
  value: string;
  not?: boolean;
}

/**
 * The effect of a rule on its object. Pictures are rows of hex digits joined by "/"; "." marks cells outside the
 * object.
 */
export type Effect =
  | { kind: 'move'; by: Vec; become?: string }
  | { kind: 'slide'; by: Vec }
  | { kind: 'recolour'; to: number }
  | { kind: 'become'; picture: string }
  | { kind: 'vanish' }
  | { kind: 'picture'; from: string; to: string }
  | { kind: 'undo' }
  | { kind: 'nothing' };

export interface Rule {
  /** Counts from 1; stable within one model. */
  id: number;
  action: string;
  /** The object in words, such as "blue 4×4 square". */
  object: string;
  when: Condition[];
  effect: Effect;
  /** Number of observations that the rule applies to, and how many of them it gets wrong. */
  seen: number;
  wrong: number;
}
