import { Webhook } from 'standardwebhooks';
import { readRetryAfter } from '../base/foreign-values';
import type { JsonObject } from '../base/json';
import { readStart } from '../base/read-body';
import type { Event } from '../contract/events/events';
import { fail, ok, type Result } from '../contract/problems';
import { HOPS_HEADER } from '../contract/webhook-messages';

/** A message as it is sent: its id, and its body as JSON. */
export interface Message {
  id: string;
  body: string;
  /** Hooks that lie behind what it tells of (src/webhooks/send.ts). */
  hops: number;
}

/** The message about an event. Its id is the same for every attempt, so that a receiver knows what it has had. */
export const eventMessage = (room: string, event: Event, hops: number): Message => ({
  id: `${room}_${event.seq}`,
  body: JSON.stringify({ type: event.kind, timestamp: event.at, data: { room, ...event } }),
  hops,
});

/** A message that only tries whether messages arrive. @param at milliseconds since the epoch, which its id names */
export const testMessage = (webhook: string, at: number): Message => ({
  id: `${webhook}_test_${at}`,
  body: JSON.stringify({
    ...{ type: 'webhook.test', timestamp: new Date(at).toISOString() },
    data: { webhook } satisfies JsonObject,
  }),
  hops: 0,
});

/** The test message that was sent under an id. */
export const readTestMessage = (webhook: string, id: string): Message =>
  testMessage(webhook, Number(id.slice(`${webhook}_test_`.length)));

/**
 * Hooks that set off other hooks. What comes of a delivery is posted to whoever listens, and one of them may be a hook
 * again: of another scene, or of the same. So every message says how many hooks lie behind it, the one it is posted to
 * included, and a hook takes none that has come too far: a circle ends by itself. The header is not signed: whoever
 * leaves it out only spends what is their own.
 */

/** Most hooks that one thing somebody did may pass through: enough to ask another scene and hear its answer. */
export const MAX_HOPS = 3;

/**
 * Through how many hooks a delivery has come, this one included; 0 when it does not say so.
 *
 * @returns `loop` when there are too many
 */
export function readHops(headers: Readonly<Record<string, string>>): Result<number> {
  const hopsText = headers[HOPS_HEADER]?.trim() ?? '';
  const hops = /^\d{1,9}$/.test(hopsText) ? Number(hopsText) : 0;
  return hops > MAX_HOPS ? fail({ code: 'loop', hops, limit: MAX_HOPS }) : ok(hops);
}

/** The header of a message. @param hops hooks that lie behind what it tells of */
export const hopsHeader = (hops: number): Record<string, string> => ({ [HOPS_HEADER]: String(hops + 1) });

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Waits before the second attempt, the third, …; after the last one an event is given up (Standard Webhooks). */
export const RETRY_MS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR),
];
/** The most of a wait that chance adds, so that receivers are not found by all retries at once. */
const JITTER = 0.1;
/** The longest wait a receiver may ask for. */
const MAX_RETRY_AFTER_MS = 24 * HOUR;
/** Nothing but failures for this long, and a subscription is switched off. */
export const GIVE_UP_MS = 5 * 24 * HOUR;

/**
 * When to try again, in milliseconds since the epoch; null: not any more.
 *
 * @param tries failed attempts so far, this one included
 * @param retryAfter milliseconds that the receiver asked for; null: it did not. It lengthens a wait, never shortens it
 * @param dice from 0 to 1
 */
export function nextTry(now: number, tries: number, retryAfter: number | null, dice: number): number | null {
  const wait = RETRY_MS[tries - 1];
  if (wait === undefined) return null;
  const askedMs = Math.min(retryAfter ?? 0, MAX_RETRY_AFTER_MS);
  return now + Math.round(Math.max(wait * (1 + JITTER * dice), askedMs));
}

/** Time for which the secret before the last rotation stays valid. */
const ROTATION_MS = 24 * 3600 * 1000;

/** A secret of Standard Webhooks: `whsec_` and base64. `until`: milliseconds since the epoch; null: until it is rotated. */
export interface Secret {
  secret: string;
  until: number | null;
}

/** A new secret, from 32 random bytes. */
export function makeSecret(random: Uint8Array<ArrayBuffer>): string {
  return `whsec_${btoa(String.fromCharCode(...random))}`;
}

/** The newest secret first, the one before it for a day more; older ones are gone. */
export function rotate(secrets: readonly Secret[], secret: string, now: number): Secret[] {
  const [last] = secrets;
  return [{ secret, until: null }, ...(last ? [{ ...last, until: now + ROTATION_MS }] : [])];
}

/** The secrets that are valid now. */
export const validSecrets = (secrets: readonly Secret[], now: number): string[] =>
  secrets.filter(({ until }) => until === null || until > now).map(({ secret }) => secret);

/** Headers of every request. */
const CONTENT = { 'Content-Type': 'application/json', 'User-Agent': 'Proscenium-Webhooks/1' };

const nameMessage = (id: string, at: number): Record<string, string> => ({
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(at / 1000)),
});

