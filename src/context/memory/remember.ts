/**
 * The same function of a text, which remembers what it came to last. What was worked out longest ago is forgotten first.
 *
 * @param most characters of text whose results are remembered
 */
export function rememberTexts<T extends number | string | object>(
  of: (text: string) => T,
  most: number,
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
      if (held <= most) break;
      known.delete(oldest);
      held -= oldest.length;
    }
    return value;
  };
}
