import type { Line } from '../state';
import { isPerson } from './words';

/** Most characters read of a line; changes after them are missed. */
const MAX_READ = 4000;
const ALL_ACTION = new Set(['do', 'act', 'action', 'emote']);

/** A part of a line with one statement about its speaker. */
export interface Clause {
  /** `deed`: an action (between asterisks). */
  of: 'deed' | 'speech';
  /**
   * Words from the verb on (deed) or from `I` on (speech); straight apostrophes, no punctuation at the ends.
   */
  words: string[];
  /** Verb form of a deed: `he walks`, or `I walk`. */
  form: 'third' | 'base';
  adverbs: string[];
  first: boolean;
  source: string;
}

export interface Names {
  own: ReadonlySet<string>;
  others: ReadonlySet<string>;
}

export const collectNames = (name: string): string[] => name.toLowerCase().match(/[\p{L}\p{N}'-]+/gu) ?? [];

/**
 * Extracts the clauses of a line about its speaker in the present. Skips quotations, questions, doubts,
 * orders to others, statements about them, and the rest of a sentence after another person's action.
 */
export function readClauses({ text, kind }: Pick<Line, 'text' | 'kind'>, names: Names): Clause[] {
  const raw = text.slice(0, MAX_READ);
  // Keep the length, so that positions match the original text.
  const plain = blank(raw.replaceAll(/[’‘]/g, "'"), /\*\*/g).replaceAll(/\b(?:Dr|Mr|Mrs|Ms|St)\./g, (m) =>
    m.replace('.', ' '),
  );
  const parts = ALL_ACTION.has(kind) ? [{ deed: true, start: 0, end: plain.length }] : splitActions(plain);
  const spokenText = blankAll(plain, parts, true);
  const actionText = blankAll(plain, parts, false);
  const speech = unquote(spokenText, actionText);
  const deeds = unquote(actionText, '');
  const isUnambiguous = !mentionsOthers(deeds, speech, names);
  return parts.flatMap(({ deed, start, end }) =>
    splitSentences(deed ? deeds : speech, start, end).flatMap((sentence) =>
      deed ? readDeeds(sentence, raw, names, isUnambiguous) : readSpeech(sentence, raw),
    ),
  );
}

interface Span {
  start: number;
  end: number;
  text: string;
}

const blank = (text: string, pattern: RegExp): string =>
  text.replaceAll(pattern, (m) => ' '.repeat(m.length));

function splitActions(text: string): { deed: boolean; start: number; end: number }[] {
  const parts: { deed: boolean; start: number; end: number }[] = [];
  let from = 0;
  for (const { index, 0: action } of text.matchAll(/\*[^*\n]{1,600}\*/g)) {
    if (index > from) parts.push({ deed: false, start: from, end: index });
    // An emphasized word within a sentence is not an action.
    const isStress = /[\p{L}\d,;][ ]?$/u.test(text.slice(Math.max(0, index - 2), index)) && !/ /.test(action);
    if (!isStress) parts.push({ deed: true, start: index + 1, end: index + action.length - 1 });
    from = index + action.length;
  }
  if (from < text.length) parts.push({ deed: false, start: from, end: text.length });
  return parts;
}

function blankAll(
  text: string,
  parts: readonly { deed: boolean; start: number; end: number }[],
  deed: boolean,
): string {
  let visibleText = '';
  for (const part of parts) {
    visibleText += ' '.repeat(part.start - visibleText.length);
    visibleText += part.deed === deed ? ' '.repeat(part.end - part.start) : text.slice(part.start, part.end);
  }
  return visibleText.padEnd(text.length);
}

const QUOTES =
  /"[^"\n]{0,1000}"|“[^”\n]{0,1000}”|«[^»\n]{0,1000}»|(?<![\p{L}\p{N}])'[^'\n]{1,300}'(?!\p{L})/gu;
const READS_OUT = /\b(?:read|recit|quot|sing|imitat|mimic|mock|writ|dictat|echo)/i;

/** Removes quotations. If all speech is in quotation marks, they are not quotations. */
function unquote(text: string, actions: string): string {
  const bare = blank(text, QUOTES);
  const isMarked = actions !== '' && !/[\p{L}\p{N}]/u.test(bare) && !READS_OUT.test(actions);
  return isMarked ? blank(text, /["“”«»]/g) : bare;
}

/** True if `he` and `she` could refer to another person. */
function mentionsOthers(deeds: string, speech: string, { own, others }: Names): boolean {
  const namesOther = (text: string) =>
    (text.match(/\p{Lu}[\p{L}'-]+/gu) ?? []).some((word) =>
      others.has(word.toLowerCase().replace(/'s$/, '')),
    );
  if (namesOther(deeds) || namesOther(speech)) return true;
  return (deeds.match(/(?<=[\p{L},;] )\p{Lu}?[\p{L}-]+/gu) ?? []).some(
    (word) => isPerson(word.toLowerCase()) || (/^\p{Lu}\p{Ll}/u.test(word) && !own.has(word.toLowerCase())),
  );
}

function splitSentences(text: string, start: number, end: number): Span[] {
  return [...text.slice(start, end).matchAll(/[^.!?…;\n]+[.!?…;]*/g)].map(({ index, 0: sentence }) => ({
    start: start + index,
    end: start + index + sentence.length,
    text: sentence,
  }));
}

/** Words of thoughts and habits. */
const HYPOTHETICAL =
  /(?<!\bas )\bif\b|\b(?:unless|whenever|would|could|might|should|may|imagin(?:es?|ing)|pretend(?:s|ing)?|dream(?:s|ing)|wish(?:es|ing)|remember(?:s|ing)|recall(?:s|ing)?|every|always|usually|often|sometimes|supposed|almost|nearly|barely|as though|used to|maybe|perhaps|in (?:his|her|their|my) (?:mind|head|thoughts|dreams?|imagination))\b/i;
const SEPARATOR = /,|[—–:]| - |\band then\b|\band\b|\bthen\b|\bbut\b/gi;
/**
 * After these words a clause is not, or not only, about the speaker; before a clause, until the next comma.
 */
const ASIDE =
  /^(?:as|while|until|till|when|who|whom|whose|what|why|whether|that|which|how|where|because|since|so|than|before|after|though|although|lest|not|never|without|instead|rather|or)$/i;
const LEADS_IN = /^(?:with|without|at|on|in|by|from|for|to|still|despite|once|one|both|arms|eyes|head)$/i;
const NEAR_MISS =
  /^(?:hardly|scarcely|rarely|seldom|supposedly|possibly|probably|normally|only|family|lily|reply|early)$/i;
const ADVERBS = new Set(['then', 'now', 'again', 'just', 'also', 'soon', 'quick', 'still']);

function readDeeds(sentence: Span, raw: string, names: Names, trusted: boolean): Clause[] {
  if (sentence.text.includes('?') || HYPOTHETICAL.test(sentence.text)) return [];
  const clauses: Clause[] = [];
  let form: Clause['form'] = 'third';
  for (const [index, piece] of split(sentence, SEPARATOR).entries()) {
    const all = splitWords(piece.text);
    const asideStart = all.findIndex((word) => ASIDE.test(word));
    // "With a sigh, sits down": the verb follows later.
    if (asideStart === 0 && index === 0 && piece.comma) continue;
    const [head = ''] = all;
    if (LEADS_IN.test(head) && index === 0 && piece.comma && !/^(?:at|by|on|still)$/i.test(head)) continue;
    const words = asideStart < 0 ? all : all.slice(0, asideStart);
    const subject = findSubject(words, names, trusted, index === 0);
    // In "Grinning, Bo sits down", it is Bo who grins.
    if (subject === 'other') return clauses.length === 1 && isAttribute(clauses[0]) ? [] : clauses;
    if (words.length > 0) {
      form = subject.form ?? form;
      const source = raw.slice(piece.start, piece.end).trim();
      clauses.push({ of: 'deed', ...subject, form, first: index === 0, source });
    }
    if (asideStart >= 0) return clauses;
  }
  return clauses;
}

/** True if a clause has no verb of its own, so that it describes the person named after it. */
const isAttribute = (clause: Clause | undefined): boolean =>
  clause?.first === true && !/^(?!.*ous$)\p{Ll}*(?:[^s]s|am|are)$/iu.test(clause.words[0] ?? '');

/** Removes the subject and adverbs from the front; `other` if the subject is not the speaker. */
function findSubject(
  all: readonly string[],
  { own, others }: Names,
  trusted: boolean,
  first: boolean,
): { words: string[]; form: Clause['form'] | null; adverbs: string[] } | 'other' {
  const adverbs: string[] = [];
  let form: Clause['form'] | null = first ? 'third' : null;
  let words = [...all];
  const takeAdverbs = () => {
    while (words[0] && (ADVERBS.has(words[0].toLowerCase()) || isAdverb(words[0]))) {
      adverbs.push(words[0].toLowerCase());
      words = words.slice(1);
    }
  };
  takeAdverbs();
  const [head = ''] = words;
  const lower = head.toLowerCase();
  if (/^(?:i|i'm)$/.test(lower)) {
    form = 'base';
    words = lower === "i'm" ? ['am', ...words.slice(1)] : words.slice(1);
  } else if (/^(?:he|she|he's|she's)$/.test(lower)) {
    if (!trusted) return 'other';
    form = 'third';
    words = lower.endsWith("'s") ? ['is', ...words.slice(1)] : words.slice(1);
  } else if (/^\p{Lu}/u.test(head) && own.has(lower)) {
    while (words[0] && own.has(words[0].toLowerCase())) words = words.slice(1);
    form = 'third';
  } else if (isOtherPerson(words, others)) {
    return 'other';
  }
  takeAdverbs();
  return { words, form, adverbs };
}

const isAdverb = (word: string): boolean => /^[\p{L}-]{3,}ly$/iu.test(word) && !NEAR_MISS.test(word);

function isOtherPerson(words: readonly string[], others: ReadonlySet<string>): boolean {
  const [head = '', next = ''] = words;
  const lower = head.toLowerCase();
  if (others.has(lower.replace(/'s$/, '')) || lower.endsWith("'s")) return true;
  if (
    /^(?:the|a|an|his|her|their|its|my|our|your|this|that|these|those|it|you|we|they|some|someone|somebody|everyone|everybody|nobody|no|there|another|each|all|both|one|two|none|what|who)$/.test(
      lower,
    )
  ) {
    return true;
  }
  // "Ines walks", "Rain lashes": a capital, followed by a verb.
  return /^\p{Lu}/u.test(head) && /^\p{Ll}+s$/u.test(next) && !NOT_A_VERB.test(next);
}

const NOT_A_VERB =
  /^(?:towards|across|always|(?:back|for|after|side|in|out|up|down)wards|upstairs|downstairs|outdoors|indoors|sideways|his|its|this|perhaps|less|as|hers|theirs|yours|yes|[a-z]*(?:ss|ous))$/;

/** Words that place a clause elsewhere, in another time or with another subject. */
const DOUBTED =
  /\b(?:if|unless|when|whenever|once|until|would|could|might|maybe|perhaps|should|suppose|imagine|pretend|otherwise|or else|or i|except|only joking|just kidding|said|says|say|told|tells|asked|asks|wrote|writes|thinks?|thought|believes?|heard|claims?|reads|dreamt|dreamed|remember|used to)\b/i;
const OPENERS =
  /^(?:(?:oh|ah|well|yes|aye|no|now|then|so|and|but|look|listen|honestly|frankly|truly|right|fine|very well|all right|tomorrow|tonight|today|first|later|at (?:dawn|dusk|noon|midnight|first light)|in the morning|i (?:swear|promise)(?: that)?)\s+){0,3}/i;
const SPEECH_SEPARATOR = /,|[—–]|(?:\band|\bbut|\bso|\bbecause)(?=\s+I\b)/g;

function readSpeech(sentence: Span, raw: string): Clause[] {
  if (sentence.text.includes('?') || DOUBTED.test(sentence.text)) return [];
  return split(sentence, SPEECH_SEPARATOR).flatMap((piece) => {
    const phrase = splitWords(piece.text).join(' ').replace(OPENERS, '');
    if (!/^I(?:'m|'ll)?(?: |$)/.test(phrase)) return [];
    const source = raw.slice(piece.start, piece.end).trim();
    return {
      of: 'speech' as const,
      words: phrase.split(' '),
      form: 'base' as const,
      adverbs: [],
      first: true,
      source,
    };
  });
}

/** Pieces between separators; `comma` if one ends with a comma. */
function split({ text, start }: Span, separator: RegExp): (Span & { comma: boolean })[] {
  const pieces: (Span & { comma: boolean })[] = [];
  let from = 0;
  for (const match of text.matchAll(separator)) {
    pieces.push(piece(from, match.index, match[0] === ','));
    from = match.index + match[0].length;
  }
  pieces.push(piece(from, text.length, false));
  return pieces.filter((one) => /[\p{L}\p{N}]/u.test(one.text));

  function piece(begin: number, end: number, comma: boolean): Span & { comma: boolean } {
    return { text: text.slice(begin, end), start: start + begin, end: start + end, comma };
  }
}

const splitWords = (text: string): string[] => text.match(/[\p{L}\p{N}][\p{L}\p{N}'-]*/gu) ?? [];
