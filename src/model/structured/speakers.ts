import { escapePattern } from '../../base/escape-pattern';
import { cutAtToken } from './markup';
import { type FoundLabel, findRowLabel, MODEL_NAMES, type RowPlace, SIDES } from './row-label';
import { LIST_ROW } from './sentences';
import { measureTokens } from './template-tokens';

/** Names in a conversation, as they may stand before words. */
export interface Speakers {
  /** The speaker's own: the whole name, and a shorter one. */
  own: readonly string[];
  /** Everybody else's: players first. */
  others: readonly string[];
}

/** Marks around a name: `**Ada:**`, `"Ada":`, `[Ada]:`, `- Ada:`. */
const MARK = '[\\s*_"“”\'’`#>\\[\\](){}-]{0,6}';
/** The same around another's name: a quotation that begins with one is a quotation. */
const MARK_OF_OTHER = '[\\s*_`#>|•\\[\\](){}-]{0,6}';
/** The end of a label; wide where Chinese and Japanese are written. */
const COLON = '[:：]';
/** The mark of a whisper behind a name, or how it is said: `Ada (quietly):`. */
const ASIDE = '(?:, whispering| \\([^()\\n]{0,40}\\))?';

const anyOf = (names: readonly string[]): string =>
  [...new Set(names)]
    .filter((name) => name !== '')
    .sort((a, b) => b.length - a.length)
    .map((name) => escapePattern(name).replaceAll(' ', '\\s+'))
    .join('|');

/** The patterns of a scene's names; its cast rarely changes. */
const cache = new Map<string, { label: RegExp; again: RegExp; next: RegExp }>();
const MAX_CACHED = 200;

function patternsOf({ own, others }: Speakers): { label: RegExp; again: RegExp; next: RegExp } {
  const key = JSON.stringify([own, others]);
  const cachedPatterns = cache.get(key);
  if (cachedPatterns) return cachedPatterns;
  const isOwn = (name: string) => own.some((one) => one.toLowerCase() === name.toLowerCase());
  const strangers = [...others, ...SIDES].filter((name) => !isOwn(name));
  const patterns = {
    label: new RegExp(
      `^${MARK}(?:${anyOf([...own, ...MODEL_NAMES])})${ASIDE}${MARK}${COLON}[*_]{0,3}\\s*`,
      'iu',
    ),
    // A paragraph may begin with the name once more.
    again: new RegExp(`(\\n\\s*)[*_]{0,3}(?:${anyOf(own)})${ASIDE}[*_]{0,3}${COLON}[*_]{0,3}[ \\t]*`, 'giu'),
    // At the beginning of a row, or behind a sentence: "I told Mara: go" is one's own words.
    next: new RegExp(
      `(?:^|\\n|[.!?…"”*)]\\s)${MARK_OF_OTHER}(?:["“](?:${anyOf(strangers)})["”]|(?:${anyOf(strangers)}))${ASIDE}${MARK_OF_OTHER}(?::(?=[\\s*_"“]|$)|：)`,
      'giu',
    ),
  };
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(key, patterns);
  return patterns;
}

/**
 * Takes from an answer what its speaker says: without the own name before it, and without what it says in the name of
 * somebody else, from there to the end.
 *
 * @returns `cut`: what was taken off behind the line; `''` when nothing was. `hadLabel`: its own name stood before it
 * @example
 * ```ts
 * takeOwnWords('**Ada:** Late again.\nMara: Sorry!', { own: ['Ada'], others: ['Mara'] });
 * // { line: 'Late again.', cut: 'Mara: Sorry!', hadLabel: true }
 * ```
 */
export function takeOwnWords(
  text: string,
  speakers: Speakers,
): { line: string; cut: string; hadLabel: boolean } {
  const { again, next } = patternsOf(speakers);
  const tokens = measureTokens(text);
  const whole = cutAtToken(text.slice(tokens === 'wait' ? 0 : tokens)).trimStart();
  const spokenText = dropLabels(whole, speakers);
  const { kept, cut: later } = readRows(unwrap(spokenText, whole), speakers, isScript(whole, spokenText));
  const bare = kept.replace(again, '$1');
  const hadLabel = bare + later !== whole;
  const at = findOther(bare, next);
  if (at === null) return { line: bare.trim(), cut: later.trim(), hadLabel };
  return { line: bare.slice(0, at).trim(), cut: (bare.slice(at) + later).trim(), hadLabel };
}

