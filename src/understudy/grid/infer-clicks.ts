import { clickedCell, clickedSite } from '../../engines/grid/claims/area';
import { flood } from '../../engines/grid/claims/board';
import type { Claim } from '../../engines/grid/claims/claim';
import { forecast } from '../../engines/grid/claims/forecast';
import { sorted } from '../../engines/grid/claims/words';
import type { Case, Evidence } from './cases';
import type { Inferred } from './infer';

type Infer = (cases: readonly Case[], evidence: Evidence) => Omit<Inferred, 'effects'>;

/**
 * Claims about clicks. First what is said of whatever was clicked; failing that, every site that was clicked (a colour
 * and what is around it) is an action of its own. Sites whose clicks never did anything are idle.
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
  const together = infer(
    busy.flatMap(([, all]) => all),
    evidence,
  );
  const nothing = findIdle(still, together.claims);
  if (together.foretold > 0) {
    const sites = sorted(busy.map(([site]) => site));
    return { ...together, claims: [...together.claims.map((claim) => onClick(claim, sites)), ...nothing] };
  }
  let foretold = 0;
  const claims = busy.flatMap(([site, all]) => {
    const found = infer(all, evidence);
    foretold += found.foretold;
    return found.claims.map((claim) => onClick(claim, [site]));
  });
  return { claims: claims.length > 0 ? [...claims, ...nothing] : [], foretold, rival: null };
}

function onClick(claim: Claim, sites: number[]): Claim {
  if (claim.kind === 'aside' || claim.kind === 'idle') return claim;
  return { ...claim, click: sites };
}

/** A part of the board this large is ground: one click on it says enough. */
const GROUND_PART = 8;

/**
 * Sites whose clicks do nothing: ground, or clicked in two places. A site is left out where the claims would have
 * foretold that nothing changes, were they about it: it may be one of theirs.
 */
function findIdle(still: readonly [number, Case[]][], claims: readonly Claim[]): Claim[] {
  const idle = still.filter(([, all]) => {
    const explained = all.some(({ seen, ctx }) =>
      claims.length === 0
        ? false
        : forecast(claims, seen.before, seen.transition.action, ctx).kind === 'nothing',
    );
    if (explained) return false;
    const pieces = all.map(({ seen }) =>
      flood(seen.before, clickedCell(seen.before, seen.transition.action) ?? 0),
    );
    const cells = all[0]?.seen.before.cells.length ?? 0;
    return (
      pieces.some((piece) => piece.length * GROUND_PART >= cells) ||
      new Set(pieces.map((piece) => piece[0])).size > 1
    );
  });
  if (idle.length === 0) return [];
  return [{ kind: 'idle', click: sorted(idle.map(([site]) => site)), when: null }];
}
