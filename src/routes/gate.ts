import type { MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import { authenticate } from '../auth/authenticate';
import { findAccess } from '../auth/permissions';
import { readConfig } from '../config';
import { type AppEnv, refuse } from './http';
import { askPlain, reachTenant } from './remote';

/**
 * Lets a request pass when it carries the credential that its row of the permission table names. A route without
 * a row is refused to everybody; a path without a route goes on to the 404.
 */
export const gate: MiddlewareHandler<AppEnv> = async (c, next) => {
  const route = matchedRoutes(c).findLast(({ method }) => method !== 'ALL');
  if (!route) return next();
  const access = findAccess(route.method, route.path);
  if (access === 'public') return next();
  if (access === null)
    return refuse(c, { code: 'forbidden', needs: 'a row in the permission table, which this route lacks' });

  const principal = await authenticate(access, c.req.header('Authorization'), c.req.query('ticket'), {
    bootstrapKey: readConfig(c.env).bootstrapKey,
    verifyKey: (tenant, hash) => askPlain(reachTenant(c.env, tenant), (remote) => remote.verifyKey(hash)),
    now: Date.now,
  });
  if (!principal.ok) return refuse(c, principal.failure);
  c.set('principal', principal.value);
  return next();
};
