import { cutPrompt } from '../../../src/base/prompt-parts';
import type { CallDetails, Message, PromptPartSize } from '../../../src/contract/calls';

/** A part of a message: a titled text, or a picture. */
export type ShownPart =
  | { type: 'text'; title: string; body: string; tokens: number | null }
  | { type: 'picture'; label: string; cells: string };
export interface ShownMessage {
  role: Message['role'];
  parts: ShownPart[];
  tokens: number;
}
/** Consecutive messages that form one unit for the reader. */
export interface PromptGroup {
  name: string;
  /** True for the conversation, turn by turn. */
  isTurns: boolean;
  messages: ShownMessage[];
  tokens: number;
}

/** Splits a prompt into its parts, following the layouts in docs/internals.md#prompt-order. */
export function groupPrompt({ messages, parts }: Pick<CallDetails, 'messages' | 'parts'>): PromptGroup[] {
  const shownMessages = messages.map((message, at) =>
    showMessage(
      message,
      parts.filter((part) => part.message === at),
    ),
  );
  const [first, second, ...rest] = shownMessages;
  // Conversation turns come between the instructions and the new part.
  const isChat = first?.role === 'system' && second?.role === 'user' && rest.length > 0;
  if (!isChat) return shownMessages.map((message) => group(GROUP_NAMES[message.role], [message]));
  const isOpened = second.parts.some((part) => part.type === 'text' && OPENING_TITLES.has(part.title));
  const turns = [...(isOpened ? [] : [second]), ...rest.slice(0, -1)];
  return [
    group(GROUP_NAMES.system, [first]),
    ...(isOpened ? [group('Earlier conversation, and parts', [second])] : []),
    ...(turns.length > 0 ? [{ ...group('Turns', turns), isTurns: true }] : []),
    group(GROUP_NAMES.last, rest.slice(-1)),
  ];
}

/** Group names by message role; `last` is for the newest message. */
export const GROUP_NAMES: Record<Message['role'] | 'last', string> = {
  ...{ system: 'System', user: 'Message', assistant: 'Reply' },
  last: 'Last message',
};
/** Titles of a chat's first message, as prompts have them (words: keep). */
const OPENING_TITLES = new Set(['The story so far', 'Conversation', 'Your role']);

function group(name: string, messages: ShownMessage[]): PromptGroup {
  return { name, isTurns: false, messages, tokens: messages.reduce((sum, { tokens }) => sum + tokens, 0) };
}

/** @param sizes of its parts, in order */
function showMessage({ role, content }: Message, sizes: readonly PromptPartSize[]): ShownMessage {
  const pieces = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content;
  const sizesLeft = [...sizes];
  const parts = pieces.flatMap((piece): ShownPart[] =>
    piece.type === 'frame'
      ? [{ type: 'picture', label: piece.label, cells: piece.cells }]
      : cutPrompt(piece.text).map((part) => ({
          ...{ type: 'text', ...part },
          tokens: sizesLeft.shift()?.tokens ?? null,
        })),
  );
  return { role, parts, tokens: sizes.reduce((sum, { tokens }) => sum + tokens, 0) };
}
