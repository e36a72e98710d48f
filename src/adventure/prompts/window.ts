import type { z } from 'zod';
import { closeCut } from '../../base/quote';
import { type CountTokens, CUT_MARK, cutToTokens } from '../../base/tokens';
import type { Message } from '../../contract/calls';
import type { ResolvedProfile } from '../../contract/profiles';
import { writeForm } from '../../model/prompt';
import type { Brief } from '../../room/step-context';
import { exampleFor } from '../briefs';

/** In tokens; the answer may use `maxTokens` of the window. */
export type PromptWindow = Pick<ResolvedProfile, 'maxContextTokens' | 'maxTokens'>;

export interface Piece {
  title: string;
  /** Writes at most so many characters, shortened as needed; `''` if there is nothing to show. */
  write: (maxCharacters: number) => string;
  /** Weight for sharing room with the other parts. Default 1. */
  weight?: number;
}

export interface PromptParts {
  /** Most important first; a small window drops the later ones. */
  rules: readonly string[];
  /** Subject of the prompt; shortened after the other parts. */
  vital: readonly Piece[];
  /** Other knowledge. The last part also gets the leftover room. */
  rest: readonly Piece[];
  /** Question at the end. */
  task: string;
  /**
   * Answer schema. The format instruction follows the prompt, with the task's example, and uses part of the window.
   */
  schema: z.ZodType;
  brief: Brief;
}

/** Upper bound of the tokens that a provider adds to the two messages. */
const FRAMING = 16;
/** Upper bound for an average token of prose. */
const CHARS_PER_TOKEN = 8;
/** Share of the window for rules, and share of the rest for vital pieces if the others need their full share. */
const RULES_PART = 1 / 2;
const VITAL_PART = 7 / 8;

/**
 * Fits rules and titled parts into `maxContextTokens - maxTokens`. Keeps everything whole if it fits. Otherwise the
 * parts that are not vital shrink first, each to its share; unused shares go to the others. The rules depend only
 * on the window, so that all calls of an agent share a prefix.
 */
export function fitPrompt(parts: PromptParts, window: PromptWindow, count: CountTokens): Message[] {
  const whole = window.maxContextTokens - window.maxTokens;
  const form = count(`${writeForm(parts.schema, exampleFor(parts.brief), true)}\n\n`);
  // Even a window that is far too small gets some prompt.
  const most = Math.max(whole - form, Math.floor(whole / 2)) - FRAMING;
  let messages: Message[] = [];
  // The token counts of parts may add up to slightly less than the whole, so retry with a smaller limit.
  for (let limit = most, tries = 0; tries < 4; tries += 1) {
    messages = renderMessages(parts, Math.max(0, limit), count);
    const over = countMessages(messages, count) - most;
    if (over <= 0) break;
    limit -= over + FRAMING;
  }
  return messages;
}

/** Makes the function that writes an agent's prompt from its brief; see {@link fitPrompt}. */
export const definePrompt =
  <B extends Brief>(schema: z.ZodType, partsOf: (brief: B) => Omit<PromptParts, 'schema' | 'brief'>) =>
  (brief: B, window: PromptWindow, count: CountTokens): Message[] =>
    fitPrompt({ ...partsOf(brief), schema, brief }, window, count);

export const countMessages = (messages: readonly Message[], count: CountTokens): number =>
  messages.reduce((sum, { content }) => sum + (typeof content === 'string' ? count(content) : 0), 0);

function renderMessages(parts: PromptParts, limit: number, count: CountTokens): Message[] {
  const rules = fitRules(parts.rules, Math.floor(limit * RULES_PART), count);
  const task = cutToTokens(parts.task, Math.floor(limit / 4), count);
  const room = limit - count(rules) - count(`${task}\n\n`);
  const vitalNeeds = measure(parts.vital, room, count);
  const restNeeds = measure(parts.rest, room, count);
  const restWants = restNeeds.reduce((sum, { need }) => sum + need, 0);
  const vitalShares = shareByWeight(vitalNeeds, Math.max(Math.floor(room * VITAL_PART), room - restWants));
  const vital = fitPieces(parts.vital, vitalShares, room, count);
  const restShares = shareByWeight(restNeeds, room - vital.used);
  const rest = fitPieces(parts.rest, restShares, room - vital.used, count);
  const user = [...rest.texts, ...vital.texts, task].filter((text) => text !== '').join('\n\n');
  return [
    { role: 'system', content: rules },
    { role: 'user', content: user },
  ];
}

