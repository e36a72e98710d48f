import { GATHER_HOLD_SECONDS, type PaceRules, type WaitingView } from '../contract/pace';
import type { QueuedInput, SceneState } from './state';
import { isOver } from './table/state';

/** Decides when the next round begins and with which inputs, from the scene, the time and the people who type. */

/** Most inputs, and most characters of them, that one round takes in; the others wait for the next. */
export const MAX_TOGETHER = 100;
export const MAX_TOGETHER_CHARS = 100_000;

/** Facts that the ledger does not hold. Times in milliseconds since the epoch. */
export interface Moment {
  now: number;
  /** People who are typing; a typist who says nothing further counts `until` then. */
  typists: readonly { actor: string; until: number }[];
  /** Since when the next round is held back for somebody who types; null: it is not. */
  heldSince: number | null;
}

/** The next step of a scene. All fields empty: it waits for something from outside. */
export interface Plan {
  /** Seqs of the inputs of a round that begins now. */
  seqs: number[] | null;
  /** The scene goes on by itself now: its own request for a round is to be stored. */
  goesOn: boolean;
  /** Time at which to plan again. */
  at: number | null;
  /** It could begin now, but somebody is typing. */
  isHeld: boolean;
}

const NOTHING: Plan = { seqs: null, goesOn: false, at: null, isHeld: false };
const start = (inputs: readonly QueuedInput[]): Plan => ({ ...NOTHING, seqs: inputs.map(({ seq }) => seq) });
const lookAt = (at: number): Plan => ({ ...NOTHING, at });

/**
 * Plans the next round of a scene.
 *
 * - A command of the owner (a narration, a line anew) has a round of its own, before lines that wait for others.
 * - `immediate`: each input has its own, in order of arrival.
 * - `gather`: all that wait have one, when every player who is there has spoken, or `gatherSeconds` after the first of
 *   them spoke (counted from the end of the last round, if that was later), or when the owner starts it.
 * - `manual`: all that wait have one, when the owner starts it.
 * - A scene that goes on by itself does so when nothing of this is due or will be.
 * - Typing holds a round back for a bounded time, except one that the owner starts.
 *
 * @example
 * ```ts
 * const { seqs, at } = planNext(state, { now: Date.now(), typists: [], heldSince: null });
 * if (seqs) startRound(seqs);
 * else if (at !== null) wakeAt(at);
 * ```
 */
export function planNext(state: SceneState, moment: Moment): Plan {
  if (state.open || state.status === 'finished' || isOver(state)) return NOTHING;
  const next = planInputs(state, moment);
  return next === NOTHING ? planAlone(state, moment) : next;
}

function planInputs(state: SceneState, moment: Moment): Plan {
  const { queue, failed, pace } = state;
  const [first] = queue;
  // Inputs that waited when a round failed go on waiting, so that it can be retried; a new input starts a round.
  if (!first || (failed && (queue.at(-1)?.seq ?? 0) < failed.at)) return NOTHING;
  if (pace.turnMode === 'immediate') {
    return isCommand(first) || first.start ? start([first]) : unlessTyping(state, moment, start([first]));
  }
  const command = queue.find(isCommand);
  if (command) return start([command]);
  if (queue.some((input) => input.start)) return start(takeTogether(queue));
  if (pace.turnMode === 'manual') return NOTHING;
  const due = gatherEnd(state, first);
  if (waitsFor(state).length > 0 && moment.now < due) return lookAt(due);
  return unlessTyping(state, moment, start(takeTogether(queue)));
}

function planAlone(state: SceneState, moment: Moment): Plan {
  const { autonomy, queue } = state;
  if (!autonomy || autonomy.ending !== null || queue.some((input) => input.autonomous)) return NOTHING;
  const at = nextAlone(state);
  if (at !== null && moment.now < at) return lookAt(at);
  return unlessTyping(state, moment, { ...NOTHING, goesOn: true });
}

/** When the scene goes on by itself next, if nothing comes before; null: as soon as it can. */
export function nextAlone({ autonomy, restedAt }: Pick<SceneState, 'autonomy' | 'restedAt'>): number | null {
  if (!autonomy || autonomy.played === 0 || restedAt === null) return null;
  return Date.parse(restedAt) + autonomy.pauseSeconds * 1000;
}

function unlessTyping({ pace }: SceneState, { now, typists, heldSince }: Moment, plan: Plan): Plan {
  const typing = typists.filter(({ until }) => until > now);
  const most = holdSeconds(pace) * 1000;
  if (most === 0 || typing.length === 0) return plan;
  const end = Math.min((heldSince ?? now) + most, Math.max(...typing.map(({ until }) => until)));
  return now < end ? { ...lookAt(end), isHeld: true } : plan;
}

const holdSeconds = ({ turnMode, holdForTyping }: PaceRules): number =>
  holdForTyping ?? (turnMode === 'gather' ? GATHER_HOLD_SECONDS : 0);

/** A command of the owner, in which no player has a part. */
/** Says whether an input asks for a line to be rewritten or drafted: no round of the cast answers it. */
export const rewrites = (type: QueuedInput['type']): boolean =>
  type === 'regenerate' || type === 'continue' || type === 'draft';

const isCommand = ({ type }: QueuedInput): boolean => type === 'narration' || rewrites(type);

/** As many as fit, in order of arrival; at least the first. */
function takeTogether(queue: readonly QueuedInput[]): QueuedInput[] {
  let chars = 0;
  const end = queue.findIndex((input, index) => {
    chars += input.text?.length ?? 0;
    return index > 0 && (index >= MAX_TOGETHER || chars > MAX_TOGETHER_CHARS);
  });
  return end < 0 ? [...queue] : queue.slice(0, end);
}

/** The latest start of a round that is being gathered. */
const gatherEnd = ({ pace, restedAt }: Pick<SceneState, 'pace' | 'restedAt'>, first: QueuedInput): number =>
  Math.max(Date.parse(first.at), restedAt === null ? 0 : Date.parse(restedAt)) + pace.gatherSeconds * 1000;

/** Personas of the players who are there and have neither spoken nor passed since the last round began. */
function waitsFor({ seats, queue }: Pick<SceneState, 'seats' | 'queue'>): string[] {
  const there = Object.values(seats).filter(({ role, present }) => role === 'player' && present);
  return there.flatMap(({ persona }) =>
    persona === null || queue.some(({ personaId }) => personaId === persona) ? [] : [persona],
  );
}

/** The round that is being gathered, for everyone; null when nothing waits for one, or none is gathered here. */
export function showWaiting(state: SceneState): WaitingView | null {
  const { pace, queue, open } = state;
  const waiting = queue.filter((input) => !isCommand(input));
  const [first] = waiting;
  if (!first || pace.turnMode === 'immediate') return null;
  const isTimed = pace.turnMode === 'gather' && !open && planInputs(state, IN_THE_BEGINNING) !== NOTHING;
  return {
    since: first.at,
    startsAt: isTimed ? new Date(gatherEnd(state, first)).toISOString() : null,
    spoken: [...new Set(waiting.flatMap(({ personaId }) => personaId ?? []))],
    waitsFor: pace.turnMode === 'gather' ? waitsFor(state) : [],
  };
}

const IN_THE_BEGINNING: Moment = { now: 0, typists: [], heldSince: null };
