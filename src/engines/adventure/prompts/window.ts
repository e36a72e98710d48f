import type { z } from 'zod';
import type { Message } from '../../../api/calls';
import type { ResolvedProfile } from '../../../api/profiles';
import { endCut } from '../../../base/quote';
import { jsonInstruction, toProviderSchema } from '../../../model/structured';
import { type CountTokens, CUT_MARK, cutToTokens } from '../../../model/tokens';
import type { Brief } from '../../../room/step-context';
import { exampleFor } from './examples';

/** The window of the model that is asked, in tokens; of these the answer may take `maxTokens`. */
export type PromptWindow = Pick<ResolvedProfile, 'maxContextTokens' | 'maxTokens'>;

/** A titled part of a prompt. */
export interface Piece {
  title: string;
  /** The part within so many characters; the fewer, the less of it. `''`: there is nothing to say. */
  write: (maxCharacters: number) => string;
  /** How much of what is shared out it gets, against the others. Default 1. */
  weight?: number;
}

export interface PromptParts {
  /** Standing orders, the most important first: the later ones are left out where the window is small. */
  rules: readonly string[];
  /** What the prompt is about: shortened only when what else is known has given way. */
  vital: readonly Piece[];
  /** What else is known. The last one gets what is left over, too. */
  rest: readonly Piece[];
  /** The question at the end. */
  task: string;
  /** Of the answer: its form is put behind the prompt, with the example of the task, and takes its part of the window. */
  schema: z.ZodType;
  brief: Brief;
}

/** Tokens a provider adds around each message; two messages, with room to spare. */
const FRAMING = 16;
/** More characters than a token of any prose has, on average. */
const CHARS_PER_TOKEN = 8;
/** Of the window, what rules may take; of what they leave, what vital parts may take when all others want theirs. */
const RULES_PART = 1 / 2;
const VITAL_PART = 7 / 8;

/**
 * A prompt of rules and titled parts that is at most `maxContextTokens - maxTokens` long. Everything is shown whole
 * where it fits. Where it doesn't, the parts that are not vital shrink first, each to its share; what one does not
 * need goes to the others. The rules depend on the window alone, so that every call of an agent begins alike.
 */
export function fitPrompt(parts: PromptParts, window: PromptWindow, count: CountTokens): Message[] {
  const whole = window.maxContextTokens - window.maxTokens;
  const form = count(`${jsonInstruction(toProviderSchema(parts.schema), exampleFor(parts.brief))}\n\n`);
  // In a window too small for anything the prompt is still not empty.
  const most = Math.max(whole - form, Math.floor(whole / 2)) - FRAMING;
  let messages: Message[] = [];
  // Counts of parts may fall short of the count of the whole by a little: then it is made again, a little smaller.
  for (let limit = most, tries = 0; tries < 4; tries += 1) {
    messages = writeMessages(parts, Math.max(0, limit), count);
    const over = countMessages(messages, count) - most;
    if (over <= 0) break;
    limit -= over + FRAMING;
  }
  return messages;
}

/** Tokens of the texts of a prompt. */
export const countMessages = (messages: readonly Message[], count: CountTokens): number =>
  messages.reduce((sum, { content }) => sum + (typeof content === 'string' ? count(content) : 0), 0);

function writeMessages(parts: PromptParts, limit: number, count: CountTokens): Message[] {
  const rules = fitRules(parts.rules, Math.floor(limit * RULES_PART), count);
  const task = cutToTokens(parts.task, Math.floor(limit / 4), count);
  const left = limit - count(rules) - count(`${task}\n\n`);
  const vitalNeeds = measure(parts.vital, left, count);
  const restNeeds = measure(parts.rest, left, count);
  const wanted = restNeeds.reduce((sum, { need }) => sum + need, 0);
  const vitalShares = shareByWeight(vitalNeeds, Math.max(Math.floor(left * VITAL_PART), left - wanted));
  const vital = fitPieces(parts.vital, vitalShares, left, count);
  const restShares = shareByWeight(restNeeds, left - vital.used);
  const rest = fitPieces(parts.rest, restShares, left - vital.used, count);
  const user = [...rest.texts, ...vital.texts, task].filter((text) => text !== '').join('\n\n');
  return [
    { role: 'system', content: rules },
    { role: 'user', content: user },
  ];
}

