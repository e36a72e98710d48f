import {
  discoveryAnswer,
  MAX_OBJECTIVE,
  refinementAnswer,
  scholarAnswer,
} from '../../contract/adventure-agents';
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
  QUOTED,
  standingPiece,
} from './pieces';
import { type Piece, promptOf } from './window';

/** Writes the prompts of the agents that are asked every few turns: keeper and scholar. */

/** Most objectives one answer should name. */
const MAX_NEW = 3;

const DISCOVER = [
  GAME,
  QUOTED,
  'YOUR TASK: find goals that the player has not named yet, in what was played lately: obstacles that were left behind,',
  'things that clearly belong somewhere, requests, treasures seen and not taken, ways never tried.',
  `At most ${MAX_NEW}, the most valuable first; null when there is nothing new. Do not repeat an existing objective, active or`,
  'completed, in other words either. The existing ones stay whatever you answer.',
].join('\n');

const DISCOVER_HOW = [
  `Each takes several turns, says what to do, names its place as L<id> and has at most ${MAX_OBJECTIVE} characters, e.g. "find out how`,
  'to cross the chasm at L23". No single command, nothing vague such as "explore" or "make progress".',
  'priority: high for what scores or opens up much, low for what can wait, else null.',
].join('\n');

const DISCOVER_WHERE = [
  'Look beyond ways: things that were seen and are out of reach, locked things, requests and wishes in the text, dark',
  'places, and puzzles that were refused with a reason. The same obstacle is one objective, from whichever side or',
  'place it was met.',
].join('\n');

/** Writes the messages that ask for new goals. The existing ones are shown, and the answer does not change them. */
export const discoveryMessages = promptOf<PeriodicBrief>(discoveryAnswer, ({ state }) => ({
  rules: [DISCOVER, DISCOVER_HOW, DISCOVER_WHERE],
  rest: [knowledgePiece(state), mapPiece(state), allNotesPiece(state), movesPiece(state.recent, false)],
  vital: [
    objectivesPiece(state.objectives, 'Active objectives: do not repeat them'),
    completedPiece(state),
    standingPiece(state),
  ],
  task: 'Which goals are missing?',
}));

const REFINE = [
  GAME,
  QUOTED,
  'YOUR TASK: there are many active objectives. Say which are one and the same, and which are pointless by now.',
  'Use exact ids. What you do not name stays as it is: null for both lists is a good answer.',
  'An objective of a person (its id begins with P) may not be touched: not dropped, not reworded, never in `from`.',
].join('\n');

const REFINE_HOW = [
  '- merge: `into` is the id that stays, `from` the ids that become part of it; `text` words the whole anew, or null.',
  `  Merge only what is done by doing the same thing. Places and things named by any of them stay named, in at most ${MAX_OBJECTIVE} characters.`,
  '- drop: what can no longer be done, what is a single command, or what is too vague to be ever done; with the reason.',
  '  An objective that is merely hard or old is not dropped.',
].join('\n');

/** Writes the messages that ask which objectives can be merged or dropped. */
export const refinementMessages = promptOf<PeriodicBrief>(refinementAnswer, ({ state }) => ({
  rules: [REFINE, REFINE_HOW],
  rest: [allNotesPiece(state), movesPiece(state.recent, false)],
  vital: [objectivesPiece(state.objectives), standingPiece(state)],
  task: 'Which objectives are to be merged, and which dropped?',
}));

const SYNTHESIZE = [
  GAME,
  QUOTED,
  'YOUR TASK: write down what is known of this story, for later turns and for those who play it again from its',
  'beginning. At most 400 words. Your text replaces the knowledge so far: carry over what still holds, correct what was',
  'refuted, add what is new. Nothing that was not seen in play.',
].join('\n');

const SYNTHESIZE_HOW = [
  'Put down, in this order: puzzles and their solutions, with the commands that worked; dangers and how to avoid them;',
  'how this story works (verbs that matter, what scores, light, limits); where things are, by L<id>; open threads.',
  'Leave out what happened turn by turn, and what any player sees at once.',
].join('\n');

/** Writes the messages that ask for the knowledge of the story: the old knowledge and the news since, made one. */
export const scholarMessages = promptOf<PeriodicBrief>(scholarAnswer, ({ state }) => ({
  rules: [SYNTHESIZE, SYNTHESIZE_HOW],
  rest: [mapPiece(state), allNotesPiece(state), movesPiece(state.recent, false)],
  vital: [
    knowledgePiece(state, 'The knowledge so far'),
    objectivesPiece(state.objectives),
    completedPiece(state),
    standingPiece(state),
    episodesPiece(state),
  ],
  task: 'What is known of this story now?',
}));

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
