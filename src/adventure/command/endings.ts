import type { StoryStep } from 'zmachine-story';
import { looksDeadly } from 'zmachine-story';
import type { EpisodeEnd } from '../state-types';

type Ended = Pick<StoryStep, 'text' | 'stopped' | 'awaits'>;

/** Usual words for a victory. */
const WON = /\*\*\*[^*]*\b(?:won|win|victory|victorious|triumph|congratulations|the end)\b[^*]*\*\*\*/i;
/** Choices that a story offers when it is over; its question names at least two. */
const WAYS_ON = [/\brestart\b/i, /\brestore\b/i, /\bquit\b/i];

/** Says whether the story asks its last question, after which only a restart or an undo leads on. */
const asksForEnd = ({ text }: Ended): boolean => {
  const tail = text.slice(-400);
  return /[?>:]\s*$|\bwould you like\b/i.test(tail) && WAYS_ON.filter((way) => way.test(tail)).length >= 2;
};

/**
 * Returns how an episode ended with this answer of the story; null when it goes on. A death after which the story revives
 * the player ends nothing (see {@link isDeath}).
 */
export function readEnding(step: Ended): EpisodeEnd | null {
  const over = step.stopped !== null || asksForEnd(step);
  if (!over) return null;
  if (WON.test(step.text)) return 'won';
  if (looksDeadly(step.text)) return 'died';
  if (step.stopped === null) return 'died';
  return step.stopped.kind === 'quit' ? 'quit' : 'error';
}

/** Says whether the player died here, even when the story revived the player. */
export const isDeath = (step: Ended): boolean => looksDeadly(step.text) && !WON.test(step.text);
