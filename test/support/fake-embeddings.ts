import { createHash } from 'node:crypto';

/** One number for each byte value. */
const SIZE = 256;
/** Synonyms without common letters, which a full-text search can't match. */
const MEANS: Readonly<Record<string, string>> = {
  vessel: 'boat',
  ship: 'boat',
  tempest: 'storm',
  gale: 'storm',
};

/** A bag of words as a unit vector, independent of word order. */
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

/**
 * The answer to `POST /embeddings`, in reverse order: the order of an answer may differ from the request's.
 */
export function fakeEmbeddings(model: string, input: readonly string[]): object {
  const data = input.map((text, index) => ({ object: 'embedding', index, embedding: fakeEmbedding(text) }));
  const tokens = input.join(' ').split(/\s+/).length;
  const usage = { prompt_tokens: tokens, total_tokens: tokens };
  return { object: 'list', model, data: data.toReversed(), usage };
}
