import { completionAnswer } from '../../../api/adventure-agents';
import type { Message } from '../../../api/calls';
import type { CountTokens } from '../../../model/tokens';
import type { AfterBrief } from '../briefs';
import { GAME, objectivesPiece, standingPiece } from './pieces';
import { QUOTED } from './quote';
import { turnPiece } from './turn-moves';
import { fitPrompt, type PromptWindow } from './window';

const WHAT = [
  GAME,
  QUOTED,
  'YOUR TASK: say which active objectives the turn shows to be done, each by its exact id (`A2`, never its text) and',
  'with the evidence: the words of the story, or the fact, that show it. null when none is, as after most turns.',
].join('\n');

const HOW = [
  'Only on clear evidence: an attempt, a plan, a first step or being in the right place completes nothing. To collect',
  'all of something is done when all of it is there. An objective that can no longer be reached is not completed. A',
  'part that is done does not complete the whole, and the whole does not complete its parts.',
].join('\n');

/** Returns the messages that ask which objectives a turn completed. Not to be used when none is active. */
export const completionMessages = (brief: AfterBrief, window: PromptWindow, count: CountTokens): Message[] =>
  fitPrompt(
    {
      rules: [WHAT, HOW],
      rest: [],
      vital: [objectivesPiece(brief.state.objectives), standingPiece(brief.state), turnPiece(brief)],
      task: 'Which of the active objectives are done now?',
      schema: completionAnswer,
      brief,
    },
    window,
    count,
  );
