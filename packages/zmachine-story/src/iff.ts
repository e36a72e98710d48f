/** Interchange files (EA IFF 85), the base of Blorb and Quetzal. */

export const readTag = (bytes: Uint8Array, at: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + 4));

/** Big-endian. Throws outside of the file. */
export const readLong = (bytes: Uint8Array, at: number): number =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(at);

/** The chunks of a form in order; undefined if one is truncated. */
export function listChunks(file: Uint8Array): [tag: string, content: Uint8Array][] | undefined {
  const end = Math.min(8 + readLong(file, 4), file.length);
  const chunks: [string, Uint8Array][] = [];
  for (let at = 12; at + 8 <= end; ) {
    const length = readLong(file, at + 4);
    if (at + 8 + length > end) return undefined;
    chunks.push([readTag(file, at), file.subarray(at + 8, at + 8 + length)]);
    // Chunks are aligned to even offsets.
    at += 8 + length + (length & 1);
  }
  return chunks;
}

export function writeForm(
  type: string,
  chunks: readonly (readonly [tag: string, content: Uint8Array])[],
): Uint8Array<ArrayBuffer> {
  const length = chunks.reduce((sum, [, content]) => sum + 8 + content.length + (content.length & 1), 12);
  const file = new Uint8Array(length);
  const view = new DataView(file.buffer);
  const putTag = (at: number, tag: string): void => file.set(new TextEncoder().encode(tag), at);
  putTag(0, 'FORM');
  view.setUint32(4, length - 8);
  putTag(8, type);
  let at = 12;
  for (const [tag, content] of chunks) {
    putTag(at, tag);
    view.setUint32(at + 4, content.length);
    file.set(content, at + 8);
    at += 8 + content.length + (content.length & 1);
  }
  return file;
}
