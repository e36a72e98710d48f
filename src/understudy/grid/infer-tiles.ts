import { clickedCell, pictureIn } from '../../engines/grid/claims/area';
import { ANY, type Board, type Box, boxOf, flood } from '../../engines/grid/claims/board';
import type { Seen } from '../../engines/grid/claims/check';
import { type Claim, NO_SCOPE, type RecolourClaim } from '../../engines/grid/claims/claim';
import { keyOf, type Picture } from '../../engines/grid/claims/picture';
import {
  boxOfTile,
  coloursOf,
  groundOf,
  TILE_REACHES,
  type TileArea,
  type Tiling,
  tileBox,
} from '../../engines/grid/claims/tiles';
import { sorted } from '../../engines/grid/claims/words';
import type { Case, Proposal } from './cases';
import { nameBox } from './click-evidence';
import { findInArea, groupChanged, holdsAll, spotIn } from './infer-effects';
import { countRepeats, makeChains, type Step } from './infer-pictures';

/** Claims about clicks on tiles that lie at even distances: what becomes of the clicked one, and of those beside it. */
export function findTileEffects(cases: readonly Case[], others: readonly Case[]): Proposal[] {
  const effective = cases.filter(({ seen }) => seen.changed.length > 0);
  if (effective.length < LEAST_EFFECTS || cases.some(({ seen }) => seen.transition.action.x === undefined))
    return [];
  const idle = [...cases, ...others].filter(({ seen }) => !seen.effect);
  return findTilings(effective).flatMap((tiling, i) =>
    proposeOn(tiling, effective, idle).map((one) => ({ ...one, cost: one.cost + gapsOf(tiling) + i / 100 })),
  );
}

/** The part of the board within a tiling that is on no tile: what changes with a mark on a tile is the tile. */
const gapsOf = ({ rows, cols, down, right }: Tiling): number => 1 - (rows * cols) / (down * right);

/** Effects before tiles are looked for. */
const LEAST_EFFECTS = 3;
/** Of the effects, those that are on the tiles they are said to change, at least. */
const SHARE_WITHIN = 0.75;

function proposeOn(tiling: Tiling, effective: readonly Case[], idle: readonly Case[]): Proposal[] {
  const plain: TileArea = { of: 'tile', tiling, ground: null };
  return [
    ...TILE_REACHES.flatMap((reach, i) => {
      const area: TileArea = { ...plain, reach };
      const within = effective.filter((one) => holdsAll(spotIn(one, area), one));
      return isMost(within, effective) ? findInArea(within, area, 2.2 + i / 20) : [];
    }),
    ...proposeOnClicked(plain, effective, idle),
  ];
}

/** Claims about the clicked tile alone. What changes elsewhere is left open by its colours. */
function proposeOnClicked(plain: TileArea, effective: readonly Case[], idle: readonly Case[]): Proposal[] {
  let isOpen = false;
  const openColours = new Set<number>();
  const within = effective.flatMap((one): Case[] => {
    const { seen } = one;
    const ownCells = new Set(spotIn(one, plain)?.cells ?? []);
    const changed = seen.changed.filter((cell) => ownCells.has(cell));
    if (changed.length === 0) return [];
    for (const cell of seen.changed) {
      if (ownCells.has(cell)) continue;
      isOpen = true;
      openColours.add(seen.before.cells[cell] ?? 0).add(seen.after.cells[cell] ?? 0);
    }
    // What is drawn on tiles shows in other colours where they have another ground.
    const box = boxClickedTile(one, plain.tiling);
    for (const board of box ? [seen.before, seen.after] : [])
      for (const colour of box ? coloursOf(board, box) : [])
        if (box && colour !== groundOf(board, box)) openColours.add(colour);
    return [{ ...one, seen: { ...seen, changed } }];
  });
  if (!isMost(within, effective)) return [];
  const area: TileArea = isOpen ? { ...plain, elsewhere: sorted(openColours) } : plain;
  const byGround = claimByGround(area, within, idle);
  const ring = findTileRing(area, within);
  return [...findInArea(within, area, 2.1), ...byGround, ...(ring ? [ring] : [])].map((one) => ({
    ...one,
    cost: one.cost + (isOpen ? OPEN_COST : 0),
  }));
}

/** To leave something open says less than to foretell it. */
const OPEN_COST = 2;

