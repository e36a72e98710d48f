import { cutAtToken, dropComments } from './markup';
import { type FoundLabel, findRowLabel, MODEL_NAMES, type RowPlace, SIDES, type Speakers } from './row-label';
import { LIST_ROW } from './sentences';
import { measureTokens } from './template-tokens';
import { escapePattern } from './text';

/** Markup around a name: `**Ada:**`, `"Ada":`, `[Ada]:`, `- Ada:`. */
const MARK = '[\\s*_"“”\'’`#>\\[\\](){}-]{0,6}';
/** Markup around another's name; excludes quotes, because a quotation may begin with a name. */
const MARK_OF_OTHER = '[\\s*_`#>|•\\[\\](){}-]{0,6}';
const COLON = '[:：]';
/** A whisper or manner after a name: `Ada (quietly):`. */
const ASIDE = '(?:, whispering| \\([^()\\n]{0,40}\\))?';

const anyOf = (names: readonly string[]): string =>
  [...new Set(names)]
    .filter((name) => name !== '')
    .sort((a, b) => b.length - a.length)
    .map((name) => escapePattern(name).replaceAll(' ', '\\s+'))
    .join('|');

/** Cached, because a scene's cast rarely changes. */
const cache = new Map<string, { label: RegExp; again: RegExp; next: RegExp }>();
const MAX_CACHED = 200;

function getPatterns({ own, others }: Speakers): { label: RegExp; again: RegExp; next: RegExp } {
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
    // A paragraph may repeat the name.
    again: new RegExp(`(\\n\\s*)[*_]{0,3}(?:${anyOf(own)})${ASIDE}[*_]{0,3}${COLON}[*_]{0,3}[ \\t]*`, 'giu'),
    // At the start of a row or after a sentence: "I told Mara: go" is the speaker's own line.
    next: new RegExp(
      `(?:^|\\n|[.!?…"”»」*)]['’]?\\s)${MARK_OF_OTHER}(?:["“](?:${anyOf(strangers)})["”]|(?:${anyOf(strangers)}))${ASIDE}${MARK_OF_OTHER}(?::(?=[\\s*_"“]|$)|：)`,
      'giu',
    ),
  };
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(key, patterns);
  return patterns;
}

/**
 * Extracts the speaker's own words: removes its label, and everything from the first line of another speaker.
 * @returns `cut`: the text removed after the line, or `''`; `hadLabel`: true if the speaker's label was removed
 * @example
 * ```ts
 * stripOtherSpeakers('**Ada:** Late again.\nMara: Sorry!', { own: ['Ada'], others: ['Mara'] });
 * // { line: 'Late again.', cut: 'Mara: Sorry!', hadLabel: true }
 * ```
 */
export function stripOtherSpeakers(
  text: string,
  speakers: Speakers,
): { line: string; cut: string; hadLabel: boolean } {
  const { again, next } = getPatterns(speakers);
  const tokens = measureTokens(text);
  const whole = dropComments(cutAtToken(text.slice(tokens === 'wait' ? 0 : tokens))).trimStart();
  const spokenText = dropLabels(whole, speakers);
  const { kept, cut: later } = readRows(unwrap(spokenText, whole), speakers, isScript(whole, spokenText));
  const bare = kept.replace(again, '$1');
  const hadLabel = bare + later !== whole;
  const at = findOther(bare, next, speakers.own);
  if (at === null) return { line: bare.trim(), cut: later.trim(), hadLabel };
  return { line: bare.slice(0, at).trim(), cut: (bare.slice(at) + later).trim(), hadLabel };
}

