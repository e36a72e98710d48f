import { OpenAPIHono } from '@hono/zod-openapi';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { OWNER, type Viewer } from '../contract/events/events';
import { ok } from '../contract/problems';
import { scene } from '../contract/scenes';
import { GRID_ACTIONS } from '../grid/actions';
import { buildDocument } from '../http/documents/openapi';
import { type App, type AppEnv, sceneParams } from '../http/middleware/http';
import { mountActions } from '../http/rooms/actions';
import { type AnyAction, listActionsFor, readInput } from '../room/actions';
import { readSocketAction } from '../room/socket-actions';
import { SCENE_ACTIONS } from '../scene/actions';
import { placeAction } from '../webhooks/hooks';
import { ADVENTURE_ACTIONS } from './actions';

/** An owner's action unknown to the service. */
const dim = listActionsFor<{ dimmed: string[] }>()({
  name: 'dimLights',
  method: 'post',
  path: '/lights/{lamp}/dim',
  who: 'key',
  summary: 'Dim a lamp',
  description: 'It is lit again by hand.',
  params: { lamp: z.string().regex(/^[a-z]+$/) },
  body: z.strictObject({ words: z.string().min(1).max(40) }),
  answer: { schema: z.object({ lamp: z.string() }), about: 'The lamp' },
  socket: 'dim',
  hook: true,
  run: (room, { params: { lamp }, body: { words } }) => {
    room.dimmed.push(`${lamp}: ${words}`);
    return ok({ lamp });
  },
});
const player: Viewer = { owner: false, ids: [], seat: 'seat_1', credential: 'a' };

describe('an action', () => {
  it('has the route and the operation that it declares', () => {
    const app: App = new OpenAPIHono<AppEnv>();
    const clientOf = () => ({ remote: () => ({}) as never, fetch: async () => new Response() });
    mountActions(app, { collection: 'scenes', params: sceneParams, clientOf }, 'lights', [dim]);
    expect(buildDocument(app)).toMatchObject({
      paths: {
        '/v1/scenes/{id}/lights/{lamp}/dim': {
          post: {
            operationId: 'dimLights',
            summary: 'Dim a lamp',
            description: 'It is lit again by hand.',
            tags: ['lights'],
            parameters: [{ name: 'id' }, { name: 'lamp' }, { name: 'Idempotency-Key' }],
            requestBody: { required: true },
            responses: { 200: { description: 'The lamp' }, 409: {}, default: {} },
          },
        },
      },
    });
  });

  it('is asked for over a socket by an owner, with its parameters beside its body', async () => {
    const message = { type: 'dim', lamp: 'stove', key: 'k', input: { words: 'slowly' } };
    const asked = readSocketAction([dim], OWNER, message);
    expect(asked).toMatchObject({ value: { receipt: { key: 'k' } } });
    const room = { dimmed: [] };
    if (asked?.ok) await asked.value.action.run(room, asked.value.input as never);
    expect(room.dimmed).toEqual(['stove: slowly']);
  });

  it('is refused over a socket to a player, and where its input does not fit', () => {
    const message = { type: 'dim', lamp: 'stove', input: { words: 'slowly' } };
    expect(readSocketAction([dim], player, message)).toMatchObject({ failure: { code: 'forbidden' } });
    expect(readSocketAction([dim], OWNER, { ...message, lamp: '1' })).toMatchObject({
      failure: { errors: [{ pointer: '/lamp' }] },
    });
    expect(readSocketAction([dim], OWNER, { ...message, input: {} })).toMatchObject({
      failure: { errors: [{ pointer: '/input/words' }] },
    });
  });

  it('is done by a hook, with fields of the payload in the strings of its body', () => {
    const { params: _, ...plain } = dim;
    const actions: AnyAction[] = [{ ...plain, path: '/lights/dim' }];
    const turn = { action: 'dimLights', body: { words: 'as {{who}} says' } };
    expect(placeAction(turn, { who: 'Ann' }, actions)).toEqual(
      ok({ action: 'dimLights', body: { words: 'as Ann says' } }),
    );
    expect(placeAction(turn, {}, actions)).toMatchObject({ failure: { code: 'unprocessable' } });
    expect(placeAction(turn, { who: 'x'.repeat(99) }, actions)).toMatchObject({
      failure: { code: 'unprocessable' },
    });
    expect(placeAction({ ...turn, action: 'none' }, { who: 'Ann' }, actions)).toMatchObject({
      failure: { code: 'not_found' },
    });
  });

  it('has its input checked where no route does it', () => {
    expect(readInput(dim, { params: { lamp: 'stove' }, body: { words: 'slowly' } })).toMatchObject({
      ok: true,
    });
    expect(readInput(dim, { params: { lamp: 'stove' } })).toMatchObject({
      failure: { code: 'invalid', errors: [{ pointer: '/body' }] },
    });
  });
});

it.each([
  ['scene', SCENE_ACTIONS],
  ['grid', GRID_ACTIONS],
  ['adventure', ADVENTURE_ACTIONS],
])('the actions of a room have a name and an address of their own: %s', (_, actions) => {
  const names = actions.map(({ name }) => name);
  const addresses = actions.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(names).size).toBe(names.length);
  expect(new Set(addresses).size).toBe(addresses.length);
  expect(actions.filter(({ answer }) => answer.schema === scene).every(({ who }) => who === 'key')).toBe(
    true,
  );
});
