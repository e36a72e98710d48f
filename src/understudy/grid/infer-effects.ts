import type { ActionId } from '../../api/agents';
import { memoizeObject } from '../../base/memoize';
import { CLICK } from '../../engines/grid/choose';
import {
  applyTurn,
  clickedCell,
  clickedSite,
  colourAround,
  findHole,
  findSpot,
  pictureIn,
  type Spot,
} from '../../engines/grid/claims/area';
import { type Board, type Box, boxOf, cellsOf, countColours, flood } from '../../engines/grid/claims/board';
import type { Seen } from '../../engines/grid/claims/check';
import {
  type Area,
  type Claim,
  type ClaimContext,
  type ClickedArea,
  type Condition,
  isScoped,
  NO_SCOPE,
  type RecolourClaim,
  type Relation,
  type SwapClaim,
  siteOf,
  TURNS,
} from '../../engines/grid/claims/claim';
import { isMet } from '../../engines/grid/claims/condition';
import { forecast } from '../../engines/grid/claims/forecast';
import { coloursNear } from '../../engines/grid/claims/near';
import { groundUnder } from '../../engines/grid/claims/past';
import { isRectangle, type PickClaim } from '../../engines/grid/claims/pick';
import { keyOf, locate, type Picture } from '../../engines/grid/claims/picture';
import { REACHES } from '../../engines/grid/claims/reach';
import { sorted } from '../../engines/grid/claims/words';
import { findAvatars } from './avatars';
import { type Case, casesOf, type Evidence, type Inferred, type Proposal } from './cases';
import { boxClicked, boxThing, nameBox, partsOf } from './click-evidence';
import { asidesBeside, followAvatars, mainMotion } from './motion/motion';
import type { Avatar, Motion } from './motion/types';

/** Claims about what lies in a place that an outline, a mark or a click gives: recoloured, turned, selected. */
export function findPlacedEffects(cases: readonly Case[], evidence: Evidence): Proposal[] {
  const effective = cases.filter(({ seen }) => seen.changed.length > 0);
  if (effective.length === 0) return [];
  const proposals = proposeAreas(effective, evidence).flatMap((one) =>
    findInArea(effective, one.area, one.cost),
  );
  if (effective.every(({ seen }) => seen.transition.action.x !== undefined)) {
    for (const [n, pick] of findPicks(effective).entries())
      proposals.push({ claims: [pick], cost: 1.9 + n / 10 });
    for (const { avatar } of evidence.motions) {
      proposals.push({ claims: [{ ...NO_SCOPE, kind: 'select', who: avatar.picture }], cost: 0.85 });
    }
  }
  return proposals;
}

/** Claims about what changes wherever it is on the board, or beside a mark: recoloured, swapped, toggled. */
export function findBoardEffects(cases: readonly Case[], { motions }: Evidence): Proposal[] {
  const effective = cases.filter(({ seen }) => seen.changed.length > 0);
  if (effective.length === 0) return [];
  const proposals = findInArea(effective, { of: 'board' }, 3);
  const id = effective[0]?.seen.transition.action.id ?? '';
  for (const { avatar, gears } of motions.slice(0, 4)) {
    // What goes there leaves other colours behind, and is no recolouring.
    if (gears.has(id)) continue;
    const area = boxBeside(effective, avatar.picture);
    if (area) proposals.push(...findInArea(effective, area, 5.5));
  }
  const swap = findSwap(effective);
  const own = mainMotion({ motions })?.avatar.picture.cells ?? [];
  // What an avatar shows of itself on its way is no look of a thing.
  const isOwn = swap?.pairs.some((pair) => pair.some(({ cells }) => cells.some((one) => own.includes(one))));
  if (swap && !isOwn) proposals.push({ claims: [swap], cost: 4.5 });
  const toggle = findToggle(effective);
  if (toggle) proposals.push({ claims: [toggle], cost: 5 });
  return proposals;
}

