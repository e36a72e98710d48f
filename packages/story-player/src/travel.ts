import { type Exit, findDirection, oppositeDirection } from 'zmachine-story';
import { hasReason, isDark, isTool, isTooNarrow, TREASURES } from './lexicon';
import { groupBy, placeName, writePlace } from './map';
import { type Choice, isOwn, LEFT, type Scene } from './scene';
import { lightTheWay } from './supplies';
import type { Edge, StoryMap } from './types';

/** Distance of each place in steps, with the first way to it. */
export type Reach = ReadonlyMap<number, { steps: number; first: Edge }>;

/** Breadth-first search over walked or probed ways that are not blocked. */
export function measure(map: StoryMap, from: number, isUsable: (edge: Edge) => boolean): Reach {
  const shutWays = new Set(map.blocked.map((way) => `${way.from} ${way.direction}`));
  const ways = groupBy(
    map.edges.filter((edge) => !shutWays.has(`${edge.from} ${edge.direction}`)),
    ({ from }) => from,
  );
  const reach = new Map<number, { steps: number; first: Edge }>();
  const queue: { place: number; steps: number; first: Edge | null }[] = [
    { place: from, steps: 0, first: null },
  ];
  // Iterating an array includes entries added meanwhile.
  for (const { place, steps, first } of queue) {
    for (const way of ways.get(place) ?? []) {
      if (way.to === from || reach.has(way.to) || (first === null && !isUsable(way))) continue;
      const step = { steps: steps + 1, first: first ?? way };
      reach.set(way.to, step);
      // The ways of unvisited places are unknown.
      if (isVisited(map, way.to)) queue.push({ place: way.to, ...step });
    }
  }
  return reach;
}

export const countVisits = (map: StoryMap, place: number | null): number =>
  map.rooms.find(({ id }) => id === place)?.visits ?? 0;
/** Visits without a penalty; more visits make a place rank as farther. */
const FREE_VISITS = 2;

export const isVisited = (map: StoryMap, place: number | null): boolean => countVisits(map, place) > 0;

/** Checks a way from here with a trial. */
function isSafe(scene: Scene, edge: Edge): boolean {
  if (scene.isBarred(edge.direction) || isBackAndForth(scene, edge.to)) return false;
  const exit = scene.exits.find(({ direction }) => direction === edge.direction);
  if (exit) return exit.to !== null && !exit.deadly && !isDark(exit.text);
  const outcome = scene.tries.play(edge.direction);
  return outcome?.moved === true && !outcome.deadly && !outcome.dark;
}

/** True if the recent moves went back and forth between here and the place. */
function isBackAndForth({ state, here }: Scene, place: number): boolean {
  const last = state.recent.slice(-FRO);
  return (
    last.length === FRO &&
    last.every(
      ({ moved, to, from }) => moved && (to === here || to === place) && (from === here || from === place),
    )
  );
}
const FRO = 4;

/** A way to an unvisited place; makes light first if it is dark. */
export function enterNew(scene: Scene): Choice | null {
  const { exits, state, here, tries } = scene;
  const returns = ({ direction }: Exit): number => {
    const back = oppositeDirection(direction);
    return back !== null && here !== null && tries.play(direction, back)?.to === here ? 1 : 0;
  };
  const newExits = exits.filter(({ to, deadly }) => to !== null && !deadly && !isVisited(state.map, to.id));
  // Take a way without return last, because the others may then be out of reach.
  const fresh = newExits.length < 2 ? newExits : newExits.toSorted((a, b) => returns(b) - returns(a));
  for (const { direction, to, text } of fresh) {
    if (scene.isBarred(direction) || isDark(text)) continue;
    return {
      command: direction,
      why: `${to?.name ? `The ${to.name}` : 'What lies there'} is new, ${direction} of here.`,
    };
  }
  for (const { direction, text } of fresh) {
    if (!isDark(text) || scene.isBarred(direction)) continue;
    const light = lightTheWay(scene, direction);
    if (light) return light;
  }
  return null;
}

/** The map with the current ways from here, some of which change. */
function asNow({ exits, here }: Scene, map: StoryMap): StoryMap {
  const targets = new Map(exits.map(({ direction, to }) => [direction, to?.id ?? null]));
  const edges = map.edges.map((edge) => {
    const to = edge.from === here ? targets.get(edge.direction) : null;
    return to == null ? edge : { ...edge, to };
  });
  return { ...map, edges };
}

/** The next destination and reason: the nearest place of the first kind that exists. */
export function findWay(scene: Scene) {
  const { map, recent } = scene.state;
  const thoughtsHere = recent.flatMap(({ from, thinking }) => (from === scene.here ? (thinking ?? []) : []));
  // If several attempts from here did not reach the place, a way further on is blocked or dark.
  const isOutOfReach = (place: number): boolean => {
    const name = writePlace(map, place);
    return thoughtsHere.filter((thought) => thought.includes(name)).length >= SET_OUT;
  };
  const reach: Reach =
    scene.here === null ? new Map() : measure(asNow(scene, map), scene.here, (edge) => isSafe(scene, edge));
  return {
    reach,
    to: (
      isWanted: (place: number) => boolean,
      why: (place: number) => string,
      extra: (place: number) => number = () => 0,
    ): Choice | null => {
      let best: { place: number; cost: number; first: Edge } | null = null;
      for (const [place, { steps, first }] of reach) {
        const cost = steps + Math.max(0, countVisits(map, place) - FREE_VISITS) + extra(place);
        if ((best === null || cost < best.cost) && isWanted(place) && !isOutOfReach(place))
          best = { place, cost, first };
      }
      return best && { command: best.first.direction, why: why(best.place) };
    },
  };
}

