import type { CommandGiven } from '../../../src/contract/adventures';
import type { Event } from '../../../src/contract/events/events';
import { advanceCommand, advanceTurn, isTyped } from '../../../src/contract/events/fold/progress';
import type { TurnAccepted } from '../../../src/contract/rounds';
import { api, type Reply } from '../api/api';

export interface DeliveryResult {
  lines: { seq: number; name: string; text: string }[];
  /** Sentence that says how far it has come. */
  state: string;
  /** Nothing more comes of it. */
  isOver: boolean;
}

/** Events that are read at most to find what came of one delivery. */
const MAX_EVENTS = 500;

/** Reads in a room what came of an input: its own words, and what answered them. */
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
  // What has not ended within so many events is not followed any further.
  return { ok: true, value: { ...result, isOver: result.isOver || events.length === MAX_EVENTS } };
}

const ENDS: Record<TurnAccepted['status'], string> = {
  queued: 'Queued for its round.',
  running: 'is in progress.',
  completed: 'is complete.',
  failed: 'failed.',
  cancelled: 'was canceled.',
};

/** Folds the events from an input of a scene on: the line itself, and the lines of the round that it began. */
export function foldTurn(accepted: TurnAccepted, events: readonly Event[]): DeliveryResult {
  // Where it is now follows from the events alone.
  let state: TurnAccepted = { inputSeq: accepted.inputSeq, round: null, status: 'queued' };
  let lines: DeliveryResult['lines'] = [];
  for (const event of events) {
    const { seq } = event;
    if (event.kind === 'player.spoke' && seq === state.inputSeq)
      lines = [{ seq, name: event.payload.name ?? 'Someone', text: event.payload.text }];
    if (state.status !== 'queued' && state.status !== 'running') break;
    state = advanceTurn(state, event);
    if (state.round === null || event.round !== state.round) continue;
    // A round that begins anew takes its lines back.
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

/** Folds the events from a command on: the command, and what the story answered. */
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
    // A suggestion is heard some time; nothing answers it.
    isOver: isOver || accepted.mode === 'suggest',
  };
}
