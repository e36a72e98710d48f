import type OpenAI from 'openai';
import type { Message } from '../../api/calls';
import { toBase64 } from '../../base/base64';
import { memoizeObject } from '../../base/memoize';
import type { DrawFrame } from './settings';

type Part = OpenAI.ChatCompletionContentPart;

/** Our messages as chat completions want them. A frame becomes its label and a PNG data URL, in that order. */
export async function toChatMessages(
  messages: readonly Message[],
  png: DrawFrame | undefined,
): Promise<OpenAI.ChatCompletionMessageParam[]> {
  return await Promise.all(messages.map((message) => toChatMessage(message, png)));
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
