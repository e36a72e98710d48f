import { readCount } from '../../base/foreign-values';

/** What an endpoint says it can't take, beside the form of the answer. `window` null: it does not say how large it is. */
export interface Limit {
  picturesRefused?: true;
  windowExceeded?: { window: number | null };
}

const MIN_WINDOW = 256;
const MAX_WINDOW = 10_000_000;

/** How servers say that a prompt is too long; test/unit/model/endpoint-refusals.ts has their words. */
const TOO_LONG =
  /context[ _](?:length|size|window|limit)|maximum (?:allowed )?(?:model|input|sequence|prompt) length|(?:prompt|input) is too long|too many tokens|token count .{0,40}exceeds|tokens exceed|token limit|input length should be|tokens.{0,60}must be <=|reduce the length of the (?:messages|prompt)|exceed_context_size/i;
/** Not the prompt is too long, but there were too many of them: it is asked again later. */
const TOO_OFTEN = /rate limit|throttl|per minute|quota|unavailable/i;
/** The number is the window in the first that fits: some texts name the prompt's length as well. */
const WINDOWS = [
  /n_ctx\D{0,4}(\d{3,8})\b/i,
  /(?:exceeds the|configured) limit of (\d{3,8})\b/i,
  /tokens? > (\d{3,8}) maximum/i,
  /context limit: \d+ \+ \d+ > (\d{3,8})\b/i,
  /too large for model with (\d{3,8})\b/i,
  /(?:context|model|input|sequence|prompt)[ _](?:length|size|window) (?:is|of)(?: only)? (\d{3,8})\b/i,
  /(?:context|model|input|sequence|prompt)[ _](?:length|size|window):? ?\(?(\d{3,8})(?: tokens)?\b/i,
  /maximum number of tokens allowed \D{0,4}(\d{3,8})\b/i,
  /token limit: (\d{3,8})\b/i,
  /should be \[\d+, ?(\d{3,8})\]/i,
  /must be <= ?(\d{3,8})\b/i,
];
const NO_PICTURES =
  /\bimages?\b|image_url|image_content|multi-?modal|\bvision\b|content\W{1,6}(?:value )?must be a string/i;
/** A server that is broken may speak of pictures, too. */
const UNSUPPORTED = /support|missing data|multi-?modal|not enabled/i;

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
  if (isNamed || n_ctx !== undefined || (TOO_LONG.test(text) && !TOO_OFTEN.test(text))) {
    const plain = text.replaceAll(/(?<=\d),(?=\d{3})/g, '');
    const said = WINDOWS.map((pattern) => Number(pattern.exec(plain)?.[1] ?? Number.NaN)).find(
      (n) => !Number.isNaN(n),
    );
    const window = readCount(n_ctx, MAX_WINDOW) ?? readCount(said, MAX_WINDOW);
    return { windowExceeded: { window: window !== null && window >= MIN_WINDOW ? window : null } };
  }
  const isRefused = NO_PICTURES.test(text) && (status < 500 || UNSUPPORTED.test(text));
  return withPictures && isRefused ? { picturesRefused: true } : {};
}
