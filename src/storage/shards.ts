import { errorMessage } from '../base/error-message';

/**
 * The index in several D1 databases: `DB`, and those that are bound as `DB_1`, `DB_2` and so on. All rows of a tenant are in
 * one of them, its shard, whose name its object keeps (docs/operate.md#several-databases). Some tables are not of one tenant and
 * stay in `DB`: `tenants`, `endpoints`, and those of people (src/storage/people.ts).
 */

/** The shard of every tenant that was made before there were several, and of the operator's own. */
export const FIRST_SHARD = 'DB';

/** New tenants go to databases smaller than this, in bytes; D1 ends at 10 GB. */
export const NEARLY_FULL_BYTES = 8_000_000_000;

const SHARD = /^DB(?:_([1-9]\d{0,2}))?$/;
const numberOf = (shard: string): number => Number(SHARD.exec(shard)?.[1] ?? 0);

const lists = new WeakMap<object, string[]>();

/** Lists the bindings of the index's databases: `DB` first, then by their numbers. An environment is read once. */
export function listShards(env: object): string[] {
  const list =
    lists.get(env) ??
    Object.keys(env)
      .filter((name) => SHARD.test(name))
      .sort((a, b) => numberOf(a) - numberOf(b));
  lists.set(env, list);
  return list;
}

/** True: every tenant has its rows in `DB`. */
export const hasOneShard = (env: object): boolean => listShards(env).length <= 1;

/**
 * Returns the database of a shard.
 *
 * @throws when it is bound no longer: its tenants must not be served from another one
 */
export function databaseAt(env: object, shard: string): D1Database {
  const database = SHARD.test(shard) ? (env as Record<string, unknown>)[shard] : undefined;
  if (database === undefined) throw new Error(`the database ${shard} is bound no longer (docs/operate.md)`);
  return database as D1Database;
}

/** A tenant never changes its shard, so that an instance may keep what it was told. */
const shards = new Map<string, string>();
const MOST_KEPT = 10_000;

/**
 * Finds the database that has a tenant's rows. With one database it asks nobody.
 *
 * @param ask the tenant's object, for its shard
 * @throws what `ask` throws; an `Error` when the database is bound no longer
 */
export async function findDatabase(
  env: Env,
  tenant: string,
  ask: () => Promise<string>,
): Promise<D1Database> {
  if (hasOneShard(env)) return env.DB;
  const shard = shards.get(tenant) ?? (await ask());
  if (shards.size >= MOST_KEPT) shards.clear();
  shards.set(tenant, shard);
  return databaseAt(env, shard);
}

/**
 * Chooses the database of a new tenant: by its name among those that are not nearly full, else the emptiest. A database
 * that does not answer is not chosen.
 *
 * @returns the shard; `DB` for a name that has rows there already
 * @throws when `DB` does not answer
 */
export async function chooseShard(env: Env, tenant: string): Promise<string> {
  if (hasOneShard(env)) return FIRST_SHARD;
  if (await env.DB.prepare(HAS_ROWS).bind(tenant).first()) return FIRST_SHARD;
  const sizes = await Promise.all(
    listShards(env).map(async (shard) => ({ shard, bytes: await readSize(env, shard) })),
  );
  return pickShard(tenant, sizes);
}

/** See {@link chooseShard}. @param sizes databases with their bytes; at least one */
export function pickShard(tenant: string, sizes: readonly { shard: string; bytes: number }[]): string {
  const open = sizes.filter(({ bytes }) => bytes < NEARLY_FULL_BYTES);
  if (open.length > 0) return open[hashName(tenant) % open.length]?.shard ?? FIRST_SHARD;
  return sizes.toSorted((a, b) => a.bytes - b.bytes)[0]?.shard ?? FIRST_SHARD;
}

/** Bytes of a database, as each of its answers says; infinite when it does not answer. */
async function readSize(env: Env, shard: string): Promise<number> {
  try {
    const { meta } = await databaseAt(env, shard).prepare('SELECT 1').run();
    return meta.size_after ?? 0;
  } catch (error) {
    console.warn(`the database ${shard} does not answer, and gets no new tenants: ${errorMessage(error)}`);
    return Number.POSITIVE_INFINITY;
  }
}

/** FNV-1a, 32 bits: spreads short names evenly. */
function hashName(name: string): number {
  let hash = 0x811c9dc5;
  for (const char of name) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}

/** An operator's own tenant was never made, and may have become another name since. */
const HAS_ROWS = `SELECT 1 WHERE EXISTS (SELECT 1 FROM rooms WHERE tenant = ?1)
  OR EXISTS (SELECT 1 FROM library WHERE tenant = ?1) OR EXISTS (SELECT 1 FROM stories WHERE tenant = ?1)`;
