import type { StoryStep } from '../../../games/zmachine/types';
import { looksDeadly } from '../../../games/zmachine/words';
import type { EpisodeEnd } from '../state-types';

type Ended = Pick<StoryStep, 'text' | 'stopped' | 'awaits'>;

/** How stories by custom say that the player has won. */
const WON = /\*\*\*[^*]*\b(?:won|win|victory|victorious|triumph|congratulations|the end)\b[^*]*\*\*\*/i;
/** What a story asks when it is over: it names at least two of these ways on. */
const WAYS_ON = [/\brestart\b/i, /\brestore\b/i, /\bquit\b/i];

/** Whether the story stands at its last question: only starting again, or going back, leads on. */
const asksForEnd = ({ text }: Ended): boolean => {
  const tail = text.slice(-400);
  return /[?>:]\s*$|\bwould you like\b/i.test(tail) && WAYS_ON.filter((way) => way.test(tail)).length >= 2;
};

/**
 * How an episode ended with this answer of the story; null when it goes on. A death after which the story brings the
 * player back ends nothing (see {@link isDeath}).
 */
export function readEnding(step: Ended): EpisodeEnd | null {
  const over = step.stopped !== null || asksForEnd(step);
  if (!over) return null;
  if (WON.test(step.text)) return 'won';
  if (looksDeadly(step.text)) return 'died';
  if (step.stopped === null) return 'died';
  return step.stopped.kind === 'quit' ? 'quit' : 'error';
}

/** Whether the player died of what led here, whatever the story made of it then. */
export const isDeath = (step: Ended): boolean => looksDeadly(step.text) && !WON.test(step.text);
