import type { CallRecord, CallStatus, Rung } from '../../../src/contract/calls';
import { LOCALE } from '../words/languages';
import { say } from '../words/say';

/** Tells how a call ended, in words. */
export const STATUS_WORDS: Readonly<Record<CallStatus, string>> = {
  open: 'in progress',
  answered: say('answered'),
  refused: 'not usable',
  timeout: 'timed out',
  unreachable: say('unreachable'),
  lost: 'cut off',
  discarded: 'no longer needed',
};

/** Tells how an answer came to be usable, in words. */
export const RUNG_WORDS: Readonly<Record<Rung, string>> = {
  json_schema: 'in the requested format',
  json_object: 'in a free format',
  prompt: 'in the described format',
  repaired: say('repaired'),
  retried: 'on the second try',
  prose: 'as plain text',
  understudy: 'canned reply',
  unusable: 'not usable',
};

/** Tells the same of a rung as events have it; one that is not known stands as it is. */
export const tellRung = (rung: string): string => (RUNG_WORDS as Record<string, string>)[rung] ?? rung;

/** Tells what the model was held to, in words. */
export const FORM_WORDS: Readonly<Record<NonNullable<CallRecord['constraint']>, string>> = {
  json_schema: 'fixed by the service',
  json_object: 'structured, fields described in the prompt',
  none: 'described in the prompt',
};

const ENDS: Readonly<Record<string, string>> = {
  stop: 'ended normally',
  end_turn: 'ended normally',
  length: 'cut off at the length limit',
  max_tokens: 'cut off at the length limit',
  content_filter: 'stopped by a content filter',
};

/** Says how an answer ended; a word of a service that nobody knows stands as it is. */
export const tellFinish = (reason: string | null): string =>
  reason === null ? '' : (ENDS[reason.toLowerCase()] ?? reason.replaceAll('_', ' '));

/** Purposes whose names are of the trade. */
const PURPOSES: Readonly<Record<string, string>> = {
  'direct the round': 'plans the round',
  'reconcile the round': 'wraps up the round',
  next_action_suggestion: 'chooses an action',
  play_wish: 'predicts the outcome',
  next_command: 'chooses a command',
  first_observation: 'looks at it for the first time',
  validation: 'tests its rules',
  command_review: 'reviews a command',
  knowledge_synthesis: 'summarizes its knowledge',
  memory_synthesis: 'writes memories',
  objective_completion: 'checks objectives',
  objective_discovery: 'finds objectives',
  objective_refinement: 'cleans up objectives',
  text_extraction: 'reads the story text',
  'play the round': 'plays the round',
  'give clues': 'gives clues',
  'keep the world and its trackers': 'updates the world and its trackers',
  'summarise the scene': 'summarizes the scene',
  'the narrator speaks': 'describes the surroundings',
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
    ? 'under 1 second'
    : ms < 60_000
      ? `${(ms / 1_000).toLocaleString(LOCALE, { maximumFractionDigits: 1 })} s`
      : `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1_000)} s`;
