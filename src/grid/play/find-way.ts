import type { ActionId, GameAction } from '../../contract/agents';
import { CLICK } from '../choose';
import { readActionKey } from '../transition';
import { type Node, nodeKey } from './config';
import type { PlayMemory } from './memory';

/** Most states that a search looks at, and most of those whose next boards have to be foretold by claims. */
const MAX_NODES = 3_000;
const MAX_BY_RULES = 250;

/** Actions that lead to what was wished. `isForetold`: all of them are known to; else one or more of the last is a try. */
export interface Way {
  actions: GameAction[];
  isForetold: boolean;
}

/** Tells a search what it looks for. */
export interface Goal {
  /** Says whether it has come about at a node. */
  isMet: (node: Node) => boolean;
  /**
   * Says whether an action that meets it may be tried from a node, though nothing is known of where it leads, or that it
   * is stopped.
   */
  mayTry: (node: Node, action: GameAction, isStopped: boolean) => boolean;
  /** Says how far a node is from it, in cells. */
  measure: (node: Node) => number;
}

export interface Search {
  /** The shortest way; null: none within what is known. */
  way: Way | null;
  /** The node that is nearest to the goal of all within reach. */
  nearest: Node;
  /** It ended at its bound: there may be a way all the same. */
  isCut: boolean;
}

/** Foretells the node that an action leads to by other means than the memory; null: not known. */
export type Foretell = (node: Node, action: GameAction) => Node | null;

/**
 * Searches for the shortest way to a goal, breadth-first: by actions as they were seen or are foretold; where none is found, by
 * inferred rules as well; where none is found either, over colours that the mover never met, which is a try.
 *
 * @param byRules foretells what the memory can't, such as an object that is pushed; null: nothing does
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

/** Actions from a node and where each leads; null: that is not known. What ended a level or the game before is left out. */
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

/** Goal of the mover standing on a cell. */
export function standsOn(memory: PlayMemory, cell: number): Goal {
  return {
    isMet: (node) => memory.ownCells(node).has(cell),
    mayTry: (node, action, isStopped) => !isStopped && meetsCells(memory, node, action, new Set([cell])),
    measure: (node) => farFrom(memory, node, [cell]),
  };
}

/** Goal of the mover going into one of some cells, whatever comes of it. */
export function goesInto(memory: PlayMemory, cells: readonly number[]): Goal {
  const wantedCells = new Set(cells);
  return {
    isMet: (node) => [...memory.ownCells(node)].some((cell) => wantedCells.has(cell)),
    mayTry: (node, action) => meetsCells(memory, node, action, wantedCells),
    measure: (node) => farFrom(memory, node, cells),
  };
}

/** Says whether an action that moves the mover would have it cover one of some cells. */
function meetsCells(
  memory: PlayMemory,
  node: Node,
  { id }: GameAction,
  wanted: ReadonlySet<number>,
): boolean {
  const by = memory.learnt.shiftOf(id);
  return by !== null && (memory.covers(node, by)?.some((cell) => wanted.has(cell)) ?? false);
}

/** Goal of things of a kind standing beside one of some cells, or over it. */
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

/** Steps from the mover's box to the nearest of some cells; infinite where it is not known. */
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

/** Steps between two sets of cells: 1 side by side, 0 where they meet; infinite where one is empty. */
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
