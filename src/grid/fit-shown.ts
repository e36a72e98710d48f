import { type CountTokens, cutToTokens } from '../base/tokens';
import type { Message } from '../contract/calls';
import type { ResolvedProfile } from '../contract/profiles';
import { countPixels } from '../runs/picture/draw';

/** Limits of the prompt's parts, reduced for small context windows (docs/runs.md#prompt-size). */
export interface PromptLimits {
  /** Transitions before the analyzed one. */
  transitions: number;
  rules: number;
  /** Observations of the analyzed action; older ones are summarized. */
  observations: number;
  /** Observations per action in an explorer's prompt. */
  recent: number;
  /** Environment entries of each kind. */
  entries: number;
  /** Names of older items of each kind. */
  names: number;
  /** Changed cells; `changes`: lines on objects and animation. */
  cells: number;
  changes: number;
  objects: number;
  /** Positions of objects; `tried`: actions executed in this state. */
  places: number;
  tried: number;
  regions: number;
  /** Actions that ended the game or changed its level. */
  endings: number;
  wishes: number;
  /** Characters of a text that a model wrote. */
  words: number;
  pictures: number;
}

/** Context window of the model, in tokens; `maxTokens` of it is reserved for the answer. */
export type PromptWindow = Pick<ResolvedProfile, 'maxContextTokens' | 'maxTokens'>;

/**
 * Reductions for a small window, in this order; none increases a limit. Old evidence goes first, pictures
 * last, starting with the one before the action.
 */
const SHRINK_ORDER: readonly Partial<PromptLimits>[] = [
  { observations: 2, rules: 12 },
  { observations: 1, recent: 1, transitions: 3 },
  { entries: 12 },
  { entries: 5, names: 5, rules: 6 },
  { words: 400, objects: 12 },
  { transitions: 0, cells: 10, changes: 10, regions: 20, wishes: 4 },
  { cells: 4, changes: 4, objects: 5, rules: 3 },
  { tried: 15, places: 8, endings: 2, wishes: 2 },
  { entries: 2, words: 150, names: 0, recent: 0 },
  { cells: 1, changes: 1, observations: 0, objects: 0 },
  { pictures: 1 },
  { entries: 0, rules: 1, tried: 4, places: 3, regions: 8, endings: 1, wishes: 1 },
  { pictures: 0, rules: 0 },
];

function reduceLimits(shown: PromptLimits, step: Partial<PromptLimits>): PromptLimits {
  const reduced = { ...shown };
  for (const part of Object.keys(step) as (keyof PromptLimits)[])
    reduced[part] = Math.min(shown[part], step[part] ?? shown[part]);
  return reduced;
}

/** Tokens that providers add around two messages, rounded up. */
const FRAMING = 16;
/** Estimate: one token per this many pixels, with a minimum per picture. */
const PIXELS_PER_TOKEN = 512;
const MIN_PICTURE = 85;
/** Share of the limit reserved for the rules if even the rules do not fit. */
const RULES_PART = 1 / 2;

/** Estimates the tokens of a picture of a packed frame. Every model counts differently. */
export const pictureTokens = (cells: string): number =>
  Math.max(MIN_PICTURE, Math.ceil(countPixels(cells) / PIXELS_PER_TOKEN));

/**
 * Writes a prompt that fits `maxContextTokens - maxTokens`, including the answer format. Marks omissions. If
 * even the shortest prompt is too long, truncates first its text and then its rules.
 *
 * @param form the instruction that the gateway appends to the prompt
 */
export function fitLimits(
  most: PromptLimits,
  write: (shown: PromptLimits) => Message[],
  form: string,
  { maxContextTokens, maxTokens }: PromptWindow,
  count: CountTokens,
): Message[] {
  // If the window is too small for anything, still send a non-empty prompt.
  const whole = Math.max(maxContextTokens - maxTokens, Math.floor(maxContextTokens / 4));
  let limits = most;
  let messages = write(limits);
  // Most prompts are far below the limit, and counting one costs a millisecond.
  if (countPrompt(messages, maxTokensOf) + maxTokensOf(`${form}\n\n`) + FRAMING <= whole) return messages;
  const limit = Math.max(whole - count(`${form}\n\n`), Math.floor(whole / 2)) - FRAMING;
  for (const step of SHRINK_ORDER) {
    if (countPrompt(messages, count) <= limit) return messages;
    limits = reduceLimits(limits, step);
    messages = write(limits);
  }
  return countPrompt(messages, count) <= limit ? messages : cutTexts(messages, limit, count);
}

const encoder = new TextEncoder();

/** Every token has at least one byte. */
const maxTokensOf: CountTokens = (text) => encoder.encode(text).byteLength;

export const countPrompt = (messages: readonly Message[], count: CountTokens): number =>
  messages
    .flatMap(({ content }) =>
      typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content,
    )
    .reduce(
      (sum, part) =>
        sum + (part.type === 'text' ? count(part.text) : count(part.label) + pictureTokens(part.cells)),
      0,
    );

/** Keeps the rules, then as much of the rest as fits. */
function cutTexts(messages: readonly Message[], limit: number, count: CountTokens): Message[] {
  let tokensLeft = limit;
  return messages.map(({ role, content }) => {
    const text =
      typeof content === 'string'
        ? content
        : content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n');
    const shortText = cutToTokens(
      text,
      role === 'system' ? Math.floor(limit * RULES_PART) : tokensLeft,
      count,
    );
    tokensLeft -= count(shortText);
    return { role, content: shortText };
  });
}
