import { asidesOf, isLeftAside } from '../../grid/claims/check';
import type { Claim, MoveClaim } from '../../grid/claims/claim';
import { forecast } from '../../grid/claims/forecast';
import { coloursNear } from '../../grid/claims/near';
import { cellsAt, keyOf, locate } from '../../grid/claims/picture';
import { NO_SCOPE } from '../../grid/claims/scope';
import { sorted } from '../../grid/claims/words';
import type { Case, Evidence, Inferred } from './cases';
import { findPieces } from './movers';
import { byWorth, isGood, isOver, judge, type Trial, tryClaims, worthOf } from './trials';

/** Trials that are refined, the best first. */
const MAX_REFINED = 4;
/** Part of what claims foretold that a restriction may cost. */
const MAX_LOSS = 0.35;
/** Cells away from an object in which something may make the difference. */
const WITHIN = 1;

/**
 * Claims of moves that some transitions contradict, said more carefully: what changes by itself is left aside, and
 * nothing is said of what happens beside a thing that was near each time they were wrong.
 */
export function refineMoves(trials: readonly Trial[], cases: readonly Case[], evidence: Evidence): Trial[] {
  return trials
    .filter(({ claims, fits, contradictions }) => fits > 0 && contradictions > 0 && claims.some(isMove))
    .sort(byWorth)
    .slice(0, MAX_REFINED)
    .flatMap((trial) => {
      const aside = leaveAside(trial, cases, evidence);
      const careful = [trial, ...(aside ? [aside] : [])].flatMap((one) => restrict(one, cases) ?? []);
      return [...(aside ? [aside] : []), ...careful];
    })
    .filter(isGood);
}

const isMove = (claim: Claim): claim is MoveClaim => claim.kind === 'move';

const wrongCases = (claims: readonly Claim[], cases: readonly Case[]): Case[] =>
  cases.filter((one) => !isOver(one.seen) && judge(claims, one) === 'contradicts');

/** Transitions in which something of a colour must change, by other actions too, to be left aside. */
const LEAST_STRAYS = 2;
/** The same for other actions, where it only changed once with this one. */
const LEAST_ELSEWHERE = 4;

