import { MAX_LAST_WORDS, type RoomPreview } from '../contract/glance';

export function lastLine(seq: number, name: string, text: string): RoomPreview['last'] {
  const line = text.replace(/\s+/gu, ' ').trim();
  const letters = [...line];
  const isShort = letters.length <= MAX_LAST_WORDS;
  return { seq, name, text: isShort ? line : `${letters.slice(0, MAX_LAST_WORDS - 1).join('')}…` };
}
