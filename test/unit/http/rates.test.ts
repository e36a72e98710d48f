import { describe, expect, it } from 'vitest';
import { createApp } from '../../../src/app';
import { makeKey } from '../../../src/auth/keys';
import { RATES } from '../../../src/limits';

const BOOTSTRAP = 'ps_local_boot0boot0boot0boot0boot0boot0';

/** A Worker whose tenants know every key of theirs that begins with the tenant's name and `good`. */
function makeStage(more: object = {}) {
  const app = createApp();
  const looked = { up: 0 };
  const env = {
    BOOTSTRAP_KEY: BOOTSTRAP,
    TENANTS: {
      idFromName: (name: string) => name,
      get: (name: string) => ({ verifyKey: async () => (name.startsWith('good') ? { keyId: name } : null) }),
    },
    SCENES: {
      idFromName: (name: string) => name,
      get: () => ({
        verifySeat: async () => ({ seat: 'seat_aaaaaaaaaaaa', role: 'player' }),
        read: async () => ({ ok: false, failure: { code: 'not_found', what: 'scene', id: 'scn_1' } }),
        look: async () => ({ ok: false, failure: { code: 'not_found', what: 'scene', id: 'scn_1' } }),
      }),
    },
    LOOKUPS: {
      limit: async () => {
        looked.up += 1;
        return { success: looked.up <= 3 };
      },
    },
    ...more,
  };
  const ask = (key: string | null, address: string | null, path = '/v1/templates') =>
    app.request(
      path,
      {
        headers: {
          ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
          ...(address === null ? {} : { 'CF-Connecting-IP': address }),
        },
      },
      env,
    );
  return { ask, looked };
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
    expect((await ask(makeKey('gooda'), null)).status).toBe(200);
  });

  it('with credentials that are none are refused, and then even one that is good', async () => {
    const { ask } = makeStage();
    const [n, response] = await countUntil(2 * RATES.refused.burst, () => ask('ps_x', '192.0.2.1'));
    expect(n).toBeGreaterThanOrEqual(RATES.refused.burst);
    await expectTooMany(response);
    await expectTooMany(await ask(makeKey('goodb'), '192.0.2.1'));
    expect((await ask(makeKey('goodb'), '192.0.2.2')).status).toBe(200);
  });

  it('with keys that nobody has just seen are refused by the platform before the tenant is asked', async () => {
    const { ask, looked } = makeStage();
    const known = makeKey('goodc');
    for (let i = 0; i < 5; i += 1) expect((await ask(known, '192.0.2.3')).status).toBe(200);
    expect(looked.up).toBe(1);
    for (const name of ['goodd', 'goode']) expect((await ask(makeKey(name), '192.0.2.3')).status).toBe(200);
    await expectTooMany(await ask(makeKey('goodf'), '192.0.2.3'));
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
    expect((await ask(makeKey('goodg'), null, path)).status).toBe(404);
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
