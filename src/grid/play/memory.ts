import type { ActionId, GameAction } from '../../contract/agents';
import { frameKey, type Mask } from '../../contract/frame';
import { CLICK } from '../choose';
import { type Board, readBoard } from '../frame/board';
import { actionKey, type Transition } from '../transition';
import { findRimBars } from './bars';
import { type Config, configKey, type Node, nodeKey, readConfig, thingsAt } from './config';
import { Learnt } from './learnt';
import { Likeness } from './likeness';
import type { Corner, Shift } from './mover';

/** Result of an action at a node; `node` and `to` are null if it completed a level or ended the game. */
export interface Edge {
  to: string | null;
  node: Node | null;
  over: boolean;
  times: number;
}

/** Number of newest transitions in which to look for step bars. */
const BAR_WINDOW = 12;

/** Everything seen in play: {@link Learnt} for all levels; for the current level, every state and where actions led. */
export class PlayMemory {
  readonly learnt = new Learnt();
  readonly likeness = new Likeness();
  level = -1;
  configs = new Map<string, Config>();
  edges = new Map<string, Map<string, Edge>>();
  nodes = new Map<string, Node>();
  /** Corners that the mover reached on this level, on any board. */
  reached = new Set<Corner>();
  /** Experiments done on this level: config, action and the objects touched. */
  tested = new Set<string>();
  /** Lives lost so far, and how many of them interrupted the way to a test, by the test's state and action. */
  lives = 0;
  readonly cutShort = new Map<string, number>();
  /** Config after a click, by config before it; the mover stays in place. */
  clickEffects = new Map<string, Map<string, string>>();
  /** True if the newest transition led to the predicted node; null without a prediction. */
  wasForetold: boolean | null = null;
  #beneath = new Int8Array(0);
  #mask: Mask = new Set();
  #given = 0;
  #rim = new Set<number>();
  #recent: Transition[] = [];
  #startAt: Corner = -1;
  #isBegun = false;
  #transitions: Transition[] = [];