/** Where somebody else begins to speak, by a label; null: nobody does. */
function findOther(text: string, next: RegExp): number | null {
  for (const { index, 0: label } of text.matchAll(next)) {
    // What stands before the name belongs to the sentence before it.
    const at = index + (/^[.!?…"”*)]/.test(label) ? 1 : 0);
    if (!isQuoted(text, at) && !isListed(text, at + (text[at] === '\n' ? 1 : 0))) return at;
  }
  return null;
}

/** Says whether a place lies in a quotation that begins and ends in its row: a letter that is read aloud, say. */
function isQuoted(text: string, at: number): boolean {
  if (text[at] === '\n') return false;
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const end = text.indexOf('\n', at);
  const [before, after] = [text.slice(start, at), text.slice(at, end < 0 ? text.length : end)];
  const count = (mark: string): number => before.split(mark).length - 1;
  return (count('"') % 2 === 1 && after.includes('"')) || (count('“') > count('”') && after.includes('”'));
}

/** Says whether the row that begins at a place is in a list that was announced with a colon. */
function isListed(text: string, at: number): boolean {
  if (at > 0 && text[at - 1] !== '\n') return false;
  const rows = text.slice(0, at).trimEnd().split('\n');
  if (!LIST_ROW.test(text.slice(at, at + 8))) return false;
  const intro = rows.findLast((row) => !LIST_ROW.test(row));
  return intro !== undefined && /[:：]["”*_]*\s*$/.test(intro);
}

const FIRST_ROW: RowPlace = { ended: true, continues: false, isScript: false };

/** A text without its own labels before it, as one may stand behind another: `Ada Lee: Ada: …`. */
function dropLabels(text: string, speakers: Speakers): string {
  const { label } = patternsOf(speakers);
  let rest = text;
  for (let before = ''; rest !== before; ) {
    before = rest;
    rest = rest.replace(label, '');
    const row = rest.trimStart();
    const rowLabel = findRowLabel(row, speakers, FIRST_ROW);
    if (typeof rowLabel === 'number') rest = row.slice(rowLabel);
  }
  return rest;
}

/** Says whether the label that was taken off a text had a dash. */
export const isScript = (whole: string, spoken: string): boolean =>
  /\s[—–-]{1,2}\s*$/.test(whole.slice(0, whole.length - spoken.length));

/** Takes the labels without a colon from the beginnings of rows, up to where another's stands. */
function readRows(text: string, speakers: Speakers, isScript: boolean): { kept: string; cut: string } {
  let keptText = '';
  let from = 0;
  for (const { index, 0: lead } of text.matchAll(/(?:^|\n)\s*(?=\S)/g)) {
    const at = index + lead.length;
    const place = { ended: true, continues: /[:,]\s*$/.test(text.slice(from, at)), isScript };
    const rowLabel = findRowLabel(text.slice(at), speakers, place);
    if (rowLabel === 'other') return { kept: keptText + text.slice(from, at), cut: text.slice(at) };
    if (typeof rowLabel !== 'number') continue;
    keptText += text.slice(from, at);
    from = at + rowLabel;
  }
  return { kept: keptText + text.slice(from), cut: '' };
}

/** `Ada: "…"` was a label before a quotation: the words are not quoted any more. */
function unwrap(bare: string, whole: string): string {
  if (bare === whole) return whole;
  // `"Ada: …"`: the quotation began before the label.
  if (/^\s*["“]/.test(whole) && /^[^"“”]*["”]\s*$/.test(bare)) return bare.trim().slice(0, -1);
  const inner = /^["“]([^"“”]*)["”]\s*$/.exec(bare.trim())?.[1];
  return inner === undefined ? bare : inner;
}

const MARKS = /^[\s*_"“”'’`#>|•[\](){}-]{0,6}/;
const AFTER_NAME = /^(?:, whispering| \([^()\n]{0,40}\))?[*_"“”'’`\]) ]{0,4}[:：][*_]{0,3}\s*/;
/** A beginning of what may stand between a name and its colon. */
const MAYBE_AFTER =
  /^(?: \([^()\n]{0,40}\)?|,(?: (?:w(?:h(?:i(?:s(?:p(?:e(?:r(?:i(?:n(?:g)?)?)?)?)?)?)?)?)?)?)?)?[*_"“”'’`\]) ]{0,4}$/;

/**
 * Looks for a speaker's label at the beginning of a text that may end anywhere.
 *
 * @param place where the row stands; null: a sentence within a row begins here
 * @returns the length of the own label; `other`: another's label; `wait`: more of the text is needed; null: no label
 */
export function findLabel(text: string, speakers: Speakers, place: RowPlace | null): FoundLabel {
  const label = findColonLabel(text, speakers);
  if (label === 'other' || typeof label === 'number' || !place) return label;
  return findRowLabel(text, speakers, place) ?? label;
}

function findColonLabel(text: string, { own, others }: Speakers): FoundLabel {
  const marks = MARKS.exec(text)?.[0].length ?? 0;
  const rest = text.slice(marks);
  const lower = rest.toLowerCase();
  const ownNames = new Set([...own, ...MODEL_NAMES].map((name) => name.toLowerCase()));
  const names = [...new Set([...own, ...others, ...SIDES].map((name) => name.toLowerCase()))];
  let mayBe = false;
  for (const name of names) {
    if (name === '') continue;
    if (lower.length < name.length ? name.startsWith(lower) : lower === name) mayBe = true;
    if (!lower.startsWith(name)) continue;
    const after = rest.slice(name.length);
    const colon = AFTER_NAME.exec(after)?.[0];
    if (colon === after && ownNames.has(name)) return 'wait';
    if (colon !== undefined) return ownNames.has(name) ? marks + name.length + colon.length : 'other';
    if (MAYBE_AFTER.test(after)) mayBe = true;
  }
  return mayBe ? 'wait' : null;
}
