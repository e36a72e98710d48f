import { quoteBlock } from '../../base/quote';
import { criticAnswer } from '../../contract/adventure-agents';
import type { CriticBrief } from '../briefs';
import { cutMiddle, quoteShort } from '../lines';
import { GAME, mapPiece, movesPiece, objectivesPiece, spentPiece, standingPiece, storyPiece } from './pieces';
import { definePrompt } from './window';

const WHAT = [
  GAME,
  'Your task: judge the next command before it is typed. Score it from -1 to 1:',
  '1: clearly right now; 0.5: useful; 0: could go either way; -0.5: probably a waste; -1: pointless or harmful.',
  'Give the reason in one sentence. Suggest a better command if you know one, otherwise null.',
].join('\n');

const HOW = [
  'Score low: a thing that is neither here nor carried; a blocked way that has not changed; a command that had no effect here and would have none again; going back and forth; certain death.',
  'Score high: a way never tried; examining or taking something new; a step of an active objective; using an item where it may help.',
  'A new and safe experiment is worth 0 or more, however odd it looks: stories reward the unexpected. If you cannot tell, answer 0.',
].join('\n');

/** Characters for a list of several commands. */
const MAX_LIST = 600;

/** Asks for a command's score. Use it only for commands that the machine has not ruled out. */
export const criticMessages = definePrompt<CriticBrief>(criticAnswer, ({ state, command, thinking }) => {
  const { threshold } = state.config.options.critic;
  const shownCommand = quoteShort(command, MAX_LIST);
  // Quote the model's words as data, like the story's.
  const writeThinking = (most: number): string =>
    `The player's thinking:\n${quoteBlock(cutMiddle(thinking, Math.max(0, most - 160))) || '| (none given)'}`;
  return {
    rules: [
      WHAT,
      `A command with a score below ${threshold} is rejected, and the player must choose another one.`,
      HOW,
    ],
    rest: [movesPiece(state.recent, true), mapPiece(state), objectivesPiece(state.objectives)],
    vital: [
      standingPiece(state, { isMapShown: true }),
      storyPiece(state),
      spentPiece(state),
      {
        title: 'The command to judge',
        write: (most) => `${shownCommand}\n${writeThinking(most)}`,
        weight: 2,
      },
    ],
    task: `How good an idea is ${shownCommand} now?`,
  };
});
