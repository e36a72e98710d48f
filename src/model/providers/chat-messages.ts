import type OpenAI from 'openai';
import { toBase64 } from '../../base/base64';
import { memoizeObject } from '../../base/memoize';
import type { Message } from '../../contract/calls';
import type { DrawFrame } from './settings';

type Part = OpenAI.ChatCompletionContentPart;

/** A frame becomes its label, then a PNG data URL. */
export async function toChatMessages(
  messages: readonly Message[],
  png: DrawFrame | undefined,
): Promise<OpenAI.ChatCompletionMessageParam[]> {
  return await Promise.all(messages.map((message) => toChatMessage(message, png)));
}

/** Messages for models without system messages: merged into the next user message, so that roles alternate. */
export function withoutSystem(messages: readonly Message[]): Message[] {
  const turns: Message[] = [];
  for (const { role, content } of messages) {
    const speaker = role === 'assistant' ? role : 'user';
    const last = turns.at(-1);
    if (last?.role !== speaker) turns.push({ role: speaker, content });
    else last.content = joinContents(last.content, content);
  }
  // These models' templates require that the user begins.
  return turns[0]?.role === 'assistant' ? [{ role: 'user', content: '…' }, ...turns] : turns;
}

function joinContents(first: Message['content'], second: Message['content']): Message['content'] {
  if (typeof first === 'string' && typeof second === 'string') return `${first}\n\n${second}`;
  const toParts = (content: Message['content']) =>
    typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content;
  return [...toParts(first), ...toParts(second)];
}

async function toChatMessage(
  message: Message,
  png: DrawFrame | undefined,
): Promise<OpenAI.ChatCompletionMessageParam> {
  const { role, content } = message;
  if (typeof content === 'string') return { role, content };
  const parts: Part[] = [];
  for (const part of content) {
    if (part.type === 'text') {
      parts.push({ type: 'text', text: part.text });
    } else {
      parts.push({ type: 'text', text: part.label });
      if (png !== undefined) {
        parts.push({ type: 'image_url', image_url: { url: dataUrl(await png(part.cells)) } });
      }
    }
  }
  if (role === 'user') return { role, content: parts };
  // Only user messages may contain images.
  const text = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n');
  return { role, content: text };
}

/** Cached per picture, because most pictures are sent in two calls. */
const dataUrl = memoizeObject((picture: Uint8Array): string => `data:image/png;base64,${toBase64(picture)}`);
