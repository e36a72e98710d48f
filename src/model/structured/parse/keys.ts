const PLAIN = /^[a-z\d_]*$/;

/** A key without what models get wrong in it: case, blanks, hyphens, underscores, quotes, a colon. */
export function plainKey(key: string): string {
  if (key.length > 100) return key;
  return PLAIN.test(key) ? key.replaceAll('_', '') : key.toLowerCase().replace(/[\s_\-"'“”‘’`*:]+/g, '');
}
