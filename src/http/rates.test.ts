import { describe, expect, it } from 'vitest';
import { headerFaults } from '../../test/support/header-rules';
import { createKey } from '../auth/secrets';
import { RATES } from '../base/limits';
import { FULL_SCOPE } from '../contract/access';
import { createApp } from './app';
import { forgetKey } from './auth/authenticate';
import { networkPrefix } from './auth/network';

const BOOTSTRAP = 'ps_local_boot0boot0boot0boot0boot0boot0';

const SCENE = `scn_${'a'.repeat(20)}`;
const TICKET = `tk_good_${'y'.repeat(32)}`;
const FORGED = { ok: false, failure: { code: 'unauthenticated', reason: 'The signature does not match.' } };
const many = 1_000_000;
/** Ids of hooks. Each test uses its own, because counts live as long as the instance. */
const hookOf = (name: string): string => `hok_${name.padEnd(20, '0')}`;

/** A Worker whose tenants know every key of theirs that begins with the tenant's name and `good`. */
function makeStage(more: object = {}, mostLookUps = 3) {
  const app = createApp();
  const looked = { up: 0 };
  const woken = { hooks: 0, scenes: 0, sockets: 0, streams: 0, tenants: 0 };
  const good = { ends: false };
  const env = {
    BOOTSTRAP_KEY: BOOTSTRAP,
    TENANTS: {
      idFromName: (name: string) => name,
      get: (name: string) => ({
        verifyKey: async () => {
          woken.tenants += 1;
          // As long as it takes: others come meanwhile.
          await new Promise((done) => setTimeout(done, 5));
          return name.startsWith('good') && !good.ends ? { keyId: name, ...FULL_SCOPE } : null;
        },
      }),
    },
    SCENES: {
      idFromName: (name: string) => name,
      get: () => ({
        fetch: async () => {
          woken.sockets += 1;
          return Response.json(FORGED.failure, { status: 401 });
        },
        redeemTicket: async () => {
          woken.streams += 1;
          return FORGED;
        },
        issueTicket: async () => ({ ok: true, value: { ticket: TICKET, expiresAt: '' } }),
        verifySeat: async () => ({ seat: 'seat_aaaaaaaaaaaa', role: 'player' }),
        read: async () => ({ ok: false, failure: { code: 'not_found', what: 'scene', id: 'scn_1' } }),
        acceptSeat: async () => {
          woken.scenes += 1;
          return FORGED;
        },
        look: async () => ({ ok: false, failure: { code: 'not_found', what: 'scene', id: 'scn_1' } }),
      }),
    },
    // Hooks whose id begins with `good` take every delivery; `none` is none; others find each forged.
    HOOK_RECEIVERS: {
      idFromName: (name: string) => name,
      get: (name: string) => ({
        deliver: async () => {
          woken.hooks += 1;
          if (name.startsWith('hok_good')) return { ok: true, value: { status: 202, body: { hook: name } } };
          return name.startsWith('hok_none')
            ? { ok: false, failure: { code: 'not_found', what: 'hook', id: name } }
            : FORGED;
        },
      }),
    },
    LOOKUPS: {
      limit: async () => {
        looked.up += 1;
        return { success: looked.up <= mostLookUps };
      },
    },
    ...more,
  };
  const ask = (
    key: string | null,
    address: string | null,
    path = '/v1/templates',
    more: Record<string, string> = {},
  ) =>
    app.request(
      path,
      {
        headers: {
          ...more,
          ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
          ...(address === null ? {} : { 'CF-Connecting-IP': address }),
        },
      },
      env,
    );
  const post = (path: string, address: string, body: object, more: Record<string, string> = {}) =>
    app.request(
      path,
      {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'CF-Connecting-IP': address, ...more },
        body: JSON.stringify(body),
      },
      env,
    );
  const redeem = (
    address: string,
    ticket = `tk_good_${'x'.repeat(32)}`,
    headers: Record<string, string> = { Upgrade: 'websocket' },
  ) =>
    app.request(
      `/v1/scenes/${SCENE}/socket?ticket=${ticket}`,
      { headers: { ...headers, 'CF-Connecting-IP': address } },
      env,
    );
  const stream = (address: string, headers: Record<string, string> = {}) =>
    app.request(
      `/v1/scenes/${SCENE}/events?ticket=tk_good_${'x'.repeat(32)}`,
      { headers: { Accept: 'text/event-stream', ...headers, 'CF-Connecting-IP': address } },
      env,
    );
  const deliver = (hook: string, address: string, more?: Record<string, string>) =>
    post(`/v1/hooks/${hook}/deliver`, address, { a: 1 }, more);
  const accept = (address: string, scene = 'a'.repeat(20)) =>
    post('/v1/seats/accept', address, { invitation: `si_good_${scene}_${'x'.repeat(32)}`, name: 'Frieda' });
  return { ask, post, redeem, stream, deliver, accept, looked, woken, good };
}

