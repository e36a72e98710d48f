import type { ActionId, GameAction } from '../../contract/agents';
import { countConfirmations, STREAK_TO_VERIFY } from '../../contract/confirmations';
import type { ActionKnowledge } from '../../contract/run-knowledge';
import type { ExplorerBrief } from '../../grid/briefs';
import { CLICK, maxSetup, rankOpen } from '../../grid/choose';
import { findSpot } from '../../grid/claims/area';
import { readBoard } from '../../grid/claims/board';
import type { RecolourClaim } from '../../grid/claims/claim';
import { isCovered } from '../../grid/coverage';
import { MAX_READ_ATTEMPTS, unobservedAction } from '../../grid/knowledge';
import { actionKey } from '../../grid/transition';
import { type Plan, type Search, WEIGHTS } from './aims';
import { keyBoard } from './board-key';
import { findClickables } from './clicks';
import { drasticColours } from './contexts';
import { measureNovelty, scoutInstead, visitMark } from './detours';
import { foresee, type Imagined, imagineHere, imagineOn } from './imagine';
import { shuffle } from './order';
import { curiousColours, MAX_SETUP } from './scout';
import type { Study } from './study';
import { newMarks, planVaried } from './variety';
import { needsRevision, weigh } from './weigh';
import { weighClick } from './weigh-clicks';

/** Boards that are imagined at most before the best so far is taken. */
const MAX_IMAGINED = 400;
/** Cells of distance that weigh as much as one action. */
const NOVELTY_SCALE = 100;
/** Clicks considered on one board. */
const MAX_CLICKS = 20;

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
    open: withGone(brief, study, here),
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
      wantsNewColour(claim, here, steps, study, situation.actions[id] ?? unobservedAction()),
    );
  }
  let boardsLeft = MAX_IMAGINED;
  const actionsFrom = (node: Imagined) => {
    const actions = node.setup.length < room ? stepsFrom(node, steps, study).slice(0, boardsLeft) : [];
    boardsLeft -= actions.length;
    return actions;
  };
  for (const node of imagineOn(here, study, actionsFrom)) {
    if (search.best && search.best.cost <= node.setup.length) break;
    weighTargets(search, node);
  }
  const round = planRound(search, steps, room);
  if (round) return round;
  const scouting = visitMark(search) ?? scoutInstead(search, search.best);
  // Nothing but repeats: the way along known transitions to something untried is not found by imagining.
  return scouting ?? (search.best?.repeated ? null : search.best);
}

/** Boards looked at to count what is left to confirm, and how far away. */
const MAX_BOARDS = 40;
const MAX_STEPS = 5;

/**
 * Says whether a recolouring is better followed to a colour it was not seen to take yet than confirmed: when the places
 * within reach do not hold enough known colours for the confirmations that are missing.
 *
 * @param steps verified actions that may lead to other places
 * @param counts of its action: confirmations, and observations with effect, so far
 */
function wantsNewColour(
  claim: RecolourClaim,
  here: Imagined,
  steps: readonly ActionId[],
  study: Study,
  counts: Pick<ActionKnowledge, 'streak' | 'attempts' | 'coverage'>,
): boolean {
  const map = new Map(claim.map);
  if (claim.map.every(([, to]) => map.has(to))) return false;
  // Early on there are attempts to spare, and a map that is whole says more.
  if (counts.streak === 0 && counts.attempts + STREAK_TO_VERIFY < MAX_READ_ATTEMPTS) return true;
  const places = new Map<string, number>();
  const moves = steps.filter((id) => study.of(id).claims.some(({ kind }) => kind === 'move'));
  const actionsFrom = ({ setup }: Imagined) => (setup.length < MAX_STEPS ? moves.map((id) => ({ id })) : []);
  for (const node of imagineOn(here, study, actionsFrom, MAX_BOARDS)) {
    const spot = findSpot(node.board, claim.area, { id: CLICK }, study.mask);
    if (spot) places.set(`${spot.top},${spot.left}`, countKnown(map, spot.cells, node));
  }
  const confirmations = [...places.values()].reduce((sum, n) => sum + n, 0);
  const { streak, needed } = countConfirmations(counts);
  return confirmations < needed - streak;
}

