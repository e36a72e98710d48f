import type { MapView } from '../../../src/contract/adventures';

type Way = MapView['ways'][number];

/** A point of the map, in cells: columns to the east, rows to the south. */
type Cell = readonly [col: number, row: number];

/** Directions on paper. Up, down, in and out have none and take a free cell nearby. */
const COMPASS: Readonly<Record<string, Cell>> = {
  north: [0, -1],
  northeast: [1, -1],
  east: [1, 0],
  southeast: [1, 1],
  south: [0, 1],
  southwest: [-1, 1],
  west: [-1, 0],
  northwest: [-1, -1],
};
const LEANS: Readonly<Record<string, Cell>> = { up: [1, -1], down: [-1, 1], in: [1, 1], out: [-1, -1] };
/** Directions to another floor, with the number of floors up. */
const CLIMBS: Readonly<Record<string, number>> = { up: 1, down: -1 };

export interface Spot {
  id: string;
  name: string;
  visits: number;
  isHere: boolean;
  /** Floor number: 0 is where the story began, 1 is above it. */
  floor: number;
  /** Cell relative to the first place; negative to the west and north. */
  col: number;
  row: number;
}

/** A connection between two places, one-way or both ways. */
export interface Passage {
  from: Spot;
  to: Spot;
  direction: string;
  /** Direction of the way back; null: unknown. */
  back: string | null;
  /** `walked` if either direction was walked. */
  how: 'walked' | 'probed';
  /** The exit was open once and is blocked now. */
  isShut: boolean;
  /**
   * True if a straight line would mislead: it runs in another direction, its ends are not opposite, or it passes
   * another place.
   */
  isBent: boolean;
}

/** An exit that leads nowhere yet: untried or blocked. */
export interface Stub {
  spot: Spot;
  direction: string;
  kind: 'unexplored' | 'walked' | 'probed';
  /** The story's response; empty if untried. */
  text: string;
}

export interface Layout {
  spots: Spot[];
  passages: Passage[];
  stubs: Stub[];
  /** Floors with places, highest first. */
  floors: number[];
}

/**
 * Arranges the places of a map on grid floors: each next to its first neighbor, in the direction that leads there, in
 * the order of discovery. A place above or below another takes the same cell on another floor. Places keep their cells
 * as the map grows. If a cell is taken, the nearest free one is used, because a longer exit in the same direction would
 * cross the place that is there. Places without a known connection go below.
 *
 * @param whole the map that fixes positions; its extra places only reserve their cells
 */
export function layOutMap(map: MapView, whole: MapView = map): Layout {
  const cells = placeAll(whole);
  const spots = map.places.map(({ id, name, visits }): Spot => {
    const { floor, cell } = cells.get(id) ?? { floor: 0, cell: [0, 0] };
    return { id, name, visits, isHere: id === map.here, floor, col: cell[0], row: cell[1] };
  });
  const byId = new Map(spots.map((spot) => [spot.id, spot]));
  return {
    spots,
    passages: joinWays(map, byId),
    stubs: listStubs(map, byId),
    floors: [...new Set(spots.map(({ floor }) => floor))].sort((a, b) => b - a),
  };
}

/** A cell of a floor. */
interface Site {
  floor: number;
  cell: Cell;
}

interface Neighbour {
  of: string;
  /** Direction from this neighbour to the place. */
  towards: Cell | null;
  /** Number of floors above this neighbor. */
  climb: number;
  /** Reliability of the direction, 0 is best. */
  rank: number;
}

function placeAll({ places, ways }: MapView): Map<string, Site> {
  const sites = new Map<string, Site>();
  const neighbours = new Map<string, Neighbour[]>();
  const note = (id: string, neighbour: Neighbour) => {
    const others = neighbours.get(id);
    if (others) others.push(neighbour);
    else neighbours.set(id, [neighbour]);
  };
  for (const { from, to, direction, how } of ways) {
    if (from === to) continue;
    const climb = getOwn(CLIMBS, direction) ?? 0;
    const towards =
      climb === 0 ? (getOwn(COMPASS, direction) ?? getOwn(LEANS, direction)) : ([0, 0] as const);
    // Compass directions are the most reliable; `out` is the least reliable if it was only probed.
    const rank = isCompass(direction) ? 0 : (how === 'walked' ? 1 : 2) + (towards ? 0 : 2);
    note(to, { of: from, towards, climb, rank });
    note(from, { of: to, towards: towards && [-towards[0], -towards[1]], climb: -climb, rank });
  }
  const waiting = places.map(({ id }) => id);
  while (waiting.length > 0) {
    const nextIndex = waiting.findIndex((id) => neighbours.get(id)?.some(({ of }) => sites.has(of)));
    const [id = ''] = waiting.splice(Math.max(0, nextIndex), 1);
    const near = (neighbours.get(id) ?? []).filter(({ of }) => sites.has(of));
    const [anchor] = near.sort((a, b) => a.rank - b.rank);
    const site = anchor && sites.get(anchor.of);
    const floor = (site?.floor ?? 0) + (anchor?.climb ?? 0);
    const onFloor = [...sites.values()].filter((other) => other.floor === floor).map(({ cell }) => cell);
    const takenCells = new Set(onFloor.map(String));
    sites.set(id, {
      floor,
      cell: site ? findFree(takenCells, site.cell, anchor.towards) : startIsland(onFloor),
    });
  }
  return sites;
}

const getOwn = <T>(table: Readonly<Record<string, T>>, key: string): T | null =>
  Object.hasOwn(table, key) ? (table[key] ?? null) : null;

