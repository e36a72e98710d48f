import { asRecord, cleanText, parseJson, readRetryAfter } from '../base/foreign-values';
import { readStart } from '../base/read-body';

/** Longest time that Discord may take to answer. */
const TIMEOUT_MS = 10_000;
/** Most bytes of an answer: a hundred messages of a channel. */
const MAX_BYTES = 1024 * 1024;

/** Result of one request to Discord. */
export interface DiscordReply {
  ok: boolean;
  /** Null: no answer came, so it may have taken effect or not. */
  status: number | null;
  /** The body as JSON; undefined: none. */
  body: unknown;
  /** Discord's own number of the error (JSON error codes of its reference); 0: none. */
  code: number;
  /** The failure in words; empty when it is none. Holds no secret. */
  error: string;
  /** Milliseconds to wait before the next request of its kind; 0: none. */
  waitMs: number;
  /** The wait is for every request of the application. */
  isGlobal: boolean;
}

interface RestTools {
  fetch: typeof fetch;
  /** Address of Discord's API, without a slash at the end. */
  api: string;
  /** Names the stage, as Discord asks of every client. */
  stage: string;
}

interface RestRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path below the API; it may hold the token of a webhook or an interaction. */
  path: string;
  body?: unknown;
  /** Absent: the path itself proves who asks. */
  botToken?: string;
}

/** Makes one request. Never throws, repeats nothing, and follows no redirect. */
export async function askDiscord(
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

/** The wait after a 429 that says none. */
const UNSAID_WAIT_MS = 5_000;
/** The longest wait that is believed. */
const MAX_WAIT_MS = 3_600_000;

/**
 * Says how long requests of this kind have to wait (docs.discord.com, Rate Limits): after a 429 as long as its body or its
 * header says, whichever is longer; with an empty bucket until it is filled. A 429 without JSON comes from the network
 * in front of Discord and holds for everything.
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
      waitMs: askedMs || UNSAID_WAIT_MS,
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
