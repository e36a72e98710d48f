/** Executable that a Blorb (the Blorb specification 2.0.4) holds. */
export type BlorbContent =
  | { kind: 'story'; bytes: Uint8Array<ArrayBuffer> }
  /** The type of the chunk that is there instead, e.g. `GLUL`; null when there is none. */
  | { kind: 'other'; type: string | null }
  | { kind: 'broken'; message: string };

/** Four bytes as the letters they are. */
export const readTag = (bytes: Uint8Array, at: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + 4));

const readLong = (bytes: Uint8Array, at: number): number =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(at);

export const isBlorb = (bytes: Uint8Array): boolean =>
  readTag(bytes, 0) === 'FORM' && readTag(bytes, 8) === 'IFRS';

/** Finds the executable of a Blorb by its resource index: the entry of usage `Exec`, number 0. */
export function openBlorb(bytes: Uint8Array): BlorbContent {
  const fail = (message: string): BlorbContent => ({ kind: 'broken', message });
  if (bytes.length < 24 || readTag(bytes, 12) !== 'RIdx') return fail('it has no index of what is in it');
  const count = readLong(bytes, 20);
  if (24 + 12 * count > bytes.length) return fail('its index is cut off');
  for (let at = 24; at < 24 + 12 * count; at += 12) {
    if (readTag(bytes, at) !== 'Exec' || readLong(bytes, at + 4) !== 0) continue;
    const start = readLong(bytes, at + 8);
    if (start + 8 > bytes.length) return fail('its story lies outside of the file');
    const type = readTag(bytes, start);
    if (type !== 'ZCOD') return { kind: 'other', type };
    const end = start + 8 + readLong(bytes, start + 4);
    if (end > bytes.length) return fail('its story is cut off');
    return { kind: 'story', bytes: bytes.slice(start + 8, end) };
  }
  return { kind: 'other', type: null };
}
