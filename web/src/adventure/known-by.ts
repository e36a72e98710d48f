import type {
  AdventureKnowledge,
  AdventureRun,
  MapView,
  ObjectiveList,
} from '../../../src/contract/adventures';
import type { Entry, StoryState } from './fold-adventure';

/** Limits a story's state to the turn that a watcher has reached. */

/**
 * The map at that time: later places and exits are removed, and exits tried later count as never tried.
 *
 * @param entries transcript up to there, used to count visits
 */
export function mapBy(
  map: MapView,
  turn: number,
  now: StoryState | null,
  entries: readonly Entry[],
): MapView {
  const visits = new Map<string, number>();
  for (const entry of entries)
    if (entry.type === 'move' && entry.moved)
      visits.set(entry.moved.id, (visits.get(entry.moved.id) ?? 0) + 1);
  // A walk away from a place proves a visit: the first place has no move that leads to it.
  for (const { from, how, turn: at } of map.ways)
    if (how === 'walked' && at <= turn && !visits.has(from)) visits.set(from, 1);
  const here = now?.place?.id ?? null;
  if (here !== null && !visits.has(here)) visits.set(here, 1);
  const places = map.places
    .filter(({ firstTurn }) => firstTurn <= turn)
    .map((place) => ({ ...place, visits: Math.min(place.visits, visits.get(place.id) ?? 0) }));
  const seenPlaces = new Set(places.map(({ id }) => id));
  const isSeen = (way: { from: string; turn: number }) => way.turn <= turn && seenPlaces.has(way.from);
  const ways = map.ways.filter((way) => isSeen(way) && seenPlaces.has(way.to));
  const blockedWays = map.blocked.filter(isSeen);
  const triedWays = new Set([...ways, ...blockedWays].map(({ from, direction }) => `${from} ${direction}`));
  const laterWays = [
    ...map.unexplored,
    ...[...map.ways, ...map.blocked].map(({ from, direction }) => ({ place: from, direction })),
  ].filter(({ place, direction }) => seenPlaces.has(place) && !triedWays.has(`${place} ${direction}`));
  const untriedWays = new Map(laterWays.map((way) => [`${way.place} ${way.direction}`, way]));
  return { ...map, here, places, ways, blocked: blockedWays, unexplored: [...untriedWays.values()] };
}

/** Lists the unvisited places that were only found by probing directions. */
export function listTriedPlaces({ here, places, ways }: MapView): ReadonlySet<string> {
  const walkedTo = new Set(ways.flatMap(({ to, how }) => (how === 'walked' ? [to] : [])));
  return new Set(
    places.flatMap(({ id, visits }) => (visits === 0 && id !== here && !walkedTo.has(id) ? [id] : [])),
  );
}

/**
 * Removes places only found by probing, which would spoil a player's exploration. Exits to them count as never tried.
 */
export function hideTried(map: MapView): MapView {
  const triedPlaces = listTriedPlaces(map);
  if (triedPlaces.size === 0) return map;
  const isOpen = (place: string, direction: string) =>
    map.unexplored.some((way) => way.place === place && way.direction === direction);
  const stubs = map.ways
    .filter(({ from, to, direction }) => triedPlaces.has(to) && !isOpen(from, direction))
    .map(({ from, direction }) => ({ place: from, direction }));
  return {
    ...map,
    places: map.places.filter(({ id }) => !triedPlaces.has(id)),
    ways: map.ways.filter(({ from, to }) => !triedPlaces.has(from) && !triedPlaces.has(to)),
    blocked: map.blocked.filter(({ from }) => !triedPlaces.has(from)),
    unexplored: [...map.unexplored, ...stubs].filter(({ place }) => !triedPlaces.has(place)),
  };
}

/** The objectives at that time: later ones are removed, and objectives that ended later are active. */
export function objectivesBy(list: ObjectiveList, turn: number): ObjectiveList {
  const items = list.items
    .filter((objective) => objective.turn <= turn)
    .map((objective) =>
      objective.ended && objective.ended.turn > turn
        ? { ...objective, status: 'active' as const, ended: null }
        : objective,
    );
  const count = (status: string) => items.filter((objective) => objective.status === status).length;
  const declaredByAgent = items.filter(({ source }) => source === 'agent').length;
  const report = {
    ...{ active: count('active'), completed: count('completed'), merged: count('merged') },
    ...{ dropped: count('dropped'), refused: 0, declaredByAgent, overused: null },
    perTurn: turn === 0 ? 0 : declaredByAgent / turn,
  };
  return { items, report };
}

/**
 * The memories at that time. The scholar's text and the lists of useless and deadly commands have no turn, so they wait
 * until the end.
 */
export const knowledgeBy = (knowledge: AdventureKnowledge, turn: number): AdventureKnowledge => {
  const memories = knowledge.memories.filter((memory) => memory.turn <= turn);
  const ids = new Set(memories.map(({ id }) => id));
  return {
    knowledge: null,
    vain: {},
    deadly: {},
    memories: memories.map((memory) =>
      memory.correctedBy !== null && !ids.has(memory.correctedBy) ? { ...memory, correctedBy: null } : memory,
    ),
  };
};

/** The run's scores at that time. */
export function scoredBy(run: AdventureRun, turn: number): AdventureRun {
  const curve = run.score.curve.filter(([at]) => at <= turn);
  const best = curve.length > 0 ? Math.max(...curve.map(([, points]) => points)) : null;
  return {
    ...run,
    turns: Math.min(run.turns, turn),
    episodes: run.episodes.filter((episode) => episode.turn <= turn),
    score: { curve, best, maximum: run.score.maximum, shareOfMaximum: null, perPoint: null },
  };
}

/** Which of the story's lists the agents read here. An unread list is empty without meaning that there is nothing. */
export const readsThings = (
  now: StoryState | null,
  fair: boolean,
): { inventory: boolean; visible: boolean } => ({
  inventory: now !== null && now.confidence.inventory !== 'unknown',
  visible: now !== null && now.place !== null && !fair,
});