/** The rules that fit, in their order; the first always, shortened if need be. */
function fitRules(rules: readonly string[], limit: number, count: CountTokens): string {
  const kept: string[] = [];
  let left = limit;
  for (const rule of rules) {
    const tokens = count(`${rule}\n\n`);
    if (tokens > left && kept.length > 0) continue;
    kept.push(tokens > left ? cutToTokens(rule, left, count) : rule);
    left -= tokens;
  }
  return kept.join('\n\n');
}

interface Want {
  need: number;
  weight: number;
}

/** What each part takes when it is whole, but no more than the limit. */
const measure = (pieces: readonly Piece[], limit: number, count: CountTokens): Want[] =>
  pieces.map((piece) => {
    const text = show(piece, limit * CHARS_PER_TOKEN);
    // What is too long by far is not counted: a table of tokens takes its time.
    const tokens = text.length > limit * CHARS_PER_TOKEN ? limit : count(`${text}\n\n`);
    return { need: text === '' ? 0 : Math.min(limit, tokens), weight: piece.weight ?? 1 };
  });

/** Divide a limit by weight, so that nobody gets more than it needs. Together at most the limit. */
export function shareByWeight(wants: readonly Want[], limit: number): number[] {
  const shares = wants.map(() => 0);
  const order = wants
    .map((want, at) => ({ ...want, at }))
    .sort((a, b) => a.need / a.weight - b.need / b.weight);
  let left = Math.max(0, limit);
  let weights = order.reduce((sum, { weight }) => sum + weight, 0);
  for (const { need, weight, at } of order) {
    const share = Math.min(need, Math.floor((left * weight) / weights));
    shares[at] = share;
    left -= share;
    weights -= weight;
  }
  return shares;
}

/** Each part within its share; what the shares leave of the limit is the last one's. */
function fitPieces(
  pieces: readonly Piece[],
  shares: readonly number[],
  limit: number,
  count: CountTokens,
): { texts: string[]; used: number } {
  let used = 0;
  const texts = pieces.map((piece, at) => {
    const share = at === pieces.length - 1 ? limit - used : Math.min(shares[at] ?? 0, limit - used);
    const text = fitPiece(piece, share, count);
    if (text !== '') used += count(`${text}\n\n`);
    return text;
  });
  return { texts, used };
}

/** A part within so many tokens: as long as it may be, found by halving the characters it is given. */
function fitPiece(piece: Piece, tokens: number, count: CountTokens): string {
  const fits = (text: string) =>
    text.length <= tokens * CHARS_PER_TOKEN * 2 && count(`${text}\n\n`) <= tokens;
  let high = tokens * CHARS_PER_TOKEN;
  const whole = show(piece, high);
  if (fits(whole)) return whole;
  let best: string | null = null;
  let low = 0;
  while (high - low > Math.max(8, low / 64)) {
    const middle = Math.ceil((low + high) / 2);
    const text = show(piece, middle);
    if (fits(text)) {
      best = text;
      low = middle;
    } else high = middle;
  }
  if (best !== null && best !== '') return best;
  // Not even its shortest form fits under its title: what can be had of it without one.
  const most = tokens * CHARS_PER_TOKEN;
  const text = piece.write(most);
  const short = text.length > most ? endCut(text.slice(0, most), CUT_MARK) : text;
  return cutToTokens(short, tokens - 2, count);
}

function show({ title, write }: Piece, maxCharacters: number): string {
  const text = write(Math.max(0, maxCharacters));
  return text === '' ? '' : `# ${title}\n${text}`;
}
