import type { CommandGiven } from '../api/adventures';
import type { TurnAccepted } from '../api/rounds';
import type { Event } from '../events/events';
import { advanceCommand, advanceTurn, isTyped } from '../room/progress';

/** One line that everyone in the scene heard. */
interface HeardLine {
  actor: string;
  name: string;
  text: string;
}

/** What has come of a delivery so far. */
export type Progress =
  | { of: 'turn'; state: TurnAccepted; lines: HeardLine[]; isOver: boolean }
  | { of: 'command'; state: CommandGiven; isOver: boolean };

export const turnProgress = (state: TurnAccepted): Progress => ({
  of: 'turn',
  state,
  lines: [],
  isOver: false,
});
export const commandProgress = (state: CommandGiven): Progress => ({
  of: 'command',
  state,
  // A suggestion is heard some time; nothing answers it.
  isOver: state.mode === 'suggest',
});

/** What one more event of the room makes of it. Only what everyone may see becomes part of a result. */
export function advance(progress: Progress, event: Event): Progress {
  if (progress.isOver) return progress;
  if (progress.of === 'command') {
    const state = advanceCommand(progress.state, event);
    return { ...progress, state, isOver: isTyped(state, event) };
  }
  const state = advanceTurn(progress.state, event);
  const isOurs = state.round !== null && event.round === state.round;
  let { lines } = progress;
  // A round that begins anew takes its lines back.
  if (isOurs && event.kind === 'round.rolledback') lines = [];
  if (isOurs && event.kind === 'character.spoke' && event.audience.includes('*')) {
    const { name, text } = event.payload;
    lines = [...lines, { actor: event.actor, name: String(name ?? event.actor), text: String(text ?? '') }];
  }
  const isOver = state.status !== 'queued' && state.status !== 'running';
  return { ...progress, state, lines, isOver };
}

/** A result as one text: what was said, or what the story answered. */
export function tellResult(progress: Progress): string {
  if (progress.of === 'command') return progress.state.text ?? `(${progress.state.status})`;
  const told = progress.lines.map(({ name, text }) => `${name}: ${text}`).join('\n');
  return told === '' ? `(${progress.state.status})` : told;
}
