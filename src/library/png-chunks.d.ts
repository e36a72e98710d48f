/** The packages have no types of their own. */
interface PngChunk {
  /** Four letters: `IHDR`, `tEXt` … */
  name: string;
  data: Uint8Array;
}

declare module 'png-chunks-extract' {
  /** All chunks of a PNG. @throws Error when it is no PNG, is cut off, or a checksum is wrong */
  export default function extractChunks(png: Uint8Array): PngChunk[];
}

declare module 'png-chunks-encode' {
  /** A PNG of these chunks: its signature, and each with length and checksum. */
  export default function encodeChunks(chunks: PngChunk[]): Uint8Array;
}

declare module 'png-chunk-text' {
  const text: {
    /** @throws Error for a keyword that is empty or longer than 79, and for what is not Latin-1 */
    encode(keyword: string, content: string): PngChunk;
    /** @throws Error for a text with a NUL in it */
    decode(data: Uint8Array): { keyword: string; text: string };
  };
  export default text;
}
