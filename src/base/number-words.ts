/** By value; index 0 is `''`, because no text here uses it. */
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
