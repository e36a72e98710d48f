import { findHole, findSpot, pictureIn } from '../../grid/claims/area';
import { ANY, type Board, type Box, boxOf } from '../../grid/claims/board';
import type { Claim } from '../../grid/claims/claim';
import { keyOf, locate, type Picture, showsAt } from '../../grid/claims/picture';
import { pictureLike, type RingClaim, turnBoth } from '../../grid/claims/ring';
import { type Area, NO_SCOPE } from '../../grid/claims/scope';
import { type Case, casesOf, type Evidence, type Proposal } from './cases';

/** A picture and the one it became in the same place. */
export interface Step {
  from: Picture;
  to: Picture;
}

/** Steps that two actions must have in common, the other way round, before one's are taken for the other's. */
const COMMON_STEPS = 2;
/** Cells of a picture at most: what is larger is a part of the board. */
const MAX_CELLS = 256;
/** Longest side of a picture beside a mark: in cells, and in sides of the mark. */
const MAX_SIDE = 16;
const MARK_SIDES = 3;

/**
 * Claims that an action steps the picture inside or beside an outline or a mark through a ring of pictures. What
 * another action was seen to do the other way round is taken over where both were seen to agree.
 */
export function findRings(cases: readonly Case[], evidence: Evidence): Proposal[] {
  const effective = cases.filter(({ seen }) => seen.changed.length > 0);
  const id = effective[0]?.seen.transition.action.id;
  if (id === undefined || effective.some(({ seen }) => seen.transition.action.x !== undefined)) return [];
  // What an action moves changes the picture beside everything.
  if (evidence.motions.some(({ gears }) => gears.has(id))) return [];
  const others = [...new Set(evidence.seens.map(({ transition }) => transition.action.id))]
    .filter((other) => other !== id)
    .map((other) => casesOf(other, evidence).filter(({ seen }) => seen.changed.length > 0));
  return evidence.motions.slice(0, 4).flatMap(({ avatar: { picture } }): Proposal[] => {
    if (!effective.every((one) => staysPut(picture, one))) return [];
    const proposals: Proposal[] = [];
    for (const { area, cost } of areasOf(picture, effective, others)) {
      const steps = stepsIn(area, effective);
      if (!steps) continue;
      const isSquare = steps.every(({ from }) => from.rows === from.cols);
      for (const turned of isSquare ? [false, true] : [false]) {
        const ring = (all: readonly Step[], extra: number): Proposal[] => {
          const chains = makeChains(turned ? alignTurns(all) : all);
          if (!chains) return [];
          // The fewer pictures say the same, the better.
          const size = chains.reduce((sum, chain) => sum + chain.length, 0);
          const claim: Claim = { ...NO_SCOPE, kind: 'ring', area, turned, chains };
          const steadyCost = cost + extra + size / 50 + (turned ? 0.01 : 0);
          return [{ claims: [claim], cost: steadyCost, foretold: countRepeats(steps, all, turned) }];
        };
        proposals.push(...ring(steps, 0));
        for (const other of others) {
          const back = stepsIn(area, other)?.map(({ from, to }) => ({ from: to, to: from }));
          if (!back || countCommon(steps, back, turned) < COMMON_STEPS) continue;
          // What both show is preferred, though it takes more pictures.
          proposals.push(...ring([...steps, ...back], -0.6));
        }
      }
    }
    return proposals;
  });
}

/** Says whether an object is where it was after a transition. */
function staysPut(picture: Picture, { seen, ctx }: Case): boolean {
  const one = locate(seen.before, picture, false, ctx.mask);
  return one !== null && showsAt(seen.after, picture, one, ctx.mask);
}

/** Places of its mark in which a ring must have been seen, where the mark can be moved. */
export const RING_PLACES = 3;

/** Effects after which a ring is believed though it is not known where it ends. */
export const RING_ENDS = 6;

/** Says whether some chain of a ring ends in a picture that has no next one. */
export const isOpen = ({ chains }: RingClaim): boolean =>
  chains.some((chain) => {
    const last = chain.at(-1);
    return last !== undefined && !chain.slice(0, -1).some((picture) => keyOf(picture) === keyOf(last));
  });

/**
 * Says whether a ring is to be tested further: it was only seen while its mark was in few places, though the mark can be
 * moved, or only few of its pictures were seen.
 */
export function isRingUntested(
  claims: readonly Claim[],
  cases: readonly Case[],
  { seens, mask }: Evidence,
): boolean {
  return claims.some((claim) => {
    const area = claim.kind === 'ring' ? claim.area : null;
    if (area?.of !== 'inside' && area?.of !== 'beside') return false;
    const placesOf = (all: readonly Case['seen'][]): number =>
      new Set(
        all.flatMap(({ before }) => {
          const one = locate(before, area.picture, false, mask);
          return one ? [`${one.top},${one.left}`] : [];
        }),
      ).size;
    const own = cases.flatMap(({ seen }) => (seen.changed.length > 0 ? [seen] : []));
    if (claim.kind === 'ring' && isOpen(claim) && own.length < RING_ENDS) return true;
    return placesOf(own) < Math.min(RING_PLACES, placesOf(seens));
  });
}

