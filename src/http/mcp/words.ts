import { cutAtLetter } from '../../base/fold-text';
import { oneLine, quoteName } from '../../base/quote';
import type { Event } from '../../contract/events/events';
import type { Problem } from '../../contract/problems';

/** A text of at most so many characters, with a mark where it was cut. */
export const shorten = (text: string, most: number): string =>
  text.length > most ? `${cutAtLetter(text, most).toWellFormed()}…` : text;

/** Joins paragraphs; what is empty, null or false is left out. */
export const paragraphs = (...parts: (string | false | null | undefined)[]): string =>
  parts.filter((part) => part).join('\n');

/** A problem as a model reads it: the cause, and what to change. */
export const writeProblem = ({ title, detail, fix, retryAfter }: Problem): string =>
  paragraphs(
    `${title}. ${oneLine(detail)}`,
    fix !== undefined && `What to do: ${oneLine(fix)}`,
    retryAfter !== undefined && `Try again in ${retryAfter} s.`,
  );

/** Says in a few words what happened in a room, for whoever waits; null: nothing that is worth a word. */
export function describeEvent(event: Event): string | null {
  switch (event.kind) {
    case 'round.started':
      return `Round ${event.payload.n} has begun`;
    case 'director.completed':
      return 'The director has decided who acts';
    case 'character.started':
      return `${quoteName(event.payload.name)} is about to speak`;
    case 'character.spoke':
    case 'player.spoke':
      return `${quoteName(event.payload.name)} has spoken`;
    case 'round.completed':
      return 'The round is over';
    case 'round.failed':
      return 'The round has failed';
    case 'round.cancelled':
      return 'The round was cancelled';
    case 'turn.started':
      return `Turn ${event.payload.n} has begun`;
    case 'action.suggested':
      return 'The agent has chosen what to try';
    case 'action.executed':
      return `${event.payload.action} was done`;
    case 'command.executed':
      return `> ${oneLine(event.payload.command)}`;
    case 'level.completed':
      return 'A level is completed';
    case 'turn.completed':
      return `Turn ${event.turn} is over`;
    case 'turn.failed':
      return `Turn ${event.turn} has failed`;
    case 'run.finished':
      return 'The run has finished';
    default:
      return null;
  }
}
