import type { MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import { ACCESS_HEADER, type AccessIdentity, isAccessOwner, verifyAccess } from '../../auth/access-identity';
import { type RateOf, Rates } from '../../auth/rates';
import { createPersonId, isSession } from '../../auth/secrets';
import { sha256 } from '../../base/hash';
import { sleep } from '../../base/sleep';
import { readConfig } from '../../config';
import { snowflake } from '../../contract/discord';
import { hookId } from '../../contract/ids';
import { type Failure, fail, ok, type Result } from '../../contract/problems';
import { findPersonByEmail, findSession } from '../../storage/people';
import { findDatabase, hasOneShard } from '../../storage/shards';
import { type Attempt, type AttemptOutcome, Attempts, FREE, Recent } from '../auth/attempts';
import { authenticate, type Keyring } from '../auth/authenticate';
import { isFromThisMachine } from '../auth/locality';
import { networkPrefix } from '../auth/network';
import { listOperations, type Operation, operationKey } from '../auth/permissions';
import { checkScope } from '../auth/scopes';
import { canUseTicket, isForeign, isOwnPage } from './cors';
import { type App, type AppContext, type AppEnv, refuse } from './http';
import { callPlain, sceneClientFor, tenantClient } from './room-client';

const rates = new Rates();
const attempts = new Attempts(rates, sleep);

/**
 * Admits requests that carry the credential their operation requires, with a scope that allows it. Routes without a
 * declaration are refused; unknown paths continue to the 404.
 */
export const gate =
  (app: App): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const route = matchedRoutes(c).findLast(({ method }) => method !== 'ALL');
    if (!route) return next();
    const operation = listOperations(app).get(operationKey(route.method, route.path));
    if (!operation)
      return refuse(c, {
        code: 'forbidden',
        needs: 'a row in the permission table, which this route lacks',
        fix: 'Report it to the operator of this stage. The route cannot be called until it is fixed.',
      });
    c.set('operation', operation);
    const entry = await admit(operation, c);
    if (!entry.ok) return refuse(c, entry.failure);
    await next();
    entry.value?.(c.res.status);
    return undefined;
  };

/** Called with the response status, which shows whether a credential was valid that the target object checks itself. */
type AfterResponse = (status: number) => void;

async function admit(operation: Operation, c: AppContext): Promise<Result<AfterResponse | null>> {
  const access = operation.who;
  const { bootstrapKey } = readConfig(c.env);
  const caller = rateLimiterFor(c);

  if (access === 'public' || access === 'anyone') {
    const may = access === 'anyone' ? await caller.lookUp() : ok(null);
    return may.ok ? caller.draw('address') : may;
  }
  // The scene checks an invitation, and the hook checks a delivery.
  if (access === 'invitation' || access === 'signed' || access === 'metrics')
    return allowUnauthenticated(c, caller);

  if (access === 'person') return admitPerson(c, caller);

  const keyring: Keyring = {
    bootstrapKey,
    mayOperate: canOperate(c),
    verifyKey: async (tenant, hash) => {
      const lookUp = attempts.hasSucceeded(hash) ? ok(null) : await caller.lookUp();
      return lookUp.ok ? callPlain(tenantClient(c.env, tenant), (remote) => remote.verifyKey(hash)) : lookUp;
    },
    verifySeat: (tenant, scene, hash) =>
      callPlain(sceneClientFor(c.env, tenant, scene), (room) => room.verifySeat(hash)),
    attempt: async (hash, check) => {
      const attempt = await caller.attempt(hash);
      if (!attempt.ok) return attempt;
      let outcome: AttemptOutcome = 'unknown';
      try {
        const result = await check();
        if (result.ok) outcome = result.value === null ? 'wrong' : 'good';
        return result;
      } finally {
        attempt.value.end(outcome);
      }
    },
    findAccessOwner: async () => {
      const identity = await findIdentity(c, caller);
      if (!identity.ok || !identity.value) return identity as Result<null>;
      const { owners = [], tenant = null } = readConfig(c.env).access ?? {};
      if (tenant === null || !isAccessOwner(owners, identity.value.email)) return ok(null);
      return ok({ ...identity.value, tenant });
    },
    now: Date.now,
  };
  const { req } = c;
  const identify = () =>
    authenticate(access, req.header('Authorization'), req.query('ticket'), keyring, req.path);
  const principal = await identify();
  if (!principal.ok) return principal;
  const { tenant, keyId, seat, ticket, scope, credential } = principal.value;
  c.set('principal', principal.value);
  c.set('isStillGood', identify);
  if (ticket !== null) return admitTicket(c, ticket, caller);
  if (!seat) {
    const db = await tenantDatabase(c.env, tenant);
    if (!db.ok) return db;
    c.set('db', db.value);
  }
  const rate = seat
    ? caller.draw('seat', `${tenant}/${seat.scene}/${seat.forMany ? credential : seat.id}`)
    : caller.draw('key', `${tenant}/${keyId}`);
  if (!rate.ok) return rate;
  return checkScope(scope, operation, { path: req.path, query: (name) => req.query(name) });
}

