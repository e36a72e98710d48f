import { countColours } from '../../../explore/claims/board';
import { type FallClaim, NO_SCOPE, type Shift } from '../../../explore/claims/claim';
import { forecastFall } from '../../../explore/claims/fall';
import { sorted } from '../../../explore/claims/words';
import { type Case, casesOf, type Evidence } from './infer';

const WAYS: readonly Shift[] = [
  { rows: -1, cols: 0 },
  { rows: 1, cols: 0 },
  { rows: 0, cols: -1 },
  { rows: 0, cols: 1 },
];

const FOUND = new WeakMap<Evidence, Map<string, FallClaim[]>>();

/** Claims that everything loose slides one way; what any of them met stops the others as well. */
export function findFalls(cases: readonly Case[], evidence: Evidence): FallClaim[] {
  const id = cases[0]?.seen.transition.action.id ?? '';
  const ids = [...new Set(evidence.seens.map(({ transition }) => transition.action.id))];
  const memory = FOUND.get(evidence) ?? new Map<string, FallClaim[]>();
  FOUND.set(evidence, memory);
  // Of clicks, these may be the ones on some sites only: that is not what is remembered of the action.
  const own = findOwnFalls(cases, evidence);
  if (own.length === 0) return own;
  memory.set(id, own);
  for (const other of ids)
    if (!memory.has(other)) memory.set(other, findOwnFalls(casesOf(other, evidence), evidence));
  const all = [...memory.values()].flatMap((claims) => (claims.length === 1 ? claims : []));
  const stops = sorted(all.flatMap((claim) => claim.stops));
  const edge = all.some((claim) => claim.edge);
  return own.map((claim) => ({
    ...claim,
    stops: sorted([...claim.stops, ...stops]),
    edge: claim.edge || edge,
  }));
}

/**
 * Claims that everything loose slides one way. The ground is the most widespread colour that changed places with
 * others; loose is whatever else ever changed on this run; all other colours are tried as what stops it, and kept as
 * far as they were met.
 */
function findOwnFalls(cases: readonly Case[], evidence: Evidence): FallClaim[] {
  const effective = cases.filter(({ seen }) => seen.changed.length > 0);
  const first = effective[0];
  if (!first) return [];
  const changed = new Set<number>();
  for (const { before, after, changed: cells } of evidence.seens) {
    for (const cell of cells) changed.add(before.cells[cell] ?? 0).add(after.cells[cell] ?? 0);
  }
  const spread = countColours(first.seen.before);
  const floor = [...changed].sort((a, b) => (spread[b] ?? 0) - (spread[a] ?? 0))[0];
  if (floor === undefined || changed.size < 2) return [];
  const loose = sorted([...changed].filter((colour) => colour !== floor));
  const others = [...spread.keys()].filter((colour) => spread[colour] !== 0 && !changed.has(colour));
  return WAYS.flatMap((by) => {
    const claim: FallClaim = {
      ...NO_SCOPE,
      kind: 'fall',
      by,
      loose,
      over: [floor],
      stops: others,
      edge: true,
    };
    if (!effective.every(({ seen, ctx }) => fitsExactly(claim, seen, ctx))) return [];
    return [narrow(claim, effective)];
  });
}

function fitsExactly(claim: FallClaim, seen: Case['seen'], ctx: Case['ctx']): boolean {
  const foretold = forecastFall(claim, seen.before, ctx);
  if (foretold.kind !== 'board' || foretold.paint.size !== seen.changed.length) return false;
  return seen.changed.every((cell) => foretold.paint.get(cell) === seen.after.cells[cell]);
}

/** Keep only what was really met at the end of a slide. */
function narrow(claim: FallClaim, effective: readonly Case[]): FallClaim {
  const met = new Set<number>();
  let edge = false;
  for (const { seen, ctx } of effective) {
    const { after } = seen;
    for (let cell = 0; cell < after.cells.length; cell++) {
      if (!claim.loose.includes(after.cells[cell] ?? 0) || ctx.mask.has(cell)) continue;
      const [row, col] = [Math.floor(cell / after.cols) + claim.by.rows, (cell % after.cols) + claim.by.cols];
      const ahead = row * after.cols + col;
      if (row < 0 || col < 0 || row >= after.rows || col >= after.cols || ctx.mask.has(ahead)) edge = true;
      else met.add(after.cells[ahead] ?? 0);
    }
  }
  return { ...claim, stops: claim.stops.filter((colour) => met.has(colour)), edge };
}
