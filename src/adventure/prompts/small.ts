import { isEnterPrompt, plainCommand } from 'zmachine-story';
import { z } from 'zod';
import { oneLine, quote, quoteBlock, quoteJson } from '../../base/quote';
import type { CountTokens } from '../../base/tokens';
import type { AdventurerAnswer } from '../../contract/adventure-agents';
import type { Message } from '../../contract/calls';
import type { AdventurerBrief } from '../briefs';
import { isStale, listFresh } from '../fresh-commands';
import { cutMiddle, flatten, quoteShort } from '../lines';
import { isActive } from '../objectives/fold';
import { spentPiece } from './pieces';
import { countMessages, type PromptWindow } from './window';

/**
 * The adventurer's prompt for small models (profiles with `promptStyle: "small"`): few rules, no thoughts to copy,
 * the newest text near the end, and commands for the current place as examples. Given the long prompt, models of
 * about a billion parameters type the example's `look` turn after turn.
 */

const RULES = [
  'You play a text adventure by typing short commands. Explore, take things, solve puzzles and stay alive.',
  'Lines starting with `| ` are the story. Do not repeat commands that led nowhere.',
].join(' ');

/**
 * Prompt sizes; the first that fits the window wins. Number of moves, characters for each, characters of the
 * story's text.
 */
const SIZES = [
  { moves: 4, moveChars: 160, storyChars: 1_200 },
  { moves: 2, moveChars: 100, storyChars: 600 },
  { moves: 0, moveChars: 0, storyChars: 240 },
] as const;
/** Tokens for the chat template and the answer format. */
const FRAMING_TOKENS = 96;
const FRESH = 5;
const GOALS = 2;
const SPENT_CHARS = 160;
const HELD = 8;

/** The answer of a small model, converted to an adventurer's answer without thoughts and objectives. */
export const smallAnswer = z
  .object({ action: z.string().describe('a short command') })
  .transform(({ action }) => ({
    action,
    thinking: '',
    new_objective: null,
    complete_objective: null,
  })) as unknown as z.ZodType<AdventurerAnswer>;

export function smallAdventurerMessages(
  brief: AdventurerBrief,
  { maxContextTokens, maxTokens }: PromptWindow,
  count: CountTokens,
): Message[] {
  const room = Math.max(maxContextTokens - maxTokens, maxContextTokens / 2) - FRAMING_TOKENS;
  let messages: Message[] = [];
  for (const size of SIZES) {
    messages = [
      { role: 'system', content: RULES },
      { role: 'user', content: renderPrompt(brief, size) },
    ];
    if (countMessages(messages, count) <= room) break;
  }
  return messages;
}

function renderPrompt(brief: AdventurerBrief, size: (typeof SIZES)[number]): string {
  const { state, rejected, suggested } = brief;
  const { story, recent, objectives } = state;
  const earlier = size.moves > 0 ? recent.slice(0, -1).slice(-size.moves) : [];
  const goals = objectives.filter(isActive).slice(-GOALS);
  const heldNouns = (story?.reading.inventory ?? []).slice(0, HELD).map(({ name }) => quoteShort(name, 40));
  const last = recent.at(-1);
  const parts = [
    ...earlier.map(
      ({ command, text }) =>
        `> ${oneLine(flatten(command, 60))}\n| ${oneLine(flatten(text, size.moveChars))}`,
    ),
    ...goals.map(({ text }) => `Goal: ${quoteShort(text, 120)}`),
    ...(heldNouns.length > 0 ? [`Inventory: ${heldNouns.join(', ')}.`] : []),
    ...scoreLine(story),
    ...[spentPiece(state).write(SPENT_CHARS)].filter((text) => text !== ''),
    ...rejected.map(
      ({ command, reason }) =>
        `Rejected: ${command === '' ? 'an empty command' : quoteShort(command, 60)} (${quoteShort(reason, 100)}).`,
    ),
    [
      ...(last ? [`> ${oneLine(flatten(last.command, 60))}`] : []),
      quoteBlock(cutMiddle(story?.text ?? '', size.storyChars)) || '| (no text)',
    ].join('\n'),
    ...(suggested === null ? [] : [`A person suggests ${quoteShort(suggested, 60)}.`]),
    askFor(brief),
  ];
  return parts.join('\n\n');
}

/** Empty unless the story reports both score and maximum. */
function scoreLine(story: AdventurerBrief['state']['story']): string[] {
  const { score = null, maximum } = story?.reading ?? {};
  return score === null || typeof maximum !== 'number' ? [] : [`Score: ${score} of ${maximum}.`];
}

const isAtEnter = ({ state: { story } }: Pick<AdventurerBrief, 'state'>): boolean =>
  story !== null && isEnterPrompt(story);

const askFor = (brief: AdventurerBrief): string =>
  brief.state.story?.awaits === 'key'
    ? 'The story waits for a single key: a letter, a digit, `space` or `enter`.'
    : isAtEnter(brief)
      ? 'The story waits for Enter. Type `enter`.'
      : `Not tried here: ${suggest(brief, FRESH).map(quote).join(', ')}. Which command do you type next?`;

/** Commands that only close or drop things or pass the time; never suggested. */
const IDLE = /^(?:close|drop|throw|put|take off|wait|sleep|give)\b/;

/** Untried commands that fit the place. Commands whose trial changed the world come first, if known. */
function suggest(brief: SuggestInput, most: number): string[] {
  const { state } = brief;
  // A box in hand could be opened again at every place.
  const wasDone = (command: string): boolean =>
    state.progress.effective.some((effective) => effective.endsWith(` ${command}`));
  const acts = brief.hints.flatMap(({ command, moved }) =>
    moved || IDLE.test(command) || wasDone(command) || isStale(state, command) ? [] : [command],
  );
  return [...new Set([...acts.slice(0, Math.max(1, most - 2)), ...listFresh(state, most)])].slice(0, most);
}

type SuggestInput = Pick<AdventurerBrief, 'state' | 'hints'>;

/** The answer format, with a fitting command as example: if a model copies it, the game still advances. */
export function smallForm(brief: SuggestInput): string {
  const action =
    brief.state.story?.awaits === 'key' || isAtEnter(brief) ? 'enter' : (suggest(brief, 1)[0] ?? 'wait');
  return `Answer with JSON only, such as ${quoteJson({ action })}`;
}

/** Rejects a command that was just typed, or already rejected in this turn, and suggests others. */
export function checkSmall(
  { state, rejected }: Pick<AdventurerBrief, 'state' | 'rejected'>,
  { action }: AdventurerAnswer,
): { pointer: string; message: string }[] {
  if (state.story?.awaits === 'key' || isAtEnter({ state })) return [];
  const words = plainCommand(action);
  if (!isStale(state, words) && !rejected.some(({ command }) => plainCommand(command) === words)) return [];
  const others = listFresh(state, 3).filter((command) => command !== words);
  return [
    {
      pointer: '/action',
      message: `this led nowhere before; type another command, such as ${others.join(', ')}`,
    },
  ];
}
