import { looksDeadly } from 'zmachine-story';
import type { Choice, Scene } from './scene';

const TAIL = 200;
const YES_OR_NO = /\banswer (?:the question|yes or no|with)|\byes or no\b|\by(?:es)?(?: or |\/)no?\b/i;

/** True if a text ends with a yes-or-no question. */
export const isYesOrNo = (text: string): boolean => YES_OR_NO.test(text.slice(-TAIL));

/** Offers to revive the player. */
const REVIVED = /\b(?:reincarnat|resurrect|reviv|killed|another chance)/i;

/**
 * Answers a yes-or-no question; null if there is none. Accepts being revived, and says yes to people. Alternates other
 * answers between lives.
 */
export function answerYesOrNo({ brief, tries, isBarred }: Scene): Choice | null {
  const text = brief.state.story?.text ?? '';
  const isAsked = /\?\W*$/.test(text) || isYesOrNo(text);
  if (!isAsked || !YES_OR_NO.test(tries.baseline.text)) return null;
  const isSpoken = /\?["'”’]\s*$/.test(text.trimEnd());
  const isOtherLife = brief.state.episodes.length % 2 === 0;
  const isYes = looksDeadly(text) || REVIVED.test(text) || isSpoken !== isOtherLife;
  const words = isYes ? ['yes', 'y', 'no', 'n'] : ['no', 'n', 'yes', 'y'];
  const settles = (word: string): boolean => !/\b(?:answer|type)\b/i.test(tries.play(word)?.text ?? '');
  const answers = words.filter((word) => !isBarred(word) && settles(word));
  const command = answers.find((word) => tries.play(word)?.deadly === false) ?? answers[0];
  return { command: command ?? 'yes', why: 'The story asks yes or no.' };
}
