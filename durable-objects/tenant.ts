import { DurableObject } from 'cloudflare:workers';
import { nanoid } from 'nanoid';
import { makeKey } from '../src/auth/keys';
import type { KeySummary, NewKey, Receipt } from '../src/contract/access';
import type { LeaseAnswer, LeaseAsk, SettleAnswer, SettleAsk } from '../src/contract/leases';
import type { SetBudget, TenantMoney } from '../src/contract/money';
import { fail, ok, type Result } from '../src/contract/problems';
import type { TenantApi } from '../src/contract/rooms';
import { sha256 } from '../src/hash';
import { BOOKS_STEP, Books } from './lib/books';
import { once } from './lib/receipts';
import { hasSchema, migrate } from './lib/schema';

/** The tenant's own tables; append-only, like a room's. */
export const TENANT_STEPS: readonly string[] = [
  `CREATE TABLE keys (
     id TEXT PRIMARY KEY,
     hash TEXT NOT NULL UNIQUE,    -- SHA-256 of the key; the key itself is kept nowhere
     label TEXT NOT NULL,
     created_at TEXT NOT NULL,
     revoked_at TEXT
   ) WITHOUT ROWID;
   CREATE TABLE tombstones (room TEXT PRIMARY KEY, at TEXT NOT NULL) WITHOUT ROWID;
   CREATE TABLE receipts (key TEXT PRIMARY KEY, body_hash TEXT NOT NULL, answer TEXT NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;`,
  BOOKS_STEP,
];

type KeyRow = { id: string; label: string; created_at: string; revoked_at: string | null };

/** What belongs to one tenant and must not hang on D1: its keys, and the rooms it has deleted. */
export class Tenant extends DurableObject<Env> implements TenantApi {
  #exists: boolean;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#exists = hasSchema(ctx.storage.sql);
    if (this.#exists) migrate(ctx.storage.sql, TENANT_STEPS);
  }

  async verifyKey(hash: string): Promise<{ keyId: string } | null> {
    if (!this.#exists) return null;
    const [row] = this.ctx.storage.sql
      .exec<{ id: string }>('SELECT id FROM keys WHERE hash = ? AND revoked_at IS NULL', hash)
      .toArray();
    return row ? { keyId: row.id } : null;
  }

  async createKey(
    tenant: string,
    label: string,
    receipt: Receipt | null,
    only?: 'first',
  ): Promise<Result<NewKey>> {
    this.#ensure();
    const key = makeKey(tenant);
    const hash = await sha256(key);
    const summary: KeySummary = {
      id: `key_${nanoid(12)}`,
      label,
      createdAt: new Date().toISOString(),
      revokedAt: null,
    };
    return once<NewKey>(
      this.ctx.storage,
      receipt,
      Date.now(),
      () => {
        if (
          only === 'first' &&
          this.ctx.storage.sql.exec('SELECT 1 FROM keys LIMIT 1').toArray().length > 0
        ) {
          const detail = `the tenant ${tenant} exists already`;
          return fail({ code: 'conflict', detail, fix: 'choose another name, or ask its people for a key' });
        }
        this.ctx.storage.sql.exec(
          'INSERT INTO keys VALUES (?, ?, ?, ?, NULL)',
          summary.id,
          hash,
          label,
          summary.createdAt,
        );
        return ok({ ...summary, key });
      },
      // The key is shown once and stored nowhere, not even for a repeat.
      (made) => ({ ...made, key: null }),
    );
  }

  async listKeys(): Promise<Result<KeySummary[]>> {
    if (!this.#exists) return ok([]);
    const rows = this.ctx.storage.sql
      .exec<KeyRow>('SELECT id, label, created_at, revoked_at FROM keys ORDER BY created_at DESC, id DESC')
      .toArray();
    return ok(rows.map(summarize));
  }

  async revokeKey(id: string): Promise<Result<KeySummary>> {
    const missing = fail({ code: 'not_found', what: 'key', id });
    if (!this.#exists) return missing;
    const [row] = this.ctx.storage.sql
      .exec<KeyRow>(
        'UPDATE keys SET revoked_at = coalesce(revoked_at, ?) WHERE id = ? RETURNING id, label, created_at, revoked_at',
        new Date().toISOString(),
        id,
      )
      .toArray();
    return row ? ok(summarize(row)) : missing;
  }

  async entomb(room: string): Promise<Result<null>> {
    this.#ensure();
    this.ctx.storage.sql.exec(
      'INSERT OR IGNORE INTO tombstones VALUES (?, ?)',
      room,
      new Date().toISOString(),
    );
    return ok(null);
  }

  async isEntombed(room: string): Promise<Result<boolean>> {
    if (!this.#exists) return ok(false);
    return ok(
      this.ctx.storage.sql.exec('SELECT 1 FROM tombstones WHERE room = ?', room).toArray().length > 0,
    );
  }

  async lease(ask: LeaseAsk): Promise<LeaseAnswer> {
    return this.#inBooks((books) => books.lease(ask, Date.now()));
  }

  async settle(ask: SettleAsk): Promise<SettleAnswer> {
    return this.#inBooks((books) => books.settle(ask, Date.now()));
  }

  async readBudgets(of: string | null): Promise<Result<TenantMoney>> {
    if (of !== null && !this.#isMade()) return fail({ code: 'not_found', what: 'tenant', id: of });
    return this.#inBooks((books) => ok(books.read(Date.now())));
  }

  async setBudget(
    name: 'operator' | 'tenant',
    body: SetBudget | null,
    of: string | null,
  ): Promise<Result<TenantMoney>> {
    if (of !== null && !this.#isMade()) return fail({ code: 'not_found', what: 'tenant', id: of });
    return this.#inBooks((books) => {
      books.setBudget(name, body);
      return ok(books.read(Date.now()));
    });
  }

  /** Whether the operator made it; its own tenant has no stored key, and was made by nobody. */
  #isMade(): boolean {
    return this.#exists && this.ctx.storage.sql.exec('SELECT 1 FROM keys LIMIT 1').toArray().length > 0;
  }

  #inBooks<T>(act: (books: Books) => T): T {
    this.#ensure();
    const { storage } = this.ctx;
    return storage.transactionSync(() => act(new Books(storage.sql)));
  }

  #ensure(): void {
    if (this.#exists) return;
    this.ctx.storage.transactionSync(() => migrate(this.ctx.storage.sql, TENANT_STEPS));
    this.#exists = true;
  }
}

function summarize(row: KeyRow): KeySummary {
  return { id: row.id, label: row.label, createdAt: row.created_at, revokedAt: row.revoked_at };
}
