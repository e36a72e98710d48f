import { asRecord, cleanText, parseJson, readCount, readRetryAfter } from '../../base/foreign-values';
import { BodyError, readStart } from '../../base/read-body';
import type { Constraint, ProviderReply } from '../provider';

/** Refusal by an endpoint, other than of the answer's form. `window` null: it does not say how large its window is. */
interface Limit {
  picturesRefused?: true;
  windowExceeded?: { window: number | null };
}

const MIN_WINDOW = 256;
const MAX_WINDOW = 10_000_000;

/** Servers' words for a prompt that is too long; test/unit/model/endpoint-refusals.ts has their words. */
const TOO_LONG =
  /context[ _](?:length|size|window|limit)|maximum (?:allowed )?(?:model|input|sequence|prompt) length|(?:prompt|input) is too long|too many tokens|token count .{0,40}exceeds|tokens exceed|token limit|input length should be|tokens.{0,60}must be <=|reduce the length of the (?:messages|prompt)|exceed_context_size/i;
/** Words for too many prompts, none of which was too long: they are sent again later. */
const TOO_OFTEN = /rate limit|throttl|per minute|quota|unavailable/i;
/** The number is the window in the first that fits: some texts name the prompt's length as well. */
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
/** A server that is broken may speak of pictures, too. */
const UNSUPPORTED = /support|missing data|multi-?modal|not enabled/i;

/** Reads an endpoint's limits from its error. @param error the object under `error`, whatever is in it */
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
    const windowSize = WINDOWS.map((pattern) => Number(pattern.exec(plain)?.[1] ?? Number.NaN)).find(
      (n) => !Number.isNaN(n),
    );
    const window = readCount(n_ctx, MAX_WINDOW) ?? readCount(windowSize, MAX_WINDOW);
    return { windowExceeded: { window: window !== null && window >= MIN_WINDOW ? window : null } };
  }
  const isRefused = NO_PICTURES.test(text) && (status < 500 || UNSUPPORTED.test(text));
  return withPictures && isRefused ? { picturesRefused: true } : {};
}

/** Characters of an error that are told, and that are looked through for what it means. */
const MAX_ERROR = 300;
const MAX_READ = 2_000;
/** A 400 about something else than the answer's form; asking in another form would not help. */
const OTHER_CAUSE =
  /context|too long|too many tokens|maximum.*length|api key|image|model\b.*\b(?:not|does)|valid model|billing/i;
const FORM = /response_format|json_schema|json_object|structured|guided|grammar|schema/i;

const REDIRECTED = 'the endpoint sends elsewhere; redirects are not followed, correct the base URL';

interface ErrorDeps {
  apiKey: string;
  now: () => number;
}

/** An answer that is no success. The message is the endpoint's own, after its status. */
export class EndpointError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly headers: Headers,
    /** The parameter that the endpoint complains about, when it names one. */
    readonly param: string | null = null,
    readonly said: Record<string, unknown> = {},
  ) {
    super(`${status} ${message}`);
  }
}

/**
 * Reads what an endpoint says instead of a completion: `{"error": {"message", "param"}}`, or anything else. Of what is
 * endless or slow the beginning counts.
 */
export async function readError(
  response: Response,
  apiKey: string,
  signal: AbortSignal | null,
): Promise<EndpointError> {
  const { status, headers } = response;
  const text = await readStart(response, { ...(signal && { signal }) });
  const { error } = asRecord(parseJson(text));
  const { message, param, metadata } = asRecord(error);
  const rawWords = message ?? error ?? text;
  // OpenRouter only says that the provider behind it returned an error, and adds that beside it.
  const { raw } = asRecord(metadata);
  const behind = typeof raw === 'string' ? `: ${raw}` : '';
  const words = (typeof rawWords === 'string' ? rawWords : JSON.stringify(rawWords)) + behind;
  const cause = cleanText(redact(words, apiKey), MAX_READ) || 'without a word';
  return new EndpointError(status, cause, headers, typeof param === 'string' ? param : null, asRecord(error));
}

