import type { CommandGiven } from '../../../src/contract/adventures';
import type { Event } from '../../../src/contract/events/events';
import { advanceCommand, advanceTurn, isTyped } from '../../../src/contract/events/fold/progress';
import type { TurnAccepted } from '../../../src/contract/rounds';
import { api, type Reply } from '../api/api';

export interface DeliveryResult {
  lines: { seq: number; name: string; text: string }[];
  /** Sentence with the current state. */
  state: string;
  /** Nothing more will follow. */
  isOver: boolean;
}

/** Most events to read when looking for a delivery's effect. */
const MAX_EVENTS = 500;

/** Reads the effect of an input in its room: its own text and the replies. */
export async function readResult(
  room: string,
  accepted: TurnAccepted | CommandGiven,
): Promise<Reply<DeliveryResult>> {
  const isScene = 'inputSeq' in accepted;
  const seq = isScene ? accepted.inputSeq : accepted.seq;
  const page = await api.events({ kind: isScene ? 'scenes' : 'runs', id: room }, seq - 1, MAX_EVENTS);
  if (!page.ok) return page;
  const { events } = page.value;
  const result = isScene ? foldTurn(accepted, events) : foldCommand(accepted, events);
  // Stop following an input that has not finished within so many events.
  return { ok: true, value: { ...result, isOver: result.isOver || events.length === MAX_EVENTS } };
}

const ENDS: Record<TurnAccepted['status'], string> = {
  queued: 'Queued for its round.',
  running: 'is in progress.',
  completed: 'is complete.',
  failed: 'failed.',
  cancelled: 'was canceled.',
};

/** Folds a scene's events from an input on: the line, and the lines of the round that it started. */
export function foldTurn(accepted: TurnAccepted, events: readonly Event[]): DeliveryResult {
  // The current state follows from the events alone.
  let state: TurnAccepted = { inputSeq: accepted.inputSeq, round: null, status: 'queued' };
  let lines: DeliveryResult['lines'] = [];
  for (const event of events) {
    const { seq } = event;
    if (event.kind === 'player.spoke' && seq === state.inputSeq)
      lines = [{ seq, name: event.payload.name ?? 'Someone', text: event.payload.text }];
    if (state.status !== 'queued' && state.status !== 'running') break;
    state = advanceTurn(state, event);
    if (state.round === null || event.round !== state.round) continue;
    // A restarted round removes its lines.
    if (event.kind === 'round.rolledback') lines = lines.filter((line) => line.seq === state.inputSeq);
    if (event.kind === 'character.spoke')
      lines = [...lines, { seq, name: event.payload.name, text: event.payload.text }];
  }
  return {
    lines,
    state: state.round === null ? ENDS.queued : `Round ${state.round} ${ENDS[state.status]}`,
    isOver: state.status !== 'queued' && state.status !== 'running',
  };
}

const WAITING: Record<CommandGiven['mode'], string> = {
  take: 'Not played yet.',
  suggest: 'The adventurer may use this suggestion.',
};

/** Folds events from a command on: the command and the story's response. */
export function foldCommand(accepted: CommandGiven, events: readonly Event[]): DeliveryResult {
  let state: CommandGiven = { ...accepted, turn: null, text: null };
  let isOver = false;
  for (const event of events) {
    state = advanceCommand(state, event);
    if (!isTyped(state, event)) continue;
    isOver = true;
    break;
  }
  const { seq, command, turn, text } = state;
  const lines = [
    { seq, name: accepted.mode === 'take' ? 'Played' : 'Suggested', text: command },
    ...(text === null ? [] : [{ seq: seq + 1, name: 'Story', text: text.trim() }]),
  ];
  return {
    lines,
    state: turn === null ? WAITING[accepted.mode] : `Played in turn ${turn}.`,
    // A suggestion may be used later; nothing responds to it.
    isOver: isOver || accepted.mode === 'suggest',
  };
}
