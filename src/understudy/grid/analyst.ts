import type { ActionId, Analysis } from '../../contract/agents';
import { STREAK_TO_VERIFY } from '../../contract/confirmations';
import type { AnalystBrief } from '../../grid/briefs';
import { CLICK } from '../../grid/choose';
import { readBoard } from '../../grid/claims/board';
import { asidesOf, compareForecast, type Seen, seeTransition } from '../../grid/claims/check';
import { type Claim, isOfTiles, isScoped } from '../../grid/claims/claim';
import { forecast } from '../../grid/claims/forecast';
import { isSamePicture } from '../../grid/claims/picture';
import type { ClaimContext } from '../../grid/claims/scope';
import { readClaims, writeClaims } from '../../grid/claims/words';
import { SHARE_TO_VERIFY } from '../../grid/coverage';
import { describeChanges, describeObject } from '../../grid/frame/objects';
import { isSettled } from '../../grid/knowledge';
import { actionKey, type Transition } from '../../grid/transition';
import { casesOf, type Inferred } from './cases';
import { findUnclicked } from './clicks';
import { describeFallback, describePlace, describeWorld, explainStillness } from './describe';
import { imagineHere } from './imagine';
import { isByItself } from './infer';
import { findUnstopped } from './motion/limits';
import { MAX_SETUP } from './scout';
import { type Study, studyRun } from './study';
import { tryClaims } from './trials';
import { planVaried } from './variety';

/** Transitions that claims must foretell before the last confirmation is given. */
const FORETOLD_TO_VERIFY = 3;

/**
 * The understudy's analysis. What the action does is inferred from everything seen of it so far, as claims that code
 * can check (src/grid/claims); an observation is consistent only when what was claimed before it foretold it, or
 * did but for the colour of new ground. The same brief always gets the same answer.
 */
export function analyzeAction(brief: AnalystBrief): Analysis {
  const history = openEnded(brief.history());
  const newest = history.at(-1);
  const prior = studyRun(history.slice(0, -1), brief.mask);
  const now = studyRun(history, brief.mask);
  const observation = newest ? seeTransition(newest, now.mask) : null;
  const knowledge = brief.actions[brief.action.id];
  const alone = observation !== null && isByItself(observation, now);
  const hadEffect = brief.diff.hasChanges && !alone;
  const inference = inferSettled(brief, now);
  const stillness = hadEffect ? null : explainStillness(brief, prior, knowledge?.noEffect ?? 0);
  const reason = alone ? 'Only things changed that do so whatever the action is.' : stillness;
  return {
    interpretation: interpret(brief, prior, observation, reason),
    action_definition: define(
      brief,
      prior,
      boundMoves(inference, brief.action.id, now),
      observation,
      hadEffect,
    ),
    is_consistent_with_previous: brief.first || alone ? null : isConsistent(brief, prior, now, observation),
    objects_involved: objectsOf(brief),
    context_description: describePlace(prior, brief.before),
    had_effect: hadEffect,
    no_effect_reason: reason,
    environment_updates: brief.levelChanged ? [] : describeWorld(now),
    confidence: Math.min(0.95, 0.5 + 0.15 * (knowledge?.streak ?? 0)),
  };
}

/** Effects of clicks after which a definition says nothing of things that were not seen often enough to do what is claimed. */
const ATTEMPTS_TO_OMIT = 8;

/** What was made of an action; of clicks, once many had an effect, only what was seen often enough, if that is most. */
function inferSettled({ action, actions }: AnalystBrief, now: Study): Inferred {
  const { unproven, ...found } = now.of(action.id);
  if (!unproven || (actions[action.id]?.attempts ?? 0) < ATTEMPTS_TO_OMIT) return now.of(action.id);
  const claims = found.claims.filter((claim) => !unproven.includes(claim));
  const { fits } = tryClaims(claims, 0, casesOf(action.id, now));
  return fits < SHARE_TO_VERIFY * found.effects ? now.of(action.id) : { ...found, claims, foretold: fits };
}

