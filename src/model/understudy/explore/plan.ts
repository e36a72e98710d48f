import type { ActionId, GameAction } from '../../../contract/agents';
import type { ExplorerBrief } from '../../../explore/briefs';
import { CLICK, maxSetup, rankOpen } from '../../../explore/choose';
import { clickedCell } from '../../../explore/claims/area';
import { countColours, readBoard } from '../../../explore/claims/board';
import type { Claim, MoveClaim, RecolourClaim } from '../../../explore/claims/claim';
import { lookAhead } from '../../../explore/claims/move';
import { locate } from '../../../explore/claims/picture';
import { MAX_ATTEMPTS, MAX_NO_EFFECT, STREAK_TO_VERIFY } from '../../../explore/knowledge';
import { actionKey } from '../../../explore/transition';
import { type Aim, MOST_SETUP, type Plan, WEIGHTS } from './aims';
import { wantsNewColour } from './chain';
import { findClickables } from './clicks';
import { areNews, distanceTo, drasticColours, markClick, markContext, triedContexts } from './contexts';
import { mainGait } from './gait';
import { foresee, type Imagined, imagineHere, imagineOn, keyBoard } from './imagine';
import { curiousColours, planScouting } from './scout';
import type { Study } from './study';

/** Boards that are imagined at most before the best so far is taken. */
const MOST_IMAGINED = 400;
/** Actions of a run after which nothing new is looked for any more. */
const SCOUTING_ENDS = 34;
/** The same, when it is known what is looked for. */
const CONFIRMING_ENDS = 46;
/** Actions between two tries on the way. */
const PASSING_GAP = 2;
/** Cells of distance that weigh as much as one action. */
const LURE_SCALE = 100;
/** Clicks considered on one board. */
const MOST_CLICKS = 12;

interface Search {
  brief: ExplorerBrief;
  study: Study;
  open: ActionId[];
  /** `board key|action key` of everything that was executed. */
  tried: Set<string>;
  contexts: Map<ActionId, ReturnType<typeof triedContexts>>;
  drastic: Set<number>;
  curious: Set<number>;
  /** Recolourings that are to be followed to new colours. */
  chains: Map<ActionId, boolean>;
  best: Plan | null;
}

/**
 * The cheapest thing worth trying: a target here, or after verified actions whose claims foretell the boards between.
 * Breadth first over imagined boards. Null when nothing on offer is open, or only repeats are in reach.
 */
export function planTarget(brief: ExplorerBrief, study: Study): Plan | null {
  const { situation } = brief;
  const board = readBoard(brief.frame);
  const drastic = drasticColours(study);
  const search: Search = {
    brief,
    study,
    open: rankOpen(situation),
    tried: new Set(
      study.history.map(
        (step) => `${keyBoard(readBoard(step.before), study.mask)}|${actionKey(step.action)}`,
      ),
    ),
    contexts: new Map(),
    drastic,
    curious: curiousColours(study, board, drastic),
    chains: new Map(),
    best: null,
  };
  if (search.open.length === 0) return null;
  const steps = situation.available.filter((id) => situation.actions[id]?.status === 'verified');
  const room = Math.min(MOST_SETUP, maxSetup(situation));
  const here = imagineHere(board, study);
  for (const id of search.open) {
    const claim = study.of(id).claims[0];
    if (claim?.kind !== 'recolour' || claim.click !== null) continue;
    search.chains.set(
      id,
      wantsNewColour(claim, here, steps, study, situation.actions[id] ?? { streak: 0, attempts: 0 }),
    );
  }
  let left = MOST_IMAGINED;
  const actionsFrom = (node: Imagined) => {
    const actions = node.setup.length < room ? stepsFrom(node, steps, study).slice(0, left) : [];
    left -= actions.length;
    return actions;
  };
  for (const node of imagineOn(here, study, actionsFrom)) {
    if (search.best && search.best.cost <= node.setup.length) break;
    weighTargets(search, node);
  }
  const scouting = scoutInstead(search);
  // Nothing but repeats: the way along known transitions to something untried is not found by imagining.
  return scouting ?? (search.best?.repeated ? null : search.best);
}

/** Instead of one more hopeless try, meet something new first; as long as the run is not long already. */
function scoutInstead({ brief, study, open, tried, curious, best }: Search): Plan | null {
  if (best && best.aim !== 'repeat' && !best.repeated) return null;
  const idle = open.filter((id) => id !== CLICK && study.of(id).effects === 0);
  const busy = open.filter((id) => id !== CLICK && study.of(id).claims.some((claim) => claim.when !== null));
  const ends = busy.length > 0 ? CONFIRMING_ENDS : SCOUTING_ENDS;
  if (idle.length + busy.length === 0 || study.history.length >= ends) return null;
  const isFresh = (node: Imagined, id: ActionId): boolean =>
    !tried.has(`${node.key}|${id}`) && foresee(study.of(id).claims, node, { id }).kind === 'board';
  const found = planScouting(brief, study, idle, tried, curious, (node) =>
    busy.some((id) => isFresh(node, id)),
  );
  return found && { ...found, aim: 'scout', repeated: false, cost: WEIGHTS.scout };
}

