import type { Round } from '../../contract/rounds';
import { type ChatMessage, messageText } from './shapes';

/** What a chat asks of the scene. `again` replays a round. */
export type ChatWish = { kind: 'say'; text: string } | { kind: 'continue' } | { kind: 'again'; round: Round };

/**
 * Reads what the end of a chat asks for. A chat front end sends its whole history each time and has no other way to ask for a
 * regeneration than to send the same history again. Nothing else of the history counts: system prompts and edited or missing
 * messages change nothing in the scene.
 *
 * @param rounds the latest rounds as the seat sees them, newest first
 * @param self actor of the seat, such as `persona:ada`
 * @returns null if the chat has no message of a user or an assistant
 */
export function readWish(
  messages: readonly ChatMessage[],
  rounds: readonly Round[],
  self: string,
): ChatWish | null {
  const turns = messages
    .filter(({ role }) => role === 'user' || role === 'assistant')
    .map(({ role, content }) => ({ role, text: messageText(content).trim() }));
  const last = turns.pop();
  if (last === undefined) return null;
  if (last.role === 'assistant' || last.text === '') return { kind: 'continue' };
  const [latest, ...earlier] = rounds.filter(({ status }) => status !== 'rolledback');
  const isOwn =
    latest?.inputs.every(({ actor }) => actor === self) && latest.inputs.at(-1)?.text === last.text;
  if (!latest || !isOwn) return { kind: 'say', text: last.text };
  // The person may have said the same twice: then the chat contains the reply to the first line.
  const reply = turns.findLast(({ role }) => role === 'assistant')?.text;
  const isAnswered = reply !== undefined && latest.lines.length > 0 && reply === formatReply(latest, self);
  const before = turns.findLast(({ role }) => role === 'user')?.text;
  const inputs = [...earlier.toReversed().flatMap((round) => round.inputs), ...latest.inputs.slice(0, -1)];
  const ownBefore = inputs.findLast(({ actor }) => actor === self)?.text;
  const isSame = !isAnswered && (before === undefined || before === ownBefore);
  return isSame ? { kind: 'again', round: latest } : { kind: 'say', text: last.text };
}

/** A reply as the door sends it: everything that the seat hears but its own lines. */
const formatReply = ({ lines }: Round, self: string): string =>
  lines
    .filter(({ actor }) => actor !== self)
    .map(formatLine)
    .join('\n\n');

export const formatLine = ({ name, text }: { name: string; text: string }): string => `${name}: ${text}`;
