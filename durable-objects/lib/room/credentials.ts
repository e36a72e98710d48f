import { customAlphabet } from 'nanoid';
import { type AccessIdentity, isAccessOwner, readAccessCredential } from '../../../src/auth/access-identity';
import { operatorCredential } from '../../../src/auth/secrets';
import { sha256 } from '../../../src/base/hash';
import { readConfig } from '../../../src/config';
import type { Ticket } from '../../../src/contract/access';
import type { Viewer } from '../../../src/contract/events/events';
import { type Failure, fail, ok, type Result } from '../../../src/contract/problems';
import { tenantStub } from '../stubs';
import { readAddress } from './schema';
import type { Sockets } from './sockets';

/**
 * How long a confirmed key stays valid without another check. The tenant notifies the room when a key ends;
 * this limits the damage if that notification cannot be delivered.
 */
const CACHE_TTL_MS = 20_000;

const CREDENTIAL_ENDED: Failure = {
  code: 'unauthenticated',
  reason:
    'The API key was revoked or has expired, or the ticket does not exist, was already used or is older than a minute.',
  fix: 'Use a valid key, or create a new ticket with one.',
};
const UNKNOWN: Failure = {
  code: 'unavailable',
  detail: 'The key could not be verified.',
  retryAfter: 2,
};

/**
 * Decides which keys may keep connections to the room. The room checks a key with the tenant before a
 * connection opens and when a message arrives; the tenant then remembers the room and calls {@link end} when
 * the key ends. Sending an event therefore needs no check, and the room can hibernate with open sockets. Seat
 * tokens are checked by the scene.
 */
export class Credentials {
  readonly #ctx: DurableObjectState;
  readonly #env: Env;
  readonly #sockets: Sockets;
  /** Checks by key, in flight or confirmed; concurrent checks of one key share a request. */
  readonly #asked = new Map<string, { until: number; answer: Promise<Result<boolean>> }>();
  /** Keys that have ended. A check that was in flight at that moment must not bring one back. */
  readonly #over = new Set<string>();

  constructor(ctx: DurableObjectState, env: Env, sockets: Sockets) {
    this.#ctx = ctx;
    this.#env = env;
    this.#sockets = sockets;
    // BOOTSTRAP_KEY can change while the room is not loaded, and no notification follows.
    if (sockets.operatorSockets().length > 0) void ctx.blockConcurrencyWhile(() => this.#endOldOperators());
  }

  /**
   * Fails with `unauthenticated` (and closes the connections) if the credential has ended, with `unavailable`
   * if the check was not possible.
   */
  async check({ seat, credential }: Viewer): Promise<Result<null>> {
    if (credential === undefined) return fail(CREDENTIAL_ENDED);
    if (seat !== undefined) return ok(null);
    const owner = readAccessCredential(credential);
    if (owner) return this.#checkOwner(credential, owner);
    const isGood = credential.startsWith(operatorCredential(''))
      ? ok(credential === (await this.#operators()))
      : await this.#askTenant(credential);
    if (!isGood.ok) return isGood;
    if (isGood.value && !this.#over.has(credential)) return ok(null);
    this.end(credential);
    return fail(CREDENTIAL_ENDED);
  }

  /** An Access owner needs an unexpired token and an address that the operator still lists. */
  #checkOwner(credential: string, { email, until }: AccessIdentity): Result<null> {
    if (until > Date.now() && isAccessOwner(readConfig(this.#env).access?.owners ?? [], email))
      return ok(null);
    this.end(credential);
    return fail(CREDENTIAL_ENDED);
  }

  end(credential: string): void {
    this.#over.add(credential);
    this.#asked.delete(credential);
    this.#sockets.closeCredential(credential, 'the key was revoked or has expired');
  }

  #askTenant(credential: string): Promise<Result<boolean>> {
    const now = Date.now();
    const question = this.#asked.get(credential);
    if (question && question.until > now) return question.answer;
    const { tenant, id } = readAddress(this.#ctx.storage.sql);
    const stub = tenantStub(this.#env, tenant);
    const answer = stub.registerConnection(tenant, credential, id).then(ok, (error: unknown) => {
      console.warn(
        'verifying credentials failed: the tenant did not respond',
        error instanceof Error ? error.message : '',
      );
      this.#asked.delete(credential);
      return fail(UNKNOWN);
    });
    this.#asked.set(credential, { until: now + CACHE_TTL_MS, answer });
    return answer;
  }

  async #operators(): Promise<string | null> {
    const { bootstrapKey } = readConfig(this.#env);
    return bootstrapKey === null ? null : operatorCredential(await sha256(bootstrapKey));
  }

  async #endOldOperators(): Promise<void> {
    const now = await this.#operators();
    for (const socket of this.#sockets.operatorSockets()) {
      const { credential } = this.#sockets.viewerOfSocket(socket);
      if (credential !== undefined && credential !== now) this.end(credential);
    }
  }
}

const TICKET_TTL_MS = 60_000;
const secret = customAlphabet('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 32);

/** A ticket opens one socket, once, within a minute of being stored. */
export async function createTicket(tenant: string, now: number): Promise<{ ticket: Ticket; hash: string }> {
  const ticket = `tk_${tenant}_${secret()}`;
  const expiresAt = new Date(now + TICKET_TTL_MS).toISOString();
  return { ticket: { ticket, expiresAt }, hash: await sha256(ticket) };
}

export function storeTicket(sql: SqlStorage, hash: string, viewer: Viewer, now: number): void {
  sql.exec('DELETE FROM tickets WHERE expires <= ?', now);
  sql.exec('INSERT INTO tickets VALUES (?, ?, ?)', hash, JSON.stringify(viewer), now + TICKET_TTL_MS);
}

/** Consumes a ticket; null if it is unknown, used or expired. */
export async function redeemTicket(sql: SqlStorage, ticket: string, now: number): Promise<Viewer | null> {
  const hash = await sha256(ticket);
  const row = sql
    .exec<{ viewer: string; expires: number }>(
      'DELETE FROM tickets WHERE hash = ? RETURNING viewer, expires',
      hash,
    )
    .toArray()[0];
  return row && row.expires > now ? (JSON.parse(row.viewer) as Viewer) : null;
}