function findInArea(effective: readonly Case[], area: Area, cost: number): Proposal[] {
  const spots: Spot[] = [];
  for (const one of effective) {
    const spot = findSpot(one.seen.before, area, one.seen.transition.action, one.ctx.mask);
    if (!spot || (area.of !== 'board' && !holdsAll(spot, one))) return [];
    spots.push(spot);
  }
  const proposals: Proposal[] = [];
  const map = findMap(effective, spots, area.of === 'clicked' && area.reach !== undefined);
  if (map) proposals.push({ claims: [{ ...NO_SCOPE, kind: 'recolour', area, map }], cost });
  for (const way of area.of === 'board' ? [] : TURNS) {
    if (!effective.every((one, i) => isTurned(one, spots[i], way))) continue;
    proposals.push({ claims: [{ ...NO_SCOPE, kind: 'turn', area, way }], cost: cost - 0.5 });
  }
  return proposals;
}

/** What a click may take part of, the simplest first. */
const CLICKED_AREAS: readonly { area: ClickedArea; cost: number }[] = [undefined, ...REACHES].flatMap(
  (reach, i) => {
    const area: ClickedArea = { of: 'clicked', ...(reach && { reach }) };
    return [
      { area, cost: 2 + i / 20 },
      { area: { ...area, whole: true }, cost: 2.02 + i / 20 },
    ];
  },
);

/** Outlines and marks that actions move: what lies in or beside them may be what other actions change. */
function proposeAreas(effective: readonly Case[], { motions }: Evidence): { area: Area; cost: number }[] {
  const areClicks = effective.every(({ seen }) => seen.transition.action.x !== undefined);
  const pictures = motions.slice(0, 4).map(({ avatar }) => avatar.picture);
  return [
    ...(areClicks ? CLICKED_AREAS : []),
    ...pictures.flatMap((picture) =>
      findHole(picture) ? [{ area: { of: 'inside', picture } as const, cost: 2.5 }] : [],
    ),
    ...pictures.map((picture) => ({ area: { of: 'object', picture } as const, cost: 2.8 })),
  ];
}

/** The box of all changes, seen from the corner of a mark; null when it is not on all boards. */
function boxBeside(effective: readonly Case[], picture: Picture): Area | null {
  const cells: { row: number; col: number }[] = [];
  for (const { seen, ctx } of effective) {
    const one = locate(seen.before, picture, false, ctx.mask);
    if (!one) return null;
    const box = boxOf(seen.changed, seen.before.cols);
    cells.push({ row: box.top - one.top, col: box.left - one.left });
    cells.push({ row: box.bottom - one.top, col: box.right - one.left });
  }
  const rows = cells.map(({ row }) => row);
  const cols = cells.map(({ col }) => col);
  const [top, left] = [Math.min(...rows), Math.min(...cols)];
  const size = { rows: Math.max(...rows) - top + 1, cols: Math.max(...cols) - left + 1 };
  // Farther than its own size and a bit, it is no mark of what changed.
  if (Math.max(size.rows, size.cols) > 20) return null;
  return { of: 'beside', picture, at: { rows: top, cols: left }, ...size };
}

function holdsAll(spot: Spot, { seen }: Case): boolean {
  const cells = new Set(spot.cells);
  return seen.changed.every((cell) => cells.has(cell));
}

/**
 * The map that takes every cell of the spots to what it became; null when colours go different ways.
 *
 * @param whole colours that stay are in it too
 */
function findMap(
  effective: readonly Case[],
  spots: readonly Spot[],
  whole: boolean,
): RecolourClaim['map'] | null {
  const map = new Map<number, number>();
  for (const [i, { seen }] of effective.entries()) {
    for (const cell of seen.changed) {
      const [from, to] = [seen.before.cells[cell] ?? 0, seen.after.cells[cell] ?? 0];
      if ((map.get(from) ?? to) !== to) return null;
      map.set(from, to);
    }
    // What did not change must not be of a colour that does.
    for (const cell of spots[i]?.cells ?? []) {
      const from = seen.before.cells[cell] ?? 0;
      if (seen.after.cells[cell] !== from) continue;
      if (map.has(from) && map.get(from) !== from) return null;
      if (whole) map.set(from, from);
    }
  }
  for (const [i, { seen }] of effective.entries()) {
    for (const cell of spots[i]?.cells ?? []) {
      const from = seen.before.cells[cell] ?? 0;
      if (map.has(from) && seen.after.cells[cell] !== map.get(from)) return null;
    }
  }
  return [...map.entries()].sort((a, b) => a[0] - b[0]);
}