/** The rules that fit, in order. Always includes the first, shortened if necessary. */
function fitRules(rules: readonly string[], limit: number, count: CountTokens): string {
  const fitting: string[] = [];
  let room = limit;
  for (const rule of rules) {
    const tokens = count(`${rule}\n\n`);
    if (tokens > room && fitting.length > 0) continue;
    fitting.push(tokens > room ? cutToTokens(rule, room, count) : rule);
    room -= tokens;
  }
  return fitting.join('\n\n');
}

interface WantedTokens {
  need: number;
  weight: number;
}

/** Tokens of each whole part, up to the limit. */
const measure = (pieces: readonly Piece[], limit: number, count: CountTokens): WantedTokens[] =>
  pieces.map((piece) => {
    const text = renderPiece(piece, limit * CHARS_PER_TOKEN);
    // Don't count texts that are far too long: tokenizing takes time.
    const tokens = text.length > limit * CHARS_PER_TOKEN ? limit : count(`${text}\n\n`);
    return { need: text === '' ? 0 : Math.min(limit, tokens), weight: piece.weight ?? 1 };
  });

/** Divides a limit by weight. No part gets more than it needs, and the sum is at most the limit. */
export function shareByWeight(wants: readonly WantedTokens[], limit: number): number[] {
  const shares = wants.map(() => 0);
  const order = wants
    .map((want, at) => ({ ...want, at }))
    .sort((a, b) => a.need / a.weight - b.need / b.weight);
  let remaining = Math.max(0, limit);
  let weights = order.reduce((sum, { weight }) => sum + weight, 0);
  for (const { need, weight, at } of order) {
    const share = Math.min(need, Math.floor((remaining * weight) / weights));
    shares[at] = share;
    remaining -= share;
    weights -= weight;
  }
  return shares;
}

/** Writes each part within its share. The last also gets the leftover room. */
function fitPieces(
  pieces: readonly Piece[],
  shares: readonly number[],
  limit: number,
  count: CountTokens,
): { texts: string[]; used: number } {
  let usedTokens = 0;
  const texts = pieces.map((piece, at) => {
    const share =
      at === pieces.length - 1 ? limit - usedTokens : Math.min(shares[at] ?? 0, limit - usedTokens);
    const text = fitPiece(piece, share, count);
    if (text !== '') usedTokens += count(`${text}\n\n`);
    return text;
  });
  return { texts, used: usedTokens };
}

/** Finds the longest text that fits, by bisecting the number of characters. */
function fitPiece(piece: Piece, tokens: number, count: CountTokens): string {
  const fits = (text: string) =>
    text.length <= tokens * CHARS_PER_TOKEN * 2 && count(`${text}\n\n`) <= tokens;
  let high = tokens * CHARS_PER_TOKEN;
  const whole = renderPiece(piece, high);
  if (fits(whole)) return whole;
  let best: string | null = null;
  let low = 0;
  while (high - low > Math.max(8, low / 64)) {
    const middle = Math.ceil((low + high) / 2);
    const text = renderPiece(piece, middle);
    if (fits(text)) {
      best = text;
      low = middle;
    } else high = middle;
  }
  if (best !== null && best !== '') return best;
  // Not even the shortest form fits below its title, so show as much as fits without a title.
  const most = tokens * CHARS_PER_TOKEN;
  const text = piece.write(most);
  const short = text.length > most ? closeCut(text.slice(0, most), CUT_MARK) : text;
  return cutToTokens(short, tokens - 2, count);
}

function renderPiece({ title, write }: Piece, maxCharacters: number): string {
  const text = write(Math.max(0, maxCharacters));
  return text === '' ? '' : `# ${title}\n${text}`;
}
