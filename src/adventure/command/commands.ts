import { findDirection, isMovement } from 'zmachine-story';
import { cutText, shorten } from '../lines';
import { isCommand, isSpeech, isSurelyCommand } from './verbs';

/** Limits: characters of a command, and commands of one action. */
export const MAX_COMMAND = 120;
const MAX_COMMANDS = 5;
/** Characters to read; enough for all commands and text around them. */
const MAX_RAW = 4_000;
const MAX_QUOTED = 60;

export interface CleanAction {
  /** In typing order; empty if refused. */
  commands: string[];
  /** Changed or dropped parts, except case, spacing and closing punctuation. */
  cleaned: string[];
  /** Why no command may be typed, or null. */
  refused: string | null;
}

/**
 * Extracts commands from the action of a model or person. `NORTH.` becomes `north`; fences, quotes, labels and prompt
 * marks are removed, and only the first line counts. Splits a list at full stops and `then`, and at commas if every
 * part begins with a verb. Objects of one verb (`take lamp, sword`), orders (`robot, go north`) and speech stay one
 * command. Refuses a list with a movement, because the later commands would run in an unseen place. An empty action
 * becomes `look`.
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
    const reason = `a movement must be the only command: "${cutText(walk, MAX_QUOTED)}" can't be part of a list`;
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

/** A code fence with its language (or the command, if it is the only line). */
const FENCE = /^(?:`{3,}|~{3,})\s*([\w-]*)\s*$/;

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

/** Normalizes line ends, spaces and quotes, and drops invisible characters. */
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
/** Text before a command: prompt and list marks, and words that announce it. */
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

/** Strips wrappers repeatedly. */
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

/** Strips surrounding quotes or brackets, or an unclosed quote. */
function unquote(text: string): string {
  const open = text[0] ?? '';
  const close = Object.hasOwn(PAIRS, open) ? PAIRS[open] : undefined;
  if (close !== undefined && text.length > 1 && text.endsWith(close)) {
    const inner = text.slice(1, -1);
    const at = inner.search(close === open ? (open === '"' ? /"/ : /'(?!\w)|(?<!\w)'/) : /[()[\]<>{}]/);
    // An inner opening quote is part of the command: `"say "hello""`; an inner closing quote ends the first of two.
    if (at < 0 || (close === open && inner[at - 1] === ' ')) return inner;
  }
  for (const mark of ['"', "'"]) {
    if (text.split(mark).length !== 2) continue;
    if (text.startsWith(mark)) return text.slice(1);
    if (text.endsWith(mark)) return text.slice(0, -1);
  }
  return text;
}

/** Periods after titles and in numbers. */
const TITLE = /\b(mr|mrs|ms|dr|st|prof)\./g;

function splitList(line: string): string[] {
  if (findDirection(line) !== null) return [line];
  const { text, restore } = hideQuoted(line.replace(TITLE, '$1'));
  return text
    .split(/\.(?!\d)|;|,?\s+(?:and\s+)?then\s+/)
    .map(trimPart)
    .filter((part) => part !== '')
    .flatMap(splitAtCommas)
    .map(restore);
}

/** Strips conjunctions and punctuation that joined a command to the previous one. */
const trimPart = (part: string): string =>
  part
    .trim()
    .replace(/^(?:,\s*)?(?:(?:and|then)\s+)+/, '')
    .replace(/^[\s,]+/, '')
    .replace(CLOSING, '');

/** Splits at commas, or at `and` before a verb, unless a part is not a command. */
function splitAtCommas(segment: string): string[] {
  if (isSpeech(segment) && !segment.includes(HIDDEN)) return [segment];
  const parts = segment
    .split(/\s*,\s*/)
    .map(trimPart)
    .filter((part) => part !== '')
    .flatMap((part, i) => (i === 0 || isCommand(part) ? splitAtAnd(part) : part));
  const first = parts[0];
  if (parts.length < 2 || first === undefined) return [parts.join('') || segment];
  // An order: `robot, go north`.
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

/** Marks a hidden part; cleaned lines never contain it. */
const HIDDEN = '\u0001';

/** Hides quoted text so that its punctuation does not split commands. */
function hideQuoted(line: string): { text: string; restore: (part: string) => string } {
  const quotedTexts: string[] = [];
  const text = line.replace(/"[^"]*"/g, (quoted) => `${HIDDEN}${quotedTexts.push(quoted) - 1}\u0002`);
  return {
    text,
    // biome-ignore lint/suspicious/noControlCharactersInRegex: marks that no cleaned line can hold.
    restore: (part) => part.replace(/\u0001(\d+)\u0002/g, (_, at: string) => quotedTexts[Number(at)] ?? ''),
  };
}
