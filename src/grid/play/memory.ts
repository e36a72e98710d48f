import type { Forecast, Model, Site, Vec } from 'rule-learner';
import type { ActionId, GameAction } from '../../contract/agents';
import type { Mask } from '../../contract/frame';
import { CLICK } from '../choose';
import { type Board, readBoard } from '../frame/board';
import { actionKey, type Transition } from '../transition';
import { findRimBars } from './bars';
import { type Config, colourOf, hashBoard, type Node, readConfig, thingsAt } from './config';

/** Result of an action at a node; `node` is null if it completed a level or ended the game. */
export interface Edge {
  node: Node | null;
  times: number;
}

/** Number of newest transitions in which to look for step bars. */
const BAR_WINDOW = 12;
/** Limit on the new predictions of one turn, because each takes about a millisecond. */
const MAX_PREDICTIONS = 200;

/** Minimum share of the level's transitions that must be new before learning again. */
const RELEARN = 1 / 40;

type Tally = Map<string, number>;
const addTo = (tally: Tally, name: string) => tally.set(name, (tally.get(name) ?? 0) + 1);

/**
 * Everything seen in play: for all levels, which kinds of objects react to touch and clicks; for the current
 * level, every board and where actions led. The learner's model predicts the rest.
 */
export class PlayMemory {
  /** By kind of object for touches, `click` and kind for clicks, and action for others: had an effect or none. */
  readonly done: Tally = new Map();
  readonly idle: Tally = new Map();
  readonly deadly: Tally = new Map();
  readonly winning: Tally = new Map();
  #level = -1;
  edges = new Map<string, Map<string, Edge>>();
  /** The boards of this level. */
  nodes = new Map<string, Node>();
  /** Corners that the mover reached on this level, on any board. */
  reached = new Set<number>();
  /** Experiments done on this level: config, action and the objects touched. */
  tested = new Set<string>();
  /** Lives lost so far, and how many of them interrupted the way to a test, by the test's state and action. */
  lives = 0;
  readonly cutShort = new Map<string, number>();
  #model: Model | null = null;
  #isSurprised = false;
  /** Transitions since the model was learned. */
  #fresh = 0;
  #predictionsLeft = 0;
  /** Predicted nodes by node and action; null if the model is silent. */
  #predicted = new Map<string, Node | null>();
  #read = new Map<string, Node>();
  #configs = new Map<string, Config>();
  #mask: Mask = new Set();
  #given = 0;
  #rim = new Set<number>();
  #unread: { transition: Transition; mask: Mask }[] = [];
  #transitions: Transition[] = [];
  #mover: Site | null = null;
  /** The mover at the start of the level. */
  #start: Site | null = null;

  /** Records a transition. Call in order. */
  see(transition: Transition, mask: Mask): void {
    this.#unread.push({ transition, mask });
  }

