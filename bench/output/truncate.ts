import type { Json, JsonObject } from '../../src/base/json';
import type { Answer } from './answers';
import { check, type Damaged } from './judge';
import { render, type Token, tokenize } from './tokens';

type Container = Json[] | JsonObject;

/** Truncates the answer after every length, and lists every right value for the rest. */
export function truncateEverywhere(answer: Answer, pretty: boolean): Damaged[] {
  const tokens = tokenize(answer.value, pretty);
  const text = render(tokens);
  const out: Damaged[] = [];
  for (let length = 1; length < text.length; length++) {
    // No stream ends between the halves of a surrogate pair.
    if (!/[\uD800-\uDBFF]/.test(text.charAt(length - 1))) out.push(cutAt(answer, tokens, text, length));
  }
  return out;
}

/**
 * Accepts all complete parts. A truncated text counts as far as it goes; a truncated number, literal or enum
 * counts only as its earlier value (half a number is a wrong number) or as missing. An incomplete list entry
 * may stay or go. If no such value fits the schema, the only right result is a refusal.
 */
function cutAt(answer: Answer, tokens: readonly Token[], text: string, length: number): Damaged {
  const whole = readWhole(tokens, length);
  const variants: Json[] = [whole.build(undefined)];
  const fits = (value: Json) => check(answer.schema, value) !== null;
  let emptyText = false;
  const piece = whole.cut;
  if (piece !== null) {
    if (piece.token.kind === 'string') {
      const prefix = decodePrefix(piece.token.text.slice(0, piece.length));
      emptyText = prefix.trim() === '';
      const partial = whole.build(prefix);
      variants.push(partial);
      // Half a word of a fixed list does not fit the schema.
      if (!emptyText && !fits(partial) && fits(answer.value)) variants.push(whole.build(piece.token.value));
    } else if (piece.token.kind !== 'key') variants.push(whole.build(piece.token.value));
  }
  for (const variant of [...variants]) variants.push(...withoutLastEntries(variant));
  const accept = variants.flatMap((variant) => {
    const fitting = check(answer.schema, variant);
    return fitting === null ? [] : [fitting.value as Json];
  });
  const safe = [whole.build(undefined), ...withoutLastEntries(whole.build(undefined))];
  const mayRefuse = accept.length === 0 || emptyText || !safe.some((v) => fits(v) && sizeOf(v) > 0);
  // A truncated text is still an answer: a refusal is right only if no part of it is left.
  const textLeft = piece?.token.kind === 'string' && !emptyText && fits(whole.build(prefixOf(piece)));
  return {
    kind: 'cut off',
    schemaName: answer.schemaName,
    schema: answer.schema,
    raw: text.slice(0, length),
    accept,
    mayRefuse: mayRefuse && !textLeft,
    loose: true,
  };
}

interface Cut {
  token: Token;
  length: number;
}

const prefixOf = (cut: Cut): string => decodePrefix(cut.token.text.slice(0, cut.length));
const sizeOf = (value: Json): number => Object.keys(value as JsonObject).length;

/**
 * Reads the tokens before `length`. `build` returns the value, with `last` in place of the truncated token.
 */
function readWhole(
  tokens: readonly Token[],
  length: number,
): { cut: Cut | null; build: (last: Json | undefined) => Json } {
  let at = 0;
  let piece: Cut | null = null;
  let count = 0;
  for (const token of tokens) {
    const start = at + token.space.length;
    const end = start + token.text.length;
    // A number at the end of the text may be truncated.
    const isComplete = token.kind === 'number' ? end < length : end <= length;
    if (!isComplete) {
      if (start < length) piece = { token, length: length - start };
      break;
    }
    at = end;
    count++;
  }
  const build = (last: Json | undefined): Json => {
    let root: Json = {};
    const stack: Container[] = [];
    let key: string | null = null;
    const attach = (value: Json) => {
      const parent = stack.at(-1);
      if (parent === undefined) root = value;
      else if (Array.isArray(parent)) parent.push(value);
      else if (key !== null) parent[key] = value;
    };
    for (const token of tokens.slice(0, count)) {
      if (token.kind === 'open') {
        const container: Container = token.text === '[' ? [] : {};
        attach(container);
        stack.push(container);
      } else if (token.kind === 'close') stack.pop();
      else if (token.kind === 'key') key = String(token.value);
      else if (token.kind !== 'comma' && token.kind !== 'colon') attach(token.value);
    }
    if (last !== undefined) attach(last);
    return root;
  };
  return { cut: piece, build };
}

/**
 * Returns the value without the last entry of its last, deepest list; then also without the list if it was
 * the only entry.
 */
function withoutLastEntries(value: Json): Json[] {
  const out: Json[] = [];
  const copy = structuredClone(value);
  const chain: { list: Json[]; owner: JsonObject | null; key: string }[] = [];
  let node: Json | undefined = copy;
  let owner: JsonObject | null = null;
  let ownerKey = '';
  while (typeof node === 'object' && node !== null) {
    if (Array.isArray(node)) {
      chain.push({ list: node, owner, key: ownerKey });
      node = node.at(-1);
    } else {
      const key = Object.keys(node).at(-1);
      if (key === undefined) break;
      owner = node;
      ownerKey = key;
      node = node[key];
    }
  }
  for (const { list, owner: holder, key } of chain.reverse()) {
    if (list.length > 0) {
      list.pop();
      out.push(structuredClone(copy));
    }
    if (list.length === 0 && holder !== null) {
      delete holder[key];
      out.push(structuredClone(copy));
    }
  }
  return out;
}

/** Decodes the certain part of a text: `"abc\u00` is `abc`. */
function decodePrefix(text: string): string {
  let body = text.slice(1);
  for (;;) {
    try {
      return JSON.parse(`"${body}"`) as string;
    } catch {
      body = body.slice(0, -1);
    }
  }
}
