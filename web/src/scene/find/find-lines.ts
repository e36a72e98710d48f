import type { Line } from '../lines/fold-scene';

/** Returns the seqs of the lines that hold all the words, in reading order; none for an empty search. */
export function findLines(lines: readonly Line[], wanted: string): number[] {
  const words = wanted.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return lines.flatMap((line) => {
    if (line.type !== 'speech' && line.type !== 'jotting') return [];
    const name = line.type === 'speech' ? line.name : '';
    const text = `${name} ${line.text}`.toLocaleLowerCase();
    return words.every((word) => text.includes(word)) ? [line.seq] : [];
  });
}
