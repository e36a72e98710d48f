import type { ActionId, GameAction } from '../../../api/agents';
import { CLICK } from '../choose';
import { type Board, readBoard } from '../frame/board';
import { type Component, findComponents } from '../frame/components';
import { frameKey, type Mask } from '../frame/frame';
import { actionKey, type Transition } from '../transition';
import { findRimBars } from './bars';
import { Likeness } from './likeness';
import { type Corner, findLook, findMoved, type Look, type Shift } from './mover';

/** A board without the thing that moves: what is left is the same wherever it stands. */
export interface Config {
  key: string;
  board: Board;
  /** Components of the board, and the component of each cell. */
  components: Component[];
  owner: Int32Array;
  /** Components small enough to be something rather than floor or wall. */
  special: boolean[];
  /** Components that lie in the mask. */
  masked: boolean[];
  kinds: string[];
}

/** A state as planning sees it: a config, and where the mover stands and how it looks; -1 where none is known. */
export interface Node {
  config: Config;
  at: Corner;
  look: number;
}

export const nodeKey = ({ config, at, look }: Node): string => `${config.key}@${at}.${look}`;

/** Where an action led from a node; null: a level was completed, or the game ended. */
export interface Edge {
  to: string | null;
  node: Node | null;
  over: boolean;
  times: number;
}

/** Share of the board above which a colour is floor or wall rather than a thing. */
const COMMON = 0.05;

const kindOf = ({ colour, rows, cols, size }: Component): string => `${colour}.${rows}x${cols}.${size}`;

/** Names the colour of a kind, for what holds of all things of that colour. */
export const colourOf = (kind: string): string => `colour ${kind.split('.')[0]}`;

/** Tallies by name. */
class Tally {
  readonly #counts = new Map<string, number>();
  add(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }
  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }
}

/**
 * Keeps what playing has learnt of a game: of all its levels which thing moves and how, what it may go over, which kinds of
 * clicks do something; of the level that stands every state that was seen and where actions led.
 */
export class PlayMemory {
  /** Looks of the thing that moves; indices are stable. */
  looks: Look[] = [];
  shifts = new Map<ActionId, Map<string, number>>();
  lookAfter = new Map<ActionId, number>();
  passed = new Tally();
  stopped = new Tally();
  deadly = new Tally();
  winning = new Tally();
  clicksDone = new Tally();
  clicksIdle = new Tally();
  plainDone = new Tally();
  plainIdle = new Tally();
  contactsDone = new Tally();
  contactsIdle = new Tally();

  readonly likeness = new Likeness();
  level = -1;
  configs = new Map<string, Config>();
  edges = new Map<string, Map<string, Edge>>();
  nodes = new Map<string, Node>();
  /** Places where the mover was on this level, whatever the rest of the board was. */
  reached = new Set<Corner>();
  /** Experiments that were made on this level: config, action and what it met. */
  tested = new Set<string>();
  /** Ends of lives so far, and how many of them cut the way to a test short: by the test's state and action. */
  lives = 0;
  readonly cutShort = new Map<string, number>();
  /** Effects of clicks by config: the config they led to with the mover in its place. */
  clickEffects = new Map<string, Map<string, string>>();
  #beneath = new Int8Array(0);
  #last: Corner = -1;
  #lastLook = 0;
  #mask: Mask = new Set();
  #given = 0;
  #rim = new Set<number>();
  #recent: Transition[] = [];
  #startAt: Corner = -1;
  #isBegun = false;
  #transitions: Transition[] = [];

  shiftOf(action: ActionId): Shift | null {
    const votes = [...(this.shifts.get(action) ?? [])].sort((a, b) => b[1] - a[1])[0];
    if (!votes) return null;
    const [rows = 0, cols = 0] = votes[0].split(',').map(Number);
    return { rows, cols };
  }