/** Says whether some effects are enough, and most of all of them. */
const isMost = (some: readonly Case[], all: readonly Case[]): boolean =>
  some.length >= Math.max(LEAST_EFFECTS, SHARE_WITHIN * all.length);

/**
 * What becomes of a tile, told apart by the colour that most of it has, and by all its colours where clicks on tiles of that
 * colour did nothing.
 */
function claimByGround(area: TileArea, within: readonly Case[], idle: readonly Case[]): Proposal[] {
  const nameGround = (one: Case): string => String(groundIn(one, area.tiling));
  const nameColours = (one: Case): string =>
    coloursOf(one.seen.before, boxClickedTile(one, area.tiling) ?? NO_BOX).join();
  const idleGrounds = new Set(idle.map(nameGround));
  const parts = [...groupCases(within, nameGround)].flatMap(([name, group]): Part[] => {
    const ground = Number(name);
    if (!idleGrounds.has(name)) return claimOf({ ...area, ground }, group);
    const idleColours = new Set(idle.map(nameColours));
    return [...groupCases(group, nameColours)].flatMap(([list, own]) =>
      idleColours.has(list) ? [] : claimOf({ ...area, ground, colours: list.split(',').map(Number) }, own),
    );
  });
  if (parts.length === 0) return [];
  const sum = (of: (part: Part) => number): number => parts.reduce((total, part) => total + of(part), 0);
  return [
    {
      claims: parts.map(({ claim }) => claim),
      cost: 2.2 + sum(({ size }) => size) / 10,
      // Rules count for all that fits; a list of pictures for what it had listed before.
      ...(parts.some(({ claim }) => claim.kind === 'ring') && { foretold: sum(({ foretold }) => foretold) }),
    },
  ];
}

/** What is claimed of some tiles, the rules or pictures that it takes, and the effects that it is worth. */
interface Part {
  claim: Claim;
  size: number;
  foretold: number;
}

const NO_BOX: Box = { top: 0, left: 0, bottom: 0, right: 0 };

function groundIn(one: Case, tiling: Tiling): number | null {
  const box = boxClickedTile(one, tiling);
  return box && groundOf(one.seen.before, box);
}

function groupCases(cases: readonly Case[], nameOf: (one: Case) => string): Map<string, Case[]> {
  const groups = new Map<string, Case[]>();
  for (const one of cases) groups.set(nameOf(one), [...(groups.get(nameOf(one)) ?? []), one]);
  return groups;
}

/** The simplest claim about tiles that are alike: other colours, one picture, or pictures that follow one another. */
function claimOf(area: TileArea, own: readonly Case[]): Part[] {
  const rule = { size: 1, foretold: own.length };
  const map = mapTile(area.ground ?? 0, own, area);
  if (map) return [{ ...rule, claim: { ...NO_SCOPE, kind: 'recolour', area, map } }];
  const steps = stepsOf(own, area);
  const picture = mergePictures(steps.map(({ to }) => to));
  if (picture) return [{ ...rule, claim: { ...NO_SCOPE, kind: 'draw', area, picture } }];
  const chains = makeChains(mostOf(steps));
  if (!chains) return [];
  const claim: Claim = { ...NO_SCOPE, kind: 'ring', area, turned: false, chains };
  return [{ claim, size: sizeOfChains(chains), foretold: countRepeats(steps, steps, false) }];
}

const sizeOfChains = (chains: readonly (readonly Picture[])[]): number =>
  chains.reduce((sum, chain) => sum + chain.length, 0);

/** Of the cells of a tile's ground, those that must go one way before that is a rule. */
const SHARE_OF_GROUND = 0.85;

/** What the colours of a tile become; those of a mark on it that went several ways are left open. Null: its ground did. */
function mapTile(ground: number, cases: readonly Case[], area: TileArea): RecolourClaim['map'] | null {
  const ways = new Map<number, Map<number, number>>();
  for (const one of cases) {
    for (const cell of spotIn(one, area)?.cells ?? []) {
      const [from, to] = [one.seen.before.cells[cell] ?? 0, one.seen.after.cells[cell] ?? 0];
      const counts = ways.get(from) ?? new Map<number, number>();
      counts.set(to, (counts.get(to) ?? 0) + 1);
      ways.set(from, counts);
    }
  }
  const map: RecolourClaim['map'] = [];
  for (const [from, counts] of [...ways].sort((a, b) => a[0] - b[0])) {
    const [first, ...others] = [...counts].sort((a, b) => b[1] - a[1]);
    const all = [...counts.values()].reduce((sum, n) => sum + n, 0);
    const [to, count] = first ?? [from, 0];
    if (from === ground && (to === ground || count < SHARE_OF_GROUND * all)) return null;
    if (others.length > 0 && from !== ground) map.push([from, ANY]);
    else if (to !== from) map.push([from, to]);
  }
  return map;
}

