import { createHash } from 'node:crypto';

/** One number for each value of a byte. */
const SIZE = 256;
/** Words that mean the same to the fake, and share no letters that a full-text search could go by. */
const MEANS: Readonly<Record<string, string>> = {
  vessel: 'boat',
  ship: 'boat',
  tempest: 'storm',
  gale: 'storm',
};

/** A bag of words as a vector of length 1, the same for the same words in any order. */
export function fakeEmbedding(text: string): number[] {
  const vector = Array.from({ length: SIZE }, () => 0);
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    const [at = 0] = createHash('sha256')
      .update(MEANS[word] ?? word)
      .digest();
    vector[at] = (vector[at] ?? 0) + 1;
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((x) => x / length);
}

/** What `POST /embeddings` answers, the last text first: an answer's order is not the request's. */
export function fakeEmbeddings(model: string, input: readonly string[]): object {
  const data = input.map((text, index) => ({ object: 'embedding', index, embedding: fakeEmbedding(text) }));
  const tokens = input.join(' ').split(/\s+/).length;
  const usage = { prompt_tokens: tokens, total_tokens: tokens };
  return { object: 'list', model, data: data.toReversed(), usage };
}
