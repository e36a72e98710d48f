import type { ActionId, GameAction, Suggestion } from '../contract/agents';
import type { ActionKnowledge } from '../contract/run-knowledge';
import type { FramePlace } from './frame/places';
import { isSettled } from './knowledge';
import { actionKey, readActionKey } from './transition';

/**
 * Executed actions: state key → action key → key of the next state. null if the next state is unknown or not
 * reachable this way (the level or game ended).
 */
export type TriedActions = Readonly<Record<string, Readonly<Record<string, string | null>>>>;

export interface Situation {
  /** Key of the current masked frame. */
  stateKey: string;
  /** In the game's order. */
  available: readonly ActionId[];
  actions: Readonly<Record<string, ActionKnowledge>>;
  tried: TriedActions;
  /** Click targets in this frame; empty if the game takes no clicks. */
  places: readonly FramePlace[];
  /** Keys of actions that must not be sent on this board because the game refused them. */
  barred?: readonly string[];
  board: { rows: number; cols: number };
  /** Actions left in the budget for setup and target together. */
  actionsLeft: number;
}

export interface Choice {
  /** null ends the run. */
  target: GameAction | null;
  setup: GameAction[];
  reason: string;
}

export interface Refusal {
  pointer: string;
  message: string;
}

export interface ValidatedSuggestion {
  choice: Choice;
  /** Removed setup actions and coordinates, with reasons. */
  dropped: { action: string; reason: string }[];
  /** Empty if the suggestion is accepted. */
  refusals: Refusal[];
  /** True if the only problem is a click without a position; `choice` then has one picked by the service. */
  lacksPlace: boolean;
}

/** Maximum setup actions in one turn. */
const MAX_SETUP = 30;

/** The only action with a position. */
export const CLICK: ActionId = 'ACTION6';

const knownAction = (situation: Situation, action: ActionId): ActionKnowledge | undefined =>
  situation.actions[action];
/**
 * True if the action is predictable enough to be part of a setup: verified, or its latest effects were
 * predicted.
 */
export const isReliable = ({ status, streak }: Pick<ActionKnowledge, 'status' | 'streak'>): boolean =>
  status === 'verified' || streak > 0;
const canLead = (situation: Situation, action: ActionId): boolean =>
  isReliable(knownAction(situation, action) ?? { status: 'unobserved', streak: 0 });
const isOpen = (situation: Situation, action: ActionId): boolean =>
  !isSettled(knownAction(situation, action)?.status ?? 'unobserved');

/**
 * Validates a suggestion (docs/runs.md#a-turn).
 *
 * Drops setup actions that are not offered or not yet predictable. Refuses a target that is not offered, and
 * one that was already executed in the state it would meet while an untried pair is reachable. A click
 * without a position is refused too, but `choice` gets an untried position. A null target is always valid.
 */
export function validateSuggestion(situation: Situation, suggestion: Suggestion): ValidatedSuggestion {
  const droppedActions: ValidatedSuggestion['dropped'] = [];
  const setup = (suggestion.setup_sequence ?? []).flatMap((entry): GameAction[] => {
    const { action, x, y } = typeof entry === 'string' ? { action: entry, x: null, y: null } : entry;
    const reason = setupRefusal(situation, action, { x, y });
    if (reason !== null) droppedActions.push({ action, reason });
    return reason === null ? [place(action, x, y)] : [];
  });
  const id = suggestion.target_action;
  const { reasoning: reason } = suggestion;
  if (id === null)
    return {
      choice: { target: null, setup: [], reason },
      dropped: droppedActions,
      refusals: [],
      lacksPlace: false,
    };
  const { target_x: x, target_y: y } = suggestion;
  if (id !== CLICK && (x !== null || y !== null)) {
    droppedActions.push({ action: id, reason: `only ${CLICK} takes a place` });
  }
  const suggestedTarget = place(id, x, y);
  const target =
    id === CLICK && suggestedTarget.x === undefined ? aimClick(situation, setup) : suggestedTarget;
  const refusals = findRefusals(situation, target, setup);
  const lacksPlace = target !== suggestedTarget && refusals.length === 0;
  if (lacksPlace) refusals.push(askForPlace(situation));
  return { choice: { target, setup, reason }, dropped: droppedActions, refusals, lacksPlace };
}

function askForPlace({ board: { rows, cols } }: Situation): Refusal {
  const message = `${CLICK} needs a place: target_x is a column from 0 to ${cols - 1}, target_y a row from 0 to ${rows - 1}`;
  return { pointer: '/target_x', message };
}

