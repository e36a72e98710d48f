import { scholarAnswer } from '../../../api/adventure-agents';
import type { Message } from '../../../api/calls';
import type { CountTokens } from '../../../model/tokens';
import type { PeriodicBrief } from '../briefs';
import { fitLines } from '../lines';
import type { AdventureState } from '../state-types';
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
import { fitPrompt, type Piece, type PromptWindow } from './window';

const WHAT = [
  GAME,
  QUOTED,
  'YOUR TASK: write down what is known of this story, for later turns and for those who play it again from its',
  'beginning. At most 400 words. Your text replaces the knowledge so far: carry over what still holds, correct what was',
  'refuted, add what is new. Nothing that was not seen in play.',
].join('\n');

const HOW = [
  'Put down, in this order: puzzles and their solutions, with the commands that worked; dangers and how to avoid them;',
  'how this story works (verbs that matter, what scores, light, limits); where things are, by L<id>; open threads.',
  'Leave out what happened turn by turn, and what any player sees at once.',
].join('\n');

/** Returns the messages that ask for the knowledge of the story: the old knowledge and the news since, made one. */
export function scholarMessages(brief: PeriodicBrief, window: PromptWindow, count: CountTokens): Message[] {
  const { state } = brief;
  return fitPrompt(
    {
      rules: [WHAT, HOW],
      rest: [mapPiece(state), allNotesPiece(state), movesPiece(state.recent, false)],
      vital: [
        knowledgePiece(state, 'The knowledge so far'),
        objectivesPiece(state.objectives),
        completedPiece(state),
        standingPiece(state),
        episodesPiece(state),
      ],
      task: 'What is known of this story now?',
      schema: scholarAnswer,
      brief,
    },
    window,
    count,
  );
}

/** Shows the results of the episodes so far, the newest first. */
const episodesPiece = ({ episodes }: AdventureState): Piece => ({
  title: 'Episodes so far',
  write: (most) =>
    fitLines(
      episodes
        .toReversed()
        .map(
          ({ n, turns, deaths, best, end }) =>
            `- episode ${n}: ${turns} turns, ${deaths} deaths, best score ${best ?? 'unknown'}, ${end ? `ended: ${end}` : 'still going on'}`,
        ),
      most,
    ),
});
