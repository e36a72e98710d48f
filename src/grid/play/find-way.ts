import type { ActionId, GameAction } from '../../contract/agents';
import { CLICK } from '../choose';
import { readActionKey } from '../transition';
import { type Node, nodeKey } from './config';
import type { PlayMemory } from './memory';

/** Limits on the states of one search, and on those whose successors need inferred rules. */
const MAX_NODES = 3_000;
const MAX_BY_RULES = 250;

/** Actions that lead to a goal. `isForetold` is true if the outcome of every action is known. */
export interface Way {
  actions: GameAction[];
  isForetold: boolean;
}

export interface Goal {
  isMet: (node: Node) => boolean;
  /**
   * True if the search may try an action from this node that could reach the goal, although its result is
   * unknown or it is known to be blocked (`isStopped`).
   */
  mayTry: (node: Node, action: GameAction, isStopped: boolean) => boolean;
  /** Distance to the goal, in cells. */
  measure: (node: Node) => number;
}

export interface Search {
  /** The shortest way; null if none is known. */
  way: Way | null;
  /** The reachable node nearest to the goal. */
  nearest: Node;
  /** True if the search stopped at its limit, so a way may still exist. */
  isCut: boolean;
}

/** Predicts the next node without the memory; null if unknown. */
export type Foretell = (node: Node, action: GameAction) => Node | null;

/**
 * Breadth-first search for the shortest way to a goal. Uses observed and predicted actions first, then
 * inferred rules as well, and last tries colors that the mover never touched.
 *
 * @param byRules predicts steps that the memory cannot, such as a pushed object; null to go without
 */
export function findWay(
  memory: PlayMemory,
  start: Node,
  available: readonly ActionId[],
  goal: Goal,
  byRules: Foretell | null = null,
): Search {
  const byMoves = search(memory, start, available, goal);
  if (byMoves.way?.isForetold) return byMoves;
  const byAll = byRules ? search(memory, start, available, goal, { byRules }) : byMoves;
  if (byAll.way?.isForetold) return byAll;
  const attempt = byMoves.way ?? byAll.way ?? search(memory, start, available, goal, { isBold: true }).way;
  const isNearer = goal.measure(byAll.nearest) < goal.measure(byMoves.nearest);
  return { ...(isNearer ? byAll : byMoves), way: attempt && { ...attempt, isForetold: false } };
}

interface SearchMeans {
  byRules?: Foretell;
  isBold?: boolean;
}

interface Entry {
  node: Node;
  from: Entry | null;
  action: GameAction | null;
}

function search(
  memory: PlayMemory,
  start: Node,
  available: readonly ActionId[],
  goal: Goal,
  means: SearchMeans = {},
): Search {
  const plain = available.filter((id) => id !== CLICK).map((id): GameAction => ({ id }));
  const seenKeys = new Set([nodeKey(start)]);
  const queue: Entry[] = [{ node: start, from: null, action: null }];
  const most = means.byRules ? MAX_BY_RULES : MAX_NODES;
  let [nearest, least] = [start, goal.measure(start)];
  let attempt: Way | null = null;
  for (let head = 0; head < queue.length && head < most; head++) {
    const entry = queue[head];
    if (!entry) break;
    const { node } = entry;
    const [ownKey, far] = [nodeKey(node), goal.measure(node)];
    if (far < least) [nearest, least] = [node, far];
    if (head > 0 && goal.isMet(node))
      return { way: { actions: listActions(entry), isForetold: true }, nearest: node, isCut: false };
    for (const [action, to] of leadsOf(memory, node, plain, available, means)) {
      const key = to && nodeKey(to);
      if ((key === null || key === ownKey) && attempt === null && goal.mayTry(node, action, key !== null))
        attempt = { actions: [...listActions(entry), action], isForetold: false };
      if (to === null || key === null) continue;
      if (seenKeys.has(key)) continue;
      seenKeys.add(key);
      queue.push({ node: to, from: entry, action });
    }
  }
  return { way: attempt, nearest, isCut: queue.length > most };
}

/**
 * Actions from a node and the node that each leads to; null if unknown. Skips actions that ended a level or
 * the game before.
 */