/** Attempts to reach a place from another. */
const SET_OUT = 3;

/** Places with a way to an unvisited place, except dark ones that no carried thing can light. */
export function findFrontier(scene: Scene): ReadonlySet<number> {
  const { map, notes } = scene.state;
  const dark = new Set(
    notes.flatMap(({ place, text }) => (DARK_WAY.test(text) ? [`${place} ${DARK_WAY.exec(text)?.[1]}`] : [])),
  );
  const frontier = map.edges.filter(
    ({ from, to, direction }) =>
      isVisited(map, from) &&
      !isVisited(map, to) &&
      (!dark.has(`${from} ${direction}`) || canLight(scene, from)),
  );
  return new Set(frontier.map(({ from }) => from));
}
export const darkWay = (direction: string): string => `The way ${direction} leads into the dark.`;
const DARK_WAY = /^The way (\S+) leads into the dark/;

/** True if something carried may make light and was not tried there since the world last changed. */
const canLight = ({ held, recall }: Scene, place: number): boolean =>
  held.length > 0 && !recall.searched.has(place);

/** Places with a blocked way, if the world has changed since. */
export function findBlocked({ state, recall }: Scene): ReadonlySet<number> {
  const { map, world } = state;
  const ways = map.blocked.filter(
    (way) =>
      world - way.world >= patienceAt(map, way.from) &&
      !way.deadly &&
      findDirection(way.direction) !== null &&
      hasReason(way.text),
  );
  return new Set(
    ways.map(({ from }) => from).filter((place) => isVisited(map, place) && !recall.searched.has(place)),
  );
}

/** Changes of the world before visiting a place again; doubles with each unsuccessful visit. */
const patienceAt = (map: StoryMap, place: number): number =>
  2 ** Math.min(MAX_PATIENT, Math.max(0, countVisits(map, place) - FREE_VISITS));
const MAX_PATIENT = 6;

/** Places with valuable things left behind that could be carried now. */
export function findLeft(scene: Scene): ReadonlySet<number> {
  const { state, held, recall } = scene;
  const { notes, episodes, map } = state;
  if (held.length >= MANY) return new Set();
  const at = new Map<string, number>();
  const times = new Map<string, number>();
  for (const { id, text, place, episode } of notes) {
    if (place === null || !isOwn(id) || episode !== episodes.length) continue;
    for (const name of LEFT.exec(text)?.[1]?.split(', ') ?? []) {
      at.set(name, place);
      times.set(`${place} ${name}`, (times.get(`${place} ${name}`) ?? 0) + 1);
    }
  }
  // A thing left at the same place repeatedly cannot be carried away.
  for (const [name, place] of at) if ((times.get(`${place} ${name}`) ?? 0) >= LEFT_AGAIN) at.delete(name);
  const stowCommands = recall.awards.map(({ command }) => command);
  const isFree = (name: string): boolean =>
    !held.some((target) => target.phrase === name || target.name === name) &&
    !recall.useless.some((one) => one.name === name || one.name.endsWith(` ${name}`)) &&
    !stowCommands.some((command) => command.startsWith(`put ${name} `) || command === `drop ${name}`);
  const worth = [...at].filter(
    ([name]) => isFree(name) && (TREASURES.test(name) || isTool(name) || recall.valued.has(name)),
  );
  return new Set(
    worth.map(([, place]) => place).filter((place) => isVisited(map, place) && !recall.searched.has(place)),
  );
}
const MANY = 7;

/** Times that a thing may be left at a place before giving up. */
const LEFT_AGAIN = 2;

/** True if no way leads from here to a treasure store. */
export const hasLostWay = (stores: ReadonlySet<number>, reach: Reach, here: number | null): boolean =>
  stores.size > 0 && ![...stores].some((place) => place === here || reach.has(place));

/** True if any known way leads from a visited place to one of these. */
export function leadsTo(map: StoryMap, from: number, places: ReadonlySet<number>): boolean {
  if (places.has(from)) return true;
  const reach = measure(map, from, () => true);
  return [...places].some((place) => reach.has(place));
}

/** Places that scored points in an earlier life and are unvisited in this one. */
export function findReached({ state, recall }: Scene): ReadonlySet<number> {
  const { map, thoughts, episodes } = state;
  const since = episodes.at(-1)?.turn ?? 0;
  if (episodes.length < 2) return new Set();
  const isNew = (place: number): boolean => (thoughts[placeName(place)]?.turn ?? 0) < since;
  return new Set(
    recall.awards.map(({ place }) => place).filter((place) => isVisited(map, place) && isNew(place)),
  );
}

/** Places with a way too narrow for the load, unless just left with it. */
export const findNarrow = ({ state, recall }: Scene): ReadonlySet<number> =>
  new Set(
    state.map.blocked
      .filter(
        ({ from, text, deadly, world }) =>
          !deadly &&
          isTooNarrow(text) &&
          !recall.searched.has(from) &&
          (countVisits(state.map, from) <= FREE_VISITS || state.world - world >= patienceAt(state.map, from)),
      )
      .map(({ from }) => from),
  );
