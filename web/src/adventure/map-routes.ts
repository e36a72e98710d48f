import { compassSide, isCompass, type Layout, type Passage, type Spot } from './map-layout';
import type { Box, Point } from './use-map-view';

/** Sizes in pixels: grid cell, box of a place, outer margin. */
const CELL = { width: 152, height: 92 };
export const BOX = { width: 112, height: 46 };
const MARGIN = 40;
/** Pixels that a route keeps its direction before it turns; about half of the space between boxes. */
const BEND = 22;
/** Minimum distance in pixels between a route and other boxes. */
const CLEAR = 3;
/** Corner radius of routes, in pixels. */
const ROUND = 14;
/** Points per curve. */
const SAMPLES = 24;
/** Cost of a turn and of a shared stretch, in pixels of detour. */
const TURN = 8;
const SHARED = 60;
/** Cells that a route may extend beyond its ends to get around other places. */
const DETOUR = 2;
/** Size of a label: characters, pixels per character, and height. */
export const LABEL = 10;
const LETTER = { width: 6, height: 12 };
/** Possible distances in pixels from an exit's end to its label, best first. */
const LABELLED = [24, 36, 48, 60, 76, 92, 12];
/** Offsets in pixels for routes that share a space. */
const LANES = [0, 7, -7, 13, -13];

export const boxCenter = ({ col, row }: Pick<Spot, 'col' | 'row'>): Point => ({
  x: col * CELL.width,
  y: row * CELL.height,
});

/** Returns the box of a place in the drawing. */
export function spotBox(spot: Pick<Spot, 'col' | 'row'>): Box {
  const { x, y } = boxCenter(spot);
  return { x: x - BOX.width / 2, y: y - BOX.height / 2, ...BOX };
}

/** Returns the box around all of these places. */
export function boxAround(spots: readonly Spot[]): Box {
  const boxes = spots.map(spotBox);
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  return {
    x: x - MARGIN,
    y: y - MARGIN,
    width: Math.max(...boxes.map((box) => box.x + box.width)) - x + 2 * MARGIN,
    height: Math.max(...boxes.map((box) => box.y + box.height)) - y + 2 * MARGIN,
  };
}

/** A way as it is drawn. */
export interface Route {
  passage: Passage;
  /** Corners of its line, from the first box to the second. */
  line: readonly Point[];
  /** Directions at its ends that the line itself does not show. */
  labels: readonly { at: Point; direction: string }[];
}

/** Routes all exits of a floor. None crosses the box of a place. */
export function routeWays({ spots, passages }: Layout, floor: number): Route[] {
  const onFloor = spots.filter((spot) => spot.floor === floor);
  const places: Places = new Map(onFloor.map((spot) => [`${spot.col},${spot.row}`, spot]));
  const waysHere = passages.filter(({ from, to }) => from.floor === floor && to.floor === floor);
  const useCounts: UseCounts = new Map();
  const boxes = onFloor.map(spotBox);
  const labelBoxes: Box[] = [];
  return waysHere.map((passage) => {
    const line = findRoute(passage, places, useCounts);
    const { direction, back, isBent } = passage;
    const ends = isBent
      ? [{ direction, from: line }, ...(back === null ? [] : [{ direction: back, from: line.toReversed() }])]
      : [];
    const labels = ends.map((end) => {
      const width = LETTER.width * Math.min(LABEL, end.direction.length);
      const box = placeLabel(end.from, { width, height: LETTER.height }, boxes, labelBoxes);
      labelBoxes.push(box);
      return { direction: end.direction, at: { x: box.x + box.width / 2, y: box.y + box.height / 2 } };
    });
    return { passage, line, labels };
  });
}

/** The places of a floor, by their cells. */
type Places = ReadonlyMap<string, Spot>;
/** Number of routes through each crossing, and each stretch between two. */
type UseCounts = Map<string, number>;

/**
 * Returns the point where an exit leaves a box (at its direction's side, or else towards its other end), and a point
 * ahead of it.
 */
function leave(spot: Spot, direction: string | null, towards: Spot): { at: Point; out: Point } {
  const middle = boxCenter(spot);
  const side = direction !== null && isCompass(direction) ? compassSide(direction) : null;
  if (side) {
    const at = { x: middle.x + (side[0] * BOX.width) / 2, y: middle.y + (side[1] * BOX.height) / 2 };
    return { at, out: { x: at.x + Math.sign(side[0]) * BEND, y: at.y + Math.sign(side[1]) * BEND } };
  }
  const end = boxCenter(towards);
  const [dx, dy] = [end.x - middle.x, end.y - middle.y];
  const share = Math.min(BOX.width / 2 / Math.abs(dx), BOX.height / 2 / Math.abs(dy));
  const far = BEND / Math.hypot(dx, dy);
  const at = { x: middle.x + dx * share, y: middle.y + dy * share };
  return { at, out: { x: at.x + dx * far, y: at.y + dy * far } };
}

