import { customAlphabet } from 'nanoid';
import type { Ticket } from '../../src/contract/access';
import type { Viewer } from '../../src/contract/events';
import { sha256 } from '../../src/hash';

const LIVES_MS = 60_000;
const secret = customAlphabet('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 32);

/** A ticket opens one socket, once, within a minute; only its hash is stored. */
export async function issueTicket(
  sql: SqlStorage,
  tenant: string,
  viewer: Viewer,
  now: number,
): Promise<Ticket> {
  const ticket = `tk_${tenant}_${secret()}`;
  const hash = await sha256(ticket);
  sql.exec('DELETE FROM tickets WHERE expires <= ?', now);
  sql.exec('INSERT INTO tickets VALUES (?, ?, ?)', hash, JSON.stringify(viewer), now + LIVES_MS);
  return { ticket, expiresAt: new Date(now + LIVES_MS).toISOString() };
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
