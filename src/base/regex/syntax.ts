/** A regular expression, reduced to the structure that matching cost depends on. */
export type RegexNode =
  /** One character: a letter, escape or class; `source` is its text in the expression. */
  | { kind: 'char'; source: string }
  /** Text not known beforehand: a reference to a group. */
  | { kind: 'unknown' }
  /** Matches no character. */
  | { kind: 'assertion'; source: '^' | '$' | '\\b' | '\\B' }
  | { kind: 'group'; branches: RegexNode[][]; look: Look | null }
  /** `max` is Infinity for `*`, `+` and `{n,}`. */
  | { kind: 'repeat'; min: number; max: number; body: RegexNode };

/** Prefix of a lookaround. */
export type Look = '?=' | '?!' | '?<=' | '?<!';

/** `{2}`, `{2,}`, `{2,5}`; other braces are plain characters. */
const COUNT = /^\{(\d+)(,(\d*))?\}/;
const ESCAPE = /^\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|c[A-Za-z]|[\s\S])/;
const UNICODE_ESCAPE = /^\\(?:u\{[0-9a-fA-F]+\}|[pP]\{[^}]*\})/;
const REFERENCE = /^\\(?:[1-9]\d*|k<[^>]*>)/;
const GROUP_START = /^\((?:\?(?:[:=!]|<[=!]|<[^>]*>|[a-z]*(?:-[a-z]*)?:))?/;

/**
 * Parses an expression that `RegExp` has accepted, without validation. Returns one branch per top-level
 * alternative.
 */
export function parseRegex(pattern: string, flags: string): RegexNode[][] {
  const unicode = /[uv]/.test(flags);
  const sets = flags.includes('v');
  let at = 0;
  const take = (text: string): string => {
    at += text.length;
    return text;
  };

  const readBranches = (): RegexNode[][] => {
    const branches: RegexNode[][] = [[]];
    while (at < pattern.length && pattern[at] !== ')') {
      if (pattern[at] === '|') {
        at += 1;
        branches.push([]);
        continue;
      }
      const node = readRepeats(readOne());
      branches.at(-1)?.push(node);
    }
    return branches;
  };

  const readOne = (): RegexNode => {
    const rest = pattern.slice(at);
    const first = pattern[at] ?? '';
    if (first === '(') {
      const look = (/^\((\?<?[=!])/.exec(rest)?.[1] ?? null) as Look | null;
      take(GROUP_START.exec(rest)?.[0] ?? '(');
      const branches = readBranches();
      at += 1;
      return { kind: 'group', branches, look };
    }
    if (first === '[') return { kind: 'char', source: take(readClass(rest)) };
    if (first === '^' || first === '$') {
      at += 1;
      return { kind: 'assertion', source: first };
    }
    if (first === '\\') {
      const edge = rest.slice(0, 2);
      if (edge === '\\b' || edge === '\\B') {
        at += 2;
        return { kind: 'assertion', source: edge };
      }
      const reference = REFERENCE.exec(rest);
      if (reference) {
        take(reference[0]);
        return { kind: 'unknown' };
      }
      const escapeMatch = (unicode ? UNICODE_ESCAPE.exec(rest) : null) ?? ESCAPE.exec(rest);
      return { kind: 'char', source: take(escapeMatch?.[0] ?? '\\') };
    }
    const letter = unicode ? String.fromCodePoint(pattern.codePointAt(at) ?? 0) : first;
    return { kind: 'char', source: take(letter) };
  };

  /** `[…]`; with the flag `v`, classes can be nested. */
  const readClass = (rest: string): string => {
    let depth = 0;
    for (let i = 0; i < rest.length; i += 1) {
      if (rest[i] === '\\') i += 1;
      else if (rest[i] === '[' && (sets || depth === 0)) depth += 1;
      else if (rest[i] === ']') {
        depth -= 1;
        if (depth === 0) return rest.slice(0, i + 1);
      }
    }
    return rest;
  };

  const readRepeats = (body: RegexNode): RegexNode => {
    const rest = pattern.slice(at, at + 40);
    const count = COUNT.exec(rest);
    const sign = count ? count[0] : /^[*+?]/.exec(rest)?.[0];
    if (sign === undefined) return body;
    take(sign);
    if (pattern[at] === '?') at += 1;
    if (!count) return { kind: 'repeat', min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Infinity, body };
    const min = Number(count[1]);
    const max = count[2] === undefined ? min : count[3] ? Number(count[3]) : Infinity;
    return { kind: 'repeat', min, max, body };
  };

  return readBranches();
}
