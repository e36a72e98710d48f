import { type AccessIdentity, accessCredential } from '../../auth/access-identity';
import { operatorCredential, parseKey, parseSeatToken, parseTicket } from '../../auth/secrets';
import { equalHashes, sha256 } from '../../base/hash';
import { FULL_SCOPE, type KeyScope } from '../../contract/access';
import { OWNER, type Viewer } from '../../contract/events/events';
import type { Failure, Result } from '../../contract/problems';
import { fail, ok } from '../../contract/problems';
import { NEEDS_PLAYER, type SeatRole } from '../../contract/seats';
import type { Access } from '../../room/actions';
import type { SeatOpened } from '../../room/rpc';
import { OPERATOR_IS_REMOTE } from './locality';

/** An authenticated caller. */
export interface Principal {
  tenant: string;
  /** True for the bootstrap key. */
  operator: boolean;
  /**
   * The key's id, `bootstrap`, `access:` plus an email address, or null for a ticket, which the room still has to
   * check.
   */
  keyId: string | null;
  /** A socket ticket used instead of a key. */
  ticket: string | null;
  /** The seat of a person. Each device on a shared seat has its own rate limit. */
  seat: { id: string; scene: string; role: SeatRole; forMany?: true } | null;
  /** Scope of the key, checked by the gate. Full for callers without a key. */
  scope: KeyScope;
  /** See {@link Viewer}; null for a ticket, which has the credential of its creator. */
  credential: string | null;
}

/** The viewer for a room. The room itself applies a seat's permissions. */
export const viewerFor = ({
  seat,
  scope,
  credential,
}: Pick<Principal, 'seat' | 'scope' | 'credential'>): Viewer => ({
  ...(seat ? { owner: false, ids: [], seat: seat.id } : OWNER),
  ...(scope.scope === 'read' && { readsOnly: true }),
  credential: credential ?? undefined,
});

/** Dependencies of authentication. */
export interface Keyring {
  bootstrapKey: string | null;
  /** False if the operator's key is not accepted from the origin of this request. */
  mayOperate: boolean;
  /** Asks the tenant's object; null if the key is unknown or revoked. */
  verifyKey(tenant: string, hash: string): Promise<Result<({ keyId: string } & KeyScope) | null>>;
  /** Asks the scene; null if the token opens no seat. Never cached. */
  verifySeat(tenant: string, scene: string, hash: string): Promise<Result<SeatOpened | null>>;
  /**
   * Checks a credential, unless the caller has tried too many wrong ones. `check` returns null for a wrong
   * credential.
   *
   * @param hash of the credential: known-good credentials are checked regardless of the limit
   * @returns `too_many` after too many wrong credentials
   */
  attempt<T>(hash: string, check: () => Promise<Result<T | null>>): Promise<Result<T | null>>;
  /** The owner from Cloudflare Access, or null. Only used without other credentials. */
  findAccessOwner?(): Promise<Result<(AccessIdentity & { tenant: string }) | null>>;
  now(): number;
}

/**
 * How long a revoked key may still work, only in an isolate that has just verified it. Together with the time for a
 * body (src/http/middleware/body.ts), this stays below the documented 30 seconds.
 */
const REMEMBER_MS = 25_000;
const REMEMBER_KEYS = 1_000;
const cachedPrincipals = new Map<string, { tenant: string; keyId: string; scope: KeyScope; until: number }>();

/**
 * Authenticates a request.
 *
 * @param authorization the Authorization header
 * @param ticket the `ticket` query parameter; only used if `access` allows one
 * @param path of the request: a seat is only valid for its own scene
 */
export async function authenticate(
  access: Exclude<Access, 'public' | 'invitation' | 'signed' | 'metrics' | 'person' | 'anyone'>,
  authorization: string | undefined,
  ticket: string | undefined,
  keyring: Keyring,
  path = '',
): Promise<Result<Principal>> {
  const takesTicket = access === 'ticket-or-key' || access === 'ticket-or-seat';
  if (takesTicket && ticket !== undefined) {
    const ticketPlace = parseTicket(ticket);
    if (!ticketPlace) return refuse('The ticket must have the form tk_<tenant>_<secret>.');
    return ok({
      ...{ tenant: ticketPlace.tenant, operator: false, keyId: null, ticket, seat: null },
      ...{ scope: FULL_SCOPE, credential: null },
    });
  }
  // No credential was sent, so don't count a failed attempt; otherwise any website could rate-limit its visitors
  // here.
  if (authorization === undefined || authorization === '') {
    const owner = await keyring.findAccessOwner?.();
    if (owner && !owner.ok) return owner;
    if (!owner?.value) return refuse('The request has no API key.');
    return admitKey(access, {
      ...ownerBy(owner.value.tenant, `access:${owner.value.email}`, FULL_SCOPE),
      credential: accessCredential(owner.value),
    });
  }
  const key = /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
  if (key === undefined) return refuse('The Authorization header must be "Bearer <key>".');
  if (parseSeatToken(key)) return admitSeat(access, key, keyring, path);
  const principal = await identify(key, keyring);
  return principal.ok ? admitKey(access, principal.value) : principal;
}

