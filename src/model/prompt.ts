import { jsonInstruction, type rejectionReason, toProviderSchema } from 'answer-reader';
import { cutAtLetter } from '../base/fold-text';
import { quote } from '../base/quote';
import { guessPromptTokens, guessTokens } from '../base/tokens';
import type { Message } from '../contract/calls';
import type { Ask } from '../room/step-context';
import { BOARD_TEXT_KEY, writeBoard } from './board-text';
import type { Ladder } from './ladder';

/** Marks the place where lines were left out. */
const LEFT_OUT = '[… left out: the model has a small window …]';
/** Share of the tokens that the end of the prompt (this round, the task, the form) has before the rest. */
const SHARE_OF_END = 0.5;
/** Tokens for what a chat template adds. */
const SPARE = 64;

export const hasPictures = (messages: readonly Message[]): boolean =>
  messages.some(({ content }) => typeof content !== 'string' && content.some(({ type }) => type === 'frame'));

/**
 * The same for a model that takes no pictures: each is its label and the board in lines of text; of a second one of the
 * same message, the rows that differ from the one before. Every message is one text, as such models want it.
 */
export const withoutPictures = (messages: readonly Message[]): Message[] =>
  messages.map(({ role, content }) => {
    if (typeof content === 'string') return { role, content };
    let earlier: Frame | undefined;
    const texts = content.map((part) => {
      if (part.type === 'text') return part.text;
      const text = describeFrame(part, earlier);
      earlier = part;
      return text;
    });
    return { role, content: texts.join('\n\n') };
  });

type Frame = { label: string; cells: string };

function describeFrame({ label, cells }: Frame, earlier: Frame | undefined): string {
  if (earlier === undefined) return `${label} (${BOARD_TEXT_KEY})\n${writeBoard(cells)}`;
  if (earlier.cells === cells) return `${label}\nThe same as ${earlier.label}.`;
  return `${label} (only the rows that differ from ${earlier.label})\n${writeBoard(cells, earlier.cells)}`;
}

/** Most tokens of an answer in a window: a prompt needs as much of it. */
export const answerWithin = (window: number, maxTokens: number): number =>
  Math.max(1, Math.min(maxTokens, Math.floor(window / 2)));

/**
 * The messages, shortened to what a window leaves beside the answer: the system message keeps its beginning, the last
 * message its end, where the round, the task and the form of the answer stand. Of what is in between, the first message
 * keeps its end, where a chat says whose part it is, and the newest turns stay, as far as there is room. Whole lines are
 * left out, so that nothing that is quoted loses its quotes.
 *
 * @param countPrompt tokens of all messages, as the model counts
 * @returns null when it fits as it is
 */
export function fitWindow(
  messages: readonly Message[],
  window: number,
  maxTokens: number,
  countPrompt: (messages: readonly Message[]) => number = guessPromptTokens,
): Message[] | null {
  const roomOfAll = Math.max(SPARE, window - answerWithin(window, maxTokens) - SPARE);
  const tokens = countPrompt(messages);
  if (tokens <= roomOfAll) return null;
  // Lines are weighed by the guess.
  const room = Math.floor((roomOfAll * guessPromptTokens(messages)) / tokens);
  const first = messages[0]?.role === 'system' ? messages[0] : undefined;
  const last = messages.at(-1);
  if (last === undefined || last === first) return null;
  const costOf = (message: Message): number => guessPromptTokens([message]);
  const ofEnd = Math.min(costOf(last), Math.floor(room * SHARE_OF_END));
  const between = messages.slice(first ? 1 : 0, -1);
  const head = first && shorten(first, (room - ofEnd) * (between.length > 0 ? SHARE_OF_HEAD : 1), 'head');
  const roomOfEnd = room - (head ? costOf(head) : 0);
  const end = shorten(last, between.length > 0 ? Math.max(ofEnd, roomOfEnd / 2) : roomOfEnd, 'end');
  return [...(head ? [head] : []), ...fitTurns(between, roomOfEnd - costOf(end)), end];
}

/** Of the system message of a chat; the rest is for its first message and its turns. */
const SHARE_OF_HEAD = 0.6;
/** Of the first message of a chat. */
const SHARE_OF_OPENING = 2 / 3;

/** The end of the first of these messages, and as many of the newest as fit. */
function fitTurns([opening, ...turns]: readonly Message[], tokens: number): Message[] {
  if (!opening || tokens <= SPARE) return [];
  const costOf = (message: Message): number => guessPromptTokens([message]);
  const keptOpening = shorten(opening, Math.floor(tokens * SHARE_OF_OPENING), 'end');
  let tokensLeft = tokens - costOf(keptOpening);
  const keptTurns: Message[] = [];
  for (const turn of turns.toReversed()) {
    tokensLeft -= costOf(turn);
    if (tokensLeft < 0) break;
    keptTurns.unshift(turn);
  }
  // The sides of a chat alternate: after the opening comes the assistant.
  while (keptTurns[0]?.role === opening.role) keptTurns.shift();
  return [keptOpening, ...keptTurns];
}