  see(transition: Transition, mask: Mask): void {
    if (transition.level !== this.level) this.#enterLevel(transition.level);
    this.#recent.push(transition);
    if (this.#recent.length > BAR_WINDOW) this.#recent.shift();
    const size = this.#rim.size;
    for (const cell of findRimBars(this.#recent)) this.#rim.add(cell);
    if (mask.size !== this.#given || this.#rim.size !== size) {
      this.#given = mask.size;
      this.#mask = new Set([...mask, ...this.#rim]);
      const past = this.#transitions;
      this.#enterLevel(this.level);
      for (const one of past) this.#take(one, true);
    }
    this.#take(transition, false);
    if (transition.levelChanged) this.#enterLevel(transition.level + 1);
  }

  #enterLevel(level: number): void {
    this.level = level;
    this.configs = new Map();
    this.edges = new Map();
    this.nodes = new Map();
    this.reached = new Set();
    this.tested = new Set();
    this.cutShort.clear();
    this.clickEffects = new Map();
    this.#beneath = new Int8Array(0);
    this.likeness.reset();
    this.learnt.leaveLevel();
    this.#startAt = -1;
    this.#isBegun = false;
    this.#transitions = [];
  }

  #take(transition: Transition, again: boolean): void {
    this.#transitions.push(transition);
    const { action, before, frames } = transition;
    const after = frames.at(-1) ?? before;
    const lasts = !transition.levelChanged && transition.state === 'NOT_FINISHED';
    const isSame = lasts && frameKey(before, this.#mask) === frameKey(after, this.#mask);
    if (lasts && !isSame && !again) this.learnt.learnMover(transition, this.#mask);
    const from = this.locate(before);
    const key = nodeKey(from);
    const foretold = this.lead(from, action);
    const to = lasts ? (isSame ? from : this.locate(after)) : null;
    this.wasForetold = foretold && to !== null && nodeKey(to) === nodeKey(foretold);
    const { looks } = this.learnt;
    if (!this.#isBegun || !isSame) this.likeness.see(readBoard(before), from.at, looks[from.look]);
    this.#isBegun = true;
    if (to && !isSame) this.likeness.see(readBoard(after), to.at, looks[to.look]);
    if (this.#startAt < 0) this.#startAt = from.at;
    if (transition.state === 'GAME_OVER') this.lives++;
    if (transition.state === 'GAME_OVER' && this.#isSpent(from, action)) return;
    if (to && this.#isRestart(from, to, action)) {
      this.lives++;
      return;
    }
    const name = actionKey(action);
    const outcomes = this.edges.get(key) ?? new Map<string, Edge>();
    const old = outcomes.get(name);
    outcomes.set(name, {
      to: to && nodeKey(to),
      node: to,
      over: transition.state === 'GAME_OVER',
      times: (old?.times ?? 0) + 1,
    });
    this.edges.set(key, outcomes);
    this.#learnEffect(transition, from, to, again);
  }

  /** True if the mover jumped back to the level's start, so it lost a life or ran out of energy. */
  #isRestart(from: Node, to: Node, action: GameAction): boolean {
    if (to.at < 0 || to.at !== this.#startAt || to.at === from.at || action.id === CLICK) return false;
    const by = this.learnt.shiftOf(action.id);
    if (!by) return false;
    const { cols } = from.config.board;
    return to.at !== from.at + by.rows * cols + by.cols;
  }

  /** True if the game ended on a move that touches no object and has a predicted result: then something ran out. */
  #isSpent(from: Node, action: GameAction): boolean {
    const by = this.learnt.shiftOf(action.id);
    if (!by || this.foretell(from, action) === null) return false;
    return this.meets(from, this.covers(from, by) ?? []).length === 0;
  }

  /** Reads a board as a node and records that the game was there. */
  locate(cells: string): Node {
    const board = readBoard(cells);
    if (this.#beneath.length !== board.cells.length)
      this.#beneath = new Int8Array(board.cells.length).fill(-1);
    const { at, look } = this.learnt.findMover(board);
    const ownCells = this.#cellsOf(at, look, board.cols);
    for (let cell = 0; cell < board.cells.length; cell++) {
      if (!ownCells.has(cell)) this.#beneath[cell] = board.cells[cell] ?? 0;
    }
    if (ownCells.size > 0) this.learnt.follow(at, look);
    const rest = this.#withoutMover(board, ownCells);
    const configName = configKey(rest);
    const config = this.configs.get(configName) ?? readConfig(configName, rest, this.#mask);
    this.configs.set(configName, config);
    const node = { config, at, look };
    const key = nodeKey(node);
    if (!this.nodes.has(key)) this.nodes.set(key, node);
    this.reached.add(at);
    return node;
  }

  /**
   * Reads an imagined board as a node and records nothing.
   *
   * @param from the node before it
   */
  imagine(board: Board, from: Node): Node {
    const { at, look } = this.learnt.findMover(board);
    const ownCells = this.#cellsOf(at, look, board.cols);
    const before = from.config.board.cells;
    const countShown = (colour: number) =>
      board.cells.reduce((sum, one, cell) => sum + (one === colour && !ownCells.has(cell) ? 1 : 0), 0);
    // A color under the mover was pushed away, not covered, if all its cells are still visible.
    const isPushed = (colour: number) =>
      countShown(colour) >= before.reduce((sum, one) => sum + (one === colour ? 1 : 0), 0);
    const pushedColours = [...new Set([...ownCells].map((cell) => before[cell] ?? 0))].filter(isPushed);
    const rest = this.#withoutMover(board, ownCells, (cell) => {
      const colour = before[cell] ?? -1;
      return pushedColours.includes(colour) ? -1 : colour;
    });
    const key = configKey(rest);
    return { config: this.configs.get(key) ?? readConfig(key, rest, this.#mask), at, look };
  }

  #cellsOf(at: Corner, look: number, cols: number): Set<number> {
    const shape = this.learnt.looks[look];
    return new Set((shape?.cells ?? []).map(({ row, col }) => at + row * cols + col));
  }

  #withoutMover(
    board: Board,
    ownCells: ReadonlySet<number>,
    beneath = (cell: number): number => this.#beneath[cell] ?? -1,
  ): Board {
    const rest = board.cells.slice();
    for (const cell of this.#mask) rest[cell] = 0;
    if (ownCells.size > 0) {
      const ground = groundNear(board, ownCells);
      for (const cell of ownCells) {
        const under = beneath(cell);
        rest[cell] = under >= 0 ? under : ground;
      }
    }
    return { ...board, cells: rest };
  }

  /** The board of a node, with the mover on it. */
  boardOf({ config, at, look }: Node): Board {
    const cells = config.board.cells.slice();
    const { cols } = config.board;
    for (const { row, col, colour } of this.learnt.looks[look]?.cells ?? [])
      cells[at + row * cols + col] = colour;
    return { ...config.board, cells };
  }

  /** Cells that the mover covers; empty if its position is unknown. */
  ownCells({ config, at, look }: Node): ReadonlySet<number> {
    return this.#cellsOf(at, look, config.board.cols);
  }

  /** Cells that the mover newly covers after a shift; null if that leaves the board. */
  covers(node: Node, by: Shift): number[] | null {
    const look = this.learnt.looks[node.look];
    if (!look || node.at < 0) return null;
    const { rows, cols } = node.config.board;
    const [top, leftCol] = [Math.floor(node.at / cols) + by.rows, (node.at % cols) + by.cols];
    if (top < 0 || leftCol < 0 || top + look.rows > rows || leftCol + look.cols > cols) return null;
    const own = new Set(look.cells.map(({ row, col }) => node.at + row * cols + col));
    return look.cells
      .map(({ row, col }) => (top + row) * cols + leftCol + col)
      .filter((cell) => !own.has(cell));
  }

  /** Indices of the small components under these cells, without duplicates. */
  meets({ config }: Node, cells: readonly number[]): number[] {
    return thingsAt(config, cells);
  }

  #learnEffect(transition: Transition, from: Node, to: Node | null, again: boolean): void {
    const { action, levelChanged, state } = transition;
    const { config, at } = from;
    const name = actionKey(action);
    const isIdle = to !== null && nodeKey(to) === nodeKey(from);
    if (action.id === CLICK) {
      const cell = (action.y ?? 0) * config.board.cols + (action.x ?? 0);
      this.tested.add(`${config.key} ${name}`);
      if (!again) this.learnt.learnClick(config.kinds[config.owner[cell] ?? 0] ?? '', isIdle, levelChanged);
      if (to && (to.at === at || isIdle)) {
        const effects = this.clickEffects.get(config.key) ?? new Map<string, string>();
        effects.set(name, to.config.key);
        this.clickEffects.set(config.key, effects);
      }
      return;
    }
    const by = this.learnt.shiftOf(action.id);
    if (!by || at < 0) {
      this.tested.add(`${config.key} ${name} ${this.contextOf(from)}`);
      if (!again) (isIdle ? this.learnt.plainIdle : this.learnt.plainDone).add(action.id);
      return;
    }
    const cells = this.covers(from, by);
    if (cells === null) return;
    const things = this.meets(from, cells);
    for (const index of things) {
      this.tested.add(`${config.key} ${action.id} ${index}`);
      this.tested.add(`${config.key} ${index}`);
    }
    if (again) return;
    this.learnt.learnContact({
      colours: [...new Set(cells.map((cell) => config.board.cells[cell] ?? 0))],
      kinds: things.map((index) => config.kinds[index] ?? ''),
      hasMoved: to !== null && to.at === at + by.rows * config.board.cols + by.cols,
      isIdle,
      didMore: to === null || to.config.key !== config.key,
      levelChanged,
      isOver: state === 'GAME_OVER',
    });
  }

  /** Key of the kinds of small components next to the mover. */
  contextOf(node: Node): string {
    const look = this.learnt.looks[node.look];
    if (!look || node.at < 0) return '';
    const { rows, cols } = node.config.board;
    const neighbours = new Set<string>();
    for (const { row, col } of look.cells) {
      const cell = node.at + row * cols + col;
      for (const next of [cell, cell - 1, cell + 1, cell - cols, cell + cols]) {
        if (next < 0 || next >= rows * cols) continue;
        const index = node.config.owner[next] ?? 0;
        if (node.config.special[index]) neighbours.add(node.config.kinds[index] ?? '');
      }
    }
    return `${[...neighbours].sort().join('|')}.${node.look}`;
  }

  /** Allows every test once more: by now the results may differ. */
  forgetTests(): void {
    this.tested.clear();
  }

  /** Fallback when planning finds no action: a click goes to the nth component. */
  anywhere({ config }: Node, id: ActionId, n: number): GameAction {
    if (id !== CLICK) return { id };
    const { cols } = config.board;
    const cell = config.components[n % config.components.length]?.cells[0] ?? 0;
    return { id, x: cell % cols, y: Math.floor(cell / cols) };
  }

  /** The node that an action leads to, observed or predicted; null if unknown. */
  lead(node: Node, action: GameAction): Node | null {
    const edge = this.edges.get(nodeKey(node))?.get(actionKey(action));
    return edge ? edge.node : this.foretell(node, action);
  }

  /** Shortest distance of similar objects on any board of the level since the marks were last sorted. */
  get nearest(): number {
    let least = Number.POSITIVE_INFINITY;
    for (const [key, node] of this.nodes) least = Math.min(least, this.apart(node, key));
    return least;
  }

  /** Cells between similar objects. */
  apart(node: Node, key: string): number {
    return this.likeness.measure(node, key, this.learnt.looks[node.look]);
  }

  /**
   * Predicts the node after a move; null if unknown.
   *
   * @param isBold assume that the mover passes colors that it never touched
   */
  foretell(node: Node, action: GameAction, isBold = false): Node | null {
    const by = this.learnt.shiftOf(action.id);
    if (!by || node.at < 0) return null;
    const cells = this.covers(node, by);
    if (cells === null) return node;
    const { board } = node.config;
    const passes = this.learnt.passes(new Set(cells.map((cell) => board.cells[cell] ?? 0)), isBold);
    if (passes === null) return null;
    if (!passes) return node;
    const look = this.learnt.lookAfter.get(action.id) ?? node.look;
    return { config: node.config, at: node.at + by.rows * board.cols + by.cols, look };
  }
}

/** Color around the mover, for cells that were never visible. */
function groundNear(board: Board, ownCells: ReadonlySet<number>): number {
  const counts = new Array<number>(16).fill(0);
  for (const cell of ownCells) {
    for (const next of [cell - 1, cell + 1, cell - board.cols, cell + board.cols]) {
      if (next < 0 || next >= board.cells.length || ownCells.has(next)) continue;
      const colour = board.cells[next] ?? 0;
      counts[colour] = (counts[colour] ?? 0) + 1;
    }
  }
  return counts.indexOf(Math.max(...counts));
}