/** Finds the database of a tenant; `unavailable` if its object does not respond. */
const tenantDatabase = async (env: Env, tenant: string): Promise<Result<D1Database>> =>
  hasOneShard(env)
    ? ok(env.DB)
    : callPlain(tenantClient(env, tenant), (remote) => findDatabase(env, tenant, () => remote.shard()));

/** True if the operator's key and one-time codes are accepted from the source of this request. */
export function canOperate(c: AppContext): boolean {
  const { operatorLocal, localSecret = null } = readConfig(c.env);
  return !operatorLocal || isFromThisMachine(c.req.url, c.req.raw.headers, localSecret);
}

/**
 * True if a request comes from the machine that runs `npm start`, and not through a tunnel. The operator may then
 * connect models on this machine and its network.
 */
export function isAtLocalStage(c: AppContext): boolean {
  const { localModels, localSecret = null } = readConfig(c.env);
  return localModels && isFromThisMachine(c.req.url, c.req.raw.headers, localSecret);
}

/** Tickets are issued to authenticated callers, so treat them as known-good credentials. */
export const expectTicket = async (ticket: string): Promise<void> =>
  attempts.rememberSuccess(await sha256(ticket));

const NO_SESSION: Failure = {
  code: 'unauthenticated',
  reason: 'The request has no valid session, or the session has expired.',
  fix: 'Sign in: POST /v1/passkeys/challenge, then POST /v1/passkeys/sign-in.',
};

/** The verified identity from Cloudflare Access; null if the header is missing, not configured or foreign. */
async function findIdentity(c: AppContext, caller: Caller): Promise<Result<AccessIdentity | null>> {
  const { access } = readConfig(c.env);
  const assertion = c.req.header(ACCESS_HEADER);
  // Access adds the header to every request with its cookie, so ignore it for pages of other sites.
  if (access === null || assertion === undefined || !isOwnPage(c)) return ok(null);
  const attempt = await caller.attempt(await sha256(assertion));
  if (!attempt.ok) return attempt;
  const identity = await verifyAccess(access, assertion);
  const isWrong = !identity.ok && identity.failure.code === 'unauthenticated';
  attempt.value.end(identity.ok ? 'good' : isWrong ? 'wrong' : 'unknown');
  return identity;
}

/** Counts a demo room against the sender's limit. */
export const countDemo = (c: AppContext): Result<null> => rateLimiterFor(c).draw('demo');

/** The identity from Cloudflare Access behind this request, or null. */
export const findVisitor = (c: AppContext): Promise<Result<AccessIdentity | null>> =>
  findIdentity(c, rateLimiterFor(c));

/** Admits a person who is signed in, or identified by Cloudflare Access. */
async function admitPerson(c: AppContext, caller: Caller): Promise<Result<null>> {
  const rate = caller.draw('address');
  if (!rate.ok) return rate;
  const session = /^Bearer +(\S+) *$/i.exec(c.req.header('Authorization') ?? '')?.[1];
  if (c.req.header('Authorization') === undefined) {
    const identity = await findIdentity(c, caller);
    if (!identity.ok) return identity;
    if (!identity.value) return fail(NO_SESSION);
    const { email } = identity.value;
    const owner = await findPersonByEmail(c.env.DB, email, createPersonId(), new Date().toISOString());
    if (!owner.ok) return owner;
    c.set('person', owner.value);
    return ok(null);
  }
  if (session === undefined || !isSession(session)) return fail(NO_SESSION);
  const hash = await sha256(session);
  const attempt = await caller.attempt(hash);
  if (!attempt.ok) return attempt;
  const person = await findSession(c.env.DB, hash, Date.now());
  attempt.value.end(person.ok ? (person.value === null ? 'wrong' : 'good') : 'unknown');
  if (!person.ok) return person;
  if (person.value === null) return fail(NO_SESSION);
  c.set('person', person.value);
  return ok(null);
}

