import { drawOnce } from '../../src/base/random';
import type { ActionId, GameAction } from '../../src/contract/agents';
import { frameKey, type Mask } from '../../src/contract/frame';
import { CLICK } from '../../src/grid/choose';
import { readBoard } from '../../src/grid/frame/board';
import { clickPlaces } from '../../src/grid/frame/places';
import { readLearner } from '../../src/grid/learner';
import { Player } from '../../src/grid/play/player';
import { actionKey, readActionKey, type Transition } from '../../src/grid/transition';

export interface View {
  cells: string;
  available: readonly ActionId[];
  /** Cells that states ignore, such as step bars and counters; the same for all players. */
  mask: Mask;
}

export interface GamePlayer {
  choose(view: View): GameAction;
  /** The mask may have grown since. */
  see(transition: Transition, mask: Mask): void;
}

/** Chooses uniformly among the offered actions; clicks anywhere on the board. */
export function playRandomly(seed: string): GamePlayer {
  let n = 0;
  const draw = (below: number) => Math.floor(drawOnce(`${seed}.${n++}`) * below);
  return {
    choose: ({ cells, available }) => {
      const id = available[draw(available.length)] ?? 'ACTION1';
      if (id !== CLICK) return { id };
      const { rows, cols } = readBoard(cells);
      return { id, x: draw(cols), y: draw(rows) };
    },
    see: () => {},
  };
}

/**
 * Explores the graph of states: an untried action here, or else the shortest known path to a state that has
 * one; otherwise random. A state is the board outside the mask, and a click is tried once on every object.
 */
export function playStateGraph(seed: string): GamePlayer {
  const chance = playRandomly(seed);
  let transitions: Transition[] = [];
  let maskSize = 0;
  let edges = new Map<string, Map<string, string | null>>();
  let options = new Map<string, string[]>();
  const enter = (cells: string, available: readonly ActionId[], mask: Mask): string => {
    const key = frameKey(cells, mask);
    if (options.has(key)) return key;
    const plain = available.filter((id) => id !== CLICK).map((id) => actionKey({ id }));
    const clicks = available.includes(CLICK)
      ? clickPlaces(cells, mask).map((at) => actionKey({ id: CLICK, ...at }))
      : [];
    options.set(key, [...plain, ...clicks]);
    return key;
  };
  const add = (one: Transition, mask: Mask) => {
    const from = frameKey(one.before, mask);
    const lasts = one.state === 'NOT_FINISHED' && !one.levelChanged;
    const known = edges.get(from) ?? new Map<string, string | null>();
    known.set(actionKey(one.action), lasts ? frameKey(one.frames.at(-1) ?? one.before, mask) : null);
    edges.set(from, known);
  };
  return {
    see: (transition, mask) => {
      if (transition.levelChanged) transitions = [];
      else transitions.push(transition);
      if (mask.size !== maskSize || transition.levelChanged) {
        maskSize = mask.size;
        edges = new Map();
        options = new Map();
        for (const one of transitions) add(one, mask);
      } else add(transition, mask);
    },
    choose: (view) => {
      const start = enter(view.cells, view.available, view.mask);
      const queue: { key: string; first: string | null }[] = [{ key: start, first: null }];
      const visited = new Set([start]);
      for (let node = queue.shift(); node; node = queue.shift()) {
        const { key, first } = node;
        const known = edges.get(key);
        const untried = options.get(key)?.find((action) => !known?.has(action));
        if (untried) return readActionKey(first ?? untried);
        for (const [action, to] of known ?? []) {
          if (to === null || visited.has(to)) continue;
          visited.add(to);
          queue.push({ key: to, first: first ?? action });
        }
      }
      return chance.choose(view);
    },
  };
}

/** The service's player for runs that play on. */
export function playByMemory(): GamePlayer {
  const player = new Player();
  const history: Transition[] = [];
  return {
    choose: ({ cells, available, mask }) =>
      player.choose(cells, available, () => readLearner(history, mask).model).action,
    see: (transition, mask) => {
      history.push(transition);
      player.memory.see(transition, mask);
    },
  };
}
