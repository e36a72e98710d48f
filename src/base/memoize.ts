/**
 * Memoizes a function of one string; evicts the oldest keys above `maxChars` characters.
 */
export function memoizeText<T extends number | string | object>(
  of: (text: string) => T,
  maxChars: number,
): (text: string) => T {
  const cache = new Map<string, T>();
  let cachedChars = 0;
  return (text) => {
    const before = cache.get(text);
    if (before !== undefined) return before;
    const value = of(text);
    cache.set(text, value);
    cachedChars += text.length;
    for (const oldest of cache.keys()) {
      if (cachedChars <= maxChars) break;
      cache.delete(oldest);
      cachedChars -= oldest.length;
    }
    return value;
  };
}