/** Passes a ticket to its room, which checks it, and counts it if the room refuses it. */
async function admitTicket(
  c: AppContext,
  ticket: string,
  caller: Caller,
): Promise<Result<AfterResponse | null>> {
  const rate = caller.draw('address', caller.at('ticket'));
  // The ticket is not checked then, so that pages of other sites cannot make visitors try tickets.
  if (!rate.ok || !canUseTicket(c)) return rate;
  const attempt = await caller.attempt(await sha256(ticket));
  return attempt.ok ? ok((status) => attempt.value.end(status === 401 ? 'wrong' : 'unknown')) : attempt;
}

/** Rate limits of one caller. No limits apply if none are configured, or the address is unknown. */
interface Caller {
  /** @param name of the bucket; default: the caller's address */
  draw(of: RateOf, name?: string): Result<null>;
  /** See {@link Attempts.startAttempt}. @param who default: the caller's address */
  attempt(hash: string | null, who?: string): Promise<Result<Attempt>>;
  /** Counted by the platform across instances of one location, approximately. */
  lookUp(): Promise<Result<null>>;
  /** The bucket name of the address for one target. */
  at(door: string | null): string | undefined;
}

function rateLimiterFor(c: AppContext): Caller {
  const { rateLimits } = readConfig(c.env);
  const now = Date.now();
  const ip = clientAddress(c);
  const network = ip === undefined ? undefined : networkPrefix(ip);
  const address = network !== undefined && isForeign(c) ? `${network} foreign` : network;
  return {
    draw: (of, name) => {
      const whose = name ?? address;
      return rateLimits && whose !== undefined ? rates.draw(of, whose, now) : ok(null);
    },
    attempt: (hash, who) => attempts.startAttempt(rateLimits ? (who ?? address) : undefined, hash, Date.now),
    lookUp: async () => {
      if (!rateLimits || address === undefined) return ok(null);
      const { success } = await c.env.LOOKUPS.limit({ key: address });
      return success ? ok(null) : fail(RATE_LIMITED);
    },
    at: (door) => (address === undefined || door === null ? address : `${address} ${door}`),
  };
}

/** Bucket of all callers without a trusted address. */
const UNKNOWN_ADDRESS = 'unknown';

/** The caller's address, from the trusted header; undefined without a proxy, as in tests. */
function clientAddress(c: AppContext): string | undefined {
  const { trustedProxy } = readConfig(c.env);
  if (trustedProxy === undefined) return c.req.header('CF-Connecting-IP');
  if (trustedProxy === null) return UNKNOWN_ADDRESS;
  // The proxy appends its own caller's address.
  return c.req.header(trustedProxy)?.split(',').at(-1)?.trim() || UNKNOWN_ADDRESS;
}

const RATE_LIMITED = {
  code: 'too_many',
  what: 'keys, invitations and hooks from this address',
  limit: '300 a minute',
  retryAfter: 60,
} as const;

/** Only an existing hook returns these; malformed deliveries are rejected earlier. */
const HOOK_RESPONSES = [200, 202, 401, 409, 422];

/** Hooks that returned a status other than 404 in this instance. */
const knownHooks = new Recent();

/**
 * Passes an invitation or a delivery to its scene or hook, and counts it if that refuses it. Only the target can
 * verify them, so forgeries must be stopped before they wake it. A sender is blocked per hook: many senders share the
 * addresses of GitHub, Slack and Discord.
 */
async function allowUnauthenticated(c: AppContext, caller: Caller): Promise<Result<AfterResponse>> {
  const [, , , id] = c.req.path.split('/');
  const isNamed = hookId.safeParse(id).success || snowflake.safeParse(id).success;
  const hook = isNamed && id !== undefined ? id : null;
  const who = caller.at(hook);
  let attempt = FREE;
  const check = async (): Promise<Result<null>> => {
    const address = caller.draw('address');
    if (!address.ok) return address;
    const place = await caller.attempt(null, who);
    if (!place.ok) return place;
    attempt = place.value;
    if (hook === null || !knownHooks.has(hook)) {
      const lookUp = await caller.lookUp();
      if (!lookUp.ok) return lookUp;
    }
    // Last, so that senders blocked by address do not use up the hook's limit.
    return hook === null ? ok(null) : caller.draw('hook', hook);
  };
  const may = await check();
  if (!may.ok) {
    attempt.end('unknown');
    return may;
  }
  return ok((status) => {
    attempt.end(status === 401 || status === 404 ? 'wrong' : 'unknown');
    if (hook !== null && HOOK_RESPONSES.includes(status)) knownHooks.add(hook);
  });
}
