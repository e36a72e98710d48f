import { asRecord, cleanText, parseJson, readCount, readRetryAfter } from '../../base/foreign-values';
import { BodyError, readStart } from '../../base/read-body';
import type { Constraint, ProviderReply } from '../provider';

/** An endpoint's refusal for other reasons than the answer's form. See `ProviderReply`. */
type Limit = Pick<RefusedRequest, 'picturesRefused' | 'windowExceeded' | 'affordable'>;
type RefusedRequest = Extract<ProviderReply, { kind: 'refused' }>;

const MIN_WINDOW = 256;
const MAX_WINDOW = 10_000_000;

/** Servers' messages for a prompt that is too long; test/support/endpoint-refusals.ts has examples. */
const TOO_LONG =
  /context[ _](?:length|size|window|limit)|maximum (?:allowed )?(?:model|input|sequence|prompt) length|(?:prompt|input) is too long|too many tokens|token count .{0,40}exceeds|tokens exceed|token limit|input length should be|tokens.{0,60}must be <=|reduce the length of the (?:messages|prompt)|exceed_context_size/i;
/** A single request above the tokens per minute or the credit; a shorter one may pass. */
const TOO_MUCH_AT_ONCE = [
  /\blimit:? (?<limit>\d{2,8}), requested:? (?<asked>\d{2,8})/i,
  /tokens limit exceeded: (?<asked>\d{2,8}) > (?<limit>\d{2,8})/i,
];
const AFFORDABLE = /can only afford (\d{1,7})\b/i;
const MIN_AFFORDABLE = 16;
/** Rate limits, not long prompts: retry later. */
const RATE_LIMIT = /rate limit|throttl|per minute|quota|unavailable/i;
/** The first match is the window; order matters, because some messages also contain the prompt's length. */
const WINDOWS = [
  /n_ctx\D{0,4}(\d{3,8})\b/i,
  /(?:exceeds the|configured) limit of (\d{3,8})\b/i,
  /tokens? > (\d{3,8}) maximum/i,
  /context limit: \d+ \+ \d+ > (\d{3,8})\b/i,
  /too large for model with (\d{3,8})\b/i,
  /(?:context|model|input|sequence|prompt)[ _](?:length|size|window) (?:is|of)(?: only)? (\d{3,8})\b/i,
  /(?:context|model|input|sequence|prompt)[ _](?:length|size|window)(?: limit)?:? ?\(?(\d{3,8})(?: tokens)?\b/i,
  /maximum number of tokens allowed \D{0,4}(\d{3,8})\b/i,
  /token limit: (\d{3,8})\b/i,
  /should be \[\d+, ?(\d{3,8})\]/i,
  /must be <= ?(\d{3,8})\b/i,
];
const NO_PICTURES =
  /\bimages?\b|image_url|image_content|multi-?modal|\bvision\b|content\W{1,6}(?:value )?must be a string/i;
/** Server failures may mention images too. */
const UNSUPPORTED = /support|missing data|multi-?modal|not enabled/i;

/**
 * Reads an endpoint's limits from its error.
 * @param error the object under `error`, unvalidated
 */
export function readLimit(
  status: number,
  text: string,
  error: Record<string, unknown>,
  withPictures: boolean,
): Limit {
  const { code, type, n_ctx } = error;
  const affordable = Number(status === 402 ? AFFORDABLE.exec(text)?.[1] : 0);
  if (affordable >= MIN_AFFORDABLE) return { affordable };
  const atOnce = status === 402 || status === 413 || status === 429 ? readLimitAtOnce(text) : null;
  if (atOnce !== null) return { windowExceeded: { window: atOnce, once: true } };
  if (status === 401 || status === 403 || status === 429) return {};
  const isNamed = code === 'context_length_exceeded' || type === 'exceed_context_size_error';
  if (isNamed || n_ctx !== undefined || (TOO_LONG.test(text) && !RATE_LIMIT.test(text))) {
    const plain = text.replaceAll(/(?<=\d),(?=\d{3})/g, '');
    const windowSize = WINDOWS.map((pattern) => Number(pattern.exec(plain)?.[1] ?? Number.NaN)).find(
      (n) => !Number.isNaN(n),
    );
    const window = readCount(n_ctx, MAX_WINDOW) ?? readCount(windowSize, MAX_WINDOW);
    return { windowExceeded: { window: window !== null && window >= MIN_WINDOW ? window : null } };
  }
  const isRefused = NO_PICTURES.test(text) && (status < 500 || UNSUPPORTED.test(text));
  return withPictures && isRefused ? { picturesRefused: true } : {};
}

/** The token limit of a single request; null if the request did not exceed it. */
function readLimitAtOnce(text: string): number | null {
  const groups = TOO_MUCH_AT_ONCE.map((pattern) => pattern.exec(text)?.groups).find(Boolean);
  const limit = Number(groups?.limit ?? 0);
  return limit >= MIN_WINDOW && Number(groups?.asked) > limit ? limit : null;
}

/** Characters of an error that we report, and that we search for its cause. */
const MAX_ERROR = 300;
const MAX_READ = 2_000;
/** A 400 that is unrelated to the answer's form, so another constraint would not help. */
const OTHER_CAUSE =
  /context|too long|too many tokens|maximum.*length|api key|image|model\b.*\b(?:not|does)|valid model|billing/i;
const FORM = /response_format|json_schema|json_object|structured output|guided|grammar|schema/i;
/** The endpoint's content filter, which says nothing about the model's capabilities. */
const FILTER =
  /content[ _-]?(?:filter|policy|management|moderation)|responsible ?ai|data_inspection_failed|moderation|\bflagged\b|usage polic|safety (?:system|filter|setting|reason)|inappropriate content|sensitive (?:content|words?)/i;
const FILTER_STATUSES = new Set([400, 403, 422, 451]);

const REDIRECTED = 'the endpoint redirects; redirects are not followed, correct the base URL';

interface ErrorDeps {
  apiKey: string;
  now: () => number;
}

/** A response with an error status. The message is the status, then the endpoint's text. */
export class EndpointError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly headers: Headers,
    readonly param: string | null = null,
    readonly said: Record<string, unknown> = {},
  ) {
    super(`${status} ${message}`);
  }
}