function isTurned({ seen }: Case, spot: Spot | undefined, way: (typeof TURNS)[number]): boolean {
  if (!spot || spot.rows !== spot.cols) return false;
  return keyOf(applyTurn(pictureIn(seen.before, spot), way)) === keyOf(pictureIn(seen.after, spot));
}

/**
 * Claims that a click picks the clicked thing, or the one in the clicked object: the colours of what was clicked, and of the
 * picked one before and after. None when something else changes.
 */
function findPicks(effective: readonly Case[]): PickClaim[] {
  const [from, bodies, on, off] = [
    new Set<number>(),
    new Set<number>(),
    new Set<number>(),
    new Set<number>(),
  ];
  let isSolid = true;
  for (const { seen } of effective) {
    const { before, after, changed } = seen;
    const cell = clickedCell(before, seen.transition.action);
    if (cell === null) return [];
    const clickedCells = flood(before, cell);
    const isBody = before.cells[cell] === after.cells[cell];
    const own = new Set(isBody ? cellsOf(boxOf(clickedCells, before.cols), before.cols) : clickedCells);
    const thing = changed.filter((one) => own.has(one));
    const first = isBody ? thing[0] : cell;
    if (first === undefined) return [];
    if (isBody) bodies.add(before.cells[cell] ?? 0);
    from.add(before.cells[first] ?? 0);
    on.add(after.cells[first] ?? 0);
    if (thing.length === flood(before, first).length) isSolid &&= isRectangle(thing, before);
    for (const one of changed) if (!own.has(one)) off.add(after.cells[one] ?? 0);
  }
  const [pickedColour, otherColour] = [[...on][0], [...off][0]];
  if (pickedColour === undefined || otherColour === undefined || on.size > 1 || off.size > 1) return [];
  if (from.has(pickedColour) || bodies.has(pickedColour)) return [];
  const claim: PickClaim = {
    ...NO_SCOPE,
    kind: 'pick',
    from: sorted(from),
    on: pickedColour,
    off: otherColour,
    ...(bodies.size > 0 && { bodies: sorted(bodies) }),
  };
  return isSolid ? [{ ...claim, solid: true }, claim] : [claim];
}

/** Two colours that all changes are between. */
function findToggle(effective: readonly Case[]): Claim | null {
  let pair: [number, number] | null = null;
  let firstWay = true;
  for (const { seen } of effective) {
    for (const cell of seen.changed) {
      const [from, to] = [seen.before.cells[cell] ?? 0, seen.after.cells[cell] ?? 0];
      pair ??= [from, to];
      const isFirst = pair[0] === from && pair[1] === to;
      if (!isFirst && !(pair[0] === to && pair[1] === from)) return null;
    }
    // All cells of the rarer colour change; which of the two that is shows where some of the other stay.
    firstWay &&= noneLeft(seen, pair?.[0] ?? 0);
  }
  if (!pair) return null;
  const [from, to] = firstWay ? pair : [pair[1], pair[0]];
  return { ...NO_SCOPE, kind: 'toggle', from, to };
}

/** Says whether every cell of a colour before changed. */
function noneLeft({ before, after }: Case['seen'], colour: number): boolean {
  for (let cell = 0; cell < before.cells.length; cell++) {
    if (before.cells[cell] === colour && after.cells[cell] === colour) return false;
  }
  return true;
}

/** Looks a claim may speak of at most. */
const MAX_PAIRS = 4;

