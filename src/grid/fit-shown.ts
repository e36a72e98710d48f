import { type CountTokens, cutToTokens } from '../base/tokens';
import type { Message } from '../contract/calls';
import type { ResolvedProfile } from '../contract/profiles';
import { countPixels } from '../runs/picture/draw';

/** Parts of a prompt that give way where the window is small (docs/runs.md#prompt-size). */
export interface Shown {
  /** Transitions before the one that is analysed. */
  transitions: number;
  /** Inferred rules. */
  rules: number;
  /** Observations of the analysed action; older ones are condensed. */
  observations: number;
  /** Observations of each action that an explorer is shown. */
  recent: number;
  /** Things known of the environment, of each kind. */
  entries: number;
  /** Names of older things, of each kind. */
  names: number;
  /** Changed cells, and lines on objects and animation. */
  cells: number;
  changes: number;
  /** Kinds of objects on the board. */
  objects: number;
  /** Places of objects, and actions that were executed in this state. */
  places: number;
  tried: number;
  /** Regions of masked cells. */
  regions: number;
  /** Actions that ended the game or changed its level. */
  endings: number;
  /** Wishes of a model that plays on. */
  wishes: number;
  /** Characters of a text that a model wrote. */
  words: number;
  pictures: number;
}

/** The window of the model that is asked, in tokens; of these the answer may take `maxTokens`. */
export type PromptWindow = Pick<ResolvedProfile, 'maxContextTokens' | 'maxTokens'>;

/**
 * Cuts for a small window, in the order they are made; none makes more of anything. The oldest evidence is condensed
 * first. Pictures go last, the one before the action first.
 */
const GIVES_WAY: readonly Partial<Shown>[] = [
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

function reduceShown(shown: Shown, step: Partial<Shown>): Shown {
  const reduced = { ...shown };
  for (const part of Object.keys(step) as (keyof Shown)[])
    reduced[part] = Math.min(shown[part], step[part] ?? shown[part]);
  return reduced;
}

/** Tokens that providers add around each message; two messages, with room to spare. */
const FRAMING = 16;
/** A picture takes a token for about so many of its pixels, and never less than the least. */
const PIXELS_PER_TOKEN = 512;
const MIN_PICTURE = 85;
/** Share of the limit that the rules keep where not even they fit. */
const RULES_PART = 1 / 2;

/** Tokens that a picture of a packed frame takes. A guess: every model has a measure of its own. */
export const pictureTokens = (cells: string): number =>
  Math.max(MIN_PICTURE, Math.ceil(countPixels(cells) / PIXELS_PER_TOKEN));

/**
 * A prompt that fits `maxContextTokens - maxTokens`, the form of the answer counted in. What is left out has a mark in
 * its place. Where not even the barest prompt fits, its text is cut at its end, and then its rules.
 *
 * @param form the instruction that the gateway puts behind the prompt
 */
export function fitShown(
  most: Shown,
  write: (shown: Shown) => Message[],
  form: string,
  { maxContextTokens, maxTokens }: PromptWindow,
  count: CountTokens,
): Message[] {
  // In a window too small for anything the prompt is still not empty.
  const whole = Math.max(maxContextTokens - maxTokens, Math.floor(maxContextTokens / 4));
  const limit = Math.max(whole - count(`${form}\n\n`), Math.floor(whole / 2)) - FRAMING;
  let limits = most;
  let messages = write(limits);
  for (const step of GIVES_WAY) {
    if (countPrompt(messages, count) <= limit) return messages;
    limits = reduceShown(limits, step);
    messages = write(limits);
  }
  return countPrompt(messages, count) <= limit ? messages : cutTexts(messages, limit, count);
}

/** Tokens of a prompt, its pictures included. */
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

/** The rules, then as much of the rest as has room. */
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
