const PLAIN = /^[a-z\d]*$/;

/** A key without what models get wrong in it: case, blanks, hyphens, underscores, quotes, a colon. */
export const plainKey = (key: string): string =>
  key.length > 100 || PLAIN.test(key) ? key : key.toLowerCase().replace(/[\s_\-"'“”‘’`*:]+/g, '');
