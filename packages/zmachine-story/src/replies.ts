import type { StoryStep, Trial } from './types';
import { looksDeadly } from './words';

/** Replies to a command that was not understood or whose object is missing. */
const NOT_UNDERSTOOD =
  /\b(?:can'?t|cannot|don'?t|do not|can not) see\b|\bno such\b|\b(?:couldn'?t|can'?t) find (?:a|any) (?:noun|verb)\b|\bI don'?t know\b|\bdon'?t know (?:the|that|how|what you)\b|\bdon'?t (?:recogni[sz]e|understand)\b|\bdo not (?:know|recogni[sz]e|understand)\b|\b(?:not|isn'?t) (?:something|a verb|a sentence|an?y?thing you)\b|\b(?:isn'?t|aren'?t|is no|are no) (?:any )?[\w' -]{0,30}here\b|\bunderst(?:an|oo)d you as far\b|\bthat'?s not a verb\b|\bsentence isn'?t\b|\bmust tell me\b|\bwhat do you want to\b|\bwhat do you mean\b|\bwhich [\w' -]{0,40}do you mean\b|\bused the word\b|\bbeg your pardon\b|\byou (?:aren'?t|are not) (?:holding|carrying) (?:that|the|it)\b|\byou don'?t have (?:that|the|it)\b|\btoo many nouns\b|\bmissing\b.*\bnoun\b|\bbe (?:more )?specific\b|\bcan'?t use (?:the word|multiple)\b|\btoo dark to see\b/i;

/** Implicit actions of a story before a command: `(first taking the lamp)`, `(Taken)`. */
const FIRST_DONE = /[([][^()[\]\n]{0,80}\b(?:first|taken|taking|opening)\b[^()[\]\n]{0,80}[)\]]/gi;
const REFUSED =
  /\b(?:can'?t|cannot|can not|couldn'?t|could not|won'?t|will not|wouldn'?t|don'?t|do not|doesn'?t|does not|isn'?t|aren'?t|unable|impossible|refuses?|nothing happens|nothing obvious|no effect|fails?|locked|already|first have to|have to|need to|too (?:heavy|big|high|far|tight|small|large|late|dark|hot|cold|hard|weak|dangerous)|no (?:reason|use|point|need|way)|out of (?:your )?reach|useless|pointless|futile|bulky|even if|what good|would (?:achieve|accomplish)|hardly)\b/i;
/** Further refusals of Inform's library. */
const LIBRARY_REFUSED =
  /\b(?:best you can think of|not a direction|fixed in place|achieve (?:nothing|little)|less than courteous|plainly inedible|fruitlessly|lack the dexterity)\b/i;
/** A second sentence with the reason: `Gnome just wearing dress. Him not even have pockets.` */
const REFUSAL_REASON = /^\W*(?:\S+ ){0,3}not even\b/i;

export const dropFirstSentence = (text: string): string => text.replace(FIRST_DONE, ' ').trim();
export const isUnderstood = (text: string): boolean => !NOT_UNDERSTOOD.test(text);

/** True if a story refused a command; ignores implicit actions before it. */
export function isRefusal(text: string): boolean {
  const flat = dropFirstSentence(text).replace(/\s+/g, ' ');
  const answer = firstSentence(flat);
  const isRefused = REFUSED.test(answer) || LIBRARY_REFUSED.test(answer) || !isUnderstood(answer);
  return isRefused || REFUSAL_REASON.test(flat.slice(answer.length));
}

/** The first sentence with content, truncated. */
export function firstSentence(text: string, most = 140): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  const sentence = /^.{12,}?[.!?](?=\s|$)/.exec(flat)?.[0] ?? flat;
  return sentence.length <= most ? sentence : `${sentence.slice(0, most - 1).trimEnd()}…`;
}

/** True if a trial was only refused, even if attributes or properties of objects changed. */
export const isOnlyRefusal = ({ step, rearranged }: Pick<Trial, 'step' | 'rearranged'>): boolean =>
  !rearranged && isRefusal(step.text);

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
 * How the story ended, or null if it continues. A death after which the story revives the player is not an ending (see
 * {@link isDeath}).
 */
export function readEnding(step: StoryEnd): 'won' | 'died' | 'quit' | 'error' | null {
  const over = step.stopped !== null || isEndCommand(step);
  if (!over) return null;
  if (WON.test(step.text)) return 'won';
  if (looksDeadly(step.text)) return 'died';
  if (step.stopped === null) return 'died';
  return step.stopped.kind === 'quit' ? 'quit' : 'error';
}

/** True if the player died, even if the story revived them. */
export const isDeath = (step: StoryEnd): boolean => looksDeadly(step.text) && !WON.test(step.text);
