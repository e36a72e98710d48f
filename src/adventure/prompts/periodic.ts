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
  standingPiece,
} from './pieces';
import { definePrompt, type Piece } from './window';

/** Maximum objectives in one answer. */
const MAX_NEW = 3;

const DISCOVER = [
  GAME,
  'Your task: find goals in recent play that the player has not named yet: obstacles left behind, locked things, things out of reach, things that clearly belong somewhere, requests and wishes in the text, treasures seen and not taken, dark places, puzzles refused with a reason, ways never tried.',
  `List at most ${MAX_NEW}, the most valuable first, or null if there is nothing new.`,
  'Do not repeat an existing objective, active or completed, even in other words. Existing objectives stay whatever you answer. An obstacle is one objective, whichever side or place it was met from.',
].join('\n');

const DISCOVER_HOW = [
  `- text: a goal of several turns, in at most ${MAX_OBJECTIVE} characters. Say what to do, and name its place as L<id>, for example "find out how to cross the chasm at L<id>". Never list a single command, or something vague such as "explore" or "make progress".`,
  '- priority: high if it scores or opens up much, low if it can wait, otherwise null.',
].join('\n');

/** Asks for new goals. Shows the existing ones, which the answer cannot change. */
export const discoveryMessages = definePrompt<PeriodicBrief>(discoveryAnswer, ({ state }) => ({
  rules: [DISCOVER, DISCOVER_HOW],
  rest: [knowledgePiece(state), mapPiece(state), allNotesPiece(state), movesPiece(state.recent, false)],
  vital: [
    objectivesPiece(state.objectives),
    completedPiece(state),
    standingPiece(state, { isMapShown: true }),
  ],
  task: 'Which goals are missing?',
}));

const REFINE = [
  GAME,
  'Your task: there are many active objectives. Find those that are the same and those that are pointless by now.',
  'Use exact ids. Objectives that you do not name stay as they are. Null for both lists is a good answer.',
  'Never touch an objective of a person (its id starts with P): do not drop it, reword it, or put it in `from`.',
].join('\n');

const REFINE_HOW = [
  `- merge: \`into\` is the id that stays, \`from\` the ids that become part of it, \`text\` the new wording of the whole, or null. Merge only objectives that are done by doing the same thing. Keep every place and thing that they name, in at most ${MAX_OBJECTIVE} characters.`,
  '- drop: objectives that can no longer be done, that are a single command, or that are too vague to ever be done, each with the reason. Do not drop one that is merely hard or old.',
].join('\n');

export const refinementMessages = definePrompt<PeriodicBrief>(refinementAnswer, ({ state }) => ({
  rules: [REFINE, REFINE_HOW],
  rest: [allNotesPiece(state), movesPiece(state.recent, false)],
  vital: [objectivesPiece(state.objectives), standingPiece(state)],
  task: 'Which objectives should be merged, and which dropped?',
}));

const SYNTHESIZE = [
  GAME,
  'Your task: write a guide to this story, for later turns and for players who start it again. Use at most 400 words.',
  'Your text replaces the current guide: keep what still holds, correct errors, and add news. Include only facts seen in play.',
].join('\n');

const SYNTHESIZE_HOW = [
  'Write, in this order: puzzles and their solutions, with the commands that worked; dangers and how to avoid them; how this story works (verbs that matter, what scores, light, limits); where things are, by L<id>; open threads.',
  'Do not list turns, or anything that a player sees at once.',
].join('\n');

/** Asks for new knowledge of the story that merges the old knowledge with later events. */
export const scholarMessages = definePrompt<PeriodicBrief>(scholarAnswer, ({ state }) => ({
  rules: [SYNTHESIZE, SYNTHESIZE_HOW],
  rest: [mapPiece(state), allNotesPiece(state), movesPiece(state.recent, false)],
  vital: [
    knowledgePiece(state, 'Knowledge so far'),
    objectivesPiece(state.objectives),
    completedPiece(state),
    standingPiece(state, { isMapShown: true }),
    episodesPiece(state),
  ],
  task: 'What is known of this story now?',
}));

/** Results of the episodes so far, newest first. */
const episodesPiece = ({ episodes }: AdventureState): Piece => ({
  title: 'Episodes so far',
  write: (most) =>
    fitLines(
      episodes
        .toReversed()
        .map(
          ({ n, turns, deaths, best, end }) =>
            `- episode ${n}: ${turns} turns, ${deaths} deaths, best score ${best ?? 'unknown'}, ${end ? `ended: ${end}` : 'still running'}`,
        ),
      most,
    ),
});
