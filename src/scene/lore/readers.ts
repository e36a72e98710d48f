import { foldText, isWholeAt } from '../../base/fold-text';
import type { LoreEntry } from '../../contract/lore';

/** A character that reads lore. */
export interface Reader {
  id: string;
  name: string;
  nickname: string;
}

/** A name for comparison; other programs name a character by the file of its card, without the signs that files can't have. */
const plain = (name: string): string => {
  const stem = foldText(name)
    .toLowerCase()
    .replace(/\.(?:png|webp|jpe?g|json|charx)$/, '');
  return stem.replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, ' ').trim() || stem.trim();
};

const close = (name: string): string => name.replaceAll(' ', '');

const namesOf = ({ id, name, nickname }: Reader): string[] =>
  [id, name, nickname].map(plain).filter((name) => name !== '');

/** Returns true if one name is part of the other, word by word; the number of a second file (`Bo2`) aside. */
function isLike(a: string, b: string): boolean {
  const [short, long] = [a, b].map((name) => name.replaceAll(/(?<=\p{L})\d+(?= |$)/gu, '')).sort(byLength);
  if (!short || !long) return a === b;
  for (let at = long.indexOf(short); at >= 0; at = long.indexOf(short, at + 1))
    if (isWholeAt(long, at, short)) return true;
  return false;
}
const byLength = (a: string, b: string): number => a.length - b.length;

/**
 * Returns true if a character may read an entry. In doubt it may not: "only Ada" needs a name that means this character and
 * no other of the cast, "not Bo" excludes everyone whose name is like it. An agent that is no character writes what everyone
 * reads, so it gets no entry with a filter.
 */
export function mayRead(
  filter: LoreEntry['characterFilter'],
  reader: Reader | null,
  cast: readonly Reader[],
): boolean {
  if (!filter || filter.names.length === 0) return true;
  if (reader === null) return false;
  const names = filter.names.map(plain);
  const isNamed = (one: Reader, name: string) => namesOf(one).some((own) => close(own) === close(name));
  if (filter.isExclude)
    return !names.some((name) => isNamed(reader, name) || namesOf(reader).some((own) => isLike(own, name)));
  return names.some(
    (name) => isNamed(reader, name) && cast.every((one) => one.id === reader.id || !isNamed(one, name)),
  );
}