/**
 * Classifies an error: refused (with a status), or unreachable (no connection, or one that was cut). The text is short
 * and carries no credential.
 */
export function classifyError(
  error: unknown,
  constraint: Constraint,
  deps: ErrorDeps,
  withPictures = false,
): ProviderReply {
  if (error instanceof SyntaxError) {
    return { kind: 'refused', retryable: true, error: 'the endpoint sent something that is no JSON' };
  }
  const message = cleanText(redact(readMessage(error), deps.apiKey), MAX_ERROR);
  // A runaway may come to its end when it is asked again.
  if (error instanceof BodyError && error.fault === 'too_large')
    return { kind: 'refused', retryable: true, error: message };
  if (!(error instanceof EndpointError)) return { kind: 'unreachable', error: message };
  const { status, headers } = error;
  const text = status >= 300 && status < 400 ? REDIRECTED : message;
  const limit = readLimit(status, error.message, error.said, withPictures);
  if (limit.windowExceeded || limit.picturesRefused)
    return { kind: 'refused', error: text, retryable: false, ...limit };
  if (withPictures && isPictureDoubted(status, text)) {
    return { kind: 'refused', error: text, retryable: false, picturesDoubted: true };
  }
  if (isConstraintRefused(status, text, constraint)) {
    return { kind: 'refused', error: text, retryable: true, constraintRefused: true };
  }
  const retryable = status === 408 || status === 409 || status === 429 || status >= 500;
  const retryAfterMs = retryable ? (readWait(headers, deps.now) ?? readRetryInfo(error.said)) : null;
  return { kind: 'refused', error: text, retryable, ...(retryAfterMs !== null && { retryAfterMs }) };
}

/** Replaces the key, and anything that looks like one, wherever it stands. */
export function redact(text: string, apiKey: string): string {
  const plainText = apiKey.length >= 4 ? text.replaceAll(apiKey, '[key]') : text;
  return plainText
    .replace(/\b(?:sk-|AIza)[\w*.-]{4,}/g, '[key]')
    .replace(/\bBearer\s+[^\s"']+/gi, 'Bearer [key]');
}

/** Statuses with which endpoints refuse what a request holds. */
const REFUSED_CONTENT = new Set([400, 404, 413, 415, 422]);

/** Says whether a refusal names no other cause than what the request holds: pictures may be it. */
const isPictureDoubted = (status: number, text: string): boolean =>
  REFUSED_CONTENT.has(status) && !FORM.test(text) && !OTHER_CAUSE.test(text) && !TOO_OFTEN.test(text);

function isConstraintRefused(status: number, text: string, constraint: Constraint): boolean {
  if (constraint === 'none') return false;
  if (status !== 400 && status !== 415 && status !== 422 && status !== 501) return false;
  return FORM.test(text) || !OTHER_CAUSE.test(text);
}

function readMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const inner = cause instanceof Error ? cause.message : '';
  return inner === '' || error.message.includes(inner) ? error.message : `${error.message} (${inner})`;
}

/** Milliseconds of Google's `RetryInfo` among the details of an error; null: there is none. */
function readRetryInfo({ details }: Record<string, unknown>): number | null {
  if (!Array.isArray(details)) return null;
  const delays = details.map(
    (detail) => /^(\d{1,5}(?:\.\d+)?)s$/.exec(String(asRecord(detail).retryDelay))?.[1],
  );
  const delay = delays.find((one) => one !== undefined);
  return delay === undefined ? null : Math.round(Number(delay) * 1000);
}

/** `retry-after-ms`, or `Retry-After`; null when neither can be read. */
function readWait(headers: Headers, now: () => number): number | null {
  const exact = /^\d{1,9}$/.exec(headers.get('retry-after-ms')?.trim() ?? '')?.[0];
  return exact === undefined ? readRetryAfter(headers.get('retry-after'), now()) : Number(exact);
}