/** Position of the first label of another speaker, or null. */
function findOther(text: string, next: RegExp, own: readonly string[]): number | null {
  for (const { index, 0: label } of text.matchAll(next)) {
    // Punctuation before the name belongs to the previous sentence.
    const at = index + (/^[.!?…"”»」*)]['’]?(?=\s)/.exec(label)?.[0].length ?? 0);
    const nameAt = index + label.search(/[\p{L}\p{N}]/u);
    if (!isQuoted(text, at, own) && !isListed(text, nameAt, next)) return at;
  }
  return null;
}

const PAIRS = [
  ['“', '”'],
  ['„', '“'],
  ['«', '»'],
  ['‹', '›'],
  ['「', '」'],
  ['『', '』'],
] as const;
/** Marks that open and close alike; only the first may enclose several rows. */
const IDENTICAL_MARKS = ['"', '*', "'"] as const;

/**
 * Finds the quotation or emphasis around a position, or null. An unclosed mark encloses nothing, nor does one followed
 * by another opening mark.
 */
function findEnclosure(text: string, at: number): { start: number; end: number; isShort: boolean } | null {
  for (const [open, close] of PAIRS) {
    const start = text.lastIndexOf(open, at - 1);
    const end = text.indexOf(close, at);
    const another = text.indexOf(open, at);
    if (start < 0 || at < 1 || text.slice(start, at).includes(close) || end < 0) continue;
    if (another < 0 || end <= another) return { start, end, isShort: false };
  }
  for (const mark of IDENTICAL_MARKS) {
    const start = findMark(text, mark, at - 1, -1);
    const end = findMark(text, mark, at, 1);
    if (start !== null && !start.closes && end?.closes)
      return { start: start.at, end: end.at, isShort: mark !== '"' };
  }
  return null;
}

/** The nearest opening or closing mark from a position; skips apostrophes within words. */
function findMark(
  text: string,
  mark: string,
  from: number,
  step: 1 | -1,
): { at: number; closes: boolean } | null {
  for (let at = from; at >= 0 && at < text.length; at += step) {
    if (text[at] !== mark) continue;
    const opens =
      /^(?:$|[\s([{*"“—–-])/.test(text.slice(Math.max(0, at - 1), at)) && /^\S/.test(text.slice(at + 1));
    if (opens) return { at, closes: false };
    if (!/^[\p{L}\p{N}]/u.test(text.slice(at + 1))) return { at, closes: true };
  }
  return null;
}

/** True if a label is inside a quotation: a call, a letter or a chat log. */
function isQuoted(text: string, at: number, own: readonly string[]): boolean {
  const row = text.slice(text[at] === '\n' ? at + 1 : at).trimStart();
  // A block quote or table inside another text.
  if (/^>|^\|.*\|/.test(row) && !/^\s*[>|]/.test(text)) return true;
  const enclosure = findEnclosure(text, at);
  if (!enclosure) return false;
  const { start, end, isShort } = enclosure;
  const inside = text.slice(start + 1, end);
  if (!text.slice(start, at + 1).includes('\n')) return !text.slice(at, end).includes('\n') || !isShort;
  // A missing mark looks like a quotation of several rows, but such a quotation has several labels and none of the
  // speaker.
  const isIntroduced = /[:：]\s*$/.test(text.slice(0, start)) || /[:：,，]\s*\n/.test(inside);
  const rows = inside.split('\n').filter((one) => /^[^\s:：][^:：]{0,60}[:：]/.test(one.trim()));
  const hasOwn = rows.some((one) =>
    own.some((name) => one.trim().toLowerCase().startsWith(`${name.toLowerCase()}:`)),
  );
  return !isShort && !hasOwn && (isIntroduced || rows.length > 1);
}

/** A note: no quotation, gesture or sentence. */
const NOTE = /^[^"“”«»„「」*]*[^"“”«»„「」*.!?…。！？]$/;

/**
 * True if the row with a label is a list item: the list has a colon or title before it, or its items are notes. Rows
 * without bullets are a list if they are introduced and notes, or if the speaker's own words follow.
 */
function isListed(text: string, nameAt: number, label: RegExp): boolean {
  const from = text.lastIndexOf('\n', nameAt) + 1;
  if (!/^[\s*_#>|•(\d.)-]*$/.test(text.slice(from, nameAt))) return false;
  const before = text.slice(0, from).trimEnd().split('\n');
  const after = text.slice(from).split('\n');
  const isMarked = LIST_ROW.test(after[0] ?? '');
  const isItem = (row: string): boolean =>
    isMarked ? LIST_ROW.test(row) : `\n${row}`.search(label) === 0 && !LIST_ROW.test(row);
  const first = before.findLastIndex((row) => row.trim() !== '' && !isItem(row));
  const isAnnounced =
    first >= 0 && /(?:[:：]["”*_]*|^\s*(?:\*\*[^*]+\*\*|__[^_]+__|#+ .+))\s*$/.test(before[first] ?? '');
  if (isMarked && isAnnounced) return true;
  const end = after.findIndex((row) => row.trim() !== '' && !isItem(row));
  const items = [...before.slice(first + 1), ...after.slice(0, end < 0 ? after.length : end)].filter(
    (row) => row.trim() !== '',
  );
  const areNotes =
    items.length > 1 &&
    items.every((row) => NOTE.test(row.replace(/^[\s*_#>•-]*[^:：]*[:：][*_]*/, '').trim()));
  if (isMarked || areNotes) return areNotes && (isMarked || isAnnounced);
  return isAnnounced && end >= 0 && items.every((row) => !/["“”«»„「」*]/.test(row));
}

const FIRST_ROW: RowPlace = { ended: true, continues: false, isScript: false };

/** Removes the speaker's labels, which may be repeated: `Ada Lee: Ada: …`. */
function dropLabels(text: string, speakers: Speakers): string {
  const { label } = getPatterns(speakers);
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

export const isScript = (whole: string, spoken: string): boolean =>
  /\s[—–-]{1,2}\s*$/.test(whole.slice(0, whole.length - spoken.length));

/** Removes labels without a colon from the starts of rows, and cuts at another speaker's label. */
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

/** `Ada: "…"`: removes the quotation marks after a label. */
function unwrap(bare: string, whole: string): string {
  if (bare === whole) return whole;
  // `"Ada: …"`: the quotation began before the label.
  if (/^\s*["“]/.test(whole) && /^[^"“”]*["”]\s*$/.test(bare)) return bare.trim().slice(0, -1);
  const inner = /^["“]([^"“”]*)["”]\s*$/.exec(bare.trim())?.[1];
  return inner === undefined ? bare : inner;
}

const MARKS = /^[\s*_"“”'’`#>|•[\](){}-]{0,6}/;
const AFTER_NAME = /^(?:, whispering| \([^()\n]{0,40}\))?[*_"“”'’`\]) ]{0,4}[:：][*_]{0,3}\s*/;
/** A prefix of the text between a name and its colon. */
const MAYBE_AFTER =
  /^(?: \([^()\n]{0,40}\)?|,(?: (?:w(?:h(?:i(?:s(?:p(?:e(?:r(?:i(?:n(?:g)?)?)?)?)?)?)?)?)?)?)?)?[*_"“”'’`\]) ]{0,4}$/;

/**
 * Finds a speaker's label at the start of a partial text.
 * @param place the row's context; null for a sentence within a row
 * @returns the length of the own label; `other`: another's label; `wait`: more text is needed; null: no label
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
