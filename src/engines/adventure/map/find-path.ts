import type { AdventureMap, Edge } from '../state-types';
import { compareWays, DIRECTIONS } from './directions';

/** What to type, and where it leads. */
export interface PathStep {
  direction: string;
  to: number;
}

/** A way that nobody has gone yet. */
export interface UnexploredWay {
  place: number;
  direction: string;
}

/** Directions that are worth typing where nothing was tried: most places have no `in` and `out`. */
const WORTH_TRYING = DIRECTIONS.filter((direction) => direction !== 'in' && direction !== 'out');

/** Key of a way in a table. */
const keyOf = ({ from, direction }: { from: number; direction: string }): string => `${from} ${direction}`;

/** Ways that were open when last tried, by the place they start from, in the order of directions. */
function listOpen(map: AdventureMap): Map<number, Edge[]> {
  const shut = new Set(map.blocked.map(keyOf));
  const open = Map.groupBy(
    map.edges.filter((edge) => !shut.has(keyOf(edge))),
    ({ from }) => from,
  );
  for (const edges of open.values()) edges.sort((a, b) => compareWays(a.direction, b.direction));
  return open;
}

/**
 * Every place that can be reached, the nearest first, with the way by which a shortest path enters it (null for the
 * start). Of paths of one length, the one whose directions come first.
 */
function reach(open: ReadonlyMap<number, readonly Edge[]>, from: number): Map<number, Edge | null> {
  const reached = new Map<number, Edge | null>([[from, null]]);
  // A Map also gives what is added while it is walked through.
  for (const place of reached.keys()) {
    for (const edge of open.get(place) ?? []) if (!reached.has(edge.to)) reached.set(edge.to, edge);
  }
  return reached;
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
 * A shortest path over ways that were open when last tried, walked or probed; `[]` where one stands already, null when
 * none is known. The same map always gives the same path.
 */
export const findPath = (map: AdventureMap, from: number, to: number): PathStep[] | null =>
  trace(reach(listOpen(map), from), to);

/**
 * Ways that nobody has gone, the nearest first: those found by trying that lead to places never visited, and, at
 * visited places where nothing was probed, directions that were never typed. (Probing tries every direction the story
 * knows.) Places that no known path leads to come last, in the order they were found.
 *
 * @param here where the paths begin; null: in the order the places were found
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
  const visited = new Set(map.rooms.filter(({ visits }) => visits > 0).map(({ id }) => id));
  const probed = new Set(
    [...map.edges, ...map.blocked].filter(({ how }) => how === 'probed').map(({ from }) => from),
  );
  const known = new Set([...map.edges, ...map.blocked].map(keyOf));
  const places = [...reached.keys(), ...[...visited].filter((id) => !reached.has(id))];
  return places
    .filter((place) => visited.has(place))
    .flatMap((place) => {
      const found = (open.get(place) ?? []).filter(({ to }) => !visited.has(to));
      const untried = probed.has(place)
        ? []
        : WORTH_TRYING.filter((direction) => !known.has(keyOf({ from: place, direction })));
      return [...found.map(({ direction }) => direction), ...untried].map((direction) => ({
        place,
        direction,
      }));
    });
}

/** The nearest way that nobody has gone, with the path to its place; null when no known path leads to one. */
export function nearestUnexplored(
  map: AdventureMap,
  from: number,
): (UnexploredWay & { path: PathStep[] }) | null {
  const open = listOpen(map);
  const reached = reach(open, from);
  const [first] = listUnexplored(map, open, reached);
  const path = first ? trace(reached, first.place) : null;
  return first && path ? { ...first, path } : null;
}

/** A visited place with ways that nobody has gone, and the path there; null: none is known. */
export interface UnexploredPlace {
  place: number;
  directions: string[];
  path: PathStep[] | null;
}

/** What {@link unexplored} lists, by place, and every place that can be reached from here, the nearest first. */
export function survey(
  map: AdventureMap,
  here: number | null,
): { unexplored: UnexploredPlace[]; nearest: number[] } {
  const open = listOpen(map);
  const reached = here === null ? new Map<number, Edge | null>() : reach(open, here);
  const byPlace = Map.groupBy(listUnexplored(map, open, reached), ({ place }) => place);
  return {
    unexplored: [...byPlace].map(([place, ways]) => ({
      place,
      directions: ways.map(({ direction }) => direction),
      path: trace(reached, place),
    })),
    nearest: [...reached.keys()],
  };
}