/** What the clicked tile showed before and after. */
const stepsOf = (cases: readonly Case[], area: TileArea): Step[] =>
  cases.flatMap((one): Step[] => {
    const spot = spotIn(one, area);
    return spot ? [{ from: pictureIn(one.seen.before, spot), to: pictureIn(one.seen.after, spot) }] : [];
  });

/** Of the cells of a picture, those that must be told. */
const SHARE_TOLD = 0.5;

/** What pictures have in common, {@link ANY} where they differ; null for a single one, or where they differ in most. */
function mergePictures(pictures: readonly Picture[]): Picture | null {
  const [first, ...others] = pictures;
  if (!first || others.length === 0) return null;
  const cells = first.cells.map((colour, i) =>
    others.every((other) => other.cells[i] === colour) ? colour : ANY,
  );
  const toldCount = cells.filter((colour) => colour !== ANY).length;
  return toldCount >= SHARE_TOLD * cells.length ? { ...first, cells } : null;
}

/** Of steps from one picture to several, those to the one that it became most often. */
function mostOf(steps: readonly Step[]): Step[] {
  const counts = new Map<string, number>();
  const nameOf = ({ from, to }: Step): string => `${keyOf(from)} ${keyOf(to)}`;
  for (const step of steps) counts.set(nameOf(step), (counts.get(nameOf(step)) ?? 0) + 1);
  const best = new Map<string, Step>();
  for (const step of steps) {
    const rival = best.get(keyOf(step.from));
    if (!rival || (counts.get(nameOf(step)) ?? 0) > (counts.get(nameOf(rival)) ?? 0))
      best.set(keyOf(step.from), step);
  }
  return [...best.values()];
}

/** The looks of a tile that follow one another. */
function findTileRing(area: TileArea, within: readonly Case[]): Proposal | null {
  const steps = stepsOf(within, area);
  const chains = makeChains(steps);
  if (!chains) return null;
  const claim: Claim = { ...NO_SCOPE, kind: 'ring', area, turned: false, chains };
  return {
    claims: [claim],
    cost: 2.6 + sizeOfChains(chains) / 50,
    foretold: countRepeats(steps, steps, false),
  };
}

function boxClickedTile({ seen: { before, transition } }: Case, tiling: Tiling): Box | null {
  const cell = clickedCell(before, transition.action);
  return cell === null ? null : boxOfTile(before, tiling, cell);
}

/** Sizes of tiles that are considered, of those that changed in most places. */
const MOST_SIZES = 4;
/** Cells from one tile to the next, at most. */
const MOST_APART = 24;
/** A clicked object that is larger than one part in so many of the board is no tile. */
const TILE_PART = 9;

/** Tiles that may account for what clicks change: boxes of one size that changed, at even distances. */
function findTilings(effective: readonly Case[]): Tiling[] {
  const bySize = new Map<string, Map<string, Box>>();
  const changedBoxes: Box[] = [];
  for (const { seen } of effective) {
    const cell = clickedCell(seen.before, seen.transition.action);
    const clicked = cell === null ? [] : flood(seen.before, cell);
    const groups = groupChanged(seen.changed, seen.before);
    changedBoxes.push(...groups);
    const own =
      clicked.length * TILE_PART <= seen.before.cells.length ? [boxOf(clicked, seen.before.cols)] : [];
    for (const box of [...groups, ...own]) {
      const { rows, cols } = sizeOf(box);
      if (rows < 2 || cols < 2) continue;
      const key = `${rows}×${cols}`;
      const boxes = bySize.get(key) ?? new Map<string, Box>();
      boxes.set(`${box.top},${box.left}`, box);
      bySize.set(key, boxes);
    }
  }
  const board = effective.at(-1)?.seen.before;
  if (!board) return [];
  return [...bySize.values()]
    .sort((a, b) => b.size - a.size)
    .slice(0, MOST_SIZES)
    .flatMap((boxes) => layTiles([...boxes.values()], board, effective));
}

