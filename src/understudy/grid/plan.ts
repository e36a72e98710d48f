import type { ActionId, GameAction } from '../../api/agents';
import type { ExplorerBrief } from '../../engines/grid/briefs';
import { CLICK, maxSetup, rankOpen } from '../../engines/grid/choose';
import { clickedCell, findSpot } from '../../engines/grid/claims/area';
import { type Board, countColours, readBoard } from '../../engines/grid/claims/board';
import type { Claim, MoveClaim, RecolourClaim } from '../../engines/grid/claims/claim';
import { forecast } from '../../engines/grid/claims/forecast';
import { isBeyond, judgeGround, lookAhead, shifted } from '../../engines/grid/claims/move';
import { coloursNear } from '../../engines/grid/claims/near';
import { keyOf, locate } from '../../engines/grid/claims/picture';
import type { RingClaim } from '../../engines/grid/claims/ring';
import { readClaims } from '../../engines/grid/claims/words';
import { isCovered } from '../../engines/grid/coverage';
import { MAX_NO_EFFECT, MAX_READ_ATTEMPTS, STREAK_TO_VERIFY } from '../../engines/grid/knowledge';
import { actionKey } from '../../engines/grid/transition';
import { type Clickable, countClicks, countIdleClicks, findClickables, GROUND_PART } from './clicks';
import {
  areNews,
  countUnmet,
  distanceTo,
  drasticColours,
  markClick,
  markContext,
  triedContexts,
} from './contexts';
import { foresee, type Imagined, imagineHere, imagineOn, keyBoard } from './imagine';
import { isOpen, RING_ENDS, RING_PLACES } from './infer-pictures';
import { planMark } from './marks';
import { mainMotion } from './motion/motion';
import { shuffle } from './order';
import { nameReactions } from './reactions';
import { curiousColours, MAX_SETUP, planScouting } from './scout';
import type { Study } from './study';
import { newMarks, planVaried } from './variety';

/** What a target is worth trying for. The weights are in actions: what one would walk that far for. */
const WEIGHTS = {
  /** Its claims foretell an effect in a state where it was not tried. */
  confirm: 0,
  /** It never had an effect, and the avatar meets something it never met when this was tried. */
  news: 0.4,
  /** The same with no way to go: the try is one of those that have to be made, and later the thing is elsewhere. */
  newsHere: -0.3,
  /** It had an effect that no claim covers, in a context like this one. */
  again: 0.6,
  /** Its claims do not say what happens here; where a widespread colour lies ahead, and otherwise. */
  ground: 0.35,
  unknown: 2.5,
  /** The same beside a thing near which they say nothing on purpose: to go there again says no more. */
  careful: 3.5,
  /** Each new mark of the board that it lacks to be as varied a test as is asked for. */
  same: 0.2,
  /** It would go beyond where it was ever seen to go, over known ground: as good as a confirmation, and says more. */
  limit: -0.04,
  /** More was learnt since its definition was written, which then says it too. */
  anew: -0.05,
  /** What its claims speak of is not on the board: something else may go in its place. */
  gone: 0.3,
  /** A recolouring that is to be followed further before it can be confirmed often enough. */
  colour: 1,
  /** Another kind of claim foretells the same. */
  rival: 3,
  /** No effect was ever seen, and nothing here is new but the state; it lies on the way of other targets. */
  passing: -0.2,
  /** The same, with nothing else to do. */
  repeat: 4,
  /** A click on what looks like a button, and was never clicked. */
  button: -0.2,
  /** A click on what was not seen to do what is claimed often enough, and on a kind that was never clicked. */
  unproven: -0.1,
  kind: -0.15,
  /** Each click on things of the same kind. */
  clicked: 0.06,
  /** Each click on the board that a repeated one leads to. */
  visit: 0.2,
  /** A ring that is to be followed on, and one that was seen here before. */
  ring: 0.5,
  ringKnown: 1.2,
  /** A ring where its mark never was, and how much the same place is put off for it. */
  ringElsewhere: -0.7,
  ringWaits: 1,
  /** A verified action, to meet what was never met. */
  scout: 3,
} as const;

