import { describe, expect, it } from 'vitest';
import { createApp } from './app';
import { LOCAL_HEADER } from './auth/locality';

const app = createApp();
const OPERATOR = 'ps_local_boot0boot0boot0boot0boot0boot0';
const OWN = { HOSTS: 'localhost,stage.lan,other.lan:8443', PUBLIC_URL: 'https://stage.example.com' };

const statusOf = async (url: string, headers: Record<string, string> = {}, env: object = OWN) =>
  (await app.request(`${url}/healthz`, { headers }, env)).status;

describe('a stage that knows its hosts', () => {
  it.each([
    'http://127.0.0.1:8787',
    'http://localhost:8787',
    'http://[::1]:8787',
    'http://stage.lan',
    'http://STAGE.lan:99',
    'http://other.lan:8443',
    'https://stage.example.com',
  ])('answers to %s', async (url) => {
    expect(await statusOf(url)).toBe(200);
    expect(await statusOf(url, { Host: new URL(url).host })).toBe(200);
  });

  it.each([
    'http://evil.example:8787',
    'http://127.0.0.1.evil.example',
    'http://other.lan',
    'http://stage.example.org',
  ])('refuses %s with a problem, as the address and as the Host', async (url) => {
    expect(await statusOf(url)).toBe(403);
    expect(await statusOf('http://127.0.0.1:8787', { Host: new URL(url).host })).toBe(403);
    const response = await app.request(`${url}/mcp`, { method: 'POST' }, OWN);
    expect(response.headers.get('Content-Type')).toBe('application/problem+json');
    expect(await response.text()).toContain('HOSTS');
  });

  it('answers to any host on Cloudflare, which routes by host', async () => {
    expect(await statusOf('https://anything.example', {}, {})).toBe(200);
    expect(await statusOf('https://anything.example', { 'CF-Connecting-IP': '203.0.113.9' }, {})).toBe(200);
  });

  it.each(['127.0.0.1', '::1'])(
    'answers only to loopback and PUBLIC_URL under a bare wrangler dev (%s)',
    async (ip) => {
      const statusAt = (url: string, env: object = {}) => statusOf(url, { 'CF-Connecting-IP': ip }, env);
      expect(await statusAt('http://localhost:8787')).toBe(200);
      expect(await statusAt('http://evil.example:8787')).toBe(403);
      expect(await statusAt('https://stage.example.com', { PUBLIC_URL: OWN.PUBLIC_URL })).toBe(200);
      expect(await statusAt('http://stage.lan', OWN)).toBe(200);
    },
  );

  it.each([
    ['https://stage.example.com', true],
    ['https://stage.lan', true],
    ['http://127.0.0.1:8787', true],
    ['http://127.0.0.1:9999', false],
    ['https://evil.example', false],
    ['null', false],
  ])('takes a page of %s for its own: %s', async (Origin, isOwn) => {
    const response = await app.request(
      'http://127.0.0.1:8787/mcp',
      { method: 'POST', headers: { Origin } },
      OWN,
    );
    expect(response.status).toBe(isOwn ? 401 : 403);
  });

  it.each(['http://stage.lan', 'stage.lan/x', 'a b', '', ','])('names the variable for %j', async (HOSTS) =>
    expect(await statusOf('http://127.0.0.1', {}, { HOSTS })).toBe(HOSTS === '' ? 200 : 503),
  );
});

describe('the key of the operator on a shared stage', () => {
  const SECRET = 'a-secret-of-this-start-0123';
  const URL_HERE = 'http://127.0.0.1:8787/v1/me';
  const ask = async (headers: Record<string, string>, env: object = { LOCAL_SECRET: SECRET }) => {
    const all = { BOOTSTRAP_KEY: OPERATOR, OPERATOR_LOCAL: 'on', ...env };
    return (
      await app.request(URL_HERE, { headers: { Authorization: `Bearer ${OPERATOR}`, ...headers } }, all)
    ).status;
  };

  it('is taken with the secret of its own proxy', async () => {
    expect(await ask({ [LOCAL_HEADER]: SECRET, 'CF-Connecting-IP': '127.0.0.1' })).toBe(200);
    expect(await ask({ [LOCAL_HEADER]: SECRET })).toBe(200);
  });

  it.each<[string, Record<string, string>]>([
    ['nothing', {}],
    ['a loopback address, which anyone can send', { 'CF-Connecting-IP': '127.0.0.1' }],
    ['another secret', { [LOCAL_HEADER]: `${SECRET}x`, 'CF-Connecting-IP': '127.0.0.1' }],
    ['an empty one', { [LOCAL_HEADER]: '' }],
    ['the mark of a way', { [LOCAL_HEADER]: SECRET, 'X-Forwarded-For': '203.0.113.9' }],
    ['another address', { [LOCAL_HEADER]: SECRET, 'CF-Connecting-IP': '203.0.113.9' }],
  ])('is refused with %s', async (_, headers) => expect(await ask(headers)).toBe(403));

  it('is refused where nothing says who asks', async () => {
    expect(await ask({}, {})).toBe(403);
    expect(await ask({ 'CF-Connecting-IP': '127.0.0.1' }, {})).toBe(200);
  });
});

describe('a rate by address', () => {
  /** Statuses of wrong keys, each from an address of its own. */
  async function flood(env: object, header: string, prefix = ''): Promise<number[]> {
    const statuses: number[] = [];
    for (let n = 0; n < 45; n += 1) {
      const headers = {
        Authorization: `Bearer ps_none_${String(n).padStart(32, 'w')}`,
        [header]: `${prefix}203.0.113.${n}`,
      };
      const all = { LOOKUPS: { limit: async () => ({ success: true }) }, TENANTS, ...env };
      statuses.push((await app.request('http://127.0.0.1/v1/me', { headers }, all)).status);
    }
    return statuses;
  }
  const TENANTS = { idFromName: (name: string) => name, get: () => ({ verifyKey: async () => null }) };

  it('does not believe a header that no proxy of the operator sets', async () => {
    expect(await flood({ TRUSTED_PROXY: 'off' }, 'CF-Connecting-IP')).toContain(429);
    expect(await flood({ TRUSTED_PROXY: 'X-Real-IP' }, 'CF-Connecting-IP')).toContain(429);
  });

  it('believes the header of the proxy that the operator names, and what that has written last', async () => {
    expect(await flood({ TRUSTED_PROXY: 'cloudflare' }, 'CF-Connecting-IP')).not.toContain(429);
    expect(await flood({ TRUSTED_PROXY: 'X-Real-IP' }, 'X-Real-IP')).not.toContain(429);
    expect(
      await flood({ TRUSTED_PROXY: 'X-Forwarded-For' }, 'X-Forwarded-For', '198.51.100.7, '),
    ).not.toContain(429);
  });
});
