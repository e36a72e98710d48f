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

const QUOTE = 34;
const BACKSLASH = 92;
const OPEN = 123;
const CLOSE = 125;

/**
 * Finds every balanced object of a text in one pass. Braces inside strings don't count; quotes outside any object
 * are prose. A stray `{` in the prose hides nothing that follows it.
 */
export function findObjects(text: string, work?: { steps: number }): FoundObjects {
  if (work !== undefined) work.steps += text.length;
  const starts: number[] = [];
  const found: Span[] = [];
  for (let i = text.indexOf('{'); i >= 0 && i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === QUOTE) i = endOfString(text, i);
    else if (c === OPEN) starts.push(i);
    else if (c === CLOSE) {
      const start = starts.pop() ?? i;
      while ((found.at(-1)?.start ?? -1) > start) found.pop();
      found.push({ start, end: i + 1 });
      if (starts.length > 0) continue;
      // Outside of objects only the next one matters.
      const next = text.indexOf('{', i);
      i = next < 0 ? text.length : next - 1;
    }
  }
  return { balanced: found, open: starts[0] ?? null };
}

const GOES_ON = /^"\s{0,8}(?:\}|,\s{0,8}["'“]?\w{1,40}["'”]?\s{0,8}:)/;
/** How far behind an object the rest of a text is looked for. */
const MAX_REST = 400;

/**
 * Whether the text before `end`, an object's closing brace, goes on behind it: `"look "} here"}`. The same line has words,
 * then a quote
 * and a brace or the next key.
 */
export function runsOver(text: string, end: number, work: { steps: number }): boolean {
  let at = end;
  const limit = Math.min(text.length, end + MAX_REST);
  while (at < limit && !'"{}\n'.includes(text.charAt(at))) at++;
  work.steps += at - end + 1;
  if (text.charAt(at) !== '"' || !/[\p{L}\p{N}]/u.test(text.slice(end, at))) return false;
  return GOES_ON.test(text.slice(at, at + 80)) && /"\s*\}$/.test(text.slice(Math.max(0, end - 8), end));
}

/** Where the string ends that starts at `from`: at its closing quote, or at the end of the text. */
function endOfString(text: string, from: number): number {
  for (let i = from + 1; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === QUOTE) return i;
    if (c === BACKSLASH) i++;
  }
  return text.length;
}
