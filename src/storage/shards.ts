import { errorMessage } from '../base/error-message';

/**
 * The index in several D1 databases: `DB`, and the bindings `DB_1`, `DB_2` and so on. All rows of a tenant
 * are in one database, its shard, whose name is stored in the tenant's object
 * (docs/operate.md#several-databases). Tables without a tenant stay in `DB`: `tenants`, `endpoints`, and the
 * tables of people (src/storage/people.ts).
 */

/** The shard of the operator's tenant, and of tenants created before there were several shards. */
export const FIRST_SHARD = 'DB';

/** New tenants go to databases smaller than this, in bytes; D1's limit is 10 GB. */
export const NEARLY_FULL_BYTES = 8_000_000_000;

const SHARD = /^DB(?:_([1-9]\d{0,2}))?$/;
const shardNumber = (shard: string): number => Number(SHARD.exec(shard)?.[1] ?? 0);

const lists = new WeakMap<object, string[]>();

/** Binding names: `DB` first, then by number. Cached per environment. */
export function listShards(env: object): string[] {
  const list =
    lists.get(env) ??
    Object.keys(env)
      .filter((name) => SHARD.test(name))
      .sort((a, b) => shardNumber(a) - shardNumber(b));
  lists.set(env, list);
  return list;
}

/** True if all tenants have their rows in `DB`. */
export const hasOneShard = (env: object): boolean => listShards(env).length <= 1;

/** @throws if the shard is no longer bound: its tenants must not be served from another database */
export function databaseAt(env: object, shard: string): D1Database {
  const database = SHARD.test(shard) ? (env as Record<string, unknown>)[shard] : undefined;
  if (database === undefined) throw new Error(`the database ${shard} is no longer bound (docs/operate.md)`);
  return database as D1Database;
}

/** Safe to cache: a tenant never changes its shard. */
const shards = new Map<string, string>();
const MAX_CACHED = 10_000;

/**
 * The database with a tenant's rows. Skips `ask` if there is only one.
 *
 * @param ask gets the shard from the tenant's object
 * @throws errors of `ask`; an `Error` if the database is no longer bound
 */
export async function findDatabase(
  env: Env,
  tenant: string,
  ask: () => Promise<string>,
): Promise<D1Database> {
  if (hasOneShard(env)) return env.DB;
  const shard = shards.get(tenant) ?? (await ask());
  if (shards.size >= MAX_CACHED) shards.clear();
  shards.set(tenant, shard);
  return databaseAt(env, shard);
}

/**
 * Chooses the database of a new tenant: by its name among databases that are not nearly full, else the
 * emptiest. Skips databases that do not respond.
 *
 * @returns the shard; `DB` for a name that already has rows there
 * @throws if `DB` does not respond
 */
export async function chooseShard(env: Env, tenant: string): Promise<string> {
  if (hasOneShard(env)) return FIRST_SHARD;
  if (await env.DB.prepare(HAS_ROWS).bind(tenant).first()) return FIRST_SHARD;
  const sizes = await Promise.all(
    listShards(env).map(async (shard) => ({ shard, bytes: await readSize(env, shard) })),
  );
  return pickShard(tenant, sizes);
}

/** See {@link chooseShard}. @param sizes at least one database, in bytes */
export function pickShard(tenant: string, sizes: readonly { shard: string; bytes: number }[]): string {
  const open = sizes.filter(({ bytes }) => bytes < NEARLY_FULL_BYTES);
  if (open.length > 0) return open[hashName(tenant) % open.length]?.shard ?? FIRST_SHARD;
  return sizes.toSorted((a, b) => a.bytes - b.bytes)[0]?.shard ?? FIRST_SHARD;
}

/** Reads the size from a response's metadata; infinite if the database does not respond. */
async function readSize(env: Env, shard: string): Promise<number> {
  try {
    const { meta } = await databaseAt(env, shard).prepare('SELECT 1').run();
    return meta.size_after ?? 0;
  } catch (error) {
    console.warn(`the database ${shard} does not respond and gets no new tenants: ${errorMessage(error)}`);
    return Number.POSITIVE_INFINITY;
  }
}

/** FNV-1a, 32 bits: spreads short names evenly. */
function hashName(name: string): number {
  let hash = 0x811c9dc5;
  for (const char of name) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}

/** The operator's tenant was never created explicitly, and its name may have changed. */
const HAS_ROWS = `SELECT 1 WHERE EXISTS (SELECT 1 FROM rooms WHERE tenant = ?1)
  OR EXISTS (SELECT 1 FROM library WHERE tenant = ?1) OR EXISTS (SELECT 1 FROM stories WHERE tenant = ?1)`;
