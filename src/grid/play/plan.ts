import type { ActionId, GameAction } from '../../contract/agents';
import { CLICK } from '../choose';
import { centerCell } from '../frame/places';
import { actionKey } from '../transition';
import { type Config, colourOf, MAX_OBJECT, type Node, thingsAt } from './config';
import { listActions, type Visit, walk } from './find-way';
import { contextOf, cornerOf, type PlayMemory } from './memory';

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

const listPlaces = ({ board, components, masked }: Config): { action: GameAction; index: number }[] =>
  components.flatMap((component, index) =>
    masked[index] || component.size > MAX_OBJECT * board.cells.length
      ? []
      : [{ action: { id: CLICK, ...centerCell(component, board) }, index }],
  );

/**
 * Finds the best test: an action of unknown outcome, weighted by the objects it touches and by the length of
 * the way. null if no test is left.
 */
export function planPlay(memory: PlayMemory, start: Node, available: readonly ActionId[]): Plan | null {
  let best = null as (Plan & { cost: number }) | null;
  const offer = (visit: Visit, action: GameAction, { penalty, reason }: Offer) => {
    const { node, depth } = visit;
    const goal = `${node.key} ${actionKey(action)}`;
    const cost = depth + penalty + CUT_PENALTY * (memory.cutShort.get(goal) ?? 0);
    if (best && best.cost <= cost) return;
    best = { cost, actions: [...listActions(visit), action], reason, goal };
  };
  const expand = function* (visit: Visit): Generator<[GameAction, Node]> {
    const edges = memory.edges.get(visit.node.key);
    const places = available.includes(CLICK) ? listPlaces(visit.node.config) : [];
    const plain = available.filter((id) => id !== CLICK).map((id) => ({ action: { id }, index: -1 }));
    for (const { action, index } of [...plain, ...places]) {
      const edge = edges?.get(actionKey(action));
      if (edge?.node === null) continue;
      if (edge) offer(visit, action, weighRepeat(edge.times));
      const to = edge
        ? edge.node
        : tryOut(memory, visit.node, action, index, (one) => offer(visit, action, one));
      if (to) yield [action, to];
    }
  };
  for (const { depth } of walk(start, MAX_NODES, expand)) {
    // No test farther away can cost less.
    if (best && best.cost + 12 < depth) break;
  }
  return best;
}

/**
 * Offers an action that was not executed at this node.
 *
 * @param index component that it clicks; -1 if it is no click
 * @returns the node that it leads to, if that is known and the way may go on from there
 */
function tryOut(
  memory: PlayMemory,
  node: Node,
  action: GameAction,
  index: number,
  offer: (one: Offer) => void,
): Node | null {
  const { config } = node;
  const { tested } = memory;
  if (index >= 0) {
    if (tested.has(`${config.key} ${actionKey(action)}`)) return memory.foretell(node, action) ?? null;
    offer(weighClick(memory, node, index));
    return null;
  }
  const { id } = action;
  const to = memory.foretell(node, action);
  const cells = memory.covers(node, id);
  const things = thingsAt(config, cells ?? []);
  const fresh = things.filter((thing) => !tested.has(`${config.key} ${thing}`));
  if (fresh.length > 0) offer(weighContact(memory, node, fresh));
  else if (things.some((thing) => !tested.has(`${config.key} ${id} ${thing}`)))
    offer({ penalty: 25, reason: 'It touches an object from another side.' });
  else if (!node.mover || !memory.model.stepOf(id)) offer(weighPlain(memory, node, id));
  else if (to === null) offer({ penalty: 2, reason: 'Its result here is unknown.' });
  if (!to) return null;
  if (to.key === node.key) {
    offer(weighRepeat(0));
    return null;
  }
  if (fresh.length > 0) {
    offer({ penalty: 40, reason: 'It is new in this state.' });
    return null;
  }
  if (!memory.nodes.has(to.key))
    offer({ penalty: memory.reached.has(cornerOf(to)) ? 45 : 12, reason: 'It leads to a new place.' });
  return to;
}

/** Repeats cost the most, but remain possible because a game may hide part of its state. */
const weighRepeat = (times: number): Offer => ({
  penalty: 100 + 12 * times,
  reason: 'Nothing new is within reach; this was tried the fewest times.',
});

function weighPlain(memory: PlayMemory, node: Node, id: ActionId): Offer {
  const [did, idle] = [memory.done.get(id) ?? 0, memory.idle.get(id) ?? 0];
  const wasTested = memory.tested.has(`${node.config.key} ${id} ${contextOf(node)}`);
  const rate = (idle + 1) / (did + idle + 1);
  const penalty = (wasTested ? 25 : 1) + 6 * rate;
  return { penalty, reason: `${id} is new in this state.` };
}

function weighContact(memory: PlayMemory, node: Node, indices: readonly number[]): Offer {
  const penalties = indices.map((index) => {
    const kind = node.config.kinds[index] ?? '';
    const [did, idle] = [memory.done.get(kind) ?? 0, memory.idle.get(kind) ?? 0];
    const deaths = memory.deadly.get(kind) ?? 0;
    return (
      3 * Math.min(idle, 4) -
      2 * Math.min(did, 3) +
      15 * deaths -
      15 * Math.min(1, memory.winning.get(kind) ?? 0) -
      6 * Math.min(1, memory.winning.get(colourOf(kind)) ?? 0)
    );
  });
  return {
    penalty: Math.min(...penalties),
    reason: 'It touches an object in a new way on this board.',
  };
}

function weighClick(memory: PlayMemory, node: Node, index: number): Offer {
  const kind = `click ${node.config.kinds[index]}`;
  const [did, idle] = [memory.done.get(kind) ?? 0, memory.idle.get(kind) ?? 0];
  const penalty = did > 0 ? (6 * idle) / (did + idle) : idle === 0 ? 3 : 8 + 10 * idle;
  return {
    penalty: penalty - ((memory.winning.get(kind) ?? 0) > 0 ? 4 : 0),
    reason: 'A click there is new on this board.',
  };
}
