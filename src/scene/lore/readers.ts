import { foldText, isWholeWordAt } from '../../base/fold-text';
import type { LoreEntry } from '../../contract/lore';

export interface Reader {
  id: string;
  name: string;
  nickname: string;
}

/**
 * Normalizes a name. Other programs name a character by the file of its card, without characters that file
 * names can't have.
 */
const plain = (name: string): string => {
  const stem = foldText(name)
    .toLowerCase()
    .replace(/\.(?:png|webp|jpe?g|json|charx)$/, '');
  return stem.replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, ' ').trim() || stem.trim();
};

const close = (name: string): string => name.replaceAll(' ', '');

const readerNames = ({ id, name, nickname }: Reader): string[] =>
  [id, name, nickname].map(plain).filter((name) => name !== '');

/** True if one name is part of the other, word by word, ignoring the number of a duplicate file (`Bo2`). */
function isSimilarName(a: string, b: string): boolean {
  const [short, long] = [a, b].map((name) => name.replaceAll(/(?<=\p{L})\d+(?= |$)/gu, '')).sort(byLength);
  if (!short || !long) return a === b;
  for (let at = long.indexOf(short); at >= 0; at = long.indexOf(short, at + 1))
    if (isWholeWordAt(long, at, short)) return true;
  return false;
}
const byLength = (a: string, b: string): number => a.length - b.length;

/**
 * True if a character may read an entry. In doubt it may not: "only Ada" requires a name that is unique to
 * this character in the cast, "not Bo" excludes everyone with a similar name. Agents other than characters
 * write public text, so they get no entry with a filter.
 */
export function canRead(
  filter: LoreEntry['characterFilter'],
  reader: Reader | null,
  cast: readonly Reader[],
): boolean {
  if (!filter || filter.names.length === 0) return true;
  if (reader === null) return false;
  const names = filter.names.map(plain);
  const isNamed = (one: Reader, name: string) => readerNames(one).some((own) => close(own) === close(name));
  if (filter.isExclude)
    return !names.some(
      (name) => isNamed(reader, name) || readerNames(reader).some((own) => isSimilarName(own, name)),
    );
  return names.some(
    (name) => isNamed(reader, name) && cast.every((one) => one.id === reader.id || !isNamed(one, name)),
  );
}