/** The same claims with one colour left aside that accounts for most of what they foretold wrong. */
function leaveAside(trial: Trial, cases: readonly Case[], evidence: Evidence): Trial | null {
  const wrong = wrongCases(trial.claims, cases);
  const own = new Set(
    trial.claims.flatMap((claim) => (isMove(claim) ? [...claim.who.cells, ...claim.over] : [])),
  );
  const counts = new Map<number, number>();
  for (const one of wrong) {
    const colours = new Set(strayColours(trial.claims, one).filter((colour) => !own.has(colour)));
    for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const id = cases[0]?.seen.transition.action.id;
  const best = [...counts]
    .filter(
      ([colour, count]) =>
        countElsewhere(colour, id, evidence) >= (count >= LEAST_STRAYS ? LEAST_STRAYS : LEAST_ELSEWHERE),
    )
    .sort((a, b) => b[1] - a[1])[0];
  if (!best) return null;
  const colours = sorted([...asidesOf(trial.claims), best[0]]);
  const claims: Claim[] = [
    ...trial.claims.filter(({ kind }) => kind !== 'aside'),
    { ...NO_SCOPE, kind: 'aside', colours },
  ];
  const better = tryClaims(claims, trial.cost + 0.4, cases);
  return worthOf(better) > worthOf(trial) ? better : null;
}

/** Colours of small things among the cells that claims foretold wrong. */
function strayColours(claims: readonly Claim[], { seen, ctx }: Case): number[] {
  const foretold = forecast(claims, seen.before, seen.transition.action, ctx);
  const paint = foretold.kind === 'board' ? foretold.paint : new Map<number, number>();
  const asides = asidesOf(claims);
  const wrong = [...new Set([...seen.changed, ...paint.keys()])].filter((cell) => {
    const colour = paint.get(cell) ?? seen.before.cells[cell] ?? 0;
    return colour >= 0 && seen.after.cells[cell] !== colour && !isLeftAside(seen, cell, asides);
  });
  return [...findPieces(seen.before, wrong), ...findPieces(seen.after, wrong)].map(({ colour }) => colour);
}

/** Counts the executions of other actions in which things of a colour changed. */
const countElsewhere = (colour: number, id: string | undefined, { seens }: Evidence): number =>
  seens.filter(
    (seen) =>
      seen.transition.action.id !== id &&
      seen.changed.some((cell) => seen.before.cells[cell] === colour || seen.after.cells[cell] === colour),
  ).length;

/** Colours that a restriction may name. */
const MAX_RESTRICTED = 3;

/** The same claims, silent near a few colours that were near the object where they were wrong, and seldom else. */
function restrict(trial: Trial, cases: readonly Case[]): Trial | null {
  let best = trial;
  for (let n = 0; n < MAX_RESTRICTED && best.contradictions > 0; n++) {
    const before = best;
    const wrong = wrongCases(before.claims, cases);
    const near = new Set(wrong.flatMap((one) => [...coloursBeside(before.claims, one)]));
    const next = [...near]
      .map((colour) => tryClaims(silenceNear(before.claims, colour), trial.cost + 0.5 + n / 10, cases))
      .filter(({ contradictions }) => contradictions < before.contradictions)
      .sort(byWorth)[0];
    if (!next || next.fits < (1 - MAX_LOSS) * trial.fits) break;
    best = next;
  }
  return best === trial ? null : best;
}

const silenceNear = (claims: readonly Claim[], colour: number): Claim[] =>
  claims.map((claim): Claim => {
    if (!isMove(claim)) return claim;
    return {
      ...claim,
      unless: { within: WITHIN, colours: sorted([...(claim.unless?.colours ?? []), colour]) },
    };
  });

/** Colours beside the object that claims move, before and after. */
function coloursBeside(claims: readonly Claim[], { seen, ctx }: Case): Set<number> {
  for (const claim of claims.filter(isMove)) {
    const from = locate(seen.before, claim.who, claim.turned, ctx.mask);
    if (!from) continue;
    const colours = new Set(coloursNear(seen.before, from, WITHIN, ctx.mask));
    const to = { ...from, top: from.top + claim.by.rows, left: from.left + claim.by.cols };
    const own = new Set(cellsAt(from.picture, from, seen.before));
    for (const at of claim.slides ? [] : [to])
      for (const colour of coloursNear(seen.before, at, WITHIN, ctx.mask, own)) colours.add(colour);
    return colours;
  }
  return new Set();
}

/**
 * Claims of moves, as careful as those of other actions that move the same thing: what was learnt of one way to go, of
 * what changes by itself or of what makes a difference beside it, is held for all.
 *
 * @param others claims of the other actions
 */
export function shareCare(
  inference: Inferred,
  others: readonly (readonly Claim[])[],
  cases: readonly Case[],
): Inferred {
  const { claims } = inference;
  const movedKeys = new Set(claims.flatMap((claim) => (isMove(claim) ? [keyOf(claim.who)] : [])));
  if (movedKeys.size === 0) return inference;
  const alike = others.filter((list) =>
    list.some((claim) => isMove(claim) && movedKeys.has(keyOf(claim.who))),
  );
  const careful = [...claims, ...alike.flat()];
  const asides = sorted(asidesOf(careful));
  const near = sorted(careful.flatMap((claim) => (isMove(claim) ? (claim.unless?.colours ?? []) : [])));
  if (asides.length === 0 && near.length === 0) return inference;
  const moves = claims
    .filter(({ kind }) => kind !== 'aside')
    .map(
      (claim): Claim =>
        isMove(claim) && near.length > 0 ? { ...claim, unless: { within: WITHIN, colours: near } } : claim,
    );
  const sharedClaims: Claim[] = [
    ...moves,
    ...(asides.length > 0 ? [{ ...NO_SCOPE, kind: 'aside', colours: asides } as const] : []),
  ];
  const trial = tryClaims(sharedClaims, 0, cases);
  if (!isGood(trial) || trial.fits < (1 - MAX_LOSS) * inference.foretold) return inference;
  return { ...inference, claims: sharedClaims, foretold: trial.fits };
}
