import type { KeyScope, KeySummary, NewKey } from '../../../src/contract/access';
import { fail, ok, type Result } from '../../../src/contract/problems';

const COLUMNS =
  'id, label, scope, room, created_at AS createdAt, revoked_at AS revokedAt, expires_at AS expiresAt, used_at AS lastUsedAt';
/** SQL condition for a valid key; binds the current time. */
const IS_VALID = 'revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)';

export interface CreatedKey extends KeyScope {
  id: string;
  key: string;
  hash: string;
  label: string;
}

/** A tenant's API keys, stored as hashes. Call each method in a transaction. */
export class KeyRing {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** The valid key with this hash and its scope, or null. Records the minute of its use. */
  verify(hash: string, now: string): ({ keyId: string } & KeyScope) | null {
    const query = `SELECT id, scope, room, used_at FROM keys WHERE hash = ? AND ${IS_VALID}`;
    const [row] = this.#sql
      .exec<{ id: string; scope: KeyScope['scope']; room: string | null; used_at: string | null }>(
        query,
        hash,
        now,
      )
      .toArray();
    if (!row) return null;
    const minute = `${now.slice(0, 16)}:00.000Z`;
    if (row.used_at !== minute) this.#sql.exec('UPDATE keys SET used_at = ? WHERE id = ?', minute, row.id);
    return { keyId: row.id, scope: row.scope, room: row.room };
  }

  isValid(id: string, now: string): boolean {
    return this.#sql.exec(`SELECT 1 FROM keys WHERE id = ? AND ${IS_VALID}`, id, now).toArray().length > 0;
  }

  isEmpty(): boolean {
    return this.#sql.exec('SELECT 1 FROM keys LIMIT 1').toArray().length === 0;
  }

  add({ id, key, hash, label, scope, room }: CreatedKey, now: string): NewKey {
    const columns = 'id, hash, label, created_at, scope, room';
    this.#sql.exec(
      `INSERT INTO keys (${columns}) VALUES (?, ?, ?, ?, ?, ?)`,
      id,
      hash,
      label,
      now,
      scope,
      room,
    );
    const dates = { createdAt: now, revokedAt: null, expiresAt: null, lastUsedAt: null };
    return { id, label, scope, room, ...dates, key };
  }

  addCode(hash: string, expiresAt: number, now: number): void {
    this.#sql.exec('DELETE FROM key_codes WHERE expires_at <= ?', now);
    this.#sql.exec('INSERT OR REPLACE INTO key_codes VALUES (?, ?)', hash, expiresAt);
  }

  /** True if the code was valid. */
  takeCode(hash: string, now: number): boolean {
    const holder = this.#sql
      .exec<{ expires_at: number }>('DELETE FROM key_codes WHERE hash = ? RETURNING expires_at', hash)
      .toArray();
    return holder.some((code) => code.expires_at > now);
  }

  list(): KeySummary[] {
    return this.#sql
      .exec<KeySummary>(`SELECT ${COLUMNS} FROM keys ORDER BY created_at DESC, id DESC`)
      .toArray();
  }

  revoke(id: string, now: string): Result<KeySummary> {
    const [row] = this.#sql
      .exec<KeySummary>(
        `UPDATE keys SET revoked_at = coalesce(revoked_at, ?) WHERE id = ? RETURNING ${COLUMNS}`,
        now,
        id,
      )
      .toArray();
    return row ? ok(row) : fail({ code: 'not_found', what: 'key', id });
  }

  /**
   * Creates a key with the same scope as another, which stays valid until `until` or its own earlier expiry.
   *
   * @returns `conflict` if the other key is no longer valid
   */
  rotate(
    id: string,
    fresh: Pick<CreatedKey, 'id' | 'key' | 'hash'>,
    until: string,
    now: string,
  ): Result<NewKey> {
    const [old] = this.#sql.exec<KeySummary>(`SELECT ${COLUMNS} FROM keys WHERE id = ?`, id).toArray();
    if (!old) return fail({ code: 'not_found', what: 'key', id });
    if (old.revokedAt !== null || (old.expiresAt !== null && old.expiresAt <= now)) {
      const detail = 'This key is no longer valid, so it cannot be rotated.';
      return fail({ code: 'conflict', detail, fix: 'Create a key: POST /v1/keys.' });
    }
    this.#sql.exec('UPDATE keys SET expires_at = min(coalesce(expires_at, ?1), ?1) WHERE id = ?2', until, id);
    return ok(this.add({ ...fresh, label: old.label, scope: old.scope, room: old.room }, now));
  }
}
