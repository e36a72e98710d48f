import { discoveryAnswer, MAX_OBJECTIVE } from '../../../api/adventure-agents';
import type { Message } from '../../../api/calls';
import type { CountTokens } from '../../../model/tokens';
import type { PeriodicBrief } from '../briefs';
import {
  allNotesPiece,
  completedPiece,
  GAME,
  knowledgePiece,
  mapPiece,
  movesPiece,
  objectivesPiece,
  standingPiece,
} from './pieces';
import { QUOTED } from './quote';
import { fitPrompt, type PromptWindow } from './window';

/** Most objectives one answer should name. */
const MAX_NEW = 3;

const WHAT = [
  GAME,
  QUOTED,
  'YOUR TASK: find goals that the player has not named yet, in what was played lately: obstacles that were left behind,',
  'things that clearly belong somewhere, requests, treasures seen and not taken, ways never tried.',
  `At most ${MAX_NEW}, the most valuable first; null when there is nothing new. Do not repeat an existing objective, active or`,
  'completed, in other words either. The existing ones stay whatever you answer.',
].join('\n');

const HOW = [
  `Each takes several turns, says what to do, names its place as L<id> and has at most ${MAX_OBJECTIVE} characters, e.g. "find out how`,
  'to cross the chasm at L23". No single command, nothing vague such as "explore" or "make progress".',
  'priority: high for what scores or opens up much, low for what can wait, else null.',
].join('\n');

/** Returns the messages that ask for new goals. The existing ones are shown, and the answer does not change them. */
export function discoveryMessages(brief: PeriodicBrief, window: PromptWindow, count: CountTokens): Message[] {
  const { state } = brief;
  return fitPrompt(
    {
      rules: [WHAT, HOW],
      rest: [knowledgePiece(state), mapPiece(state), allNotesPiece(state), movesPiece(state.recent, false)],
      vital: [
        objectivesPiece(state.objectives, 'Active objectives: do not repeat them'),
        completedPiece(state),
        standingPiece(state),
      ],
      task: 'Which goals are missing?',
      schema: discoveryAnswer,
      brief,
    },
    window,
    count,
  );
}
