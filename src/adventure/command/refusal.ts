import type { Trial } from 'zmachine-story';

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
