import { isCompass, type Layout, type Passage, type Spot, sideOf } from './map-layout';
import type { Box, Point } from './use-map-view';

/** Sizes in pixels: a cell of the grid, the box of a place in it, a margin around all. */
const CELL = { width: 152, height: 92 };
export const BOX = { width: 112, height: 46 };
const MARGIN = 40;
/** Pixels that a way keeps its direction before it turns; half of the space between two boxes, about. */
const BEND = 22;
/** Pixels that a way keeps off the boxes of other places. */
const CLEAR = 3;
/** Pixels of a way that its corners are rounded by. */
const ROUND = 14;
/** Points of a curve that are drawn. */
const SAMPLES = 24;
/** Costs of a turn of a way, and of a stretch that it shares with another one, in pixels of a detour. */
const TURN = 8;
const SHARED = 60;
/** Cells that a way may go beyond its two ends, to pass round the places between. */
const DETOUR = 2;
/** Characters of a label, pixels of each, and of its height. */
export const LABEL = 10;
const LETTER = { width: 6, height: 12 };
/** Pixels from the end of a way at which its label may stand, the best first. */
const LABELLED = [24, 36, 48, 60, 76, 92, 12];
/** Pixels that ways through the same space are apart from its middle. */
const LANES = [0, 7, -7, 13, -13];

export const middleOf = ({ col, row }: Pick<Spot, 'col' | 'row'>): Point => ({
  x: col * CELL.width,
  y: row * CELL.height,
});

/** Returns the box of a place in the drawing. */
export function boxOf(spot: Pick<Spot, 'col' | 'row'>): Box {
  const { x, y } = middleOf(spot);
  return { x: x - BOX.width / 2, y: y - BOX.height / 2, ...BOX };
}

/** Returns the box around all of these places. */
export function boxAround(spots: readonly Spot[]): Box {
  const boxes = spots.map(boxOf);
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
  /** Corners of its line, from the box of the one place to that of the other. */
  line: readonly Point[];
  /** Directions that the line itself does not show, at its ends. */
  labels: readonly { at: Point; direction: string }[];
}

/** Finds the lines of all ways of a floor. None passes the box of a place, neither its own nor another. */
export function routeWays({ spots, passages }: Layout, floor: number): Route[] {
  const onFloor = spots.filter((spot) => spot.floor === floor);
  const places: Places = new Map(onFloor.map((spot) => [`${spot.col},${spot.row}`, spot]));
  const waysHere = passages.filter(({ from, to }) => from.floor === floor && to.floor === floor);
  const useCounts: UseCounts = new Map();
  const boxes = onFloor.map(boxOf);
  const labelBoxes: Box[] = [];
  return waysHere.map((passage) => {
    const line = routeOf(passage, places, useCounts);
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
/** Counts the ways that pass each crossing, and each stretch between two. */
type UseCounts = Map<string, number>;

/** Returns the point where a way leaves a box, at the side of its direction or else towards its other end, and one ahead. */
function leave(spot: Spot, direction: string | null, towards: Spot): { at: Point; out: Point } {
  const middle = middleOf(spot);
  const side = direction !== null && isCompass(direction) ? sideOf(direction) : null;
  if (side) {
    const at = { x: middle.x + (side[0] * BOX.width) / 2, y: middle.y + (side[1] * BOX.height) / 2 };
    return { at, out: { x: at.x + Math.sign(side[0]) * BEND, y: at.y + Math.sign(side[1]) * BEND } };
  }
  const end = middleOf(towards);
  const [dx, dy] = [end.x - middle.x, end.y - middle.y];
  const share = Math.min(BOX.width / 2 / Math.abs(dx), BOX.height / 2 / Math.abs(dy));
  const far = BEND / Math.hypot(dx, dy);
  const at = { x: middle.x + dx * share, y: middle.y + dy * share };
  return { at, out: { x: at.x + dx * far, y: at.y + dy * far } };
}

/** Draws a way as one curve where that passes no box, else through the space between the boxes. */
function routeOf(passage: Passage, places: Places, useCounts: UseCounts): Point[] {
  const { from, to, direction, back } = passage;
  const start = leave(from, direction, to);
  const end = leave(to, back, from);
  const ends: Ends = { from, to, places };
  const curve = passage.isBent ? sampleCubic(start.at, start.out, end.out, end.at) : [start.at, end.at];
  if (isClear(curve, ends)) return curve;
  const crossings = findWayAround(start.out, end.out, ends, useCounts);
  if (crossings === null) return curve;
  const passThrough = (lane: number): Point[] => {
    const between = crossings.map(pointOf).map(({ x, y }) => ({ x: x + lane, y: y + lane }));
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

/** Says whether a line passes no box: it may touch its own two, and keeps off all others. */
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
      if (spot && crosses(a, b, boxOf(spot), spot === from || spot === to ? -1 : CLEAR)) return false;
    }
  }
  return true;
}

/** Says whether a straight line crosses a box that is wider by a margin at every side. */
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

/** A point where the space between columns meets that between rows: south-east of the cell with these numbers. */
type Crossing = readonly [col: number, row: number];

const pointOf = ([col, row]: Crossing): Point => middleOf({ col: col + 0.5, row: row + 0.5 });
const AROUND: readonly Crossing[] = [-1, 0, 1].flatMap((col) =>
  [-1, 0, 1].flatMap((row): Crossing[] => (col === 0 && row === 0 ? [] : [[col, row]])),
);

/**
 * Finds the crossings of the shortest way between two points through the space between the boxes, over free cells where there
 * are any. It prefers few turns, and stretches that no other way has. Null where none is near.
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
    if (isStretchClear(start, pointOf(at), ends))
      open.set(String(at), { at, cost: distance(start, pointOf(at)), before: null });
  const goals = new Map(
    cornersOf(to)
      .filter((at) => isStretchClear(pointOf(at), end, ends))
      .map((at) => [String(at), distance(pointOf(at), end)]),
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
      // A diagonal leads over the cell between the two crossings.
      const cellBetween = `${Math.max(node.at[0], at[0])},${Math.max(node.at[1], at[1])}`;
      if (settledNodes.has(name) || !isNear(at) || (right !== 0 && down !== 0 && places.has(cellBetween)))
        continue;
      const others = useCounts.get(stretchOf(key, name)) ?? 0;
      const cost = node.cost + distance(pointOf(node.at), pointOf(at)) + TURN + SHARED * others;
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
      const stretch = stretchOf(node.before, key);
      useCounts.set(stretch, (useCounts.get(stretch) ?? 0) + 1);
    }
    key = node.before;
  }
  return crossings;
}

const stretchOf = (a: string, b: string): string => [a, b].sort().join(' ');
const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/** Leaves out corners that a straight line passes no box without. */
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

/** Returns a point on the way to another one, as far as a corner is rounded. */
function towards(from: Point, to: Point): Point {
  const far = distance(from, to);
  const share = far === 0 ? 0 : Math.min(ROUND, far / 2) / far;
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

/** Finds a place for a label on a line, near its beginning, where it covers no other label and, if possible, no box. */
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

/** Returns the point of a line that is so many pixels from its beginning; null beyond its middle. */
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
