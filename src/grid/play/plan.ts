import type { ActionId, GameAction } from '../../contract/agents';
import { CLICK } from '../choose';
import type { FramePlace } from '../frame/places';
import { actionKey, readActionKey } from '../transition';
import { type Config, colourOf, type Node, nodeKey } from './config';
import type { PlayMemory } from './memory';

export interface Plan {
  actions: GameAction[];
  /** Key of the test at the end: a state and an action. */
  goal: string;
  reason: string;
}

/** Penalty of a test for each life lost on the way to it. */
const CUT_PENALTY = 15;

/** Limit on the states of one search. */
const MAX_NODES = 800;

interface Offer {
  penalty: number;
  reason: string;
}

/** Click targets of a config, cached with it. */
const placesOf = new WeakMap<Config, { at: FramePlace; index: number }[]>();

function listPlaces(config: Config): { at: FramePlace; index: number }[] {
  const cachedPlaces = placesOf.get(config);
  if (cachedPlaces) return cachedPlaces;
  const { cols } = config.board;
  const places = config.components
    .map((component, index) => ({ component, index }))
    .filter(
      ({ component, index }) => !config.masked[index] && component.size < 0.25 * config.board.cells.length,
    )
    .map(({ component, index }) => {
      const [row, col] = [
        component.top + (component.rows - 1) / 2,
        component.left + (component.cols - 1) / 2,
      ];
      let [best, least] = [component.cells[0] ?? 0, Number.POSITIVE_INFINITY];
      for (const cell of component.cells) {
        const far = Math.abs(Math.floor(cell / cols) - row) + Math.abs((cell % cols) - col);
        if (far < least) [best, least] = [cell, far];
      }
      return { at: { x: best % cols, y: Math.floor(best / cols) }, index };
    });
  placesOf.set(config, places);
  return places;
}

/**
 * Finds the best test: an action of unknown outcome, weighted by the objects it touches and by the length of
 * the way. null if no test is left.
 */
export function planPlay(
  memory: PlayMemory,
  start: Node,
  available: readonly ActionId[],
  weight: number,
): Plan | null {
  const plain = available.filter((id) => id !== CLICK);
  const clicks = available.includes(CLICK);
  const origin = memory.apart(start, nodeKey(start));
  let best: (Plan & { cost: number }) | null = null;
  const came = new Map<string, { from: string; action: GameAction } | null>([[nodeKey(start), null]]);
  const queue: { node: Node; depth: number; isSeen: boolean }[] = [{ node: start, depth: 0, isSeen: true }];
  const wayTo = (key: string): GameAction[] => {
    const actions: GameAction[] = [];
    for (let step = came.get(key); step; step = came.get(step.from)) actions.unshift(step.action);
    return actions;
  };
  const tellGoal = (key: string, action: GameAction) => `${key} ${actionKey(action)}`;
  const offer = (node: Node, key: string, depth: number, action: GameAction, { penalty, reason }: Offer) => {
    const cost =
      depth +
      penalty +
      CUT_PENALTY * (memory.cutShort.get(tellGoal(key, action)) ?? 0) +
      (weight > 0 ? weight * (memory.apart(node, key) - origin) : 0);
    if (best && best.cost <= cost) return;
    best = { cost, actions: [...wayTo(key), action], reason, goal: tellGoal(key, action) };
  };
  for (let head = 0; head < queue.length && head < MAX_NODES; head++) {
    const entry = queue[head];
    if (!entry) break;
    const { node, depth } = entry;
    // No test farther away can cost less.
    if (best && (best as { cost: number }).cost + 12 < depth) break;
    const key = nodeKey(node);
    const edges = memory.edges.get(key);
    const go = (to: Node, action: GameAction, isSeen: boolean) => {
      const toKey = nodeKey(to);
      if (came.has(toKey)) return;
      came.set(toKey, { from: key, action });
      queue.push({ node: to, depth: depth + 1, isSeen });
    };
    for (const id of plain) {
      const action = { id };
      const edge = edges?.get(id);
      if (edge) {
        if (edge.node) go(edge.node, action, true);
        if (edge.node) offer(node, key, depth, action, weighRepeat(edge.times));
        continue;
      }
      const by = memory.learnt.shiftOf(id);
      if (!by || node.at < 0) {
        offer(node, key, depth, action, weighPlain(memory, node, id));
        continue;
      }
      const cells = memory.covers(node, by);
      const things = cells === null ? [] : memory.meets(node, cells);
      const fresh = things.filter((index) => !memory.tested.has(`${node.config.key} ${index}`));
      const otherSides = things.filter((index) => !memory.tested.has(`${node.config.key} ${id} ${index}`));
      const to = memory.foretell(node, action);
      if (fresh.length > 0) offer(node, key, depth, action, weighContact(memory, node, fresh));
      else if (otherSides.length > 0)
        offer(node, key, depth, action, { penalty: 25, reason: 'It touches an object from another side.' });
      else if (to === null)
        offer(node, key, depth, action, { penalty: 2, reason: 'It shows what blocks the object here.' });
      if (to === node) offer(node, key, depth, action, weighRepeat(0));
      if (to === null) continue;
      const isNew = !memory.nodes.has(nodeKey(to));
      if (isNew)
        offer(node, key, depth, action, {
          penalty: memory.reached.has(to.at) ? 45 : 12,
          reason: 'It leads to a new place.',
        });
      if (fresh.length === 0) go(to, action, !isNew);
      else if (cells) offer(node, key, depth, action, { penalty: 40, reason: 'It is new in this state.' });
    }
    if (!clicks) continue;
    const effects = memory.clickEffects.get(node.config.key);
    for (const { at, index } of listPlaces(node.config)) {
      const action = { id: CLICK, ...at };
      const name = actionKey(action);
      const edge = edges?.get(name);
      if (edge) {
        if (edge.node) go(edge.node, action, true);
        if (edge.node) offer(node, key, depth, action, weighRepeat(edge.times));
        continue;
      }
      const effect = effects?.get(name);
      const config = effect === undefined ? undefined : memory.configs.get(effect);
      if (config) go({ ...node, config }, action, memory.nodes.has(nodeKey({ ...node, config })));
      else if (!memory.tested.has(`${node.config.key} ${name}`))
        offer(node, key, depth, action, weighClick(memory, node, index));
    }
  }
  return best;
}

