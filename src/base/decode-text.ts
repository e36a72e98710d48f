/** Decodes UTF-8 or UTF-16, with or without a byte order mark; null for other data. */
export function decodeText(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(findEncoding(bytes), { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    return null;
  }
}

/** Supported formats start with an ASCII character, which has a zero byte next to it in UTF-16. */
export function findEncoding([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if ((first === 0xff && second === 0xfe) || (first && second === 0)) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || (first === 0 && second) ? 'utf-16be' : 'utf-8';
}
