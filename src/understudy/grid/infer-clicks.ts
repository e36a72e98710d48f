import { memoizeObject } from '../../base/memoize';
import type { ActionId } from '../../contract/agents';
import { CLICK } from '../../grid/choose';
import { clickedCell, clickedSite, colourAround } from '../../grid/claims/area';
import { type Board, type Box, flood } from '../../grid/claims/board';
import type { Seen } from '../../grid/claims/check';
import { type Claim, isOfTiles, isScoped } from '../../grid/claims/claim';
import { forecast } from '../../grid/claims/forecast';
import { siteOf } from '../../grid/claims/scope';
import { sorted } from '../../grid/claims/words';
import { SHARE_TO_VERIFY } from '../../grid/coverage';
import { findAvatars } from './avatars';
import { type Case, casesOf, type Evidence, type Inferred } from './cases';
import { boxClicked, boxThing, nameBox, partsOf } from './click-evidence';
import { asidesBeside, followAvatars } from './motion/motion';

type Infer = (cases: readonly Case[], evidence: Evidence) => Omit<Inferred, 'effects'>;

/**
 * Claims about clicks: what is said of whatever was clicked; where that foretells less, what is said of every site that was
 * clicked (a colour and what is around it), or of every thing in its place. Sites whose clicks never did anything are idle.
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
  const busyCases = busy.flatMap(([, all]) => all);
  const together = infer(busyCases, evidence);
  const sites = sorted(busy.map(([site]) => site));
  const joint = isLoose(together.claims, busyCases)
    ? NOTHING_INFERRED
    : { ...together, claims: together.claims.map((claim) => onClick(claim, sites)) };
  const effects = countEffects(busyCases);
  // Tiles are a rule: what happens in each place is a list, of which nearly everything can be made.
  const tellsAll = (one: Omit<Inferred, 'effects'>): boolean =>
    one.foretold > 0 && one.foretold >= effects * (one.claims.some(isOfTiles) ? SHARE_TO_VERIFY : 1);
  let best: Omit<Inferred, 'effects'> = joint;
  if (!tellsAll(joint)) {
    const bySite = inferBySite(busy, evidence, infer);
    if (isBetter(bySite, best)) best = bySite;
    const things = new Set(busyCases.map(({ seen }) => nameBox(boxThing(seen))));
    const byThing =
      !tellsAll(best) || things.size < partsOf(best.claims).length
        ? inferByThing(busyCases, evidence, infer)
        : null;
    if (byThing && isBetter(byThing, best)) best = byThing;
  }
  if (best.claims.length === 0) return best;
  return { ...best, claims: [...best.claims, ...findIdle(still, best === joint ? together.claims : [])] };
}

/** Says whether claims foretell more than others, or as much in fewer parts. */
const isBetter = (a: Omit<Inferred, 'effects'>, b: Omit<Inferred, 'effects'>): boolean =>
  a.foretold > b.foretold ||
  (a.foretold === b.foretold && a.foretold > 0 && partsOf(a.claims).length < partsOf(b.claims).length);

/** Infers for each site; where things that look alike do different things, for each of them by itself. */
function inferBySite(
  busy: readonly [number, Case[]][],
  evidence: Evidence,
  infer: Infer,
): Omit<Inferred, 'effects'> {
  let foretold = 0;
  const apartRun = nameClicks(evidence, (seen) => clickedSite(seen.before, seen.transition.action));
  const claims = busy.flatMap(([site, all]) => {
    const inference = infer(all.map(apartRun.rename), apartRun.evidence);
    const within = findButton(all);
    const isUnfit = isLoose(inference.claims, all);
    const apart =
      isUnfit || inference.foretold < countEffects(all) ? inferApart(all, evidence, infer, boxClicked) : null;
    if (apart && (isUnfit || apart.foretold > inference.foretold)) {
      foretold += apart.foretold;
      return apart.claims.map((claim) => onClick(claim, [site]));
    }
    if (isUnfit) return [];
    foretold += inference.foretold;
    return inference.claims.map((claim) => {
      const one = onClick(claim, [site]);
      return within && isPlaced(one) ? { ...one, within } : one;
    });
  });
  // A site that did something once, and can be clicked again, is to be clicked again.
  const last = evidence.seens.at(-1)?.after;
  const isUntested = busy.some(
    ([site, own]) => countEffects(own) < 2 && last !== undefined && listSites(last).has(site),
  );
  return { claims, foretold, rival: isUntested && claims.length > 0 ? claims : null };
}

/** Infers for each thing in its place, whatever the colour of the part of it that was clicked. */
function inferByThing(
  cases: readonly Case[],
  evidence: Evidence,
  infer: Infer,
): Omit<Inferred, 'effects'> | null {
  const apart = inferApart(cases, evidence, infer, boxThing);
  return apart && { ...apart, rival: null };
}

/** Lists the sites that a click can meet on a board. */
const listSites = memoizeObject((board: Board): ReadonlySet<number> => {
  const sites = new Set<number>();
  const visitedCells = new Uint8Array(board.cells.length);
  for (let start = 0; start < board.cells.length; start++) {
    if (visitedCells[start] === 1) continue;
    const cells = flood(board, start);
    for (const cell of cells) visitedCells[cell] = 1;
    sites.add(siteOf(board.cells[start] ?? 0, colourAround(board, cells)));
  }
  return sites;
});