/** Routes an exit as one curve if that passes no box, or else through the space between boxes. */
function findRoute(passage: Passage, places: Places, useCounts: UseCounts): Point[] {
  const { from, to, direction, back } = passage;
  const start = leave(from, direction, to);
  const end = leave(to, back, from);
  const ends: Ends = { from, to, places };
  const curve = passage.isBent ? sampleCubic(start.at, start.out, end.out, end.at) : [start.at, end.at];
  if (isClear(curve, ends)) return curve;
  const crossings = findWayAround(start.out, end.out, ends, useCounts);
  if (crossings === null) return curve;
  const passThrough = (lane: number): Point[] => {
    const between = crossings.map(routePoint).map(({ x, y }) => ({ x: x + lane, y: y + lane }));
    return [start.at, ...pullTight([start.out, ...between, end.out], ends), end.at];
  };
  const corners = passThrough(0);
  const lane = Math.max(...crossings.map((at) => useCounts.get(String(at)) ?? 0));
  for (const at of crossings) useCounts.set(String(at), (useCounts.get(String(at)) ?? 0) + 1);
  const lines = [roundCorners(passThrough(LANES[lane % LANES.length] ?? 0)), roundCorners(corners)];
  return lines.find((line) => isClear(line, ends)) ?? corners;
}

interface Ends {
  from: Spot;
  to: Spot;
  places: Places;
}

function sampleCubic(a: Point, b: Point, c: Point, d: Point): Point[] {
  return Array.from({ length: SAMPLES + 1 }, (_, i) => {
    const [t, u] = [i / SAMPLES, 1 - i / SAMPLES];
    const [ka, kb, kc, kd] = [u ** 3, 3 * u * u * t, 3 * u * t * t, t ** 3];
    return { x: ka * a.x + kb * b.x + kc * c.x + kd * d.x, y: ka * a.y + kb * b.y + kc * c.y + kd * d.y };
  });
}

/** True if a line keeps clear of all boxes except its own two. */
const isClear = (line: readonly Point[], ends: Ends): boolean =>
  line.slice(1).every((point, i) => isStretchClear(line[i] ?? point, point, ends));

function isStretchClear(a: Point, b: Point, { from, to, places }: Ends): boolean {
  const firstCol = Math.floor(Math.min(a.x, b.x) / CELL.width);
  const lastCol = Math.ceil(Math.max(a.x, b.x) / CELL.width);
  const firstRow = Math.floor(Math.min(a.y, b.y) / CELL.height);
  const lastRow = Math.ceil(Math.max(a.y, b.y) / CELL.height);
  for (let col = firstCol; col <= lastCol; col += 1) {
    for (let row = firstRow; row <= lastRow; row += 1) {
      const spot = places.get(`${col},${row}`);
      if (spot && crosses(a, b, spotBox(spot), spot === from || spot === to ? -1 : CLEAR)) return false;
    }
  }
  return true;
}

/** True if a straight line crosses a box enlarged by `margin` on every side. */
export function crosses(a: Point, b: Point, box: Box, margin: number): boolean {
  let [enters, leaves] = [0, 1];
  const edges = [
    [a.x - b.x, a.x - box.x + margin],
    [b.x - a.x, box.x + box.width + margin - a.x],
    [a.y - b.y, a.y - box.y + margin],
    [b.y - a.y, box.y + box.height + margin - a.y],
  ] as const;
  for (const [step, room] of edges) {
    if (step === 0) {
      if (room < 0) return false;
    } else if (step < 0) enters = Math.max(enters, room / step);
    else leaves = Math.min(leaves, room / step);
  }
  return enters < leaves;
}

/** A point where the space between columns meets the space between rows, south-east of this cell. */
type Crossing = readonly [col: number, row: number];

const routePoint = ([col, row]: Crossing): Point => boxCenter({ col: col + 0.5, row: row + 0.5 });
const AROUND: readonly Crossing[] = [-1, 0, 1].flatMap((col) =>
  [-1, 0, 1].flatMap((row): Crossing[] => (col === 0 && row === 0 ? [] : [[col, row]])),
);

/**
 * Finds the crossings of the shortest route between two points, through the space between boxes and over free cells.
 * Prefers few turns and unused stretches. null if no route is near.
 */
