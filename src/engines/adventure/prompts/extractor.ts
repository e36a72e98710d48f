import { extractorAnswer } from '../../../api/adventure-agents';
import type { Message } from '../../../api/calls';
import type { CountTokens } from '../../../model/tokens';
import type { AfterBrief } from '../briefs';
import { GAME, standingPiece } from './pieces';
import { QUOTED } from './quote';
import { turnPiece } from './turn-moves';
import { fitPrompt, type PromptWindow } from './window';

const WHAT = [
  GAME,
  QUOTED,
  'YOUR TASK: read what the story answered, and list what its text shows. Only what is written there: guess nothing,',
  'and give no advice.',
].join('\n');

const HOW = [
  '- objects: things one could act on here, each in the words the story used (`brass lamp`); scenery that it dwells on',
  '  included, and what an opened container holds. null: none.',
  '- exits: directions the text names, as single words (`north`, `up`, `in`). null: none.',
  '- characters: people and creatures. null: none.',
  '- danger: a threat the text warns of, in one sentence. null: none.',
  '- summary: one sentence on what the command led to. Name the place as L<id>.',
].join('\n');

/** Returns the messages that ask what a turn's text shows beyond the story's object tree. */
export const extractorMessages = (brief: AfterBrief, window: PromptWindow, count: CountTokens): Message[] =>
  fitPrompt(
    {
      rules: [WHAT, HOW],
      rest: [],
      vital: [standingPiece(brief.state), turnPiece(brief)],
      task: 'What does the text show?',
      schema: extractorAnswer,
      brief,
    },
    window,
    count,
  );