const countEffects = (cases: readonly Case[]): number => cases.filter(({ seen }) => seen.effect).length;

/**
 * Gives clicks on different things names of their own, as if each were an action: what one button moves one way another
 * moves another way, and what stops one stops the other.
 *
 * @param nameOf what was clicked
 */
function nameClicks(
  evidence: Evidence,
  nameOf: (seen: Seen) => string | number | null,
): { evidence: Evidence; rename: (one: Case) => Case } {
  const newSeens = new Map<Seen, Seen>();
  const seens = evidence.seens.map((seen): Seen => {
    const { transition } = seen;
    if (transition.action.x === undefined) return seen;
    // Names are only compared with each other.
    const id = `${transition.action.id} ${nameOf(seen)}` as ActionId;
    const one = { ...seen, transition: { ...transition, action: { ...transition.action, id } } };
    newSeens.set(seen, one);
    return one;
  });
  const clicks = evidence.clicks ?? casesOf(CLICK, evidence);
  const { mask } = evidence;
  const motions = followAvatars(findAvatars(seens, mask), seens, mask);
  // What different buttons change in different ways does not live by itself.
  const asides = asidesBeside(evidence);
  return {
    evidence: { ...evidence, seens, motions: motions.map((motion) => ({ ...motion, asides })), clicks },
    rename: (one) => ({ ...one, seen: newSeens.get(one.seen) ?? one.seen }),
  };
}

/**
 * Infers for each object by itself, where things that look alike do different things.
 *
 * @param findBox returns the box of what was clicked
 */
function inferApart(
  cases: readonly Case[],
  evidence: Evidence,
  infer: Infer,
  findBox: (seen: Seen) => Box | null,
): Pick<Inferred, 'claims' | 'foretold'> | null {
  const byPlace = new Map<string, { within: Box; cases: Case[] }>();
  for (const one of cases) {
    const within = findBox(one.seen);
    if (within === null) return null;
    const key = nameBox(within);
    const place = byPlace.get(key) ?? { within, cases: [] };
    place.cases.push(one);
    byPlace.set(key, place);
  }
  if (byPlace.size < 2 || byPlace.size > MAX_APART) return null;
  const apartRun = nameClicks(evidence, (seen) => nameBox(findBox(seen)));
  let foretold = 0;
  const claims = [...byPlace.values()].flatMap(({ within, cases: own }): Claim[] => {
    if (countEffects(own) === 0) return [];
    const inference = infer(own.map(apartRun.rename), apartRun.evidence);
    foretold += inference.foretold;
    const sites = new Set(own.flatMap(({ seen }) => clickedSite(seen.before, seen.transition.action) ?? []));
    return inference.claims.map((claim) =>
      isScoped(claim) ? { ...claim, within, click: sorted(sites) } : claim,
    );
  });
  return { claims, foretold };
}

/** Things that look alike and are told apart by their places, at most. */
const MAX_APART = 8;

/** Says whether a claim speaks of fixed places of the board: then it speaks of one button too. */
const isPlaced = (claim: Claim): boolean =>
  claim.kind === 'cycle' || claim.kind === 'scroll' || (claim.kind === 'ring' && claim.area.of === 'place');

/** Says whether claims about a place of the board were made of clicks on several things: each may do something of its own. */
const isLoose = (claims: readonly Claim[], cases: readonly Case[]): boolean =>
  claims.some(isPlaced) && findButton(cases) === null;

const NOTHING_INFERRED: Omit<Inferred, 'effects'> = { claims: [], foretold: 0, rival: null };

/** Returns the box of the object that all clicks with effect met; null when there are several. */
function findButton(cases: readonly Case[]): Box | null {
  const boxes = cases.flatMap(({ seen }) => (seen.effect ? (boxClicked(seen) ?? []) : []));
  const [first] = boxes;
  return first && boxes.every((box) => nameBox(box) === nameBox(first)) ? first : null;
}

function onClick(claim: Claim, sites: number[]): Claim {
  // Which tiles it speaks of it says itself.
  if (!isScoped(claim) || isOfTiles(claim)) return claim;
  return { ...claim, click: sites };
}

/** A part of the board this large is ground: one click on it says enough. */
const GROUND_FRACTION = 8;

/**
 * Sites whose clicks do nothing: ground, or clicked in two places. A site is left out where the claims would have
 * foretold that nothing changes, were they about it: it may be one of theirs.
 */
function findIdle(still: readonly [number, Case[]][], claims: readonly Claim[]): Claim[] {
  const idle = still.filter(([, all]) => {
    const isExplained = all.some(({ seen, ctx }) =>
      claims.length === 0
        ? false
        : forecast(claims, seen.before, seen.transition.action, ctx).kind === 'nothing',
    );
    if (isExplained) return false;
    const pieces = all.map(({ seen }) =>
      flood(seen.before, clickedCell(seen.before, seen.transition.action) ?? 0),
    );
    const cells = all[0]?.seen.before.cells.length ?? 0;
    return (
      pieces.some((piece) => piece.length * GROUND_FRACTION >= cells) ||
      new Set(pieces.map((piece) => piece[0])).size > 1
    );
  });
  if (idle.length === 0) return [];
  return [{ kind: 'idle', click: sorted(idle.map(([site]) => site)), when: null }];
}
