import { parseKey } from '../../../src/auth/secrets';
import { errorMessage } from '../../../src/base/error-message';
import { fail, ok, type Result } from '../../../src/contract/problems';
import type { Retention } from '../../../src/contract/retention';
import { readMeta, writeMeta } from '../room/schema';
import { roomStub, tenantStub } from '../stubs';

const DAY_MS = 24 * 3600 * 1000;
const ROOMS_AT_ONCE = 20;

/** Keys of `meta`. */
const OWN = 'retention';
const OPERATOR = 'retention_operator';
/** When old calls are looked for next, in milliseconds since 1970. */
const NEXT = 'retention_next';
/** The room that was last asked to delete some; rooms are asked in the order of their ids. */
const CURSOR = 'retention_cursor';

/**
 * Keeps the time that the calls of a tenant are kept, and has its rooms delete older ones, once a day. It remembers where it
 * is: after a crash it goes on from there, and a room that was asked twice has nothing left to delete.
 */
export class CallRetention {
  readonly #sql: SqlStorage;
  readonly #ofStage: () => number | null;

  /** @param ofStage days of the stage (`RETENTION_DAYS`); null: for ever */
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

  /** @returns `invalid` when a tenant wants to keep its calls longer than the operator does */
  set(by: 'operator' | 'tenant', days: number | null): Result<Retention> {
    const { operator } = this.read();
    if (by === 'tenant' && days !== null && operator !== null && days > operator) {
      const message = `must be at most ${operator}, as the operator keeps calls no longer`;
      return fail({ code: 'invalid', errors: [{ pointer: '/days', message }] });
    }
    writeMeta(this.#sql, by === 'tenant' ? OWN : OPERATOR, days === null ? '' : String(days));
    this.#moveTo(0, '');
    return ok(this.read());
  }

  /** When old calls are looked for next; null: calls are kept for ever. */
  get dueAt(): number | null {
    return this.read().days === null ? null : Number(readMeta(this.#sql, NEXT) ?? '0');
  }

  /**
   * Has the next rooms delete their old calls. A room that fails, or is being played, is asked again the next day.
   *
   * @returns whether more rooms are left
   * @throws what the index throws
   */
  async run(env: Env, db: D1Database, tenant: string, now: number): Promise<boolean> {
    const { days } = this.read();
    if (days === null) return false;
    const before = new Date(now - days * DAY_MS).toISOString();
    const after = readMeta(this.#sql, CURSOR) ?? '';
    const rooms = await roomsWithCallsBefore(db, tenant, { before, after, limit: ROOMS_AT_ONCE });
    await Promise.all(
      rooms.map(async (id) => {
        try {
          const result = await roomStub(env, tenant, id).forgetCalls(before);
          if (!result.ok && result.failure.code === 'not_found') await dropCallsOf(db, id);
        } catch (error) {
          console.warn(`old calls of ${id} are left until tomorrow: ${errorMessage(error)}`);
        }
      }),
    );
    const isMore = rooms.length === ROOMS_AT_ONCE;
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

/** Rooms of a tenant with calls from before a time, by their ids, after one of them. Reads the rows of those calls alone. */
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

/** Deletes the calls that the index has of a room which is not there any more. */
async function dropCallsOf(db: D1Database, room: string): Promise<void> {
  await db.prepare('DELETE FROM calls WHERE room = ?').bind(room).run();
}

/** Tenants that one invocation wakes: half of the requests that it may make. */
const TENANTS_AT_ONCE = 500;
const HOUR_MS = 3600 * 1000;

/**
 * Wakes tenants, so that one that nobody uses deletes its old calls too. The pages of the list take turns, an hour each.
 *
 * @param now milliseconds since 1970
 * @throws what D1 throws; a tenant that does not answer is woken with its next turn
 */
export async function wakeTenants(env: Env, bootstrapKey: string | null, now: number): Promise<void> {
  const count = (await env.DB.prepare('SELECT count(*) AS n FROM tenants').first<number>('n')) ?? 0;
  const page = Math.floor(now / HOUR_MS) % Math.max(1, Math.ceil(count / TENANTS_AT_ONCE));
  const { results } = await env.DB.prepare('SELECT name FROM tenants ORDER BY name LIMIT ? OFFSET ?')
    .bind(TENANTS_AT_ONCE, page * TENANTS_AT_ONCE)
    .all<{ name: string }>();
  // The operator's own was made by nobody.
  const own = parseKey(bootstrapKey ?? '')?.tenant;
  const names = new Set([...(own === undefined ? [] : [own]), ...results.map(({ name }) => name)]);
  await Promise.allSettled([...names].map((name) => tenantStub(env, name).wake(name)));
}