function* leadsOf(
  memory: PlayMemory,
  node: Node,
  plain: readonly GameAction[],
  available: readonly ActionId[],
  { byRules, isBold }: SearchMeans,
): Generator<[GameAction, Node | null]> {
  const edges = memory.edges.get(nodeKey(node));
  for (const action of plain) {
    const edge = edges?.get(action.id);
    if (edge && !edge.node) continue;
    yield [action, edge?.node ?? byRules?.(node, action) ?? memory.foretell(node, action, isBold)];
  }
  if (!available.includes(CLICK)) return;
  const names = new Set(edges?.keys());
  const effects = memory.clickEffects.get(node.config.key);
  for (const name of effects?.keys() ?? []) names.add(name);
  for (const name of names) {
    if (!name.startsWith(`${CLICK}@`)) continue;
    const edge = edges?.get(name);
    const config = memory.configs.get(effects?.get(name) ?? '');
    const to = edge ? edge.node : config ? { ...node, config } : null;
    if (to) yield [readActionKey(name), to];
  }
}

function listActions(entry: Entry): GameAction[] {
  const actions: GameAction[] = [];
  for (let one: Entry | null = entry; one?.action; one = one.from) actions.unshift(one.action);
  return actions;
}

export function standsOn(memory: PlayMemory, cell: number): Goal {
  return {
    isMet: (node) => memory.ownCells(node).has(cell),
    mayTry: (node, action, isStopped) => !isStopped && meetsCells(memory, node, action, new Set([cell])),
    measure: (node) => farFrom(memory, node, [cell]),
  };
}

/** Goal: the mover enters one of these cells, or tries to. */
export function goesInto(memory: PlayMemory, cells: readonly number[]): Goal {
  const wantedCells = new Set(cells);
  return {
    isMet: (node) => [...memory.ownCells(node)].some((cell) => wantedCells.has(cell)),
    mayTry: (node, action) => meetsCells(memory, node, action, wantedCells),
    measure: (node) => farFrom(memory, node, cells),
  };
}

/** True if the action would move the mover onto one of these cells. */
function meetsCells(
  memory: PlayMemory,
  node: Node,
  { id }: GameAction,
  wanted: ReadonlySet<number>,
): boolean {
  const by = memory.learnt.shiftOf(id);
  return by !== null && (memory.covers(node, by)?.some((cell) => wanted.has(cell)) ?? false);
}

/** Goal: an object of this kind is next to one of these cells, or on it. */
export function comesTo(kind: string, cells: readonly number[]): Goal {
  const distances = new Map<string, number>();
  const measure = ({ config }: Node): number => {
    const cachedDistance = distances.get(config.key);
    if (cachedDistance !== undefined) return cachedDistance;
    const own = config.components.flatMap((one, index) => (config.kinds[index] === kind ? one.cells : []));
    const distance = distanceOf(own, cells, config.board.cols);
    distances.set(config.key, distance);
    return distance;
  };
  return { isMet: (node) => measure(node) <= 1, mayTry: () => false, measure };
}

/** Steps from the mover's box to the nearest of these cells; infinite if the mover was not found. */
function farFrom(memory: PlayMemory, { config, at, look }: Node, cells: readonly number[]): number {
  const shape = memory.learnt.looks[look];
  if (!shape) return Number.POSITIVE_INFINITY;
  const { cols } = config.board;
  const [top, leftCol] = [Math.floor(at / cols), at % cols];
  let least = Number.POSITIVE_INFINITY;
  for (const cell of cells) {
    const [row, col] = [Math.floor(cell / cols), cell % cols];
    const far =
      Math.max(0, top - row, row - (top + shape.rows - 1)) +
      Math.max(0, leftCol - col, col - (leftCol + shape.cols - 1));
    if (far < least) least = far;
  }
  return least;
}

/** Steps between two sets of cells: 1 if adjacent, 0 if they overlap, infinite if one is empty. */
function distanceOf(from: readonly number[], to: readonly number[], cols: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (const cell of from) {
    const [row, col] = [Math.floor(cell / cols), cell % cols];
    for (const other of to) {
      const far = Math.abs(Math.floor(other / cols) - row) + Math.abs((other % cols) - col);
      if (far < least) least = far;
    }
  }
  return least;
}