/** What ended the game is no evidence later; here, where it is asked about, the action did what it did. */
function openEnded(history: readonly Transition[]): readonly Transition[] {
  const newest = history.at(-1);
  if (!newest || newest.state === 'NOT_FINISHED') return history;
  return [...history.slice(0, -1), { ...newest, state: 'NOT_FINISHED' }];
}

/**
 * Claims that say nothing of where an object never was, as long as they know of nothing that stops it or makes a difference
 * beside it: something unseen may.
 */
const boundMoves = (found: Inferred, id: string, study: Study): Inferred => ({
  ...found,
  claims: found.claims.map((claim) => {
    if (claim.kind !== 'move' || claim.limit !== undefined || claim.seenTo !== undefined) return claim;
    if (claim.unless || claim.stops.length > 0 || claim.edge) return claim;
    const motion = study
      .motionsOf(id)
      .find(({ avatar }) => !avatar.every && isSamePicture(avatar.picture, claim.who));
    return { ...claim, ...(motion && !claim.slides && findUnstopped(motion, id)) };
  }),
});

/** The claims' sentences; for an effect that none covers, what changed, so that the reader knows that much. */
function define(
  brief: AnalystBrief,
  prior: Study,
  found: Inferred,
  seen: Seen | null,
  hadEffect: boolean,
): string | null {
  if (found.claims.length > 0) {
    return staysVerified(brief, prior, found.claims, seen) ? null : writeClaims(found.claims);
  }
  if (brief.levelChanged || brief.levelCompleted) return null;
  // What is verified is not unsaid for one thing that no claim covers: the observation itself is kept.
  if (found.effects === 0 || brief.actions[brief.action.id]?.status === 'verified') return null;
  return hadEffect ? describeFallback(brief) : null;
}

/**
 * Says whether a verified definition is kept, though claims of another kind now cover more: it was not contradicted, only
 * silent here, and the new ones were never put to the test.
 */
function staysVerified(
  { actions, action }: AnalystBrief,
  prior: Study,
  found: readonly Claim[],
  seen: Seen | null,
): boolean {
  const knowledge = actions[action.id];
  const old = knowledge?.status === 'verified' ? readClaims(knowledge.definition) : null;
  // Figures that cover each other are what a move of one of them was taken for while both could be seen.
  if (!old || !seen || old[0]?.kind === found[0]?.kind || found[0]?.kind === 'steer') return false;
  const ctx: ClaimContext = { mask: prior.mask, history: prior.history };
  return compareForecast(forecast(old, seen.before, action, ctx), seen, asidesOf(old)) !== 'contradicts';
}

/**
 * Says whether what happened is what was claimed before. Null when nothing was claimed about it.
 */
function isConsistent(brief: AnalystBrief, prior: Study, now: Study, seen: Seen | null): boolean | null {
  const found = inferSettled(brief, now);
  const knowledge = brief.actions[brief.action.id];
  if (!seen) return null;
  const before = priorClaims(brief, prior);
  const ctx: ClaimContext = { mask: prior.mask, history: prior.history };
  if (!seen.effect) {
    const foretold = forecast(before, seen.before, brief.action, ctx);
    return foretold.kind === 'silent' ? null : compareForecast(foretold, seen, asidesOf(before)) === 'fits';
  }
  if ((knowledge?.attempts ?? 0) === 0) return null;
  if (found.claims.length === 0) return false;
  const holds =
    foretells(before, seen, ctx) || (isSameClaim(before, found.claims) && foretells(found.claims, seen, ctx));
  if (!holds) return false;
  // The last confirmation is only given for claims that nothing else explains as well, and that foretold enough.
  if ((knowledge?.streak ?? 0) + 1 < STREAK_TO_VERIFY) return true;
  if (found.rival !== null || found.foretold < FORETOLD_TO_VERIFY) return false;
  if (brief.action.id === CLICK && isClickOpen(found, brief, now)) return false;
  const attempts = (knowledge?.attempts ?? 0) + 1;
  if (found.claims.some(isOfTiles) && attempts < ATTEMPTS_ON_TILES) return false;
  if (isRoundDue(brief, now)) return false;
  const isInSquares = found.claims.some(({ kind }) => kind === 'squares');
  const most = isInSquares
    ? ATTEMPTS_IN_SQUARES
    : isLimitLikely(found, now)
      ? ATTEMPTS_TO_LIMIT
      : ATTEMPTS_TO_STOP;
  if (attempts >= most) return true;
  return isStopKnown(found, brief.action.id, prior) && !leavesOthersOpen(seen, brief.action.id, prior);
}