/**
 * The headers that prove a message ours (Standard Webhooks): its id, the time it is sent, a signature for each secret.
 *
 * @param id the same whenever the same message is sent
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

/** Shows a message as it was sent at a time; its signatures are left out. */
export const describeRequest = (
  { id, body, hops }: Message,
  at: number,
): { headers: Record<string, string>; body: string } => ({
  headers: { ...CONTENT, ...nameMessage(id, at), ...hopsHeader(hops) },
  body,
});

/** Longest address a request is sent to. */
const MAX_URL = 2_000;

/** Names that are never outside: RFC 6761, RFC 6762, RFC 8375, and what networks and clusters use by habit. */
const INTERNAL = [
  ...['localhost', 'local', 'internal', 'intranet', 'private', 'corp', 'home', 'mail', 'lan', 'localdomain'],
  ...['domain', 'workgroup', 'dhcp', 'svc', 'consul', 'docker'],
  ...['home.arpa', 'in-addr.arpa', 'ip6.arpa', 'test', 'example', 'invalid', 'onion', 'alt'],
];
/** Public names whose every subdomain leads to this machine, or to the address that is written in it. */
const MIRRORS = ['nip.io', 'sslip.io', 'xip.io', 'localtest.me', 'lvh.me', 'vcap.me', 'lacolhost.com'];
const PORTS = ['', '443', '8443'];
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Says why no request may be sent to an address that somebody gave us; null: it may. Asked when the address is given
 * and again each time before it is used. https only, no address in numbers, no name of an inner network, no
 * credentials. The parser of `URL` has resolved the disguises of numbers (`0x7f.1`, `2130706433`) by then.
 *
 * Another name that is public and leads inside can't be seen here: a Worker's requests leave from Cloudflare's network,
 * which reaches no private address. Asking a resolver first would not help: the name may lead elsewhere a moment later.
 *
 * @param loopback local development: http and any port, to this machine alone
 */
export function refuseUrl(text: string, { loopback }: { loopback: boolean }): string | null {
  if (text.length > MAX_URL) return `must have at most ${MAX_URL} characters`;
  if (!URL.canParse(text)) return 'must be an absolute URL';
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return 'must not carry credentials';
  if (url.hash !== '') return 'must not have a fragment';
  const host = url.hostname.toLowerCase().replace(/\.$/, '');
  if (loopback && LOOPBACK.includes(host) && /^https?:$/.test(url.protocol)) return null;
  if (url.protocol !== 'https:') return 'must begin with https://';
  if (!PORTS.includes(url.port)) return 'must use port 443 or 8443';
  if (host.startsWith('[') || /^[\d.]+$/.test(host)) return 'must name a host, not an IP address';
  if ([...INTERNAL, ...MIRRORS].some((name) => host === name || host.endsWith(`.${name}`)))
    return 'must not name a host of an inner network';
  if (!/^(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?\.)+[a-z0-9-]{2,63}$/.test(host))
    return 'must name a host with its domain, such as hooks.example.com';
  return null;
}

/** Longest time that a receiver may take, in all. */
export const SEND_TIMEOUT_MS = 10_000;
/** Characters of an answer that are kept, for whoever looks for the reason of a failure. */
const KEPT = 1024;

/** Result of sending a message once. */
export interface SendOutcome {
  delivered: boolean;
  /** Status of the answer; null: there was none. */
  code: number | null;
  /** Failure in words; null when it was delivered. */
  error: string | null;
  latencyMs: number;
  /** The beginning of the answer's body. */
  answer: string;
  /** Milliseconds that the receiver asks us to wait; null: it does not. */
  retryAfter: number | null;
  /** The receiver wants nothing more, ever (410). */
  gone: boolean;
  /** It never will take this message (508: it goes round in a circle). */
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

/** Sends a message once. Never throws. Redirects are not followed: where they lead was not checked. */
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
    // A slow rest is not waited for.
    const opening = await readStart(response, { totalMs: tools.timeoutMs, signal });
    const answer = cleanAnswer(opening);
    if (response.ok) return outcome({ delivered: true, code, answer });
    const isRedirect = code >= 300 && code < 400;
    return outcome({
      code,
      answer,
      error: isRedirect
        ? 'the receiver redirects; redirects are not followed'
        : `the receiver answered ${code}`,
      retryAfter: readRetryAfter(response.headers.get('Retry-After'), tools.now()),
      gone: code === 410,
      hopeless: code === 508,
    });
  } catch (error) {
    const late = signal.aborted || (error instanceof Error && error.name === 'TimeoutError');
    const seconds = tools.timeoutMs / 1000;
    return outcome({ error: late ? `no answer within ${seconds} s` : 'the receiver could not be reached' });
  }
}

/** The beginning of an answer, with its lines, and without signs that a log or a terminal would act on. */
const cleanAnswer = (said: string): string =>
  said
    .replaceAll(/[^\P{Cc}\n\t]|\p{Cf}/gu, '')
    .slice(0, KEPT)
    .toWellFormed();
