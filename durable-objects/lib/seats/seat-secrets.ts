/** Hashes of the seats' secrets, with the seat that each opens. */

type Kind = 'invitation' | 'token';

/** Keep a secret of a seat, in place of the one of its kind that it had. Inside the transaction of its event. */
export function storeSecret(sql: SqlStorage, hash: string, kind: Kind, seat: string): void {
  sql.exec('DELETE FROM seat_secrets WHERE seat = ? AND kind = ?', seat, kind);
  sql.exec('INSERT INTO seat_secrets VALUES (?, ?, ?)', hash, kind, seat);
}

/** The seat that a secret belongs to; null when it belongs to none. Whether the seat is taken is its own question. */
export function seatOfSecret(sql: SqlStorage, hash: string, kind: Kind): string | null {
  const [row] = sql
    .exec<{ seat: string }>('SELECT seat FROM seat_secrets WHERE hash = ? AND kind = ?', hash, kind)
    .toArray();
  return row?.seat ?? null;
}

/** The seat's token opens nothing any more. An invitation stays known, so that it can be said why it is refused. */
export function dropToken(sql: SqlStorage, seat: string): void {
  sql.exec("DELETE FROM seat_secrets WHERE seat = ? AND kind = 'token'", seat);
}
