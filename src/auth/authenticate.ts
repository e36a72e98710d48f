import type { Failure, Result } from '../contract/problems';
import { fail, ok } from '../contract/problems';
import { sha256 } from '../hash';
import { equalHashes, parseKey, parseTicket } from './keys';
import type { Access } from './permissions';

/** Who is calling. */
export interface Principal {
  tenant: string;
  /** Set for the bootstrap key. */
  operator: boolean;
  /** The key's id, `bootstrap`, or null for a ticket, which the room has still to check. */
  keyId: string | null;
  /** The socket ticket that stands in for a key. */
  ticket: string | null;
}

/** What authentication needs from outside. */
export interface Keyring {
  bootstrapKey: string | null;
  /** Asks the tenant's own object; null when the key is unknown or revoked. */
  verifyKey(tenant: string, hash: string): Promise<Result<{ keyId: string } | null>>;
  now(): number;
}

/** A revoked key works at most this long more, and only in an isolate that has just seen it. */
const REMEMBER_MS = 30_000;
const REMEMBER_KEYS = 1_000;
const remembered = new Map<string, { tenant: string; keyId: string; until: number }>();

/**
 * Finds out who sent a request.
 *
 * @param authorization the Authorization header
 * @param ticket the `ticket` of the query; looked at only where `access` allows one
 */
export async function authenticate(
  access: Exclude<Access, 'public'>,
  authorization: string | undefined,
  ticket: string | undefined,
  keyring: Keyring,
): Promise<Result<Principal>> {
  if (access === 'ticket-or-key' && ticket !== undefined) {
    const parsed = parseTicket(ticket);
    if (!parsed) return refuse('The ticket has not the form tk_<tenant>_<secret>.');
    return ok({ tenant: parsed.tenant, operator: false, keyId: null, ticket });
  }
  if (authorization === undefined || authorization === '') return refuse('The request carries no API key.');
  const key = /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
  if (key === undefined) return refuse('The Authorization header is not "Bearer <key>".');
  const principal = await identify(key, keyring);
  if (!principal.ok) return principal;
  if (access === 'operator' && !principal.value.operator)
    return fail({ code: 'forbidden', needs: "the operator's key" });
  return principal;
}

async function identify(key: string, keyring: Keyring): Promise<Result<Principal>> {
  const parsed = parseKey(key);
  if (!parsed) return refuse('The API key has not the form ps_<tenant>_<secret>.');
  const hash = await sha256(key);
  if (keyring.bootstrapKey !== null && equalHashes(hash, await sha256(keyring.bootstrapKey)))
    return ok({ tenant: parsed.tenant, operator: true, keyId: 'bootstrap', ticket: null });

  const now = keyring.now();
  const seen = remembered.get(hash);
  if (seen && seen.until > now && seen.tenant === parsed.tenant)
    return ok({ tenant: seen.tenant, operator: false, keyId: seen.keyId, ticket: null });

  const found = await keyring.verifyKey(parsed.tenant, hash);
  if (!found.ok) return found;
  if (found.value === null) {
    remembered.delete(hash);
    return refuse('The API key is unknown or was revoked.');
  }
  if (remembered.size >= REMEMBER_KEYS) remembered.clear();
  remembered.set(hash, { tenant: parsed.tenant, keyId: found.value.keyId, until: now + REMEMBER_MS });
  return ok({ tenant: parsed.tenant, operator: false, keyId: found.value.keyId, ticket: null });
}

/** Forgets a key that was just revoked, in this isolate. */
export function forgetKey(tenant: string, keyId: string): void {
  for (const [hash, entry] of remembered)
    if (entry.tenant === tenant && entry.keyId === keyId) remembered.delete(hash);
}

const refuse = (reason: string): { ok: false; failure: Failure } => fail({ code: 'unauthenticated', reason });
