import { plainKey, type Span } from './json-text';

/** Regex source: labels of models, and fields of providers, for private thought. */
export const PRIVATE_LABELS =
  'thoughts?|thinking|reasoning|reflections?|analysis|scratchpad|(?:thought|thinking|reasoning)[ _-]?process|(?:thinking|reasoning)[ _-]?(?:contents?|details?|text|trace|summary)|(?:inner|internal)[ _-]?(?:monologue|thoughts?)|monologue|chain[ _-]?of[ _-]?thoughts?|my (?:thoughts?|thinking|reasoning)';
/** As keys these are private too; as labels they may begin a character's line. */
const PRIVATE_NAMES = `${PRIVATE_LABELS}|think|reason`;
const NAME = new RegExp(`^(?:${PRIVATE_NAMES.replaceAll(/\[[ _-]+\]\?| /g, '')})$`);

/** Private keys to look for in a damaged object. */
export const PRIVATE_KEYS = [
  ...['thought', 'thinking', 'reasoning', 'reasoning_content', 'reasoning_details'],
  ...['analysis', 'reflection', 'scratchpad', 'monologue'],
];

export const isPrivateKey = (key: string): boolean => NAME.test(plainKey(key));

/** True for a reasoning part of an answer, as providers list them: `{"type":"reasoning.text",…}`. */
export const isThoughtPart = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  /^(?:redacted_)?(?:reasoning|thinking)\b/.test(String((value as { type?: unknown }).type));

/** The end of a text that introduces a thought, on the same line or in a fence. */
const PRIVATE_START = new RegExp(
  `(?:^|[^\\p{L}\\p{N}])(?:${PRIVATE_LABELS})[\\\\*_"'“”‘’]{0,8}\\s{0,8}[:=][^\\p{L}\\p{N}\\n{}[\\],]{0,12}(?:\`\`\`\\w{0,10}(?:\\s|\\\\{1,4}n){0,8})?$`,
  'iu',
);
/**
 * Labels and stage directions before private thought, at the start of any line, and channel names joined to the text.
 */
const THINKING = new RegExp(
  [
    `(?:^|\\\\n)[\\s\\p{Cf}*_#>"'“\\[(-]{0,8}(?:${PRIVATE_LABELS})[\\]*_"'”)]{0,4}\\s{0,4}:`,
    `[([*]\\s{0,4}(?:${PRIVATE_LABELS})\\s{0,4}:`,
    `^\\s{0,8}#{1,6}\\s{0,4}(?:${PRIVATE_LABELS})\\s*$`,
  ].join('|'),
  'imu',
);
/** A private key with a quote: a fragment of an object. Everything after it may be its value. */
const PRIVATE_KEY = new RegExp(
  `["'“”‘’,{]\\s{0,8}(?:${PRIVATE_LABELS})\\\\{0,7}(?:["'“”‘’]\\s{0,8}:|:\\s{0,8}\\\\{0,7}["'“”‘’])`,
  'iu',
);
const PRIVATE_FIELD = new RegExp(
  `(?:(?<![\\p{L}\\p{N}])|(?<=\\\\n))(?:${PRIVATE_LABELS})[\\\\*_"'“”‘’]{0,8}\\s{0,8}[:=]`,
  'iu',
);

/** True if the text at `start` follows a private label. */
export const followsPrivateLabel = (text: string, start: number): boolean =>
  PRIVATE_START.test(text.slice(Math.max(0, start - 80), start));

export const startsThought = (text: string): boolean => /[:#]/.test(text) && THINKING.test(text);

export const hasPrivateKey = (between: string): boolean => PRIVATE_KEY.test(between);

/** Position of the first private field in a damaged object; -1 if none. */
export const findPrivateField = (piece: string): number =>
  /[:=]/.test(piece) ? piece.search(PRIVATE_FIELD) : -1;

/**
 * A private label at the start of a row (its line break may be escaped), or a private key of an object, with its colon.
 */
const LABEL = new RegExp(
  `(?:^|\\\\n|[\\n{,;])[\\s>#*_-]{0,16}["'“”‘’*_\`]{0,3}(?:${PRIVATE_NAMES})["'“”‘’*_\`]{0,4}\\s{0,8}[:=][\\s*_]{0,8}`,
  'giu',
);
/** Symbols or a fence between a label and the object (or list of objects) that is its whole value. */
const SIGNS = /[^\p{L}\p{N}"'“”‘’,{}[\]]{0,64}(?:json)?\s{0,64}(?:\[\s{0,16}\{|[{[])/iuy;
const QUOTE = /["'“”‘’`]/;
const LINE_END = /\n|\\n/g;
const CLOSED = /["'”’]\s{0,8}(?:[,}]|\n)/g;

export function isWithin(spans: readonly Span[], at: number): boolean {
  let from = 0;
  let to = spans.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((spans[middle]?.end ?? 0) > at) to = middle;
    else from = middle + 1;
  }
  return (spans[from]?.start ?? at + 1) <= at;
}

/**
 * Finds the values of private fields and labels in a text that may be damaged or truncated: an object that begins
 * inside one is a draft, never an answer. A quoted value extends to its closing quote or the end of the text, a line to
 * its end.
 */
export function findPrivate(text: string, work: { steps: number }): Span[] {
  const spans: Span[] = [];
  work.steps += text.length;
  LABEL.lastIndex = 0;
  for (let label = LABEL.exec(text); label !== null; label = LABEL.exec(text)) {
    const start = label.index + label[0].length;
    const end = valueEnd(text, start, !/[{,;]/.test(label[0].charAt(0)));
    work.steps += end - start;
    if (end > start) spans.push({ start, end });
    LABEL.lastIndex = Math.max(LABEL.lastIndex, end);
  }
  return spans;
}

function valueEnd(text: string, start: number, isLine: boolean): number {
  SIGNS.lastIndex = start;
  if (SIGNS.test(text)) return SIGNS.lastIndex;
  if (!QUOTE.test(text.charAt(start))) {
    if (!isLine) return start;
    LINE_END.lastIndex = start;
    return LINE_END.exec(text)?.index ?? text.length;
  }
  CLOSED.lastIndex = start + 1;
  return CLOSED.test(text) ? CLOSED.lastIndex : text.length;
}
