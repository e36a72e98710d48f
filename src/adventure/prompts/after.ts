import { quoteBlock } from '../../base/quote';
import {
  chroniclerAnswer,
  completionAnswer,
  extractorAnswer,
  MEMORY_CATEGORIES,
} from '../../contract/adventure-agents';
import type { AfterBrief } from '../briefs';
import { cutMiddle, quoteShort } from '../lines';
import { placeName, writePlace } from '../map/map';
import { MAX_NOTE, writeNotes } from '../notes';
import type { AdventureState, Move } from '../state-types';
import { GAME, MAX_NAME, objectivesPiece, QUOTED, standingPiece } from './pieces';
import { type Piece, promptOf } from './window';

/** Writes the prompts of the agents that look back on a turn: extractor, chronicler, and keeper for completions. */

const EXTRACT = [
  GAME,
  QUOTED,
  'YOUR TASK: read what the story answered, and list what its text shows. Only what is written there: guess nothing,',
  'and give no advice.',
].join('\n');

const EXTRACT_HOW = [
  '- objects: things one could act on here, each in the words the story used (`brass lamp`); scenery that it dwells on',
  '  included, and what an opened container holds. null: none.',
  '- exits: directions the text names, as single words (`north`, `up`, `in`). null: none.',
  '- characters: people and creatures. null: none.',
  '- danger: a threat the text warns of, in one sentence. null: none.',
  '- summary: one sentence on what the command led to. Name the place as L<id>.',
].join('\n');

/** Writes the messages that ask what a turn's text shows beyond the story's object tree. */
export const extractorMessages = promptOf<AfterBrief>(extractorAnswer, (brief) => ({
  rules: [EXTRACT, EXTRACT_HOW],
  rest: [],
  vital: [standingPiece(brief.state), turnPiece(brief)],
  task: 'What does the text show?',
}));

const REMEMBER = [
  GAME,
  QUOTED,
  'YOUR TASK: decide whether the turn taught something that will help at a later visit, in this life or in another one,',
  'and if so, note it. keep is false for most turns: walking, looking and what any player would see again at once',
  'need no note. Always keep what is dangerous: what killed, or nearly did, and how to avoid it.',
].join('\n');

const REMEMBER_HOW = [
  `- category: ${MEMORY_CATEGORIES.join(', ')}. success: what worked, and what it led to. failure: what does not work here, and why.`,
  '  discovery: something that is hidden or was not known. danger: what hurts or kills. puzzle: an obstacle that is not',
  '  overcome yet, and what it seems to need. note: anything else that helps.',
  `- text: one or two sentences, at most ${MAX_NOTE} characters, that stand alone: which command, at which place (L<id>), with what result.`,
  '- corrects: ids of the notes of this place, listed below, that the new one corrects or makes pointless; exact ids,',
  '  else null. Do not write again what a note of the place says already: then keep is false.',
  'With keep false, the other fields are null.',
].join('\n');

const REMEMBER_SUCCESS = [
  'A refusal is no success, though something changed before it: what a story takes or opens of itself first, as in',
  '`(first taking the lamp)`, is no part of what was asked for. Never note of a refused command that it worked.',
].join('\n');

/**
 * Writes the messages that ask for a turn's note. The note belongs to the place where the first command was given, not
 * where it led; the notes that hold there are shown with their ids, so that the new one can correct them.
 */
export const chroniclerMessages = promptOf<AfterBrief>(chroniclerAnswer, (brief) => {
  const { state, moves } = brief;
  const source = moves[0]?.from ?? null;
  const notes = state.notes.filter(({ place }) => place === source).toReversed();
  return {
    rules: [REMEMBER, REMEMBER_HOW, REMEMBER_SUCCESS],
    rest: [objectivesPiece(state.objectives)],
    vital: [
      {
        title: `Notes of ${nameOf(state, source)}, where the command was given`,
        write: (most) => quoteBlock(writeNotes(notes, { maxCharacters: most, ids: true })) || 'None yet.',
      },
      turnPiece(brief),
    ],
    task: 'Is there something to keep?',
  };
});

const COMPLETE = [
  GAME,
  QUOTED,
  'YOUR TASK: say which active objectives the turn shows to be done, each by its exact id (`A2`, never its text) and',
  'with the evidence: the words of the story, or the fact, that show it. null when none is, as after most turns.',
].join('\n');

const COMPLETE_HOW = [
  'Only on clear evidence: an attempt, a plan, a first step or being in the right place completes nothing. To collect',
  'all of something is done when all of it is there. An objective that can no longer be reached is not completed. A',
  'part that is done does not complete the whole, and the whole does not complete its parts.',
].join('\n');

const COMPLETE_WHEN = [
  'Only what happened after an objective was set completes it: each says since which turn it is active. Of two that',
  'are about the same obstacle, each needs evidence of its own.',
].join('\n');

/** Writes the messages that ask which objectives a turn completed. Not to be used when none is active. */
export const completionMessages = promptOf<AfterBrief>(completionAnswer, (brief) => ({
  rules: [COMPLETE, COMPLETE_HOW, COMPLETE_WHEN],
  rest: [],
  vital: [objectivesPiece(brief.state.objectives), standingPiece(brief.state), turnPiece(brief)],
  task: 'Which of the active objectives are done now?',
}));

/** Shows each command with its result. The answer to the newest is whole where it fits. */
function turnPiece({ state, moves }: AfterBrief): Piece {
  return {
    title: 'The turn that was just played',
    write: (most) => {
      const each = Math.floor(most / Math.max(1, moves.length));
      return moves.map((move) => describeMove(state, move, wholeText(state, move), each)).join('\n');
    },
    weight: 3,
  };
}

/** Returns a move's text: the newest whole from the story, an older one with its beginning and end. */
function wholeText({ recent, story }: AdventureState, move: Move): string {
  const last = recent.at(-1);
  const isNewest = last?.turn === move.turn && last.command === move.command && last.from === move.from;
  return isNewest && story ? story.text : move.text;
}

function describeMove(state: AdventureState, move: Move, text: string, most: number): string {
  const facts = [
    move.died ? 'the player died of it' : '',
    move.moved ? `it led to ${nameOf(state, move.to)}` : '',
    !move.effect && !move.moved ? 'nothing in the world changed' : '',
    move.score === null ? '' : `score after it: ${move.score}`,
    move.by === 'player' ? 'a person typed it' : '',
  ].filter((fact) => fact !== '');
  const head = `${quoteShort(move.command)} at ${nameOf(state, move.from)}${facts.map((fact) => `; ${fact}`).join('')}. The story answered:`;
  return `${head}\n${quoteBlock(cutMiddle(text, Math.max(0, most - head.length))) || '| (nothing)'}`;
}

/** Returns a place by id and name, or a word for one that can't be read. */
function nameOf({ map }: AdventureState, place: number | null): string {
  const name = map.rooms.find(({ id }) => id === place)?.name;
  return place !== null && name
    ? `${placeName(place)} ${quoteShort(name, MAX_NAME)}`
    : writePlace(map, place);
}
