import { cutText, shorten } from '../lines';
import { directionOf, isMovement } from '../map/directions';
import { isCommand, isSpeech, isSurelyCommand } from './verbs';

/** Most characters of a command, and most commands that one action is split into. */
export const MAX_COMMAND = 120;
const MAX_COMMANDS = 5;
/** Characters of an answer that are read: enough for every command, with any text around it. */
const MAX_RAW = 4_000;
/** Most characters that a note quotes from a dropped text. */
const MAX_QUOTED = 60;

/** An action after cleaning. */
export interface CleanAction {
  /** Commands in the order they are typed; none when the list is refused. */
  commands: string[];
  /** Parts that were changed or dropped, except case, spacing and closing punctuation. */
  cleaned: string[];
  /** Reason why no command may be typed; null: they may. */
  refused: string | null;
}

/**
 * Reads the commands in a model's (or a person's) action: `NORTH.` is `north`, fences, quotes, labels and prompt marks come
 * off, and the first line counts. A list of commands is split, at commas where every part begins with a verb, and at full
 * stops and `then` always; things after one verb (`take lamp, sword`), orders to someone (`robot, go north`) and speech
 * stay one command. A list that holds a movement is refused whole: the commands after it would be typed in an unseen place.
 * An empty action is `look`.
 */
export function cleanAction(raw: string): CleanAction {
  const notes: string[] = [];
  const line = pickLine(raw, notes);
  const parts = splitList(line).filter((part) => part !== '');
  const only = parts[0];
  if (only === undefined) {
    return { commands: ['look'], cleaned: [...notes, 'nothing was given: look'], refused: null };
  }
  if (parts.length === 1) return { commands: [cutCommand(only, notes)], cleaned: notes, refused: null };
  const walk = parts.find(isMovement);
  if (walk !== undefined) {
    const reason = `a movement stands alone: "${cutText(walk, MAX_QUOTED)}" can't be part of a list`;
    return { commands: [], cleaned: notes, refused: reason };
  }
  const commands = parts.slice(0, MAX_COMMANDS).map((part) => cutCommand(part, notes));
  notes.push(`sent as ${commands.length} commands`);
  if (parts.length > MAX_COMMANDS) {
    notes.push(`left out after ${MAX_COMMANDS} commands: ${quote(parts.slice(MAX_COMMANDS).join(', '))}`);
  }
  return { commands, cleaned: notes, refused: null };
}

const quote = (text: string): string => `"${shorten(text, MAX_QUOTED)}"`;

function cutCommand(command: string, cleaned: string[]): string {
  if (command.length <= MAX_COMMAND) return command;
  cleaned.push(`cut to ${MAX_COMMAND} characters`);
  return cutText(command, MAX_COMMAND);
}

/** A line of a code fence, with its language, or the command when nothing else is there. */
const FENCE = /^(?:`{3,}|~{3,})\s*([\w-]*)\s*$/;

/** Returns the first line that says something, bare and in lower case. */
function pickLine(raw: string, cleaned: string[]): string {
  const lines = normalise(raw)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const bare = lines.filter((line) => !FENCE.test(line));
  const texts = (bare.length > 0 ? bare : lines.map((line) => FENCE.exec(line)?.[1] ?? ''))
    .map((line) => ({ line, text: unwrap(line) }))
    .filter(({ text }) => text !== '');
  const [first, ...others] = texts;
  if (!first) return '';
  if (first.line.replace(CLOSING, '').toLowerCase() !== first.text || bare.length < lines.length) {
    cleaned.push('took off what stood around the command');
  }
  if (others.length > 0) {
    cleaned.push(`only the first line counts: left out ${quote(others.map(({ text }) => text).join(' / '))}`);
  }
  return first.text;
}

/** Unifies line ends, spaces and quotes, and drops invisible characters. */
const normalise = (raw: string): string =>
  raw
    .slice(0, MAX_RAW)
    .normalize('NFKC')
    .replace(/\r\n?|[\u0085\u2028\u2029\v\f]/g, '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: an escape sequence of a terminal goes as a whole.
    .replace(/\u001b\[[0-9;]*[A-Za-z]/g, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/[\p{Cf}\p{Co}\p{Cs}]|(?!\n)\p{Cc}/gu, '')
    .replace(/[“”„«»]/g, '"')
    .replace(/[‘’‚]/g, "'");

const CLOSING = /[\s.,;:!?…]+$/;
/** Text before a command: prompt and list marks, and words that announce a command. */
const BEFORE =
  /^(?:[>#\s]+|[-•–—*]\s+|[.,;:!…]+|\d{1,2}[.)]\s+|(?:(?:(?:my|the|your|next|new|final|game|player)\s+){0,2}(?:action|command|move|input|response|answer)|i (?:type|enter|say))["']?\s*[:=]\s*)/;
/** `"take lamp", "open door"` */
const QUOTED_LIST = /^"[^"]*"(?:\s*,\s*"[^"]*")+$/;
const PAIRS: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '(': ')',
  '[': ']',
  '<': '>',
  '{': '}',
};

/** Strips wrappers from a command until none is left. */
function unwrap(line: string): string {
  let text = line.toLowerCase();
  for (let before = ''; before !== text; ) {
    before = text;
    text = text
      .replace(/`+/g, '')
      .replace(/\*{2,}|__+|~~+/g, '')
      .replace(/^\*(.*)\*$/, '$1')
      .replace(BEFORE, '')
      .replace(CLOSING, '')
      .trim();
    text = QUOTED_LIST.test(text) ? text.replaceAll('"', '') : unquote(text);
  }
  return text.replace(/ +/g, ' ');
}

