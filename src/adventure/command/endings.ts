import type { StoryStep } from 'zmachine-story';
import { looksDeadly } from 'zmachine-story';
import type { EpisodeEnd } from '../state-types';

type StoryEnd = Pick<StoryStep, 'text' | 'stopped' | 'awaits'>;

const WON = /\*\*\*[^*]*\b(?:won|win|victory|victorious|triumph|congratulations|the end)\b[^*]*\*\*\*/i;
/** Choices that a story offers at its end; its question names at least two. */
const RESTART_COMMANDS = [/\brestart\b/i, /\brestore\b/i, /\bquit\b/i];

/** True if the story asks its final question: only a restart or undo continues. */
const isEndCommand = ({ text }: StoryEnd): boolean => {
  const tail = text.slice(-400);
  return (
    /[?>:]\s*$|\bwould you like\b/i.test(tail) && RESTART_COMMANDS.filter((way) => way.test(tail)).length >= 2
  );
};

/**
 * How the episode ended, or null if it continues. A death after which the story revives the player is not an ending
 * (see {@link isDeath}).
 */
export function readEnding(step: StoryEnd): EpisodeEnd | null {
  const over = step.stopped !== null || isEndCommand(step);
  if (!over) return null;
  if (WON.test(step.text)) return 'won';
  if (looksDeadly(step.text)) return 'died';
  if (step.stopped === null) return 'died';
  return step.stopped.kind === 'quit' ? 'quit' : 'error';
}

/** True if the player died, even if the story revived them. */
export const isDeath = (step: StoryEnd): boolean => looksDeadly(step.text) && !WON.test(step.text);
