import { describe, expect, it } from 'vitest';
import { createApp } from '../app';
import { isFromThisMachine, LOCAL_HEADER } from './locality';

const OPERATOR = 'ps_local_boot0boot0boot0boot0boot0boot0';
const LOCAL = 'http://127.0.0.1:8787';
const PUBLIC = 'https://quiet-fox.trycloudflare.com';
const SHARED = { BOOTSTRAP_KEY: OPERATOR, OPERATOR_LOCAL: 'on', PUBLIC_URL: PUBLIC };
/** As `wrangler dev` adds it to a request of this machine. */
const DIRECT = { 'CF-Connecting-IP': '127.0.0.1' };

describe('a request of the machine itself', () => {
  it.each(['http://127.0.0.1:8787', 'http://localhost:8787', 'http://[::1]:8787'])('comes to %s', (url) => {
    expect(isFromThisMachine(`${url}/v1/me`, new Headers(DIRECT))).toBe(true);
    expect(isFromThisMachine(`${url}/v1/me`, new Headers({ 'CF-Connecting-IP': '::1' }))).toBe(true);
  });

  it.each([
    'https://quiet-fox.trycloudflare.com',
    'http://192.168.1.2:8787',
    'http://127.0.0.1.evil.example',
  ])('does not come to %s', (url) =>
    expect(isFromThisMachine(`${url}/v1/me`, new Headers(DIRECT))).toBe(false),
  );

  it.each([
    ['Cf-Ray', '8f00-FRA'],
    ['Cdn-Loop', 'cloudflare'],
    ['Via', '1.1 proxy'],
    ['Forwarded', 'for=203.0.113.9'],
    ['X-Forwarded-For', '203.0.113.9'],
    ['X-Forwarded-Host', 'stage.example'],
    ['X-Forwarded-Proto', 'https'],
    ['X-Real-IP', '127.0.0.1'],
    ['CF-Connecting-IP', '203.0.113.9'],
  ])('bears no mark of the way, whatever address it names: %s', (name, value) =>
    expect(isFromThisMachine(`${LOCAL}/v1/me`, new Headers({ ...DIRECT, [name]: value }))).toBe(false),
  );
});

describe('a shared stage', () => {
  const app = createApp();
  const ask = (address: string, headers: Record<string, string>, env: object = SHARED) =>
    app.request(`${address}/v1/me`, { headers: { Authorization: `Bearer ${OPERATOR}`, ...headers } }, env);

  it('takes the key of its operator on the machine, and says where others reach it', async () => {
    const response = await ask(LOCAL, DIRECT);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ operator: true, publicUrl: PUBLIC });
  });

  it.each([
    [PUBLIC, { 'CF-Connecting-IP': '203.0.113.9', 'Cf-Ray': '8f00-FRA' }],
    // As the header MF-Original-URL makes it look.
    [LOCAL, { 'CF-Connecting-IP': '203.0.113.9', 'Cf-Ray': '8f00-FRA' }],
  ])('refuses that key over the tunnel, and says what to do', async (address, headers) => {
    const response = await ask(address, headers);
    expect(response.status).toBe(403);
    const problem = (await response.json()) as { detail: string; fix: string };
    expect(problem.detail).toContain('machine');
    expect(problem.fix).toContain('npm start');
    expect(JSON.stringify(problem)).not.toContain(OPERATOR);
  });

  it('exchanges no one-time code over the tunnel', async () => {
    const response = await app.request(
      `${PUBLIC}/v1/keys/exchange`,
      {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Cf-Ray': '8f00-FRA' },
        body: JSON.stringify({ code: `kc_${'A'.repeat(32)}` }),
      },
      SHARED,
    );
    expect(response.status).toBe(403);
  });

  it('is one that was started so: others take the key everywhere', async () => {
    const response = await ask(PUBLIC, { 'Cf-Ray': '8f00-FRA' }, { BOOTSTRAP_KEY: OPERATOR });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ operator: true, publicUrl: null });
  });

  it.each(['stage.example.com', 'https://stage.example.com/', 'https://stage.example.com/x', 'ftp://stage'])(
    'refuses %s as its public address, and names the variable',
    async (value) => {
      const response = await ask(LOCAL, DIRECT, { ...SHARED, PUBLIC_URL: value });
      expect(response.status).toBe(503);
      expect(await response.text()).toContain('PUBLIC_URL');
    },
  );
});

describe('a stage under npm start', () => {
  const app = createApp();
  const canUseLocal = async (address: string, headers: Record<string, string>, env: object) => {
    const response = await app.request(`${address}/v1/stage`, { headers }, env);
    return ((await response.json()) as { localModels: boolean }).localModels;
  };
  const secret = 's'.repeat(40);
  const started = { BOOTSTRAP_KEY: OPERATOR, LOCAL_MODELS: 'on', RATE_LIMITS: 'off' };
  const shared = { ...SHARED, ...started, LOCAL_SECRET: secret };

  it('connects models of this machine only for requests from it', async () => {
    expect(await canUseLocal(LOCAL, DIRECT, started)).toBe(true);
    expect(await canUseLocal(LOCAL, { ...DIRECT, 'X-Forwarded-For': '203.0.113.9' }, started)).toBe(false);
    expect(await canUseLocal(LOCAL, DIRECT, { ...started, LOCAL_MODELS: 'off' })).toBe(false);
  });

  it('does so on a shared stage only through its own proxy, not through a tunnel', async () => {
    expect(await canUseLocal(LOCAL, { ...DIRECT, [LOCAL_HEADER]: secret }, shared)).toBe(true);
    expect(await canUseLocal(LOCAL, DIRECT, shared)).toBe(false);
    expect(await canUseLocal(PUBLIC, { ...DIRECT, 'Cf-Ray': '8f00-FRA' }, shared)).toBe(false);
  });
});