/** How often a place can be recoloured in a known way. */
function countKnown(map: ReadonlyMap<number, number>, cells: readonly number[], node: Imagined): number {
  let colour = cells.map((cell) => node.board.cells[cell] ?? 0).find((one) => map.has(one));
  let count = 0;
  for (; colour !== undefined && map.has(colour) && count < MAX_READ_ATTEMPTS; count++)
    colour = map.get(colour);
  return count;
}

/**
 * With nothing left to learn of the open actions but whether their definitions hold elsewhere, all actions are executed where
 * they never were: on a way that meets most that is new.
 */
function planRound(
  { brief, study, here, open, tried }: Search,
  steps: ActionId[],
  room: number,
): Plan | null {
  const { actions } = brief.situation;
  const isHeldBack = (id: ActionId): boolean => {
    const coverage = actions[id]?.coverage ?? null;
    return id !== CLICK && coverage !== null && isCovered(coverage);
  };
  if (!open.every((id) => isHeldBack(id) || actions[id]?.status === 'verified')) return null;
  const targets = open.filter(isHeldBack);
  const moves = steps.filter(
    (id) => id !== CLICK && !study.of(id).claims.some((claim) => claim.kind === 'restore'),
  );
  const way = planVaried(
    here,
    study,
    { steps: moves, open: targets, most: room },
    (node, id) => !tried.has(`${node.key}|${id}`),
  );
  return way && { ...way, aim: 'varied', repeated: false, cost: WEIGHTS.confirm };
}

/** Actions to be tried: open ones, and verified ones that speak of something that is not on the board now. */
function withGone({ situation, seed }: ExplorerBrief, study: Study, here: Imagined): ActionId[] {
  const open = shuffle(rankOpen(situation), seed);
  if (open.length === 0) return open;
  const goneIds = situation.available.filter((id) => {
    if (id === CLICK || open.includes(id) || situation.actions[id]?.status !== 'verified') return false;
    if (needsRevision(situation.actions[id]?.definition ?? null, study.of(id).claims)) return true;
    const foretold = foresee(study.of(id).claims, here, { id });
    return foretold.kind === 'silent' && foretold.missing === true;
  });
  return [...open, ...goneIds];
}

/** Verified actions that may be used to get somewhere. What takes back leads nowhere new. */
function stepsFrom(node: Imagined, steps: readonly ActionId[], study: Study): GameAction[] {
  return steps.flatMap((id): GameAction[] => {
    if (study.of(id).claims.some((claim) => claim.kind === 'restore')) return [];
    if (id !== CLICK) return [{ id }];
    const { claims } = study.of(id);
    const actions = findClickables(node.board, study).map(({ action }) => action);
    return actions
      .filter((action) => foresee(claims, node, action).kind === 'board')
      .slice(0, MAX_CLICKS / 3);
  });
}

function weighTargets(search: Search, node: Imagined): void {
  for (const [rank, id] of search.open.entries()) {
    const clickables = id === CLICK ? findClickables(node.board, search.study).slice(0, MAX_CLICKS) : [];
    const actions = id === CLICK ? clickables.map(({ action }) => action) : [{ id }];
    for (const [k, action] of actions.entries()) {
      const isRepeat = search.tried.has(`${node.key}|${actionKey(action)}`);
      const clickable = clickables[k];
      const aim = clickable ? weighClick(search, node, clickable) : weigh(search, node, action);
      if (!aim) continue;
      const novelty =
        aim.aim === 'confirm' && search.curious.size > 0
          ? measureNovelty(search, node, action) / NOVELTY_SCALE
          : 0;
      const sameness = aim.aim === 'confirm' && !clickable ? measureSameness(search, node, id) : 0;
      const cost =
        node.setup.length + aim.cost + novelty + sameness + rank / 50 + k / 20 + (isRepeat ? 6 : 0);
      if (search.best && search.best.cost <= cost) continue;
      search.best = { target: action, setup: node.setup, aim: aim.aim, repeated: isRepeat, cost };
    }
  }
}

/** New marks of a board from which on a test there is varied enough. */
const ENOUGH_MARKS = 2;

/** Costs of a confirmation on a board that differs little from those on which the action was executed. */
const measureSameness = ({ study }: Search, node: Imagined, id: ActionId): number =>
  Math.max(0, ENOUGH_MARKS - newMarks(node, id, study).length) * WEIGHTS.same;
