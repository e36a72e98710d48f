import type { Constraint, ProviderReply } from '../provider';

const MAX_ERROR = 300;
/** A 400 about something else than the answer's form; asking in another form would not help. */
const OTHER_CAUSE =
  /context|too long|too many tokens|maximum.*length|api key|image|model\b.*\b(?:not|does)|billing/i;
const FORM = /response_format|json_schema|json_object|structured|guided|grammar|schema/i;

const REDIRECTED = 'the endpoint sends elsewhere; redirects are not followed, correct the base URL';

interface ErrorDeps {
  apiKey: string;
  now: () => number;
}

/**
 * What an error of the SDK means: refused (with a status), or unreachable (no connection, or one that was cut).
 * The text is short and carries no credential.
 */
export function classifyError(error: unknown, constraint: Constraint, deps: ErrorDeps): ProviderReply {
  const { status, headers } = (error ?? {}) as { status?: unknown; headers?: unknown };
  const isRedirect = typeof status === 'number' && status >= 300 && status < 400;
  const text = isRedirect ? REDIRECTED : redact(readMessage(error), deps.apiKey).slice(0, MAX_ERROR);
  if (typeof status !== 'number') {
    if (error instanceof SyntaxError) {
      return { kind: 'refused', retryable: true, error: 'the endpoint sent something that is no JSON' };
    }
    return { kind: 'unreachable', error: text };
  }
  if (isConstraintRefused(status, text, constraint)) {
    return { kind: 'refused', error: text, retryable: true, constraintRefused: true };
  }
  const retryable = status === 408 || status === 409 || status === 429 || status >= 500;
  const retryAfterMs = retryable ? readRetryAfter(headers, deps.now) : null;
  return { kind: 'refused', error: text, retryable, ...(retryAfterMs !== null && { retryAfterMs }) };
}

/** Replaces the key, and anything that looks like one, wherever it stands. */
export function redact(text: string, apiKey: string): string {
  const known = apiKey.length >= 4 ? text.replaceAll(apiKey, '[key]') : text;
  return known.replace(/\bsk-[\w*.-]{4,}/g, '[key]').replace(/\bBearer\s+[^\s"']+/gi, 'Bearer [key]');
}

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

/** `retry-after-ms`, or `Retry-After` in seconds or as a date; null when neither can be read. */
function readRetryAfter(headers: unknown, now: () => number): number | null {
  if (!(headers instanceof Headers)) return null;
  const exact = Number(headers.get('retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(exact) && exact >= 0) return exact;
  const value = headers.get('retry-after');
  if (value === null) return null;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now());
}
