import type { CallRecord, CallStatus, Rung } from '../../../src/contract/calls';
import { LOCALE } from '../words/languages';
import { say } from '../words/say';

/** Labels of call statuses. */
export const STATUS_WORDS: Readonly<Record<CallStatus, string>> = {
  open: 'in progress',
  answered: say('answered'),
  refused: 'not usable',
  timeout: 'timed out',
  unreachable: say('unreachable'),
  lost: 'cut off',
  discarded: 'no longer needed',
};

/** Labels for how a reply became usable. */
export const RUNG_WORDS: Readonly<Record<Rung, string>> = {
  json_schema: 'in the requested format',
  json_object: 'as JSON without a schema',
  prompt: 'in the format that the prompt describes',
  repaired: say('repaired'),
  retried: 'on the second attempt',
  prose: 'as plain text',
  understudy: 'canned reply',
  unusable: 'not usable',
};

/** Same as above for rungs from events; returns unknown ones unchanged. */
export const rungLabel = (rung: string): string => (RUNG_WORDS as Record<string, string>)[rung] ?? rung;

/** Labels for the requested reply format. */
export const FORM_WORDS: Readonly<Record<NonNullable<CallRecord['constraint']>, string>> = {
  json_schema: 'enforced by the provider',
  json_object: 'any JSON, fields described in the prompt',
  none: 'described in the prompt',
};

const ENDS: Readonly<Record<string, string>> = {
  stop: 'ended normally',
  end_turn: 'ended normally',
  length: 'cut off at the length limit',
  max_tokens: 'cut off at the length limit',
  content_filter: 'stopped by a content filter',
};

/** Formats a finish reason; returns unknown ones unchanged. */
export const finishLabel = (reason: string | null): string =>
  reason === null ? '' : (ENDS[reason.toLowerCase()] ?? reason.replaceAll('_', ' '));

/** Labels for purposes with technical names. */
const PURPOSES: Readonly<Record<string, string>> = {
  'direct the round': 'plans the round',
  'reconcile the round': 'wraps up the round',
  next_action_suggestion: 'chooses an action',
  play_wish: 'predicts the outcome',
  next_command: 'chooses a command',
  first_observation: 'analyzes a first observation',
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

/** Formats the purpose of a call. */
export function purposeLabel(purpose: string): string {
  const [, speaker] = /^(.+) speaks$/.exec(purpose) ?? [];
  if (!Object.hasOwn(PURPOSES, purpose) && speaker !== undefined) return `${speaker} speaks`;
  return PURPOSES[purpose] ?? purpose.replaceAll('_', ' ');
}

/** Formats a duration. */
export const formatDuration = (ms: number): string =>
  ms < 1_000
    ? 'under 1 second'
    : ms < 60_000
      ? `${(ms / 1_000).toLocaleString(LOCALE, { maximumFractionDigits: 1 })} s`
      : `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1_000)} s`;