/** The two looks of the things that changed where they are; null when there are too many for a rule. */
function findSwap(effective: readonly Case[]): SwapClaim | null {
  const pairs = new Map<string, [Picture, Picture]>();
  for (const { seen } of effective) {
    for (const box of groupChanged(seen.changed, seen.before)) {
      const spot = {
        top: box.top,
        left: box.left,
        rows: box.bottom - box.top + 1,
        cols: box.right - box.left + 1,
      };
      const both: [Picture, Picture] = shrink(pictureIn(seen.before, spot), pictureIn(seen.after, spot));
      both.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
      pairs.set(both.map(keyOf).join(' '), both);
      if (pairs.size > MAX_PAIRS) return null;
    }
  }
  // The looks of one thing must not be those of another: then one would not know what it becomes.
  const looks = [...pairs.values()].flatMap((pair) => pair.map(keyOf));
  if (pairs.size === 0 || new Set(looks).size < looks.length) return null;
  return { ...NO_SCOPE, kind: 'swap', pairs: [...pairs.values()] };
}

/** Boxes of changed cells that touch, corners included. */
function groupChanged(changed: readonly number[], board: Board): Box[] {
  const open = new Set(changed);
  const boxes: Box[] = [];
  for (const start of changed) {
    if (!open.delete(start)) continue;
    const group = [start];
    for (let i = 0; i < group.length; i++) {
      const cell = group[i] ?? 0;
      const col = cell % board.cols;
      for (let down = -1; down <= 1; down++) {
        for (let right = -1; right <= 1; right++) {
          const next = cell + down * board.cols + right;
          if (col + right < 0 || col + right >= board.cols || !open.delete(next)) continue;
          group.push(next);
        }
      }
    }
    boxes.push(boxOf(group, board.cols));
  }
  return boxes;
}

/** The smallest tile that both pictures repeat. */
function shrink(a: Picture, b: Picture): [Picture, Picture] {
  const divisors = (n: number): number[] =>
    Array.from({ length: n }, (_, i) => i + 1).filter((k) => n % k === 0);
  for (const rows of divisors(a.rows)) {
    for (const cols of divisors(a.cols)) {
      // A single cell is a colour, not a look.
      if (rows * cols > 1 && repeats(a, rows, cols) && repeats(b, rows, cols)) {
        return [corner(a, rows, cols), corner(b, rows, cols)];
      }
    }
  }
  return [a, b];
}

const repeats = ({ cells, cols: width }: Picture, rows: number, cols: number): boolean =>
  cells.every((colour, i) => {
    const [row, col] = [Math.floor(i / width) % rows, (i % width) % cols];
    return cells[row * width + col] === colour;
  });

const corner = ({ cells, cols: width }: Picture, rows: number, cols: number): Picture => ({
  rows,
  cols,
  cells: Array.from({ length: rows * cols }, (_, i) => cells[Math.floor(i / cols) * width + (i % cols)] ?? 0),
});

/** Lists how an avatar may stand to what makes a difference, nearest first. */
const RELATIONS: readonly Relation[] = ['stands on', 'touches', 'is near'];

/** Part of the board from which on a colour the avatar walks on is just ground. */
const GROUND_PART = 0.12;

/**
 * The conditions, for each avatar the closest, that held wherever something worked; and where it failed, none of their
 * colours was that near. What colour of several it is, and how near it must be, is left open as far as it was not
 * seen.
 */
export function findConditions(
  worked: readonly Case[],
  failed: readonly Case[],
  { motions }: Evidence,
): Condition[] {
  return motions.slice(0, 2).flatMap((motion) => {
    const stride = strideOf(motion);
    const who = motion.avatar.picture;
    const ground = groundColours(worked[0], motions);
    // A part of what moves always touches the rest of it.
    const own = new Set(motions.flatMap(({ avatar }) => avatar.picture.cells));
    for (const relation of RELATIONS) {
      const within = relation === 'stands on' ? 0 : relation === 'touches' ? 1 : stride;
      const common = commonColours(worked, motion.avatar, relation, within);
      const when: Condition = { who, relation, within, colours: [], beyond: null };
      if (failed.length === 0) {
        // Never seen to fail, it may need any of what was always there: all of that is asked for.
        const things = common.filter((colour) => !ground.has(colour) && !own.has(colour));
        if (things.length > 0) return [{ ...when, colours: things }];
        continue;
      }
      const apart = common.filter((colour) => failsWithout(failed, { ...when, colours: [colour] }));
      if (apart.length === 0) continue;
      // It is known to do nothing as far out as none of the colours was near where it failed.
      const beyond = [stride, 1, 0].find((reach) =>
        failed.every(
          ({ seen, ctx }) => isMet({ ...when, colours: apart, beyond: reach }, seen.before, ctx) === false,
        ),
      );
      if (beyond !== undefined) return [{ ...when, colours: apart, beyond }];
    }
    return [];
  });
}

