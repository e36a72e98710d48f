import type { Claim, MoveClaim } from '../../grid/claims/claim';
import { isSamePicture, keyOf } from '../../grid/claims/picture';
import { NO_SCOPE } from '../../grid/claims/scope';
import { sorted } from '../../grid/claims/words';
import type { Case } from './cases';
import { byWorth, isOver, type Trial, tryClaims, worthOf } from './trials';

/** Links of a chain of moves at most, and trials that are looked at for each. */
const MAX_LINKS = 4;
const MAX_LINK_TRIALS = 12;

/**
 * Claims of moves that each speak where the one before finds no object: of several things the action moves the one that
 * is drawn as the chosen one, or the avatar with what it carries, else the avatar alone. What shows more comes first.
 */
export function chainMoves(trials: readonly Trial[], cases: readonly Case[]): Trial[] {
  const single = trials.filter(({ claims, fits }) => {
    const [first] = claims;
    return (
      fits > 0 &&
      first?.kind === 'move' &&
      !first.every &&
      claims.every(({ kind }) => kind === 'move' || kind === 'aside')
    );
  });
  const effects = cases.filter(({ seen }) => seen.effect && !isOver(seen)).length;
  let chain = [...single].sort(byWorth)[0];
  if (!chain || chain.fits + chain.contradictions >= effects) return [];
  const chains: Trial[] = [];
  for (let links = 1; links < MAX_LINKS && chain; links++) {
    const before: Trial = chain;
    const longer = bestOfEachPicture(single)
      .flatMap((other): Trial[] => {
        const longerClaims = joinMoves(before.claims, other.claims);
        return longerClaims ? [tryClaims(longerClaims, before.cost + other.cost, cases)] : [];
      })
      .filter((trial) => worthOf(trial) > worthOf(before))
      .sort(byWorth)[0];
    if (longer) chains.push(longer);
    chain = longer;
  }
  return chains;
}

/** The best few trials of moves, at most two for each object. */
function bestOfEachPicture(trials: readonly Trial[]): Trial[] {
  const counts = new Map<string, number>();
  const best = [...trials].sort(byWorth).filter(({ claims: [first] }) => {
    if (first?.kind !== 'move') return false;
    const key = keyOf(first.who);
    counts.set(key, (counts.get(key) ?? 0) + 1);
    return (counts.get(key) ?? 0) <= 2;
  });
  return best.slice(0, MAX_LINK_TRIALS);
}

const sizeOf = ({ who }: MoveClaim): number => who.cells.filter((colour) => colour >= 0).length;

/** One chain of both lists' moves, the object with most cells first; null when both move the same one. */
function joinMoves(a: readonly Claim[], b: readonly Claim[]): Claim[] | null {
  const isMove = (claim: Claim): claim is MoveClaim => claim.kind === 'move';
  const first = b.find(isMove);
  const moves = a.filter(isMove);
  if (!first || moves.some(({ who }) => isSamePicture(who, first.who))) return null;
  const links = [...moves, first]
    .map(({ otherwise: _, ...move }): MoveClaim => move)
    .sort((one, other) => sizeOf(other) - sizeOf(one));
  const asides = new Set([...a, ...b].flatMap((claim) => (claim.kind === 'aside' ? claim.colours : [])));
  return [
    ...links.map((move, i): MoveClaim => (i === 0 ? move : { ...move, otherwise: true })),
    ...(asides.size > 0 ? [{ ...NO_SCOPE, kind: 'aside', colours: sorted(asides) } as const] : []),
  ];
}
