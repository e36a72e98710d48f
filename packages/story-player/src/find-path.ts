import { compareWays, DIRECTIONS } from 'zmachine-story';
import { groupBy } from './map';
import type { Edge, StoryMap } from './types';

interface PathStep {
  direction: string;
  to: number;
}

/** Directions to try without evidence: most places have no `in` and `out`. */
const WORTH_TRYING = DIRECTIONS.filter((direction) => direction !== 'in' && direction !== 'out');

const pathKey = ({ from, direction }: { from: number; direction: string }): string => `${from} ${direction}`;

/** Ways that were open when last tried, by starting place, in the order of directions. */
function listOpen(map: StoryMap): Map<number, Edge[]> {
  const blockedKeys = new Set(map.blocked.map(pathKey));
  const open = groupBy(
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
 * Places with unexplored ways, nearest first, each with its path (null if unknown), and all reachable places. Unexplored
 * are probed ways to unvisited places and, at visited places that were not probed, directions never typed. (Probing tries
 * every direction that the story knows.) Places without a known path come last, in order of discovery.
 * @param here start of the paths; null: order of discovery
 */
export function survey(map: StoryMap, here: number | null) {
  const open = listOpen(map);
  const lastWays = here === null ? new Map<number, Edge | null>() : reach(open, here);
  const visitedIds = new Set(map.rooms.filter(({ visits }) => visits > 0).map(({ id }) => id));
  const probedIds = new Set(
    [...map.edges, ...map.blocked].filter(({ how }) => how === 'probed').map(({ from }) => from),
  );
  const knownKeys = new Set([...map.edges, ...map.blocked].map(pathKey));
  const places = [...lastWays.keys(), ...[...visitedIds].filter((id) => !lastWays.has(id))];
  const unexplored = places.flatMap((place) => {
    if (!visitedIds.has(place)) return [];
    const newWays = (open.get(place) ?? []).filter(({ to }) => !visitedIds.has(to));
    const untried = probedIds.has(place)
      ? []
      : WORTH_TRYING.filter((direction) => !knownKeys.has(pathKey({ from: place, direction })));
    const directions = [...newWays.map(({ direction }) => direction), ...untried];
    return directions.length === 0 ? [] : [{ place, directions, path: trace(lastWays, place) }];
  });
  return { unexplored, nearest: [...lastWays.keys()] };
}
