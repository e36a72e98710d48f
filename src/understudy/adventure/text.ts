import { NO_NOUNS } from './lexicon';

/** What stories say when it is too dark to see; not every mention of darkness. */
const DARK =
  /\bpitch[- ]?(?:dark|black)\b|\btoo dark\b|\bit is (?:now )?(?:completely |quite |very |too )?dark\b|\bcan'?t see (?:a|any) ?thing\b.{0,20}\bdark|^\s*(?:in the )?darkness\.?\s*$/im;
/** What stories say when they did not understand, or the thing is not there. */
const NOT_UNDERSTOOD =
  /\b(?:can'?t|cannot|don'?t|do not|can not) see\b|\bno such\b|\bdon'?t (?:know|recogni[sz]e|understand)\b|\bdo not (?:know|recogni[sz]e|understand)\b|\b(?:not|isn'?t) (?:something|a verb|a sentence|an?y?thing you)\b|\b(?:isn'?t|aren'?t|is no|are no) (?:any )?[\w' -]{0,30}here\b|\bunderst(?:an|oo)d you as far\b|\bthat'?s not a verb\b|\bsentence isn'?t\b|\bmust tell me\b|\bwhat do you want to\b|\bwhat do you mean\b|\bwhich [\w' -]{0,40}do you mean\b|\bused the word\b|\bbeg your pardon\b|\byou (?:aren'?t|are not) (?:holding|carrying) (?:that|the|it)\b|\byou don'?t have (?:that|the|it)\b|\btoo many nouns\b|\bmissing\b.*\bnoun\b|\bbe more specific\b/i;
/** What they say when hands are full. */
const FULL =
  /\bcarry(?:ing)? (?:too|so|any ?more|that many)|\btoo heavy\b|\bhands? (?:are|is) full\b|\bno room\b|\bload is\b|\bholding (?:too|so) m|\bcan(?:'?t|not) carry\b|\btoo much to carry\b|\btoo many things\b|\byou'?re (?:already )?(?:carrying|holding)\b/i;
const NARROW =
  /\bbaggage\b|\bfit\b|\bcarrying\b|\bburden|\bload\b|\b(?:too many|all (?:of )?(?:your|those)) (?:things|possessions|belongings)|\bfull hands\b/i;
const LOCKED = /\block(?:ed|s)?\b|\bkeyhole\b|\bpadlock|\bkey\b/i;
/** A way that is no way, as most stories put it. */
const NO_WAY =
  /\b(?:can'?t|cannot|can not|couldn'?t) (?:go|travel|walk|move|get|leave|enter)(?: in| off)? ?(?:that|there|any)?\b[^.]{0,12}(?:way|direction|here|there|further)?\.?\s*$|\bno (?:exit|way|path|passage)\b[^.]{0,25}\.?\s*$|\bnothing (?:that way|in that direction|to enter|to leave)\b|\bisn'?t (?:any|a) (?:exit|way)\b|\bthere is a wall\b|\bonly (?:exits?|ways?)\b|\bthat direction\b/i;
/** Texts that name what is in the way: something to find a way around. */
const REASON =
  /\block(?:ed|s)?\b|\bclosed\b|\bshut\b|\bbarred\b|\bbars\b|\bguards?\b|\bblock(?:s|ed|ing)?\b|\bfends?\b|\bwon'?t (?:let|budge|open|move)\b|\btoo (?:steep|narrow|small|tight|high|far|wide|deep|dangerous|fast|strong|hot|cold)\b|\bneed\b|\bwithout\b|\btide\b|\bsea\b|\briver\b|\bflood|\bgates?\b|\bdoor\b|\bgrat(?:e|ing)\b|\bwait\b|\bstops? you\b|\bin (?:the|your) way\b|\bcarrying\b|\bcurrent\b|\bfire\b|\bchasm\b|\bfog\b|\bsealed\b|\bnailed\b|\bin your path\b|\bbridge\b|\bfit\b/i;

export const isDark = (text: string): boolean => DARK.test(text);
export const isUnderstood = (text: string): boolean => !NOT_UNDERSTOOD.test(text);
export const isOverladen = (text: string): boolean => FULL.test(text);
export const isNoWay = (text: string): boolean => NO_WAY.test(text);
/** Whether a way is refused for what is carried. */
export const isTooNarrow = (text: string): boolean => NARROW.test(text);
export const isLocked = (text: string): boolean => LOCKED.test(text);
/** Whether a blocked way says what blocks it; what goes on meanwhile, said behind it, is no reason. */
export function hasReason(text: string): boolean {
  const said = firstSentence(text);
  return !NO_WAY.test(said) && REASON.test(said) && !isDark(said);
}
/** Whether a text speaks of waiting for something. */
export const speaksOfTime = (text: string): boolean =>
  /\bwait|\btide\b|\bpatien|\blater\b|\bsoon\b|\byet\b/i.test(text);

/** The words a story knows, which keeps no more than the first letters of long ones. */
export interface Words {
  knows: (word: string) => boolean;
}

export function openWords(vocabulary: readonly string[]): Words {
  const known = new Set(vocabulary);
  const kept = Math.max(6, ...vocabulary.map((word) => word.length));
  return { knows: (word) => known.has(word.slice(0, kept)) };
}

const splitWords = (text: string): string[] => text.toLowerCase().match(/[a-z][a-z'-]*[a-z]|[a-z]/g) ?? [];

/** Words that belong between those of a name, and need not be known. */
const JOINING = new Set(['the', 'a', 'an']);

/** How a command names a thing: the words of its name that the story knows. Null when it knows none. */
export function phraseFor(name: string, words: Words): string | null {
  const said = splitWords(name).filter((word) => words.knows(word) && !JOINING.has(word));
  return said.length === 0 ? null : said.join(' ');
}

/** Words of a text that the story knows and that may name things, in their order, each once. */
export function findNouns(text: string, words: Words): string[] {
  const nouns = splitWords(text).filter(
    (word) => word.length > 2 && !NO_NOUNS.has(word) && words.knows(word),
  );
  return [...new Set(nouns)];
}

/** Words that a text sets apart, in quotes or capitals, and that the story knows: somebody may be meant to say them. */
export function findSayings(text: string, words: Words): string[] {
  const quoted = [...text.matchAll(/["“«]([A-Za-z][A-Za-z' -]{2,24}?)[.!?,]?["”»]/g)].map(
    ([, said = '']) => said,
  );
  const loud = text.match(/\b[A-Z]{4,12}\b/g) ?? [];
  const sayings = [...quoted, ...loud].map((said) => said.toLowerCase().trim());
  return [...new Set(sayings)].filter(
    (said) =>
      splitWords(said).length <= 2 &&
      splitWords(said).every((word) => words.knows(word) && !NO_NOUNS.has(word)),
  );
}

/** The first sentence of a text that says something, cut to a length. */
export function firstSentence(text: string, most = 140): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  const sentence = /^.{12,}?[.!?](?=\s|$)/.exec(flat)?.[0] ?? flat;
  return sentence.length <= most ? sentence : `${sentence.slice(0, most - 1).trimEnd()}…`;
}
