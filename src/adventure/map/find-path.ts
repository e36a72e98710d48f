import type { AdventureMap, Edge } from '../state-types';
import { compareWays, DIRECTIONS } from './directions';

interface PathStep {
  direction: string;
  to: number;
}

interface UnexploredWay {
  place: number;
  direction: string;
}

/** Directions to try without evidence: most places have no `in` and `out`. */
const WORTH_TRYING = DIRECTIONS.filter((direction) => direction !== 'in' && direction !== 'out');

const pathKey = ({ from, direction }: { from: number; direction: string }): string => `${from} ${direction}`;

/** Ways that were open when last tried, by starting place, in the order of directions. */
function listOpen(map: AdventureMap): Map<number, Edge[]> {
  const blockedKeys = new Set(map.blocked.map(pathKey));
  const open = Map.groupBy(
    map.edges.filter((edge) => !blockedKeys.has(pathKey(edge))),
    ({ from }) => from,
  );
  for (const edges of open.values()) edges.sort((a, b) => compareWays(a.direction, b.direction));
  return open;
}

function reach(open: ReadonlyMap<number, readonly Edge[]>, from: number): Map<number, Edge | null> {
  const lastWays = new Map<number, Edge | null>([[from, null]]);
  // Iterating a Map includes entries added meanwhile.
  for (const place of lastWays.keys()) {
    for (const edge of open.get(place) ?? []) if (!lastWays.has(edge.to)) lastWays.set(edge.to, edge);
  }
  return lastWays;
}

function trace(reached: ReadonlyMap<number, Edge | null>, to: number): PathStep[] | null {
  if (!reached.has(to)) return null;
  const steps: PathStep[] = [];
  for (let edge = reached.get(to); edge; edge = reached.get(edge.from)) {
    steps.push({ direction: edge.direction, to: edge.to });
  }
  return steps.reverse();
}

/**
 * A shortest path over ways that were open when last tried; `[]` if the player is already there, null if unknown.
 * Deterministic for a map.
 */
export const findPath = (map: AdventureMap, from: number, to: number): PathStep[] | null =>
  trace(reach(listOpen(map), from), to);

/**
 * Unexplored ways, nearest first: probed ways to unvisited places and, at visited places that were not probed,
 * directions never typed. (Probing tries every direction that the story knows.) Places without a known path come last,
 * in order of discovery.
 * @param here start of the paths; null: order of discovery
 */
export function unexplored(map: AdventureMap, here: number | null): UnexploredWay[] {
  const open = listOpen(map);
  return listUnexplored(map, open, here === null ? new Map() : reach(open, here));
}

function listUnexplored(
  map: AdventureMap,
  open: ReadonlyMap<number, readonly Edge[]>,
  reached: ReadonlyMap<number, Edge | null>,
): UnexploredWay[] {
  const visitedIds = new Set(map.rooms.filter(({ visits }) => visits > 0).map(({ id }) => id));
  const probedIds = new Set(
    [...map.edges, ...map.blocked].filter(({ how }) => how === 'probed').map(({ from }) => from),
  );
  const knownKeys = new Set([...map.edges, ...map.blocked].map(pathKey));
  const places = [...reached.keys(), ...[...visitedIds].filter((id) => !reached.has(id))];
  return places
    .filter((place) => visitedIds.has(place))
    .flatMap((place) => {
      const newWays = (open.get(place) ?? []).filter(({ to }) => !visitedIds.has(to));
      const untriedDirections = probedIds.has(place)
        ? []
        : WORTH_TRYING.filter((direction) => !knownKeys.has(pathKey({ from: place, direction })));
      return [...newWays.map(({ direction }) => direction), ...untriedDirections].map((direction) => ({
        place,
        direction,
      }));
    });
}

/**
 * Groups the result of {@link unexplored} by place with the path there (or null), and adds all reachable places,
 * nearest first.
 */
export function survey(map: AdventureMap, here: number | null) {
  const open = listOpen(map);
  const lastWays = here === null ? new Map<number, Edge | null>() : reach(open, here);
  const byPlace = Map.groupBy(listUnexplored(map, open, lastWays), ({ place }) => place);
  return {
    unexplored: [...byPlace].map(([place, ways]) => ({
      place,
      directions: ways.map(({ direction }) => direction),
      path: trace(lastWays, place),
    })),
    nearest: [...lastWays.keys()],
  };
}
