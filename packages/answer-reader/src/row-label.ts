/** Names in a conversation, as they may stand before words. */
export interface Speakers {
  /** The speaker's own: the whole name, and a shorter one. */
  own: readonly string[];
  /** Everybody else's: players first. */
  others: readonly string[];
}

/**
 * Labels without a colon, which stand only at the beginning of a row: `**Ada**` alone, `[Ada] …`, `Ada — "…"`,
 * `Ada says: "…"`. Each may be prose as well ("Ada — quiet until now — laughed"), so what is unsure is none.
 */

/** Where a row stands in its text. */
export interface RowPlace {
  /** Nothing follows the text. Else it may go on. */
  ended: boolean;
  /** The row before ends with a colon or a comma: a name alone then belongs to it. */
  continues: boolean;
  /** The text began with the own name and a dash, as in a script: other names then may be followed by a capital alone. */
  isScript: boolean;
}

/** Length of the own label; `other`: another's; `wait`: more of the text is needed; null: there is none. */
export type FoundLabel = number | 'other' | 'wait' | null;

/** Names by which models know the sides of a conversation. */
export const MODEL_NAMES = ['AI', 'Assistant', 'Model', '{{char}}', '<BOT>'];
export const SIDES = [...MODEL_NAMES, 'User', 'Human', 'Player', 'System', 'Narrator', '{{user}}', '<USER>'];

/** Beginnings of speech. */
const QUOTE = /^["“«„]/;
const SPEECH = /^(?:["“«„*(…]|\p{Lu}|\p{Lo})/u;
const DASH = /^[ \t]+(?:—|–|--?)[ \t]+(?=\S)/;
const MAYBE_DASH = /^[ \t]*(?:—|–|--?)?[ \t]*$/;
const SECOND_DASH = /\s(?:—|–|--?)(?:\s|$)/;
const QUOTED = /["“«„][^"“”«»„]*["”»]/g;
/** Said to somebody: `Mara — I am sorry.` */
const ADDRESS = /^I(?![\p{L}\p{N}])/u;
const VERBS = ['says', 'asks', 'replies', 'answers', 'whispers', 'shouts'];
const SAYS = new RegExp(`^[ \\t]+(?:${VERBS.join('|')}):[ \\t]+["“«„]`);
const YOU = /^[*_]{0,2}you[*_]{0,2}:[*_]{0,2}[ \t]+/i;
const MAYBE_YOU = /^[*_]{0,2}(?:y|yo|you[*_]{0,2}:?[*_]{0,2}[ \t]*)?$/i;

/** Looks for such a label at the beginning of a row. @param row the row and what follows it */
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

type Named = RowPlace & { isOwn: boolean; isPerson: boolean };

/** Length of what makes a label of a name, from behind it. */
function measure(mark: string, after: string, named: Named): number | 'wait' | null {
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

function measurePlain(after: string, named: Named): number | 'wait' | null {
  if (!named.isOwn) {
    if (SAYS.test(after)) return 0;
    const verb = /^[ \t]+([a-z]*)(:?)[ \t]*$/.exec(after);
    if (verb && VERBS.some((one) => (verb[2] ? one === verb[1] : one.startsWith(verb[1] ?? ''))))
      return 'wait';
  }
  return measureDash(after, named);
}

function measureDash(after: string, { isOwn, isScript, ended }: Named): number | 'wait' | null {
  const dash = DASH.exec(after)?.[0].length;
  if (dash === undefined) return MAYBE_DASH.test(after) ? 'wait' : null;
  const words = after.slice(dash);
  // Half a word, as yet.
  if (words === 'I' && !ended) return 'wait';
  const isCapital = /^\p{Lu}/u.test(words) && !ADDRESS.test(words) && (isOwn || isScript);
  if (!QUOTE.test(words) && !isCapital) return null;
  const [row = '', ...more] = words.split('\n', 2);
  // Narration about somebody goes on behind a second dash.
  if (SECOND_DASH.test(row.replace(QUOTED, ''))) return null;
  return more.length > 0 || ended ? dash : 'wait';
}
