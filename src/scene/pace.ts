import type { Event } from '../contract/events/events';
import { GATHER_HOLD_SECONDS, type PaceRules, type WaitingView } from '../contract/pace';
import { isRepeat } from '../room/room-state';
import type { QueuedInput, SceneState } from './state';
import { isOver } from './table/state';

/**
 * Decides when the next round begins and with which inputs, from the state, the time and the typing
 * indicators.
 */

/** Most inputs in one round, and most characters of them; the others wait for the next round. */
export const MAX_TOGETHER = 100;
export const MAX_TOGETHER_CHARS = 100_000;

/** Facts outside the ledger. Times in ms since the epoch. */
export interface PaceState {
  now: number;
  /** Typing people; the indicator expires at `until`. */
  typists: readonly { actor: string; until: number }[];
  /** Since when typing delays the next round; null: no delay. */
  heldSince: number | null;
}

/** If all fields are empty, the scene waits for an external event. */
export interface Plan {
  seqs: number[] | null;
  /** An autonomous round begins now: store its request. */
  goesOn: boolean;
  at: number | null;
  isHeld: boolean;
}

const NO_PLAN: Plan = { seqs: null, goesOn: false, at: null, isHeld: false };
const startPlan = (inputs: readonly QueuedInput[]): Plan => ({
  ...NO_PLAN,
  seqs: inputs.map(({ seq }) => seq),
});
const planCheck = (at: number): Plan => ({ ...NO_PLAN, at });

/**
 * Plans the next round of a scene.
 *
 * - A command of the owner (narration, regeneration) has a round of its own, before waiting lines.
 * - `immediate`: one round per input, in order of arrival; {@link joinRound} has the exception.
 * - `gather`: one round for all waiting inputs, once every present player has spoken, `gatherSeconds` after
 *   the first input (or after the end of the last round, if later), or when the owner starts it.
 * - `manual`: one round for all waiting inputs, when the owner starts it.
 * - An autonomous scene continues when none of these is due or scheduled.
 * - Typing delays a round for a limited time, except one that the owner starts.
 *
 * @example
 * ```ts
 * const { seqs, at } = planNext(state, { now: Date.now(), typists: [], heldSince: null });
 * if (seqs) startRound(seqs);
 * else if (at !== null) wakeAt(at);
 * ```
 */
export function planNext(state: SceneState, moment: PaceState): Plan {
  if (state.open || state.status === 'finished' || isOver(state)) return NO_PLAN;
  const next = planInputs(state, moment);
  return next === NO_PLAN ? planAutonomy(state, moment) : next;
}

function planInputs(state: SceneState, moment: PaceState): Plan {
  const { queue, failed, pace } = state;
  const [first] = queue;
  // Inputs of a failed round keep waiting, so that it can be retried; a new input starts a round.
  if (!first || (failed && (queue.at(-1)?.seq ?? 0) < failed.at)) return NO_PLAN;
  if (pace.turnMode === 'immediate') {
    return isCommand(first) || first.start
      ? startPlan([first])
      : holdForTypists(state, moment, startPlan([first]));
  }
  const command = queue.find(isCommand);
  if (command) return startPlan([command]);
  if (queue.some((input) => input.start)) return startPlan(groupInputs(queue));
  if (pace.turnMode === 'manual') return NO_PLAN;
  const due = gatherEndsAt(state, first);
  if (waitingFor(state).length > 0 && moment.now < due) return planCheck(due);
  return holdForTypists(state, moment, startPlan(groupInputs(queue)));
}

/** True if a player's line starts the next round as soon as the open one ends. The open one then ends early. */
export function isLineDue(state: SceneState, now: number): boolean {
  if (state.queue.length === 0 || state.status === 'finished') return false;
  const ended = { ...state, open: null, restedAt: new Date(now).toISOString() };
  const { seqs } = planInputs(ended, { now, typists: [], heldSince: null });
  return state.queue.some(({ seq, type }) => type === 'user' && seqs?.includes(seq));
}

/** Lines join a round until this long after its start: each restarts it, so more would delay the first one's answer. */
const JOIN_MS = 10_000;
/** Each restart discards a call of the director, so one seat must not cause many. */
const MAX_JOINS = 10;

/**
 * Decides if the waiting lines join the open round instead of waiting for the next: in `immediate` mode, while no
 * character has been asked.
 *
 * @param events of the open round
 * @returns seqs of all its inputs; null: they wait
 */
