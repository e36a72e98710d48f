import { findPrivateField, hasPrivateKey, PRIVATE_LABELS } from '../thought/private';
import { dropUnseen, hasField } from './object-traces';

/** What of an answer may be speech, and the private parts that stood beside it. */
export interface Speech {
  spoken: string;
  /** Thoughts and other fields that are never spoken. */
  aside: string[];
}

const LABEL = new RegExp(
  `^[\\s\\p{Cf}"'*_]{0,12}(kind|text|mood|json|${PRIVATE_LABELS})["'*_]{0,4}\\s{0,8}:["'*_]{0,4}([^]*)$`,
  'iu',
);
/** Labelled lines in a string that is no JSON any more. */
const ENCODED_LABEL = new RegExp(
  `\\\\n\\s{0,8}["'*_]{0,4}(?:kind|text|${PRIVATE_LABELS})["'*_]{0,4}\\s{0,8}:`,
  'i',
);
/** After another label private thought goes on. */
const PUBLIC_LABELS = ['kind', 'mood', 'json'];
const OPEN_LABELS = [...PUBLIC_LABELS, 'text'];
/** `mood: dark` is a field; `Mood: sour, and it is only noon.` is something a character says. */
const MAX_FIELD_WORDS = 2;

/** A row that begins with a quote: in an object that has begun it is the object's. */
const QUOTED = /^\s*["'“”‘’]/;

/** How many more braces open than close in a text. */
export const countOpen = (text: string): number => text.split('{').length - text.split('}').length;

/** Whether a text has labelled lines whose line breaks are escapes. Behind a brace or a private key they are an object's. */
export function hasEncodedLabels(text: string): boolean {
  const label = ENCODED_LABEL.exec(text)?.index;
  if (label === undefined) return false;
  const before = text.slice(0, label);
  return !before.includes('{') && !hasPrivateKey(before);
}

/**
 * Takes the drafts out of labelled lines: a private line in which an object begins, with all rows up to the next label or
 * a blank row. A row that is an object from its start is none, unless it is all the thought there is. Lines behind another
 * brace are left alone: they may be an object's own.
 */
export function takeDrafts(text: string): { rest: string; drafts: string[] } {
  if (findPrivateField(text) < 0) return { rest: text, drafts: [] };
  const rest: string[] = [];
  const drafts: string[] = [];
  let thought: string[] = [];
  /** Braces of it that are open. */
  let depth = 0;
  const close = (): void => {
    const into = thought.some((row) => row.includes('{') || hasField(row)) ? drafts : rest;
    for (const row of thought) into.push(row);
    thought = [];
    depth = 0;
    isQuoteOpen = false;
  };
  /** Whether a quote of it is: then what follows is still a part. */
  let isQuoteOpen = false;
  let mayBeObject = false;
  let begins = false;
  for (const row of text.split('\n')) {
    // In a draft the quoted rows are its own, in a field's text all others; a line's text ends with a blank row.
    const inField = QUOTED.test(thought[0] ?? '');
    const isInside = QUOTED.test(row) ? depth > 0 : inField;
    const match = mayBeObject || isInside ? null : readLabel(row);
    const isObject = row.trimStart().startsWith('{') && !begins && !(inField && isQuoteOpen);
    if (match !== null || (row.trim() === '' && !inField) || isObject) close();
    if (match !== null && !OPEN_LABELS.includes(match[1]?.toLowerCase() ?? '')) {
      begins = match[2]?.trim() === '';
      thought.push(row);
    } else if (thought.length > 0) {
      begins = false;
      thought.push(row);
    } else {
      rest.push(row);
      mayBeObject ||= row.includes('{');
    }
    if (thought.length === 0) isQuoteOpen = false;
    else {
      depth += countOpen(row);
      if (row.split('"').length % 2 === 0) isQuoteOpen = !isQuoteOpen;
    }
  }
  close();
  return { rest: rest.join('\n'), drafts };
}

/** A row's label and what follows it; invisible characters in the label don't hide it. */
const readLabel = (row: string): RegExpExecArray | null => LABEL.exec(row) ?? LABEL.exec(dropUnseen(row));

/**
 * Reads labelled lines. Without any the text is all speech; with a `text:` line only that is, and nothing when there are
 * several beside a thought: one may be a draft.
 */
export function takeLabels(text: string): Speech {
  if (!text.includes(':')) return { spoken: text, aside: [] };
  const rows = text.split('\n').map((row) => ({ row, match: readLabel(row) }));
  const labels = rows.map(({ match }) => match?.[1]?.toLowerCase());
  const hasText = labels.includes('text');
  const spoken: string[] = [];
  const aside: string[] = [];
  const texts = new Set<string>();
  let into = hasText ? aside : spoken;
  for (const [index, { row, match }] of rows.entries()) {
    const label = labels[index];
    const value = (match?.[2] ?? '').trim();
    if (label === undefined) {
      // A thought goes on until a blank line, the text until the next label.
      if (!hasText && row.trim() === '') into = spoken;
      into.push(row);
    } else if (label === 'text') {
      texts.add(value);
      spoken.length = 0;
      into = spoken;
      // YAML's sign of a block.
      spoken.push(/^[|>][+-]?$/.test(value) ? '' : value);
    } else if (!hasText && (label === 'mood' || label === 'kind') && !isField(value)) {
      into = spoken;
      spoken.push(row);
    } else {
      into = PUBLIC_LABELS.includes(label) && !hasText ? spoken : aside;
      aside.push(value);
    }
  }
  const isDraft =
    texts.size > 1 && labels.some((label) => label !== undefined && !OPEN_LABELS.includes(label));
  return isDraft ? { spoken: '', aside: [...aside, ...spoken] } : { spoken: spoken.join('\n'), aside };
}

const isField = (value: string): boolean => value.split(/\s+/).length <= MAX_FIELD_WORDS;
