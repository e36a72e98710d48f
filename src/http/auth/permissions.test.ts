import { describe, expect, it } from 'vitest';
import { createApp } from '../app';
import { findAccess, PERMISSIONS, rowOf } from './permissions';

const rowsOf = (app: ReturnType<typeof createApp>) =>
  new Set(
    app.routes
      .filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => `${method} ${path.replace(/:([a-z]+)/gi, '{$1}')}`),
  );

describe('the permission table', () => {
  it('has a row for every route of the app', () => {
    const missing = [...rowsOf(createApp())].filter((row) => !Object.hasOwn(PERMISSIONS, row));
    expect(missing).toEqual([]);
  });

  it('has no row that is not a route', () => {
    const routes = rowsOf(createApp());
    expect(Object.keys(PERMISSIONS).filter((row) => !routes.has(row))).toEqual([]);
  });

  it('leaves nothing under /v1 open to the public but pictures for Discord', () => {
    const open = Object.entries(PERMISSIONS).filter(
      ([row, access]) => row.includes(' /v1/') && access === 'public',
    );
    // Discord shows the pictures of characters, by addresses that can't be guessed.
    expect(open).toEqual([['GET /v1/discord/{id}/portraits/{portrait}', 'public']]);
  });

  it('refuses a route that was added without a row, whatever the credential', async () => {
    const app = createApp();
    app.get('/v1/forgotten', (c) => c.text('open!'));
    const response = await app.request('/v1/forgotten', {
      headers: { Authorization: `Bearer ps_local_${'x'.repeat(32)}` },
    });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ type: '/problems/forbidden' });
  });

  it('gives HEAD the access of GET', () => {
    expect(findAccess(rowOf('HEAD', '/v1/scenes/:id'))).toBe('seat');
    expect(findAccess(rowOf('PUT', '/v1/scenes/:id'))).toBeNull();
  });
});
