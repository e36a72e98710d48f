import { clickedCell } from '../../grid/claims/area';
import { flood, isSameShift } from '../../grid/claims/board';
import { isLeftAside, type Seen } from '../../grid/claims/check';
import { type Claim, isScoped } from '../../grid/claims/claim';
import { isSamePicture } from '../../grid/claims/picture';
import { type Condition, NO_SCOPE } from '../../grid/claims/scope';
import { type Case, casesOf, type Evidence, type Inferred, type Proposal } from './cases';
import { chainMoves } from './chains';
import { findUnproven } from './click-evidence';
import { findClicks } from './infer-clicks';
import { findConditions } from './infer-conditions';
import { inferByContext } from './infer-contexts';
import { findBoardEffects, findPlacedEffects } from './infer-effects';
import { findSteers } from './infer-figures';
import { findFalls, isFallUntested, isPartnerUnsure, proposeMoves } from './infer-moves';
import { findPasses } from './infer-pass';
import { findRings, findSwitches, isRingUntested } from './infer-pictures';
import { findCycles, findScrolls } from './infer-places';
import { findRewinds } from './infer-rewinds';
import { findSquares } from './infer-squares';
import { findTileEffects } from './infer-tiles';
import { findWraps } from './infer-wraps';
import { asidesBeside } from './motion/motion';
import { addReactions } from './reactions';
import { refineMoves } from './refine';
import { byWorth, isGood, isOver, judge, type Trial, tryClaims } from './trials';

/** A partner that an action never moved, however often the rest went as claimed, is none of that action's. */
const FITS_TO_DROP_PARTNER = 5;

/** The claims that say most about an action, contradict nothing that was seen of it, and are the simplest of those. */
export function inferClaims(id: string, evidence: Evidence): Inferred {
  const cases = casesOf(id, evidence);
  const effects = countEffects(cases, evidence);
  if (effects === 0) return { claims: [], effects, foretold: 0, rival: null };
  const clicks = cases.some(({ seen }) => seen.transition.action.x !== undefined);
  const inference = clicks ? findClicks(cases, evidence, inferPlain) : inferPlain(cases, evidence);
  const unproven = clicks ? findUnproven(inference.claims, cases, evidence.seens.at(-1)?.after) : [];
  return { ...inference, effects, ...(unproven.length > 0 && { unproven }) };
}

/** The rules of squares that say most about an action, as {@link inferClaims} finds its claims. */
export function inferSquares(id: string, evidence: Evidence): Inferred {
  const cases = casesOf(id, evidence);
  const effects = countEffects(cases, evidence);
  const [best] = findSquares(cases, evidence)
    .map(({ claims, cost }) => tryClaims(claims, cost, cases))
    .filter(isGood)
    .sort(byWorth);
  return { claims: best?.claims ?? [], effects, foretold: best?.fits ?? 0, rival: null };
}

const countEffects = (cases: readonly Case[], evidence: Evidence): number =>
  cases.filter(({ seen }) => seen.effect && !isByItself(seen, evidence)).length;

/** Says whether all that changed is of colours that change whatever the action. */
export function isByItself(seen: Seen, run: Pick<Evidence, 'motions'>): boolean {
  const asides = asidesBeside(run);
  if (seen.changed.length === 0 || seen.flashed) return false;
  return seen.changed.every((cell) => isLeftAside(seen, cell, asides));
}

/** Infers from cases whose clicks, if any, need not be told apart; where it takes that, by what some cell shows. */
function inferPlain(cases: readonly Case[], evidence: Evidence): Omit<Inferred, 'effects'> {
  const inference = inferAll(cases, evidence);
  const effects = cases.filter(({ seen }) => seen.effect && !isOver(seen)).length;
  if (inference.foretold >= effects) return inference;
  const apart = inferByContext(cases, evidence, inferAll);
  return apart ? { ...apart, rival: null } : inference;
}

/** Infers from cases that all follow one rule. */
function inferAll(cases: readonly Case[], evidence: Evidence): Omit<Inferred, 'effects'> {
  const effects = cases.filter(({ seen }) => seen.effect && !isOver(seen)).length;
  const good: Trial[] = [];
  const trials: Trial[] = [];
  // The simplest kinds first: when one of them covers everything, nothing else needs to be looked at.
  const clicks = cases.some(({ seen }) => seen.transition.action.x !== undefined);
  for (const [n, propose] of (clicks ? CLICK_STAGES : STAGES).entries()) {
    for (const proposal of withAsides(propose(cases, evidence), evidence)) {
      const trial = tryProposal(proposal, cases);
      trials.push(trial);
      if (isGood(trial)) good.push(trial);
    }
    if (n === 0 || clicks) {
      const chains = chainMoves(trials, cases);
      const reacting = addReactions([...trials, ...chains], cases, evidence);
      good.push(
        ...[...chains, ...reacting].filter(isGood),
        ...refineMoves([...trials, ...chains, ...reacting], cases, evidence),
      );
    }
    // A click may go to a place or by a shift: both are looked at.
    if (good.some((trial) => trial.fits === effects) && (!clicks || n > 0)) break;
  }
  good.sort(byWorth);
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
  const isUntested =
    best.claims.some(({ when }) => when !== null && when.beyond === null) ||
    isRingUntested(best.claims, cases, evidence) ||
    isFallUntested(best.claims, cases);
  const hasPhantom =
    best.fits < FITS_TO_DROP_PARTNER && isPartnerUnsure(best.claims, cases, evidence.motions);
  const unsure = isUntested || hasPhantom ? best.claims : null;
  return { claims: best.claims, foretold: best.fits, rival: rival?.claims ?? unsure };
}