const place = (id: ActionId, x: number | null, y: number | null): GameAction =>
  id === CLICK && x !== null && y !== null ? { id, x, y } : { id };

function setupRefusal(
  situation: Situation,
  action: ActionId,
  { x, y }: { x: number | null; y: number | null },
): string | null {
  if (!situation.available.includes(action)) return 'the game does not offer it';
  if (!canLead(situation, action)) return 'its effects were not predicted yet';
  if (action !== CLICK) return null;
  if (x === null || y === null) return 'a click needs x and y';
  return isOnBoard(situation, { x, y }) ? null : 'x or y lies outside the board';
}

const isOnBoard = ({ board }: Situation, { x, y }: FramePlace): boolean =>
  x >= 0 && y >= 0 && x < board.cols && y < board.rows;

/** Picks the first untried position in the state after the setup, if that state is known. */
function aimClick(situation: Situation, setup: readonly GameAction[]): GameAction {
  const state = followKnown(situation, setup) ?? '';
  const at = findFreshPlace(situation, state) ?? situation.places[0] ?? { x: 0, y: 0 };
  return { id: CLICK, ...at };
}

/**
 * Returns the first position not clicked in this state. Before any click had an effect, prefers positions not
 * clicked in any state: if every click changes some counter, each board is new, but its first position is
 * not.
 */
function findFreshPlace(situation: Situation, state: string): FramePlace | undefined {
  const fresh = situation.places.filter((at) => !isTried(situation, state, { id: CLICK, ...at }));
  if (knownAction(situation, CLICK)?.attempts) return fresh[0];
  const clickKeys = new Set(Object.values(situation.tried).flatMap((here) => Object.keys(here)));
  return fresh.find((at) => !clickKeys.has(actionKey({ id: CLICK, ...at }))) ?? fresh[0];
}

const isTried = (situation: Situation, state: string, action: GameAction): boolean =>
  situation.tried[state]?.[actionKey(action)] !== undefined;

function findRefusals(situation: Situation, target: GameAction, setup: GameAction[]): Refusal[] {
  if (setup.length === 0 && situation.barred?.includes(actionKey(target))) {
    const message = `the game refused ${actionKey(target)} on this board; try another action`;
    return [{ pointer: '/target_action', message }];
  }
  if (!situation.available.includes(target.id)) {
    const offeredIds = situation.available.join(', ') || 'nothing';
    return [
      {
        pointer: '/target_action',
        message: `${target.id} is not offered now; the game offers ${offeredIds}`,
      },
    ];
  }
  const { x, y } = target;
  if (x !== undefined && y !== undefined && !isOnBoard(situation, { x, y })) {
    const { rows, cols } = situation.board;
    const message = `(${x},${y}) lies outside the board: x is 0 to ${cols - 1}, y is 0 to ${rows - 1}`;
    return [{ pointer: '/target_x', message }];
  }
  const room = maxSetup(situation);
  if (setup.length > room) {
    const message = `at most ${room} setup actions fit here (the limit and the action budget), got ${setup.length}`;
    return [{ pointer: '/setup_sequence', message }];
  }
  const state = followKnown(situation, setup);
  if (state === null || !isTried(situation, state, target)) return [];
  const fresh = findUntried(situation);
  if (!fresh) return [];
  const way = fresh.setup.length === 0 ? 'here' : `after ${fresh.setup.map(actionKey).join(', ')}`;
  const message = `${actionKey(target)} was already executed in this exact state; ${actionKey(fresh.target)} was never tried ${way}`;
  return [{ pointer: '/target_action', message }];
}

/**
 * The service's own choice (docs/runs.md#the-services-choice), in this order: an action never observed; an
 * action that needs observations, in the nearest untried state reachable by verified actions; a repeat on the
 * way to such a state; the least tried action. A null target if no action is offered.
 */
export function pickAction(situation: Situation): Choice {
  const newAction = situation.available.find(
    (action) => (knownAction(situation, action)?.observations.length ?? 0) === 0 && isOpen(situation, action),
  );
  if (newAction) {
    const target = newAction === CLICK ? aimClick(situation, []) : { id: newAction };
    return { target, setup: [], reason: 'It has no observations yet.' };
  }
  const fresh = findUntried(situation);
  if (fresh) {
    const where = fresh.setup.length === 0 ? 'this state' : 'a state that verified actions reach';
    return { ...fresh, reason: `It still needs observations and was not tried in ${where}.` };
  }
  return pickRepeat(situation);
}

