import OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import { createApp } from './app';
import { listOperations } from './auth/permissions';

const app = createApp();
const PAGE = 'https://app.example.com';
const LISTED = { CORS_ORIGINS: `${PAGE},http://localhost:5173` };
const scene = `/v1/scenes/scn_${'z'.repeat(20)}`;

const ask = (path: string, headers: Record<string, string>, env: object, method = 'GET') =>
  app.request(`https://stage.test${path}`, { method, headers }, env);
const preflight = (path: string, origin: string, env: object, method = 'POST') =>
  ask(path, { Origin: origin, 'Access-Control-Request-Method': method }, env, 'OPTIONS');
/** The part of the description that says which headers a call takes. */
interface Document {
  paths: Record<string, Record<string, { parameters?: { name: string; in: string }[] }>>;
}
const allowed = ({ headers }: Response) => headers.get('Access-Control-Allow-Origin');

describe('a page of another site', () => {
  it('may do nothing unless it is configured', async () => {
    for (const response of [
      await ask('/healthz', { Origin: PAGE }, {}),
      await ask(scene, { Origin: PAGE }, {}),
      await preflight(scene, PAGE, {}),
    ]) {
      const names = [...response.headers.keys()].filter((name) => name.startsWith('access-control-'));
      expect(names).toEqual([]);
    }
    expect((await preflight(scene, PAGE, {})).status).toBe(404);
  });

  it('may use the official OpenAI client, which adds headers of its own', async () => {
    const sent: string[] = [];
    const client = new OpenAI({
      ...{ apiKey: 'st_x', baseURL: `https://stage.test${scene}/openai`, dangerouslyAllowBrowser: true },
      fetch: async (_, init) => {
        sent.push(...new Headers(init?.headers).keys());
        return Response.json({ object: 'list', data: [] });
      },
    });
    await client.models.list();
    const { headers } = await preflight(`${scene}/openai/models`, PAGE, LISTED);
    const allows = headers.get('Access-Control-Allow-Headers')?.toLowerCase().split(',') ?? [];
    // Browsers set these themselves.
    const forbidden = ['accept', 'user-agent'];
    expect(sent).toContain('x-stainless-lang');
    for (const name of sent) if (!forbidden.includes(name)) expect(allows).toContain(name);
  });

  it('is let in when its origin is listed, and told before it sends a credential', async () => {
    for (const origin of [PAGE, 'http://localhost:5173']) {
      const answer = await preflight(scene, origin, LISTED, 'PATCH');
      expect([answer.status, allowed(answer)]).toEqual([204, origin]);
      const { headers } = answer;
      expect(headers.get('Access-Control-Max-Age')).toBe('7200');
      expect(headers.get('Vary')).toContain('Origin');
      expect(headers.get('Access-Control-Allow-Headers')?.split(',')).toEqual(
        expect.arrayContaining(['Authorization', 'Content-Type', 'Idempotency-Key', 'Last-Event-ID']),
      );
      const methods = headers.get('Access-Control-Allow-Methods')?.split(',') ?? [];
      for (const row of listOperations(app).keys()) expect(methods).toContain(row.split(' ')[0]);
      // Errors need the headers too, or the page could not read them.
      const refused = await ask(scene, { Origin: origin }, LISTED);
      expect([refused.status, allowed(refused)]).toEqual([401, origin]);
      expect(refused.headers.get('Access-Control-Expose-Headers')?.split(',')).toEqual(
        expect.arrayContaining(['Content-Disposition', 'Location', 'Retry-After']),
      );
      expect(allowed(await ask('/no-such-page', { Origin: origin }, LISTED))).toBe(origin);
    }
  });

  it('may send every header that the API takes, and read the version that a change names', async () => {
    const document = (await (await ask('/openapi.json', {}, {})).json()) as Document;
    const taken = Object.values(document.paths)
      .flatMap((calls) => Object.values(calls).flatMap(({ parameters = [] }) => parameters))
      .filter((parameter) => parameter.in === 'header')
      .map(({ name }) => name);
    expect(taken).toContain('If-Match');
    const { headers } = await preflight('/v1/worlds/wld_x', PAGE, LISTED, 'PATCH');
    const allows = headers.get('Access-Control-Allow-Headers')?.split(',') ?? [];
    for (const name of new Set(taken)) expect(allows).toContain(name);
    const { headers: read } = await ask(scene, { Origin: PAGE }, LISTED);
    expect(read.get('Access-Control-Expose-Headers')?.split(',')).toContain('ETag');
  });

  it.each([
    'https://app.example.com.evil.test',
    'https://evil-app.example.com',
    'http://app.example.com',
    'https://app.example.com:8443',
    'https://localhost:5173',
    'null',
    '*',
  ])('is not taken for a listed one: %s', async (origin) => {
    expect(allowed(await preflight(scene, origin, LISTED))).toBeNull();
    expect(allowed(await ask('/healthz', { Origin: origin }, LISTED))).toBeNull();
    // Caches must not serve one origin's answer to another.
    expect((await ask('/healthz', { Origin: origin }, LISTED)).headers.get('Vary')).toContain('Origin');
  });

  it('of any origin is let in by *', async () => {
    for (const origin of [PAGE, 'null'])
      expect(allowed(await preflight(scene, origin, { CORS_ORIGINS: '*' }))).toBe('*');
  });

  it('never sends credentials of the browser', async () => {
    for (const env of [LISTED, { CORS_ORIGINS: '*' }])
      for (const answer of [await preflight(scene, PAGE, env), await ask(scene, { Origin: PAGE }, env)])
        expect(answer.headers.get('Access-Control-Allow-Credentials')).toBeNull();
  });

  it('gets nothing but a 404 for OPTIONS that is no preflight', async () =>
    expect((await ask(scene, { Origin: PAGE }, LISTED, 'OPTIONS')).status).toBe(404));
});