/** Finds the free cell nearest to this one in the given direction. */
function findFree(taken: ReadonlySet<string>, [col, row]: Cell, towards: Cell | null): Cell {
  const [right, down] = towards ?? [1, 0];
  const [wishedCol, wishedRow] = [col + right, row + down];
  if (!taken.has(String([wishedCol, wishedRow]))) return [wishedCol, wishedRow];
  for (let ring = 1; ; ring += 1) {
    let best: { cell: Cell; far: number } | null = null;
    for (let y = -ring; y <= ring; y += 1) {
      for (let x = -ring; x <= ring; x += 1) {
        const cell: Cell = [wishedCol + x, wishedRow + y];
        const far = Math.hypot(x, y);
        if (!taken.has(String(cell)) && (best === null || far < best.far)) best = { cell, far };
      }
    }
    if (best) return best.cell;
  }
}

/** Returns a cell below all others, with an empty row between. */
function startIsland(cells: readonly Cell[]): Cell {
  if (cells.length === 0) return [0, 0];
  return [Math.min(...cells.map(([col]) => col)), Math.max(...cells.map(([, row]) => row)) + 2];
}

/**
 * Merges two opposite exits between the same places into one line. Drops a probed `out`, which stories often accept
 * anywhere, if the two places have another connection.
 */
function joinWays({ ways, blocked }: MapView, byId: ReadonlyMap<string, Spot>): Passage[] {
  const blockedWays = new Set(blocked.map(({ from, direction }) => `${from} ${direction}`));
  const passages: Passage[] = [];
  const byEnds = new Map<string, Passage[]>();
  const isPlain = (way: Pick<Way, 'direction' | 'how'>) =>
    way.how === 'walked' || isCompass(way.direction) || getOwn(CLIMBS, way.direction) !== null;
  const plain = new Set(ways.filter(isPlain).map(passageEnds));
  for (const way of ways) {
    const { from, to, direction, how } = way;
    if (!isPlain(way) && plain.has(passageEnds(way))) continue;
    const [start, end] = [byId.get(from), byId.get(to)];
    if (!start || !end || start === end) continue;
    const isShut = blockedWays.has(`${from} ${direction}`);
    const there = byEnds.get(`${to} ${from}`)?.filter(({ back }) => back === null);
    const other = there?.find((passage) => isOpposite(passage.direction, direction)) ?? there?.[0];
    if (other) {
      other.back = direction;
      if (how === 'walked') other.how = how;
      other.isShut ||= isShut;
      continue;
    }
    const passage: Passage = { from: start, to: end, direction, back: null, how, isShut, isBent: false };
    passages.push(passage);
    const key = `${from} ${to}`;
    byEnds.set(key, [...(byEnds.get(key) ?? []), passage]);
  }
  const takenSites = new Set([...byId.values()].map(siteKey));
  for (const passage of passages) passage.isBent = isBent(passage, takenSites);
  return passages;
}

const siteKey = ({ floor, col, row }: Pick<Spot, 'floor' | 'col' | 'row'>): string =>
  `${floor} ${col} ${row}`;

/** True if a straight line contradicts the exit's directions or passes another place. */
function isBent({ from, to, direction, back }: Passage, takenSites: ReadonlySet<string>): boolean {
  if (back !== null && !isOpposite(direction, back)) return true;
  const towards = getOwn(COMPASS, direction);
  if (towards === null) return true;
  const [right, down] = [to.col - from.col, to.row - from.row];
  const isDiagonal = towards[0] !== 0 && towards[1] !== 0;
  if (
    Math.sign(right) !== towards[0] ||
    Math.sign(down) !== towards[1] ||
    (isDiagonal && Math.abs(right) !== Math.abs(down))
  )
    return true;
  const steps = Math.max(Math.abs(right), Math.abs(down));
  for (let far = 1; far < steps; far += 1) {
    const site = { floor: from.floor, col: from.col + towards[0] * far, row: from.row + towards[1] * far };
    if (takenSites.has(siteKey(site))) return true;
  }
  return false;
}

/** Identifies the two ends of an exit, the same for its way back. */
const passageEnds = ({ from, to }: Way): string => [from, to].sort().join(' ');

function isOpposite(a: string, b: string): boolean {
  const [one, other] = [getOwn(COMPASS, a) ?? getOwn(LEANS, a), getOwn(COMPASS, b) ?? getOwn(LEANS, b)];
  return one !== null && other !== null && one[0] === -other[0] && one[1] === -other[1];
}

function listStubs({ ways, blocked, unexplored }: MapView, byId: ReadonlyMap<string, Spot>): Stub[] {
  const knownWays = new Set(ways.map(({ from, direction }) => `${from} ${direction}`));
  const stubs: Stub[] = [];
  const add = (place: string, direction: string, kind: Stub['kind'], text: string) => {
    const spot = byId.get(place);
    // A known exit is already drawn, even if it is unwalked or blocked now.
    if (spot && !knownWays.has(`${place} ${direction}`)) stubs.push({ spot, direction, kind, text });
  };
  for (const { place, direction } of unexplored) add(place, direction, 'unexplored', '');
  for (const { from, direction, how, text } of blocked) add(from, direction, how, text);
  return stubs;
}

/**
 * Returns the point where a direction leaves a box, relative to its center in halves of its width and height. null if
 * the command is not a direction.
 */
export function compassSide(direction: string): Cell | null {
  const lean = getOwn(LEANS, direction);
  // Halfway between a corner and the middle of a side, where no compass direction starts.
  return getOwn(COMPASS, direction) ?? (lean && [lean[0] * 0.5, lean[1]]);
}

export const isCompass = (direction: string): boolean => getOwn(COMPASS, direction) !== null;
