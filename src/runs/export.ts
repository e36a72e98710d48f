import type { Message } from '../contract/calls';
import type { ExportFile } from '../room/rpc';

export const jsonFile = (path: string, value: object): ExportFile => ({
  path,
  text: `${JSON.stringify(value, null, 2)}\n`,
});

/** A prompt message as text; frames become their labels. */
export const messageText = ({ content }: Message): string =>
  typeof content === 'string'
    ? content
    : content.map((part) => (part.type === 'text' ? part.text : `[image: ${part.label}]`)).join('\n');