function shorten(message: Message, tokens: number, keep: 'head' | 'end'): Message {
  if (guessPromptTokens([message]) <= tokens) return message;
  const { role, content } = message;
  const parts = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content;
  let tokensLeft = tokens - guessPromptTokens([{ content: LEFT_OUT }]);
  const keptLines: typeof parts = [];
  for (const part of keep === 'end' ? parts.toReversed() : parts) {
    const cost = guessPromptTokens([{ content: [part] }]);
    if (cost <= tokensLeft) {
      keptLines.push(part);
      tokensLeft -= cost;
      continue;
    }
    if (part.type === 'text') keptLines.push({ type: 'text', text: keepLines(part.text, tokensLeft, keep) });
    break;
  }
  if (keep === 'end') keptLines.reverse();
  if (typeof content !== 'string') return { role, content: keptLines };
  return { role, content: keptLines.map((part) => (part.type === 'text' ? part.text : '')).join('\n\n') };
}

/** The first or last lines that fit, and a mark where the others were. */
function keepLines(text: string, tokens: number, keep: 'head' | 'end'): string {
  const lines = text.split('\n');
  if (keep === 'end') lines.reverse();
  let tokensLeft = tokens;
  const keptParts: string[] = [];
  for (const line of lines) {
    tokensLeft -= guessTokens(`${line}\n`);
    if (tokensLeft < 0) break;
    keptParts.push(line);
  }
  keptParts.push(LEFT_OUT);
  return (keep === 'end' ? keptParts.reverse() : keptParts).join('\n');
}

const PROSE = [
  'OUTPUT FORMAT',
  'Reply in plain prose with the spoken line alone: no JSON, no name in front, no thinking.',
].join('\n');

/** Tokens; a model with a window up to this size gets shorter corrections. */
const SMALL_WINDOW = 8_192;
const FEW = 3;
const MAX_OF_A_ROW = 160;
const MAX_OF_A_POINTER = 120;

/**
 * The messages of the next call. They follow from the ask and the ladder alone: the constraint does not show in
 * them, and neither does anything the model thought in private. A model that is asked again is told what was wrong
 * instead of being shown its answer, which keeps the prompt short and its `thought` out of it.
 */
export function writePrompt<T>(ask: Ask<T>, ladder: Ladder): Message[] {
  if (ladder.mode === 'prose') {
    if (ask.mode !== 'prose') return append(ask.messages, PROSE);
    return ladder.reask === null ? ask.messages : (ask.messagesAgain ?? ask.messages);
  }
  const isRepeated = ladder.reask?.some(({ message }) => message.endsWith(REPEATED_EXAMPLE));
  const example = isRepeated ? 'none' : ask.example;
  const instruction = ask.instruction ?? jsonInstruction(toProviderSchema(ask.schema), example);
  if (ladder.reask === null) return append(ask.messages, instruction);
  const correction = writeCorrection(ladder.reask, ask.profile.maxContextTokens <= SMALL_WINDOW);
  return append(ask.messages, `${instruction}\n\n${correction}`);
}

/** Problem of an answer that repeats the line of the example. */
const REPEATED_EXAMPLE = 'the line of the example' satisfies ReturnType<typeof rejectionReason>;

/** Lists mistakes by JSON Pointer, expected against got; a model with a small window gets the worst of it alone. */
function writeCorrection(problems: NonNullable<Ladder['reask']>, small: boolean): string {
  const title = small
    ? 'Correct this:'
    : 'Your last answer could not be used. Answer again and correct this:';
  const rows = problems.slice(0, small ? FEW : undefined).map(({ pointer, message }) => {
    // Both may hold what the model itself wrote.
    const where = pointer === '' ? '(whole answer)' : quote(cutTo(pointer, MAX_OF_A_POINTER));
    return `- ${where}: ${quote(small ? cutTo(message, MAX_OF_A_ROW) : message)}`;
  });
  return [title, ...rows].join('\n');
}

const cutTo = (text: string, most: number): string =>
  text.length > most ? `${cutAtLetter(text, most - 1)}…` : text;

/**
 * Adds a block at the end of the last user message (many chat templates refuse two user messages in a row), or as
 * a user message of its own.
 */
function append(messages: readonly Message[], block: string): Message[] {
  const last = messages.at(-1);
  if (last?.role !== 'user') return [...messages, { role: 'user', content: block }];
  const content =
    typeof last.content === 'string'
      ? `${last.content}\n\n${block}`
      : [...last.content, { type: 'text' as const, text: block }];
  return [...messages.slice(0, -1), { ...last, content }];
}
