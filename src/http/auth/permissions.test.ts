import { OpenAPIHono } from '@hono/zod-openapi';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Access } from '../../room/actions';
import { createApp } from '../app';
import { type App, type AppEnv, answers, routeApp } from '../middleware/http';
import { listOperations, operationKey } from './permissions';

const rowsOf = (app: ReturnType<typeof createApp>) =>
  new Set(
    app.routes
      .filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => `${method} ${path.replace(/:([a-z]+)/gi, '{$1}')}`),
  );

/** Who may call the operations that do not ask for a key of the tenant. */
const WITHOUT_KEY: Readonly<Record<string, Access>> = {
  'POST /mcp': 'any-seat',
  'POST /v1/passkeys': 'any-seat',
  'POST /v1/passkeys/registration': 'any-seat',
  'GET /v1/stage': 'anyone',
  'POST /v1/demo': 'anyone',
  'POST /v1/passkeys/challenge': 'anyone',
  'POST /v1/keys/exchange': 'invitation',
  'POST /v1/passkeys/sign-in': 'invitation',
  'POST /v1/seats/accept': 'invitation',
  'POST /v1/seats/look': 'invitation',
  'GET /metrics': 'metrics',
  'DELETE /v1/tenants/{name}': 'operator',
  'DELETE /v1/tenants/{name}/budget': 'operator',
  'GET /v1/tenants': 'operator',
  'GET /v1/tenants/{name}': 'operator',
  'GET /v1/tenants/{name}/budget': 'operator',
  'GET /v1/tenants/{name}/retention': 'operator',
  'POST /v1/keys/codes': 'operator',
  'POST /v1/tenants': 'operator',
  'PUT /v1/tenants/{name}/budget': 'operator',
  'PUT /v1/tenants/{name}/retention': 'operator',
  'DELETE /v1/people/me': 'person',
  'DELETE /v1/people/me/passkeys/{passkey}': 'person',
  'DELETE /v1/people/me/seats/{seat}': 'person',
  'GET /v1/people/me': 'person',
  'POST /v1/people/me/seats': 'person',
  'POST /v1/people/me/seats/{seat}/token': 'person',
  'POST /v1/scenes/{id}/drafts': 'player',
  'POST /v1/scenes/{id}/lines/{seq}/choose': 'player',
  'POST /v1/scenes/{id}/ag-ui': 'player',
  'POST /v1/scenes/{id}/openai/chat/completions': 'player',
  'POST /v1/scenes/{id}/rolls': 'player',
  'POST /v1/scenes/{id}/turns': 'player',
  'GET /asyncapi.json': 'public',
  'GET /embed/{tenant}/{id}': 'public',
  'GET /healthz': 'public',
  'GET /llms.txt': 'public',
  'GET /openapi.json': 'public',
  'GET /problems/{type}': 'public',
  'GET /v1/discord/{id}/portraits/{portrait}': 'public',
  'GET /v1/scenes/{id}': 'seat',
  'GET /v1/scenes/{id}/cast/{character}/portrait': 'seat',
  'GET /v1/scenes/{id}/handouts/{seq}': 'seat',
  'GET /v1/scenes/{id}/handouts/{seq}/picture': 'seat',
  'GET /v1/scenes/{id}/openai/models': 'seat',
  'GET /v1/scenes/{id}/openai/models/{model}': 'seat',
  'GET /v1/scenes/{id}/rounds': 'seat',
  'GET /v1/scenes/{id}/rounds/{n}': 'seat',
  'GET /v1/scenes/{id}/transcript': 'seat',
  'POST /v1/scenes/{id}/notes': 'seat',
  'POST /v1/scenes/{id}/tickets': 'seat',
  'POST /v1/discord/{id}/interactions': 'signed',
  'POST /v1/hooks/{id}/deliver': 'signed',
  'GET /v1/runs/{id}/events': 'ticket-or-key',
  'GET /v1/runs/{id}/socket': 'ticket-or-key',
  'GET /v1/scenes/{id}/events': 'ticket-or-seat',
  'GET /v1/scenes/{id}/socket': 'ticket-or-seat',
};

const operations = listOperations(createApp());

describe('the permission table', () => {
  it('has a row for every route of the app', () => {
    const missing = [...rowsOf(createApp())].filter((row) => !operations.has(row));
    expect(missing).toEqual([]);
  });

  it('has no row that is not a route', () => {
    const routes = rowsOf(createApp());
    expect([...operations.keys()].filter((row) => !routes.has(row))).toEqual([]);
  });

  it('leaves nothing under /v1 open to the public but pictures for Discord', () => {
    const open = [...operations].filter(([row, { who }]) => row.includes(' /v1/') && who === 'public');
    // Discord shows the pictures of characters, by addresses that can't be guessed.
    expect(open.map(([row]) => row)).toEqual(['GET /v1/discord/{id}/portraits/{portrait}']);
  });

  // Reviewed by hand: an operation that takes anything but a key has to be put here.
  it('asks for a key everywhere but here', () => {
    const others = [...operations].filter(([, { who }]) => who !== 'key');
    expect(Object.fromEntries(others.map(([row, { who }]) => [row, who]))).toEqual(WITHOUT_KEY);
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

  it('gives an operation the permission of its group, and no scopes with a credential of its own', () => {
    const app: App = new OpenAPIHono<AppEnv>();
    const parts = { description: 'A lamp.', 200: answers(z.object({}), 'The lamp') };
    const route = routeApp(app, 'service', { who: 'key', scopes: ['read'] });
    route('GET /v1/lamps', 'listLamps', 'Lamps', parts, () => new Response());
    route('GET /v1/lamps/own', 'ownLamp', 'A lamp', { ...parts, who: 'seat' }, () => new Response());
    const own = { ...parts, who: 'seat', scopes: ['room'] } as const;
    route('GET /v1/lamps/all', 'allLamps', 'Lamps', own, () => new Response());
    // @ts-expect-error a group without a credential does not compile
    routeApp(app, 'service', { scopes: ['read'] });
    const declared = [...listOperations(app).values()].map(({ who, scopes }) => [who, scopes]);
    expect(declared).toEqual([
      ['key', ['read']],
      ['seat', []],
      ['seat', ['room']],
    ]);
  });

  it('gives HEAD the access of GET', () => {
    expect(operations.get(operationKey('HEAD', '/v1/scenes/:id'))?.who).toBe('seat');
    expect(operations.has(operationKey('PUT', '/v1/scenes/:id'))).toBe(false);
  });
});
