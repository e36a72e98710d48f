import { pictureIn } from '../../grid/claims/area';
import { ANY, type Box } from '../../grid/claims/board';
import type { Claim, RecolourClaim } from '../../grid/claims/claim';
import { keyOf, type Picture } from '../../grid/claims/picture';
import { NO_SCOPE } from '../../grid/claims/scope';
import { coloursOf, groundOf, TILE_REACHES, type TileArea, type Tiling } from '../../grid/claims/tiles';
import { sorted } from '../../grid/claims/words';
import type { Case, Proposal } from './cases';
import { findInArea, holdsAll, spotIn } from './infer-effects';
import { countRepeats, makeChains, type Step } from './infer-pictures';
import { boxClickedTile, findTilings } from './tilings';

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
