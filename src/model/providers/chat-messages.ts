import type OpenAI from 'openai';
import { toBase64 } from '../../base/base64';
import { memoizeObject } from '../../base/memoize';
import type { Message } from '../../contract/calls';
import type { DrawFrame } from './settings';

type Part = OpenAI.ChatCompletionContentPart;

/** Our messages as chat completions want them. A frame becomes its label and a PNG data URL, in that order. */
export async function toChatMessages(
  messages: readonly Message[],
  png: DrawFrame | undefined,
): Promise<OpenAI.ChatCompletionMessageParam[]> {
  return await Promise.all(messages.map((message) => toChatMessage(message, png)));
}

/** Messages for a model that knows no system messages: they go before the user's words, and no role speaks twice in a row. */
export function withoutSystem(messages: readonly Message[]): Message[] {
  const turns: Message[] = [];
  for (const { role, content } of messages) {
    const speaker = role === 'assistant' ? role : 'user';
    const last = turns.at(-1);
    if (last?.role !== speaker) turns.push({ role: speaker, content });
    else last.content = joinContents(last.content, content);
  }
  // Their templates want the user to begin.
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
  // Only a user message may carry images.
  const text = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n');
  return { role, content: text };
}

/** Writes a picture as a data URL. Kept with the picture, because most pictures are shown in two calls. */
const dataUrl = memoizeObject((picture: Uint8Array): string => `data:image/png;base64,${toBase64(picture)}`);
