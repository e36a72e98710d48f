export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Evicts the oldest keys above `maxChars` characters. */
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

/** Caches by object identity; the object must not be mutated. */
export function memoizeObject<K extends object, V>(of: (key: K) => V): (key: K) => V {
  const values = new WeakMap<K, V>();
  return (key) => {
    const before = values.get(key);
    if (before !== undefined) return before;
    const value = of(key);
    values.set(key, value);
    return value;
  };
}
