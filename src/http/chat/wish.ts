import { z } from 'zod';
import type { Round } from '../../contract/rounds';

const chatPart = z.union([z.string(), z.looseObject({ text: z.string().nullish() })]);
/** A message of a chat. Content that is not text, such as pictures, tool calls and AG-UI's activities, is left out. */
export const chatMessage = z.looseObject({
  role: z.string(),
  content: z.union([z.string(), z.array(chatPart), z.looseObject({})]).nullish(),
});
export type ChatMessage = z.infer<typeof chatMessage>;

/** A line that a seat hears. */
export interface HeardLine {
  seq: number;
  name: string;
  text: string;
}

/** A wish of a chat. `again` replays a round. */
export type ChatWish = { kind: 'say'; text: string } | { kind: 'continue' } | { kind: 'again'; round: Round };

/**
 * Reads the wish at the end of a chat. A chat front end sends its whole history each time and has no other way to ask for a
 * regeneration than to send the same history again. The rest of the history does not count: system prompts and edited or missing
 * messages change nothing in the scene.
 *
 * @param rounds the latest rounds as the seat sees them, newest first
 * @param self actor of the seat, such as `persona:ada`
 */
export function readWish(messages: readonly ChatMessage[], rounds: readonly Round[], self: string): ChatWish {
  const turns = messages
    .filter(({ role }) => role === 'user' || role === 'assistant')
    .map(({ role, content }) => ({ role, text: messageText(content).trim() }));
  const last = turns.pop();
  if (last?.role === 'assistant') return { kind: 'continue' };
  const text = last?.text ?? '';
  // The owner's wish to start a round, and the person's to continue, have no text.
  const isWordless = (input: { actor: string; text: string }) =>
    input.actor === 'system' || (input.actor === self && input.text === '');
  const [latest, ...earlier] = rounds
    .filter(({ status }) => status !== 'rolledback')
    .map((round) => ({ ...round, inputs: round.inputs.filter((input) => !isWordless(input)) }));
  const isOwn = latest?.inputs.every(({ actor }) => actor === self) && latest.inputs.at(-1)?.text === text;
  if (!latest || !isOwn) return { kind: 'say', text };
  // The person may say the same again: then the chat contains the reply to the latest line, or repeats the line more often.
  const reply = turns.findLast(({ role }) => role === 'assistant')?.text;
  const lines = latest.lines.filter(({ actor }) => actor !== self).map(formatLine);
  const isAnswered = reply !== undefined && (reply === lines.join('\n\n') || reply === lines.at(-1));
  const inputs = [...earlier.toReversed().flatMap((round) => round.inputs), ...latest.inputs];
  const own = inputs.filter(({ actor }) => actor === self).map((input) => input.text);
  const said = [...turns.filter(({ role }) => role === 'user').map((turn) => turn.text), text];
  const isNew = isAnswered || countLast(said, text) > countLast(own, text);
  return isNew ? { kind: 'say', text } : { kind: 'again', round: latest };
}

/** Number of equal texts at the end. */
const countLast = (texts: readonly string[], text: string): number =>
  texts.length - 1 - texts.findLastIndex((one) => one !== text);

function messageText(content: ChatMessage['content']): string {
  if (!Array.isArray(content)) return typeof content === 'string' ? content : '';
  const texts = content.map((part) => (typeof part === 'string' ? part : part.text));
  return texts.filter(Boolean).join('\n\n');
}

export const formatLine = ({ name, text }: Pick<HeardLine, 'name' | 'text'>): string => `${name}: ${text}`;
