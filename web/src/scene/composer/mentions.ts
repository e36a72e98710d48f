export interface Mentionable {
  id: string;
  name: string;
}
interface Mention {
  from: number;
  /** Text after the `@`, up to the cursor. */
  typed: string;
}

/** Longest text before the cursor that is searched for an `@`, because names may have spaces. */
const LONGEST = 40;

/** Finds the mention that is being typed at the cursor, or null. An address such as a@b.example is none. */
export function findMention(text: string, cursor: number): Mention | null {
  const before = text.slice(Math.max(0, cursor - LONGEST), cursor);
  const at = before.lastIndexOf('@');
  if (at < 0 || /[\p{L}\p{N}.]/u.test(before[at - 1] ?? '')) return null;
  const query = before.slice(at + 1);
  if (/[\n@]/.test(query)) return null;
  return { from: cursor - query.length - 1, typed: query };
}

/** Lists matching people; names that start with the text come first. Empty after a complete name. */
export function matchMention(people: readonly Mentionable[], { typed }: Mention): Mentionable[] {
  const query = typed.toLowerCase();
  const rank = ({ id, name }: Mentionable): number => {
    const lower = name.toLowerCase();
    if (lower.startsWith(query) || id.startsWith(query)) return 0;
    return lower.split(/\s+/).some((word) => query !== '' && word.startsWith(query)) ? 1 : 2;
  };
  return people
    .filter((one) => rank(one) < 2)
    .sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
}

/** Puts the whole name into the text; returns the text and the new cursor. */
export function completeMention(
  text: string,
  { from, typed }: Mention,
  name: string,
): { text: string; cursor: number } {
  const rest = text.slice(from + 1 + typed.length);
  // Place the cursor after a space: an existing or a new one, but none before a comma.
  const gap = /^[\s\p{P}]/u.test(rest) ? '' : ' ';
  const cursor = from + name.length + 1 + (/^\s/.test(rest) ? 1 : gap.length);
  return { text: `${text.slice(0, from)}@${name}${gap}${rest}`, cursor };
}
