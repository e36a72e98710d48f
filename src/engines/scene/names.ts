import { foldText, isWholeAt } from '../../base/fold-text';
import type { CastMember } from './state';

type Named = Pick<CastMember, 'id' | 'name' | 'nickname'>;

/** A name of somebody, folded and in lower case. */
interface Alias {
  id: string;
  as: string;
}

const plain = (text: string): string => foldText(text).toLowerCase().trim();

/** Words of names that tell nobody from others. */
const COMMON =
  /^(?:the|an?|of|and|or|in|on|at|to|von|van|der|den|de|la|le|el|al|mr|mrs|ms|dr|sir|lady|lord|old|young|big|little|one|.)$/;

/**
 * The names by which characters are called, longest first: the whole name, the nickname, and the first or the last word of
 * a name where nobody else has it. Common words are nobody's.
 */
export function listAliases(cast: readonly Named[]): Alias[] {
  const edgesOf = ({ name }: Named): string[] => {
    const words = plain(name).split(/\s+/);
    return words.length < 2 ? [] : [words[0] ?? '', words.at(-1) ?? ''];
  };
  const all = cast.map((member) => ({
    id: member.id,
    whole: [plain(member.name), plain(member.nickname)].filter((name) => name !== ''),
    edges: edgesOf(member),
  }));
  const isAlone = (word: string, id: string): boolean =>
    !all.some((other) => other.id !== id && [...other.whole, ...other.edges].includes(word));
  return all
    .flatMap(({ id, whole, edges }) =>
      [...whole, ...edges.filter((word) => !COMMON.test(word) && isAlone(word, id))].map((as) => ({
        id,
        as,
      })),
    )
    .sort((a, b) => b.as.length - a.as.length || (a.as < b.as ? -1 : 1));
}

/**
 * Finds those who are named in a text, in the order in which they are. A part of a longer name that was found names
 * nobody.
 *
 * @param isAllowed returns false for an occurrence to skip
 */
export function findNames(
  text: string,
  aliases: readonly Alias[],
  isAllowed: (folded: string, at: number) => boolean = () => true,
): string[] {
  const plainText = plain(text);
  const places: { id: string; from: number; to: number }[] = [];
  for (const { id, as } of aliases) {
    for (let from = plainText.indexOf(as); from >= 0; from = plainText.indexOf(as, from + 1)) {
      const to = from + as.length;
      const isTaken = places.some((place) => from < place.to && to > place.from);
      if (!isTaken && isWholeAt(plainText, from, as) && isAllowed(plainText, from))
        places.push({ id, from, to });
    }
  }
  return [...new Set(places.sort((a, b) => a.from - b.from).map(({ id }) => id))];
}

/** Marks that models put around an id or a name. */
const AROUND = /^(?:@|character:|\s|["'([{<*#])+|(?:\s*\([^()]*\)|[\s"')\]}>*.,:;])+$/g;

/** Finds the one character that a model means by an id or a name, however it is written; null: none, or several. */
export function findMeant(reference: string, cast: readonly Named[]): string | null {
  const key = (text: string): string =>
    plain(text)
      .replaceAll('\\', '')
      .replaceAll(/[\s_-]+/g, '-');
  const wantedKeys = new Set([key(reference), key(plain(reference).replace(AROUND, ''))]);
  const matches = cast.filter(({ id, name, nickname }) =>
    [id, name, nickname].some((one) => one !== '' && wantedKeys.has(key(one))),
  );
  return matches.length === 1 ? (matches[0]?.id ?? null) : null;
}
