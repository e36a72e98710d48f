import { z } from 'zod';
import { cutAtLetter } from '../base/fold-text';
import { MAX_COUNTED_TOKENS, parseJson } from '../base/foreign-values';
import { readText } from '../base/read-body';
import { createOpenAiClient, type Endpoint } from './providers/openai-client';
import { EndpointError } from './providers/openai-errors';

/**
 * Embeds texts in one request and keeps their order. `tokens` is the endpoint's count, 0 if it gave none.
 * @throws Error with a plain reason, never with the key, if there is no usable answer in time
 */
type Embed = (
  texts: readonly string[],
  timeoutMs: number,
) => Promise<{ vectors: number[][]; tokens: number }>;

/** `apiKey` is `""` if the endpoint needs none. */
interface EmbeddingDeps extends Endpoint {
  model: string;
}

/** In characters. Embedding models accept about 8,000 tokens. */
const MAX_TEXT = 8000;
/** Larger components are invalid, and their squares would overflow. */
const MAX_NUMBER = 1e6;

const vectorNumber = z.number().min(-MAX_NUMBER).max(MAX_NUMBER);
const answer = z.object({
  data: z.array(
    z.object({ index: z.int().nonnegative().max(10_000), embedding: z.array(vectorNumber).min(1).max(8192) }),
  ),
  // An invalid count becomes 0, so the vectors stay usable.
  usage: z
    .object({ prompt_tokens: z.int().nonnegative().max(MAX_COUNTED_TOKENS).catch(0) })
    .optional()
    .catch(undefined),
});

/** Embeddings from any endpoint with OpenAI's `POST /embeddings`. */
export function createEmbed({ model, ...endpoint }: EmbeddingDeps): Embed {
  const post = createOpenAiClient(endpoint);
  return async (texts, timeoutMs) => {
    // Some endpoints reject empty texts.
    const input = texts.map((text) => cutAtLetter(text, MAX_TEXT).trim() || '-');
    const body = { model, input, encoding_format: 'float' };
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await post('/embeddings', body, signal).catch((error: unknown) => {
      // Don't pass on the endpoint's text, which may contain anything.
      throw error instanceof EndpointError
        ? new Error(`the embedding endpoint answered ${error.status}`)
        : error;
    });
    return readVectors(await readText(response, { signal }), texts.length);
  };
}

/** Returns the vectors in the order of the texts; all have the same length. */
function readVectors(text: string, count: number): { vectors: number[][]; tokens: number } {
  const reading = answer.safeParse(parseJson(text));
  if (!reading.success) throw new Error('the answer of the embedding endpoint is not one of embeddings');
  const vectors: number[][] = [];
  for (const { index, embedding } of reading.data.data) vectors[index] = embedding;
  const whole = Array.from({ length: count }, (_, i) => vectors[i]);
  const size = whole[0]?.length;
  if (!whole.every((vector) => vector !== undefined && vector.length === size))
    throw new Error('the embedding endpoint left vectors out, or they differ in length');
  const tokens = reading.data.usage?.prompt_tokens ?? 0;
  return { vectors: whole.filter((vector) => vector !== undefined), tokens };
}
