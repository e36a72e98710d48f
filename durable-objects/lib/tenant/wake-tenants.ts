import { parseKey } from '../../../src/auth/secrets';
import { tenantStub } from '../stubs';

/** Tenants that one invocation wakes: half of the requests that it may make. */
const AT_ONCE = 500;
const HOUR_MS = 3600 * 1000;

/**
 * Wakes tenants, so that one that nobody uses deletes its old calls too. The pages of the list take turns, an hour each.
 *
 * @param now milliseconds since 1970
 * @throws what D1 throws; a tenant that does not answer is woken with its next turn
 */
export async function wakeTenants(env: Env, bootstrapKey: string | null, now: number): Promise<void> {
  const count = (await env.DB.prepare('SELECT count(*) AS n FROM tenants').first<number>('n')) ?? 0;
  const page = Math.floor(now / HOUR_MS) % Math.max(1, Math.ceil(count / AT_ONCE));
  const { results } = await env.DB.prepare('SELECT name FROM tenants ORDER BY name LIMIT ? OFFSET ?')
    .bind(AT_ONCE, page * AT_ONCE)
    .all<{ name: string }>();
  // The operator's own was made by nobody.
  const own = parseKey(bootstrapKey ?? '')?.tenant;
  const names = new Set([...(own === undefined ? [] : [own]), ...results.map(({ name }) => name)]);
  await Promise.allSettled([...names].map((name) => tenantStub(env, name).wake(name)));
}
