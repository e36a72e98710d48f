import type { ActionId, GameAction } from '../../contract/agents';
import { countConfirmations, STREAK_TO_VERIFY } from '../../contract/confirmations';
import { CLICK } from '../../grid/choose';
import { clickedCell, findSpot } from '../../grid/claims/area';
import { type Board, countColours } from '../../grid/claims/board';
import type { Claim, MoveClaim, RecolourClaim } from '../../grid/claims/claim';
import { forecast } from '../../grid/claims/forecast';
import { isBeyond, judgeGround, lookAhead, shifted } from '../../grid/claims/move';
import { coloursNear } from '../../grid/claims/near';
import { keyOf, locate } from '../../grid/claims/picture';
import type { RingClaim } from '../../grid/claims/ring';
import { readClaims } from '../../grid/claims/words';
import { MAX_NO_EFFECT, MAX_READ_ATTEMPTS, unobservedAction } from '../../grid/knowledge';
import { type Aim, type Search, WEIGHTS } from './aims';
import { areNews, countUnmet, markClick, markContext, triedContexts } from './contexts';
import { foresee, type Imagined } from './imagine';
import { isOpen, RING_ENDS, RING_PLACES } from './infer-pictures';
import { nameReactions } from './reactions';
import type { Study } from './study';

/** What an action would be tried for on a board; null when it is thought to do nothing, or what it should not. */
export function weigh(search: Search, node: Imagined, action: GameAction): { aim: Aim; cost: number } | null {
  const { study } = search;
  const { claims, rival, effects } = study.of(action.id);
  if (claims.length > 0) {
    const foretold = foresee(claims, node, action);
    if (foretold.kind === 'nothing') return null;
    const first = claims[0];
    if (first?.kind === 'recolour' && first.click === null) return weighRecolour(search, node, action, first);
    if (first?.kind === 'ring' && first.click === null) return weighRing(search, node, action, first);
    if (action.id === CLICK && isNextColour(search, node, action, claims)) {
      return { aim: 'colour', cost: WEIGHTS.confirm - 0.1 };
    }
    if (foretold.kind === 'silent' && foretold.missing) return weighGone(search, action.id);
    if (foretold.kind === 'silent' && isBeyondSeen(search, node, claims))
      return { aim: 'limit', cost: WEIGHTS.limit };
    if (foretold.kind === 'silent') return weighUnknown(search, node, claims);
    if (isOutdated(search, action.id)) return { aim: 'anew', cost: WEIGHTS.anew };
    const same = rival !== null && isSameForecast(foresee(rival, node, action), foretold);
    return same ? { aim: 'rival', cost: WEIGHTS.rival } : { aim: 'confirm', cost: WEIGHTS.confirm };
  }
  const marks =
    action.id === CLICK
      ? markClick(node.board, action)
      : markContext(study, node.board, study.history, node.setup.length);
  const { all, worked } = contextsOf(search, action.id);
  if (effects > 0) {
    const alike = worked.some((context) => [...context].every((mark) => marks.has(mark)));
    return { aim: 'again', cost: alike ? WEIGHTS.again : WEIGHTS.unknown };
  }
  const tries = search.brief.situation.actions[action.id]?.noEffect ?? 0;
  if (areNews(marks, all, tries))
    return { aim: 'news', cost: node.setup.length === 0 ? WEIGHTS.newsHere : WEIGHTS.news };
  if (node.setup.length === 0 && isPassing(search, action.id)) {
    return { aim: 'passing', cost: WEIGHTS.passing };
  }
  return { aim: 'repeat', cost: WEIGHTS.repeat };
}

/** Actions between two tries on the way, as long as there is no hurry. */
const PASSING_GAP = 2;
/** Tries that are kept for things nobody met yet, at most. */
const MAX_KEPT = 3;

/**
 * Tries of an action without effect that would show no more anywhere else: all that are left until it is exhausted but
 * one for each kind of thing in sight that it was not tried on or beside yet.
 */
export function countSpare({ brief, study, here, drastic }: Search, id: ActionId): number {
  const triesLeft = MAX_NO_EFFECT - (brief.situation.actions[id]?.noEffect ?? 0);
  return triesLeft - Math.min(MAX_KEPT, countUnmet(study, here.board, id, drastic));
}

