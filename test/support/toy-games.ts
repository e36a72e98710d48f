import type { JsonObject } from '../../src/base/json';
import type { ActionId, GameAction } from '../../src/contract/agents';
import type { BuiltinGame, GameStep } from '../../src/runs/games/game';
import { makeDice } from './dice';
import { paint } from './toy-paint';
import {
  type Deed,
  FACES,
  FAMILIES,
  type Family,
  isSame,
  itemAt,
  makeRules,
  markAt,
  type Rules,
  WAYS,
  type World,
} from './toy-rules';

function begin(rules: Rules, seed: string): World {
  const dice = makeDice(`start.${seed}`);
  const free: number[][] = [];
  const items: number[][] = [];
  rules.plan.forEach((row, r) => {
    Array.from(row).forEach((mark, c) => {
      if (mark === '.') free.push([r, c]);
      if (mark === 'o') items.push([r, c]);
    });
  });
  const take = (): number[] => free.splice(dice(free.length), 1)[0] ?? [1, 1];
  // Autonomous movement must have room, so that it is observable in every game.
  const takeRoomy = (): number[] => {
    const roomy = free.findIndex(([r = 0, c = 0]) => markAt(rules, r, c + 1) === '.');
    return free.splice(Math.max(0, roomy), 1)[0] ?? [1, 1];
  };
  const pool = rules.family === 'cursor' ? items : null;
  const crates = rules.family === 'pusher' ? 4 : rules.family === 'tilter' ? 5 : 0;
  return {
    seed,
    at: pool ? (pool[dice(pool.length)] ?? [1, 1]) : take(),
    twin: takeRoomy(),
    face: rules.family === 'facing' || rules.family === 'turner' ? dice(4) : 0,
    crates: Array.from({ length: crates }, take),
    decoys: Array.from({ length: rules.decoys }, () => [...takeRoomy(), 1]),
    open: false,
    items: items.map(() => dice(rules.cycle.length)),
    turns: items.map(() => dice(4)),
    count: 0,
    past: [],
  };
}

/** True if an object may enter a tile. */
function isFree(rules: Rules, world: World, [r = 0, c = 0]: readonly number[]): boolean {
  const mark = markAt(rules, r, c);
  if (rules.family === 'cursor') return mark === 'o';
  if (mark === '#' || mark === 'o') return false;
  return mark !== '%' || world.open;
}

function walk(rules: Rules, world: World, deed: Deed): World {
  const way = WAYS[deed] ?? [0, 0];
  const next = (place: readonly number[], k = 1) => [
    (place[0] ?? 0) + way[0] * k,
    (place[1] ?? 0) + way[1] * k,
  ];
  const hasCrate = (place: readonly number[]) => world.crates.some((crate) => isSame(crate, place));
  if (rules.family === 'tilter') return { ...world, crates: slideAll(rules, world, way) };
  const face = rules.family === 'facing' ? FACES.indexOf(deed) : world.face;
  let to = next(world.at);
  if (rules.family === 'crowd' || rules.family === 'twins') return walkPair(rules, world, way);
  if (rules.family === 'cursor') {
    // To the nearest item in that direction, in its row or column.
    for (let k = 1; k < 12; k++) {
      if (isFree(rules, world, next(world.at, k))) return { ...world, at: next(world.at, k) };
    }
    return world;
  }
  if (!isFree(rules, world, to) || world.decoys.some((decoy) => isSame(decoy, to))) return { ...world, face };
  if (hasCrate(to)) {
    const beyond = next(world.at, 2);
    if (!isFree(rules, world, beyond) || hasCrate(beyond)) return world;
    const crates = world.crates.map((crate) => (isSame(crate, to) ? beyond : crate));
    return { ...world, at: to, crates };
  }
  if (rules.family === 'slider') while (isFree(rules, world, next(to))) to = next(to);
  return { ...world, at: to, face };
}

/** Two avatars: a crowd moves in the same direction, twins in opposite ones; each is blocked separately. */
function walkPair(rules: Rules, world: World, way: readonly number[]): World {
  const sign = rules.family === 'crowd' ? 1 : -1;
  const at = [(world.at[0] ?? 0) + (way[0] ?? 0), (world.at[1] ?? 0) + (way[1] ?? 0)];
  const twin = [(world.twin[0] ?? 0) + (way[0] ?? 0) * sign, (world.twin[1] ?? 0) + (way[1] ?? 0) * sign];
  const atTo = isFree(rules, world, at) && !isSame(at, world.twin) ? at : world.at;
  const twinTo =
    isFree(rules, world, twin) && !isSame(twin, world.at) && !isSame(twin, atTo) ? twin : world.twin;
  return { ...world, at: atTo, twin: twinTo };
}