function areasOf(
  picture: Picture,
  effective: readonly Case[],
  others: readonly (readonly Case[])[],
): { area: Area; cost: number }[] {
  const areas: { area: Area; cost: number }[] = [];
  if (findHole(picture)) areas.push({ area: { of: 'inside', picture }, cost: 3.2 });
  const own = boxBeside(effective, picture);
  if (!own) return areas;
  areas.push({ area: besideOf(picture, own), cost: 3.6 });
  // Another action may have shown more of the same place.
  for (const other of others) {
    const box = boxBeside(other, picture);
    if (!box || box.bottom < own.top || box.top > own.bottom || box.right < own.left || box.left > own.right)
      continue;
    const joint = {
      top: Math.min(own.top, box.top),
      left: Math.min(own.left, box.left),
      bottom: Math.max(own.bottom, box.bottom),
      right: Math.max(own.right, box.right),
    };
    areas.push({ area: besideOf(picture, joint), cost: 3.5 });
  }
  return areas;
}

const besideOf = (picture: Picture, { top, left, bottom, right }: Box): Area => ({
  of: 'beside',
  picture,
  at: { rows: top, cols: left },
  rows: bottom - top + 1,
  cols: right - left + 1,
});

/** Returns the box of all changes, seen from the corner of a mark; null when it is not on all boards. */
function boxBeside(effective: readonly Case[], picture: Picture): Box | null {
  const whole: Box = { top: Infinity, left: Infinity, bottom: -Infinity, right: -Infinity };
  for (const { seen, ctx } of effective) {
    const one = locate(seen.before, picture, false, ctx.mask);
    if (!one) return null;
    const box = boxOf(seen.changed, seen.before.cols);
    whole.top = Math.min(whole.top, box.top - one.top);
    whole.left = Math.min(whole.left, box.left - one.left);
    whole.bottom = Math.max(whole.bottom, box.bottom - one.top);
    whole.right = Math.max(whole.right, box.right - one.left);
  }
  const longest = Math.max(whole.bottom - whole.top, whole.right - whole.left) + 1;
  const isNear = longest <= Math.min(MAX_SIDE, MARK_SIDES * Math.max(picture.rows, picture.cols));
  return longest >= 1 && isNear ? whole : null;
}

/** Lists what a place showed before and after; null when the place was not there, or something else changed too. */
function stepsIn(area: Area, effective: readonly Case[]): Step[] | null {
  const steps: Step[] = [];
  for (const { seen, ctx } of effective) {
    const spot = findSpot(seen.before, area, seen.transition.action, ctx.mask);
    if (!spot || spot.cells.length > MAX_CELLS) return null;
    const cells = new Set(spot.cells);
    if (!seen.changed.every((cell) => cells.has(cell))) return null;
    steps.push({ from: pictureIn(seen.before, spot), to: pictureIn(seen.after, spot) });
  }
  return steps;
}

/** Names a step; in any position when `turned`. */
const nameStep = ({ from, to }: Step, turned: boolean): string =>
  turned
    ? (turnBoth(from, to)
        .map(([a, b]) => `${keyOf(a)}>${keyOf(b)}`)
        .sort()[0] ?? '')
    : `${keyOf(from)}>${keyOf(to)}`;

function countCommon(steps: readonly Step[], others: readonly Step[], turned: boolean): number {
  const names = new Set(others.map((step) => nameStep(step, turned)));
  return new Set(steps.map((step) => nameStep(step, turned)).filter((name) => names.has(name))).size;
}

/** Counts the steps that were seen before, or the other way round by another action. */
export function countRepeats(steps: readonly Step[], all: readonly Step[], turned: boolean): number {
  const names = new Set(all.slice(steps.length).map((step) => nameStep(step, turned)));
  let count = 0;
  for (const step of steps) {
    const name = nameStep(step, turned);
    if (names.has(name)) count++;
    names.add(name);
  }
  return count;
}

/**
 * Turns steps so that one that was seen in several positions is one step, and so that steps follow each other where
 * they can.
 */
function alignTurns(steps: readonly Step[]): Step[] {
  const alignedSteps: Step[] = [];
  const names = new Set<string>();
  for (const step of steps) {
    const name = nameStep(step, true);
    if (names.has(name)) continue;
    names.add(name);
    const positions = turnBoth(step.from, step.to).map(([from, to]) => ({ from, to }));
    const fitting = positions.find(({ from, to }) =>
      alignedSteps.some((one) => keyOf(one.to) === keyOf(from) || keyOf(one.from) === keyOf(to)),
    );
    alignedSteps.push(fitting ?? step);
  }
  return alignedSteps;
}