/**
 * Finds the nearest untried pair of a state and an action that needs observations: in the current state,
 * along known transitions of verified actions, or one verified step into an unknown state. Considers clicks
 * only in the current state, because objects of other states are unknown.
 */
function findUntried(situation: Situation): { target: GameAction; setup: GameAction[] } | null {
  const open = rankOpen(situation);
  if (open.length === 0) return null;
  const steps = situation.available.filter((action) => action !== CLICK && canLead(situation, action));
  const room = maxSetup(situation);
  const visitedStates = new Set([situation.stateKey]);
  const queue: { state: string; setup: GameAction[] }[] = [{ state: situation.stateKey, setup: [] }];
  for (let node = queue.shift(); node; node = queue.shift()) {
    const { state, setup } = node;
    const here = situation.tried[state] ?? {};
    for (const id of open) {
      const target = firstUntried(situation, state, id);
      if (target) return { target, setup };
    }
    if (setup.length >= room) continue;
    const unknown = steps.find((action) => here[action] === undefined);
    const next = open.find((action) => action !== CLICK) ?? open[0];
    if (unknown && next) {
      const target = next === CLICK ? aimClick(situation, [{ id: unknown }]) : { id: next };
      return { target, setup: [...setup, { id: unknown }] };
    }
    for (const step of steps) {
      const to = here[step];
      if (typeof to !== 'string' || visitedStates.has(to)) continue;
      visitedStates.add(to);
      queue.push({ state: to, setup: [...setup, { id: step }] });
    }
  }
  return null;
}

function firstUntried(situation: Situation, state: string, id: ActionId): GameAction | null {
  if (id !== CLICK) return isTried(situation, state, { id }) ? null : { id };
  if (state !== situation.stateKey) return null;
  const at = findFreshPlace(situation, state);
  return at ? { id, ...at } : null;
}

/** Offered actions that need observations, closest to verification first. */
export function rankOpen(situation: Situation): ActionId[] {
  const rank = (action: ActionId) => knownAction(situation, action);
  return situation.available
    .filter((action) => isOpen(situation, action))
    .sort(
      (a, b) =>
        (rank(b)?.streak ?? 0) - (rank(a)?.streak ?? 0) ||
        (rank(b)?.attempts ?? 0) - (rank(a)?.attempts ?? 0) ||
        (rank(a)?.noEffect ?? 0) - (rank(b)?.noEffect ?? 0),
    );
}

export const maxSetup = (situation: Situation): number =>
  Math.max(0, Math.min(MAX_SETUP, situation.actionsLeft - 1));

/** null if a transition is unknown. */
function followKnown(situation: Situation, path: readonly GameAction[]): string | null {
  let state: string | null = situation.stateKey;
  for (const action of path) {
    if (state === null) return null;
    state = situation.tried[state]?.[actionKey(action)] ?? null;
  }
  return state;
}

/**
 * Fallback if no untried pair is in reach: walks known transitions, repeats included, towards a state with
 * one.
 */
function pickRepeat(situation: Situation): Choice {
  const open = rankOpen(situation);
  const visitedStates = new Set([situation.stateKey]);
  const queue: { state: string; first: string | null }[] = [{ state: situation.stateKey, first: null }];
  for (let node = queue.shift(); node; node = queue.shift()) {
    const { state, first } = node;
    const here = situation.tried[state] ?? {};
    if (first !== null && open.some((id) => firstUntried(situation, state, id) !== null)) {
      const reason = 'A repeat, on the way to a state where something is untried.';
      return { target: readActionKey(first), setup: [], reason };
    }
    for (const [key, to] of Object.entries(here)) {
      if (typeof to !== 'string' || visitedStates.has(to)) continue;
      if (!situation.available.includes(readActionKey(key).id)) continue;
      visitedStates.add(to);
      queue.push({ state: to, first: first ?? key });
    }
  }
  const weigh = (action: ActionId) => knownAction(situation, action)?.observations.length ?? 0;
  const pool = open.length > 0 ? open : [...situation.available];
  const least = pool.sort((a, b) => weigh(a) - weigh(b))[0];
  if (!least) return { target: null, setup: [], reason: 'The game offers no action.' };
  const target = least === CLICK ? aimClick(situation, []) : { id: least };
  return { target, setup: [], reason: 'Nothing untried can be reached; this was observed least.' };
}
