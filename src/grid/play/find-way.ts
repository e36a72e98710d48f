import type { ActionId, GameAction } from '../../contract/agents';
import { CLICK } from '../choose';
import { findComponents } from '../frame/components';
import { readActionKey } from '../transition';
import { kindOf, type Node } from './config';
import type { PlayMemory } from './memory';

/** Limit on the states of one search. */
const MAX_NODES = 3_000;

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

/** Predicts the next node; null if unknown. */
export type Foretell = (node: Node, action: GameAction) => Node | null;

/**
 * Breadth-first search for the shortest way to a goal by observed and predicted actions. If there is none, looks
 * for a way on which the mover always takes its usual step.
 */
export function findWay(
  memory: PlayMemory,
  start: Node,
  available: readonly ActionId[],
  goal: Goal,
  foretell: Foretell,
): Search {
  const known = search(memory, start, available, goal, foretell);
  if (known.way) return known;
  const { way } = search(
    memory,
    start,
    available,
    goal,
    (node, action) => foretell(node, action) ?? memory.imagineStep(node, action.id),
  );
  return { ...known, way: way && { ...way, isForetold: false } };
}

function search(
  memory: PlayMemory,
  start: Node,
  available: readonly ActionId[],
  goal: Goal,
  foretell: Foretell,
): Search {
  let [nearest, least] = [start, goal.measure(start)];
  let attempt: Way | null = null;
  let count = 0;
  const expand = function* (visit: Visit): Generator<[GameAction, Node]> {
    const { node } = visit;
    for (const [action, to] of leadsOf(memory, node, available, foretell)) {
      const isStopped = to?.key === node.key;
      if ((to === null || isStopped) && attempt === null && goal.mayTry(node, action, isStopped))
        attempt = { actions: [...listActions(visit), action], isForetold: false };
      if (to) yield [action, to];
    }
  };
  for (const visit of walk(start, MAX_NODES, expand)) {
    const { node } = visit;
    const far = goal.measure(node);
    if (far < least) [nearest, least] = [node, far];
    if (++count > 1 && goal.isMet(node))
      return { way: { actions: listActions(visit), isForetold: true }, nearest: node, isCut: false };
  }
  return { way: attempt, nearest, isCut: count === MAX_NODES || memory.isTired };
}

/** A node in a breadth-first search, and how the search came to it. */
export interface Visit {
  node: Node;
  depth: number;
  from: Visit | null;
  action: GameAction | null;
}

/** Visits nodes breadth-first, each once. */
export function* walk(
  start: Node,
  most: number,
  expand: (visit: Visit) => Iterable<[GameAction, Node]>,
): Generator<Visit> {
  const seen = new Set([start.key]);
  const queue: Visit[] = [{ node: start, depth: 0, from: null, action: null }];
  for (let head = 0; head < queue.length && head < most; head++) {
    const visit = queue[head] as Visit;
    yield visit;
    for (const [action, node] of expand(visit)) {
      if (seen.has(node.key)) continue;
      seen.add(node.key);
      queue.push({ node, depth: visit.depth + 1, from: visit, action });
    }
  }
}

export function listActions(visit: Visit): GameAction[] {
  const actions: GameAction[] = [];
  for (let one: Visit | null = visit; one?.action; one = one.from) actions.unshift(one.action);
  return actions;
}

/**
 * Actions from a node and the node that each leads to; null if unknown. Only observed clicks. Skips actions that
 * ended a level or the game before.
 */
export function* leadsOf(
  memory: PlayMemory,
  node: Node,
  available: readonly ActionId[],
  foretell: Foretell,
): Generator<[GameAction, Node | null]> {
  const edges = memory.edges.get(node.key);
  for (const id of available) {
    const edge = edges?.get(id);
    if (id !== CLICK && edge?.node !== null) yield [{ id }, edge?.node ?? foretell(node, { id })];
  }
  if (!available.includes(CLICK)) return;
  for (const [name, { node: to }] of edges ?? [])
    if (to && name.startsWith(`${CLICK}@`)) yield [readActionKey(name), to];
}

/**
 * Goal: the mover enters one of these cells.
 *
 * @param mayBeStopped true if an attempt at which something stops the mover counts too
 */
export function enters(memory: PlayMemory, cells: readonly number[], mayBeStopped: boolean): Goal {
  const wanted = new Set(cells);
  const meets = (own: readonly number[] | null | undefined) => own?.some((cell) => wanted.has(cell)) ?? false;
  return {
    isMet: ({ mover }) => meets(mover?.cells),
    mayTry: (node, { id }, isStopped) => (mayBeStopped || !isStopped) && meets(memory.covers(node, id)),
    measure: (node) => farFrom(node, cells),
  };
}

/** Goal: an object of this kind is next to one of these cells, or on it. */
export function comesTo(kind: string, cells: readonly number[]): Goal {
  const distances = new Map<string, number>();
  // On the board itself: without the mover, a pushed object would still be at its old place.
  const measure = ({ key, board }: Node): number => {
    const cachedDistance = distances.get(key);
    if (cachedDistance !== undefined) return cachedDistance;
    const own = findComponents(board).flatMap((one) => (kindOf(one) === kind ? one.cells : []));
    const distance = distanceOf(own, cells, board.cols);
    distances.set(key, distance);
    return distance;
  };
  return { isMet: (node) => measure(node) <= 1, mayTry: () => false, measure };
}

/** Steps from the mover's box to the nearest of these cells; infinite if the mover was not found. */
function farFrom({ board: { cols }, mover }: Node, cells: readonly number[]): number {
  if (!mover) return Number.POSITIVE_INFINITY;
  const { at, look } = mover;
  const distances = cells.map((cell) => {
    const [row, col] = [Math.floor(cell / cols), cell % cols];
    return (
      Math.max(0, at[0] - row, row - (at[0] + look.rows - 1)) +
      Math.max(0, at[1] - col, col - (at[1] + look.cols - 1))
    );
  });
  return Math.min(...distances);
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