function findWayAround(start: Point, end: Point, ends: Ends, useCounts: UseCounts): Crossing[] | null {
  const { from, to, places } = ends;
  const cornersOf = ({ col, row }: Spot): Crossing[] =>
    [-1, 0].flatMap((right) => [-1, 0].map((down): Crossing => [col + right, row + down]));
  const isNear = ([col, row]: Crossing): boolean =>
    col >= Math.min(from.col, to.col) - DETOUR &&
    col < Math.max(from.col, to.col) + DETOUR &&
    row >= Math.min(from.row, to.row) - DETOUR &&
    row < Math.max(from.row, to.row) + DETOUR;
  const open = new Map<string, { at: Crossing; cost: number; before: string | null }>();
  const settledNodes = new Map<string, { at: Crossing; cost: number; before: string | null }>();
  for (const at of cornersOf(from))
    if (isStretchClear(start, routePoint(at), ends))
      open.set(String(at), { at, cost: distance(start, routePoint(at)), before: null });
  const goals = new Map(
    cornersOf(to)
      .filter((at) => isStretchClear(routePoint(at), end, ends))
      .map((at) => [String(at), distance(routePoint(at), end)]),
  );
  let best: { key: string; cost: number } | null = null;
  while (open.size > 0) {
    const [key, node] = [...open].reduce((a, b) => (b[1].cost < a[1].cost ? b : a));
    if (best && best.cost <= node.cost) break;
    open.delete(key);
    settledNodes.set(key, node);
    const rest = goals.get(key);
    if (rest !== undefined && (best === null || node.cost + rest < best.cost))
      best = { key, cost: node.cost + rest };
    for (const [right, down] of AROUND) {
      const at: Crossing = [node.at[0] + right, node.at[1] + down];
      const name = String(at);
      // A diagonal crosses the cell between the two crossings.
      const cellBetween = `${Math.max(node.at[0], at[0])},${Math.max(node.at[1], at[1])}`;
      if (settledNodes.has(name) || !isNear(at) || (right !== 0 && down !== 0 && places.has(cellBetween)))
        continue;
      const others = useCounts.get(segmentKey(key, name)) ?? 0;
      const cost = node.cost + distance(routePoint(node.at), routePoint(at)) + TURN + SHARED * others;
      if (cost < (open.get(name)?.cost ?? Number.POSITIVE_INFINITY))
        open.set(name, { at, cost, before: key });
    }
  }
  if (best === null) return null;
  const crossings: Crossing[] = [];
  for (let key: string | null = best.key; key !== null; ) {
    const node = settledNodes.get(key);
    if (!node) break;
    crossings.unshift(node.at);
    if (node.before !== null) {
      const stretch = segmentKey(node.before, key);
      useCounts.set(stretch, (useCounts.get(stretch) ?? 0) + 1);
    }
    key = node.before;
  }
  return crossings;
}

const segmentKey = (a: string, b: string): string => [a, b].sort().join(' ');
const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/** Removes corners that a straight line can skip without crossing a box. */
function pullTight(line: readonly Point[], ends: Ends): Point[] {
  const corners: Point[] = [];
  for (let at = 0; at < line.length; ) {
    const point = line[at];
    if (!point) break;
    corners.push(point);
    let next = line.length - 1;
    while (next > at + 1 && !isStretchClear(point, line[next] ?? point, ends)) next -= 1;
    at = next > at ? next : at + 1;
  }
  return corners;
}

function roundCorners(corners: readonly Point[]): Point[] {
  return corners.flatMap((corner, i) => {
    const [before, after] = [corners[i - 1], corners[i + 1]];
    if (!before || !after) return [corner];
    const [near, far] = [towards(corner, before), towards(corner, after)];
    return [0, 0.25, 0.5, 0.75, 1].map((t) => {
      const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t * t];
      return {
        x: a * near.x + b * corner.x + c * far.x,
        y: a * near.y + b * corner.y + c * far.y,
      };
    });
  });
}

/** Returns a point towards another one, as far as a corner is rounded. */
function towards(from: Point, to: Point): Point {
  const far = distance(from, to);
  const share = far === 0 ? 0 : Math.min(ROUND, far / 2) / far;
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

/** Finds a place for a label near the start of a line that covers no other label and, if possible, no box. */
function placeLabel(
  line: readonly Point[],
  size: Pick<Box, 'width' | 'height'>,
  boxes: readonly Box[],
  labels: readonly Box[],
): Box {
  const around = ({ x, y }: Point): Box => ({ x: x - size.width / 2, y: y - size.height / 2, ...size });
  const choices = LABELLED.flatMap((far) => {
    const at = pointAt(line, far);
    return at === null ? [] : [around(at)];
  });
  const readable = choices.filter((box) => labels.every((other) => !overlaps(box, other)));
  return (
    readable.find((box) => boxes.every((other) => !overlaps(box, other))) ??
    readable[0] ??
    choices[0] ??
    around(line[0] ?? { x: 0, y: 0 })
  );
}

/** Returns the point at this distance along a line, in pixels; null beyond its middle. */
function pointAt(line: readonly Point[], far: number): Point | null {
  const lengths = line.slice(1).map((point, i) => distance(line[i] ?? point, point));
  if (far > lengths.reduce((a, b) => a + b, 0) / 2) return null;
  let rest = far;
  for (const [i, length] of lengths.entries()) {
    const [a, b] = [line[i], line[i + 1]];
    if (!a || !b) return null;
    if (rest <= length && length > 0)
      return { x: a.x + ((b.x - a.x) * rest) / length, y: a.y + ((b.y - a.y) * rest) / length };
    rest -= length;
  }
  return null;
}

const overlaps = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
