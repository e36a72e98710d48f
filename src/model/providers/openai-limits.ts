import { readCount } from '../../outbound/values';

/** What an endpoint says it can't take, beside the form of the answer. `window` null: it does not say how large it is. */
export interface Limit {
  picturesRefused?: true;
  windowExceeded?: { window: number | null };
}

const LEAST_WINDOW = 256;
const MOST_WINDOW = 10_000_000;

/** How servers say that a prompt is too long (llama.cpp, OpenAI, vLLM, OpenRouter, LM Studio, Ollama, Mistral, TGI, …). */
const TOO_LONG =
  /context[ _](?:length|size|window)|maximum (?:model|input|sequence) length|prompt is too long|too many tokens|token count .{0,40}exceeds|tokens.{0,60}must be <=|reduce the length of the (?:messages|prompt)|exceed_context_size/i;
const WINDOWS = [
  /(?:context|model|input|sequence)[ _](?:length|size|window)\D{0,40}?(\d{3,8})\b/i,
  /(\d{3,8})(?: tokens)? (?:maximum context|context length|maximum)/i,
  /maximum number of tokens allowed \D{0,4}(\d{3,8})\b/i,
  /must be <= ?(\d{3,8})\b/i,
];
const NO_PICTURES = /\bimages?\b|image_url|image_content|multi-?modal|\bvision\b|content must be a string/i;

/** What the error of an endpoint says of its limits. @param error the object under `error`, whatever is in it */
export function readLimit(
  status: number,
  text: string,
  error: Record<string, unknown>,
  withPictures: boolean,
): Limit {
  const { code, type, n_ctx } = error;
  if (status === 401 || status === 403 || status === 429) return {};
  const isNamed = code === 'context_length_exceeded' || type === 'exceed_context_size_error';
  if (isNamed || n_ctx !== undefined || TOO_LONG.test(text)) {
    const said = WINDOWS.map((pattern) => Number(pattern.exec(text)?.[1] ?? Number.NaN)).find(
      (n) => !Number.isNaN(n),
    );
    const window = readCount(n_ctx, MOST_WINDOW) ?? readCount(said, MOST_WINDOW);
    return { windowExceeded: { window: window !== null && window >= LEAST_WINDOW ? window : null } };
  }
  return withPictures && NO_PICTURES.test(text) ? { picturesRefused: true } : {};
}
