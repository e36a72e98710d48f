import { isSameShift, type Shift } from '../../grid/claims/board';
import { keyOf, type Picture, type PicturePlace } from '../../grid/claims/picture';
import { NO_SCOPE } from '../../grid/claims/scope';
import type { WrapClaim } from '../../grid/claims/wrap';
import { type Case, casesOf, type Evidence, type Proposal } from './cases';
import { findMovers, type Mover } from './movers';

/** Objects that move together in a transition. */
interface Ride {
  at: PicturePlace;
  by: Shift;
}

/** Objects that are taken for parts of one cursor, at most. */
const MAX_PARTS = 6;

/**
 * Claims that objects move on by a fixed shift and go back to where they began after the last place. Where an action
 * was not seen to go back itself, one that moves the same the other way round may have been.
 */
export function findWraps(cases: readonly Case[], evidence: Evidence): Proposal[] {
  const own = findWrap(cases);
  if (own) return [{ claims: [own], cost: 1.2 }];
  const id = cases[0]?.seen.transition.action.id;
  const [first] = findRides(cases).rides;
  if (!first) return [];
  const others = new Set(evidence.seens.map(({ transition }) => transition.action.id));
  return [...others].flatMap((other): Proposal[] => {
    const back = other === id ? null : findWrap(casesOf(other, evidence));
    if (!back || !isSameShift(first.by, { rows: -back.by.rows, cols: -back.by.cols })) return [];
    const claim: WrapClaim = { ...back, by: first.by, last: back.first, first: back.last };
    return [{ claims: [claim], cost: 0.8 }];
  });
}

function findWrap(cases: readonly Case[]): WrapClaim | null {
  const { who, rides } = findRides(cases);
  if (who.length === 0) return null;
  const lengths = rides.map(({ by }) => by.rows + by.cols);
  const step = lengths.reduce(
    (least, one) => (Math.abs(one) < Math.abs(least) ? one : least),
    lengths[0] ?? 0,
  );
  const [by] = rides.flatMap((ride) => (ride.by.rows + ride.by.cols === step ? [ride.by] : []));
  if (!by) return null;
  const isRow = by.rows !== 0;
  const jumps = rides.filter((ride) => !isSameShift(ride.by, by));
  const [jump] = jumps;
  if (!jump || (jump.by.rows !== 0) !== isRow) return null;
  const start = ({ at }: Ride): number => (isRow ? at.top : at.left);
  const far = jump.by.rows + jump.by.cols;
  const [last, first] = [start(jump), start(jump) + far];
  // All go back from the same place to the same place, the other way than they go on.
  if (far * step >= 0 || far % step !== 0 || Math.abs(far) < 2 * Math.abs(step)) return null;
  if (!jumps.every((ride) => start(ride) === last && isSameShift(ride.by, jump.by))) return null;
  return { ...NO_SCOPE, kind: 'wrap', who, by, last, first };
}

/** Finds objects that moved together, and nothing else with them, in each of an action's transitions with effect. */
function findRides(cases: readonly Case[]): { who: Picture[]; rides: Ride[] } {
  const none = { who: [], rides: [] };
  const moves = cases
    .filter(({ seen }) => seen.changed.length > 0)
    .map(({ seen }) => findMovers(seen).filter(isStraight));
  const [first] = moves;
  if (!first) return none;
  const who: Mover[] = [];
  for (const mover of first) {
    const rides = moves.map((all) => all.find(({ picture }) => keyOf(picture) === keyOf(mover.picture)));
    if (rides.includes(undefined) || who.some((one) => isPart(mover, one))) continue;
    who.push(mover);
  }
  const leads = moves.map((all) =>
    all.find(({ picture }) => who[0] && keyOf(picture) === keyOf(who[0].picture)),
  );
  const together = who.filter(({ picture }) =>
    moves.every((all, i) => {
      const one = all.find((mover) => keyOf(mover.picture) === keyOf(picture));
      const lead = leads[i];
      return one && lead && isSameShift(one.by, lead.by);
    }),
  );
  if (together.length === 0 || together.length > MAX_PARTS) return none;
  return {
    who: together.map(({ picture }) => picture),
    rides: leads.flatMap((lead) => (lead ? [{ at: lead.at, by: lead.by }] : [])),
  };
}

const isStraight = ({ by, picture, after }: Mover): boolean =>
  (by.rows === 0) !== (by.cols === 0) && keyOf(picture) === keyOf(after);

/** Says whether one of two things in a transition lies within the other's box. */
const isPart = (a: Mover, b: Mover): boolean =>
  a.at.top >= b.at.top &&
  a.at.left >= b.at.left &&
  a.at.top + a.picture.rows <= b.at.top + b.picture.rows &&
  a.at.left + a.picture.cols <= b.at.left + b.picture.cols;