export type Aim = Exclude<
  keyof typeof WEIGHTS | 'varied',
  | 'same'
  | 'careful'
  | 'newsHere'
  | 'button'
  | 'clicked'
  | 'unproven'
  | 'kind'
  | 'visit'
  | 'ring'
  | 'ringKnown'
  | 'ringElsewhere'
  | 'ringWaits'
>;

export interface Plan {
  target: GameAction;
  setup: GameAction[];
  aim: Aim;
  /** It was executed in this very state before. */
  repeated: boolean;
  cost: number;
}

/** Actions between two tries on the way, as long as there is no hurry. */
const PASSING_GAP = 2;
/** Tries that are kept for things nobody met yet, at most. */
const MAX_KEPT = 3;

/**
 * Tries of an action without effect that would show no more anywhere else: all that are left until it is exhausted but
 * one for each kind of thing in sight that it was not tried on or beside yet.
 */
function countSpare({ brief, study, here, drastic }: Search, id: ActionId): number {
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
    const missing = STREAK_TO_VERIFY - (brief.situation.actions[one]?.streak ?? 0);
    return sum + (study.of(one).claims.length > 0 ? missing : 0);
  }, 0);
  if (states <= spare) return states > 0;
  return study.history.slice(-PASSING_GAP).every((step) => step.action.id !== id);
}

/** Boards looked at to count what is left to confirm, and how far away. */
const MAX_BOARDS = 40;
const MAX_STEPS = 5;

/**
 * Says whether a recolouring is better followed to a colour it was not seen to take yet than confirmed: when the places
 * within reach do not hold enough known colours for the confirmations that are missing.
 *
 * @param steps verified actions that may lead to other places
 * @param counts consistent confirmations, and observations with effect, so far
 */
function wantsNewColour(
  claim: RecolourClaim,
  here: Imagined,
  steps: readonly ActionId[],
  study: Study,
  counts: { streak: number; attempts: number },
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
  return confirmations < STREAK_TO_VERIFY - counts.streak;
}

/** How often a place can be recoloured in a known way. */
function countKnown(map: ReadonlyMap<number, number>, cells: readonly number[], node: Imagined): number {
  let colour = cells.map((cell) => node.board.cells[cell] ?? 0).find((one) => map.has(one));
  let count = 0;
  for (; colour !== undefined && map.has(colour) && count < MAX_READ_ATTEMPTS; count++)
    colour = map.get(colour);
  return count;
}

/** Actions of a run after which nothing new is looked for any more. */
const SCOUTING_ENDS = 34;
/** The same, when it is known what is looked for. */
const CONFIRMING_ENDS = 46;
/** Steps to something new that are gone before what could be confirmed at once. */
const MAX_DETOUR = 4;
/** Steps to something new that one more try there is worth. */
const STEPS_A_TRY = 3;

/**
 * Meet something new first: instead of one more hopeless try, or before a confirmation that leads away from it, as it
 * will not be nearer again. Null when there is no reason to, nothing within reach, or the run is long already.
 */
