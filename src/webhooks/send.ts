import { Webhook } from 'standardwebhooks';
import { readRetryAfter } from '../base/foreign-values';
import type { JsonObject } from '../base/json';
import { refuseUrl } from '../base/reach';
import { readStart } from '../base/read-body';
import type { Event } from '../contract/events/events';
import { fail, ok, type Result } from '../contract/problems';
import { HOPS_HEADER } from '../contract/webhook-messages';

export interface Message {
  id: string;
  body: string;
  /** Number of hooks behind its cause (see {@link MAX_HOPS}). */
  hops: number;
}

/** The id is the same for every attempt, so that receivers can detect duplicates. */
export const eventMessage = (room: string, event: Event, hops: number): Message => ({
  id: `${room}_${event.seq}`,
  body: JSON.stringify({ type: event.kind, timestamp: event.at, data: { room, ...event } }),
  hops,
});

/** Tests the connection. @param at milliseconds since the epoch, part of the id */
export const testMessage = (webhook: string, at: number): Message => ({
  id: `${webhook}_test_${at}`,
  body: JSON.stringify({
    ...{ type: 'webhook.test', timestamp: new Date(at).toISOString() },
    data: { webhook } satisfies JsonObject,
  }),
  hops: 0,
});

export const readTestMessage = (webhook: string, id: string): Message =>
  testMessage(webhook, Number(id.slice(`${webhook}_test_`.length)));

/**
 * Webhooks can trigger hooks, whose effects are sent to webhooks again, possibly in a circle. Every message
 * therefore contains the number of hooks it came through, and a hook rejects messages above the limit. The
 * header is not signed: a sender that omits it only spends its own budget.
 */

/** Maximum hooks per original action: enough to ask another scene and receive its answer. */
export const MAX_HOPS = 3;

/**
 * Number of hooks a delivery came through, including this one; 0 without the header.
 *
 * @returns `loop` above the limit
 */
export function readHops(headers: Readonly<Record<string, string>>): Result<number> {
  const hopsText = headers[HOPS_HEADER]?.trim() ?? '';
  const hops = /^\d{1,9}$/.test(hopsText) ? Number(hopsText) : 0;
  return hops > MAX_HOPS ? fail({ code: 'loop', hops, limit: MAX_HOPS }) : ok(hops);
}

/** @param hops hooks behind the message's cause */
export const hopsHeader = (hops: number): Record<string, string> => ({ [HOPS_HEADER]: String(hops + 1) });

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Delays before the second attempt, the third, …; then the event is abandoned (Standard Webhooks). */
export const RETRY_MS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR),
];
/** Maximum random addition to a delay, so that retries don't arrive simultaneously. */
const JITTER = 0.1;
/** Maximum delay that a receiver may request. */
const MAX_RETRY_AFTER_MS = 24 * HOUR;
/** A subscription is disabled after failing for this long. */
export const GIVE_UP_MS = 5 * 24 * HOUR;

/**
 * Time of the next attempt, in milliseconds since the epoch; null: none.
 *
 * @param tries failed attempts so far
 * @param retryAfter milliseconds requested by the receiver, or null; only lengthens the delay
 * @param dice from 0 to 1
 */
export function nextAttempt(
  now: number,
  tries: number,
  retryAfter: number | null,
  dice: number,
): number | null {
  const wait = RETRY_MS[tries - 1];
  if (wait === undefined) return null;
  const askedMs = Math.min(retryAfter ?? 0, MAX_RETRY_AFTER_MS);
  return now + Math.round(Math.max(wait * (1 + JITTER * dice), askedMs));
}

/** Validity of the previous secret after a rotation. */
const ROTATION_MS = 24 * 3600 * 1000;

/**
 * A Standard Webhooks secret: `whsec_` and base64. `until`: expiry in milliseconds since the epoch; null:
 * current.
 */
export interface Secret {
  secret: string;
  until: number | null;
}

/** @param random 32 bytes */
export function makeSecret(random: Uint8Array<ArrayBuffer>): string {
  return `whsec_${btoa(String.fromCharCode(...random))}`;
}

/** Newest first; keeps only the previous one, for another day. */
export function rotate(secrets: readonly Secret[], secret: string, now: number): Secret[] {
  const [last] = secrets;
  return [{ secret, until: null }, ...(last ? [{ ...last, until: now + ROTATION_MS }] : [])];
}

