import { concatBytes } from '../../src/base/concat-bytes';
import { chunkData, findChunks, SIGNATURE, writeChunk } from '../../src/base/png/chunks';

export interface PngChunk {
  /** Four letters: `IHDR`, `tEXt` … */
  name: string;
  data: Uint8Array;
}

export function extractChunks(png: Uint8Array): PngChunk[] {
  const spans = findChunks(png, 100_000);
  if (!spans) throw new Error('this is no PNG');
  return spans.map((span) => ({ name: span.name, data: new Uint8Array(chunkData(png, span)) }));
}

export const encodeChunks = (chunks: readonly PngChunk[]): Uint8Array<ArrayBuffer> =>
  concatBytes([Uint8Array.from(SIGNATURE), ...chunks.map(({ name, data }) => writeChunk(name, data))]);

export const textChunk = (keyword: string, content: string): PngChunk => ({
  name: 'tEXt',
  data: Uint8Array.from(`${keyword}\0${content}`, (letter) => letter.charCodeAt(0)),
});

export function readTextChunk(data: Uint8Array): { keyword: string; text: string } {
  const [keyword = '', text = ''] = new TextDecoder('latin1').decode(data).split('\0');
  return { keyword, text };
}