const PAGE = /^\s*<(?:!doctype|html|head|body|\?xml)\b/i;
const MAX_PAGE = 200;

/** A web page instead of JSON, from a proxy or a server without this API. Not retryable. */
class PageError extends Error {
  constructor(text: string) {
    const start = cleanText(text, MAX_PAGE);
    super(`the endpoint sent a web page, not JSON; is the base URL right? It begins: ${start}`);
  }
}

export const noJson = (text: string): Error =>
  PAGE.test(text) ? new PageError(text) : new SyntaxError('no JSON');

/**
 * Parses an error response: `{"error": {"message", "param"}}`, or anything else. Reads only the start of long or slow
 * bodies.
 */
export async function readError(
  response: Response,
  apiKey: string,
  signal: AbortSignal | null,
): Promise<EndpointError> {
  const { status, headers } = response;
  const text = await readStart(response, { ...(signal && { signal }) });
  const json = parseJson(text);
  // Gemini's OpenAI-compatible API sends a list.
  const { error, ...others } = asRecord(Array.isArray(json) ? json[0] : json);
  const { message, param, metadata } = asRecord(error);
  const rawWords = message ?? error ?? others.message ?? text;
  // OpenRouter's message is generic; the underlying provider's error is in `metadata.raw`.
  const { raw } = asRecord(metadata);
  const behind = typeof raw === 'string' ? `: ${raw}` : '';
  const words = (typeof rawWords === 'string' ? rawWords : JSON.stringify(rawWords)) + behind;
  const cause = cleanText(redact(words, apiKey), MAX_READ) || 'no reason given';
  const details = asRecord(error ?? others);
  return new EndpointError(status, cause, headers, typeof param === 'string' ? param : null, details);
}

/**
 * Classifies an error as refused (with a status) or unreachable (connection failed or dropped). The text is short and
 * contains no credential.
 */
