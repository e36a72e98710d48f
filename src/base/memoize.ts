/**
 * Memoizes a function of one string; evicts the oldest keys above `maxChars` characters.
 */
export function memoizeText<T extends number | string | object>(
  of: (text: string) => T,
  maxChars: number,
): (text: string) => T {
  const known = new Map<string, T>();
  let held = 0;
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const value = of(text);
    known.set(text, value);
    held += text.length;
    for (const oldest of known.keys()) {
      if (held <= maxChars) break;
      known.delete(oldest);
      held -= oldest.length;
    }
    return value;
  };
}
