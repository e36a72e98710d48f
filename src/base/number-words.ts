/** Small numbers in words, by their value; that of 0 is `''`, as no text here says it. */
export const NUMBER_WORDS: readonly string[] = [
  '',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];