/** Says whether a condition was met in none of the cases. */
const failsWithout = (cases: readonly Case[], when: Condition): boolean =>
  cases.every(({ seen, ctx }) => isMet(when, seen.before, ctx) !== true);

/** Colours that what moves, or a part of it, goes over, and that are all over the board. */
function groundColours(one: Case | undefined, motions: readonly Motion[]): Set<number> {
  if (!one) return new Set();
  const { before } = one.seen;
  const counts = countColours(before);
  const least = GROUND_PART * before.cells.length;
  const over = motions.flatMap(({ grounds }) => grounds.place.over);
  return new Set(over.filter((colour) => (counts[colour] ?? 0) > least));
}

/** Returns how far an avatar gets in one action, at most. */
export const strideOf = (motion: Motion): number =>
  Math.max(1, ...[...motion.gears.values()].map(({ by }) => Math.max(Math.abs(by.rows), Math.abs(by.cols))));

function commonColours(cases: readonly Case[], avatar: Avatar, relation: Relation, within: number): number[] {
  let common: Set<number> | null = null;
  for (const { seen, ctx } of cases) {
    const near = coloursAt(seen, ctx, avatar, relation, within);
    if (!near) return [];
    const shared: Set<number> = common ?? near;
    common = new Set([...shared].filter((colour) => near.has(colour)));
  }
  return [...(common ?? [])].sort((a, b) => a - b);
}

function coloursAt(
  seen: Case['seen'],
  ctx: ClaimContext,
  avatar: Avatar,
  relation: Relation,
  within: number,
): Set<number> | null {
  const one = locate(seen.before, avatar.picture, true, ctx.mask);
  if (!one) return null;
  return relation === 'stands on'
    ? groundUnder(seen.before, one, avatar.picture, ctx.history, ctx.mask)
    : coloursNear(seen.before, one, within, ctx.mask);
}

type Infer = (cases: readonly Case[], evidence: Evidence) => Omit<Inferred, 'effects'>;

/**
 * Claims about clicks: what is said of whatever was clicked; where that foretells less, what is said of every site that was
 * clicked (a colour and what is around it), or of every thing in its place. Sites whose clicks never did anything are idle.
 */
export function findClicks(
  cases: readonly Case[],
  evidence: Evidence,
  infer: Infer,
): Omit<Inferred, 'effects'> {
  const bySite = new Map<number, Case[]>();
  for (const one of cases) {
    const { before, transition } = one.seen;
    const site = clickedSite(before, transition.action) ?? -1;
    bySite.set(site, [...(bySite.get(site) ?? []), one]);
  }
  const busy = [...bySite.entries()].filter(([, all]) => all.some(({ seen }) => seen.effect));
  const still = [...bySite.entries()].filter(
    ([site, all]) => site >= 0 && all.every(({ seen }) => !seen.effect),
  );
  const busyCases = busy.flatMap(([, all]) => all);
  const together = infer(busyCases, evidence);
  const sites = sorted(busy.map(([site]) => site));
  const joint = isLoose(together.claims, busyCases)
    ? NOTHING_INFERRED
    : { ...together, claims: together.claims.map((claim) => onClick(claim, sites)) };
  const effects = countEffects(busyCases);
  const tellsAll = (one: Omit<Inferred, 'effects'>): boolean => one.foretold > 0 && one.foretold >= effects;
  let best: Omit<Inferred, 'effects'> = joint;
  if (!tellsAll(joint)) {
    const bySite = inferBySite(busy, evidence, infer);
    if (isBetter(bySite, best)) best = bySite;
    const things = new Set(busyCases.map(({ seen }) => nameBox(boxThing(seen))));
    const byThing =
      !tellsAll(best) || things.size < partsOf(best.claims).length
        ? inferByThing(busyCases, evidence, infer)
        : null;
    if (byThing && isBetter(byThing, best)) best = byThing;
  }
  if (best.claims.length === 0) return best;
  return { ...best, claims: [...best.claims, ...findIdle(still, best === joint ? together.claims : [])] };
}

