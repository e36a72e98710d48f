import { type Claim, isReaction } from '../../grid/claims/claim';
import type { Case, Evidence } from './cases';
import { highlightsFor } from './infer-highlights';
import { findPlates } from './infer-plates';
import { byWorth, type Trial, tryClaims, worthOf } from './trials';

/** Trials that reactions are added to, the best first. */
const MAX_TRIALS = 4;
/** What is known of reactions belongs to every move, also where this action did not meet it yet. */
const REACTION_COST = -0.05;

/** Claims of moves, with what follows from where they take things: what is lit beside it, what a mark changes. */
export function addReactions(trials: readonly Trial[], cases: readonly Case[], evidence: Evidence): Trial[] {
  return trials
    .filter(({ claims, fits }) => fits > 0 && claims.some((claim) => claim.kind === 'move' && !claim.every))
    .sort(byWorth)
    .slice(0, MAX_TRIALS)
    .flatMap((trial): Trial[] => {
      const reactions = reactionsFor(trial.claims, evidence);
      if (reactions.length === 0) return [];
      const isAside = ({ kind }: Claim): boolean => kind === 'aside';
      const claims = [
        ...trial.claims.filter((claim) => !isAside(claim)),
        ...reactions,
        ...trial.claims.filter(isAside),
      ];
      const better = tryClaims(claims, trial.cost + REACTION_COST, cases);
      return worthOf(better) >= worthOf(trial) ? [better] : [];
    });
}

const reactionsFor = (claims: readonly Claim[], evidence: Evidence): Claim[] => [
  ...highlightsFor(claims, evidence),
  ...findPlates(evidence),
];

/** Names the reactions among some claims, to compare what definitions know of them. */
export const nameReactions = (claims: readonly Claim[]): string[] =>
  claims.flatMap((claim) => {
    if (!isReaction(claim)) return [];
    const looks = claim.kind === 'plate' ? [claim.at, claim.place] : [claim.plain, claim.lit];
    return [`${claim.kind} ${JSON.stringify(looks)}`];
  });
