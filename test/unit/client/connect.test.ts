import { afterEach, expect, it, vi } from 'vitest';
import { type ConnectOptions, connect, join } from '../../../packages/client/src/index';

class Socket {}
const asked: Request[] = [];
const options = (more: Partial<ConnectOptions> = {}): ConnectOptions => ({
  url: 'https://stage.test',
  token: 'key',
  fetch: async (request) => {
    asked.push(request);
    return Response.json({});
  },
  ...more,
});

afterEach(() => {
  asked.length = 0;
  vi.unstubAllGlobals();
});

it('refuses to connect without a WebSocket, before it sends anything, and names the remedy', async () => {
  vi.stubGlobal('WebSocket', undefined);
  expect(() => connect(options())).toThrow(/WebSocket.*`ws`/);
  await expect(join({ ...options(), invitation: 'si_1', name: 'Ben' })).rejects.toThrow(/WebSocket.*`ws`/);
  expect(asked).toEqual([]);
});

it('connects with a WebSocket of its own, or with null for a program that follows no room', async () => {
  vi.stubGlobal('WebSocket', undefined);
  connect(options({ WebSocket: Socket as unknown as typeof WebSocket }));
  const stage = connect(options({ WebSocket: null }));
  await stage.GET('/v1/scenes');
  expect(asked).toHaveLength(1);
  await expect(stage.scene('scn_1').say('Hello?', { wait: true })).rejects.toThrow(/WebSocket/);
  expect(asked).toHaveLength(1);
});

it.each([
  [true, '1'],
  [false, '0'],
  [1, '1'],
  ['1', '1'],
] as const)('sends `wait` %j as %j', async (wait, sent) => {
  await connect(options({ WebSocket: null })).POST('/v1/scenes/{id}/turns', {
    path: { id: 'scn_1' },
    query: { wait },
    body: { type: 'continuation', to: [] },
  });
  expect(new URL(asked[0]?.url ?? '').searchParams.get('wait')).toBe(sent);
});
