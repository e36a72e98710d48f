import { z } from 'zod';
import type { Round } from '../../contract/rounds';

/** A message of a chat. Parts that are not text, such as pictures, are left out. */
export const chatMessage = z.looseObject({
  role: z.string(),
  content: z
    .union([z.string(), z.array(z.looseObject({ type: z.string(), text: z.string().optional() }))])
    .nullish(),
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
  // The owner's wish to start a round has no text.
  const [latest, ...earlier] = rounds
    .filter(({ status }) => status !== 'rolledback')
    .map((round) => ({ ...round, inputs: round.inputs.filter(({ actor }) => actor !== 'system') }));
  const isOwn = latest?.inputs.every(({ actor }) => actor === self) && latest.inputs.at(-1)?.text === text;
  if (!latest || !isOwn) return { kind: 'say', text };
  // The person may have said the same twice: then the chat contains the reply to the first line.
  const reply = turns.findLast(({ role }) => role === 'assistant')?.text;
  const lines = latest.lines.filter(({ actor }) => actor !== self).map(formatLine);
  const isAnswered = reply !== undefined && (reply === lines.join('\n\n') || reply === lines.at(-1));
  const before = turns.findLast(({ role }) => role === 'user')?.text;
  const inputs = [...earlier.toReversed().flatMap((round) => round.inputs), ...latest.inputs.slice(0, -1)];
  const ownBefore = inputs.findLast(({ actor }) => actor === self)?.text;
  const isSame = !isAnswered && (before === undefined || before === ownBefore);
  return isSame ? { kind: 'again', round: latest } : { kind: 'say', text };
}

const messageText = (content: ChatMessage['content']): string =>
  typeof content === 'string' ? content : (content ?? []).map(({ text = '' }) => text).join('\n\n');

export const formatLine = ({ name, text }: Pick<HeardLine, 'name' | 'text'>): string => `${name}: ${text}`;
