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
import { OPERATES_ELSEWHERE } from './locality';

/** An authenticated caller. */
export interface Principal {
  tenant: string;
  /** Set for the bootstrap key. */
  operator: boolean;
  /** The key's id, `bootstrap`, `access:` and an e-mail address, or null for a ticket, which the room has still to check. */
  keyId: string | null;
  /** The socket ticket that stands in for a key. */
  ticket: string | null;
  /** Set for a person on a seat: where it is, and what it is. Each device on a seat for many has a rate of its own. */
  seat: { id: string; scene: string; role: SeatRole; forMany?: true } | null;
  /** The scope of the key, which the gate looks at; all for whoever has none. */
  scope: KeyScope;
  /** See {@link Viewer}; null for a ticket, which has that of whoever made it. */
  credential: string | null;
}

/** Makes the viewer that a room is given. The room itself says what a seat may see. */
export const viewerOf = ({
  seat,
  scope,
  credential,
}: Pick<Principal, 'seat' | 'scope' | 'credential'>): Viewer => ({
  ...(seat ? { owner: false, ids: [], seat: seat.id } : OWNER),
  ...(scope.scope === 'read' && { readsOnly: true }),
  credential: credential ?? undefined,
});

/** The checks that authentication asks for. */
export interface Keyring {
  bootstrapKey: string | null;
  /** False: the request comes from where the operator's key opens nothing. */
  mayOperate: boolean;
  /** Asks the tenant's own object; null when the key is unknown or revoked. */
  verifyKey(tenant: string, hash: string): Promise<Result<({ keyId: string } & KeyScope) | null>>;
  /** Asks the scene; null when the token opens no seat of it, or none any more. Never remembered. */
  verifySeat(tenant: string, scene: string, hash: string): Promise<Result<SeatOpened | null>>;
  /**
   * Finds out whether a credential is good, among those that the caller may still try; `check` answers null for a wrong one.
   *
   * @param hash of the credential: one that was good before is checked whatever else the caller has tried
   * @returns `too_many` when too many were wrong
   */
  attempt<T>(hash: string, check: () => Promise<Result<T | null>>): Promise<Result<T | null>>;
  /** The owner whom Cloudflare Access names; null when it names none. Asked where there is no other credential. */
  findAccessOwner?(): Promise<Result<(AccessIdentity & { tenant: string }) | null>>;
  now(): number;
}

/**
 * A revoked key works at most this long more, and only in an isolate that has just seen it. With the time that a body may take
 * (src/http/middleware/body.ts) that is less than the 30 seconds that are promised.
 */
const REMEMBER_MS = 25_000;
const REMEMBER_KEYS = 1_000;
const remembered = new Map<string, { tenant: string; keyId: string; scope: KeyScope; until: number }>();

/**
 * Finds out who sent a request.
 *
 * @param authorization the Authorization header
 * @param ticket the `ticket` of the query; looked at only where `access` allows one
 * @param path of the request: a seat is good for its own scene alone
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
    if (!ticketPlace) return refuse('The ticket has not the form tk_<tenant>_<secret>.');
    return ok({
      ...{ tenant: ticketPlace.tenant, operator: false, keyId: null, ticket, seat: null },
      ...{ scope: FULL_SCOPE, credential: null },
    });
  }
  // Nothing was tried: no page of another site can have its visitor's address count as that of somebody who guesses.
  if (authorization === undefined || authorization === '') {
    const owner = await keyring.findAccessOwner?.();
    if (owner && !owner.ok) return owner;
    if (!owner?.value) return refuse('The request carries no API key.');
    return admitKey(access, {
      ...ownerBy(owner.value.tenant, `access:${owner.value.email}`, FULL_SCOPE),
      credential: accessCredential(owner.value),
    });
  }
  const key = /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
  if (key === undefined) return refuse('The Authorization header is not "Bearer <key>".');
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

/** Lets a person on a seat in where seats may come in: at the addresses of its own scene. */
async function admitSeat(
  access: Exclude<Access, 'public' | 'invitation' | 'person' | 'anyone'>,
  token: string,
  keyring: Keyring,
  path: string,
): Promise<Result<Principal>> {
  const place = parseSeatToken(token);
  if (!place) return refuse('The token of the seat has not the form st_<tenant>_<scene>_<secret>.');
  const { tenant, scene } = place;
  const hash = await sha256(token);
  const openSeat = await keyring.attempt(hash, () => keyring.verifySeat(tenant, scene, hash));
  if (!openSeat.ok) return openSeat;
  if (openSeat.value === null) {
    const fix = 'Ask the owner of the scene for an invitation.';
    return fail({
      code: 'unauthenticated',
      reason: 'The seat is unknown, was revoked, or its time is over.',
      fix,
    });
  }
  const { seat: id, role, forMany } = openSeat.value;
  const seat = { id, scene, role, ...(forMany && { forMany }) };
  const principal = {
    ...{ tenant, operator: false, keyId: null, ticket: null, seat },
    ...{ scope: FULL_SCOPE, credential: hash },
  };
  // Each address that it leads on to looks at the seat itself.
  if (access === 'any-seat') return ok(principal);
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
  return access === 'player' && role !== 'player' ? fail(NEEDS_PLAYER) : ok(principal);
}

async function identify(key: string, keyring: Keyring): Promise<Result<Principal>> {
  const keyPlace = parseKey(key);
  const hash = await sha256(key);
  const now = keyring.now();
  const entry = remembered.get(hash);
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
        : fail(OPERATES_ELSEWHERE);
    const storedKey = await keyring.verifyKey(tenant, hash);
    if (!storedKey.ok || !storedKey.value) return storedKey as Result<null>;
    const { keyId, ...scope } = storedKey.value;
    if (remembered.size >= REMEMBER_KEYS) remembered.clear();
    remembered.set(hash, { tenant, keyId, scope, until: now + REMEMBER_MS });
    return ok(ownerBy(tenant, keyId, scope));
  });
  if (!checkedKey.ok) return checkedKey;
  if (checkedKey.value) return ok(checkedKey.value);
  remembered.delete(hash);
  return refuse(
    keyPlace
      ? 'The API key is unknown or was revoked.'
      : 'The API key has not the form ps_<tenant>_<secret>.',
  );
}

const ownerBy = (tenant: string, keyId: string, scope: KeyScope): Principal => ({
  ...{ tenant, operator: false, keyId, ticket: null, seat: null, scope },
  credential: keyId,
});

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