function admitKey(access: Access, principal: Principal): Result<Principal> {
  if (access === 'operator' && !principal.operator)
    return fail({
      code: 'forbidden',
      needs: "the operator's key",
      fix: 'Ask the operator of this stage to do it.',
    });
  return ok(principal);
}

/** Admits a seat to the paths of its own scene. */
async function admitSeat(
  access: Exclude<Access, 'public' | 'invitation' | 'person' | 'anyone'>,
  token: string,
  keyring: Keyring,
  path: string,
): Promise<Result<Principal>> {
  const place = parseSeatToken(token);
  if (!place) return refuse('The seat token must have the form st_<tenant>_<scene>_<secret>.');
  const { tenant, scene } = place;
  const hash = await sha256(token);
  const openSeat = await keyring.attempt(hash, () => keyring.verifySeat(tenant, scene, hash));
  if (!openSeat.ok) return openSeat;
  if (openSeat.value === null) {
    const fix = 'Ask the owner of the scene for an invitation.';
    return fail({
      code: 'unauthenticated',
      reason: 'The seat does not exist, was revoked or has expired.',
      fix,
    });
  }
  const { seat: id, role, forMany } = openSeat.value;
  const seat = { id, scene, role, ...(forMany && { forMany }) };
  const principal = {
    ...{ tenant, operator: false, keyId: null, ticket: null, seat },
    ...{ scope: FULL_SCOPE, credential: hash },
  };
  // All paths reached from here check the seat themselves.
  if (access === 'any-seat') return ok(principal);
  if (access !== 'seat' && access !== 'player' && access !== 'ticket-or-seat')
    return fail({
      code: 'forbidden',
      needs: 'an API key; a seat can only read and play in its scene',
      fix: 'Ask the owner of the scene, or use a key of the tenant.',
    });
  if (path.split('/')[3] !== scene)
    return fail({
      code: 'forbidden',
      needs: 'an API key or a seat of this scene; your seat is in another scene',
      fix: 'Check the id of the scene, or ask its owner for an invitation.',
    });
  return access === 'player' && role !== 'player' ? fail(NEEDS_PLAYER) : ok(principal);
}

async function identify(key: string, keyring: Keyring): Promise<Result<Principal>> {
  const keyPlace = parseKey(key);
  const hash = await sha256(key);
  const now = keyring.now();
  const entry = cachedPrincipals.get(hash);
  if (entry && entry.until > now) return ok(ownerBy(entry.tenant, entry.keyId, entry.scope));

  const checkedKey = await keyring.attempt(hash, async (): Promise<Result<Principal | null>> => {
    if (!keyPlace) return ok(null);
    const { tenant } = keyPlace;
    if (keyring.bootstrapKey !== null && equalHashes(hash, await sha256(keyring.bootstrapKey)))
      return keyring.mayOperate
        ? ok({
            ...ownerBy(tenant, 'bootstrap', FULL_SCOPE),
            operator: true,
            credential: operatorCredential(hash),
          })
        : fail(OPERATOR_IS_REMOTE);
    const storedKey = await keyring.verifyKey(tenant, hash);
    if (!storedKey.ok || !storedKey.value) return storedKey as Result<null>;
    const { keyId, ...scope } = storedKey.value;
    if (cachedPrincipals.size >= REMEMBER_KEYS) cachedPrincipals.clear();
    cachedPrincipals.set(hash, { tenant, keyId, scope, until: now + REMEMBER_MS });
    return ok(ownerBy(tenant, keyId, scope));
  });
  if (!checkedKey.ok) return checkedKey;
  if (checkedKey.value) return ok(checkedKey.value);
  cachedPrincipals.delete(hash);
  return refuse(
    keyPlace
      ? 'The API key does not exist or was revoked.'
      : 'The API key must have the form ps_<tenant>_<secret>.',
  );
}

const ownerBy = (tenant: string, keyId: string, scope: KeyScope): Principal => ({
  ...{ tenant, operator: false, keyId, ticket: null, seat: null, scope },
  credential: keyId,
});

/** Removes a revoked key from the cache of this isolate. */
export function forgetKey(tenant: string, keyId: string): void {
  for (const [hash, entry] of cachedPrincipals)
    if (entry.tenant === tenant && entry.keyId === keyId) cachedPrincipals.delete(hash);
}

/** Removes all keys of a tenant being deleted from the cache of this isolate. */
export function forgetTenant(tenant: string): void {
  for (const [hash, entry] of cachedPrincipals) if (entry.tenant === tenant) cachedPrincipals.delete(hash);
}

const refuse = (reason: string): { ok: false; failure: Failure } => fail({ code: 'unauthenticated', reason });
