import { describe, expect, it } from 'vitest';
import { VARIABLES } from '../../../src/config';
import { createApp } from '../../../src/http/app';

const app = createApp();
const ask = (path: string, headers: Record<string, string> = {}, env: object = {}) =>
  app.request(`https://stage.test${path}`, { headers }, env);

describe('a document of the stage', () => {
  it.each(['/openapi.json', '/asyncapi.json', '/llms.txt', '/docs'])(
    '%s is fetched again when it changed',
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
});

describe('a host that was asked over https', () => {
  it('is asked over https alone from then on; over http nothing is said of it', async () => {
    const secure = await ask('/healthz');
    expect(secure.headers.get('Strict-Transport-Security')).toBe('max-age=31536000');
    const local = await app.request('http://127.0.0.1:8787/healthz', {}, {});
    expect(local.headers.has('Strict-Transport-Security')).toBe(false);
  });
});

describe('a variable that is wrong', () => {
  it('is named by every route, its value by none', async () => {
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
});
