import { cutAtLetter } from '../../base/fold-text';
import { oneLine, quoteName } from '../../base/quote';
import type { Event } from '../../contract/events/events';
import type { Problem } from '../../contract/problems';

/** Truncates a text and marks the cut. */
export const shorten = (text: string, most: number): string =>
  text.length > most ? `${cutAtLetter(text, most).toWellFormed()}…` : text;

/** Joins paragraphs, skipping empty, null and false ones. */
export const paragraphs = (...parts: (string | false | null | undefined)[]): string =>
  parts.filter((part) => part).join('\n');

/** Formats a problem for a model: cause and fix. */
export const writeProblem = ({ title, detail, fix, retryAfter }: Problem): string =>
  paragraphs(
    `${title}. ${oneLine(detail)}`,
    fix !== undefined && `Fix: ${oneLine(fix)}`,
    retryAfter !== undefined && `Try again in ${retryAfter} s.`,
  );

/** Describes an event in a few words for progress messages; null if it is not worth reporting. */
export function describeEvent(event: Event): string | null {
  switch (event.kind) {
    case 'round.started':
      return `Round ${event.payload.n} started`;
    case 'director.completed':
      return 'The director decided who acts';
    case 'character.started':
      return `${quoteName(event.payload.name)} is about to speak`;
    case 'character.spoke':
    case 'player.spoke':
      return `${quoteName(event.payload.name)} spoke`;
    case 'dice.rolled':
      return `${quoteName(event.payload.name)} rolled ${event.payload.notation}: ${event.payload.total}`;
    case 'round.completed':
      return 'The round is complete';
    case 'round.failed':
      return 'The round failed';
    case 'round.cancelled':
      return 'The round was cancelled';
    case 'turn.started':
      return `Turn ${event.payload.n} started`;
    case 'action.suggested':
      return 'The agent chose an action';
    case 'action.executed':
      return `${event.payload.action} was executed`;
    case 'command.executed':
      return `> ${oneLine(event.payload.command)}`;
    case 'level.completed':
      return 'A level was completed';
    case 'turn.completed':
      return `Turn ${event.turn} is complete`;
    case 'turn.failed':
      return `Turn ${event.turn} failed`;
    case 'run.finished':
      return 'The run finished';
    default:
      return null;
  }
}