function slideAll(rules: Rules, world: World, way: readonly number[]): number[][] {
  const order = [...world.crates.keys()].sort((a, b) => {
    const [x = [0, 0], y = [0, 0]] = [world.crates[a], world.crates[b]];
    return ((y[0] ?? 0) - (x[0] ?? 0)) * (way[0] ?? 0) + ((y[1] ?? 0) - (x[1] ?? 0)) * (way[1] ?? 0);
  });
  const crates = world.crates.map((crate) => [...crate]);
  for (const i of order) {
    for (;;) {
      const here = crates[i] ?? [0, 0];
      const to = [(here[0] ?? 0) + (way[0] ?? 0), (here[1] ?? 0) + (way[1] ?? 0)];
      if (!isFree(rules, world, to) || crates.some((crate) => isSame(crate, to))) break;
      crates[i] = to;
    }
  }
  return crates;
}

function stepItem(rules: Rules, world: World, i: number): World {
  if (i < 0) return world;
  return { ...world, items: world.items.with(i, ((world.items[i] ?? 0) + 1) % rules.cycle.length) };
}

function perform(rules: Rules, world: World, action: GameAction): World {
  const deed = rules.does[action.id] ?? 'dead';
  switch (deed) {
    case 'dead':
    case 'flash':
      return world;
    case 'undo': {
      const last = world.past.at(-1);
      if (last === undefined) return world;
      return { ...(JSON.parse(last) as World), past: world.past.slice(0, -1), count: world.count };
    }
    case 'use': {
      const [r = 0, c = 0] = world.at;
      const near = [[0, 0], ...Object.values(WAYS)].map(([y = 0, x = 0]) => markAt(rules, r + y, c + x));
      const works = rules.family === 'switcher' ? near[0] === '*' : near.includes('*');
      return works ? { ...world, open: !world.open } : world;
    }
    case 'step':
      return stepItem(rules, world, itemAt(rules, world.at));
    case 'turn': {
      const i = itemAt(rules, world.at);
      if (rules.family === 'turner') return { ...world, face: (world.face + 1) % 4 };
      return i < 0 ? world : { ...world, turns: world.turns.with(i, ((world.turns[i] ?? 0) + 1) % 4) };
    }
    case 'click': {
      const [y, x] = [(action.y ?? 0) - rules.rim, (action.x ?? 0) - rules.rim];
      const [r, c] = [Math.floor(y / rules.tile), Math.floor(x / rules.tile)];
      const isRing = [y - r * rules.tile, x - c * rules.tile].some((n) => n < 1 || n > rules.tile - 2);
      return isRing ? world : stepItem(rules, world, itemAt(rules, [r, c]));
    }
    default:
      return walk(rules, world, deed);
  }
}

function moveDecoys(rules: Rules, world: World): World {
  const decoys = world.decoys.map(([r = 0, c = 0, by = 1]) => {
    const ahead = [r, c + by];
    return isFree(rules, world, ahead) && !isSame(ahead, world.at) ? [r, c + by, by] : [r, c, -by];
  });
  return { ...world, decoys };
}

function act(rules: Rules, world: World, action: GameAction): GameStep {
  const done = perform(rules, world, action);
  const changed = JSON.stringify({ ...done, past: 0 }) !== JSON.stringify({ ...world, past: 0 });
  const undoes = rules.does[action.id] === 'undo';
  const past =
    undoes || !changed ? done.past : [...world.past, JSON.stringify({ ...world, past: [] })].slice(-30);
  const next = moveDecoys(rules, { ...done, past, count: world.count + 1 });
  const flash = rules.does[action.id] === 'flash' ? [paint(rules, next, true)] : [];
  return show(rules, next, flash);
}

function show(rules: Rules, world: World, animation: string[] = []): GameStep {
  return {
    snapshot: world as unknown as JsonObject,
    frames: [...animation, paint(rules, world, false)],
    state: 'NOT_FINISHED',
    levelsCompleted: 0,
    availableActions: Object.keys(rules.does) as ActionId[],
  };
}

/** A game of this family. `seed` determines its rules, the seed at the start its initial positions. */
export function makeToy(family: Family, seed: string): BuiltinGame {
  const rules = makeRules(family, seed);
  return {
    info: {
      id: `toy-${family}`,
      title: 'Toy',
      kind: 'grid',
      description: 'A toy.',
      actions: Object.keys(rules.does) as ActionId[],
      rows: rules.rows,
      cols: rules.cols,
    },
    start: (start) => show(rules, begin(rules, start)),
    restart: (snapshot) => show(rules, begin(rules, String(snapshot.seed))),
    act: (snapshot, action) => act(rules, snapshot as unknown as World, action),
  };
}

export const makeToys = (): Record<string, (seed: string) => BuiltinGame> =>
  Object.fromEntries(FAMILIES.map((family) => [family, (seed: string) => makeToy(family, seed)]));
