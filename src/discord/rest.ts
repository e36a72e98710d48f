import { asRecord, cleanText, parseJson, readRetryAfter } from '../base/foreign-values';
import { readStart } from '../base/read-body';

const TIMEOUT_MS = 10_000;
/** Maximum bytes of a response: a hundred messages of a channel. */
const MAX_BYTES = 1024 * 1024;

export interface DiscordReply {
  ok: boolean;
  /** Null: no response, so the effect is unknown. */
  status: number | null;
  /** Parsed JSON, or undefined. */
  body: unknown;
  /** Discord's JSON error code; 0: none. */
  code: number;
  /** Error text without secrets; empty on success. */
  error: string;
  /** Milliseconds before the next request of this kind; 0: none. */
  waitMs: number;
  /** The wait applies to all requests of the application. */
  isGlobal: boolean;
}

interface RestTools {
  fetch: typeof fetch;
  /** Without a trailing slash. */
  api: string;
  /** For the User-Agent, which Discord requires. */
  stage: string;
}

interface RestRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path below the API; may contain a secret token. */
  path: string;
  body?: unknown;
  /** Absent: the path contains the authentication. */
  botToken?: string;
}

/** Never throws or retries, and follows no redirects. */
export async function callDiscord(
  { fetch: send, api, stage }: RestTools,
  { method, path, body, botToken }: RestRequest,
): Promise<DiscordReply> {
  const nothing = { ok: false, status: null, body: undefined, code: 0, waitMs: 0, isGlobal: false };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await send(`${api}${path}`, {
      method,
      headers: {
        'User-Agent': `DiscordBot (${stage}, 1)`,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(botToken !== undefined && { Authorization: `Bot ${botToken}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: 'manual',
      signal,
    });
    const text = await readStart(response, { bytes: MAX_BYTES, totalMs: TIMEOUT_MS, signal });
    const answer = parseJson(text) ?? undefined;
    const { status, ok: isOk } = response;
    const { code, message } = asRecord(answer);
    const words = typeof message === 'string' ? `: ${cleanText(message, 200)}` : '';
    return {
      ok: isOk,
      status,
      body: answer,
      code: typeof code === 'number' ? code : 0,
      error: isOk ? '' : `Discord answered ${status}${words}`,
      ...readRate(status, response.headers, answer),
    };
  } catch {
    const error = signal.aborted
      ? `no answer from Discord within ${TIMEOUT_MS / 1000} s`
      : 'Discord could not be reached';
    return { ...nothing, error };
  }
}

/** Wait after a 429 that specifies none. */
const DEFAULT_WAIT_MS = 5_000;
/** Maximum accepted wait. */
const MAX_WAIT_MS = 3_600_000;

/**
 * Rate limit of this kind of request (docs.discord.com, Rate Limits): after a 429, the longer of body and
 * header; with an empty bucket, until it refills. A 429 without JSON comes from the network in front of
 * Discord and applies globally.
 */
export function readRate(
  status: number,
  headers: Pick<Headers, 'get'>,
  body: unknown,
): Pick<DiscordReply, 'waitMs' | 'isGlobal'> {
  const isLimited = status === 429;
  const { retry_after: retryAfter, global: isGlobalBody } = asRecord(body);
  const seconds = (value: unknown): number => {
    const ms = typeof value === 'number' ? value * 1000 : Number(value ?? Number.NaN) * 1000;
    return Number.isFinite(ms) && ms > 0 ? Math.min(Math.ceil(ms), MAX_WAIT_MS) : 0;
  };
  if (isLimited) {
    const header = readRetryAfter(headers.get('Retry-After'), 0) ?? seconds(headers.get('Retry-After'));
    const askedMs = Math.max(seconds(retryAfter), Math.min(header, MAX_WAIT_MS));
    return {
      waitMs: askedMs || DEFAULT_WAIT_MS,
      isGlobal:
        isGlobalBody === true ||
        headers.get('X-RateLimit-Global') === 'true' ||
        headers.get('X-RateLimit-Scope') === 'global' ||
        retryAfter === undefined,
    };
  }
  const isEmpty = headers.get('X-RateLimit-Remaining') === '0';
  return { waitMs: isEmpty ? seconds(headers.get('X-RateLimit-Reset-After')) : 0, isGlobal: false };
}
