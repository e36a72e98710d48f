import type { MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import { authenticate, type Keyring } from '../auth/authenticate';
import { findAccess } from '../auth/permissions';
import { type RateOf, Rates } from '../auth/rates';
import { readConfig } from '../config';
import { fail, ok, type Result } from '../contract/problems';
import { type AppEnv, refuse } from './http';
import { askPlain, reachSceneOf, reachTenant } from './remote';

/** Of this instance. */
const rates = new Rates();

/**
 * Lets a request pass when it carries the credential that its row of the permission table names. A route without
 * a row is refused to everybody; a path without a route goes on to the 404.
 */
export const gate: MiddlewareHandler<AppEnv> = async (c, next) => {
  const route = matchedRoutes(c).findLast(({ method }) => method !== 'ALL');
  if (!route) return next();
  const access = findAccess(route.method, route.path);
  if (access === null)
    return refuse(c, { code: 'forbidden', needs: 'a row in the permission table, which this route lacks' });
  const { rateLimits, bootstrapKey } = readConfig(c.env);
  const now = Date.now();
  // Set by the platform; there is none where nobody is in between, as in tests.
  const address = c.req.header('CF-Connecting-IP') ?? null;
  const draw = (of: RateOf, name: string | null): Result<null> =>
    rateLimits && name !== null ? rates.draw(of, name, now) : ok(null);

  // An invitation is looked at by the scene it leads to, a delivery by its hook.
  if (access === 'public' || access === 'invitation' || access === 'signed') {
    const rate = draw('address', address);
    return rate.ok ? next() : refuse(c, rate.failure);
  }
  // Before the credential is looked at: whoever guesses is not told when it is right.
  const guesses = rateLimits && address !== null ? rates.peek('refused', address, now) : ok(null);
  if (!guesses.ok) return refuse(c, guesses.failure);

  const keyring: Keyring = {
    bootstrapKey,
    verifyKey: (tenant, hash) => lookUp(c.env, address, tenant, hash),
    verifySeat: (tenant, scene, hash) =>
      askPlain(reachSceneOf(c.env, tenant, scene), (room) => room.verifySeat(hash)),
    now: Date.now,
  };
  const { req } = c;
  const principal = await authenticate(
    access,
    req.header('Authorization'),
    req.query('ticket'),
    keyring,
    req.path,
  );
  if (!principal.ok) {
    if (principal.failure.code === 'unauthenticated') draw('refused', address);
    return refuse(c, principal.failure);
  }
  const { tenant, keyId, seat } = principal.value;
  // A ticket is looked at by its room: until then it is anybody's.
  const rate = seat
    ? draw('seat', `${tenant}/${seat.scene}/${seat.id}`)
    : keyId === null
      ? draw('address', address)
      : draw('key', `${tenant}/${keyId}`);
  if (!rate.ok) return refuse(c, rate.failure);
  c.set('principal', principal.value);
  return next();
};

/** Asks the tenant whether it has a key that this instance has not just seen; not too often for one address. */
async function lookUp(
  env: Env,
  address: string | null,
  tenant: string,
  hash: string,
): Promise<Result<{ keyId: string } | null>> {
  if (address !== null && readConfig(env).rateLimits) {
    // Counted by the platform for all instances at one of its locations, approximately.
    const { success } = await env.LOOKUPS.limit({ key: address });
    if (!success)
      return fail({
        code: 'too_many',
        what: 'keys from this address',
        limit: '300 a minute',
        retryAfter: 60,
      });
  }
  return askPlain(reachTenant(env, tenant), (remote) => remote.verifyKey(hash));
}
