import { dataOf, findChunks, SIGNATURE, writeChunk } from '../../src/library/png-chunks';

/** A chunk of a PNG. */
export interface PngChunk {
  /** Four letters: `IHDR`, `tEXt` … */
  name: string;
  data: Uint8Array;
}

/** All chunks of a PNG. */
export function extractChunks(png: Uint8Array): PngChunk[] {
  const spans = findChunks(png, 100_000);
  if (!spans) throw new Error('this is no PNG');
  return spans.map((span) => ({ name: span.name, data: new Uint8Array(dataOf(png, span)) }));
}

/** A PNG of these chunks. */
export const encodeChunks = (chunks: readonly PngChunk[]): Uint8Array<ArrayBuffer> =>
  join([Uint8Array.from(SIGNATURE), ...chunks.map(({ name, data }) => writeChunk(name, data))]);

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** A chunk with a text in Latin-1. */
export const textChunk = (keyword: string, content: string): PngChunk => ({
  name: 'tEXt',
  data: Uint8Array.from(`${keyword}\0${content}`, (letter) => letter.charCodeAt(0)),
});

/** The text in the data of such a chunk. */
export function readTextChunk(data: Uint8Array): { keyword: string; text: string } {
  const [keyword = '', text = ''] = new TextDecoder('latin1').decode(data).split('\0');
  return { keyword, text };
}