function scoutInstead(search: Search, best: Plan | null): Plan | null {
  const { brief, study, open, tried, curious } = search;
  const isHopeless = !best || best.aim === 'repeat' || best.repeated;
  const idle = open.filter((id) => id !== CLICK && study.of(id).effects === 0);
  const busy = open.filter((id) => id !== CLICK && study.of(id).claims.some((claim) => claim.when !== null));
  if (!isHopeless && (idle.length === 0 || !leadsAway(search, best))) return null;
  const ends = busy.length > 0 ? CONFIRMING_ENDS : SCOUTING_ENDS;
  if (idle.length + busy.length === 0 || study.history.length >= ends) return null;
  const isFresh = (node: Imagined, id: ActionId): boolean =>
    !tried.has(`${node.key}|${id}`) && foresee(study.of(id).claims, node, { id }).kind === 'board';
  const scoutPlan = planScouting(brief, study, idle, tried, curious, (node) =>
    busy.some((id) => isFresh(node, id)),
  );
  if (!scoutPlan) return null;
  const triesLeft = idle.reduce(
    (sum, id) => sum + MAX_NO_EFFECT - (brief.situation.actions[id]?.noEffect ?? 0),
    0,
  );
  if (busy.length === 0 && scoutPlan.setup.length + 1 > STEPS_A_TRY * triesLeft) return null;
  if (!isHopeless && scoutPlan.setup.length > MAX_DETOUR) return null;
  const scouting: Plan = { ...scoutPlan, aim: 'scout', repeated: false, cost: WEIGHTS.scout };
  return tryAlong(search, idle, scoutPlan.setup) ?? scouting;
}

/** Steps out of the way to a mark that nobody stood on, and actions of a run from which on one goes there in any case, or never. */
const MARK_STEPS = 3;
const MARK_LATE = 20;
const MARK_ENDS = 60;

/** Goes onto a mark that nobody stood on, once every way to go is verified, one action is left, or the run is longer. */
function visitMark({ brief, study, open, tried, drastic }: Search): Plan | null {
  const { length } = study.history;
  const isLate =
    length >= MARK_LATE || open.length === 1 || open.every((id) => study.of(id).claims[0]?.kind !== 'move');
  if (!isLate || length >= MARK_ENDS) return null;
  const plan = planMark(brief, study, MARK_STEPS, tried, drastic);
  return plan && { ...plan, aim: 'scout', repeated: false, cost: WEIGHTS.scout };
}

/** The first step of a way that is gone anyway, and there a spare try: it costs no step of its own. */
function tryAlong(search: Search, idle: readonly ActionId[], [step]: readonly GameAction[]): Plan | null {
  const target = idle.find((id) => countSpare(search, id) > 0);
  if (!target || !step) return null;
  const [, next] = imagineOn(search.here, search.study, ({ setup }) => (setup.length === 0 ? [step] : []));
  if (!next || search.tried.has(`${next.key}|${target}`)) return null;
  return { target: { id: target }, setup: [step], aim: 'passing', repeated: false, cost: WEIGHTS.scout };
}

/** Says whether a confirmation takes the avatar further away from what nobody knows. */
function leadsAway(search: Search, { target, setup, aim }: Plan): boolean {
  if (aim !== 'confirm' || setup.length > 0 || search.curious.size === 0) return false;
  const { here, study, curious } = search;
  const motion = mainMotion(study);
  const one = motion && locate(here.board, motion.avatar.picture, motion.avatar.turned, study.mask);
  if (!one) return false;
  return measureNovelty(search, here, target) > (distanceTo(here.board, one, curious) ?? 0);
}

/** Cells from where an action takes the avatar to the nearest of what nobody knows; 0 when it does not take it. */
function measureNovelty({ study, curious }: Search, node: Imagined, action: GameAction): number {
  const motion = mainMotion(study);
  const gear = motion?.gears.get(action.id);
  const one = motion && locate(node.board, motion.avatar.picture, motion.avatar.turned, study.mask);
  if (!gear || !one) return 0;
  const next = { ...one, top: one.top + gear.by.rows, left: one.left + gear.by.cols };
  return distanceTo(node.board, next, curious) ?? 0;
}

/** Boards that are imagined at most before the best so far is taken. */
const MAX_IMAGINED = 400;
/** Cells of distance that weigh as much as one action. */
const NOVELTY_SCALE = 100;
/** Clicks considered on one board. */
const MAX_CLICKS = 20;

