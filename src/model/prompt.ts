import { jsonInstruction, type rejectionReason, toProviderSchema } from 'answer-reader';
import type { z } from 'zod';
import { cutAtLetter } from '../base/fold-text';
import { quote } from '../base/quote';
import { guessPromptTokens, guessTokens } from '../base/tokens';
import type { Message } from '../contract/calls';
import type { Ask } from '../room/step-context';
import { BOARD_TEXT_KEY, formatBoard } from './board-text';
import type { Ladder } from './ladder';

const OMISSION_MARK = '[… left out …]';
/** Share of the tokens reserved for the end of the prompt (this round, the task, the answer format). */
const END_SHARE = 0.5;
/** Tokens that a chat template adds. */
const SPARE = 64;

export const hasPictures = (messages: readonly Message[]): boolean =>
  messages.some(({ content }) => typeof content !== 'string' && content.some(({ type }) => type === 'frame'));

/**
 * Replaces each picture by its label and the board as text; a second picture in a message lists only the rows that
 * differ. Each message becomes a single string, as text-only models expect.
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
  if (earlier === undefined) return `${label} (${BOARD_TEXT_KEY})\n${formatBoard(cells)}`;
  if (earlier.cells === cells) return `${label}\nThe same as ${earlier.label}.`;
  return `${label} (only the rows that differ from ${earlier.label})\n${formatBoard(cells, earlier.cells)}`;
}

/** Token limit of an answer: leaves at least half the window to the prompt. */
export const answerWithin = (window: number, maxTokens: number): number =>
  Math.max(1, Math.min(maxTokens, Math.floor(window / 2)));

/**
 * Shortens the messages to the space that a window leaves for the prompt. The system message keeps its beginning; the
 * last message keeps its end, which has the round, the task and the answer format. In between, the first message keeps
 * its end, where a chat names the agent's role, and the newest turns stay as far as they fit. Removes whole lines, so
 * that quotes stay balanced.
 * @param countPrompt tokens of all messages, by the model's count
 * @returns null if the prompt already fits
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
  // Lines are measured with the estimate, so scale the space accordingly.
  const room = Math.floor((roomOfAll * guessPromptTokens(messages)) / tokens);
  const first = messages[0]?.role === 'system' ? messages[0] : undefined;
  const last = messages.at(-1);
  if (last === undefined || last === first) return null;
  const costOf = (message: Message): number => guessPromptTokens([message]);
  const ofEnd = Math.min(costOf(last), Math.floor(room * END_SHARE));
  const between = messages.slice(first ? 1 : 0, -1);
  const head = first && shorten(first, (room - ofEnd) * (between.length > 0 ? HEAD_SHARE : 1), 'head');
  const roomOfEnd = room - (head ? costOf(head) : 0);
  const end = shorten(last, between.length > 0 ? Math.max(ofEnd, roomOfEnd / 2) : roomOfEnd, 'end');
  return [...(head ? [head] : []), ...fitTurns(between, roomOfEnd - costOf(end)), end];
}

/** Share of a chat's system message; the first message and the turns get the rest. */
const HEAD_SHARE = 0.6;
/** Share of a chat's first message. */
const OPENING_SHARE = 2 / 3;

/** The end of the first message, and as many of the newest turns as fit. */
function fitTurns([opening, ...turns]: readonly Message[], tokens: number): Message[] {
  if (!opening || tokens <= SPARE) return [];
  const costOf = (message: Message): number => guessPromptTokens([message]);
  const keptOpening = shorten(opening, Math.floor(tokens * OPENING_SHARE), 'end');
  let tokensLeft = tokens - costOf(keptOpening);
  const keptTurns: Message[] = [];
  for (const turn of turns.toReversed()) {
    tokensLeft -= costOf(turn);
    if (tokensLeft < 0) break;
    keptTurns.unshift(turn);
  }
  // Roles must alternate: the assistant follows the opening.
  while (keptTurns[0]?.role === opening.role) keptTurns.shift();
  return [keptOpening, ...keptTurns];
}

function shorten(message: Message, tokens: number, keep: 'head' | 'end'): Message {
  if (guessPromptTokens([message]) <= tokens) return message;
  const { role, content } = message;
  const parts = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content;
  let tokensLeft = tokens - guessPromptTokens([{ content: OMISSION_MARK }]);
  const keptLines: typeof parts = [];
  for (const part of keep === 'end' ? parts.toReversed() : parts) {
    const cost = guessPromptTokens([{ content: [part] }]);
    if (cost <= tokensLeft) {
      keptLines.push(part);
      tokensLeft -= cost;
      continue;
    }
    if (part.type === 'text')
      keptLines.push({ type: 'text', text: shortenLines(part.text, tokensLeft, keep) });
    break;
  }
  if (keep === 'end') keptLines.reverse();
  if (typeof content !== 'string') return { role, content: keptLines };
  return { role, content: keptLines.map((part) => (part.type === 'text' ? part.text : '')).join('\n\n') };
}

