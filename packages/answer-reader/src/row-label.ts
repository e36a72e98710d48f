export interface Speakers {
  /** The speaker's full name and short name. */
  own: readonly string[];
  /** Names of all others, players first. */
  others: readonly string[];
}

/**
 * Labels without a colon, at the start of a row: `**Ada**` alone, `[Ada] …`, `Ada — "…"`, `Ada says: "…"`. They may
 * also be prose ("Ada — quiet until now — laughed"), so accept only certain ones.
 */

/** Context of a row in its text. */
export interface RowPlace {
  /** True if the text is complete. */
  ended: boolean;
  /** True if the previous row ends with a colon or comma, so that a name alone continues it. */
  continues: boolean;
  /**
   * True if the text began with the speaker's name and a dash, as in a script: a capital letter is then enough after
   * other names.
   */
  isScript: boolean;
}

/** Length of the own label; `other`: someone else's; `wait`: more text is needed; null: no label. */
export type FoundLabel = number | 'other' | 'wait' | null;

/** Models' names for the sides of a conversation. */
export const MODEL_NAMES = ['AI', 'Assistant', 'Model', '{{char}}', '<BOT>'];
export const SIDES = [...MODEL_NAMES, 'User', 'Human', 'Player', 'System', 'Narrator', '{{user}}', '<USER>'];

const QUOTE = /^["“«„]/;
const SPEECH = /^(?:["“«„*(…]|\p{Lu}|\p{Lo})/u;
const DASH = /^[ \t]+(?:—|–|--?)[ \t]+(?=\S)/;
const MAYBE_DASH = /^[ \t]*(?:—|–|--?)?[ \t]*$/;
const SECOND_DASH = /\s(?:—|–|--?)(?:\s|$)/;
const QUOTED = /["“«„][^"“”«»„]*["”»]/g;
/** Addresses a person: `Mara — I am sorry.` */
const ADDRESS = /^I(?![\p{L}\p{N}])/u;
const VERBS = ['says', 'asks', 'replies', 'answers', 'whispers', 'shouts'];
const SAYS = new RegExp(`^[ \\t]+(?:${VERBS.join('|')}):[ \\t]+["“«„]`);
const YOU = /^[*_]{0,2}you[*_]{0,2}:[*_]{0,2}[ \t]+/i;
const MAYBE_YOU = /^[*_]{0,2}(?:y|yo|you[*_]{0,2}:?[*_]{0,2}[ \t]*)?$/i;

/**
 * Finds a label at the start of a row.
 * @param row the row and the text after it
 */
export function findRowLabel(row: string, { own, others }: Speakers, place: RowPlace): FoundLabel {
  const ownNames = new Set(own.map((name) => name.toLowerCase()));
  const people = [...new Set([...own, ...others].map((name) => name.toLowerCase()))];
  const names = new Set([...people, ...SIDES.map((name) => name.toLowerCase())]);
  let mayBe = false;
  const note = (found: FoundLabel): FoundLabel => {
    if (found === 'wait') mayBe = true;
    return found === 'wait' ? null : found;
  };
  const you = ownNames.has('you') ? null : note(findYou(row));
  if (you !== null) return you;
  for (const mark of ['[', '**', '__', '']) {
    if (!row.startsWith(mark)) {
      if (mark.startsWith(row)) mayBe = true;
      continue;
    }
    const body = row.slice(mark.length);
    for (const name of names) {
      if (name === '') continue;
      const head = body.slice(0, name.length).toLowerCase();
      if (head.length < name.length && name.startsWith(head)) mayBe = true;
      if (head !== name) continue;
      const isOwn = ownNames.has(name);
      const after = body.slice(name.length);
      const from = mark.length + name.length;
      const isPerson = people.includes(name);
      const length = note(measure(mark, after, { ...place, isOwn, isPerson }));
      if (typeof length === 'number') return isOwn ? from + length : 'other';
    }
  }
  return mayBe && !place.ended ? 'wait' : null;
}

function findYou(row: string): FoundLabel {
  const label = YOU.exec(row)?.[0];
  if (label === undefined) return MAYBE_YOU.test(row) ? 'wait' : null;
  const words = row.slice(label.length);
  if (words === '') return 'wait';
  return SPEECH.test(words) ? 'other' : null;
}

type NamedLabel = RowPlace & { isOwn: boolean; isPerson: boolean };

function measure(mark: string, after: string, named: NamedLabel): number | 'wait' | null {
  if (mark === '[') {
    const end = /^\]\s+(?=\S)/.exec(after)?.[0].length;
    if (end === undefined) return /^\]?\s*$/.test(after) ? 'wait' : null;
    return SPEECH.test(after.slice(end)) ? end : null;
  }
  if (mark === '') return named.isPerson ? measurePlain(after, named) : null;
  if (!after.startsWith(mark)) return mark.startsWith(after) ? 'wait' : null;
  const rest = after.slice(mark.length);
  const alone = named.continues ? undefined : /^[ \t]*\n\s*(?=\S)/.exec(rest)?.[0].length;
  if (alone !== undefined) return mark.length + alone;
  if (/^\s*$/.test(rest)) return 'wait';
  const dash = named.isPerson ? measureDash(rest, named) : null;
  return typeof dash === 'number' ? mark.length + dash : dash;
}

function measurePlain(after: string, named: NamedLabel): number | 'wait' | null {
  if (!named.isOwn) {
    if (SAYS.test(after)) return 0;
    const verb = /^[ \t]+([a-z]*)(:?)[ \t]*$/.exec(after);
    if (verb && VERBS.some((one) => (verb[2] ? one === verb[1] : one.startsWith(verb[1] ?? ''))))
      return 'wait';
  }
  return measureDash(after, named);
}

function measureDash(after: string, { isOwn, isScript, ended }: NamedLabel): number | 'wait' | null {
  const dash = DASH.exec(after)?.[0].length;
  if (dash === undefined) return MAYBE_DASH.test(after) ? 'wait' : null;
  const words = after.slice(dash);
  // May be a partial word.
  if (words === 'I' && !ended) return 'wait';
  const isCapital = /^\p{Lu}/u.test(words) && !ADDRESS.test(words) && (isOwn || isScript);
  if (!QUOTE.test(words) && !isCapital) return null;
  const [row = '', ...more] = words.split('\n', 2);
  // In narration a second dash follows.
  if (SECOND_DASH.test(row.replace(QUOTED, ''))) return null;
  return more.length > 0 || ended ? dash : 'wait';
}
