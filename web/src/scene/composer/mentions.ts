export interface Mentionable {
  id: string;
  name: string;
}
interface Mention {
  /** Where its `@` is. */
  from: number;
  /** What was typed after it, up to the cursor. */
  typed: string;
}

/** Names may have spaces; no longer than this is looked back for an `@`. */
const LONGEST = 40;

/** The mention that is being typed at the cursor; null when there is none. An address such as a@b.example is none. */
export function findMention(text: string, cursor: number): Mention | null {
  const before = text.slice(Math.max(0, cursor - LONGEST), cursor);
  const at = before.lastIndexOf('@');
  if (at < 0 || /[\p{L}\p{N}.]/u.test(before[at - 1] ?? '')) return null;
  const typed = before.slice(at + 1);
  if (/[\n@]/.test(typed)) return null;
  return { from: cursor - typed.length - 1, typed };
}

/** Who can be meant, those whose name begins so first. Empty once a whole name and more was typed. */
export function matchMention(people: readonly Mentionable[], { typed }: Mention): Mentionable[] {
  const sought = typed.toLowerCase();
  const rank = ({ id, name }: Mentionable): number => {
    const lower = name.toLowerCase();
    if (lower.startsWith(sought) || id.startsWith(sought)) return 0;
    return lower.split(/\s+/).some((word) => sought !== '' && word.startsWith(sought)) ? 1 : 2;
  };
  return people
    .filter((one) => rank(one) < 2)
    .sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
}

/** The text with the whole name in it, and where the cursor is then. */
export function completeMention(
  text: string,
  { from, typed }: Mention,
  name: string,
): { text: string; cursor: number } {
  const rest = text.slice(from + 1 + typed.length);
  // The cursor goes on behind a space: one that is there already, or a new one, but none before a comma.
  const gap = /^[\s\p{P}]/u.test(rest) ? '' : ' ';
  const cursor = from + name.length + 1 + (/^\s/.test(rest) ? 1 : gap.length);
  return { text: `${text.slice(0, from)}@${name}${gap}${rest}`, cursor };
}
