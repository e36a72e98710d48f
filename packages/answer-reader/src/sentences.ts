import { cutAtLetter } from './text';

const SENTENCE_END =
  /(?:(?<!(?:^|[^\p{L}])(?:Mr|Mrs|Ms|Dr|St|Prof|Capt|Lt|Sgt|[A-HJ-Z]))\.|[!?…])(?:["'”’»›)*_~]*)(?=\s|$)|[。！？｡؟۔।॥։။។።།](?:["'”’»」』）)*_~]*)/gu;
/** The end of a gesture or quotation without a full stop; a space in Thai and Lao, which have no full stops. */
const PART_END =
  /(?<=[^\s*])\*+(?=\s)|["”»」』](?=\s)|(?<=\S)(?=\n)|(?<=[\p{Script=Thai}\p{Script=Lao}]["*”]*)(?=\s)/gu;

const lastSentenceEnd = (text: string, end: RegExp): number => {
  const last = [...text.matchAll(end)].at(-1);
  return last === undefined ? 0 : last.index + last[0].length;
};

/** The text up to the end of its last complete sentence, with emphasis and quotations closed; `''` if there is none. */
export const wholeSentences = (text: string): string =>
  closeMarks(text.slice(0, lastSentenceEnd(text, SENTENCE_END) || lastSentenceEnd(text, PART_END)));

/**
 * Returns at most `most` UTF-16 units: cut at a sentence if one ends in the second half, else at a word, never within a
 * grapheme.
 * @param mark appended if the text was cut within a sentence; not counted
 */
export function cutAtSentence(text: string, most: number, mark = ''): string {
  if (text.length <= most) return text;
  const kept = cutText(text, most);
  return mark === '' || wholeSentences(kept) === kept ? kept : `${kept}${mark}`;
}

function cutText(text: string, most: number): string {
  const head = cutAtLetter(text, most);
  const end = lastSentenceEnd(head, SENTENCE_END);
  if (end > most / 2) return head.slice(0, end);
  const space = head.lastIndexOf(' ');
  return (space > most / 2 ? head.slice(0, space) : head).trimEnd();
}

const CLOSERS: Readonly<Record<string, string>> = {
  '“': '”',
  '„': '“',
  '«': '»',
  '‹': '›',
  '「': '」',
  '『': '』',
};

function closeMarks(text: string): string {
  const open: string[] = [];
  for (const [mark] of text.matchAll(/\*\*|[*"“”„«»‹›「」『』]/g)) {
    const closer = CLOSERS[mark];
    const at = open.lastIndexOf(mark);
    if (at >= 0) open.splice(at);
    else if (closer !== undefined || mark === '"' || mark.startsWith('*')) open.push(closer ?? mark);
  }
  return text + open.reverse().join('');
}

export const LIST_ROW = /^\s*(?:[-•*]|\d{1,2}[.)])\s/;
