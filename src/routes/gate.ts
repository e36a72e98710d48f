import type { MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import { authenticate, type Keyring } from '../auth/authenticate';
import { findAccess } from '../auth/permissions';
import { readConfig } from '../config';
import { type AppEnv, refuse } from './http';
import { askPlain, reachSceneOf, reachTenant } from './remote';

/**
 * Lets a request pass when it carries the credential that its row of the permission table names. A route without
 * a row is refused to everybody; a path without a route goes on to the 404.
 */
export const gate: MiddlewareHandler<AppEnv> = async (c, next) => {
  const route = matchedRoutes(c).findLast(({ method }) => method !== 'ALL');
  if (!route) return next();
  const access = findAccess(route.method, route.path);
  // An invitation is looked at by the scene it leads to, a delivery by its hook.
  if (access === 'public' || access === 'invitation' || access === 'signed') return next();
  if (access === null)
    return refuse(c, { code: 'forbidden', needs: 'a row in the permission table, which this route lacks' });

  const keyring: Keyring = {
    bootstrapKey: readConfig(c.env).bootstrapKey,
    verifyKey: (tenant, hash) => askPlain(reachTenant(c.env, tenant), (remote) => remote.verifyKey(hash)),
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
  if (!principal.ok) return refuse(c, principal.failure);
  c.set('principal', principal.value);
  return next();
};
