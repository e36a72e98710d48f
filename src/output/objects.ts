/** A `{…}` in a text: where it starts and where it ends (exclusive). */
export interface Span {
  start: number;
  end: number;
}

export interface FoundObjects {
  /** Balanced objects that lie in no other balanced object, in order. */
  balanced: Span[];
  /** The first `{` that was never closed; null when all were. */
  open: number | null;
}

/**
 * Finds every balanced object of a text in one pass. Braces inside strings don't count; quotes outside any object
 * are prose. A stray `{` in the prose hides nothing that follows it.
 */
export function findObjects(text: string, work?: { steps: number }): FoundObjects {
  if (work !== undefined) work.steps += text.length;
  const starts: number[] = [];
  const found: Span[] = [];
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (inString) {
      if (c === '\\') i++;
      else if (c === '"') inString = false;
    } else if (c === '"') {
      inString = starts.length > 0;
    } else if (c === '{') {
      starts.push(i);
    } else if (c === '}') {
      const start = starts.pop();
      if (start !== undefined) {
        while ((found.at(-1)?.start ?? -1) > start) found.pop();
        found.push({ start, end: i + 1 });
      }
    }
  }
  return { balanced: found, open: starts[0] ?? null };
}