/** Repeats cost the most, but remain possible because a game may hide part of its state. */
const weighRepeat = (times: number): Offer => ({
  penalty: 100 + 12 * times,
  reason: 'Nothing new is within reach; this was tried the fewest times.',
});

function weighPlain(memory: PlayMemory, node: Node, id: ActionId): Offer {
  const [did, idle] = [memory.learnt.plainDone.of(id), memory.learnt.plainIdle.of(id)];
  const wasTested = memory.tested.has(`${node.config.key} ${id} ${memory.contextOf(node)}`);
  const rate = (idle + 1) / (did + idle + 1);
  const penalty = (wasTested ? 25 : 1) + 6 * rate;
  return { penalty, reason: `${id} is new in this state.` };
}

function weighContact(memory: PlayMemory, node: Node, indices: readonly number[]): Offer {
  const penalties = indices.map((index) => {
    const kind = node.config.kinds[index] ?? '';
    const [did, idle] = [memory.learnt.contactsDone.of(kind), memory.learnt.contactsIdle.of(kind)];
    const deaths = memory.learnt.deadly.of(kind);
    return (
      3 * Math.min(idle, 4) -
      2 * Math.min(did, 3) +
      15 * deaths -
      15 * Math.min(1, memory.learnt.winning.of(kind)) -
      6 * Math.min(1, memory.learnt.winning.of(colourOf(kind)))
    );
  });
  return {
    penalty: Math.min(...penalties),
    reason: 'It touches an object in a new way on this board.',
  };
}

function weighClick(memory: PlayMemory, node: Node, index: number): Offer {
  const kind = node.config.kinds[index] ?? '';
  const [did, idle] = [memory.learnt.clicksDone.of(kind), memory.learnt.clicksIdle.of(kind)];
  const penalty = did > 0 ? (6 * idle) / (did + idle) : idle === 0 ? 3 : 8 + 10 * idle;
  return {
    penalty: penalty - (memory.learnt.winning.of(`click ${kind}`) > 0 ? 4 : 0),
    reason: 'A click there is new on this board.',
  };
}

/** Limit on the states of a search for similar objects closer together. */
const MAX_APPROACH = 1500;

/**
 * Searches, by known and predicted moves, for a new state with similar objects closer together than in any
 * reached state. null if there is none.
 */
export function planApproach(memory: PlayMemory, start: Node, available: readonly ActionId[]): Plan | null {
  const plain = available.filter((id) => id !== CLICK);
  const startKey = nodeKey(start);
  const came = new Map<string, { from: string; action: GameAction } | null>([[startKey, null]]);
  const queue: { node: Node; depth: number }[] = [{ node: start, depth: 0 }];
  const { nearest } = memory;
  let best: { cost: number; key: string } | null = null;
  for (let head = 0; head < queue.length && head < MAX_APPROACH; head++) {
    const entry = queue[head];
    if (!entry) break;
    const { node, depth } = entry;
    const key = nodeKey(node);
    if (!memory.nodes.has(key)) {
      const apart = memory.apart(node, key);
      const cost = apart + 0.1 * depth;
      if (apart < nearest && !memory.cutShort.has(key) && (best === null || cost < best.cost))
        best = { cost, key };
    }
    for (const id of plain) {
      const action = { id };
      const to = memory.lead(node, action);
      if (!to) continue;
      const toKey = nodeKey(to);
      if (came.has(toKey)) continue;
      came.set(toKey, { from: key, action });
      queue.push({ node: to, depth: depth + 1 });
    }
    for (const [name, edge] of memory.edges.get(key) ?? []) {
      if (!edge.node || !name.startsWith(`${CLICK}@`)) continue;
      const toKey = nodeKey(edge.node);
      if (came.has(toKey)) continue;
      came.set(toKey, { from: key, action: readActionKey(name) });
      queue.push({ node: edge.node, depth: depth + 1 });
    }
  }
  if (best === null) return null;
  const actions: GameAction[] = [];
  for (let step = came.get(best.key); step; step = came.get(step.from)) actions.unshift(step.action);
  return {
    actions,
    goal: best.key,
    reason: 'Similar objects are closer together there than on any board so far.',
  };
}