/** Verified actions that may be used to get somewhere. What takes back leads nowhere new. */
function stepsFrom(node: Imagined, steps: readonly ActionId[], study: Study): GameAction[] {
  return steps.flatMap((id): GameAction[] => {
    if (study.of(id).claims.some((claim) => claim.kind === 'restore')) return [];
    if (id !== CLICK) return [{ id }];
    return findClickables(node.board, study)
      .slice(0, MOST_CLICKS / 2)
      .map(({ action }) => action);
  });
}

function weighTargets(search: Search, node: Imagined): void {
  for (const [rank, id] of search.open.entries()) {
    const actions =
      id === CLICK
        ? findClickables(node.board, search.study)
            .slice(0, MOST_CLICKS)
            .map(({ action }) => action)
        : [{ id }];
    for (const [k, action] of actions.entries()) {
      const repeated = search.tried.has(`${node.key}|${actionKey(action)}`);
      const aim = weigh(search, node, action);
      if (!aim) continue;
      const lure = aim.aim === 'confirm' && search.curious.size > 0 ? leadsTo(search, node, action) : 0;
      const cost = node.setup.length + aim.cost + lure + rank / 50 + k / 20 + (repeated ? 6 : 0);
      if (search.best && search.best.cost <= cost) continue;
      search.best = { target: action, setup: node.setup, aim: aim.aim, repeated, cost };
    }
  }
}

/** A little for where a move leads: nearer to what nobody knows is better. */
function leadsTo(search: Search, node: Imagined, action: GameAction): number {
  const { study } = search;
  const gait = mainGait(study);
  const gear = gait?.gears.get(action.id);
  const one = gait && locate(node.board, gait.avatar.picture, gait.avatar.turned, study.mask);
  if (!gear || !one) return 0;
  const next = { ...one, top: one.top + gear.by.rows, left: one.left + gear.by.cols };
  return (distanceTo(node.board, next, search.curious) ?? 0) / LURE_SCALE;
}

/** What an action would be tried for on a board; null when it is thought to do nothing, or what it should not. */
function weigh(search: Search, node: Imagined, action: GameAction): { aim: Aim; cost: number } | null {
  const { study } = search;
  const { claims, rival, effects } = study.of(action.id);
  if (claims.length > 0) {
    const foretold = foresee(claims, node, action);
    if (foretold.kind === 'nothing') return null;
    const first = claims[0];
    if (first?.kind === 'recolour' && first.click === null) return weighRecolour(search, node, action, first);
    if (action.id === CLICK && isNextColour(search, node, action, claims)) {
      return { aim: 'colour', cost: WEIGHTS.confirm - 0.1 };
    }
    if (foretold.kind === 'silent') return weighUnknown(search, node, claims);
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
  if (areNews(marks, all, tries)) return { aim: 'news', cost: WEIGHTS.news };
  if (node.setup.length === 0 && isPassing(search, action.id)) {
    return { aim: 'passing', cost: WEIGHTS.passing };
  }
  return { aim: 'repeat', cost: WEIGHTS.repeat };
}

/** A recolouring waits for what leads to other places; then it is confirmed, or followed to the next colour. */
function weighRecolour(
  search: Search,
  node: Imagined,
  action: GameAction,
  claim: RecolourClaim,
): { aim: Aim; cost: number } {
  const known = foresee([claim], node, action).kind === 'board';
  const onward = search.chains.get(action.id) ?? false;
  if (known) return { aim: 'confirm', cost: onward ? WEIGHTS.unknown : WEIGHTS.confirm + 0.3 };
  return { aim: 'colour', cost: onward ? WEIGHTS.colour : WEIGHTS.repeat };
}

/** Whether a click meets a colour that clicks made, and that was not clicked yet; early on, while there is time. */
function isNextColour(search: Search, node: Imagined, action: GameAction, claims: readonly Claim[]): boolean {
  const known = search.brief.situation.actions[action.id];
  if (!known || known.streak > 0 || known.attempts + STREAK_TO_VERIFY >= MAX_ATTEMPTS) return false;
  const cell = clickedCell(node.board, action);
  const colour = cell === null ? -1 : (node.board.cells[cell] ?? -1);
  return claims.some(
    (claim) =>
      claim.kind === 'recolour' &&
      claim.map.some(([, to]) => to === colour) &&
      !claim.map.some(([from]) => from === colour),
  );
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
  if (news.length === 0) return { aim: 'unknown', cost: WEIGHTS.unknown };
  const counts = countColours(node.board);
  const common = news.every((colour) => (counts[colour] ?? 0) > COMMON_PART * node.board.cells.length);
  return common ? { aim: 'ground', cost: WEIGHTS.ground } : { aim: 'unknown', cost: WEIGHTS.unknown };
}

/** Half of the tries (nearly all when nothing new is in sight) may be spent on the way; not one after the other. */
function isPassing({ brief, study, open, curious }: Search, id: ActionId): boolean {
  const known = brief.situation.actions[id];
  const most = curious.size > 0 ? MAX_NO_EFFECT / 2 : MAX_NO_EFFECT - 1;
  if (open.length === 1 || !known || known.noEffect >= most) return false;
  return study.history.slice(-PASSING_GAP).every((step) => step.action.id !== id);
}

function contextsOf(search: Search, id: ActionId): ReturnType<typeof triedContexts> {
  const known = search.contexts.get(id) ?? triedContexts(search.study, id);
  search.contexts.set(id, known);
  return known;
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