/** The first or last lines that fit, with a marker for the rest. */
function shortenLines(text: string, tokens: number, keep: 'head' | 'end'): string {
  const lines = text.split('\n');
  if (keep === 'end') lines.reverse();
  let tokensLeft = tokens;
  const keptParts: string[] = [];
  for (const line of lines) {
    tokensLeft -= guessTokens(`${line}\n`);
    if (tokensLeft < 0) break;
    keptParts.push(line);
  }
  keptParts.push(OMISSION_MARK);
  return (keep === 'end' ? keptParts.reverse() : keptParts).join('\n');
}

const PROSE = [
  'OUTPUT FORMAT',
  'Reply with the spoken line alone, in plain prose: no JSON, no name in front, no thinking.',
].join('\n');

/** Tokens; models with a window up to this size get shorter corrections. */
const SMALL_WINDOW = 8_192;
const FEW = 3;
const MAX_ROW_CHARS = 160;
const MAX_POINTER_CHARS = 120;

/**
 * The messages of the next call. They depend only on the arguments, and contain neither the constraint nor private
 * thoughts. A retry lists the mistakes instead of quoting the rejected answer, which keeps the prompt short and
 * the answer's `thought` out of it.
 * @param omitsForm leaves the answer format to the schema: see `mayOmitForm`
 */
export function renderPrompt<T>(ask: Ask<T>, ladder: Ladder, omitsForm = false): Message[] {
  if (ladder.mode === 'prose') {
    if (ask.mode !== 'prose') return append(ask.messages, PROSE);
    return ladder.reask === null ? ask.messages : (ask.messagesAgain ?? ask.messages);
  }
  if (omitsForm) return ask.messages;
  const isRepeated = ladder.reask?.some(({ message }) => message.endsWith(REPEATED_EXAMPLE));
  const example = isRepeated ? 'none' : ask.example;
  const instruction = ask.instruction ?? writeForm(ask.schema, example, ask.explainsFields, ask.isShort);
  if (ladder.reask === null) return append(ask.messages, instruction);
  const correction = renderCorrection(ladder.reask, ask.profile.maxContextTokens <= SMALL_WINDOW);
  return append(ask.messages, `${instruction}\n\n${correction}`);
}

/**
 * Writes the instruction that asks for an answer in JSON.
 *
 * @param isExplained the rules of the prompt explain the fields: descriptions, which the API shows too, are left out
 * @param isShort fields with a default may be left out
 */
export function writeForm(
  schema: z.ZodType,
  example?: Parameters<typeof jsonInstruction>[1],
  isExplained = false,
  isShort = false,
): string {
  const form = toProviderSchema(schema, isShort);
  if (!isExplained) return jsonInstruction(form, example);
  const fields = Object.entries(form.properties ?? {}).map(([key, { description: _, ...node }]) => [
    key,
    node,
  ]);
  return jsonInstruction({ ...form, properties: Object.fromEntries(fields) }, example);
}

/** Problem of an answer that copies the example's line. */
const REPEATED_EXAMPLE = 'the line of the example' satisfies ReturnType<typeof rejectionReason>;

/** Lists mistakes by JSON Pointer, expected against got; a model with a small window gets only the worst. */
function renderCorrection(problems: NonNullable<Ladder['reask']>, small: boolean): string {
  const title = small ? 'Fix this:' : 'Your last answer was not usable. Answer again and fix this:';
  const rows = problems.slice(0, small ? FEW : undefined).map(({ pointer, message }) => {
    // Both may contain text that the model wrote.
    const where = pointer === '' ? '(whole answer)' : quote(cutTo(pointer, MAX_POINTER_CHARS));
    return `- ${where}: ${quote(small ? cutTo(message, MAX_ROW_CHARS) : message)}`;
  });
  return [title, ...rows].join('\n');
}

const cutTo = (text: string, most: number): string =>
  text.length > most ? `${cutAtLetter(text, most - 1)}…` : text;

/**
 * Appends a block to the last user message, because many chat templates reject two consecutive user messages; adds a
 * user message if the last one is not the user's.
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
