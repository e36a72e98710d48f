import { describe, expect, it } from 'vitest';
import { VARIABLES } from '../config';
import { PROBLEM_TYPES, problemType, problemTypeUri } from '../contract/problem-types';
import type { Failure } from '../contract/problems';
import { createApp } from './app';

const app = createApp();
const ask = (path: string, headers: Record<string, string> = {}, env: object = {}) =>
  app.request(`https://stage.test${path}`, { headers }, env);

it.each(['/openapi.json', '/asyncapi.json', '/llms.txt'])(
  'a document of the stage %s is fetched again when it changed',
  async (path) => {
    const first = await ask(path);
    expect(first.status).toBe(200);
    expect(first.headers.get('Cache-Control')).toBe('public, max-age=300');
    const tag = first.headers.get('ETag') ?? '';
    expect(tag).toMatch(/^(W\/)?".+"$/);
    const again = await ask(path, { 'If-None-Match': `"other", ${tag}` });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
    expect(again.headers.get('ETag')).toBe(tag);
    expect(again.headers.get('Cache-Control')).toBe('public, max-age=300');
    const other = await ask(path, { 'If-None-Match': '"other"' });
    expect(other.status).toBe(200);
    expect(await other.text()).toBe(await first.text());
  },
);

describe('the type of a problem', () => {
  const types = Object.keys(PROBLEM_TYPES).map((code) => problemTypeUri(code as Failure['code']));

  it.each(types)('%s leads to a page with cause and fix, and to the same as JSON', async (type) => {
    const page = await ask(type, { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
    expect(page.status).toBe(200);
    expect(page.headers.get('Content-Type')).toMatch(/^text\/html/);
    expect(page.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    const html = await page.text();
    const answer = await ask(type, { Accept: 'application/json' });
    const json = problemType.parse(await answer.json());
    expect(json.type).toBe(type);
    // Words are as they are, but for what HTML escapes and shows as code.
    const shown = html
      .replace(/<\/?code>/g, '`')
      .replaceAll('&#39;', "'")
      .replaceAll('&quot;', '"');
    const text = shown.replaceAll('&lt;', '<').replaceAll('&gt;', '>');
    for (const part of [json.title, json.cause, json.fix, String(json.status)]) expect(text).toContain(part);
    expect(html).not.toMatch(/<script|style=|<style/);
  });

  it('is the same that a problem has, wherever it is answered', async () => {
    const problem = (await (await ask('/v1/me', {}, {})).json()) as { type: string; status: number };
    const page = await ask(problem.type, { Accept: 'application/problem+json' });
    expect(await page.json()).toMatchObject({ type: problem.type, status: problem.status });
  });

  it('that is none is a problem itself', async () => {
    const answer = await ask('/problems/constructor');
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ type: '/problems/not-found' });
  });
});

it('a host that was asked over https is asked over https alone from then on; over http nothing is said of it', async () => {
  const secure = await ask('/healthz');
  expect(secure.headers.get('Strict-Transport-Security')).toBe('max-age=31536000');
  const local = await app.request('http://127.0.0.1:8787/healthz', {}, {});
  expect(local.headers.has('Strict-Transport-Security')).toBe(false);
});

it('a variable that is wrong is named by every route, its value by none', async () => {
  for (const name of VARIABLES.filter((one) => one !== 'OPENAI_API_KEY' && one !== 'ARC_API_KEY')) {
    const value = `wrong value ${'x'.repeat(300)}`;
    for (const path of ['/healthz', '/openapi.json', '/v1/scenes', '/v1/seats/accept']) {
      const answer = await ask(path, {}, { [name]: value });
      const text = await answer.text();
      expect([path, name, answer.status]).toEqual([path, name, 503]);
      expect(answer.headers.get('Content-Type')).toBe('application/problem+json');
      expect(JSON.parse(text)).toMatchObject({ type: '/problems/misconfigured' });
      expect(text).toContain(name);
      expect(text).not.toContain('wrong value');
    }
  }
});

describe('an unknown address', () => {
  const BROWSER = { Accept: 'text/html,application/xhtml+xml' };

  it('shows a browser a page with a way home', async () => {
    const page = await ask('/no/such/<page>', BROWSER);
    expect(page.status).toBe(404);
    expect(page.headers.get('Content-Type')).toMatch(/^text\/html/);
    expect(page.headers.get('Vary')).toContain('Accept');
    const html = await page.text();
    expect(html).toContain('<a href="/">Go to the home page</a>');
    expect(html).not.toContain('<page>');
  });

  it.each([
    ['/no/such/page', { Accept: 'application/json' }],
    ['/no/such/page', {}],
    ['/v1/nothing', BROWSER],
    ['/mcp/nothing', BROWSER],
  ])('is a problem for programs: %s', async (path, headers) => {
    const answer = await ask(path, headers);
    expect(answer.headers.get('Content-Type')).toMatch(/^application\/problem\+json/);
  });
});
