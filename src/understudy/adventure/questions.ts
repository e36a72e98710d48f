import { looksDeadly } from 'zmachine-story';
import type { Choice, Scene } from './scene';

const TAIL = 200;
const YES_OR_NO = /\banswer (?:the question|yes or no|with)|\byes or no\b|\by(?:es)?(?: or |\/)no?\b/i;

/** Says whether a text ends with a question that is to be answered by yes or no. */
export const isYesOrNo = (text: string): boolean => YES_OR_NO.test(text.slice(-TAIL));

/** Matches what a story says when it asks whether to bring the player back. */
const REVIVED = /\b(?:reincarnat|resurrect|reviv|killed|another chance)/i;

/**
 * Answers a question that is to be answered by yes or no; null where there is none. Whoever died is asked whether to be brought
 * back, and somebody who asks is meant to hear yes. What was answered in one life is answered otherwise in the next.
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
