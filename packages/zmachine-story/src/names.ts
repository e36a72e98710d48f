import type { Machine } from './machine';
import { HEADER, wordAt } from './memory';
import { NUMBER_WORDS } from './support';

/** A text as the names of things are looked for in it. */
export interface Said {
  /** Its words in their order, in lower case, with a space around each. */
  flat: string;
  words: ReadonlySet<string>;
}

export type Names = ReturnType<typeof openNames>;

/** Longer names are cut, in characters: no real thing has one. */
const MAX_NAME = 100;
/** Most properties of an object, and words of a thing, that are looked at. */
const MAX_PROPERTIES = 64;
const MAX_WORDS = 32;

const spell = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    .match(/[\p{L}\p{N}]+(?:'[\p{L}\p{N}]+)*/gu) ?? [];

/** Reads a text, so that things can be looked for in it. */
export function readSaid(text: string): Said {
  const words = spell(text);
  return { flat: ` ${words.join(' ')} `, words: new Set(words) };
}

/** Words that join the head of a name to what says more of it: the head of `pair of candles` is `pair`. */
const TAILS = new Set([
  ...['of', 'with', 'from', 'in', 'on', 'for', 'to', 'marked', 'labelled', 'labeled'],
  ...['above', 'below', 'over', 'under', 'behind', 'beside', 'near', 'at'],
]);
const ARTICLES = new Set(['a', 'an', 'the', 'some', 'your', 'my']);
/** Says whether a word names nothing by itself, though a parser may know a thing by it: `of`, `Gus's`. */
const isEmptyWord = (word: string): boolean => TAILS.has(word) || ARTICLES.has(word) || word.endsWith("'s");

/** True for an identifier of the source: `(lamp)`, `PunchCard_1`, `PunchCard`. `McDonalds` and `ifMUD` are names. */
const isSourceName = (name: string): boolean =>
  name.startsWith('(') ||
  name.includes('_') ||
  /^(?!Ma?c\p{Lu})[\p{L}\d]*\p{Ll}\p{Lu}\p{Ll}[\p{L}\d]*$/u.test(name);

const INDEFINITE = new Set(['a', 'an', 'some', 'another', ...NUMBER_WORDS]);
/** Words that stand at most between an article and its noun: `a large, heavy egg`. */
const MAX_ADJECTIVES = 3;
/** Says whether a text presents a thing of this kind as one that is new to it, by an article: `a large egg`, not `the egg`. */
function presents({ flat }: Said, kind: string): boolean {
  const words = flat.trim().split(' ');
  return words.some((word, i) => {
    if (word !== kind) return false;
    const before = words.slice(Math.max(0, i - MAX_ADJECTIVES - 1), i);
    const article = before.findLast((one) => INDEFINITE.has(one) || isEmptyWord(one));
    return article !== undefined && INDEFINITE.has(article);
  });
}

/** A word as it stands for one thing: a text tells of `two tennis balls` where each is a `tennis ball`. */
const toSingular = (word: string): string => word.replace(/s$/, '');

/** Splits a name into the word that names the kind of thing, and those that tell it from others of its kind. */
function parseName(name: string): { head: string; others: string[] } {
  const words = spell(name).filter((word) => !ARTICLES.has(word));
  const tail = words.findIndex((word, i) => i > 0 && TAILS.has(word));
  const at = (tail > 0 ? tail : words.length) - 1;
  return { head: words[at] ?? '', others: words.filter((word, i) => i !== at && !TAILS.has(word)) };
}

/**
 * Opens the names of a story's things: what the story calls them, and the words by which its parser knows them. Those
 * words are a property in which every value is an address of the dictionary (`name` in Inform, `SYNONYM` in ZIL); it is
 * the one that most objects have. The machine's memory is the story's as it begins.
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
    return best && best[1] >= LEAST_THINGS ? best[0] : 0;
  };
  // Found in the story as it begins: later its properties may have other values.
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
  /** The name of a thing of the story's world; `''` for names that compilers make up or copy from the source. */
  const nameOf = (object: number): string => {
    const name = inTree(object);
    return isSourceName(name) || PRONOUNS.has(name.toLowerCase()) ? '' : name;
  };
  /** The name, or the words of a source name: `punch card` for `(PunchCard_1)`. */
  const sourceOf = (object: number): string => {
    const name = inTree(object);
    const words = isSourceName(name)
      ? name.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ').replace(/[()_\d]+/g, ' ')
      : name;
    return PRONOUNS.has(words.trim().toLowerCase()) ? '' : words.trim();
  };
  const adjectivesOf = (object: number): Set<string> =>
    new Set(parseName(nameOf(object)).others.map(toEntry));
  /** Words of a text by which the parser knows a thing; not those that only tell it from others of its kind. */
  const hitsOf = (object: number, said: Said): string[] => {
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
  /** `whole`: by its name as it is; `part`: by words that may be another thing's as well. */
  const findIn = (object: number, said: Said): 'whole' | 'part' | null => {
    const flat = spell(nameOf(object))
      .filter((word, i) => i > 0 || !ARTICLES.has(word))
      .join(' ');
    if (flat !== '' && said.flat.includes(` ${flat} `)) return 'whole';
    return hitsOf(object, said).length > 0 ? 'part' : null;
  };
  /** Parts a text into rows of words of a vocabulary, and the words between them, each alone. */
  const partInRows = (
    vocabulary: ReadonlySet<string>,
    said: Said,
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
  /** The words by which the parser knows a thing; those of its name in the source where it has no other. */
  const vocabularyOf = (object: number): ReadonlySet<string> =>
    new Set([...parserWords(object), ...(nameOf(object) === '' ? spell(sourceOf(object)) : [])].map(toEntry));
  return {
    nameOf,
    findIn,
    /**
     * Says how well words that a story prints for a thing fit an object: 3 its name, 2 a name with more or fewer words, or
     * words that its parser knows it by, 1 the last of them alone; 0 not at all.
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
     * Returns what a text calls a thing: its name in the tree where the text has it, or the word for its kind; else the
     * longest row of words that the parser knows it by, as they are or, where that is longer, as several of its kind are told
     * of. A name that the text does not use may tell too much.
     */
    nameIn: (object: number, said: Said): string => {
      const name = nameOf(object);
      const isUsed = said.flat.includes(` ${spell(name).join(' ')} `) || said.words.has(parseName(name).head);
      if (name !== '' && isUsed) return name;
      const vocabulary = vocabularyOf(object);
      const exact = longestOf(partInRows(vocabulary, said));
      const plural = longestOf(partInRows(vocabulary, said, (word) => [word, toSingular(word)]));
      const best = plural.length > exact.length ? plural : exact;
      return best.length > 0 ? best.join(' ').replace(/'s$/, '') : name;
    },
    /**
     * Picks those of some things that a text names: by their whole names, or by words that no thing with its whole name
     * there explains. `the wooden door` says nothing of a trap door.
     *
     * @param isInside whether a thing is in or on another one: then one word is not enough, unless it is the word for its
     *   kind, by which a look presents it (`In the nest is a large egg`)
     * @param look what a look says, where that is only a part of the text
     */
    pickNamed: (
      things: readonly number[],
      said: Said,
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
      // Rows tell things from one another: a thing alone needs none.
      const rows = new Map<number, readonly Row[]>();
      const rowsOf = (object: number): readonly Row[] => {
        if (!hits.has(object)) return [];
        const ownRows = rows.get(object) ?? partInRows(vocabularyOf(object), said);
        rows.set(object, ownRows);
        return ownRows;
      };
      /**
       * Says that the words of a thing speak of another one: the text has each of them only in rows of that one's words,
       * and one of those rows is longer than any of its own (`little flat bit`). Of things in or on others it is enough
       * that the parser knows another by the same words: of a heap, none by itself is named.
       */
      const isOfAnother = (object: number, words: readonly string[]): boolean =>
        candidates.some((other) => {
          if (other === object) return false;
          const otherHits = hits.get(other) ?? [];
          if (isInside(object) && words.every((word) => otherHits.includes(word))) return true;
          const least = Math.max(1, longestOf(rowsOf(object)).length);
          if (longestOf(rowsOf(other)).length <= least) return false;
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

/** Words of a text that follow one another; `isOwn`: the parser knows a thing by each of them. */
interface Row {
  row: string[];
  isOwn: boolean;
}

const longestOf = (rows: readonly Row[]): string[] =>
  rows
    .filter(({ row, isOwn }) => isOwn && !row.every(isEmptyWord))
    .reduce<string[]>((best, { row }) => (row.length > best.length ? row : best), []);

/** Names of what stands for other things in a story's parser. */
const PRONOUNS = new Set(['it', 'him', 'her', 'them', 'me', 'you', 'that', 'this', 'all', 'everything']);
/** A property that fewer objects have is none of names. */
const LEAST_THINGS = 3;

/** Guards a read: any address of a damaged story may lead out of memory. */
export function safe<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

/** Address of a global variable. */
export const globalAt = (memory: Uint8Array, number: number): number =>
  wordAt(memory, HEADER.globals) + 2 * number;

/** Number of a story's global variables, and of those that its dynamic memory has room for. */
export const MAX_GLOBALS = 240;
