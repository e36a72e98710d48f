import { foldText, isWholeWordAt } from '../base/fold-text';
import type { CastMember } from './state';

type NamedCharacter = Pick<CastMember, 'id' | 'name' | 'nickname'>;

interface Alias {
  id: string;
  as: string;
}

/** Folds a text, without accents (`Zoë`, `ΕΛΕΝΗ`), and keeps its case. */
const foldCase = (text: string): string =>
  foldText(text)
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replaceAll(/(?<=[\p{Script=Latin}\p{Script=Greek}])\p{Mn}+/gu, '')
    .normalize('NFC')
    .trim();
const plain = (text: string): string => foldCase(text.toLowerCase());

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));
/** Words of names that do not identify anyone: articles, titles, descriptions. */
const COMMON = wordSet(
  'the a an of and or in on at to i you he she it we they my your his her von van der den de da di du la le el al bin ibn ' +
    'mr mrs ms miss mister master madam madame dr doctor prof professor sir dame lady lord king queen prince princess duke ' +
    'duchess count countess baron baroness emperor empress captain capt commander general colonel major sergeant sgt ' +
    'lieutenant lt inspector detective officer agent judge nurse saint st father mother brother sister uncle aunt grandma ' +
    'grandpa herr frau monsieur mme mlle senor senora don dona signor signora old young big little great good bad red black ' +
    'white green blue brown grey gray dark one first last man woman boy girl child guard',
);
/** Names that are also words: they count as names only with a capital. */
const WORDS = wordSet(
  'will may mark rose grace hope faith joy art bill pat sue rob drew chase hunter dawn eve june april august summer autumn ' +
    'ivy lily iris violet ruby amber crystal jade pearl sky rain storm star angel rich frank victor ace sage olive ginger ' +
    'basil robin jay dove raven wolf fox bear stone wood brook river lake hill field long short strong gold silver day night ' +
    'knight smith cook baker miller hunt page reed rod stormy sunny misty melody harmony charity patience destiny fate death ' +
    'shadow ghost bishop porter hook gray dean earl guy jean ray penny bob jack nick miles wade heath glen dale cliff van ' +
    'hero echo nova',
);

/** Family names before a given name of two syllables. */
const FAMILY =
  /^[김이박최정강조윤장임한오서신권황안송류전홍王李张張刘劉陈陳杨楊黄赵趙吴吳周徐孙孫马馬朱胡郭何林高罗羅郑鄭梁谢謝宋唐许許韩韓冯馮邓鄧曹彭曾]/u;

/** The short forms of a name: first and last word, quoted parts, the given name after a family name. */
function listShortNames(name: string): string[] {
  const bare = plain(name.replaceAll(/\([^()]*\)/g, ' '));
  const nicknames = [...bare.matchAll(/"(?:the )?([^"]+)"/g)].map(([, words = '']) => words.trim());
  const words = bare
    .replaceAll(/"[^"]*"/g, ' ')
    .split(/\s+/)
    .map((word) => word.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu, ''))
    .filter((word) => word !== '');
  const givenNames = words
    .filter((word) => [...word].length === 3 && FAMILY.test(word))
    .map((word) => word.slice(1));
  const telling = words.filter((word) => !COMMON.has(word) && !/^.$/u.test(word));
  const edges =
    words.length > 1 || bare.trim() !== plain(name) ? [telling[0] ?? '', telling.at(-1) ?? ''] : [];
  return [...new Set([...nicknames, ...givenNames, ...edges])].filter(
    (word) => word !== '' && !COMMON.has(word),
  );
}

/**
 * All names of characters, longest first: the whole name, the nickname, and unambiguous short forms. Common
 * words are excluded.
 */
export function listAliases(cast: readonly NamedCharacter[]): Alias[] {
  const all = cast.map((member) => ({
    id: member.id,
    whole: [plain(member.name), plain(member.nickname)].filter((name) => name !== ''),
    short: listShortNames(member.name),
  }));
  const isAlone = (word: string, id: string): boolean =>
    !all.some((other) => other.id !== id && [...other.whole, ...other.short].includes(word));
  return all
    .flatMap(({ id, whole, short }) =>
      [...new Set([...whole, ...short.filter((word) => isAlone(word, id))])].map((as) => ({ id, as })),
    )
    .sort((a, b) => b.as.length - a.as.length || (a.as < b.as ? -1 : 1));
}

/**
 * Finds the characters that a text names, in order of mention. Part of a longer match does not count again.
 *
 * @param isAllowed returns false for a match to skip
 */
export function findNames(
  text: string,
  aliases: readonly Alias[],
  isAllowed: (folded: string, at: number) => boolean = () => true,
): string[] {
  const plainText = plain(text);
  const casedText = foldCase(text);
  const places: { id: string; from: number; to: number }[] = [];
  for (const { id, as } of aliases) {
    for (let from = plainText.indexOf(as); from >= 0; from = plainText.indexOf(as, from + 1)) {
      const to = from + as.length;
      const isTaken = places.some((place) => from < place.to && to > place.from);
      const isName = !isTaken && isWholeWordAt(plainText, from, as) && hasName(casedText, from, as);
      if (isName && isAllowed(plainText, from)) places.push({ id, from, to });
    }
  }
  return [...new Set(places.sort((a, b) => a.from - b.from).map(({ id }) => id))];
}

/** True if the words at a position are a name: ambiguous words need a capital or an `@`. */
function hasName(cased: string, at: number, as: string): boolean {
  const isCommon = COMMON.has(as);
  if ((!isCommon && !WORDS.has(as)) || cased[at - 1] === '@') return true;
  if (!/^\p{Lu}/u.test(cased.slice(at))) return false;
  // "A man" begins with a capital, too.
  return !isCommon || /^(?:[,:!?.…"]|$)/.test(cased.slice(at + as.length));
}

const AROUND = /^(?:@|character:|\s|["'([{<*#])+|(?:\s*\([^()]*\)|[\s"')\]}>*.,:;])+$/g;

/**
 * Finds the one character that a model means by an id or a name in any spelling; null if there is none or
 * several.
 */
export function findMentioned(reference: string, cast: readonly NamedCharacter[]): string | null {
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