/**
 * Says whether a spare try is best made here, on the way of other targets: each of those leads to a state where it costs
 * nothing but itself, later a way has to be gone for each. Now and then while there are many such states to come, in
 * each once there are no more of them than spare tries.
 */
function isPassing(search: Search, id: ActionId): boolean {
  const { brief, study, open } = search;
  const spare = countSpare(search, id);
  if (spare <= 0) return false;
  const states = open.reduce((sum, one) => {
    if (study.of(one).claims.length === 0) return sum;
    const { streak, needed } = countConfirmations(brief.situation.actions[one] ?? unobservedAction());
    return sum + needed - streak;
  }, 0);
  if (states <= spare) return states > 0;
  return study.history.slice(-PASSING_GAP).every((step) => step.action.id !== id);
}

/** Says whether a verified action would be defined more carefully now. */
const isOutdated = ({ brief, study }: Search, id: ActionId): boolean => {
  const knowledge = brief.situation.actions[id];
  return knowledge?.status === 'verified' && needsRevision(knowledge.definition, study.of(id).claims);
};

/**
 * Says whether claims leave more aside, are silent near more, or know of a limit or a figure more than a definition that was
 * written earlier.
 */
export function needsRevision(definition: string | null, claims: readonly Claim[]): boolean {
  const old = readClaims(definition);
  if (!old) return false;
  const known = new Set(careOf(old));
  return careOf(claims).some((care) => !known.has(care));
}

const careOf = (claims: readonly Claim[]): string[] => [
  ...nameReactions(claims),
  ...claims.flatMap((claim): string[] => {
    if (claim.kind === 'aside') return claim.colours.map((colour) => `aside ${colour}`);
    if (claim.kind === 'steer') return claim.figures.map(([plain]) => `figure ${keyOf(plain)}`);
    if (claim.kind !== 'move') return [];
    return [
      ...(claim.unless?.colours ?? []).map((colour) => `near ${colour}`),
      ...(claim.limit === undefined && claim.seenTo === undefined ? [] : ['limit']),
    ];
  }),
];

/** A recolouring waits for what leads to other places; then it is confirmed, or followed to the next colour. */
function weighRecolour(
  search: Search,
  node: Imagined,
  action: GameAction,
  claim: RecolourClaim,
): { aim: Aim; cost: number } {
  const isForetold = foresee([claim], node, action).kind === 'board';
  const onward = search.chains.get(action.id) ?? false;
  if (isForetold) return { aim: 'confirm', cost: onward ? WEIGHTS.unknown : WEIGHTS.confirm + 0.3 };
  return { aim: 'colour', cost: onward ? WEIGHTS.colour : WEIGHTS.repeat };
}

/** A ring is tested where its mark never was; else it is followed on as long as there is time, and then confirmed. */
function weighRing(
  search: Search,
  node: Imagined,
  action: GameAction,
  claim: RingClaim,
): { aim: Aim; cost: number } {
  const { study, brief } = search;
  const isForetold = foresee([claim], node, action).kind === 'board';
  const placeOn = (board: Board): string => {
    const spot = findSpot(board, claim.area, action, study.mask);
    return spot ? `${spot.top},${spot.left}` : '';
  };
  const testedPlaces = new Set<string>();
  const places = new Set<string>();
  for (const { before, changed, transition } of study.seens) {
    const place = placeOn(before);
    places.add(place);
    if (transition.action.id === action.id && changed.length > 0) testedPlaces.add(place);
  }
  if (!testedPlaces.has(placeOn(node.board))) return { aim: 'confirm', cost: WEIGHTS.ringElsewhere };
  // The mark should be elsewhere first: what moves it is learnt before.
  const wait = testedPlaces.size < Math.min(RING_PLACES, places.size) ? WEIGHTS.ringWaits : 0;
  if (!isForetold) return { aim: 'unknown', cost: WEIGHTS.ring + wait };
  const attempts = brief.situation.actions[action.id]?.attempts ?? 0;
  const cost = isOpen(claim) && attempts < RING_ENDS ? WEIGHTS.ringKnown : WEIGHTS.confirm;
  return { aim: 'confirm', cost: cost + wait };
}

