import type { Machine } from './machine';
import { HEADER, wordAt } from './memory';
import { NUMBER_WORDS } from './support';

/** A text prepared for searching names of things. */
export interface SpokenNames {
  /** Its words in lower case, each surrounded by spaces. */
  flat: string;
  words: ReadonlySet<string>;
}

export type Names = ReturnType<typeof openNames>;

/** In characters; longer names are cut. */
const MAX_NAME = 100;
/** Limits: properties of an object, and words of a thing. */
const MAX_PROPERTIES = 64;
const MAX_WORDS = 32;

const spell = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    .match(/[\p{L}\p{N}]+(?:'[\p{L}\p{N}]+)*/gu) ?? [];

export function readSaid(text: string): SpokenNames {
  const words = spell(text);
  return { flat: ` ${words.join(' ')} `, words: new Set(words) };
}

/** Words after the head of a name: the head of `pair of candles` is `pair`. */
const TAILS = new Set([
  ...['of', 'with', 'from', 'in', 'on', 'for', 'to', 'marked', 'labelled', 'labeled'],
  ...['above', 'below', 'over', 'under', 'behind', 'beside', 'near', 'at'],
]);
const ARTICLES = new Set(['a', 'an', 'the', 'some', 'your', 'my']);
/** True for words that name nothing alone, though a parser may accept them: `of`, `Gus's`. */
const isEmptyWord = (word: string): boolean => TAILS.has(word) || ARTICLES.has(word) || word.endsWith("'s");

/** True for source identifiers: `(lamp)`, `PunchCard_1`, `PunchCard`. `McDonalds` and `ifMUD` are names. */
const isSourceName = (name: string): boolean =>
  name.startsWith('(') ||
  name.includes('_') ||
  /^(?!Ma?c\p{Lu})[\p{L}\d]*\p{Ll}\p{Lu}\p{Ll}[\p{L}\d]*$/u.test(name);

const INDEFINITE = new Set(['a', 'an', 'some', 'another', ...NUMBER_WORDS]);
/** Words between an article and its noun: `a large, heavy egg`. */
const MAX_ADJECTIVES = 3;
/** True if a text introduces a thing of this kind with an indefinite article: `a large egg`, not `the egg`. */
function presents({ flat }: SpokenNames, kind: string): boolean {
  const words = flat.trim().split(' ');
  return words.some((word, i) => {
    if (word !== kind) return false;
    const before = words.slice(Math.max(0, i - MAX_ADJECTIVES - 1), i);
    const article = before.findLast((one) => INDEFINITE.has(one) || isEmptyWord(one));
    return article !== undefined && INDEFINITE.has(article);
  });
}

/** A text may name several things in the plural: `two tennis balls`. */
const toSingular = (word: string): string => word.replace(/s$/, '');

/** Splits a name into its head noun and the words that distinguish it. */
function parseName(name: string): { head: string; others: string[] } {
  const words = spell(name).filter((word) => !ARTICLES.has(word));
  const tail = words.findIndex((word, i) => i > 0 && TAILS.has(word));
  const at = (tail > 0 ? tail : words.length) - 1;
  return { head: words[at] ?? '', others: words.filter((word, i) => i !== at && !TAILS.has(word)) };
}

/**
 * Opens the names of a story's things: printed names, and the words by which the parser knows them. The latter are a
 * property whose values are all dictionary addresses (`name` in Inform, `SYNONYM` in ZIL), the one that most objects
 * have. The machine must be at the story's start.
 */
export function openNames(machine: Machine) {
  const { memory, objects, dictionary, text, story } = machine;
  const wordLength = story.version === 3 ? 6 : 9;
  const toEntry = (word: string): string => word.slice(0, wordLength);
  const isEntry = (address: number): boolean => {
    const offset = address - dictionary.address;
    return offset >= 0 && offset % dictionary.size === 0 && offset / dictionary.size < dictionary.count;
  };
  const valuesOf = (object: number, number: number): number[] => {
    const { property } = objects.property(object, number);
    if (!property || property.length < 2 || property.length % 2 !== 0) return [];
    return Array.from({ length: Math.min(property.length / 2, MAX_WORDS) }, (_, i) =>
      wordAt(memory, property.address + 2 * i),
    );
  };
  const findWordProperty = (): number => {
    const votes = new Map<number, number>();
    for (let object = 1; object <= objects.count; object++) {
      let number = safe(() => objects.nextProperty(object, 0).number, 0);
      for (let n = 0; number > 0 && n < MAX_PROPERTIES; n++) {
        const values = safe(() => valuesOf(object, number), []);
        if (values.length > 0 && values.every(isEntry)) votes.set(number, (votes.get(number) ?? 0) + 1);
        const at = number;
        number = safe(() => objects.nextProperty(object, at).number, 0);
      }
    }
    const [best] = [...votes].sort((a, b) => b[1] - a[1] || b[0] - a[0]);
    return best && best[1] >= MIN_THINGS ? best[0] : 0;
  };
  // Found at the start of the story, because properties may change later.
  const wordProperty = findWordProperty();
  const parserWords = (object: number): string[] => {
    if (wordProperty === 0) return [];
    return safe(() => valuesOf(object, wordProperty), [])
      .filter(isEntry)
      .flatMap((address) => safe(() => spell(text.decode(memory, address, wordLength / 3).text), []));
  };
  const inTree = (object: number): string =>
    safe(() => objects.name(object), '')
      .slice(0, MAX_NAME)
      .trim();
  /** The name of a thing; `''` for names made up by compilers or copied from the source. */
  const nameOf = (object: number): string => {
    const name = inTree(object);
    return isSourceName(name) || PRONOUNS.has(name.toLowerCase()) ? '' : name;
  };
  /** The name, or the words of a source identifier: `punch card` for `(PunchCard_1)`. */
  const sourceOf = (object: number): string => {
    const name = inTree(object);
    const words = isSourceName(name)
      ? name.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ').replace(/[()_\d]+/g, ' ')
      : name;
    return PRONOUNS.has(words.trim().toLowerCase()) ? '' : words.trim();
  };
  const adjectivesOf = (object: number): Set<string> =>
    new Set(parseName(nameOf(object)).others.map(toEntry));
  /** Words of a text by which the parser knows a thing, except adjectives alone. */
  const hitsOf = (object: number, said: SpokenNames): string[] => {
    const adjectives = adjectivesOf(object);
    const { head } = parseName(sourceOf(object));
    const vocabulary = new Set(parserWords(object).map(toEntry));
    const isHit = (word: string): boolean => vocabulary.has(toEntry(word)) || word === head;
    const hits = [...said.words].filter(
      (word) => isHit(word) || (word === `${head}s` && presents(said, word)),
    );
    if (hits.every(isEmptyWord)) return [];
    return hits.length > 1 || hits.some((word) => word === head || !adjectives.has(toEntry(word)))
      ? hits
      : [];
  };
  /** `whole`: by its full name; `part`: by words that may mean another thing too. */
  const findIn = (object: number, said: SpokenNames): 'whole' | 'part' | null => {
    const flat = spell(nameOf(object))
      .filter((word, i) => i > 0 || !ARTICLES.has(word))
      .join(' ');
    if (flat !== '' && said.flat.includes(` ${flat} `)) return 'whole';
    return hitsOf(object, said).length > 0 ? 'part' : null;
  };
  /** Splits a text into runs of vocabulary words and single other words. */
  const partInRows = (
    vocabulary: ReadonlySet<string>,
    said: SpokenNames,
    formsOf = (word: string): string[] => [word],
  ): Row[] => {
    const parts: Row[] = [];
    for (const spoken of said.flat.trim().split(' ')) {
      const word = formsOf(spoken).find((one) => vocabulary.has(toEntry(one)));
      const last = parts.at(-1);
      if (word !== undefined && last?.isOwn) last.row.push(word);
      else parts.push({ row: [word ?? spoken], isOwn: word !== undefined });
    }
    return parts;
  };
  /** The parser's words for a thing; the words of its source name if it has no other name. */
  const vocabularyOf = (object: number): ReadonlySet<string> =>
    new Set([...parserWords(object), ...(nameOf(object) === '' ? spell(sourceOf(object)) : [])].map(toEntry));
  return {
    nameOf,
    findIn,
    /**
     * How well a printed phrase fits an object: 3 its name; 2 a name with more or fewer words, or the parser's words; 1
     * only its last word; 0 not at all.
     */
    fit: (object: number, phrase: string): number => {
      const words = spell(phrase).filter((word) => !ARTICLES.has(word));
      const own = spell(sourceOf(object)).filter((word) => !ARTICLES.has(word));
      const [flat, ownFlat] = [` ${words.join(' ')} `, ` ${own.join(' ')} `];
      if (words.length === 0) return 0;
      if (flat === ownFlat) return 3;
      if (own.length > 0 && (flat.includes(ownFlat) || ownFlat.includes(flat))) return 2;
      const vocabulary = new Set([...parserWords(object), ...own].map(toEntry));
      const isKnown = (word: string): boolean =>
        vocabulary.has(toEntry(word)) || vocabulary.has(toEntry(toSingular(word)));
      const hits = words.filter(isKnown);
      if (hits.length > 0 && (hits.length === words.length || hits.length > 1)) return 2;
      return isKnown(words.at(-1) ?? '') ? 1 : 0;
    },
    /**
     * The text's name for a thing: its own name if the text contains it or its head noun; else the longest run of the
     * parser's words in the text, also in plural. A name that is absent from the text might be a spoiler.
     */
    nameIn: (object: number, said: SpokenNames): string => {
      const name = nameOf(object);
      const isUsed = said.flat.includes(` ${spell(name).join(' ')} `) || said.words.has(parseName(name).head);
      if (name !== '' && isUsed) return name;
      const vocabulary = vocabularyOf(object);
      const exact = longestName(partInRows(vocabulary, said));
      const plural = longestName(partInRows(vocabulary, said, (word) => [word, toSingular(word)]));
      const best = plural.length > exact.length ? plural : exact;
      return best.length > 0 ? best.join(' ').replace(/'s$/, '') : name;
    },
    /**
     * Picks the things that a text names: by their full names, or by words that no fully named thing explains. `the
     * wooden door` does not name a trap door.
     * @param isInside for a thing in or on another, a single word is not enough unless it is the head noun and a look
     * introduces it (`In the nest is a large egg`)
     * @param look the reply to `look`, if the text contains more
     */
    pickNamed: (
      things: readonly number[],
      said: SpokenNames,
      isInside: (object: number) => boolean = () => false,
      look = said,
    ): Set<number> => {
      const ways = new Map(things.map((object) => [object, findIn(object, said)]));
      const explainedWords = new Set(
        things.flatMap((object) =>
          ways.get(object) === 'whole' ? [...spell(nameOf(object)), ...parserWords(object)].map(toEntry) : [],
        ),
      );
      const candidates = things.filter((object) => ways.get(object) === 'part');
      const hits = new Map(
        candidates.map((object) => [
          object,
          hitsOf(object, said).filter((word) => !explainedWords.has(toEntry(word))),
        ]),
      );
      // Runs are needed only to compare things.
      const rows = new Map<number, readonly Row[]>();
      const rowsOf = (object: number): readonly Row[] => {
        if (!hits.has(object)) return [];
        const ownRows = rows.get(object) ?? partInRows(vocabularyOf(object), said);
        rows.set(object, ownRows);
        return ownRows;
      };
      /**
       * True if a thing's words refer to another: the text has them only in runs of the other's words, one of them
       * longer than any of its own (`little flat bit`). For things in or on others, it is enough that the parser knows
       * another by the same words: no single thing of a heap is named.
       */
      const isOfAnother = (object: number, words: readonly string[]): boolean =>
        candidates.some((other) => {
          if (other === object) return false;
          const otherHits = hits.get(other) ?? [];
          if (isInside(object) && words.every((word) => otherHits.includes(word))) return true;
          const least = Math.max(1, longestName(rowsOf(object)).length);
          if (longestName(rowsOf(other)).length <= least) return false;
          const rest = rowsOf(other).filter(({ row, isOwn }) => !isOwn || row.length < 2);
          return words.every((word) => !rest.some(({ row }) => row.includes(word)));
        });
      const presentsKind = (object: number, word = ''): boolean =>
        word === parseName(sourceOf(object)).head &&
        parserWords(object).map(toEntry).includes(toEntry(word)) &&
        presents(look, word);
      const namedThings = things.filter((object) => {
        const own = hits.get(object);
        if (!own) return ways.get(object) === 'whole';
        const [first] = own;
        const isEnough = own.length > 1 || !isInside(object) || presentsKind(object, first);
        return first !== undefined && isEnough && !isOfAnother(object, own);
      });
      return new Set(namedThings);
    },
  };
}

/** Consecutive words of a text; `isOwn`: the parser knows the thing by each of them. */
interface Row {
  row: string[];
  isOwn: boolean;
}

const longestName = (rows: readonly Row[]): string[] =>
  rows
    .filter(({ row, isOwn }) => isOwn && !row.every(isEmptyWord))
    .reduce<string[]>((best, { row }) => (row.length > best.length ? row : best), []);

const PRONOUNS = new Set(['it', 'him', 'her', 'them', 'me', 'you', 'that', 'this', 'all', 'everything']);
/** A property of fewer objects is not the name property. */
const MIN_THINGS = 3;

/** Guards a read: addresses in a damaged story may be invalid. */
export function safe<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

export const globalAt = (memory: Uint8Array, number: number): number =>
  wordAt(memory, HEADER.globals) + 2 * number;

export const MAX_GLOBALS = 240;
