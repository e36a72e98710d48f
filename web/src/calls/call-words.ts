import type { CallRecord, CallStatus, Rung } from '../../../src/contract/calls';
import { LOCALE } from '../words/languages';
import { say } from '../words/say';

/** Tells how a call ended, in words. */
export const STATUS_WORDS: Readonly<Record<CallStatus, string>> = {
  open: 'under way',
  answered: say('answered'),
  refused: 'not usable',
  timeout: 'no answer in time',
  unreachable: 'out of reach',
  lost: 'cut off',
  discarded: 'not needed any more',
};

/** Tells how an answer came to be usable, in words. */
export const RUNG_WORDS: Readonly<Record<Rung, string>> = {
  json_schema: 'in the form asked for',
  json_object: 'in a free form',
  prompt: 'in the form described',
  repaired: say('mended'),
  retried: 'at the second asking',
  prose: 'as a plain line',
  understudy: 'by the understudy',
  unusable: 'not usable',
};

/** Tells the same of a rung as events have it; one that is not known stands as it is. */
export const tellRung = (rung: string): string => (RUNG_WORDS as Record<string, string>)[rung] ?? rung;

/** Tells what the model was held to, in words. */
export const FORM_WORDS: Readonly<Record<NonNullable<CallRecord['constraint']>, string>> = {
  json_schema: 'fixed by the service',
  json_object: 'structured, its parts described in the prompt',
  none: 'described in the prompt',
};

const ENDS: Readonly<Record<string, string>> = {
  stop: 'by itself',
  end_turn: 'by itself',
  length: 'cut at the limit of its length',
  max_tokens: 'cut at the limit of its length',
  content_filter: 'stopped by a filter of the service',
};

/** Says how an answer ended; a word of a service that nobody knows stands as it is. */
export const tellFinish = (reason: string | null): string =>
  reason === null ? '' : (ENDS[reason.toLowerCase()] ?? reason.replaceAll('_', ' '));

/** Purposes whose names are of the trade. */
const PURPOSES: Readonly<Record<string, string>> = {
  'direct the round': 'plans the round',
  'reconcile the round': 'closes the round',
  next_action_suggestion: 'chooses an action',
  play_wish: 'says what it plays for',
  next_command: 'chooses a command',
  first_observation: 'looks at it for the first time',
  validation: 'checks what it believes',
  command_review: 'reviews a command',
  knowledge_synthesis: 'sums up what is known',
  memory_synthesis: 'writes memories',
  objective_completion: 'checks objectives',
  objective_discovery: 'finds objectives',
  objective_refinement: 'tidies objectives',
  text_extraction: 'reads the text of the story',
  'play the round': 'plays the round',
  'give clues': 'gives clues',
  'keep the world and its trackers': 'keeps the world and its trackers',
  'summarise the scene': 'sums up the scene',
  'the narrator speaks': 'tells what is to be seen',
};

/** Words what a call was for. */
export function tellPurpose(purpose: string): string {
  const [, speaker] = /^(.+) speaks$/.exec(purpose) ?? [];
  if (!Object.hasOwn(PURPOSES, purpose) && speaker !== undefined) return `${speaker} speaks`;
  return PURPOSES[purpose] ?? purpose.replaceAll('_', ' ');
}

/** Says how long something took, as people say it. */
export const tellDuration = (ms: number): string =>
  ms < 1_000
    ? 'under a second'
    : ms < 60_000
      ? `${(ms / 1_000).toLocaleString(LOCALE, { maximumFractionDigits: 1 })} s`
      : `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1_000)} s`;
