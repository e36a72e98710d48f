const IRREGULAR: readonly (readonly [string, string])[] = [
  ['man', 'men'],
  ['woman', 'women'],
  ['child', 'children'],
  ['person', 'people'],
  ['foot', 'feet'],
  ['tooth', 'teeth'],
  ['goose', 'geese'],
  ['mouse', 'mice'],
  ['louse', 'lice'],
  ['ox', 'oxen'],
  ['die', 'dice'],
];
/** Verb and adjective endings are only added to words this long: `cat` + `er` is another word. */
const MIN_VERB = 4;
const MIN_AGENT = 5;

/** A phrase in all its forms, each word inflected in turn: `['ice', 'cream']` also as `['ice', 'creams']`. */
export function inflect(words: readonly string[]): string[][] {
  return words.flatMap((word, at) => inflectWord(word).map((form) => words.with(at, form)));
}

/**
 * A lower-case English word with its plural, singular, possessive and, when it is long enough for that to be safe,
 * its verb forms. Words of other languages get harmless forms that nobody writes.
 */
export function inflectWord(word: string): string[] {
  const forms = new Set([word, `${word}s`]);
  if (word.length < 3) return [...forms];
  for (const [one, many] of IRREGULAR) {
    if (word.endsWith(one)) forms.add(word.slice(0, -one.length) + many);
    if (word.endsWith(many)) forms.add(word.slice(0, -many.length) + one);
  }
  for (const base of [word, ...singulars(word)]) {
    forms.add(base);
    for (const form of plurals(base)) forms.add(form);
    if (base.length >= MIN_VERB) for (const form of derive(base)) forms.add(form);
  }
  return [...forms];
}

function plurals(word: string): string[] {
  const out = [`${word}s`];
  if (/(?:s|x|z|ch|sh|o)$/.test(word)) out.push(`${word}es`);
  if (/[^aeiou]y$/.test(word)) out.push(`${word.slice(0, -1)}ies`);
  if (/[^f]fe?$/.test(word)) out.push(word.replace(/fe?$/, 'ves'));
  return out;
}

function singulars(word: string): string[] {
  if (word.length < MIN_VERB || /(?:ss|us|is)$/.test(word) || !word.endsWith('s')) return [];
  if (word.endsWith('ies')) return [`${word.slice(0, -3)}y`, word.slice(0, -1)];
  if (word.endsWith('ves')) return [`${word.slice(0, -3)}f`, `${word.slice(0, -3)}fe`, word.slice(0, -1)];
  if (/(?:s|x|z|ch|sh|o)es$/.test(word)) return [word.slice(0, -2), word.slice(0, -1)];
  return [word.slice(0, -1)];
}

function derive(word: string): string[] {
  const endings = word.length >= MIN_AGENT ? ['ed', 'ing', 'y', 'er', 'ers'] : ['ed', 'ing', 'y'];
  return endings.map((ending) => `${stemOf(word)}${ending}`);
}

/** What an ending is added to: `danc(e)`, `plann`, `rain`. */
function stemOf(word: string): string {
  if (word.endsWith('e')) return word.slice(0, -1);
  // One short vowel before the last consonant doubles it: "starring" comes from star, "staring" doesn't.
  return /^[^aeiou]*[aeiou][^aeiouwxy]$/.test(word) ? word + word.slice(-1) : word;
}
