import { dropUnseen, FRAGMENT } from './traces';

/** What of an answer may be speech, and the private parts that stood beside it. */
export interface Speech {
  spoken: string;
  /** Thoughts and other fields that are never spoken. */
  aside: string[];
}

const PRIVATE_LABELS =
  'thoughts?|thinking|reasoning|analysis|scratchpad|thought process|(?:inner|internal) (?:monologue|thoughts?)|chain[- ]of[- ]thought|my (?:thoughts?|thinking|reasoning)';
const LABEL = new RegExp(
  `^[\\s\\p{Cf}"'*_]{0,12}(kind|text|mood|json|${PRIVATE_LABELS})["'*_]{0,4}\\s{0,8}:["'*_]{0,4}([^]*)$`,
  'iu',
);
/** What ends like this introduces a thought, on the same line or in a fence. */
const PRIVATE_START = new RegExp(
  `(?:^|[^\\p{L}\\p{N}])(?:${PRIVATE_LABELS})[\\\\*_"'“”‘’]{0,8}\\s{0,8}[:=][ \\t\\\\*_"'“”‘’]{0,12}(?:\`\`\`\\w{0,10}(?:\\s|\\\\{1,4}n){0,8})?$`,
  'iu',
);
/** Labels and stage directions in front of private thought, at the start of any line, and channels run into the text. */
const THINKING = new RegExp(
  [
    `(?:^|\\\\n)[\\s\\p{Cf}*_#>"'“\\[(-]{0,8}(?:${PRIVATE_LABELS})[\\]*_"'”)]{0,4}\\s{0,4}:`,
    `[([*]\\s{0,4}(?:${PRIVATE_LABELS})\\s{0,4}:`,
    `^\\s{0,8}#{1,6}\\s{0,4}(?:${PRIVATE_LABELS})\\s*$`,
  ].join('|'),
  'imu',
);
/** Labelled lines in a string that is no JSON any more. */
const ENCODED_LABEL = new RegExp(
  `\\\\n\\s{0,8}["'*_]{0,4}(?:kind|text|${PRIVATE_LABELS})["'*_]{0,4}\\s{0,8}:`,
  'i',
);
/** The same with quotes: a piece of an object. What follows it may all be its value. */
const PRIVATE_KEY = new RegExp(
  `["'“”‘’,{]\\s{0,8}(?:${PRIVATE_LABELS})\\\\{0,7}(?:["'“”‘’]\\s{0,8}:|:\\s{0,8}\\\\{0,7}["'“”‘’])`,
  'iu',
);
/** The key of a private field in what is no JSON. */
const PRIVATE_FIELD = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${PRIVATE_LABELS})[\\\\*_"'“”‘’]{0,8}\\s{0,8}[:=]`,
  'iu',
);
/** After another label private thought goes on. */
const PUBLIC_LABELS = ['kind', 'mood', 'json'];
const OPEN_LABELS = [...PUBLIC_LABELS, 'text'];
/** `mood: dark` is a field; `Mood: sour, and it is only noon.` is something a character says. */
const MAX_FIELD_WORDS = 2;

/** Whether what stands at `start` is a thought: it follows a private label. */
export const followsPrivateLabel = (text: string, start: number): boolean =>
  PRIVATE_START.test(text.slice(Math.max(0, start - 80), start));

/** Whether a line of a text, or a stage direction in it, is announced as private thought. */
export const bringsThought = (text: string): boolean => THINKING.test(text);

/** Whether a text has labelled lines whose line breaks are escapes. An object's text may have them: it is none of these. */
export const hasEncodedLabels = (text: string): boolean => !text.startsWith('{') && ENCODED_LABEL.test(text);

/** Whether a text between objects has a private field whose object is lost. */
export const losesThought = (between: string): boolean => PRIVATE_KEY.test(between);

/** Where the first private field of a damaged object begins; -1 when it has none. */
export const findPrivateField = (piece: string): number => piece.search(PRIVATE_FIELD);

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
  const close = (): void => {
    (thought.some((row) => row.includes('{') || FRAGMENT.test(row)) ? drafts : rest).push(...thought);
    thought = [];
  };
  let mayBeObject = false;
  let begins = false;
  for (const row of text.split('\n')) {
    const match = mayBeObject ? null : readLabel(row);
    const isObject = row.trimStart().startsWith('{') && !begins;
    if (match !== null || row.trim() === '' || isObject) close();
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
  }
  close();
  return { rest: rest.join('\n'), drafts };
}

/** A row's label and what follows it; invisible characters in the label don't hide it. */
const readLabel = (row: string): RegExpExecArray | null => LABEL.exec(row) ?? LABEL.exec(dropUnseen(row));

/** Reads labelled lines. Without any the text is all speech; with a `text:` line only that is. */
export function takeLabels(text: string): Speech {
  const rows = text.split('\n').map((row) => ({ row, match: readLabel(row) }));
  const hasText = rows.some(({ match }) => match?.[1]?.toLowerCase() === 'text');
  const spoken: string[] = [];
  const aside: string[] = [];
  let into = hasText ? aside : spoken;
  for (const { row, match } of rows) {
    const label = match?.[1]?.toLowerCase();
    const value = (match?.[2] ?? '').trim();
    if (label === undefined) {
      // A thought goes on until a blank line, the text until the next label.
      if (!hasText && row.trim() === '') into = spoken;
      into.push(row);
    } else if (label === 'text') {
      spoken.length = 0;
      into = spoken;
      spoken.push(value);
    } else if (!hasText && (label === 'mood' || label === 'kind') && !isField(value)) {
      into = spoken;
      spoken.push(row);
    } else {
      into = PUBLIC_LABELS.includes(label) && !hasText ? spoken : aside;
      aside.push(value);
    }
  }
  return { spoken: spoken.join('\n'), aside };
}

const isField = (value: string): boolean => value.split(/\s+/).length <= MAX_FIELD_WORDS;