/** Ask until the answer is another one; how often it was the same. */
async function countUntil(
  most: number,
  ask: () => Promise<Response> | Response,
): Promise<[number, Response]> {
  const first = (await ask()).status;
  for (let n = 1; n < most; n += 1) {
    const response = await ask();
    if (response.status !== first) return [n, response];
  }
  throw new Error(`${most} times ${first}`);
}

const expectTooMany = async (response: Response) => {
  expect(response.status).toBe(429);
  expect(headerFaults('/', response)).toEqual([]);
  const problem = (await response.json()) as { type: string; retryAfter: number; fix: string };
  expect(problem).toMatchObject({ type: '/problems/too-many', retryAfter: expect.any(Number) });
  expect(response.headers.get('Retry-After')).toBe(String(problem.retryAfter));
  expect(problem.retryAfter).toBeGreaterThan(0);
};

describe('too many requests', () => {
  it('with one key are refused, and those with another are not', async () => {
    const { ask } = makeStage();
    const [n, response] = await countUntil(3 * RATES.key.burst, () => ask(BOOTSTRAP, null));
    expect(n).toBeGreaterThanOrEqual(RATES.key.burst);
    await expectTooMany(response);
    expect((await ask(createKey('gooda'), null)).status).toBe(200);
  });

  it('with credentials that are none are refused, and then even one that is good', async () => {
    const { ask } = makeStage();
    const [n, response] = await countUntil(2 * RATES.refused.burst, () => ask('ps_x', '192.0.2.1'));
    expect(n).toBeGreaterThanOrEqual(RATES.refused.burst);
    await expectTooMany(response);
    await expectTooMany(await ask(createKey('goodb'), '192.0.2.1'));
    expect((await ask(createKey('goodb'), '192.0.2.2')).status).toBe(200);
  });

  it('with tickets that are none are refused', async () => {
    const { redeem } = makeStage();
    const [n, response] = await countUntil(2 * RATES.refused.burst, () => redeem('192.0.2.8'));
    expect(n).toBeGreaterThanOrEqual(RATES.refused.burst);
    await expectTooMany(response);
    expect((await redeem('192.0.2.9')).status).toBe(401);
  });

  it('with tickets that are none are refused for streams too', async () => {
    const { redeem, stream, woken } = makeStage();
    const [n, response] = await countUntil(2 * RATES.refused.burst, () => stream('192.0.2.10'));
    expect(n).toBeGreaterThanOrEqual(RATES.refused.burst);
    expect(woken.streams).toBe(n);
    await expectTooMany(response);
    await expectTooMany(await redeem('192.0.2.10'));
  });

  it('with keys that nobody has just seen are refused by the platform before the tenant is asked', async () => {
    const { ask, looked } = makeStage();
    const known = createKey('goodc');
    for (let i = 0; i < 5; i += 1) expect((await ask(known, '192.0.2.3')).status).toBe(200);
    expect(looked.up).toBe(1);
    for (const name of ['goodd', 'goode']) expect((await ask(createKey(name), '192.0.2.3')).status).toBe(200);
    await expectTooMany(await ask(createKey('goodf'), '192.0.2.3'));
    expect((await ask(known, '192.0.2.3')).status).toBe(200);
  });

  it('of one seat are refused, and those of its scene with a key are not', async () => {
    const { ask } = makeStage();
    const scene = 'a'.repeat(20);
    const token = `st_good_${scene}_${'x'.repeat(32)}`;
    const path = `/v1/scenes/scn_${scene}`;
    const [n, response] = await countUntil(3 * RATES.seat.burst, () => ask(token, null, path));
    expect(n).toBeGreaterThanOrEqual(RATES.seat.burst);
    await expectTooMany(response);
    expect((await ask(createKey('goodg'), null, path)).status).toBe(404);
  });

  it('of the public are refused by address', async () => {
    const { ask } = makeStage();
    const [n, response] = await countUntil(3 * RATES.address.burst, () => ask(null, '192.0.2.4', '/healthz'));
    expect(n).toBeGreaterThanOrEqual(RATES.address.burst);
    await expectTooMany(response);
    expect((await ask(null, '192.0.2.5', '/healthz')).status).toBe(200);
  });

  it('are let through where the operator says so', async () => {
    const { ask } = makeStage({ RATE_LIMITS: 'off' });
    for (let i = 0; i < 3 * RATES.refused.burst; i += 1)
      expect((await ask('ps_x', '192.0.2.6')).status).toBe(401);
  });
});

