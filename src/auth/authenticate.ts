import { OWNER, type Viewer } from '../contract/events';
import type { Failure, Result } from '../contract/problems';
import { fail, ok } from '../contract/problems';
import { NEEDS_PLAYER, type SeatRole } from '../contract/seats';
import { sha256 } from '../hash';
import { equalHashes, parseKey, parseTicket } from './keys';
import type { Access } from './permissions';
import { parseSeatToken } from './seats';

/** Who is calling. */
export interface Principal {
  tenant: string;
  /** Set for the bootstrap key. */
  operator: boolean;
  /** The key's id, `bootstrap`, or null for a ticket, which the room has still to check. */
  keyId: string | null;
  /** The socket ticket that stands in for a key. */
  ticket: string | null;
  /** Set for a person on a seat: where it is, and what it is. */
  seat: { id: string; scene: string; role: SeatRole } | null;
}

/** Who looks, for a room: it says itself what a seat may see. */
export const viewerOf = ({ seat }: Pick<Principal, 'seat'>): Viewer =>
  seat ? { owner: false, ids: [], seat: seat.id } : OWNER;

/** What authentication needs from outside. */
export interface Keyring {
  bootstrapKey: string | null;
  /** Asks the tenant's own object; null when the key is unknown or revoked. */
  verifyKey(tenant: string, hash: string): Promise<Result<{ keyId: string } | null>>;
  /** Asks the scene; null when the token opens no seat of it, or none any more. Never remembered. */
  verifySeat(
    tenant: string,
    scene: string,
    hash: string,
  ): Promise<Result<{ seat: string; role: SeatRole } | null>>;
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
 * @param path of the request: a seat is good for its own scene alone
 */
export async function authenticate(
  access: Exclude<Access, 'public' | 'invitation' | 'signed'>,
  authorization: string | undefined,
  ticket: string | undefined,
  keyring: Keyring,
  path = '',
): Promise<Result<Principal>> {
  const takesTicket = access === 'ticket-or-key' || access === 'ticket-or-seat';
  if (takesTicket && ticket !== undefined) {
    const parsed = parseTicket(ticket);
    if (!parsed) return refuse('The ticket has not the form tk_<tenant>_<secret>.');
    return ok({ tenant: parsed.tenant, operator: false, keyId: null, ticket, seat: null });
  }
  if (authorization === undefined || authorization === '') return refuse('The request carries no API key.');
  const key = /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
  if (key === undefined) return refuse('The Authorization header is not "Bearer <key>".');
  if (parseSeatToken(key)) return admitSeat(access, key, keyring, path);
  const principal = await identify(key, keyring);
  if (!principal.ok) return principal;
  if (access === 'operator' && !principal.value.operator)
    return fail({
      code: 'forbidden',
      needs: "the operator's key",
      fix: 'Ask the operator of this stage to do it.',
    });
  return principal;
}

/** Lets a person on a seat in where seats may come in: at the addresses of its own scene. */
async function admitSeat(
  access: Exclude<Access, 'public' | 'invitation'>,
  token: string,
  keyring: Keyring,
  path: string,
): Promise<Result<Principal>> {
  const place = parseSeatToken(token);
  if (!place) return refuse('The token of the seat has not the form st_<tenant>_<scene>_<secret>.');
  const { tenant, scene } = place;
  const found = await keyring.verifySeat(tenant, scene, await sha256(token));
  if (!found.ok) return found;
  if (found.value === null) {
    const fix = 'Ask the owner of the scene for an invitation.';
    return fail({
      code: 'unauthenticated',
      reason: 'The seat is unknown, was revoked, or its time is over.',
      fix,
    });
  }
  const { seat: id, role } = found.value;
  if (access !== 'seat' && access !== 'player' && access !== 'ticket-or-seat')
    return fail({
      code: 'forbidden',
      needs: 'an API key: a seat only reads and plays in its scene',
      fix: 'Ask the owner of the scene, or use a key of the tenant.',
    });
  if (path.split('/')[3] !== scene)
    return fail({
      code: 'forbidden',
      needs: 'an API key, or a seat of that scene: yours is of another',
      fix: 'Check the id of the scene, or ask the owner of that scene for an invitation.',
    });
  if (access === 'player' && role !== 'player') return fail(NEEDS_PLAYER);
  return ok({ tenant, operator: false, keyId: null, ticket: null, seat: { id, scene, role } });
}

async function identify(key: string, keyring: Keyring): Promise<Result<Principal>> {
  const parsed = parseKey(key);
  if (!parsed) return refuse('The API key has not the form ps_<tenant>_<secret>.');
  const hash = await sha256(key);
  if (keyring.bootstrapKey !== null && equalHashes(hash, await sha256(keyring.bootstrapKey)))
    return ok({ tenant: parsed.tenant, operator: true, keyId: 'bootstrap', ticket: null, seat: null });

  const now = keyring.now();
  const seen = remembered.get(hash);
  if (seen && seen.until > now && seen.tenant === parsed.tenant)
    return ok({ tenant: seen.tenant, operator: false, keyId: seen.keyId, ticket: null, seat: null });

  const found = await keyring.verifyKey(parsed.tenant, hash);
  if (!found.ok) return found;
  if (found.value === null) {
    remembered.delete(hash);
    return refuse('The API key is unknown or was revoked.');
  }
  if (remembered.size >= REMEMBER_KEYS) remembered.clear();
  remembered.set(hash, { tenant: parsed.tenant, keyId: found.value.keyId, until: now + REMEMBER_MS });
  const { keyId } = found.value;
  return ok({ tenant: parsed.tenant, operator: false, keyId, ticket: null, seat: null });
}

/** Forgets a key that was just revoked, in this isolate. */
export function forgetKey(tenant: string, keyId: string): void {
  for (const [hash, entry] of remembered)
    if (entry.tenant === tenant && entry.keyId === keyId) remembered.delete(hash);
}

/** Forgets all keys of a tenant that is being deleted, in this isolate. */
export function forgetTenant(tenant: string): void {
  for (const [hash, entry] of remembered) if (entry.tenant === tenant) remembered.delete(hash);
}

const refuse = (reason: string): { ok: false; failure: Failure } => fail({ code: 'unauthenticated', reason });