export const validSecrets = (secrets: readonly Secret[], now: number): string[] =>
  secrets.filter(({ until }) => until === null || until > now).map(({ secret }) => secret);

const CONTENT = { 'Content-Type': 'application/json', 'User-Agent': 'Proscenium-Webhooks/1' };

const nameMessage = (id: string, at: number): Record<string, string> => ({
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(at / 1000)),
});

/**
 * Signature headers of Standard Webhooks: id, time, and a signature per secret.
 *
 * @param id the same for all attempts of a message
 * @param now milliseconds since the epoch
 */
export function signMessage(
  id: string,
  body: string,
  now: number,
  secrets: readonly string[],
): Record<string, string> {
  const at = new Date(now);
  return {
    ...nameMessage(id, now),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  };
}

/** The request as sent, without signatures. */
export const describeRequest = (
  { id, body, hops }: Message,
  at: number,
): { headers: Record<string, string>; body: string } => ({
  headers: { ...CONTENT, ...nameMessage(id, at), ...hopsHeader(hops) },
  body,
});

/** Maximum total time for a receiver's response. */
export const SEND_TIMEOUT_MS = 10_000;
/** Stored characters of a response, for debugging failures. */
const MAX_KEPT_CHARS = 1024;

export interface SendOutcome {
  delivered: boolean;
  /** Response status; null: no response. */
  code: number | null;
  /** Error text; null on success. */
  error: string | null;
  latencyMs: number;
  answer: string;
  /** Requested delay in milliseconds, or null. */
  retryAfter: number | null;
  /** The receiver wants no more messages (410). */
  gone: boolean;
  /** The receiver will never accept this message (508, a loop). */
  hopeless: boolean;
}

interface SendTools {
  fetch: typeof fetch;
  now: () => number;
  timeoutMs: number;
  /** Local development: this machine may be a receiver. */
  loopback: boolean;
  /** Default: POST. */
  method?: 'POST' | 'PATCH';
}

/** Sends a message once. Never throws. Redirects are not followed, because their targets are unchecked. */
export async function sendMessage(
  url: string,
  body: string,
  headers: Record<string, string>,
  tools: SendTools,
): Promise<SendOutcome> {
  const began = tools.now();
  const outcome = (more: Partial<SendOutcome>): SendOutcome => ({
    delivered: false,
    code: null,
    error: null,
    answer: '',
    retryAfter: null,
    gone: false,
    hopeless: false,
    ...more,
    latencyMs: Math.max(0, tools.now() - began),
  });
  const refusal = refuseUrl(url, tools);
  if (refusal !== null) return outcome({ error: `the address ${refusal}` });
  const signal = AbortSignal.timeout(tools.timeoutMs);
  try {
    const response = await tools.fetch(url, {
      method: tools.method ?? 'POST',
      headers: { ...CONTENT, ...headers },
      body,
      redirect: 'manual',
      signal,
    });
    const { status: code } = response;
    // Don't wait for a slow rest of the body.
    const opening = await readStart(response, { totalMs: tools.timeoutMs, signal });
    const answer = cleanAnswer(opening);
    if (response.ok) return outcome({ delivered: true, code, answer });
    const isRedirect = code >= 300 && code < 400;
    return outcome({
      code,
      answer,
      error: isRedirect
        ? 'the receiver redirects; redirects are not followed'
        : `the receiver responded with ${code}`,
      retryAfter: readRetryAfter(response.headers.get('Retry-After'), tools.now()),
      gone: code === 410,
      hopeless: code === 508,
    });
  } catch (error) {
    const late = signal.aborted || (error instanceof Error && error.name === 'TimeoutError');
    const seconds = tools.timeoutMs / 1000;
    return outcome({ error: late ? `no response within ${seconds} s` : 'the receiver could not be reached' });
  }
}

/** Keeps line breaks but removes characters that could control a log or terminal. */
const cleanAnswer = (said: string): string =>
  said
    .replaceAll(/[^\P{Cc}\n\t]|\p{Cf}/gu, '')
    .slice(0, MAX_KEPT_CHARS)
    .toWellFormed();