describe('doors without a key', () => {
  it('stop who forges deliveries before the hook is woken, and nobody else', async () => {
    const { deliver, woken } = makeStage({}, many);
    const [forged, good] = [hookOf('forged1'), hookOf('good1')];
    const [n, response] = await countUntil(2 * RATES.refused.burst, () => deliver(forged, '192.0.2.10'));
    expect(n).toBeGreaterThanOrEqual(RATES.refused.burst);
    await expectTooMany(response);
    const before = woken.hooks;
    for (let i = 0; i < 20; i += 1) await expectTooMany(await deliver(forged, '192.0.2.10'));
    expect(woken.hooks).toBe(before);
    // The address may belong to GitHub, which delivers to others too.
    expect((await deliver(good, '192.0.2.10')).status).toBe(202);
    expect((await deliver(forged, '192.0.2.11')).status).toBe(401);
  });

  it('take so many deliveries for one hook, whoever sends them, and those for another', async () => {
    const { deliver, woken } = makeStage({}, many);
    const busy = hookOf('good2');
    let address = 0;
    const [n, response] = await countUntil(2 * RATES.hook.burst, () => {
      address += 1;
      return deliver(busy, `198.51.100.${address}`);
    });
    expect(n).toBeGreaterThanOrEqual(RATES.hook.burst);
    await expectTooMany(response);
    expect(woken.hooks).toBe(n);
    expect((await deliver(hookOf('good3'), '192.0.2.12')).status).toBe(202);
  });

  it('let who was refused use up nothing of the hook', async () => {
    const { deliver } = makeStage({}, many);
    const hook = hookOf('forged2');
    for (let i = 0; i < 3 * RATES.hook.burst; i += 1) await deliver(hook, '192.0.2.13');
    expect((await deliver(hook, '192.0.2.14')).status).toBe(401);
  });

  it('look for hooks that nobody has just seen only so often, and for those that were seen always', async () => {
    const { deliver, woken, looked } = makeStage();
    const good = hookOf('good4');
    for (let i = 0; i < 5; i += 1) expect((await deliver(good, '192.0.2.15')).status).toBe(202);
    expect(looked.up).toBe(1);
    for (const name of ['none1', 'none2'])
      expect((await deliver(hookOf(name), '192.0.2.15')).status).toBe(404);
    const before = woken.hooks;
    for (const name of ['none3', 'none1', 'good5'])
      await expectTooMany(await deliver(hookOf(name), '192.0.2.15'));
    expect(woken.hooks).toBe(before);
    expect((await deliver(good, '192.0.2.15')).status).toBe(202);
  });

  it('stop who guesses invitations before the scene is woken', async () => {
    const { accept, woken } = makeStage({}, many);
    const [n, response] = await countUntil(2 * RATES.refused.burst, () => accept('192.0.2.16'));
    expect(n).toBeGreaterThanOrEqual(RATES.refused.burst);
    await expectTooMany(response);
    const before = woken.scenes;
    await expectTooMany(await accept('192.0.2.16', 'b'.repeat(20)));
    expect(woken.scenes).toBe(before);
    expect((await accept('192.0.2.17')).status).toBe(401);
  });

  it('count whoever has an IPv6 network as one', async () => {
    const { accept } = makeStage({}, many);
    let host = 0;
    const [n] = await countUntil(2 * RATES.refused.burst, () => {
      host += 1;
      return accept(`2001:db8:1:2::${host.toString(16)}`);
    });
    expect(n).toBeGreaterThanOrEqual(RATES.refused.burst);
    await expectTooMany(await accept('2001:DB8:1:2:ffff:ffff:ffff:ffff'));
    expect((await accept('2001:db8:1:3::1')).status).toBe(401);
  });
});

/** So many at once; how often each status was answered. */
async function atOnce(count: number, ask: (n: number) => Promise<Response> | Response) {
  const all = await Promise.all(Array.from({ length: count }, (_, n) => ask(n)));
  const counts = new Map<number, number>();
  for (const { status } of all) counts.set(status, (counts.get(status) ?? 0) + 1);
  return Object.fromEntries(counts);
}
const FOREIGN = { 'Sec-Fetch-Site': 'cross-site' };

