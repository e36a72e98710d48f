import { type Move, placeName, writePlace } from 'story-player/memory';
import { quoteBlock } from '../../base/quote';
import { chroniclerAnswer, completionAnswer, extractorAnswer } from '../../contract/adventure-agents';
import type { AfterBrief } from '../briefs';
import { cutMiddle, quoteShort } from '../lines';
import { MAX_NOTE, renderNotes } from '../notes';
import type { AdventureState } from '../state-types';
import { GAME, MAX_NAME, objectivesPiece, standingPiece } from './pieces';
import { definePrompt, type Piece } from './window';

const EXTRACT = [
  GAME,
  "Your task: list what the story's latest text shows. Report only what is written. Do not guess, and give no advice.",
].join('\n');

const EXTRACT_HOW = [
  'Use null where there is nothing.',
  "- objects: things the player could act on here, in the story's words (`brass lamp`). Include scenery that the text dwells on and the contents of opened containers.",
  '- exits: directions that the text names, as single words (`north`, `up`, `in`).',
  '- characters: people and creatures.',
  '- danger: a threat that the text warns of, in one sentence.',
  '- summary: one sentence on what the command led to. Name the place as L<id>.',
].join('\n');

/** Asks for the facts in a turn's text that the story's object tree does not show. */
export const extractorMessages = definePrompt<AfterBrief>(extractorAnswer, (brief) => ({
  rules: [EXTRACT, EXTRACT_HOW],
  rest: [],
  vital: [standingPiece(brief.state), turnPiece(brief)],
  task: 'What does the text show?',
}));

const REMEMBER = [
  GAME,
  'Your task: decide whether the turn taught something that helps on a later visit, in this life or in another one. If so, note it.',
  'Set keep to false on most turns: walking, looking and what any player would see again at once need no note. Always keep dangers: a death or a narrow escape, and how to avoid it.',
  'Do not repeat what a note of the place already says; set keep to false instead.',
].join('\n');

const REMEMBER_HOW = [
  'If keep is false, set the other fields to null.',
  '- category: success (what worked, and what it led to), failure (what does not work here, and why), discovery (something hidden or unknown before), danger (what hurts or kills), puzzle (an unsolved obstacle, and what it seems to need), note (anything else that helps).',
  `- text: one or two sentences that make sense on their own, at most ${MAX_NOTE} characters: which command, at which place (L<id>), with what result.`,
  '- corrects: the exact ids of notes of this place, listed below, that the new note corrects or replaces, or null.',
].join('\n');

const REMEMBER_SUCCESS =
  'A refused command is not a success, even if something changed first: what the story does by itself, such as `(first taking the lamp)`, does not count. Never note that a refused command worked.';

/**
 * Asks for a note on a turn. The note belongs to the place of the turn's first command, not to the destination. The
 * prompt lists the current notes of that place with ids, so that the new note can correct them.
 */
export const chroniclerMessages = definePrompt<AfterBrief>(chroniclerAnswer, (brief) => {
  const { state, moves } = brief;
  const source = moves[0]?.from ?? null;
  const notes = state.notes.filter(({ place }) => place === source).toReversed();
  return {
    rules: [REMEMBER, REMEMBER_HOW, REMEMBER_SUCCESS],
    rest: [objectivesPiece(state.objectives)],
    vital: [
      {
        title: `Notes of ${nameOf(state, source)}, where the command was typed`,
        write: (most) => quoteBlock(renderNotes(notes, { maxCharacters: most, ids: true })) || 'None yet.',
      },
      turnPiece(brief),
    ],
    task: 'Is there anything to keep?',
  };
});

const COMPLETE = [
  GAME,
  'Your task: list the active objectives that the turn shows to be done. Give the exact id of each, never its text, and the evidence: the words of the story or the fact that shows it. Answer null if none is done, as after most turns.',
].join('\n');

const COMPLETE_HOW = [
  'Complete an objective only on clear evidence:',
  '- An attempt, a plan, a first step or being in the right place completes nothing.',
  '- Collecting all of something is done when all of it is there.',
  '- An objective that can no longer be reached is not completed.',
  '- A finished part does not complete the whole, and the whole does not complete its parts.',
  '- Only what happened after an objective was set counts. Each shows the turn since which it is active.',
  '- Two objectives about the same obstacle each need their own evidence.',
].join('\n');

/** Asks which objectives a turn completed. Use it only if at least one is active. */
export const completionMessages = definePrompt<AfterBrief>(completionAnswer, (brief) => ({
  rules: [COMPLETE, COMPLETE_HOW],
  rest: [],
  vital: [objectivesPiece(brief.state.objectives), standingPiece(brief.state), turnPiece(brief)],
  task: 'Which of the active objectives are done now?',
}));

/** Shows each command with its result. The latest answer is whole if it fits. */
function turnPiece({ state, moves }: AfterBrief): Piece {
  return {
    title: 'This turn',
    write: (most) => {
      const each = Math.floor(most / Math.max(1, moves.length));
      return moves.map((move) => describeMove(state, move, wholeText(state, move), each)).join('\n');
    },
    weight: 3,
  };
}

/** The newest move's text from the story; the shortened text for older moves. */
function wholeText({ recent, story }: AdventureState, move: Move): string {
  const last = recent.at(-1);
  const isNewest = last?.turn === move.turn && last.command === move.command && last.from === move.from;
  return isNewest && story ? story.text : move.text;
}

function describeMove(state: AdventureState, move: Move, text: string, most: number): string {
  const facts = [
    move.died ? 'the player died' : '',
    move.moved ? `led to ${nameOf(state, move.to)}` : '',
    !move.effect && !move.moved ? 'nothing changed' : '',
    move.score === null ? '' : `score ${move.score}`,
    move.by === 'player' ? 'typed by a person' : '',
  ].filter((fact) => fact !== '');
  const head = `${quoteShort(move.command)} at ${nameOf(state, move.from)}${facts.map((fact) => `; ${fact}`).join('')}. The story replied:`;
  return `${head}\n${quoteBlock(cutMiddle(text, Math.max(0, most - head.length))) || '| (nothing)'}`;
}

/** A place by id and name, or a word for an unreadable one. */
function nameOf({ map }: AdventureState, place: number | null): string {
  const name = map.rooms.find(({ id }) => id === place)?.name;
  return place !== null && name
    ? `${placeName(place)} ${quoteShort(name, MAX_NAME)}`
    : writePlace(map, place);
}
