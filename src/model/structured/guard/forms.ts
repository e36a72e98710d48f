import { inflect } from './inflect';
import { cut, UNSPACED } from './pieces';
import { REVERSIBLE } from './word-lists';

/** A way to say a secret, as one run of letters. */
export interface Form {
  text: string;
  /** After these many letters a gap of any kind is the phrase's own space. */
  spaces: ReadonlySet<number>;
  /** As dealt, or its plural: other forms are not looked for in pieces ("found cast led chin" has no `castled`). */
  plain: boolean;
}

/** What a list of secrets is recognized by. */
export interface Forms {
  byText: Map<string, Form>;
  /** By the text with i for every l, for words with a digit that stands for both (`1s1and`). */
  byBlurred: Map<string, Form>;
  /** Beginnings of all these texts, whole ones included: what is no beginning needs no second look. */
  beginnings: Set<string>;
  /** Parts of longer words that give the secret away (`coffeehouse`, `ncoffee`). */
  stems: string[];
  /** Forms with repeated letters written once, for drawn-out words (`teeeea`). */
  squeezed: Set<string>;
  /** Forms of which a letter or two may be hidden (`c**fee`), by length. */
  hideable: Map<number, string[]>;
  longest: number;
}

/** A word of fewer letters is only recognized as it stands: a disguise of it would be everywhere in prose. */
export const MIN_DISGUISED = 3;
/** How long a form must be for one letter of it to be hidden (`l*mon`). */
const MIN_HIDDEN = 5;
/** From this length on, a longer word that holds the secret counts as the secret: compounds, and what damage glued. */
const MIN_STEM = 6;
/** The same for words outside the Latin alphabet, whose endings `inflect` doesn't know. */
const MIN_FOREIGN_STEM = 4;
/** How long, to be read backwards (`eeffoc`): short words often have another word there. */
const MIN_BACKWARDS = 6;

/** Reads secrets, words or short phrases as they were dealt. Those in scripts without spaces are left out. */
export function collect(secrets: readonly string[]): Forms {
  const byText = new Map<string, Form>();
  const stems: string[] = [];
  const add = (words: readonly string[], plain: boolean): void => {
    const text = words.join('');
    if (byText.get(text)?.plain !== true) byText.set(text, { text, plain, spaces: spacesOf(words) });
  };
  for (const secret of secrets) {
    const words = cut(secret).map(({ plain, letters, spelled }) => (spelled ? letters : plain));
    // "the moon" is given away by "moon".
    if (words.length > 1 && /^(?:an?|the)$/.test(words[0] ?? '')) words.shift();
    const dealt = words.join('');
    if (words.length === 0 || UNSPACED.test(dealt)) continue;
    for (const form of inflect(words)) {
      const text = form.join('');
      add(form, text.startsWith(dealt) && /^(?:e?s)?$/.test(text.slice(dealt.length)));
    }
    if (dealt.length >= (/^[a-z]+$/.test(dealt) ? MIN_STEM : MIN_FOREIGN_STEM)) stems.push(dealt);
    if (dealt.length >= MIN_BACKWARDS && !REVERSIBLE.has(dealt)) add(words.map(turn).toReversed(), true);
  }
  const all = [...byText.values()];
  const disguised = all.filter(({ text }) => text.length >= MIN_DISGUISED);
  const byBlurred = new Map(disguised.map((form) => [blur(form.text), form]));
  return {
    byText,
    byBlurred,
    beginnings: new Set([...byText.keys(), ...byBlurred.keys()].flatMap(beginningsOf)),
    stems,
    squeezed: new Set(disguised.map(({ text }) => squeeze(text))),
    hideable: Map.groupBy(
      [...byText.keys()].filter((text) => text.length >= MIN_HIDDEN),
      (text) => text.length,
    ),
    longest: Math.max(0, ...all.map(({ text }) => text.length)),
  };
}

/** Where the spaces of a phrase stand, in letters from its start. */
function spacesOf(words: readonly string[]): ReadonlySet<number> {
  const at = new Set<number>();
  let length = 0;
  for (const word of words.slice(0, -1)) {
    length += word.length;
    at.add(length);
  }
  return at;
}

const beginningsOf = (text: string): string[] => Array.from(text, (_, at) => text.slice(0, at + 1));
const turn = (word: string): string => [...word].toReversed().join('');

/** Repeated letters written once. */
export const squeeze = (letters: string): string => letters.replace(/(.)\1+/g, '$1');
/** With i for l: what a 1 may stand for. */
export const blur = (letters: string): string => letters.replaceAll('l', 'i');