describe('a page of another site', () => {
  it('locks nobody out by requests without a credential', async () => {
    const { ask } = makeStage();
    for (let n = 0; n < 3 * RATES.refused.burst; n += 1)
      expect((await ask(null, '192.0.2.30', `/v1/me?${n}`)).status).toBe(401);
    expect((await ask(createKey('goodh'), '192.0.2.30')).status).toBe(200);
  });

  it('locks nobody out by addresses with a ticket', async () => {
    const { ask, redeem, stream, woken } = makeStage();
    for (let n = 0; n < 2 * RATES.refused.burst; n += 1) {
      expect((await redeem('192.0.2.31', undefined, FOREIGN)).status).toBe(400);
      expect((await redeem('192.0.2.31', 'tk_none', FOREIGN)).status).toBe(401);
      const socket = { Upgrade: 'websocket', Origin: 'https://evil.example' };
      expect((await redeem('192.0.2.31', undefined, socket)).status).toBe(403);
      expect((await stream('192.0.2.31', FOREIGN)).status).toBe(403);
      expect((await stream('192.0.2.31', { Origin: 'https://evil.example' })).status).toBe(403);
    }
    expect(woken).toMatchObject({ sockets: 0, streams: 0 });
    expect((await ask(createKey('goodi'), '192.0.2.31')).status).toBe(200);
    expect((await redeem('192.0.2.31')).status).toBe(401);
  });

  it('uses up nothing of what its visitor may ask: of the public, of hooks, and of what is looked up', async () => {
    const { ask, deliver, redeem } = makeStage({
      LOOKUPS: { limit: async ({ key }: { key: string }) => ({ success: key === '192.0.2.32' }) },
    });
    const form = { Origin: 'https://evil.example', 'Content-Type': 'text/plain' };
    const forged = hookOf('forged9');
    for (let n = 0; n < 2 * RATES.refused.burst; n += 1) await deliver(forged, '192.0.2.32', form);
    await countUntil(3 * RATES.address.burst, () => ask(null, '192.0.2.32', '/healthz', FOREIGN));
    expect((await ask(null, '192.0.2.32', '/healthz')).status).toBe(200);
    expect((await deliver(forged, '192.0.2.32')).status).toBe(401);
    expect((await redeem('192.0.2.32')).status).toBe(401);
    expect((await ask(createKey('goodj'), '192.0.2.32')).status).toBe(200);
  });
});

describe('somebody who guesses', () => {
  it('keeps nobody out whose key, seat or ticket was good before', async () => {
    const { ask, post, redeem, good } = makeStage({}, many);
    const [key, seat, revoked] = [
      createKey('goodk'),
      `st_good_${SCENE.slice(4)}_${'z'.repeat(32)}`,
      createKey('goodl'),
    ];
    for (const one of [key, revoked]) expect((await ask(one, '192.0.2.33')).status).toBe(200);
    const path = `/v1/scenes/${SCENE}`;
    expect((await ask(seat, '192.0.2.33', path)).status).toBe(404);
    await countUntil(2 * RATES.refused.burst, () => ask('ps_x', '192.0.2.33'));
    expect((await ask(key, '192.0.2.33')).status).toBe(200);
    expect((await ask(seat, '192.0.2.33', path)).status).toBe(404);
    await expectTooMany(await ask(createKey('goodm'), '192.0.2.33'));
    await expectTooMany(await redeem('192.0.2.33'));
    const made = await post(`${path}/tickets`, '192.0.2.33', {}, { Authorization: `Bearer ${key}` });
    expect(made.status).toBe(201);
    expect((await redeem('192.0.2.33', TICKET)).status).toBe(401);
    good.ends = true;
    forgetKey('goodl', 'goodl');
    expect((await ask(revoked, '192.0.2.33')).status).toBe(401);
    await expectTooMany(await ask(revoked, '192.0.2.33'));
  });

  it('tries no more keys at once than one after the other', async () => {
    const { ask, woken } = makeStage({}, many);
    const found = await atOnce(200, (n) => ask(`ps_bad_${String(n).padStart(32, '0')}`, '192.0.2.34'));
    expect(woken.tenants).toBeLessThanOrEqual(RATES.refused.burst + 3);
    expect(found).toEqual({ 401: woken.tenants, 429: 200 - woken.tenants });
  });

  it('tries no more tickets, invitations and signatures at once than one after the other', async () => {
    const { redeem, accept, deliver, woken } = makeStage({}, many);
    const most = RATES.refused.burst + 3;
    await atOnce(200, (n) => redeem('192.0.2.35', `tk_good_${String(n).padStart(32, '0')}`));
    expect(woken.sockets).toBeLessThanOrEqual(most);
    await atOnce(200, () => accept('192.0.2.36'));
    expect(woken.scenes).toBeLessThanOrEqual(most);
    await atOnce(200, () => deliver(hookOf('forged7'), '192.0.2.37'));
    expect(woken.hooks).toBeLessThanOrEqual(most);
  });
});

it('many people of one address are let in when they come at once with keys that are good', async () => {
  const { ask } = makeStage({}, many);
  expect(await atOnce(150, () => ask(createKey('goodn'), '192.0.2.38'))).toEqual({ 200: 150 });
  const { deliver } = makeStage({}, many);
  expect(await atOnce(150, () => deliver(hookOf('good8'), '192.0.2.38'))).toEqual({ 202: 150 });
});

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8::3:4:5:6:7', '2001:db8:0:3::/64'],
  ['::1', '0:0:0:0::/64'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
  ['unknown', 'unknown'],
])('the network of an address %s is %s', (address, network) => expect(networkPrefix(address)).toBe(network));