/** Strips the pair of quotes or brackets around a text, or a quote that is never closed. */
function unquote(text: string): string {
  const open = text[0] ?? '';
  const close = Object.hasOwn(PAIRS, open) ? PAIRS[open] : undefined;
  if (close !== undefined && text.length > 1 && text.endsWith(close)) {
    const inner = text.slice(1, -1);
    const at = inner.search(close === open ? (open === '"' ? /"/ : /'(?!\w)|(?<!\w)'/) : /[()[\]<>{}]/);
    // A quote inside that opens belongs to the command: `"say "hello""`; one that closes, to the first of two.
    if (at < 0 || (close === open && inner[at - 1] === ' ')) return inner;
  }
  for (const mark of ['"', "'"]) {
    if (text.split(mark).length !== 2) continue;
    if (text.startsWith(mark)) return text.slice(1);
    if (text.endsWith(mark)) return text.slice(0, -1);
  }
  return text;
}

/** Points that end no command: those of titles and numbers. */
const TITLE = /\b(mr|mrs|ms|dr|st|prof)\./g;

/** Splits a line into its commands; a single command stays whole. */
function splitList(line: string): string[] {
  if (directionOf(line) !== null) return [line];
  const { text, restore } = hideQuoted(line.replace(TITLE, '$1'));
  return text
    .split(/\.(?!\d)|;|,?\s+(?:and\s+)?then\s+/)
    .map(trimPart)
    .filter((part) => part !== '')
    .flatMap(splitAtCommas)
    .map(restore);
}

/** Strips the words and marks that joined a command to the one before. */
const trimPart = (part: string): string =>
  part
    .trim()
    .replace(/^(?:,\s*)?(?:(?:and|then)\s+)+/, '')
    .replace(/^[\s,]+/, '')
    .replace(CLOSING, '');

/** Splits at commas, or at `and` before a verb; returns the whole when a part is no command. */
function splitAtCommas(segment: string): string[] {
  if (isSpeech(segment) && !segment.includes(HIDDEN)) return [segment];
  const parts = segment
    .split(/\s*,\s*/)
    .map(trimPart)
    .filter((part) => part !== '')
    .flatMap((part, i) => (i === 0 || isCommand(part) ? splitAtAnd(part) : part));
  const first = parts[0];
  if (parts.length < 2 || first === undefined) return [parts.join('') || segment];
  // An order to someone: `robot, go north`.
  if (!isCommand(first) && !isMovement(first)) return [segment];
  const isList = parts.some(isMovement) || parts.every(isCommand);
  return isList ? parts : [segment];
}

function splitAtAnd(part: string): string[] {
  const pieces = part.split(/ and /);
  const first = pieces[0] ?? '';
  if (!isCommand(first) && !isMovement(first)) return [part];
  return pieces.reduce<string[]>((parts, piece) => {
    const last = parts.at(-1);
    if (last === undefined || isSurelyCommand(piece)) parts.push(piece);
    else parts[parts.length - 1] = `${last} and ${piece}`;
    return parts;
  }, []);
}

/** Begins a hidden piece. No cleaned line can hold it. */
const HIDDEN = '\u0001';

/** Hides text in double quotes, so that no mark in it splits anything. */
function hideQuoted(line: string): { text: string; restore: (part: string) => string } {
  const quotedTexts: string[] = [];
  const text = line.replace(/"[^"]*"/g, (quoted) => `${HIDDEN}${quotedTexts.push(quoted) - 1}\u0002`);
  return {
    text,
    // biome-ignore lint/suspicious/noControlCharactersInRegex: marks that no cleaned line can hold.
    restore: (part) => part.replace(/\u0001(\d+)\u0002/g, (_, at: string) => quotedTexts[Number(at)] ?? ''),
  };
}
