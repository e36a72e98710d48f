/** The end of a sentence, in any script, with the marks that close behind it. */
const SENTENCE_END = /[.!?…](?:["'”’»)*_~]*)(?=\s|$)|[。！？｡؟۔।॥](?:["'”’»」』）)*_~]*)/gu;

/** The beginning of a text up to the end of its last whole sentence, its emphasis and quotations closed; `''`: it has none. */
export function wholeSentences(text: string): string {
  const last = [...text.matchAll(SENTENCE_END)].at(-1);
  return last === undefined ? '' : closeMarks(text.slice(0, last.index + last[0].length));
}

const PAIRS = [
  ['“', '”'],
  ['„', '“'],
  ['«', '»'],
  ['「', '」'],
  ['『', '』'],
] as const;

/** Closes what is open at the end of a text: emphasis by asterisks, a quotation. */
function closeMarks(text: string): string {
  const count = (mark: string): number => text.split(mark).length - 1;
  const quote = count('"') % 2 === 1 ? '"' : '';
  const closers = PAIRS.flatMap(([open, close]) => (count(open) > count(close) ? [close] : []));
  const emphasis = count('*') % 2 === 1 ? '*' : '';
  return text + (closers[0] ?? quote) + emphasis;
}

/** Matches the beginning of an item of a list. */
export const LIST_ROW = /^\s*(?:[-•*]|\d{1,2}[.)])\s/;
