/** How many runs of three words of a text were already said. */
export function overlap(text: string, before: readonly string[]): number {
  const said = new Set(before.flatMap(triples));
  return triples(text).filter((triple) => said.has(triple)).length;
}

function triples(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}'’]+/gu) ?? [];
  return words.slice(2).map((word, index) => `${words[index]} ${words[index + 1]} ${word}`);
}
