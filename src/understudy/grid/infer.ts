import { asidesOf, compareForecast, isLeftAside, type Seen } from '../../engines/grid/claims/check';
import { type Claim, type Condition, isSameShift, isScoped, NO_SCOPE } from '../../engines/grid/claims/claim';
import { forecast } from '../../engines/grid/claims/forecast';
import { isSamePicture } from '../../engines/grid/claims/picture';
import { type Case, casesOf, type Evidence, type Inferred, type Proposal } from './cases';
import { findBoardEffects, findClicks, findConditions, findPlacedEffects } from './infer-effects';
import { findFalls, isPartnerUnsure, proposeMoves } from './infer-moves';
import { asidesBeside } from './motion';

/** Claims with how they did. */
interface Trial {
  claims: Claim[];
  cost: number;
  fits: number;
  contradictions: number;
}

/** The claims that say most about an action, contradict nothing that was seen of it, and are the simplest of those. */
export function inferClaims(id: string, evidence: Evidence): Inferred {
  const cases = casesOf(id, evidence);
  const effects = cases.filter(({ seen }) => seen.effect && !isByItself(seen, evidence)).length;
  if (effects === 0) return { claims: [], effects, foretold: 0, rival: null };
  const clicks = cases.some(({ seen }) => seen.transition.action.x !== undefined);
  const inference = clicks ? findClicks(cases, evidence, inferPlain) : inferPlain(cases, evidence);
  return { ...inference, effects };
}

/** Whether all that changed is of colours that change whatever the action. */
export function isByItself(seen: Seen, run: Pick<Evidence, 'motions'>): boolean {
  const asides = asidesBeside(run);
  if (seen.changed.length === 0 || seen.flashed) return false;
  return seen.changed.every((cell) => isLeftAside(seen, cell, asides));
}

/** Infer from cases whose clicks, if any, need not be told apart. */
function inferPlain(cases: readonly Case[], evidence: Evidence): Omit<Inferred, 'effects'> {
  const effects = cases.filter(({ seen }) => seen.effect && !isOver(seen)).length;
  const good: Trial[] = [];
  // The simplest kinds first: when one of them covers everything, nothing else needs to be looked at.
  const clicks = cases.some(({ seen }) => seen.transition.action.x !== undefined);
  for (const [n, propose] of (clicks ? CLICK_STAGES : STAGES).entries()) {
    for (const { claims, cost } of withAsides(propose(cases, evidence), evidence)) {
      const trial = tryClaims(claims, cost, cases);
      if (trial.contradictions === 0 && trial.fits > 0) good.push(trial);
    }
    // A click may go to a place or by a shift: both are looked at.
    if (good.some((trial) => trial.fits === effects) && (!clicks || n > 0)) break;
  }
  good.sort((a, b) => b.fits - a.fits || a.cost - b.cost);
  const best = good[0];
  if (!best) return { claims: [], foretold: 0, rival: null };
  const undone = tryClaims([UNDO], 0, cases);
  const rivals = undone.contradictions === 0 ? [...good, undone] : good;
  const rival = rivals.find(
    (trial) => trial.fits === best.fits && areRivals(best.claims[0], trial.claims[0]),
  );
  if (rival === undone && isDoneByAnother(best.claims[0], cases, evidence)) {
    return { claims: undone.claims, foretold: undone.fits, rival: best.claims };
  }
  const isUntested = best.claims.some(({ when }) => when !== null && when.beyond === null);
  const unsure = isUntested || isPartnerUnsure(best.claims, cases, evidence.motions) ? best.claims : null;
  return { claims: best.claims, foretold: best.fits, rival: rival?.claims ?? unsure };
}

/**
 * Whether another action was seen to move the same thing the same way before this one first did: two actions that do
 * the same are less likely than one that takes back.
 */
function isDoneByAnother(
  claim: Claim | undefined,
  cases: readonly Case[],
  { motions, seens }: Evidence,
): boolean {
  const first = cases.find(({ seen }) => seen.effect)?.seen;
  if (claim?.kind !== 'move' || !first) return false;
  const earlier = new Set(seens.slice(0, seens.indexOf(first)));
  return motions.some(
    ({ avatar, tracks }) =>
      isSamePicture(avatar.picture, claim.who) &&
      [...tracks].some(
        ([id, all]) =>
          id !== first.transition.action.id &&
          all.some(
            ({ seen, by }) =>
              seen.transition.action.x === undefined && isSameShift(by, claim.by) && earlier.has(seen),
          ),
      ),
  );
}

