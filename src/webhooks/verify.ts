import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { equalHashes, sha256 } from '../base/hash';
import type { Json, JsonObject } from '../base/json';
import type { Delivery, Verification } from '../contract/hooks';
import { type Failure, fail, ok, type Result } from '../contract/problems';

interface Verified {
  /** Ids for detecting repeats: the sender's first, a signed one last; empty: repeats are not detected. */
  ids: string[];
  payload: JsonObject;
  /** Response to a ping, which has no effect; null: a real delivery. */
  greeting: JsonObject | null;
}

interface VerifyTools {
  /** Valid secrets, newest first. */
  secrets: readonly string[];
  now: number;
}

type Verify = (delivery: Delivery, tools: VerifyTools) => Promise<Result<Verified>>;

/** Maximum age, or lead, of a signature. */
const WINDOW_S = 300;

/** @param reason the problem; must not reveal the expected value */
const forged = (reason: string): { ok: false; failure: Failure } =>
  fail({
    code: 'unauthenticated',
    reason,
    fix: 'Sign the delivery with the secret of this hook, as described in docs/webhooks.md for its kind of verification.',
  });

/** True if the time is missing or outside the window. @param seconds since the epoch */
function isStale(seconds: string | undefined, now: number): boolean {
  if (seconds === undefined || !/^\d{1,12}$/.test(seconds)) return true;
  return Math.abs(now / 1000 - Number(seconds)) > WINDOW_S;
}

const encoder = new TextEncoder();

/** True if `hex` is the HMAC-SHA-256 of a text; compared in constant time by the platform. */
async function isHmac(secret: string, text: string, hex: string): Promise<boolean> {
  const signature = readHex(hex, 32);
  if (!signature) return false;
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['verify']);
  return crypto.subtle.verify('HMAC', key, signature, encoder.encode(text));
}

async function isHmacOfAny(secrets: readonly string[], text: string, hex: string): Promise<boolean> {
  const matches = await Promise.all(secrets.map((secret) => isHmac(secret, text, hex)));
  return matches.includes(true);
}

/** Null unless it is `length` bytes in hex. */
function readHex(hex: string, length: number): Uint8Array<ArrayBuffer> | null {
  if (hex.length !== 2 * length || !/^[0-9a-fA-F]+$/.test(hex)) return null;
  return Uint8Array.from({ length }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16));
}

function readPayload(body: string): Result<JsonObject> {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return ok(value as JsonObject);
  } catch {
    // Handled below.
  }
  return fail({ code: 'invalid', errors: [{ pointer: '', message: 'must be a JSON object' }] });
}

/** Form fields; a `payload` field contains JSON (Slack's buttons). */
function readForm(body: string): Result<JsonObject> {
  const fields = Object.fromEntries(new URLSearchParams(body));
  return fields.payload === undefined ? ok(fields) : readPayload(fields.payload);
}

/**
 * A bearer token; `secrets` are its SHA-256 hashes, because the token is not stored. Repeats are detected by
 * `webhook-id` or `Idempotency-Key`; without one, every delivery counts, because a short message may be sent
 * twice on purpose.
 */
const verifyBearer: Verify = async ({ headers, body }, { secrets }) => {
  const token = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
  if (token === undefined) return forged('The Authorization header must be "Bearer <token>".');
  const hash = await sha256(token);
  const matches = secrets.map((secret) => equalHashes(hash, secret));
  if (!matches.includes(true)) return forged('The token does not match this hook.');
  const payload = readPayload(body);
  if (!payload.ok) return payload;
  const id = headers['webhook-id'] ?? headers['idempotency-key'];
  return ok({ ids: id ? [id] : [], payload: payload.value, greeting: null });
};

/**
 * GitHub: `X-Hub-Signature-256` over the body. It covers neither time nor id, so repeats are also detected by
 * signature: an intercepted delivery cannot be replayed under another id.
 */
const verifyGithub: Verify = async ({ headers, body }, { secrets }) => {
  const signature = headers['x-hub-signature-256'];
  const id = headers['x-github-delivery'];
  if (!signature?.startsWith('sha256=') || !id)
    return forged('X-Hub-Signature-256 or X-GitHub-Delivery is missing.');
  const hex = signature.slice('sha256='.length).toLowerCase();
  if (!(await isHmacOfAny(secrets, body, hex))) return forged('The signature does not match.');
  const payload = readPayload(body);
  if (!payload.ok) return payload;
  const greeting = headers['x-github-event'] === 'ping' ? { pong: true } : null;
  return ok({ ids: [id, `sha256=${hex}`], payload: payload.value, greeting });
};

/**
 * Slack: `X-Slack-Signature` over `v0:<timestamp>:<body>`; events are JSON, slash commands and buttons are
 * forms.
 */
