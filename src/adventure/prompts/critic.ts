import { quoteBlock } from '../../base/quote';
import { criticAnswer } from '../../contract/adventure-agents';
import type { CriticBrief } from '../briefs';
import { cutMiddle, quoteShort } from '../lines';
import {
  GAME,
  mapPiece,
  movesPiece,
  objectivesPiece,
  QUOTED,
  spentPiece,
  standingPiece,
  storyPiece,
} from './pieces';
import { promptOf } from './window';

const WHAT = [
  GAME,
  QUOTED,
  'YOUR TASK: judge one command before it is given. Score it from -1 to 1:',
  '1: clearly right now; 0.5: useful; 0: may or may not be; -0.5: most likely a waste; -1: pointless or harmful.',
  'Say the reason in one sentence, and a better command where you know one, else null.',
].join('\n');

const HOW = [
  'Low scores are for: a thing that is neither here nor carried; a way that was found blocked and has not changed; a',
  'command that was in vain here and would be again; going back and forth; certain death.',
  'High scores are for: a way that was never tried; examining or taking something new; a step of an active objective;',
  'using what is carried where it may help.',
  'An experiment that is new and safe is worth 0 or more, however odd it looks: stories reward the unexpected. When',
  'you cannot tell, answer 0 rather than reject.',
].join('\n');

/** Most characters of several commands in one list. */
const MAX_LIST = 600;

/** Writes the messages that ask for a command's score. The machine has not ruled it out. */
export const criticMessages = promptOf<CriticBrief>(criticAnswer, ({ state, command, thinking }) => {
  const { threshold } = state.config.options.critic;
  const shownCommand = quoteShort(command, MAX_LIST);
  // A model's words: shown as data, as those of the story are.
  const writeThinking = (most: number): string =>
    `The player's thinking:\n${quoteBlock(cutMiddle(thinking, Math.max(0, most - 160))) || '| (none given)'}`;
  return {
    rules: [
      WHAT,
      `A score below ${threshold} rejects the command: it is not given, and the player must think of another one. From ${threshold} on it is given.`,
      HOW,
    ],
    rest: [objectivesPiece(state.objectives), mapPiece(state), movesPiece(state.recent, true)],
    vital: [
      standingPiece(state),
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