const sizeOf = ({ top, left, bottom, right }: Box): { rows: number; cols: number } => ({
  rows: bottom - top + 1,
  cols: right - left + 1,
});

/** The tilings that boxes of one size fit, with the tiles that look like them. */
function layTiles(boxes: readonly Box[], board: Board, effective: readonly Case[]): Tiling[] {
  const [first] = boxes;
  if (!first || boxes.length < 2) return [];
  const { rows, cols } = sizeOf(first);
  const downs = stepsBetween(
    boxes.map(({ top }) => top),
    rows,
  );
  const rights = stepsBetween(
    boxes.map(({ left }) => left),
    cols,
  );
  const pairs = (downs.length > 0 ? downs : rights).flatMap((down) =>
    (rights.length > 0 ? rights : downs).map((right): [number, number] => [down, right]),
  );
  return pairs.flatMap(([down, right]): Tiling[] => {
    if (down < rows || right < cols) return [];
    const tiling = {
      top: commonest(boxes.map(({ top }) => top % down)),
      left: commonest(boxes.map(({ left }) => left % right)),
      rows,
      cols,
      down,
      right,
    };
    return boundTiles(tiling, boxes, board, effective).flatMap((one) =>
      [...growTiles(one, effective), one].map((tiles) => reachTiles(tiles, effective)),
    );
  });
}

/** Cells beside a tile that a click on it may fall on. */
const MOST_BESIDE = 3;
/** Clicks that must have fallen there. */
const LEAST_BESIDE = 3;

/** The same tiles with the clicks that count as clicks on each, where more of them changed one than those on its cells. */
function reachTiles(tiling: Tiling, effective: readonly Case[]): Tiling {
  const boxes = effective.map(({ seen }) => mostChanged(tiling, seen));
  const count = (one: Tiling): number =>
    effective.filter(({ seen }, i) => {
      const cell = clickedCell(seen.before, seen.transition.action);
      const box = cell === null ? null : boxOfTile(seen.before, one, cell);
      return box !== null && boxes[i]?.includes(nameBox(box)) === true;
    }).length;
  let best = { tiling, count: count(tiling) + LEAST_BESIDE - 1 };
  for (let rows = 0; rows <= MOST_BESIDE && best.count < effective.length; rows++)
    for (let cols = 0; cols <= MOST_BESIDE; cols++) {
      const wider = { ...tiling, from: { rows, cols } };
      const more = count(wider);
      if (more > best.count) best = { tiling: wider, count: more };
    }
  return best.tiling;
}

/** Names the tiles of which most cells changed. */
function mostChanged(tiling: Tiling, { before, changed }: Seen): string[] {
  const counts = new Map<string, number>();
  for (const cell of changed) {
    const box = boxOfTile(before, tiling, cell);
    if (box) counts.set(nameBox(box), (counts.get(nameBox(box)) ?? 0) + 1);
  }
  const most = Math.max(0, ...counts.values());
  return [...counts].flatMap(([name, count]) => (count === most ? [name] : []));
}

/** The same tiles as large as what changed with them. */
function growTiles(tiling: Tiling, effective: readonly Case[]): Tiling[] {
  const whole: Box = { top: 0, left: 0, bottom: tiling.rows - 1, right: tiling.cols - 1 };
  for (const one of effective) {
    const box = boxClickedTile(one, tiling);
    if (!box) continue;
    for (const { top, left, bottom, right } of groupChanged(one.seen.changed, one.seen.before)) {
      if (top > box.bottom || bottom < box.top || left > box.right || right < box.left) continue;
      whole.top = Math.min(whole.top, top - box.top);
      whole.left = Math.min(whole.left, left - box.left);
      whole.bottom = Math.max(whole.bottom, bottom - box.top);
      whole.right = Math.max(whole.right, right - box.left);
    }
  }
  const { rows, cols } = sizeOf(whole);
  const isSame = rows === tiling.rows && cols === tiling.cols;
  if (isSame || rows > tiling.down || cols > tiling.right) return [];
  return [{ ...tiling, top: tiling.top + whole.top, left: tiling.left + whole.left, rows, cols }];
}