  /** Takes note of a transition. */
  see(transition: Transition, mask: Mask): void {
    if (transition.level !== this.level) this.#enterLevel(transition.level);
    this.#recent.push(transition);
    if (this.#recent.length > 12) this.#recent.shift();
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
    this.#last = -1;
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
    if (lasts && !isSame && !again) this.#learnMover(transition);
    const from = this.locate(before);
    const key = nodeKey(from);
    const to = lasts ? (isSame ? from : this.locate(after)) : null;
    if (!this.#isBegun || !isSame) this.likeness.see(readBoard(before), from.at, this.looks[from.look]);
    this.#isBegun = true;
    if (to && !isSame) this.likeness.see(readBoard(after), to.at, this.looks[to.look]);
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
    const toKey = to && nodeKey(to);
    outcomes.set(name, {
      to: toKey,
      node: to,
      over: transition.state === 'GAME_OVER',
      times: (old?.times ?? 0) + 1,
    });
    this.edges.set(key, outcomes);
    this.#learnEffect(transition, from, to, again);
  }

  /** The mover was put back to where the level began, by no move of its own: a life or its energy was used up. */
  #isRestart(from: Node, to: Node, action: GameAction): boolean {
    if (to.at < 0 || to.at !== this.#startAt || to.at === from.at || action.id === CLICK) return false;
    const by = this.shiftOf(action.id);
    if (!by) return false;
    const { cols } = from.config.board;
    return to.at !== from.at + by.rows * cols + by.cols;
  }

  /** The game ended on a move that meets nothing and is known to go well elsewhere: something was used up. */
  #isSpent(from: Node, action: GameAction): boolean {
    const by = this.shiftOf(action.id);
    if (!by || this.foretell(from, action) === null) return false;
    return this.meets(from, this.covers(from, by) ?? []).length === 0;
  }

  #learnMover(transition: Transition): void {
    const { action, before, frames } = transition;
    if (action.id === CLICK) return;
    const usual = this.shiftOf(action.id);
    const [was, is] = [readBoard(before), readBoard(frames.at(-1) ?? before)];
    // A look that is known explains it.
    for (const [index, look] of this.looks.entries()) {
      const at = findLook(was, look, this.#last);
      if (at === null) continue;
      const then = findLook(is, look, at);
      if (then === null || then === at) continue;
      const by = {
        rows: Math.floor(then / is.cols) - Math.floor(at / was.cols),
        cols: (then % is.cols) - (at % was.cols),
      };
      if (usual && (by.rows !== usual.rows || by.cols !== usual.cols)) continue;
      this.#vote(action.id, by);
      this.lookAfter.set(action.id, index);
      this.#last = then;
      this.#lastLook = index;
      return;
    }
    const mover = findMoved(transition, this.#mask, usual);
    if (!mover) return;
    if (this.looks.some(({ key }) => key === mover.look.key)) return;
    if (this.looks.length >= 12) return;
    this.looks.push(mover.look);
    this.#vote(action.id, mover.by);
    this.#lastLook = this.looks.length - 1;
    this.lookAfter.set(action.id, this.#lastLook);
    this.#last = mover.from + mover.by.rows * is.cols + mover.by.cols;
  }

  #vote(action: ActionId, by: Shift): void {
    const votes = this.shifts.get(action) ?? new Map<string, number>();
    const key = `${by.rows},${by.cols}`;
    votes.set(key, (votes.get(key) ?? 0) + 1);
    this.shifts.set(action, votes);
  }

  /** Reads a board as a node. */
  locate(cells: string): Node {
    const board = readBoard(cells);
    if (this.#beneath.length !== board.cells.length)
      this.#beneath = new Int8Array(board.cells.length).fill(-1);
    let [at, look] = [-1, -1];
    const order = [this.#lastLook, ...this.looks.keys()];
    for (const index of order) {
      const one = this.looks[index];
      const corner = one && findLook(board, one, this.#last);
      if (corner === null || corner === undefined) continue;
      [at, look] = [corner, index];
      break;
    }
    const rest = board.cells.slice();
    for (const cell of this.#mask) rest[cell] = 0;
    const shape = this.looks[look];
    const ownCells = new Set<number>();
    for (const { row, col } of shape?.cells ?? []) ownCells.add(at + row * board.cols + col);
    for (let cell = 0; cell < rest.length; cell++) {
      if (!ownCells.has(cell)) this.#beneath[cell] = board.cells[cell] ?? 0;
    }
    if (ownCells.size > 0) {
      const ground = this.#groundNear(board, ownCells);
      for (const cell of ownCells) {
        const under = this.#beneath[cell] ?? -1;
        rest[cell] = under >= 0 ? under : ground;
      }
      this.#last = at;
      this.#lastLook = look;
    }
    const config = this.#configOf({ ...board, cells: rest });
    const node = { config, at, look };
    const key = nodeKey(node);
    if (!this.nodes.has(key)) this.nodes.set(key, node);
    this.reached.add(at);
    return node;
  }

  /** The colour that surrounds the mover, for cells that were never seen uncovered. */
  #groundNear(board: Board, ownCells: ReadonlySet<number>): number {
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

  #configOf(board: Board): Config {
    let [a, b] = [0x811c9dc5, 0x9e3779b9];
    for (const colour of board.cells) {
      a = Math.imul(a ^ colour, 0x01000193);
      b = Math.imul(b ^ (colour + (a & 0xff)), 0x85ebca6b);
    }
    const key = `${(a >>> 0).toString(36)}${(b >>> 0).toString(36)}`;
    const config = this.configs.get(key);
    if (config) return config;
    const components = findComponents(board);
    const owner = new Int32Array(board.cells.length);
    const counts = new Array<number>(16).fill(0);
    for (const [index, { cells, colour, size }] of components.entries()) {
      for (const cell of cells) owner[cell] = index;
      counts[colour] = (counts[colour] ?? 0) + size;
    }
    const inMask = components.map(({ cells }) => cells.every((cell) => this.#mask.has(cell)));
    const special = components.map(
      ({ colour }, index) => !inMask[index] && (counts[colour] ?? 0) < COMMON * board.cells.length,
    );
    const newConfig = {
      key,
      board,
      components,
      owner,
      special,
      masked: inMask,
      kinds: components.map(kindOf),
    };
    this.configs.set(key, newConfig);
    return newConfig;
  }

  /** Cells that the mover newly covers when it goes from a corner by a shift; null: off the board. */
  covers(node: Node, by: Shift): number[] | null {
    const look = this.looks[node.look];
    if (!look || node.at < 0) return null;
    const { rows, cols } = node.config.board;
    const [top, leftCol] = [Math.floor(node.at / cols) + by.rows, (node.at % cols) + by.cols];
    if (top < 0 || leftCol < 0 || top + look.rows > rows || leftCol + look.cols > cols) return null;
    const own = new Set(look.cells.map(({ row, col }) => node.at + row * cols + col));
    return look.cells
      .map(({ row, col }) => (top + row) * cols + leftCol + col)
      .filter((cell) => !own.has(cell));
  }

  /** Things that a move from a node meets: indices of small components, once each. */
  meets(node: Node, cells: readonly number[]): number[] {
    const { owner, special } = node.config;
    return [...new Set(cells.map((cell) => owner[cell] ?? 0))].filter((index) => special[index]);
  }

  #learnEffect(transition: Transition, from: Node, to: Node | null, again: boolean): void {
    const { action, levelChanged, state } = transition;
    const name = actionKey(action);
    const isIdle = to !== null && nodeKey(to) === nodeKey(from);
    if (action.id === CLICK) {
      const cell = (action.y ?? 0) * from.config.board.cols + (action.x ?? 0);
      const kind = from.config.kinds[from.config.owner[cell] ?? 0] ?? '';
      this.tested.add(`${from.config.key} ${name}`);
      if (!again) (isIdle ? this.clicksIdle : this.clicksDone).add(kind);
      if (!again && levelChanged) this.winning.add(`click ${kind}`);
      if (to && (to.at === from.at || isIdle)) {
        const effects = this.clickEffects.get(from.config.key) ?? new Map<string, string>();
        effects.set(name, to.config.key);
        this.clickEffects.set(from.config.key, effects);
      }
      return;
    }
    const by = this.shiftOf(action.id);
    if (!by || from.at < 0) {
      this.tested.add(`${from.config.key} ${name} ${this.contextOf(from)}`);
      if (!again) (isIdle ? this.plainIdle : this.plainDone).add(action.id);
      return;
    }
    const cells = this.covers(from, by);
    if (cells === null) return;
    const colours = [...new Set(cells.map((cell) => from.config.board.cells[cell] ?? 0))];
    const hasMoved = to !== null && to.at === from.at + by.rows * from.config.board.cols + by.cols;
    const didMore = to === null || to.config.key !== from.config.key;
    const things = this.meets(from, cells);
    for (const index of things) {
      this.tested.add(`${from.config.key} ${action.id} ${index}`);
      this.tested.add(`${from.config.key} ${index}`);
    }
    if (again) return;
    for (const index of things) {
      const kind = from.config.kinds[index] ?? '';
      if (levelChanged) {
        this.winning.add(kind);
        this.winning.add(colourOf(kind));
      }
      if (state === 'GAME_OVER') this.deadly.add(kind);
      (didMore ? this.contactsDone : this.contactsIdle).add(kind);
    }
    if (hasMoved) for (const colour of colours) this.passed.add(`${colour}`);
    else if (isIdle) {
      const blockers = colours.filter((colour) => this.passed.of(`${colour}`) === 0);
      for (const colour of blockers.length > 0 ? blockers : colours) this.stopped.add(`${colour}`);
    }
  }

  /** Names the mover's neighbourhood: kinds of the small components beside it. */
  contextOf(node: Node): string {
    const look = this.looks[node.look];
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

  /** Tries everything once more: what was tested may have come to something else meanwhile. */
  forgetTests(): void {
    this.tested.clear();
  }

  /** An action where planning finds nothing: a click goes to the n-th thing of the board. */
  anywhere({ config }: Node, id: ActionId, n: number): GameAction {
    if (id !== CLICK) return { id };
    const { cols } = config.board;
    const cell = config.components[n % config.components.length]?.cells[0] ?? 0;
    return { id, x: cell % cols, y: Math.floor(cell / cols) };
  }

  /** Where an action leads from a node, as it was seen or is foretold; null: not known. */
  lead(node: Node, action: GameAction): Node | null {
    const edge = this.edges.get(nodeKey(node))?.get(actionKey(action));
    return edge ? edge.node : this.foretell(node, action);
  }

  /** Least that like things were apart on any board of the level since the marks were last sorted. */
  get nearest(): number {
    let least = Number.POSITIVE_INFINITY;
    for (const [key, node] of this.nodes) least = Math.min(least, this.apart(node, key));
    return least;
  }

  /** Cells between like things that are still apart. */
  apart(node: Node, key: string): number {
    return this.likeness.measure(node, key, this.looks[node.look]);
  }

  /** Foretells a move: the node it leads to, or null where that is not known. */
  foretell(node: Node, action: GameAction): Node | null {
    const by = this.shiftOf(action.id);
    if (!by || node.at < 0) return null;
    const cells = this.covers(node, by);
    const stays = node;
    if (cells === null) return stays;
    let isBlocked = false;
    for (const colour of new Set(cells.map((cell) => node.config.board.cells[cell] ?? 0))) {
      const [passes, stops] = [this.passed.of(`${colour}`), this.stopped.of(`${colour}`)];
      if (passes === 0 && stops === 0) return null;
      if (stops > 4 * passes) isBlocked = true;
      else if (stops * 4 > passes) return null;
    }
    if (isBlocked) return stays;
    const look = this.lookAfter.get(action.id) ?? node.look;
    return { config: node.config, at: node.at + by.rows * node.config.board.cols + by.cols, look };
  }
}
