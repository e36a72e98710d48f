import { z } from 'zod';
import { cutAtLetter } from '../base/fold-text';
import { MAX_COUNTED_TOKENS, parseJson } from '../base/foreign-values';
import { readText } from '../base/read-body';
import { type Endpoint, makeOpenAiClient } from './providers/openai-client';
import { EndpointError } from './providers/openai-errors';

/**
 * Embeds texts, in their order, in one request. `tokens`: as the endpoint counted them; 0: it did not.
 *
 * @throws Error with a plain reason when there is no usable answer in time; the key is never in it
 */
type Embed = (
  texts: readonly string[],
  timeoutMs: number,
) => Promise<{ vectors: number[][]; tokens: number }>;

/** `apiKey` `""`: the endpoint wants none. */
interface EmbeddingDeps extends Endpoint {
  model: string;
}

/** Most characters of one text: models end at about 8,000 tokens. */
const MAX_TEXT = 8000;
/** A number of a vector beyond this is no measure of anything, and its square no number. */
const MAX_NUMBER = 1e6;

const vectorNumber = z.number().min(-MAX_NUMBER).max(MAX_NUMBER);
const answer = z.object({
  data: z.array(
    z.object({ index: z.int().nonnegative().max(10_000), embedding: z.array(vectorNumber).min(1).max(8192) }),
  ),
  // A count that is none is taken for none, and costs nobody the vectors.
  usage: z
    .object({ prompt_tokens: z.int().nonnegative().max(MAX_COUNTED_TOKENS).catch(0) })
    .optional()
    .catch(undefined),
});

/** Embeddings by any endpoint that speaks OpenAI's `POST /embeddings`. */
export function makeEmbed({ model, ...endpoint }: EmbeddingDeps): Embed {
  const ask = makeOpenAiClient(endpoint);
  return async (texts, timeoutMs) => {
    // An empty text is refused by some endpoints.
    const input = texts.map((text) => cutAtLetter(text, MAX_TEXT).trim() || '-');
    const body = { model, input, encoding_format: 'float' as const };
    const signal = AbortSignal.timeout(timeoutMs);
    const question = ask((client) => client.embeddings.create(body, { signal }), signal);
    const response = await question.catch((error: unknown) => {
      // Its words may be anything; the status is enough.
      throw error instanceof EndpointError
        ? new Error(`the embedding endpoint answered ${error.status}`)
        : error;
    });
    return readVectors(await readText(response, { signal }), texts.length);
  };
}

/** Vectors in the order of the texts; all of one length. */
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
