import type OpenAI from 'openai';
import type { Message } from '../../api/calls';
import { toBase64 } from '../../base/base64';

/** Draws a packed frame (see src/engines/grid/frame/frame.ts) as a PNG file. */
export type DrawFrame = (cells: string) => Uint8Array | Promise<Uint8Array>;

type Part = OpenAI.ChatCompletionContentPart;

/** Our messages in the wire's form. A frame becomes its label and a PNG data URL, in that order. */
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

const urls = new WeakMap<Uint8Array, string>();

/** Remembered with the picture: whoever draws keeps the last ones, and most are shown in two calls. */
function dataUrl(picture: Uint8Array): string {
  const known = urls.get(picture);
  if (known !== undefined) return known;
  const url = `data:image/png;base64,${toBase64(picture)}`;
  urls.set(picture, url);
  return url;
}
