import { countColours } from '../../engines/grid/claims/board';
import type { Seen } from '../../engines/grid/claims/check';
import { type ClaimContext, type FallClaim, NO_SCOPE, type Shift } from '../../engines/grid/claims/claim';
import { forecastFall } from '../../engines/grid/claims/fall';
import { sorted } from '../../engines/grid/claims/words';
import { type Case, casesOf, type Evidence } from './cases';

const WAYS: readonly Shift[] = [
  { rows: -1, cols: 0 },
  { rows: 1, cols: 0 },
  { rows: 0, cols: -1 },
  { rows: 0, cols: 1 },
];

/** What is remembered of one study: the colours that ever changed, and what was found of each action. */
interface Memory {
  changed: ReadonlySet<number>;
  claims: Map<string, FallClaim[]>;
}

const FOUND = new WeakMap<Evidence, Memory>();

/** Claims that everything loose slides one way; what any of them met stops the others as well. */
export function findFalls(cases: readonly Case[], evidence: Evidence): FallClaim[] {
  const id = cases[0]?.seen.transition.action.id ?? '';
  const ids = [...new Set(evidence.seens.map(({ transition }) => transition.action.id))];
  const memory = FOUND.get(evidence) ?? { changed: changedColours(evidence), claims: new Map() };
  FOUND.set(evidence, memory);
  const { claims, changed } = memory;
  // Of clicks, these may be the ones on some sites only: that is not what is remembered of the action.
  const own = findOwnFalls(cases, changed);
  if (own.length === 0) return own;
  claims.set(id, own);
  for (const other of ids)
    if (!claims.has(other)) claims.set(other, findOwnFalls(casesOf(other, evidence), changed));
  const all = [...claims.values()].flatMap((found) => (found.length === 1 ? found : []));
  const stops = sorted(all.flatMap((claim) => claim.stops));
  const edge = all.some((claim) => claim.edge);
  return own.map((claim) => ({
    ...claim,
    stops: sorted([...claim.stops, ...stops]),
    edge: claim.edge || edge,
  }));
}

/** Colours that cells ever changed from or to, in the order in which they first did. */
function changedColours({ seens }: Evidence): Set<number> {
  const changed = new Set<number>();
  for (const { before, after, changed: cells } of seens) {
    for (const cell of cells) changed.add(before.cells[cell] ?? 0).add(after.cells[cell] ?? 0);
  }
  return changed;
}

/**
 * Claims that everything loose slides one way. The ground is the most widespread colour that changed places with
 * others; loose is whatever else ever changed on this run; all other colours are tried as what stops it, and kept as
 * far as they were met.
 */
function findOwnFalls(cases: readonly Case[], changed: ReadonlySet<number>): FallClaim[] {
  const effective = cases.filter(({ seen }) => seen.changed.length > 0);
  const first = effective[0];
  if (!first) return [];
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
    const met = new Set<number>();
    for (const one of effective) {
      const ends = endsOf(claim, one);
      if (!ends) return [];
      for (const end of ends) met.add(end);
    }
    // Only what was really met at the end of a slide.
    return [{ ...claim, stops: others.filter((colour) => met.has(colour)), edge: met.has(EDGE) }];
  });
}

const EDGE = -1;
const ENDS = new WeakMap<Seen, Map<string, ReadonlySet<number> | null>>();

/**
 * What stands ahead of loose cells where they came to rest, by colour, the edge as {@link EDGE}; null when a claim does
 * not account for what happened. Remembered, as every study of a run asks for the same.
 */
function endsOf(claim: FallClaim, { seen, ctx }: Case): ReadonlySet<number> | null {
  const memory = ENDS.get(seen) ?? new Map<string, ReadonlySet<number> | null>();
  ENDS.set(seen, memory);
  const { by, loose, over, stops } = claim;
  const key = [by.rows, by.cols, loose, over, stops].join(';');
  const known = memory.get(key);
  if (known !== undefined) return known;
  const ends = fitsExactly(claim, seen, ctx) ? lookAtEnds(claim, seen, ctx) : null;
  memory.set(key, ends);
  return ends;
}

function fitsExactly(claim: FallClaim, seen: Seen, ctx: ClaimContext): boolean {
  const foretold = forecastFall(claim, seen.before, ctx);
  if (foretold.kind !== 'board' || foretold.paint.size !== seen.changed.length) return false;
  return seen.changed.every((cell) => foretold.paint.get(cell) === seen.after.cells[cell]);
}

function lookAtEnds({ by, loose }: FallClaim, { after }: Seen, { mask }: ClaimContext): Set<number> {
  const met = new Set<number>();
  for (let cell = 0; cell < after.cells.length; cell++) {
    if (!loose.includes(after.cells[cell] ?? 0) || mask.has(cell)) continue;
    const [row, col] = [Math.floor(cell / after.cols) + by.rows, (cell % after.cols) + by.cols];
    const ahead = row * after.cols + col;
    const isOut = row < 0 || col < 0 || row >= after.rows || col >= after.cols;
    met.add(isOut || mask.has(ahead) ? EDGE : (after.cells[ahead] ?? 0));
  }
  return met;
}