  /**
   * Reads the recorded transitions. Learns a new model only after a result that was not predicted, and less often
   * in a long level, because predictions are cached by model.
   */
  catchUp(learn: () => Model): void {
    this.#predictionsLeft = MAX_PREDICTIONS;
    if (!this.#model) this.#adopt(learn());
    this.#fresh += this.#unread.length;
    for (const [n, { transition, mask }] of this.#unread.entries())
      this.#readOne(transition, mask, n === this.#unread.length - 1);
    this.#unread = [];
    if (this.#isSurprised && this.#fresh >= RELEARN * this.#transitions.length) this.#adopt(learn());
  }

  #adopt(model: Model): void {
    this.#model = model;
    this.#isSurprised = false;
    this.#fresh = 0;
    this.#reread();
  }

  get model(): Model {
    if (!this.#model) throw new Error('catchUp comes first');
    return this.#model;
  }

  #readOne(transition: Transition, mask: Mask, isLast: boolean): void {
    if (transition.level !== this.#level) this.#enterLevel(transition.level);
    const size = this.#rim.size;
    for (const cell of findRimBars([...this.#transitions.slice(1 - BAR_WINDOW), transition]))
      this.#rim.add(cell);
    if (mask.size !== this.#given || this.#rim.size !== size) {
      this.#given = mask.size;
      this.#mask = new Set([...mask, ...this.#rim]);
      this.#configs.clear();
      this.#reread();
    }
    this.#take(transition, isLast, false);
    if (transition.levelChanged) this.#enterLevel(transition.level + 1);
  }

  #enterLevel(level: number): void {
    this.#level = level;
    this.cutShort.clear();
    this.#configs.clear();
    this.#forget();
  }

  #forget(): void {
    this.edges = new Map();
    this.nodes = new Map();
    this.reached = new Set();
    this.tested = new Set();
    this.#transitions = [];
    this.#read.clear();
    this.#predicted.clear();
    this.#mover = null;
    this.#start = null;
  }

  #reread(): void {
    const past = this.#transitions;
    this.#forget();
    for (const one of past) this.#take(one, false, true);
  }

  #take(transition: Transition, isLast: boolean, isAgain: boolean): void {
    this.#transitions.push(transition);
    const { action, before, frames, state } = transition;
    const isOver = state === 'GAME_OVER';
    const from = this.locate(before);
    const lasts = !transition.levelChanged && state === 'NOT_FINISHED';
    const to = lasts ? this.locate(frames.at(-1) ?? before) : null;
    this.#start ??= from.mover;
    const isLost = isOver || (to !== null && this.#isRestart(from, to, action));
    if (isLost && !isAgain) this.lives++;
    if (isOver ? this.#isSpent(from, action) : isLost) return;
    if (to && isLast && this.foretell(from, action)?.key !== to.key) this.#isSurprised = true;
    const name = actionKey(action);
    const outcomes = this.edges.get(from.key) ?? new Map<string, Edge>();
    outcomes.set(name, { node: to, times: (outcomes.get(name)?.times ?? 0) + 1 });
    this.edges.set(from.key, outcomes);
    this.#learnEffect(transition, from, to, isAgain);
  }

  /** True if the mover jumped back to the level's start, so it lost a life or ran out of energy. */
  #isRestart(from: Node, to: Node, { id }: GameAction): boolean {
    const step = this.model.stepOf(id);
    if (!step || !from.mover || !to.mover || to.mover.at.join() !== this.#start?.at.join()) return false;
    const by = [to.mover.at[0] - from.mover.at[0], to.mover.at[1] - from.mover.at[1]];
    return by.some((n) => n !== 0) && by.join() !== step.join();
  }

  /** True if the game ended on a move that touches no object: then something ran out. */
  #isSpent(from: Node, { id }: GameAction): boolean {
    const cells = this.covers(from, id);
    return cells !== null && thingsAt(from.config, cells).length === 0;
  }

  /** Reads a board as a node and records that the game was there. */
  locate(cells: string): Node {
    const node = this.#nodeOf(readBoard(cells), this.#mover);
    this.#mover = node.mover ?? this.#mover;
    this.nodes.set(node.key, node);
    if (node.mover) this.reached.add(cornerOf(node));
    return node;
  }

  #nodeOf(board: Board, near: Site | null): Node {
    const key = hashBoard(board, this.#mask);
    const cached = this.#read.get(key);
    if (cached) return cached;
    const mover = nearest(this.model.findPlayers(board), near);
    const rest = { ...board, cells: board.cells.slice() };
    for (const cell of this.#mask) rest.cells[cell] = 0;
    const ground = mover ? this.model.reveal(board, mover.cells) : [];
    for (const [n, cell] of (mover?.cells ?? []).entries())
      rest.cells[cell] = ground[n] ?? commonColour(board, mover?.ring ?? []);
    const configKey = hashBoard(rest, this.#mask);
    const config = this.#configs.get(configKey) ?? readConfig(configKey, rest, this.#mask);
    this.#configs.set(configKey, config);
    const node = { key, board, config, mover };
    this.#read.set(key, node);
    return node;
  }

  /** Cells that an action would newly cover if the mover took its usual step; null if unknown or off the board. */
  covers({ board, mover }: Node, action: ActionId): number[] | null {
    const step = this.model.stepOf(action);
    if (!mover || !step) return null;
    return shift(board, mover.cells, step)?.filter((cell) => !mover.cells.includes(cell)) ?? null;
  }

  #learnEffect({ action, levelChanged, state }: Transition, from: Node, to: Node | null, isAgain: boolean) {
    const { config } = from;
    const isIdle = to?.key === from.key;
    const count = (name: string, hasEffect: boolean) => {
      if (!isAgain) addTo(hasEffect ? this.done : this.idle, name);
    };
    if (action.id === CLICK) {
      const cell = (action.y ?? 0) * config.board.cols + (action.x ?? 0);
      const kind = `click ${config.kinds[config.owner[cell] ?? 0]}`;
      this.tested.add(`${config.key} ${actionKey(action)}`);
      count(kind, !isIdle);
      if (levelChanged && !isAgain) addTo(this.winning, kind);
      return;
    }
    if (!from.mover || !this.model.stepOf(action.id)) {
      this.tested.add(`${config.key} ${action.id} ${contextOf(from)}`);
      count(action.id, !isIdle);
      return;
    }
    for (const index of thingsAt(config, this.covers(from, action.id) ?? [])) {
      const kind = config.kinds[index] ?? '';
      this.tested.add(`${config.key} ${action.id} ${index}`);
      this.tested.add(`${config.key} ${index}`);
      count(kind, to?.config.key !== config.key);
      if (isAgain) continue;
      if (levelChanged) for (const name of [kind, colourOf(kind)]) addTo(this.winning, name);
      if (state === 'GAME_OVER') addTo(this.deadly, kind);
    }
  }

  /** Fallback when planning finds no action: a click goes to the nth component. Allows every test once more. */
  anywhere({ config }: Node, id: ActionId, n: number): GameAction {
    this.tested.clear();
    if (id !== CLICK) return { id };
    const { cols } = config.board;
    const cell = config.components[n % config.components.length]?.cells[0] ?? 0;
    return { id, x: cell % cols, y: Math.floor(cell / cols) };
  }

  /** The node that an action leads to, observed or predicted; null if unknown. */
  lead(node: Node, action: GameAction): Node | null {
    const edge = this.edges.get(node.key)?.get(actionKey(action));
    return edge ? edge.node : (this.foretell(node, action) ?? null);
  }

  /** True if this turn has no predictions left. */
  get isTired(): boolean {
    return this.#predictionsLeft <= 0;
  }

  /** The predicted node; null if the model is silent, undefined if the turn has no predictions left. */
  foretell(node: Node, action: GameAction): Node | null | undefined {
    const key = `${node.key} ${actionKey(action)}`;
    const cached = this.#predicted.get(key);
    if (cached !== undefined || this.#predictionsLeft <= 0) return cached;
    this.#predictionsLeft--;
    const to = this.imagine(node, this.model.predict(node.board, action));
    this.#predicted.set(key, to);
    return to;
  }

  /** The node after a forecast; null if the forecast is silent. Records nothing. */
  imagine(node: Node, forecast: Forecast): Node | null {
    if (forecast.kind === 'silent') return null;
    if (forecast.kind === 'nothing') return node;
    const cells = node.board.cells.slice();
    for (const [cell, colour] of forecast.cells) cells[cell] = colour;
    for (const cell of forecast.open) cells[cell] = node.config.board.cells[cell] ?? 0;
    return this.#nodeOf({ ...node.board, cells }, node.mover);
  }

  /**
   * The node if the mover took its usual step; null if that leaves the board, or if a color is in the way that is
   * known to stop it.
   */
  imagineStep(node: Node, action: ActionId): Node | null {
    const step = this.model.stepOf(action);
    const to = node.mover && step && shift(node.board, node.mover.cells, step);
    if (!to || to.some((cell) => this.model.canEnter(node.config.board.cells[cell] ?? 0) === false))
      return null;
    const cells = node.board.cells.slice();
    for (const cell of node.mover?.cells ?? []) cells[cell] = node.config.board.cells[cell] ?? 0;
    for (const [n, cell] of to.entries()) cells[cell] = node.board.cells[node.mover?.cells[n] ?? 0] ?? 0;
    return this.#nodeOf({ ...node.board, cells }, node.mover);
  }
}

export const cornerOf = ({ board, mover }: Node): number =>
  mover ? mover.at[0] * board.cols + mover.at[1] : -1;

/** Key of the kinds of small components next to the mover. */
export function contextOf({ config, mover }: Node): string {
  if (!mover) return '';
  const things = thingsAt(config, [...mover.cells, ...mover.ring]);
  const kinds = new Set(things.map((index) => config.kinds[index] ?? ''));
  return `${[...kinds].sort().join('|')}.${mover.look.key}`;
}

function nearest(sites: readonly Site[], near: Site | null): Site | null {
  const far = ({ at }: Site) => (near ? Math.abs(at[0] - near.at[0]) + Math.abs(at[1] - near.at[1]) : 0);
  return [...sites].sort((a, b) => far(a) - far(b))[0] ?? null;
}

/** null if a cell would leave the board. */
function shift({ rows, cols }: Board, cells: readonly number[], [down, right]: Vec): number[] | null {
  const shifted: number[] = [];
  for (const cell of cells) {
    const [row, col] = [Math.floor(cell / cols) + down, (cell % cols) + right];
    if (row < 0 || col < 0 || row >= rows || col >= cols) return null;
    shifted.push(row * cols + col);
  }
  return shifted;
}

function commonColour(board: Board, cells: readonly number[]): number {
  const counts = new Array<number>(16).fill(0);
  for (const cell of cells) {
    const colour = board.cells[cell] ?? 0;
    counts[colour] = (counts[colour] ?? 0) + 1;
  }
  return counts.indexOf(Math.max(...counts));
}
