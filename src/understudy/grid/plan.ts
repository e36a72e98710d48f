import type { ActionId, GameAction } from '../../api/agents';
import type { ExplorerBrief } from '../../engines/grid/briefs';
import { CLICK, maxSetup, rankOpen } from '../../engines/grid/choose';
import { clickedCell } from '../../engines/grid/claims/area';
import { countColours, readBoard } from '../../engines/grid/claims/board';
import type { Claim, MoveClaim, RecolourClaim } from '../../engines/grid/claims/claim';
import { lookAhead } from '../../engines/grid/claims/move';
import { locate } from '../../engines/grid/claims/picture';
import { MAX_ATTEMPTS, STREAK_TO_VERIFY } from '../../engines/grid/knowledge';
import { actionKey } from '../../engines/grid/transition';
import { type Aim, MAX_SETUP, type Plan, WEIGHTS } from './aims';
import { wantsNewColour } from './chain';
import { findClickables } from './clicks';
import { areNews, drasticColours, markClick, markContext, triedContexts } from './contexts';
import { measureLure, scoutInstead } from './detour';
import { foresee, type Imagined, imagineHere, imagineOn, keyBoard } from './imagine';
import { curiousColours } from './scout';
import type { Study } from './study';
import { isPassing } from './tries';

/** Boards that are imagined at most before the best so far is taken. */
const MAX_IMAGINED = 400;
/** Cells of distance that weigh as much as one action. */
const LURE_SCALE = 100;
/** Clicks considered on one board. */
const MAX_CLICKS = 12;

/** What a choice is searched in. */
export interface Search {
  brief: ExplorerBrief;
  study: Study;
  /** The board that stands. */
  here: Imagined;
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
  const here = imagineHere(board, study);
  const drastic = drasticColours(study);
  const search: Search = {
    brief,
    study,
    here,
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
  const room = Math.min(MAX_SETUP, maxSetup(situation));
  for (const id of search.open) {
    const claim = study.of(id).claims[0];
    if (claim?.kind !== 'recolour' || claim.click !== null) continue;
    search.chains.set(
      id,
      wantsNewColour(claim, here, steps, study, situation.actions[id] ?? { streak: 0, attempts: 0 }),
    );
  }
  let left = MAX_IMAGINED;
  const actionsFrom = (node: Imagined) => {
    const actions = node.setup.length < room ? stepsFrom(node, steps, study).slice(0, left) : [];
    left -= actions.length;
    return actions;
  };
  for (const node of imagineOn(here, study, actionsFrom)) {
    if (search.best && search.best.cost <= node.setup.length) break;
    weighTargets(search, node);
  }
  const scouting = scoutInstead(search, search.best);
  // Nothing but repeats: the way along known transitions to something untried is not found by imagining.
  return scouting ?? (search.best?.repeated ? null : search.best);
}

/** Verified actions that may be used to get somewhere. What takes back leads nowhere new. */
function stepsFrom(node: Imagined, steps: readonly ActionId[], study: Study): GameAction[] {
  return steps.flatMap((id): GameAction[] => {
    if (study.of(id).claims.some((claim) => claim.kind === 'restore')) return [];
    if (id !== CLICK) return [{ id }];
    return findClickables(node.board, study)
      .slice(0, MAX_CLICKS / 2)
      .map(({ action }) => action);
  });
}

function weighTargets(search: Search, node: Imagined): void {
  for (const [rank, id] of search.open.entries()) {
    const actions =
      id === CLICK
        ? findClickables(node.board, search.study)
            .slice(0, MAX_CLICKS)
            .map(({ action }) => action)
        : [{ id }];
    for (const [k, action] of actions.entries()) {
      const repeated = search.tried.has(`${node.key}|${actionKey(action)}`);
      const aim = weigh(search, node, action);
      if (!aim) continue;
      const lure =
        aim.aim === 'confirm' && search.curious.size > 0 ? measureLure(search, node, action) / LURE_SCALE : 0;
      const cost = node.setup.length + aim.cost + lure + rank / 50 + k / 20 + (repeated ? 6 : 0);
      if (search.best && search.best.cost <= cost) continue;
      search.best = { target: action, setup: node.setup, aim: aim.aim, repeated, cost };
    }
  }
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
  if (areNews(marks, all, tries))
    return { aim: 'news', cost: node.setup.length === 0 ? WEIGHTS.newsHere : WEIGHTS.news };
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
