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
 * Time for which the tenant's word on a key counts. The tenant tells the room at once when a key is over; this bounds
 * what may happen while it can't reach the room.
 */
const BELIEVED_MS = 20_000;

const OVER: Failure = {
  code: 'unauthenticated',
  reason:
    'The API key was revoked or has expired, or the ticket that it made is unknown, was used, or is older than a minute.',
  fix: 'Come with a key that works, or make a ticket with one.',
};
const UNKNOWN: Failure = {
  code: 'unavailable',
  detail: 'It could not be found out whether the key still works.',
  retryAfter: 2,
};

/**
 * Decides which keys may have connections to the room. The tenant is asked before a connection opens, and again when a
 * message comes over it; from then on it knows of the room, and says when the key is over ({@link end}). So nothing is
 * asked for an event that is sent, and a room may sleep with its sockets open. A seat's token is the scene's own to
 * check.
 */
export class Credentials {
  readonly #ctx: DurableObjectState;
  readonly #env: Env;
  readonly #sockets: Sockets;
  /** Keys that the tenant has vouched for; what is asked at once is asked together. */
  readonly #asked = new Map<string, { until: number; answer: Promise<Result<boolean>> }>();
  /** Keys that are over: an answer that was under way when that was told is worth nothing. */
  readonly #over = new Set<string>();

  constructor(ctx: DurableObjectState, env: Env, sockets: Sockets) {
    this.#ctx = ctx;
    this.#env = env;
    this.#sockets = sockets;
    // BOOTSTRAP_KEY changes between two lives of the room, and nobody tells it.
    if (sockets.ofOperator().length > 0) void ctx.blockConcurrencyWhile(() => this.#endOldOperators());
  }

  /** `unauthenticated` when the credential is over: its connections are closed; `unavailable` when that can't be told. */
  async check({ seat, credential }: Viewer): Promise<Result<null>> {
    if (credential === undefined) return fail(OVER);
    if (seat !== undefined) return ok(null);
    const owner = readAccessCredential(credential);
    if (owner) return this.#checkOwner(credential, owner);
    const isGood = credential.startsWith(operatorCredential(''))
      ? ok(credential === (await this.#operators()))
      : await this.#askTenant(credential);
    if (!isGood.ok) return isGood;
    if (isGood.value && !this.#over.has(credential)) return ok(null);
    this.end(credential);
    return fail(OVER);
  }

  /** An owner by Cloudflare Access is one until its word is over, as long as the operator lists the address. */
  #checkOwner(credential: string, { email, until }: AccessIdentity): Result<null> {
    if (until > Date.now() && isAccessOwner(readConfig(this.#env).access?.owners ?? [], email))
      return ok(null);
    this.end(credential);
    return fail(OVER);
  }

  /** The credential is over: what came by it is closed, and nothing more comes by it. */
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
      console.warn('credentials: the tenant did not answer', error instanceof Error ? error.message : '');
      this.#asked.delete(credential);
      return fail(UNKNOWN);
    });
    this.#asked.set(credential, { until: now + BELIEVED_MS, answer });
    return answer;
  }

  async #operators(): Promise<string | null> {
    const { bootstrapKey } = readConfig(this.#env);
    return bootstrapKey === null ? null : operatorCredential(await sha256(bootstrapKey));
  }

  async #endOldOperators(): Promise<void> {
    const now = await this.#operators();
    for (const socket of this.#sockets.ofOperator()) {
      const { credential } = this.#sockets.viewerOf(socket);
      if (credential !== undefined && credential !== now) this.end(credential);
    }
  }
}

const TICKET_LIVES_MS = 60_000;
const secret = customAlphabet('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 32);

/** A ticket opens one socket, once, within a minute. It counts from when its hash is stored. */
export async function makeTicket(tenant: string, now: number): Promise<{ ticket: Ticket; hash: string }> {
  const ticket = `tk_${tenant}_${secret()}`;
  const expiresAt = new Date(now + TICKET_LIVES_MS).toISOString();
  return { ticket: { ticket, expiresAt }, hash: await sha256(ticket) };
}

/** Keep a ticket until it is used; only its hash is stored. */
export function storeTicket(sql: SqlStorage, hash: string, viewer: Viewer, now: number): void {
  sql.exec('DELETE FROM tickets WHERE expires <= ?', now);
  sql.exec('INSERT INTO tickets VALUES (?, ?, ?)', hash, JSON.stringify(viewer), now + TICKET_LIVES_MS);
}

/** The viewer a ticket stands for, and the end of the ticket; null when it is unknown, used or too old. */
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
