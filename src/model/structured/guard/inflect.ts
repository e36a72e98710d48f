import {
  IRREGULAR_NOUNS,
  IRREGULAR_VERBS,
  NO_BASE,
  NO_PLURAL,
  OWN_WORDS,
  TAKES_ER,
  TAKES_Y,
  UNRELATED,
} from './word-lists';

/** Fewer letters take no ending but the plural's. */
const MIN_INFLECTED = 3;
/** Below this length an ending makes another word of most words: `pen` + `y`, `ear` + `ly`. */
const MIN_ENDED = 4;
/** The same for `-er`: `corn` + `er` is no corn. */
const MIN_AGENT = 5;

/** One short vowel before a z, which is doubled: `quizzes`. */
const SHORT_Z = /^(?:[^aeiou]*|[^aeiou]*qu)[aeiou]z$/;

/** A phrase in all its forms, each word inflected in turn: `['ice', 'cream']` also as `['ice', 'creams']`. */
export function inflect(words: readonly string[]): string[][] {
  return words.flatMap((word, at) => inflectWord(word).map((form) => words.with(at, form)));
}

/**
 * A lower-case English word with its plural, singular, possessive, verb forms, degrees and adverb, as far as those are
 * not other words. Words of other languages get harmless forms that nobody writes.
 */
export function inflectWord(word: string): string[] {
  const forms = new Set([word]);
  for (const form of irregular(word)) forms.add(form);
  if (word.length < MIN_INFLECTED) {
    addRelated(forms, [`${word}s`]);
    return [...forms];
  }
  const ones = [word, ...singulars(word)];
  const verbs = ones.flatMap(bases);
  for (const base of [...ones, ...verbs, ...presents(word)]) {
    forms.add(base);
    addRelated(forms, plurals(base));
    addRelated(forms, derive(base));
    for (const past of pasts(base)) forms.add(past);
  }
  return [...forms];
}

function addRelated(forms: Set<string>, more: readonly string[]): void {
  for (const form of more) if (!UNRELATED.has(form)) forms.add(form);
}

/** The other number, also of a compound: `snowman`. */
function irregular(word: string): string[] {
  return IRREGULAR_NOUNS.flatMap(([one, many]) => [
    ...(word.endsWith(one) ? [word.slice(0, -one.length) + many] : []),
    ...(word.endsWith(many) ? [word.slice(0, -many.length) + one] : []),
  ]);
}

const pasts = (word: string): readonly string[] =>
  IRREGULAR_VERBS.find((verb) => verb[0] === word)?.slice(1) ?? [];

/** What a past form is a form of. */
const presents = (word: string): string[] =>
  OWN_WORDS.has(word)
    ? []
    : IRREGULAR_VERBS.filter((verb) => verb.includes(word)).flatMap((verb) => verb.slice(0, 1));

/** What a form in `-ing` or `-ed` was made of, as far as its spelling tells: `run` of `running`, `dance` of `danced`. */
function bases(word: string): string[] {
  const stem = /^(.+)(?:ing|ed)$/.exec(word)?.[1];
  if (stem === undefined || !/[aeiouy]/.test(stem) || UNRELATED.has(word) || NO_BASE.has(word)) return [];
  const single = /([^aeiou])\1$/.test(stem) ? [stem.slice(0, -1)] : [];
  const isBase = (base: string): boolean => base.length >= MIN_INFLECTED && derive(base).includes(word);
  // Few words end in two letters but l, s, f and z: "running" comes from no "runn".
  const plain = /(?:ll|ss|ff|zz)$/.test(stem) || !single.some(isBase) ? [stem, `${stem}e`] : [];
  return [...plain, ...single].filter(isBase);
}

function plurals(word: string): string[] {
  // A plural that lost its -es by rule may not be a word: "roses" is no plural of "ros", so no "ross".
  const out = word.endsWith('s') ? [] : [`${word}s`];
  if (/(?:s|x|z|ch|sh|o)$/.test(word)) out.push(`${word}es`);
  if (SHORT_Z.test(word)) out.push(`${word}zes`);
  if (endsInY(word)) out.push(`${word.slice(0, -1)}ies`);
  if (/[^f]fe?$/.test(word)) out.push(word.replace(/fe?$/, 'ves'));
  return out;
}

function singulars(word: string): string[] {
  if (word.length < MIN_ENDED || !word.endsWith('s') || /(?:ss|us|is)$/.test(word)) return [];
  if (NO_PLURAL.has(word)) return [];
  if (word.endsWith('ies')) return [`${word.slice(0, -3)}y`, word.slice(0, -1)];
  if (word.endsWith('ves')) return [`${word.slice(0, -3)}f`, `${word.slice(0, -3)}fe`, word.slice(0, -1)];
  if (word.endsWith('zzes')) return [word.slice(0, -3), word.slice(0, -2)];
  if (/(?:s|x|z|ch|sh|o)es$/.test(word)) return [word.slice(0, -2), word.slice(0, -1)];
  return [word.slice(0, -1)];
}

function derive(word: string): string[] {
  const stems = stemsOf(word);
  const long = word.length >= MIN_ENDED;
  const endings = ['ed', 'ing'];
  if (word.length >= MIN_AGENT || TAKES_ER.has(word)) endings.push('er', 'ers');
  if (long || TAKES_ER.has(word)) endings.push('est');
  if (long || TAKES_Y.has(word)) endings.push('y');
  const out = endings.flatMap((ending) => stems.map((stem) => stem + ending));
  if (long && word.endsWith('e')) out.push(`${word}d`);
  if (endsInY(word)) {
    const stem = `${word.slice(0, -1)}i`;
    out.push(
      ...['ed', 'er', 'ers', 'est', 'ly', 'ness'].map((ending) => stem + ending),
      `${word}ing`,
      `${word}er`,
      `${word}ers`,
    );
  }
  if (long) out.push(`${word}ness`, ...adverbs(word));
  return out;
}

function adverbs(word: string): string[] {
  if (/[^aeiou]le$/.test(word)) return [`${word.slice(0, -1)}y`];
  if (word.endsWith('ic')) return [`${word}ally`];
  return word.endsWith('ll') ? [`${word}y`] : [`${word}ly`];
}

/** What an ending is added to: `danc(e)`, `plann`, `travel` and `travell`, `panick`, `rain`. */
function stemsOf(word: string): string[] {
  if (endsInY(word)) return [];
  if (word.endsWith('ie')) return [`${word.slice(0, -2)}y`, word.slice(0, -1)];
  if (word.endsWith('ye')) return [word.slice(0, -1), word];
  if (/[^eo]e$/.test(word)) return [word.slice(0, -1)];
  if (word.endsWith('ic')) return [`${word}k`];
  const doubled = word + word.slice(-1);
  // One short vowel before the last consonant doubles it: "starring" comes from star, "staring" doesn't.
  if (/^(?:[^aeiou]*|[^aeiou]*qu)[aeiou][^aeiouwxy]$/.test(word)) return [doubled];
  return word.length > MIN_AGENT && /[^aeiou][aeiou][^aeiouwxy]$/.test(word) ? [word, doubled] : [word];
}

const endsInY = (word: string): boolean => /[^aeiou]y$/.test(word);
