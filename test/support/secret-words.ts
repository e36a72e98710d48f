import fc from 'fast-check';

/** Words that a game may deal, disguises of them, and sentences without them. */

const DEALT: readonly (readonly [word: string, plural: string])[] = [
  ...(
    'coffee castle violin pirate rocket pepper garden candle hammer island jacket kettle ladder magnet needle orange ' +
    'parrot pillow puddle rabbit saddle shadow spider temple ticket tunnel turtle umbrella volcano walnut whistle ' +
    'window airport balloon blanket bottle bucket camera carrot cheese chimney compass cookie crown desert diamond ' +
    'doctor dolphin dragon eagle elephant engine feather forest fountain guitar harbor helmet honey iceberg jewel ' +
    'kitten lemon lantern marble meadow mirror monkey mountain notebook octopus oyster palace pencil penguin planet ' +
    'pyramid river robot sandal scarf school sweater teapot trumpet tulip vampire wagon wizard zebra'
  ).split(' '),
].map((word) => [word, `${word}s`] as const);
const IRREGULAR: readonly (readonly [word: string, plural: string])[] = [
  ['berry', 'berries'],
  ['butterfly', 'butterflies'],
  ['knife', 'knives'],
  ['wolf', 'wolves'],
  ['mouse', 'mice'],
  ['box', 'boxes'],
  ['torch', 'torches'],
  ['compass', 'compasses'],
  ['potato', 'potatoes'],
  ['goose', 'geese'],
  ['brush', 'brushes'],
  ['pony', 'ponies'],
];
/** These words form no plural with `s`: they are in the other list, or have none here. */
const PLURALS = new Map([
  ...DEALT.filter(([word]) => !/(?:s|f|ch)$/.test(word)),
  ['scarf', 'scarves'] as const,
  ...IRREGULAR,
]);
export const SECRET_WORDS: readonly string[] = [...PLURALS.keys()];

const LEET: Readonly<Record<string, string>> = {
  o: '0',
  i: '1',
  l: '1',
  e: '3',
  a: '4@',
  s: '5$',
  g: '69',
  t: '7',
  b: '8',
};
const HIDDEN = ['\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u00ad'];
const MARKS = ['\u0301', '\u0308', '\u0303', '\u0327'];

/** A number in [0, n) for each letter of a word. */
const seeds = fc.integer();
interface Disguise {
  plural: boolean;
  leet: boolean;
  marks: boolean;
  case: 'lower' | 'upper' | 'title' | 'mixed';
  apart: 'no' | 'spaces' | 'hyphens' | 'hyphen';
  hidden: boolean;
}
const disguise: fc.Arbitrary<Disguise> = fc.record({
  plural: fc.boolean(),
  leet: fc.boolean(),
  marks: fc.boolean(),
  case: fc.constantFrom('lower', 'upper', 'title', 'mixed'),
  apart: fc.constantFrom('no', 'no', 'no', 'spaces', 'hyphens', 'hyphen'),
  hidden: fc.boolean(),
});

function dress(word: string, how: Disguise, roll: () => number): string {
  const letters = [...(how.plural ? (PLURALS.get(word) ?? word) : word)];
  // The guard ignores bare numbers, so keep one letter.
  const stays = roll() % letters.length;
  const dressed = letters.map((letter, i) => {
    const signs = LEET[letter] ?? '';
    if (how.leet && i !== stays && signs !== '' && roll() % 2 === 0)
      return signs[roll() % signs.length] ?? letter;
    const upper =
      how.case === 'upper' || (how.case === 'title' && i === 0) || (how.case === 'mixed' && roll() % 2 === 0);
    const mark = how.marks && roll() % 3 === 0 ? (MARKS[roll() % MARKS.length] ?? '') : '';
    return ((upper ? letter.toUpperCase() : letter) + mark).normalize(roll() % 2 === 0 ? 'NFC' : 'NFD');
  });
  const single = 1 + (roll() % (letters.length - 1));
  const width = 1 + (roll() % 2);
  return dressed
    .map((letter, i) => {
      const hidden = how.hidden && roll() % 3 === 0 ? (HIDDEN[roll() % HIDDEN.length] ?? '') : '';
      if (i === 0) return letter;
      if (how.apart === 'spaces') return ' '.repeat(width) + hidden + letter;
      return (how.apart === 'hyphens' || (how.apart === 'hyphen' && i === single) ? '-' : hidden) + letter;
    })
    .join('');
}

export const disguised: fc.Arbitrary<{ word: string; said: string }> = fc
  .tuple(fc.constantFrom(...SECRET_WORDS), disguise, seeds)
  .map(([word, how, seed]) => {
    let state = seed;
    const roll = (): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state >>> 8;
    };
    return { word, said: dress(word, how, roll) };
  });

const INNOCENT = (
  "I a the we you they it's don't won't she'll over under quite never often well-known so-called half-past NIL BEX 7 12 " +
  '1,000 3 2.5 50% talk walk bring happy early late music paper people number question wonder nothing something because ' +
  'before after again people toffee office handle rock pep guard cannot ham land jack range allow mud ' +
  'rabid sad shade side template tick tune turn cane vole whisper wind air ball blank bot cam car chess chin ' +
  'come cook crow dessert dial docks dole drag ear element feat fore found gift harm help hone ice jaw kit lend mar mead ' +
  'mirage monk mount note octave oil palm pen plan pyre rival rob scar schedule 雨 naïve café'
).split(' ');
const ends = fc.constantFrom('.', '!', '?', '…', ',', ';', ':', ' —', '."', ')', '\n');
/** Sentences without any of the words, even spelled by adjacent words. */
export const innocent: fc.Arbitrary<string> = fc
  .array(
    fc
      .tuple(fc.array(fc.constantFrom(...INNOCENT), { minLength: 1, maxLength: 8 }), ends)
      .map(([list, end]) => list.join(' ') + end),
    { maxLength: 3 },
  )
  .map((list) => list.join(' '));

export const telling: fc.Arbitrary<{ word: string; said: string; text: string }> = fc
  .tuple(
    innocent,
    disguised,
    fc.constantFrom(
      ['', ''],
      ['"', '"'],
      ['“', '”'],
      ['(', ')'],
      ['**', '**'],
      ['_', '_'],
      ['', ','],
      ['', '.'],
    ),
    innocent,
  )
  .map(([before, { word, said }, [open, close], after]) => ({
    word,
    said,
    text: `${before} ${open}${said}${close} ${after}`,
  }));