/** Says whether claims foretell more than others, or as much in fewer parts. */
const isBetter = (a: Omit<Inferred, 'effects'>, b: Omit<Inferred, 'effects'>): boolean =>
  a.foretold > b.foretold ||
  (a.foretold === b.foretold && a.foretold > 0 && partsOf(a.claims).length < partsOf(b.claims).length);

/** Infers for each site; where things that look alike do different things, for each of them by itself. */
function inferBySite(
  busy: readonly [number, Case[]][],
  evidence: Evidence,
  infer: Infer,
): Omit<Inferred, 'effects'> {
  let foretold = 0;
  const apartRun = nameClicks(evidence, (seen) => clickedSite(seen.before, seen.transition.action));
  const claims = busy.flatMap(([site, all]) => {
    const inference = infer(all.map(apartRun.rename), apartRun.evidence);
    const within = findButton(all);
    const isUnfit = isLoose(inference.claims, all);
    const apart =
      isUnfit || inference.foretold < countEffects(all) ? inferApart(all, evidence, infer, boxClicked) : null;
    if (apart && (isUnfit || apart.foretold > inference.foretold)) {
      foretold += apart.foretold;
      return apart.claims.map((claim) => onClick(claim, [site]));
    }
    if (isUnfit) return [];
    foretold += inference.foretold;
    return inference.claims.map((claim) => {
      const one = onClick(claim, [site]);
      return within && isPlaced(one) ? { ...one, within } : one;
    });
  });
  // A site that did something once, and can be clicked again, is to be clicked again.
  const last = evidence.seens.at(-1)?.after;
  const isUntested = busy.some(
    ([site, own]) => countEffects(own) < 2 && last !== undefined && listSites(last).has(site),
  );
  return { claims, foretold, rival: isUntested && claims.length > 0 ? claims : null };
}

/** Infers for each thing in its place, whatever the colour of the part of it that was clicked. */
function inferByThing(
  cases: readonly Case[],
  evidence: Evidence,
  infer: Infer,
): Omit<Inferred, 'effects'> | null {
  const apart = inferApart(cases, evidence, infer, boxThing);
  return apart && { ...apart, rival: null };
}

/** Lists the sites that a click can meet on a board. */
const listSites = memoizeObject((board: Board): ReadonlySet<number> => {
  const sites = new Set<number>();
  const visitedCells = new Uint8Array(board.cells.length);
  for (let start = 0; start < board.cells.length; start++) {
    if (visitedCells[start] === 1) continue;
    const cells = flood(board, start);
    for (const cell of cells) visitedCells[cell] = 1;
    sites.add(siteOf(board.cells[start] ?? 0, colourAround(board, cells)));
  }
  return sites;
});

const countEffects = (cases: readonly Case[]): number => cases.filter(({ seen }) => seen.effect).length;

/**
 * Gives clicks on different things names of their own, as if each were an action: what one button moves one way another
 * moves another way, and what stops one stops the other.
 *
 * @param nameOf what was clicked
 */
function nameClicks(
  evidence: Evidence,
  nameOf: (seen: Seen) => string | number | null,
): { evidence: Evidence; rename: (one: Case) => Case } {
  const newSeens = new Map<Seen, Seen>();
  const seens = evidence.seens.map((seen): Seen => {
    const { transition } = seen;
    if (transition.action.x === undefined) return seen;
    // Names are only compared with each other.
    const id = `${transition.action.id} ${nameOf(seen)}` as ActionId;
    const one = { ...seen, transition: { ...transition, action: { ...transition.action, id } } };
    newSeens.set(seen, one);
    return one;
  });
  const clicks = evidence.clicks ?? casesOf(CLICK, evidence);
  const { mask } = evidence;
  const motions = followAvatars(findAvatars(seens, mask), seens, mask);
  // What different buttons change in different ways does not live by itself.
  const asides = asidesBeside(evidence);
  return {
    evidence: { ...evidence, seens, motions: motions.map((motion) => ({ ...motion, asides })), clicks },
    rename: (one) => ({ ...one, seen: newSeens.get(one.seen) ?? one.seen }),
  };
}