/** Strings steps together into chains; null when a picture became different ones. */
export function makeChains(steps: readonly Step[]): Picture[][] | null {
  const next = new Map<string, Step>();
  for (const step of steps) {
    const knownStep = next.get(keyOf(step.from));
    if (knownStep && keyOf(knownStep.to) !== keyOf(step.to)) return null;
    next.set(keyOf(step.from), knownStep ?? step);
  }
  const targets = new Set(
    [...next.values()].filter(({ from, to }) => keyOf(from) !== keyOf(to)).map(({ to }) => keyOf(to)),
  );
  const heads = [...next.keys()].filter((key) => !targets.has(key));
  const chains: Picture[][] = [];
  const usedKeys = new Set<string>();
  for (const head of [...heads, ...next.keys()]) {
    const chain: Picture[] = [];
    for (
      let step = next.get(head);
      step && !usedKeys.has(keyOf(step.from));
      step = next.get(keyOf(step.to))
    ) {
      usedKeys.add(keyOf(step.from));
      if (chain.length === 0) chain.push(step.from);
      chain.push(step.to);
    }
    if (chain.length > 0) chains.push(chain);
  }
  return chains;
}

/** Looks of one place that a claim speaks of at most: more are no switch. */
const MAX_LOOKS = 4;
/** Places that one click or action changes at most. */
const MAX_PLACES = 8;
/** Cells of all places together, as a part of the board. */
const MAX_PART = 0.3;

/**
 * Claims that fixed places of the board, far from whatever was pressed, change between a few looks. Each place is a
 * group of cells that changed together.
 */
export function findSwitches(cases: readonly Case[]): Proposal[] {
  const first = cases[0]?.seen.before;
  if (!first || cases.some(({ seen }) => seen.before.rows !== first.rows || seen.before.cols !== first.cols))
    return [];
  const effective = cases.filter(({ seen }) => seen.changed.length > 0);
  const isClick = effective[0]?.seen.transition.action.x !== undefined;
  if (effective.length < (isClick ? 1 : 2)) return [];
  const changedCells = new Set(cases.flatMap(({ seen }) => seen.changed));
  if (changedCells.size === 0 || changedCells.size > MAX_PART * first.cells.length) return [];
  const groups = groupCells(
    [...changedCells].sort((a, b) => a - b),
    first,
  );
  if (groups.length > MAX_PLACES) return [];
  const claims: Claim[] = [];
  for (const group of groups) {
    const box = boxOf(group, first.cols);
    const like = maskPicture(group, box, first);
    const steps = cases.map(({ seen }) => ({
      from: pictureLike(seen.before, box, like),
      to: pictureLike(seen.after, box, like),
    }));
    // A key that was pressed once is likeliest to change things back.
    const back = effective.length === 1 ? steps.map(({ from, to }) => ({ from: to, to: from })) : [];
    const chains = makeChains([
      ...steps.filter(isStep),
      ...back.filter(isStep),
      ...(back.length > 0 ? [] : steps),
    ]);
    if (!chains || new Set(steps.map(({ from }) => keyOf(from))).size > MAX_LOOKS) return [];
    const area: Area = { of: 'place', top: box.top, left: box.left, rows: like.rows, cols: like.cols };
    claims.push({ ...NO_SCOPE, kind: 'ring', area, turned: false, chains });
  }
  return [{ claims, cost: 9, foretold: countForetold(cases, changedCells) }];
}

const isStep = ({ from, to }: Step): boolean => keyOf(from) !== keyOf(to);

/** Counts effects that were seen before in the same places: what speaks for a rule that only lists what was seen. */
function countForetold(cases: readonly Case[], places: ReadonlySet<number>): number {
  const cells = [...places];
  const looks = new Set<string>();
  let count = 0;
  for (const { seen } of cases) {
    const look = cells.map((cell) => seen.before.cells[cell]).join();
    if (looks.has(look) && seen.changed.length > 0) count++;
    looks.add(look);
  }
  return count;
}

/** Returns a picture of a group's box in which only the group's cells count. */
function maskPicture(group: readonly number[], box: Box, board: Board): Picture {
  const [rows, cols] = [box.bottom - box.top + 1, box.right - box.left + 1];
  const cells = new Array<number>(rows * cols).fill(ANY);
  for (const cell of group) {
    cells[(Math.floor(cell / board.cols) - box.top) * cols + (cell % board.cols) - box.left] = 0;
  }
  return { rows, cols, cells };
}

/** Groups cells that touch, corners included, or have a gap of one cell between them. */
export function groupCells(cells: readonly number[], board: Board, gap = 2): number[][] {
  const open = new Set(cells);
  const groups: number[][] = [];
  for (const start of cells) {
    if (!open.delete(start)) continue;
    const group = [start];
    for (let i = 0; i < group.length; i++) {
      const cell = group[i] ?? 0;
      const col = cell % board.cols;
      for (let down = -gap; down <= gap; down++) {
        for (let right = -gap; right <= gap; right++) {
          const next = cell + down * board.cols + right;
          if (col + right < 0 || col + right >= board.cols || !open.delete(next)) continue;
          group.push(next);
        }
      }
    }
    groups.push(group.sort((a, b) => a - b));
  }
  return groups;
}