/** The same with what changes by itself left aside, where there is such a thing. */
function withAsides(proposals: readonly Proposal[], evidence: Evidence): Proposal[] {
  const colours = asidesBeside(evidence);
  if (colours.length === 0) return [...proposals];
  return proposals.flatMap((one) =>
    one.claims.some(({ kind }) => kind === 'aside')
      ? [one]
      : [one, { claims: [...one.claims, { ...NO_SCOPE, kind: 'aside', colours }], cost: one.cost + 0.1 }],
  );
}

const UNDO: Claim = { ...NO_SCOPE, kind: 'restore', what: 'last' };
const START: Claim = { ...NO_SCOPE, kind: 'restore', what: 'start' };
const FLASH: Claim = { ...NO_SCOPE, kind: 'flash' };

/** Ways to account for an action, the simplest first. */
const STAGES: readonly ((cases: readonly Case[], evidence: Evidence) => Proposal[])[] = [
  proposeMoves,
  (cases, evidence) => findFalls(cases, evidence).map((claim) => ({ claims: [claim], cost: 4 })),
  (cases, evidence) => withConditions(findPlacedEffects(cases, evidence), cases, evidence),
  (cases, evidence) => withConditions(findBoardEffects(cases, evidence), cases, evidence),
  (cases, evidence) =>
    withConditions(
      [
        { claims: [UNDO], cost: 6 },
        { claims: [START], cost: 7 },
        { claims: [FLASH], cost: 8 },
      ],
      cases,
      evidence,
    ),
];

const withConditions = (
  plain: readonly Proposal[],
  cases: readonly Case[],
  evidence: Evidence,
): Proposal[] => [
  ...plain,
  ...plain.flatMap(({ claims, cost }) => underConditions(claims, cost, cases, evidence)),
];

const [MOVES, FALLS, PLACED, BOARD, PAST] = STAGES;
const CLICK_STAGES = [PLACED, MOVES, FALLS, BOARD, PAST].flatMap((stage) => stage ?? []);

/** Accounts that foretell the same for long, if nobody takes care: going back and taking back, going on and so far. */
function areRivals(a: Claim | undefined, b: Claim | undefined): boolean {
  if (!a || !b) return false;
  if (a.kind === 'move' && b.kind === 'move') return a.slides !== b.slides;
  if (a.kind === 'select' || b.kind === 'select') return a.kind === 'move' || b.kind === 'move';
  return b.kind === 'restore' && b.what === 'last' && a.kind !== 'restore';
}

/** The same claims under conditions that set apart where they worked from where they did not. */
function underConditions(
  claims: Claim[],
  cost: number,
  cases: readonly Case[],
  evidence: Evidence,
): Proposal[] {
  const successes: Case[] = [];
  const failures: Case[] = [];
  for (const one of cases) {
    const verdict = judge(claims, one);
    if (verdict === 'contradicts' && one.seen.effect) return [];
    if (verdict === 'contradicts') failures.push(one);
    if (verdict === 'fits' && one.seen.effect) successes.push(one);
  }
  const first = claims[0];
  const isPlaced =
    first?.kind === 'toggle' ||
    first?.kind === 'swap' ||
    (first?.kind === 'recolour' && first.area.of === 'board');
  if (successes.length === 0 || (failures.length === 0 && !isPlaced)) return [];
  return findConditions(successes, failures, evidence).map((when: Condition, i) => ({
    claims: claims.map((claim) => (isScoped(claim) ? { ...claim, when } : claim)),
    // A condition that nothing asks for is still better than claiming what was never tried.
    cost: cost + (failures.length > 0 ? 1 : -0.5) + i / 100,
  }));
}

const judge = (claims: readonly Claim[], { seen, ctx }: Case) =>
  compareForecast(forecast(claims, seen.before, seen.transition.action, ctx), seen, asidesOf(claims));

/** What ends a game shows more than what the action does. */
const isOver = ({ transition }: Seen): boolean => transition.state === 'GAME_OVER';

function tryClaims(claims: Claim[], cost: number, cases: readonly Case[]): Trial {
  let [fits, contradictions] = [0, 0];
  for (const one of cases) {
    if (isOver(one.seen)) continue;
    const verdict = judge(claims, one);
    if (verdict === 'contradicts') {
      contradictions++;
      break;
    }
    if (verdict === 'fits' && one.seen.effect) fits++;
  }
  return { claims, cost, fits, contradictions };
}