/** What a choice is searched in. */
interface Search {
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
      wantsNewColour(claim, here, steps, study, situation.actions[id] ?? { streak: 0, attempts: 0 }),
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
    const coverage = actions[id]?.coverage;
    return id !== CLICK && coverage !== null && coverage !== undefined && isCovered(coverage);
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

/** Says whether a verified action would be defined more carefully now. */
const isOutdated = ({ brief, study }: Search, id: ActionId): boolean => {
  const knowledge = brief.situation.actions[id];
  return knowledge?.status === 'verified' && needsRevision(knowledge.definition, study.of(id).claims);
};

/**
 * Says whether claims leave more aside, are silent near more, or know of a limit or a figure more than a definition that was
 * written earlier.
 */
function needsRevision(definition: string | null, claims: readonly Claim[]): boolean {
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

/** Clicks on things of a kind after which an effect that no claim covers is left at that. */
const MAX_UNCOVERED = 5;

/** Clicks without effect in a row after which other kinds wait for one that has some. */
const MAX_IDLE = 3;

/** Says whether things of a kind, or what is in one place, had an effect, and were not clicked often yet. */
const isUncovered = ({ siteClicks, siteWorked, placeClicks, placeWorked }: Clickable): boolean =>
  (siteWorked && siteClicks <= MAX_UNCOVERED) || (placeWorked && placeClicks <= MAX_UNCOVERED);

/** Says whether a thing was never clicked in its place, though one that looks like it had an effect. */
const isTwinOpen = ({ siteClicks, siteWorked, placeClicks, bar }: Clickable): boolean =>
  siteWorked && placeClicks === 0 && siteClicks <= MAX_UNCOVERED && !bar;

/** Clicks on a kind of thing that did nothing, though others of its size do something, until it is left at that. */
const MAX_SIBLING = 2;

/** Says whether a kind of thing was never clicked, or but once or twice on other boards though others of its size work. */
const isKindOpen = (
  { again, bar, sibling, size, siteClicks, siteWorked }: Clickable,
  node: Imagined,
): boolean =>
  !bar &&
  size * GROUND_PART <= node.board.cells.length &&
  (siteClicks === 0 || (sibling && !siteWorked && !again && siteClicks < MAX_SIBLING));

/** The same for a click: what looks like a button is pressed early; what was clicked on this board, late. */
function weighClick(search: Search, node: Imagined, clickable: Clickable): { aim: Aim; cost: number } | null {
  const { action, again, button, siteClicks } = clickable;
  const aim = weigh(search, node, action);
  // What one thing does, and would not do here, says little of another that looks like it.
  if (!aim) return isTwinOpen(clickable) ? { aim: 'again', cost: WEIGHTS.button } : null;
  // An effect that no claim covers counts against them all.
  if (isUncovered(clickable) && foresee(search.study.of(CLICK).claims, node, action).kind === 'silent')
    return { aim: 'again', cost: WEIGHTS.button };
  const { unproven } = search.study.of(CLICK);
  if (unproven && foresee(unproven, node, action).kind === 'board')
    return { aim: 'confirm', cost: WEIGHTS.unproven + (again ? WEIGHTS.again : 0) };
  if (
    isKindOpen(clickable, node) &&
    search.study.of(CLICK).effects > 0 &&
    countIdleClicks(search.study) < MAX_IDLE
  )
    return { aim: 'unknown', cost: WEIGHTS.kind };
  if (aim.aim === 'rival' && siteClicks < 2) return { aim: 'confirm', cost: WEIGHTS.confirm };
  if (button && siteClicks === 0) return { aim: aim.aim, cost: Math.min(aim.cost, WEIGHTS.button) };
  // Things that were clicked less come first: each is to be seen doing what is claimed.
  if (!again) return { aim: aim.aim, cost: aim.cost + Math.min(siteClicks, MAX_UNCOVERED) * WEIGHTS.clicked };
  // What was clicked here before is clicked to get to boards where less was clicked.
  const [, next] = imagineOn(node, search.study, ({ setup }) =>
    setup.length === node.setup.length ? [action] : [],
  );
  const visits = next ? countClicks(next.board, search.study) : 0;
  return { aim: aim.aim, cost: aim.cost + WEIGHTS.again + visits * WEIGHTS.visit };
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
