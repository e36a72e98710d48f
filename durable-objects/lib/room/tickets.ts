import { customAlphabet } from 'nanoid';
import { sha256 } from '../../../src/base/hash';
import type { Ticket } from '../../../src/contract/access';
import type { Viewer } from '../../../src/contract/events/events';

const LIVES_MS = 60_000;
const secret = customAlphabet('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 32);

/** A ticket opens one socket, once, within a minute. It counts from when its hash is stored. */
export async function makeTicket(tenant: string, now: number): Promise<{ ticket: Ticket; hash: string }> {
  const ticket = `tk_${tenant}_${secret()}`;
  const expiresAt = new Date(now + LIVES_MS).toISOString();
  return { ticket: { ticket, expiresAt }, hash: await sha256(ticket) };
}

/** Keep a ticket until it is used; only its hash is stored. */
export function storeTicket(sql: SqlStorage, hash: string, viewer: Viewer, now: number): void {
  sql.exec('DELETE FROM tickets WHERE expires <= ?', now);
  sql.exec('INSERT INTO tickets VALUES (?, ?, ?)', hash, JSON.stringify(viewer), now + LIVES_MS);
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