/** Distances that all of some places, or nearly all, are whole multiples of from one another: the largest first. */
function stepsBetween(places: readonly number[], size: number): number[] {
  const steps: number[] = [];
  if (new Set(places).size < 2) return steps;
  for (let step = MOST_APART; step >= size; step--) {
    const rest = commonest(places.map((place) => place % step));
    const even = places.filter((place) => place % step === rest);
    if (even.length >= SHARE_EVEN * places.length && new Set(even).size > 1) steps.push(step);
  }
  return steps.slice(0, MOST_STEPS);
}

/** Of the boxes of a size, those that lie at even distances, at least; some things are as large by chance. */
const SHARE_EVEN = 0.8;
/** Distances that are considered. */
const MOST_STEPS = 3;

function commonest(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0]?.[0] ?? 0;
}

/** Of a tile's outline, the cells that must have the colour that those of known ones mostly have. */
const SHARE_OUTLINE = 0.5;

/** The tiling from the first tile that changed to the last, and on as far as tiles look like those. */
function boundTiles(
  open: Omit<Tiling, 'high' | 'wide'>,
  boxes: readonly Box[],
  board: Board,
  effective: readonly Case[],
): Tiling[] {
  const { top, left, rows, cols, down, right } = open;
  const whole: Tiling = {
    ...open,
    high: Math.floor((board.rows - top - rows) / down) + 1,
    wide: Math.floor((board.cols - left - cols) / right) + 1,
  };
  const tiles = boxes.flatMap((box) =>
    (box.top - top) % down === 0 && (box.left - left) % right === 0
      ? [{ row: (box.top - top) / down, col: (box.left - left) / right }]
      : [],
  );
  if (tiles.length < 2) return [];
  const grounds = new Set<number>();
  for (const { seen } of effective)
    for (const { row, col } of tiles)
      for (const one of [seen.before, seen.after])
        if (one.rows === board.rows && one.cols === board.cols)
          grounds.add(groundOf(one, tileBox(whole, { row, col })));
  const outlines = tiles.map((tile) => outlineOf(tileBox(whole, tile), board));
  const line = commonest(outlines.flat());
  const isLined = (colours: readonly number[]): boolean =>
    colours.filter((colour) => colour === line).length >= SHARE_OUTLINE * colours.length;
  const hasLines = outlines.every(isLined);
  const isTile = (row: number, col: number): boolean => {
    const box = tileBox(whole, { row, col });
    return hasLines && isLined(outlineOf(box, board)) && grounds.has(groundOf(board, box));
  };
  const span = {
    from: Math.min(...tiles.map(({ row }) => row)),
    to: Math.max(...tiles.map(({ row }) => row)),
  };
  const side = {
    from: Math.min(...tiles.map(({ col }) => col)),
    to: Math.max(...tiles.map(({ col }) => col)),
  };
  const isRow = (row: number): boolean => isMostly(side, (col) => isTile(row, col));
  const isCol = (col: number): boolean => isMostly(span, (row) => isTile(row, col));
  for (let grows = true; grows; ) {
    grows = false;
    if (span.from > 0 && isRow(span.from - 1)) {
      span.from--;
      grows = true;
    }
    if (span.to + 1 < whole.high && isRow(span.to + 1)) {
      span.to++;
      grows = true;
    }
    if (side.from > 0 && isCol(side.from - 1)) {
      side.from--;
      grows = true;
    }
    if (side.to + 1 < whole.wide && isCol(side.to + 1)) {
      side.to++;
      grows = true;
    }
  }
  return [
    {
      ...open,
      top: top + span.from * down,
      left: left + side.from * right,
      high: span.to - span.from + 1,
      wide: side.to - side.from + 1,
    },
  ];
}

function isMostly({ from, to }: { from: number; to: number }, test: (at: number) => boolean): boolean {
  let count = 0;
  for (let at = from; at <= to; at++) if (test(at)) count++;
  return count * 2 > to - from + 1;
}

/** Colours of the cells just outside a box. */
function outlineOf({ top, left, bottom, right }: Box, board: Board): number[] {
  const colours: number[] = [];
  const add = (row: number, col: number): void => {
    const isOn = row >= 0 && col >= 0 && row < board.rows && col < board.cols;
    colours.push(isOn ? (board.cells[row * board.cols + col] ?? OFF_BOARD) : OFF_BOARD);
  };
  for (let col = left; col <= right; col++) {
    add(top - 1, col);
    add(bottom + 1, col);
  }
  for (let row = top; row <= bottom; row++) {
    add(row, left - 1);
    add(row, right + 1);
  }
  return colours;
}

const OFF_BOARD = -1;
