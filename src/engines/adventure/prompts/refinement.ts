import { MAX_OBJECTIVE, refinementAnswer } from '../../../api/adventure-agents';
import type { Message } from '../../../api/calls';
import type { CountTokens } from '../../../model/tokens';
import type { PeriodicBrief } from '../briefs';
import { allNotesPiece, GAME, movesPiece, objectivesPiece, standingPiece } from './pieces';
import { QUOTED } from './quote';
import { fitPrompt, type PromptWindow } from './window';

const WHAT = [
  GAME,
  QUOTED,
  'YOUR TASK: there are many active objectives. Say which are one and the same, and which are pointless by now.',
  'Use exact ids. What you do not name stays as it is: null for both lists is a good answer.',
  'An objective of a person (its id begins with P) may not be touched: not dropped, not reworded, never in `from`.',
].join('\n');

const HOW = [
  '- merge: `into` is the id that stays, `from` the ids that become part of it; `text` words the whole anew, or null.',
  `  Merge only what is done by doing the same thing. Places and things named by any of them stay named, in at most ${MAX_OBJECTIVE} characters.`,
  '- drop: what can no longer be done, what is a single command, or what is too vague to be ever done; with the reason.',
  '  An objective that is merely hard or old is not dropped.',
].join('\n');

/** Returns the messages that ask which objectives can be merged or dropped. */
export function refinementMessages(
  brief: PeriodicBrief,
  window: PromptWindow,
  count: CountTokens,
): Message[] {
  const { state } = brief;
  return fitPrompt(
    {
      rules: [WHAT, HOW],
      rest: [allNotesPiece(state), movesPiece(state.recent, false)],
      vital: [objectivesPiece(state.objectives), standingPiece(state)],
      task: 'Which objectives are to be merged, and which dropped?',
      schema: refinementAnswer,
      brief,
    },
    window,
    count,
  );
}