export function classifyError(
  error: unknown,
  constraint: Constraint,
  deps: ErrorDeps,
  withPictures = false,
): ProviderReply {
  if (error instanceof SyntaxError) {
    return { kind: 'refused', retryable: true, error: 'the endpoint sent invalid JSON' };
  }
  const message = cleanText(redact(readMessage(error), deps.apiKey), MAX_ERROR);
  if (error instanceof PageError) return { kind: 'refused', retryable: false, error: message };
  // A retry may produce a shorter answer.
  if (error instanceof BodyError && error.fault === 'too_large')
    return { kind: 'refused', retryable: true, error: message };
  if (!(error instanceof EndpointError)) return { kind: 'unreachable', error: message };
  const { status, headers } = error;
  const text = status >= 300 && status < 400 ? REDIRECTED : message;
  if (FILTER_STATUSES.has(status) && FILTER.test(`${error.said.code} ${error.said.type} ${error.message}`))
    return declinedReply(text);
  const attempt = error.said.failed_generation;
  if (typeof attempt === 'string') {
    const partial = { ...NO_ANSWER, text: redact(attempt, deps.apiKey) };
    return { kind: 'refused', error: text, retryable: true, partial };
  }
  const limit = readLimit(status, error.message, error.said, withPictures);
  if (Object.keys(limit).length > 0) return { kind: 'refused', error: text, retryable: false, ...limit };
  if (withPictures && mayRefusePictures(status, text)) {
    return { kind: 'refused', error: text, retryable: false, picturesDoubted: true };
  }
  const refusal = readConstraintRefusal(status, text, constraint);
  if (refusal !== null) return { kind: 'refused', error: text, retryable: true, constraintRefused: refusal };
  const retryable = status === 408 || status === 409 || status === 429 || status >= 500;
  const retryAfterMs = retryable ? (readWait(headers, deps.now) ?? readRetryInfo(error.said)) : null;
  return { kind: 'refused', error: text, retryable, ...(retryAfterMs !== null && { retryAfterMs }) };
}

export function redact(text: string, apiKey: string): string {
  const plainText = apiKey.length >= 4 ? text.replaceAll(apiKey, '[key]') : text;
  return plainText
    .replace(/\b(?:sk-|AIza)[\w*.-]{4,}/g, '[key]')
    .replace(/\bBearer\s+[^\s"']+/gi, 'Bearer [key]');
}

/** Statuses for a request whose content the endpoint rejects. */
const REFUSED_CONTENT = new Set([400, 404, 413, 415, 422]);

/** True if the refusal names no other cause, so that pictures may be the reason. */
const mayRefusePictures = (status: number, text: string): boolean =>
  REFUSED_CONTENT.has(status) && !FORM.test(text) && !OTHER_CAUSE.test(text) && !RATE_LIMIT.test(text);

/** `named` if the refusal mentions the answer's form, `doubted` if it names no cause, else null. */
function readConstraintRefusal(
  status: number,
  text: string,
  constraint: Constraint,
): 'named' | 'doubted' | null {
  if (constraint === 'none') return null;
  if (status !== 400 && status !== 415 && status !== 422 && status !== 501) return null;
  return FORM.test(text) ? 'named' : OTHER_CAUSE.test(text) ? null : 'doubted';
}

const NO_ANSWER = {
  kind: 'answered',
  text: '',
  reasoning: '',
  usage: { promptTokens: 0, completionTokens: 0 },
  finishReason: null,
} as const satisfies ProviderReply;

/** A filter rejected the request; treated like a refusal by the model. */
const declinedReply = (words: string): ProviderReply => ({
  ...NO_ANSWER,
  finishReason: 'content_filter',
  refusal: words,
});

function readMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const inner = cause instanceof Error ? cause.message : '';
  return inner === '' || error.message.includes(inner) ? error.message : `${error.message} (${inner})`;
}

/** Milliseconds from Google's `RetryInfo` in the error details; null if absent. */
function readRetryInfo({ details }: Record<string, unknown>): number | null {
  if (!Array.isArray(details)) return null;
  const delays = details.map(
    (detail) => /^(\d{1,5}(?:\.\d+)?)s$/.exec(String(asRecord(detail).retryDelay))?.[1],
  );
  const delay = delays.find((one) => one !== undefined);
  return delay === undefined ? null : Math.round(Number(delay) * 1000);
}

/** Milliseconds from `retry-after-ms` or `Retry-After`; null if neither is readable. */
function readWait(headers: Headers, now: () => number): number | null {
  const exact = /^\d{1,9}$/.exec(headers.get('retry-after-ms')?.trim() ?? '')?.[0];
  return exact === undefined ? readRetryAfter(headers.get('retry-after'), now()) : Number(exact);
}