/** Says whether a part of what is claimed of clicks is not proven yet, or a kind of thing was never clicked. */
const isClickOpen = ({ unproven }: Inferred, { after }: AnalystBrief, now: Study): boolean =>
  (unproven ?? []).length > 0 || findUnclicked(readBoard(after.at(-1) ?? ''), now).length > 0;

/** Actions that are executed on boards unlike those that were seen, once all but the last one are settled. */
const ROUND = 6;
/** Actions of a run after which that is left. */
const ROUND_ENDS = 28;

/**
 * Says whether a run would be over with this observation, though there are boards within reach unlike those that its verified
 * actions were executed on: the last definition is verified after a round of those.
 */
function isRoundDue({ actions, action, after, afterFrame }: AnalystBrief, now: Study): boolean {
  const others = Object.entries(actions).filter(([id]) => id !== action.id);
  if (action.id === CLICK || now.history.length >= ROUND_ENDS) return false;
  if (others.some(([, { status }]) => !isSettled(status))) return false;
  const lastFrame = Math.max(
    0,
    ...others.flatMap(([, { observations }]) => observations.map((one) => one.afterFrame)),
  );
  if (afterFrame - lastFrame >= ROUND) return false;
  const steps = others.flatMap(([id, { status }]) => {
    const isStep = status === 'verified' && id !== CLICK;
    return isStep && now.of(id).claims.every(({ kind }) => kind !== 'restore') ? [id as ActionId] : [];
  });
  const here = imagineHere(readBoard(after.at(-1) ?? ''), now);
  return planVaried(here, now, { steps, open: [action.id], most: MAX_SETUP }, () => true) !== null;
}

/**
 * Says whether another action speaks of something that is gone now, and was never tried while it was: what this one does shows
 * in that as well.
 */
function leavesOthersOpen({ after }: Seen, id: string, prior: Study): boolean {
  const ids = new Set(prior.seens.map(({ transition }) => transition.action.id));
  return [...ids].some((other) => {
    const { claims } = prior.of(other);
    if (other === id || claims[0]?.kind !== 'move') return false;
    const isGone = (board: Seen['after']): boolean => {
      const foretold = forecast(claims, board, { id: other as ActionId }, { mask: prior.mask, history: [] });
      return foretold.kind === 'silent' && foretold.missing === true;
    };
    return (
      isGone(after) &&
      !prior.seens.some(({ before, transition }) => transition.action.id === other && isGone(before))
    );
  });
}

/** Observations with effect after which a move may be verified, though it was never seen what stops it. */
const ATTEMPTS_TO_STOP = 5;
/** Effects that rules of squares must foretell before it counts that they know what stops them. */
const FORETOLD_BY_SQUARES = 6;
/** The same where something unseen stops other moves of the same thing. */
const ATTEMPTS_TO_LIMIT = 7;
/** The same of rules of squares, which say nothing of lines that were not seen. */
const ATTEMPTS_IN_SQUARES = 12;
/** The same of tiles: a click is to have met many of them, in the middle and at the rim. */
const ATTEMPTS_ON_TILES = 22;

