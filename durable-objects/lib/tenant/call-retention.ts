import { parseKey } from '../../../src/auth/secrets';
import { errorMessage } from '../../../src/base/error-message';
import { fail, ok, type Result } from '../../../src/contract/problems';
import type { Retention } from '../../../src/contract/retention';
import { readMeta, writeMeta } from '../room/schema';
import { roomStub, tenantStub } from '../stubs';

const DAY_MS = 24 * 3600 * 1000;
const ROOM_BATCH = 20;

/** Keys in `meta`. */
const OWN = 'retention';
const OPERATOR = 'retention_operator';
/** Next search for old calls, in milliseconds since 1970. */
const NEXT = 'retention_next';
/** The last room that was processed; rooms are processed by id. */
const CURSOR = 'retention_cursor';

/**
 * Stores how long a tenant's calls are retained, and lets its rooms delete older ones once a day. Resumes
 * after a crash; repeating a room is harmless.
 */
export class CallRetention {
  readonly #sql: SqlStorage;
  readonly #ofStage: () => number | null;

  /** @param ofStage default in days (`RETENTION_DAYS`); null: forever */
  constructor(sql: SqlStorage, ofStage: () => number | null) {
    this.#sql = sql;
    this.#ofStage = ofStage;
  }

  read(): Retention {
    const own = this.#days(OWN);
    const operator = this.#days(OPERATOR) ?? this.#ofStage();
    const days = own === null || operator === null ? (own ?? operator) : Math.min(own, operator);
    return { days, own, operator };
  }

  /** @returns `invalid` if the tenant wants to retain calls longer than the operator allows */
  set(by: 'operator' | 'tenant', days: number | null): Result<Retention> {
    const { operator } = this.read();
    if (by === 'tenant' && days !== null && operator !== null && days > operator) {
      const message = `must be at most ${operator}, the operator's limit`;
      return fail({ code: 'invalid', errors: [{ pointer: '/days', message }] });
    }
    writeMeta(this.#sql, by === 'tenant' ? OWN : OPERATOR, days === null ? '' : String(days));
    this.#moveTo(0, '');
    return ok(this.read());
  }

  /** Time of the next search; null: calls never expire. */
  get dueAt(): number | null {
    return this.read().days === null ? null : Number(readMeta(this.#sql, NEXT) ?? '0');
  }

  /**
   * Lets the next rooms delete their old calls. A room that fails or is playing is retried the next day.
   *
   * @returns true if more rooms remain
   * @throws errors of the index
   */
  async run(env: Env, db: D1Database, tenant: string, now: number): Promise<boolean> {
    const { days } = this.read();
    if (days === null) return false;
    const before = new Date(now - days * DAY_MS).toISOString();
    const after = readMeta(this.#sql, CURSOR) ?? '';
    const rooms = await roomsWithCallsBefore(db, tenant, { before, after, limit: ROOM_BATCH });
    await Promise.all(
      rooms.map(async (id) => {
        try {
          const result = await roomStub(env, tenant, id).forgetCalls(before);
          if (!result.ok && result.failure.code === 'not_found') await dropRoomCalls(db, id);
        } catch (error) {
          console.warn(`deleting old calls of ${id} failed, will try again tomorrow: ${errorMessage(error)}`);
        }
      }),
    );
    const isMore = rooms.length === ROOM_BATCH;
    this.#moveTo(isMore ? now : now + DAY_MS, isMore ? (rooms.at(-1) ?? '') : '');
    return isMore;
  }

  #moveTo(next: number, cursor: string): void {
    writeMeta(this.#sql, NEXT, String(next));
    writeMeta(this.#sql, CURSOR, cursor);
  }

  #days(key: string): number | null {
    const text = readMeta(this.#sql, key);
    return text ? Number(text) : null;
  }
}

/** Room ids after `after` with calls before a time. Reads only the rows of those calls. */
async function roomsWithCallsBefore(
  db: D1Database,
  tenant: string,
  { before, after, limit }: { before: string; after: string; limit: number },
): Promise<string[]> {
  const { results } = await db
    .prepare(
      `SELECT DISTINCT room FROM calls WHERE tenant = ?1 AND started_at < ?2 AND room > ?3 ORDER BY room LIMIT ?4`,
    )
    .bind(tenant, before, after, limit)
    .all<{ room: string }>();
  return results.map(({ room }) => room);
}

async function dropRoomCalls(db: D1Database, room: string): Promise<void> {
  await db.prepare('DELETE FROM calls WHERE room = ?').bind(room).run();
}

/** Tenants per invocation: half of its subrequest limit. */
const TENANT_BATCH = 500;
const HOUR_MS = 3600 * 1000;

/**
 * Wakes tenants, so that unused ones also delete old calls. Each hour processes the next page of tenants.
 *
 * @param now milliseconds since 1970
 * @throws errors of D1; a tenant that does not respond is woken in its next turn
 */
export async function wakeTenants(env: Env, bootstrapKey: string | null, now: number): Promise<void> {
  const count = (await env.DB.prepare('SELECT count(*) AS n FROM tenants').first<number>('n')) ?? 0;
  const page = Math.floor(now / HOUR_MS) % Math.max(1, Math.ceil(count / TENANT_BATCH));
  const { results } = await env.DB.prepare('SELECT name FROM tenants ORDER BY name LIMIT ? OFFSET ?')
    .bind(TENANT_BATCH, page * TENANT_BATCH)
    .all<{ name: string }>();
  // The operator's tenant is not in the table.
  const own = parseKey(bootstrapKey ?? '')?.tenant;
  const names = new Set([...(own === undefined ? [] : [own]), ...results.map(({ name }) => name)]);
  await Promise.allSettled([...names].map((name) => tenantStub(env, name).wake(name)));
}
