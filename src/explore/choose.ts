import type { ActionId, Suggestion } from '../contract/agents';
import type { ActionKnowledge } from '../contract/runs';
import { isSettled } from './knowledge';

/**
 * Which action was executed in which state, and where it led: state key → action → key of the state after, or null
 * when what followed is not a way to go (a level was completed, the game ended).
 */
export type Tried = Readonly<Record<string, Readonly<Partial<Record<ActionId, string | null>>>>>;

/** What a choice is made from. */
export interface Situation {
  /** Key of the masked frame the game shows now. */
  stateKey: string;
  /** What the game offers now, in its order. */
  available: readonly ActionId[];
  actions: Readonly<Record<string, ActionKnowledge>>;
  tried: Tried;
  /** Actions left in the budget: setup and target must fit. */
  actionsLeft: number;
}

export interface Choice {
  /** Null ends the run. */
  target: ActionId | null;
  setup: ActionId[];
  reason: string;
}

export interface Refusal {
  pointer: string;
  message: string;
}

export interface Validated {
  choice: Choice;
  /** Setup actions that were left out, and why. */
  dropped: { action: ActionId; reason: string }[];
  /** Why the suggestion is refused; empty when it is accepted. */
  refusals: Refusal[];
}

/** The longest setup sequence that is executed in one turn. */
export const MAX_SETUP = 30;

const knownOf = (situation: Situation, action: ActionId): ActionKnowledge | undefined =>
  situation.actions[action];
const isVerified = (situation: Situation, action: ActionId): boolean =>
  knownOf(situation, action)?.status === 'verified';
const isOpen = (situation: Situation, action: ActionId): boolean =>
  !isSettled(knownOf(situation, action)?.status ?? 'unseen');

/**
 * Check what an agent suggests (Design §7). Setup actions that are not offered or not verified are dropped; a target
 * that is not offered is refused, and so is one that was already executed in the very state it would meet while a
 * pair that was never tried can be reached. A null target is always accepted.
 */
export function validateSuggestion(situation: Situation, suggestion: Suggestion): Validated {
  const dropped: Validated['dropped'] = [];
  const setup = (suggestion.setup_sequence ?? []).filter((action) => {
    const reason = !situation.available.includes(action)
      ? 'the game does not offer it'
      : isVerified(situation, action)
        ? null
        : 'it is not verified';
    if (reason !== null) dropped.push({ action, reason });
    return reason === null;
  });
  const target = suggestion.target_action;
  const choice: Choice = { target, setup: target === null ? [] : setup, reason: suggestion.reasoning };
  return { choice, dropped, refusals: target === null ? [] : findRefusals(situation, target, setup) };
}

function findRefusals(situation: Situation, target: ActionId, setup: ActionId[]): Refusal[] {
  if (!situation.available.includes(target)) {
    const offered = situation.available.join(', ');
    return [
      { pointer: '/target_action', message: `${target} is not offered now; the game offers ${offered}` },
    ];
  }
  const room = maxSetup(situation);
  if (setup.length > room) {
    const message = `at most ${room} setup actions fit here (the limit and the action budget), got ${setup.length}`;
    return [{ pointer: '/setup_sequence', message }];
  }
  const state = followKnown(situation, setup);
  if (state === null || situation.tried[state]?.[target] === undefined) return [];
  const fresh = findUntried(situation);
  if (!fresh) return [];
  const way = fresh.setup.length === 0 ? 'here' : `after ${fresh.setup.join(', ')}`;
  const message = `${target} was already executed in this exact state; ${fresh.target} was never tried ${way}`;
  return [{ pointer: '/target_action', message }];
}

/**
 * The service's own choice, by the seed's priorities: an action never observed; one that still needs observations, in
 * a state where it was not tried, as near as verified actions can reach; failing that, a repeat on the way to such a
 * state; failing that, whatever was tried least. Null when no action is offered.
 */
export function pickAction(situation: Situation): Choice {
  const unseen = situation.available.find(
    (action) => (knownOf(situation, action)?.observations.length ?? 0) === 0 && isOpen(situation, action),
  );
  if (unseen) return { target: unseen, setup: [], reason: 'It has no observations yet.' };
  const fresh = findUntried(situation);
  if (fresh) {
    const where = fresh.setup.length === 0 ? 'this state' : 'a state that verified actions reach';
    return { ...fresh, reason: `It still needs observations and was not tried in ${where}.` };
  }
  return pickRepeat(situation);
}

/**
 * The nearest pair of a state and an action that still needs observations that was never tried: here, along known
 * transitions of verified actions, or one verified step into a state never seen. Null when there is none.
 */
export function findUntried(situation: Situation): { target: ActionId; setup: ActionId[] } | null {
  const open = rankOpen(situation);
  if (open.length === 0) return null;
  const steps = situation.available.filter((action) => isVerified(situation, action));
  const room = maxSetup(situation);
  const seen = new Set([situation.stateKey]);
  const queue: { state: string; setup: ActionId[] }[] = [{ state: situation.stateKey, setup: [] }];
  for (let node = queue.shift(); node; node = queue.shift()) {
    const here = situation.tried[node.state] ?? {};
    const target = open.find((action) => here[action] === undefined);
    if (target) return { target, setup: node.setup };
    if (node.setup.length >= room) continue;
    const unknown = steps.find((action) => here[action] === undefined);
    if (unknown && open[0]) return { target: open[0], setup: [...node.setup, unknown] };
    for (const step of steps) {
      const next = here[step];
      if (typeof next !== 'string' || seen.has(next)) continue;
      seen.add(next);
      queue.push({ state: next, setup: [...node.setup, step] });
    }
  }
  return null;
}

/** Actions that still need observations and are offered: nearest to verification first. */
export function rankOpen(situation: Situation): ActionId[] {
  const rank = (action: ActionId) => knownOf(situation, action);
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

/** The state that known transitions lead to; null when one of them is unknown. */
function followKnown(situation: Situation, path: readonly ActionId[]): string | null {
  let state: string | null = situation.stateKey;
  for (const action of path) {
    if (state === null) return null;
    state = situation.tried[state]?.[action] ?? null;
  }
  return state;
}

/** Nothing untried is within reach: walk known transitions, repeats included, towards a state with something new. */
function pickRepeat(situation: Situation): Choice {
  const open = rankOpen(situation);
  const seen = new Set([situation.stateKey]);
  const queue: { state: string; path: ActionId[] }[] = [{ state: situation.stateKey, path: [] }];
  for (let node = queue.shift(); node; node = queue.shift()) {
    const here = situation.tried[node.state] ?? {};
    const first = node.path[0];
    if (first && open.some((action) => here[action] === undefined)) {
      return {
        target: first,
        setup: [],
        reason: 'A repeat, on the way to a state where something is untried.',
      };
    }
    for (const action of situation.available) {
      const next = here[action];
      if (typeof next !== 'string' || seen.has(next)) continue;
      seen.add(next);
      queue.push({ state: next, path: [...node.path, action] });
    }
  }
  const weigh = (action: ActionId) => knownOf(situation, action)?.observations.length ?? 0;
  const pool = open.length > 0 ? open : [...situation.available];
  const least = pool.sort((a, b) => weigh(a) - weigh(b))[0];
  return least
    ? { target: least, setup: [], reason: 'Nothing untried can be reached; this was observed least.' }
    : { target: null, setup: [], reason: 'The game offers no action.' };
}