const verifySlack: Verify = async ({ headers, body }, { secrets, now }) => {
  const timestamp = headers['x-slack-request-timestamp'];
  const signature = headers['x-slack-signature'];
  if (!timestamp || !signature?.startsWith('v0='))
    return forged('X-Slack-Request-Timestamp or X-Slack-Signature is missing.');
  if (isStale(timestamp, now)) return forged('The timestamp of the delivery is too old or in the future.');
  const hex = signature.slice('v0='.length).toLowerCase();
  if (!(await isHmacOfAny(secrets, `v0:${timestamp}:${body}`, hex)))
    return forged('The signature does not match.');
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded');
  const payload = isForm ? readForm(body) : readPayload(body);
  if (!payload.ok) return payload;
  const { type, challenge, event_id, trigger_id } = payload.value;
  const greeting = type === 'url_verification' && challenge !== undefined ? { challenge } : null;
  const ids = [event_id, trigger_id].filter(isText);
  return ok({ ids: ids.length > 0 ? ids : [signature], payload: payload.value, greeting });
};

const isText = (value: Json | undefined): value is string => typeof value === 'string' && value !== '';

/**
 * Standard Webhooks: `webhook-id`, `webhook-timestamp` and `webhook-signature`, or the older prefix `svix-`.
 */
const verifyStandard: Verify = async ({ headers, body }, { secrets, now }) => {
  const prefix = headers['webhook-signature'] ? 'webhook' : 'svix';
  const id = headers[`${prefix}-id`];
  const timestamp = headers[`${prefix}-timestamp`];
  const signature = headers[`${prefix}-signature`];
  if (!id || !timestamp || !signature)
    return forged('webhook-id, webhook-timestamp or webhook-signature is missing.');
  if (isStale(timestamp, now)) return forged('The timestamp of the delivery is too old or in the future.');
  const proof = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
  if (!secrets.some((secret) => isSigned(secret, body, proof)))
    return forged('The signature does not match.');
  const payload = readPayload(body);
  return payload.ok ? ok({ ids: [id], payload: payload.value, greeting: null }) : payload;
};

function isSigned(secret: string, body: string, proof: Record<string, string>): boolean {
  try {
    new Webhook(secret).verify(body, proof);
    return true;
  } catch (error) {
    // `verify` parses the body after checking the signature and throws another error if it is not JSON.
    return !(error instanceof WebhookVerificationError);
  }
}

/** Discord's types of interactions and responses (docs.discord.com, Receiving and Responding). */
const PING = 1;
const PONG = { type: 1 };
export const DEFERRED = { type: 5 };

/** Discord interactions: an Ed25519 signature of timestamp and body by the application's key. */
const verifyDiscord: Verify = async ({ headers, body }, { secrets, now }) => {
  const timestamp = headers['x-signature-timestamp'];
  const signature = readHex(headers['x-signature-ed25519'] ?? '', 64);
  if (!timestamp || !signature) return forged('X-Signature-Ed25519 or X-Signature-Timestamp is missing.');
  if (isStale(timestamp, now)) return forged('The timestamp of the delivery is too old or in the future.');
  const signedBytes = new TextEncoder().encode(timestamp + body) as Uint8Array<ArrayBuffer>;
  const matches = await Promise.all(secrets.map((key) => isSignedBy(key, signature, signedBytes)));
  if (!matches.includes(true)) return forged('The signature does not match.');
  const payload = readPayload(body);
  if (!payload.ok) return payload;
  const { id, type } = payload.value;
  const ids = typeof id === 'string' && id !== '' ? [id] : [headers['x-signature-ed25519'] ?? ''];
  return ok({ ids, payload: payload.value, greeting: type === PING ? PONG : null });
};

/** @param publicKey 64 hex digits, as Discord shows it */
async function isSignedBy(
  publicKey: string,
  signature: Uint8Array<ArrayBuffer>,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const bytes = readHex(publicKey, 32);
  if (!bytes) return false;
  try {
    const key = await crypto.subtle.importKey('raw', bytes, { name: 'Ed25519' }, false, ['verify']);
    return await crypto.subtle.verify('Ed25519', key, signature, signed);
  } catch {
    // Not a point on the curve.
    return false;
  }
}

const VERIFIERS: Record<Verification, Verify> = {
  standard: verifyStandard,
  github: verifyGithub,
  slack: verifySlack,
  discord: verifyDiscord,
  bearer: verifyBearer,
};

/**
 * Authenticates a delivery.
 *
 * @returns `unauthenticated` if it is forged, too old or from the future; `invalid` if its body is not a JSON
 * object
 */
export const verifyDelivery = (
  kind: Verification,
  delivery: Delivery,
  tools: VerifyTools,
): Promise<Result<Verified>> => VERIFIERS[kind](delivery, tools);