/**
 * Infers for each object by itself, where things that look alike do different things.
 *
 * @param findBox returns the box of what was clicked
 */
function inferApart(
  cases: readonly Case[],
  evidence: Evidence,
  infer: Infer,
  findBox: (seen: Seen) => Box | null,
): Pick<Inferred, 'claims' | 'foretold'> | null {
  const byPlace = new Map<string, { within: Box; cases: Case[] }>();
  for (const one of cases) {
    const within = findBox(one.seen);
    if (within === null) return null;
    const key = nameBox(within);
    const place = byPlace.get(key) ?? { within, cases: [] };
    place.cases.push(one);
    byPlace.set(key, place);
  }
  if (byPlace.size < 2 || byPlace.size > MAX_APART) return null;
  const apartRun = nameClicks(evidence, (seen) => nameBox(findBox(seen)));
  let foretold = 0;
  const claims = [...byPlace.values()].flatMap(({ within, cases: own }): Claim[] => {
    if (countEffects(own) === 0) return [];
    const inference = infer(own.map(apartRun.rename), apartRun.evidence);
    foretold += inference.foretold;
    const sites = new Set(own.flatMap(({ seen }) => clickedSite(seen.before, seen.transition.action) ?? []));
    return inference.claims.map((claim) =>
      isScoped(claim) ? { ...claim, within, click: sorted(sites) } : claim,
    );
  });
  return { claims, foretold };
}

/** Things that look alike and are told apart by their places, at most. */
const MAX_APART = 8;

/** Says whether a claim speaks of fixed places of the board: then it speaks of one button too. */
const isPlaced = (claim: Claim): boolean =>
  claim.kind === 'cycle' || claim.kind === 'scroll' || (claim.kind === 'ring' && claim.area.of === 'place');

/** Says whether claims about a place of the board were made of clicks on several things: each may do something of its own. */
const isLoose = (claims: readonly Claim[], cases: readonly Case[]): boolean =>
  claims.some(isPlaced) && findButton(cases) === null;

const NOTHING_INFERRED: Omit<Inferred, 'effects'> = { claims: [], foretold: 0, rival: null };

/** Returns the box of the object that all clicks with effect met; null when there are several. */
function findButton(cases: readonly Case[]): Box | null {
  const boxes = cases.flatMap(({ seen }) => (seen.effect ? (boxClicked(seen) ?? []) : []));
  const [first] = boxes;
  return first && boxes.every((box) => nameBox(box) === nameBox(first)) ? first : null;
}

function onClick(claim: Claim, sites: number[]): Claim {
  if (!isScoped(claim)) return claim;
  return { ...claim, click: sites };
}

/** A part of the board this large is ground: one click on it says enough. */
const GROUND_FRACTION = 8;

/**
 * Sites whose clicks do nothing: ground, or clicked in two places. A site is left out where the claims would have
 * foretold that nothing changes, were they about it: it may be one of theirs.
 */
function findIdle(still: readonly [number, Case[]][], claims: readonly Claim[]): Claim[] {
  const idle = still.filter(([, all]) => {
    const isExplained = all.some(({ seen, ctx }) =>
      claims.length === 0
        ? false
        : forecast(claims, seen.before, seen.transition.action, ctx).kind === 'nothing',
    );
    if (isExplained) return false;
    const pieces = all.map(({ seen }) =>
      flood(seen.before, clickedCell(seen.before, seen.transition.action) ?? 0),
    );
    const cells = all[0]?.seen.before.cells.length ?? 0;
    return (
      pieces.some((piece) => piece.length * GROUND_FRACTION >= cells) ||
      new Set(pieces.map((piece) => piece[0])).size > 1
    );
  });
  if (idle.length === 0) return [];
  return [{ kind: 'idle', click: sorted(idle.map(([site]) => site)), when: null }];
}