export function joinRound(state: SceneState, events: readonly Event[], now: number): number[] | null {
  const { open, queue, answering, pace } = state;
  const inputs = [...answering, ...queue];
  // A whisper gets a round of its own.
  const areLines = inputs.every(({ type, audience }) => type === 'user' && audience === undefined);
  if (!open || isRepeat(open) || pace.turnMode !== 'immediate' || state.table || queue.length === 0)
    return null;
  if (!areLines || groupInputs(inputs).length < inputs.length) return null;
  const own = events.filter(({ round }) => round === open.n);
  const isEarly = own.every(({ kind }) => kind === 'round.started' || kind === 'director.started');
  const starts = own.filter(({ kind }) => kind === 'round.started').length;
  const isNew = now - Date.parse(own[0]?.at ?? '') < JOIN_MS && starts <= MAX_JOINS;
  return isEarly && isNew ? inputs.map(({ seq }) => seq) : null;
}

function planAutonomy(state: SceneState, moment: PaceState): Plan {
  const { autonomy, queue } = state;
  if (!autonomy || autonomy.ending !== null || queue.some((input) => input.autonomous)) return NO_PLAN;
  const at = nextAutonomousAt(state);
  if (at !== null && moment.now < at) return planCheck(at);
  return holdForTypists(state, moment, { ...NO_PLAN, goesOn: true });
}

/** Time of the next autonomous round, if there is no input before; null: immediately. */
export function nextAutonomousAt({
  autonomy,
  restedAt,
}: Pick<SceneState, 'autonomy' | 'restedAt'>): number | null {
  if (!autonomy || autonomy.played === 0 || restedAt === null) return null;
  return Date.parse(restedAt) + autonomy.pauseSeconds * 1000;
}

function holdForTypists({ pace }: SceneState, { now, typists, heldSince }: PaceState, plan: Plan): Plan {
  const typing = typists.filter(({ until }) => until > now);
  const most = holdSeconds(pace) * 1000;
  if (most === 0 || typing.length === 0) return plan;
  const end = Math.min((heldSince ?? now) + most, Math.max(...typing.map(({ until }) => until)));
  return now < end ? { ...planCheck(end), isHeld: true } : plan;
}

const holdSeconds = ({ turnMode, holdForTyping }: PaceRules): number =>
  holdForTyping ?? (turnMode === 'gather' ? GATHER_HOLD_SECONDS : 0);

/** True if an input rewrites or drafts a line, or asks the judge, so the cast does not answer it. */
export const isRewrite = (type: QueuedInput['type']): boolean =>
  type === 'regenerate' || type === 'continue' || type === 'draft' || type === 'judgement';

const isCommand = ({ type }: QueuedInput): boolean => type === 'narration' || isRewrite(type);

/** As many as fit, in order of arrival; at least the first. */
function groupInputs(queue: readonly QueuedInput[]): QueuedInput[] {
  let chars = 0;
  const end = queue.findIndex((input, index) => {
    chars += input.text?.length ?? 0;
    return index > 0 && (index >= MAX_TOGETHER || chars > MAX_TOGETHER_CHARS);
  });
  return end < 0 ? [...queue] : queue.slice(0, end);
}

const gatherEndsAt = (
  { pace, restedAt }: Pick<SceneState, 'pace' | 'restedAt'>,
  first: QueuedInput,
): number =>
  Math.max(Date.parse(first.at), restedAt === null ? 0 : Date.parse(restedAt)) + pace.gatherSeconds * 1000;

/** Personas of present players who have neither spoken nor passed since the last round began. */
function waitingFor({ seats, queue }: Pick<SceneState, 'seats' | 'queue'>): string[] {
  const there = Object.values(seats).filter(({ role, present }) => role === 'player' && present);
  return there.flatMap(({ persona }) =>
    persona === null || queue.some(({ personaId }) => personaId === persona) ? [] : [persona],
  );
}

/** null if no round is gathering. */
export function waitingView(state: SceneState): WaitingView | null {
  const { pace, queue, open } = state;
  const waiting = queue.filter((input) => !isCommand(input));
  const [first] = waiting;
  if (!first || pace.turnMode === 'immediate') return null;
  const isTimed = pace.turnMode === 'gather' && !open && planInputs(state, INITIAL_PACE) !== NO_PLAN;
  return {
    since: first.at,
    startsAt: isTimed ? new Date(gatherEndsAt(state, first)).toISOString() : null,
    spoken: [...new Set(waiting.flatMap(({ personaId }) => personaId ?? []))],
    waitsFor: pace.turnMode === 'gather' ? waitingFor(state) : [],
  };
}

const INITIAL_PACE: PaceState = { now: 0, typists: [], heldSince: null };
