import type { Json } from '../../src/base/json';

export type TokenKind = 'open' | 'close' | 'comma' | 'colon' | 'key' | 'string' | 'number' | 'literal';

/** One piece of a JSON text. `value` is the value of a key, a string, a number or a literal. */
export interface Token {
  kind: TokenKind;
  /** Whitespace before it. */
  space: string;
  text: string;
  value: Json;
}

/** Splits a value into tokens, over several lines if `pretty`, otherwise on one line with spaces. */
export function tokenize(value: Json, pretty: boolean): Token[] {
  const out: Token[] = [];
  const add = (kind: TokenKind, text: string, space: string, meaning: Json = null) =>
    out.push({ kind, text, space, value: meaning });
  const walk = (node: Json, depth: number, space: string): void => {
    if (typeof node !== 'object' || node === null) {
      const kind = typeof node === 'string' ? 'string' : typeof node === 'number' ? 'number' : 'literal';
      add(kind, JSON.stringify(node), space, node);
      return;
    }
    const list = Array.isArray(node);
    const inner = pretty ? `\n${'  '.repeat(depth + 1)}` : '';
    add('open', list ? '[' : '{', space);
    for (const [i, [key, child]] of Object.entries(node).entries()) {
      if (i > 0) add('comma', ',', '');
      const lead = pretty ? inner : i > 0 ? ' ' : '';
      if (list) walk(child, depth + 1, lead);
      else {
        add('key', JSON.stringify(key), lead, key);
        add('colon', ':', '');
        walk(child, depth + 1, ' ');
      }
    }
    add('close', list ? ']' : '}', pretty ? `\n${'  '.repeat(depth)}` : '');
  };
  walk(value, 0, '');
  return out;
}

/** Joins tokens to a text; `change` may replace a token's text (`null` removes it). */
export function render(
  tokens: readonly Token[],
  change: (token: Token, index: number) => string | null = (token) => token.text,
): string {
  return tokens
    .map((token, index) => {
      const text = change(token, index);
      return text === null ? '' : token.space + text;
    })
    .join('');
}

export function indexesOf(tokens: readonly Token[], ...kinds: TokenKind[]): number[] {
  return tokens.flatMap((token, index) => (kinds.includes(token.kind) ? [index] : []));
}
