import type { Message } from '../api/calls';
import { quote } from '../base/quote';
import type { Ask } from '../room/step-context';
import type { Ladder } from './ladder';
import { writeInstruction } from './structured/schema/instruction';
import { toProviderSchema } from './structured/schema/json-schema';
import { REPEATED_EXAMPLE } from './structured/speech/examples';

const PROSE = [
  'OUTPUT FORMAT',
  'Reply in plain prose with the spoken line alone: no JSON, no name in front, no thinking.',
].join('\n');

/** Tokens; a model with a window up to this size gets shorter corrections. */
const SMALL_WINDOW = 8_192;
const FEW = 3;
const MAX_OF_A_ROW = 160;
const MAX_OF_A_POINTER = 120;

/**
 * The messages of the next call. They follow from the ask and the ladder alone: the constraint does not show in
 * them, and neither does anything the model thought in private. A model that is asked again is told what was wrong
 * instead of being shown its answer, which keeps the prompt short and its `thought` out of it.
 */
export function writePrompt<T>(ask: Ask<T>, ladder: Ladder): Message[] {
  if (ladder.mode === 'prose') return append(ask.messages, PROSE);
  const repeated = ladder.reask?.some(({ message }) => message.endsWith(REPEATED_EXAMPLE));
  const example = repeated ? 'none' : ask.example;
  const instruction = ask.instruction ?? writeInstruction(toProviderSchema(ask.schema), example);
  if (ladder.reask === null) return append(ask.messages, instruction);
  const correction = writeCorrection(ladder.reask, ask.profile.maxContextTokens <= SMALL_WINDOW);
  return append(ask.messages, `${instruction}\n\n${correction}`);
}

/** What was wrong, by JSON Pointer, expected against got; a model with a small window gets the worst of it alone. */
function writeCorrection(problems: NonNullable<Ladder['reask']>, small: boolean): string {
  const title = small
    ? 'Correct this:'
    : 'Your last answer could not be used. Answer again and correct this:';
  const rows = problems.slice(0, small ? FEW : undefined).map(({ pointer, message }) => {
    // Both may hold what the model itself wrote.
    const where = pointer === '' ? '(whole answer)' : quote(cutTo(pointer, MAX_OF_A_POINTER));
    return `- ${where}: ${quote(small ? cutTo(message, MAX_OF_A_ROW) : message)}`;
  });
  return [title, ...rows].join('\n');
}

const cutTo = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text;

/**
 * Adds a block at the end of the last user message (many chat templates refuse two user messages in a row), or as
 * a user message of its own.
 */
function append(messages: readonly Message[], block: string): Message[] {
  const last = messages.at(-1);
  if (last?.role !== 'user') return [...messages, { role: 'user', content: block }];
  const content =
    typeof last.content === 'string'
      ? `${last.content}\n\n${block}`
      : [...last.content, { type: 'text' as const, text: block }];
  return [...messages.slice(0, -1), { ...last, content }];
}