/**
 * Says whether another action was seen to move the same thing the same way before this one first did: two actions that do
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
      : [
          one,
          { ...one, claims: [...one.claims, { ...NO_SCOPE, kind: 'aside', colours }], cost: one.cost + 0.1 },
        ],
  );
}

const UNDO: Claim = { ...NO_SCOPE, kind: 'restore', what: 'last' };
const START: Claim = { ...NO_SCOPE, kind: 'restore', what: 'start' };
const FLASH: Claim = { ...NO_SCOPE, kind: 'flash' };

/** Ways to account for an action, the simplest first. */
const STAGES: readonly ((cases: readonly Case[], evidence: Evidence) => Proposal[])[] = [
  (cases, evidence) => [
    ...proposeMoves(cases, evidence),
    ...findWraps(cases, evidence),
    ...findRewinds(cases, evidence),
    ...findSteers(cases, evidence),
  ],
  (cases, evidence) => findFalls(cases, evidence).map((claim) => ({ claims: [claim], cost: 4 })),
  (cases, evidence) => withConditions(findPlacedEffects(cases, evidence), cases, evidence),
  (cases, evidence) => [
    ...findPasses(cases),
    ...withConditions(findBoardEffects(cases, evidence), cases, evidence),
  ],
  findRings,
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
  // What moves an object somewhere shifts the content of a box as well: places are for what moves none.
  (cases, evidence) => {
    if (!movesOne(cases, evidence)) return [...findPlaces(cases, evidence), ...findSwitches(cases)];
    const effects = cases.filter(({ seen }) => seen.changed.length > 0).length;
    return effects < EFFECTS_OF_BELT ? [] : findScrolls(cases, ['wraps']);
  },
];

/** Lists the cases of the same action, of a click all clicks, on the same levels that are not among some of its cases. */
function othersOf(cases: readonly Case[], evidence: Evidence): Case[] {
  const own = new Set(cases.map(({ seen }) => seen.transition.afterFrame));
  const id = cases[0]?.seen.transition.action.id;
  const levels = new Set(cases.map(({ seen }) => seen.transition.level));
  const all = evidence.clicks ?? (id === undefined ? [] : casesOf(id, evidence));
  return all.filter(({ seen }) => !own.has(seen.transition.afterFrame) && levels.has(seen.transition.level));
}

const withConditions = (
  plain: readonly Proposal[],
  cases: readonly Case[],
  evidence: Evidence,
): Proposal[] => [
  ...plain,
  ...plain.flatMap(({ claims, cost }) => underConditions(claims, cost, cases, evidence)),
];

const findPlaces = (cases: readonly Case[], evidence: Evidence): Proposal[] => [
  ...findCycles(cases, othersOf(cases, evidence)),
  ...findScrolls(cases),
];

/** Effects that a belt must explain where some of them can be read as moves. */
const EFFECTS_OF_BELT = 3;

/** Says whether an action was seen to move an object one way. */
const movesOne = (cases: readonly Case[], { motions }: Evidence): boolean =>
  motions.some(({ gears }) => gears.has(cases[0]?.seen.transition.action.id ?? ''));

/** Counts the objects that were clicked with an effect. */
const countClicked = (cases: readonly Case[]): number =>
  new Set(
    cases.flatMap(({ seen: { before, changed, transition } }) => {
      const cell = changed.length > 0 ? clickedCell(before, transition.action) : null;
      return cell === null ? [] : [flood(before, cell)[0]];
    }),
  ).size;

const [MOVES, FALLS, PLACED, BOARD, , PAST] = STAGES;
const CLICK_STAGES = [
  PLACED,
  (cases: readonly Case[], evidence: Evidence): Proposal[] =>
    findTileEffects(cases, othersOf(cases, evidence)),
  MOVES,
  FALLS,
  BOARD,
  findPlaces,
  // Where several things can be clicked, one may do what another undoes: to take back is the last thing to believe.
  (cases: readonly Case[], evidence: Evidence): Proposal[] =>
    countClicked([...cases, ...othersOf(cases, evidence)]) > 1 ? [] : (PAST?.(cases, evidence) ?? []),
  findSwitches,
].flatMap((stage) => stage ?? []);

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

/** Tries a proposal; one that only lists what was seen counts for what it had listed before. */
function tryProposal({ claims, cost, foretold }: Proposal, cases: readonly Case[]): Trial {
  const trial = tryClaims(claims, cost, cases);
  return foretold === undefined ? trial : { ...trial, listed: foretold + LISTED };
}

/** A list is better than nothing, and worse than a rule that covers a single effect. */
const LISTED = 0.5;