/** Says whether a click meets a colour that clicks made, and that was not clicked yet; early on, while there is time. */
function isNextColour(search: Search, node: Imagined, action: GameAction, claims: readonly Claim[]): boolean {
  const knowledge = search.brief.situation.actions[action.id];
  if (!knowledge || knowledge.streak > 0 || knowledge.attempts + STREAK_TO_VERIFY >= MAX_READ_ATTEMPTS)
    return false;
  const cell = clickedCell(node.board, action);
  const colour = cell === null ? -1 : (node.board.cells[cell] ?? -1);
  return claims.some(
    (claim) =>
      claim.kind === 'recolour' &&
      claim.map.some(([, to]) => to === colour) &&
      !claim.map.some(([from]) => from === colour),
  );
}

/** Tries of an action while what its claims speak of is not on the board, at most. */
const MAX_GONE = 2;

/** Early on, before all was made of what goes in the place of what is gone. */
function weighGone({ study }: Search, id: ActionId): { aim: Aim; cost: number } {
  const { claims } = study.of(id);
  const tries = study.seens.filter(({ before, transition }) => {
    if (transition.action.id !== id) return false;
    const foretold = forecast(claims, before, transition.action, { mask: study.mask, history: [] });
    return foretold.kind === 'silent' && foretold.missing === true;
  });
  return tries.length < MAX_GONE
    ? { aim: 'gone', cost: WEIGHTS.gone }
    : { aim: 'unknown', cost: WEIGHTS.unknown };
}

/** Says whether all that keeps claims from saying what happens is that the object never was so far out. */
function isBeyondSeen({ study }: Search, { board }: Imagined, claims: readonly Claim[]): boolean {
  const move = claims.find(
    (claim): claim is MoveClaim => claim.kind === 'move' && claim.seenTo !== undefined,
  );
  const one = move && locate(board, move.who, move.turned, study.mask);
  if (!move || !one || move.seenTo === undefined) return false;
  const picture = move.face ?? one.picture;
  if (!isBeyond(move.seenTo, move.by, picture, shifted(one, move.by))) return false;
  return judgeGround(lookAhead(board, picture, one, move.by, move.reach, study.mask), move) === 'free';
}

/** A common part of the board is most likely ground or wall: nothing is risked by running into it. */
const COMMON_PART = 0.05;

function weighUnknown(
  search: Search,
  node: Imagined,
  claims: readonly Claim[],
): { aim: Aim; cost: number } | null {
  const ahead = coloursAhead(search, node, claims);
  if (ahead.some((colour) => search.drastic.has(colour))) return null;
  const news = ahead.filter((colour) => search.curious.has(colour));
  if (news.length === 0) {
    const isCareful = claims.some(
      (claim) => claim.kind === 'move' && isSilentBeside(claim, node, search.study),
    );
    return { aim: 'unknown', cost: isCareful ? WEIGHTS.careful : WEIGHTS.unknown };
  }
  const counts = countColours(node.board);
  const common = news.every((colour) => (counts[colour] ?? 0) > COMMON_PART * node.board.cells.length);
  return common ? { aim: 'ground', cost: WEIGHTS.ground } : { aim: 'unknown', cost: WEIGHTS.unknown };
}

/** Says whether something is beside an object of which its claim says that it is not known what happens then. */
function isSilentBeside({ who, turned, unless }: MoveClaim, { board }: Imagined, { mask }: Study): boolean {
  const one = unless && locate(board, who, turned, mask);
  if (!unless || !one) return false;
  const near = coloursNear(board, one, unless.within, mask);
  return unless.colours.some((colour) => near.has(colour));
}

function contextsOf(search: Search, id: ActionId): ReturnType<typeof triedContexts> {
  const contexts = search.contexts.get(id) ?? triedContexts(search.study, id);
  search.contexts.set(id, contexts);
  return contexts;
}

const isSameForecast = (a: ReturnType<typeof foresee>, b: ReturnType<typeof foresee>): boolean =>
  a.kind === 'board' &&
  b.kind === 'board' &&
  [...b.paint].every(([cell, colour]) => colour < 0 || a.paint.get(cell) === colour);

/** Colours that a move claim would run into. */
function coloursAhead(search: Search, node: Imagined, claims: readonly Claim[]): number[] {
  const move = claims.find((claim): claim is MoveClaim => claim.kind === 'move');
  const one = move && locate(node.board, move.who, move.turned, search.study.mask);
  if (!move || !one) return [];
  return [...lookAhead(node.board, one.picture, one, move.by, move.reach, search.study.mask).counts.keys()];
}
