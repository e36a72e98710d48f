import { chroniclerAnswer, MEMORY_CATEGORIES } from '../../../api/adventure-agents';
import type { Message } from '../../../api/calls';
import { quoteBlock } from '../../../base/quote';
import type { CountTokens } from '../../../model/tokens';
import type { AfterBrief } from '../briefs';
import { MAX_NOTE, writeNotes } from '../notes';
import { GAME, objectivesPiece } from './pieces';
import { QUOTED } from './quote';
import { nameOf, sourceOf, turnPiece } from './turn-moves';
import { fitPrompt, type PromptWindow } from './window';

const WHAT = [
  GAME,
  QUOTED,
  'YOUR TASK: decide whether the turn taught something that will help at a later visit, in this life or in another one,',
  'and if so, note it. keep is false for most turns: walking, looking and what any player would see again at once',
  'need no note. Always keep what is dangerous: what killed, or nearly did, and how to avoid it.',
].join('\n');

const HOW = [
  `- category: ${MEMORY_CATEGORIES.join(', ')}. success: what worked, and what it led to. failure: what does not work here, and why.`,
  '  discovery: something that is hidden or was not known. danger: what hurts or kills. puzzle: an obstacle that is not',
  '  overcome yet, and what it seems to need. note: anything else that helps.',
  `- text: one or two sentences, at most ${MAX_NOTE} characters, that stand alone: which command, at which place (L<id>), with what result.`,
  '- supersedes: ids of the notes of this place, listed below, that the new one corrects or makes pointless; exact ids,',
  '  else null. Do not write again what a note of the place says already: then keep is false.',
  'With keep false, the other fields are null.',
].join('\n');

/**
 * Returns the messages that ask for a turn's note. The note belongs to the place where the command was given; the notes
 * that hold there are shown with their ids, so that the new one can correct them.
 */
export function chroniclerMessages(brief: AfterBrief, window: PromptWindow, count: CountTokens): Message[] {
  const { state, moves } = brief;
  const source = sourceOf(moves);
  const notes = state.notes.filter(({ place }) => place === source).toReversed();
  return fitPrompt(
    {
      rules: [WHAT, HOW],
      rest: [objectivesPiece(state.objectives)],
      vital: [
        {
          title: `Notes of ${nameOf(state, source)}, where the command was given`,
          write: (most) => quoteBlock(writeNotes(notes, { maxCharacters: most, ids: true })) || 'None yet.',
        },
        turnPiece(brief),
      ],
      task: 'Is there something to keep?',
      schema: chroniclerAnswer,
      brief,
    },
    window,
    count,
  );
}
