import type { MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import { authenticate, type Keyring } from '../../auth/authenticate';
import { networkOf } from '../../auth/network';
import { findAccess } from '../../auth/permissions';
import { type RateOf, Rates } from '../../auth/rates';
import { readConfig } from '../../config';
import { hookId } from '../../contract/hooks';
import { fail, ok, type Result } from '../../contract/problems';
import { type AppContext, type AppEnv, refuse } from './http';
import { askPlain, reachSceneOf, reachTenant } from './remote';
import { checkStranger, rememberHook } from './strangers';

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
    return refuse(c, {
      code: 'forbidden',
      needs: 'a row in the permission table, which this route lacks',
      fix: 'Report it to the operator of this stage: nobody may call it until it has one.',
    });
  const { bootstrapKey } = readConfig(c.env);
  const caller = countCaller(c);

  if (access === 'public') {
    const rate = caller.draw('address');
    return rate.ok ? next() : refuse(c, rate.failure);
  }
  // An invitation is looked at by the scene it leads to, a delivery by its hook.
  if (access === 'invitation' || access === 'signed') return passStranger(c, caller, next);

  // Before the credential is looked at: whoever guesses is not told when it is right.
  const guesses = caller.peek('refused');
  if (!guesses.ok) return refuse(c, guesses.failure);
  const keyring: Keyring = {
    bootstrapKey,
    verifyKey: async (tenant, hash) => {
      const looked = await caller.lookUp();
      return looked.ok ? askPlain(reachTenant(c.env, tenant), (remote) => remote.verifyKey(hash)) : looked;
    },
    verifySeat: (tenant, scene, hash) =>
      askPlain(reachSceneOf(c.env, tenant, scene), (room) => room.verifySeat(hash)),
    now: Date.now,
  };
  const { req } = c;
  const admit = () =>
    authenticate(access, req.header('Authorization'), req.query('ticket'), keyring, req.path);
  const principal = await admit();
  if (!principal.ok) {
    if (principal.failure.code === 'unauthenticated') caller.draw('refused');
    return refuse(c, principal.failure);
  }
  const { tenant, keyId, seat } = principal.value;
  const rate = seat
    ? caller.draw('seat', `${tenant}/${seat.scene}/${seat.id}`)
    : keyId === null
      ? caller.draw('address')
      : caller.draw('key', `${tenant}/${keyId}`);
  if (!rate.ok) return refuse(c, rate.failure);
  c.set('principal', principal.value);
  c.set('isStillGood', admit);
  await next();
  // A ticket is looked at by its room: until then it is anybody's.
  if (keyId === null && !seat && c.res.status === 401) caller.draw('refused');
};

/** Counts what one caller asks; nobody is counted where there are no limits, or no address to count by. */
interface Caller {
  /** @param name whose bucket; without it the caller's address */
  draw(of: RateOf, name?: string): Result<null>;
  peek(of: RateOf, name?: string): Result<null>;
  /** Counted by the platform for all instances at one of its locations, approximately. */
  lookUp(): Promise<Result<null>>;
  /** A name of the address for one hook. */
  at(hook: string | null): string | undefined;
}

function countCaller(c: AppContext): Caller {
  const { rateLimits } = readConfig(c.env);
  const now = Date.now();
  // Set by the platform; there is none where nobody is in between, as in tests.
  const given = c.req.header('CF-Connecting-IP');
  const address = given === undefined ? undefined : networkOf(given);
  const count = (how: 'draw' | 'peek') => (of: RateOf, name?: string) => {
    const whose = name ?? address;
    return rateLimits && whose !== undefined ? rates[how](of, whose, now) : ok(null);
  };
  return {
    draw: count('draw'),
    peek: count('peek'),
    lookUp: async () => {
      if (!rateLimits || address === undefined) return ok(null);
      const { success } = await c.env.LOOKUPS.limit({ key: address });
      return success ? ok(null) : fail(LOOKED_TOO_OFTEN);
    },
    at: (hook) => (address === undefined || hook === null ? address : `${address} ${hook}`),
  };
}

const LOOKED_TOO_OFTEN = {
  code: 'too_many',
  what: 'keys, invitations and hooks from this address',
  limit: '300 a minute',
  retryAfter: 60,
} as const;

/** What only a hook that is there answers; what is no delivery at all is refused before it. */
const ANSWERS_OF_HOOKS = [200, 202, 401, 409, 422];

/** Lets an invitation or a delivery go on to what it names, and counts it when that refuses it. */
async function passStranger(
  c: AppContext,
  caller: Caller,
  next: () => Promise<void>,
): Promise<Response | undefined> {
  const named = hookId.safeParse(c.req.path.split('/')[3]);
  const hook = named.success ? named.data : null;
  const who = caller.at(hook);
  const may = await checkStranger({
    hook,
    drawAddress: () => caller.draw('address'),
    drawHook: (id) => caller.draw('hook', id),
    peekRefused: () => (who === undefined ? ok(null) : caller.peek('refused', who)),
    lookUp: caller.lookUp,
  });
  if (!may.ok) return refuse(c, may.failure);
  await next();
  const { status } = c.res;
  if ((status === 401 || status === 404) && who !== undefined) caller.draw('refused', who);
  if (hook !== null && ANSWERS_OF_HOOKS.includes(status)) rememberHook(hook);
  return undefined;
}
