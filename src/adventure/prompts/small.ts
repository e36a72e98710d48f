import { isEnterPrompt } from 'zmachine-story';
import { z } from 'zod';
import { oneLine, quote, quoteBlock, quoteJson } from '../../base/quote';
import type { CountTokens } from '../../base/tokens';
import type { AdventurerAnswer } from '../../contract/adventure-agents';
import type { Message } from '../../contract/calls';
import type { AdventurerBrief } from '../briefs';
import { isStale, listFresh } from '../fresh-commands';
import { cutMiddle, flatten, quoteShort } from '../lines';
import { plainCommand } from '../map/directions';
import { isActive } from '../objectives/fold';
import { spentPiece } from './pieces';
import { countMessages, type PromptWindow } from './window';

/**
 * The adventurer's prompt for small models (a profile with `promptStyle: "small"`): few rules, no thoughts to copy, the
 * newest text near the end, and commands of this very place as examples. From the long prompt a model of a billion
 * parameters types the example's `look` turn after turn.
 */

const RULES = [
  'You play a text adventure by typing short commands. Explore, take things, solve puzzles and stay alive.',
  'Lines starting with `| ` are the story. Do not repeat commands that led nowhere.',
].join(' ');

/** Sizes of the prompt, the first that fits the window: moves, their characters, and those of the story's text. */
const SIZES = [
  { moves: 4, moveChars: 160, storyChars: 1_200 },
  { moves: 2, moveChars: 100, storyChars: 600 },
  { moves: 0, moveChars: 0, storyChars: 240 },
] as const;
/** Tokens that a chat template adds, and the form of the answer. */
const FRAMING_TOKENS = 96;
const FRESH = 5;
const GOALS = 2;
const SPENT_CHARS = 160;
const HELD = 8;

/** Answer that a small model is asked for; it becomes an adventurer's without thoughts and objectives. */
export const smallAnswer = z
  .object({ action: z.string().describe('a short command') })
  .transform(({ action }) => ({
    action,
    thinking: '',
    new_objective: null,
    complete_objective: null,
  })) as unknown as z.ZodType<AdventurerAnswer>;

/** Writes the messages that ask a small model for the next command. */
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

/** The score of the highest one possible, where the story tells both. */
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
      : `Not tried here: ${suggest(brief, FRESH).map(quote).join(', ')}. What do you type next?`;

/** Commands that only shut things, lay them down or pass the time: they are not suggested. */
const IDLE = /^(?:close|drop|throw|put|take off|wait|sleep|give)\b/;

/** Commands that fit the place and were not tried here; before them those whose trial changed the world, where they are known. */
function suggest(brief: SuggestInput, most: number): string[] {
  const { state } = brief;
  // A box in hand can be opened again wherever it is taken.
  const wasDone = (command: string): boolean =>
    state.progress.effective.some((effective) => effective.endsWith(` ${command}`));
  const acts = brief.hints.flatMap(({ command, moved }) =>
    moved || IDLE.test(command) || wasDone(command) || isStale(state, command) ? [] : [command],
  );
  return [...new Set([...acts.slice(0, Math.max(1, most - 2)), ...listFresh(state, most)])].slice(0, most);
}

type SuggestInput = Pick<AdventurerBrief, 'state' | 'hints'>;

/** The form of the answer. The example is a command that fits: a model that copies it plays on. */
export function smallForm(brief: SuggestInput): string {
  const action =
    brief.state.story?.awaits === 'key' || isAtEnter(brief) ? 'enter' : (suggest(brief, 1)[0] ?? 'wait');
  return `Answer with JSON only, such as ${quoteJson({ action })}`;
}

/** Refuses a command that was typed a moment ago, or was rejected in this turn; it names others. */
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