/** Says whether it is not known how far a move goes, though something unseen stops other moves. */
const isLimitLikely = (found: Inferred, { motions }: Study): boolean =>
  found.claims.some((claim) => claim.kind === 'move' && claim.seenTo !== undefined) &&
  motions.some(({ limits }) => [...limits.values()].some(({ limit }) => limit !== undefined));

/**
 * Says whether it was seen what stops a move: until then it is tried on, as what is known of the ground says nothing of where the
 * way ends. True of everything that is no move, or that goes on until it is stopped.
 */
function isStopKnown(found: Inferred, id: string, prior: Study): boolean {
  if (found.claims.some((claim) => claim.kind === 'squares' && claim.reading !== 'alone'))
    return found.foretold >= FORETOLD_BY_SQUARES && wasInVain(id, prior);
  const move = found.claims.find((claim) => claim.kind === 'move');
  if (!move || move.slides || move.framing !== 'no') return true;
  if (move.seenTo !== undefined) return false;
  return wasInVain(id, prior);
}

const wasInVain = (id: string, { seens }: Study): boolean =>
  seens.some(({ effect, transition }) => transition.action.id === id && !effect);

/** What was claimed: what all earlier observations say under today's mask, or the definition where they say nothing. */
function priorClaims(brief: AnalystBrief, prior: Study): Claim[] {
  const claims = prior.of(brief.action.id).claims;
  if (claims.length > 0) return claims;
  return readClaims(brief.actions[brief.action.id]?.definition) ?? [];
}

function foretells(claims: readonly Claim[], seen: Seen, ctx: ClaimContext): boolean {
  const foretold = forecast(claims, seen.before, seen.transition.action, ctx);
  return foretold.kind === 'board' && compareForecast(foretold, seen, asidesOf(claims)) === 'fits';
}

/** The same claims but for what ground they know: new ground that all else went over as claimed extends them. */
function isSameClaim(a: readonly Claim[], b: readonly Claim[]): boolean {
  const core = (claims: readonly Claim[]): string =>
    JSON.stringify(
      claims.filter(isScoped).map((claim) => ({
        ...claim,
        over: [],
        stops: [],
        edge: false,
        reach: 'way',
        loose: [],
        click: null,
        turnsStopped: false,
        when: null,
        push: null,
        limit: null,
        seenTo: null,
        unless: null,
        covers: [],
        // More figures than were known before are no other claim.
        figures: [],
        closed: claim.kind !== 'steer' && 'closed' in claim && claim.closed,
      })),
    );
  return a.length > 0 && core(a) === core(b);
}

function interpret(brief: AnalystBrief, prior: Study, seen: Seen | null, reason: string | null): string {
  if (reason !== null) return brief.diff.hasChanges ? reason : `Nothing changed in any frame. ${reason}`;
  const lines = describeChanges(brief.objects).slice(0, 8);
  const what = `${brief.diff.summary}. ${lines.join('; ')}`.trim();
  if (brief.levelChanged || brief.levelCompleted) return `${what} The board changed to another level.`.trim();
  const before = priorClaims(brief, prior);
  if (!seen || before.length === 0) return what;
  const ctx: ClaimContext = { mask: prior.mask, history: prior.history };
  const foretold = forecast(before, seen.before, brief.action, ctx);
  const check = compareForecast(foretold, seen, asidesOf(before));
  const name = actionKey(brief.action);
  if (foretold.kind === 'silent')
    return `${what}. What was claimed of ${name} says nothing here: ${foretold.reason}.`;
  return check === 'fits'
    ? `${what}. This is what ${name} was claimed to do.`
    : `${what}. This is not what ${name} was claimed to do.`;
}

function objectsOf({ objects }: AnalystBrief): string[] {
  const all = [
    ...objects.moved,
    ...objects.recoloured,
    ...objects.appeared,
    ...objects.vanished,
    ...objects.resized,
    ...objects.reshaped,
  ];
  return [...new Set(all.map(describeObject))].slice(0, 20);
}
