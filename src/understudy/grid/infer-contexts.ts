import type { Claim } from '../../grid/claims/claim';
import { sorted } from '../../grid/claims/words';
import type { Case, Evidence, Inferred } from './cases';

/** Observations of an action before its effects are told apart by what some cell shows. */
const LEAST_CASES = 4;
/** Effects with each colour that does something; more where several do. */
const LEAST_EFFECTS = 2;
const LEAST_EFFECTS_EACH = 3;
/** Ways to part the observations that are looked at. */
const MAX_PARTS = 8;
/** Colours of the cell that parts them. */
const MAX_COLOURS = 3;

type Infer = (cases: readonly Case[], evidence: Evidence) => Pick<Inferred, 'claims' | 'foretold'>;

/**
 * Tells effects apart by what a cell of the board shows that other actions change: a lamp, a switch, a mode. Where it shows
 * one colour, the action does one thing, where it shows another it does another thing or nothing. Null when no cell
 * explains all that was seen.
 *
 * @param infer finds claims for some of the cases
 */
export function inferByContext(
  cases: readonly Case[],
  evidence: Evidence,
  infer: Infer,
): Pick<Inferred, 'claims' | 'foretold'> | null {
  const usable = cases.filter(({ seen }) => seen.transition.state === 'NOT_FINISHED');
  const effects = usable.filter(({ seen }) => seen.effect).length;
  if (usable.length < LEAST_CASES || effects < LEAST_EFFECTS) return null;
  for (const { cell, groups } of findParts(usable, evidence)) {
    const parts = [...groups].map(([colour, own]) => ({
      colour,
      own,
      effects: own.filter(({ seen }) => seen.effect).length,
    }));
    const busy = parts.filter((part) => part.effects > 0);
    const least = busy.length > 1 ? LEAST_EFFECTS_EACH : LEAST_EFFECTS;
    if (busy.some((part) => part.effects < least)) continue;
    const claims: Claim[] = [];
    let foretold = 0;
    for (const { colour, own, effects: most } of busy) {
      const inference = infer(own, evidence);
      foretold += inference.foretold;
      // What is not foretold of one part is made good by no other.
      if (inference.foretold < most) break;
      const [row, col] = [Math.floor(cell / colsOf(usable)), cell % colsOf(usable)];
      const not = sorted(parts.flatMap((part) => (part.colour === colour ? [] : [part.colour])));
      for (const claim of inference.claims) {
        if (claim.kind === 'aside' || claim.kind === 'idle' || claim.kind === 'exception') continue;
        claims.push({ ...claim, shown: { row, col, is: [colour], not } });
      }
    }
    if (foretold >= effects) return { claims, foretold };
  }
  return null;
}

const colsOf = (cases: readonly Case[]): number => cases[0]?.seen.before.cols ?? 1;

/** Parts the cases by the colours of cells that other actions change, each way once; the fewest colours first. */
function findParts(
  cases: readonly Case[],
  { seens, mask }: Evidence,
): { cell: number; groups: Map<number, Case[]> }[] {
  const first = cases[0]?.seen.before;
  if (!first || cases.some(({ seen }) => seen.before.cells.length !== first.cells.length)) return [];
  const own = new Set(cases.map(({ seen }) => seen));
  const changedHere = new Set(cases.flatMap(({ seen }) => seen.changed));
  const parts = new Map<string, { cell: number; groups: Map<number, Case[]> }>();
  for (const seen of seens) {
    if (own.has(seen) || seen.before.cells.length !== first.cells.length) continue;
    for (const cell of seen.changed) {
      // What the action itself changes is what it does, not when.
      if (changedHere.has(cell) || mask.has(cell)) continue;
      const groups = new Map<number, Case[]>();
      for (const one of cases) {
        const colour = one.seen.before.cells[cell] ?? 0;
        groups.set(colour, [...(groups.get(colour) ?? []), one]);
      }
      if (groups.size < 2 || groups.size > MAX_COLOURS) continue;
      const key = cases.map(({ seen: { before } }) => before.cells[cell]).join();
      if (!parts.has(key)) parts.set(key, { cell, groups });
    }
  }
  return [...parts.values()].sort((a, b) => a.groups.size - b.groups.size).slice(0, MAX_PARTS);
}
