/** Also true for an empty zip. Apart from `zip.ts`, which loads the tables of its decompressor. */
export const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);
