import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env, exports } from 'cloudflare:workers';
import { Webhook as Signer } from 'standardwebhooks';
import { afterEach, expect, inject, it, vi } from 'vitest';
import type { Porter } from '../../durable-objects/porter';
import type { Hook, HookDelivered, NewHook } from '../../src/contract/hooks';
import type { Problem } from '../../src/contract/problems';
import type { Received } from '../support/fake-receiver';
import { allEvents, idle, openScene, sceneStub, until } from '../support/rooms';

const OPERATOR = 'ps_local_test0test0test0test0test0test0';
const receiver = inject('fakeReceiverUrl');

async function call<T>(
  row: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: T }> {
  const [method = 'GET', path = '/'] = row.split(' ');
  const sent = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const response = await exports.default.fetch(
    new Request(`https://stage.test${path}`, {
      method,
      headers: {
        ...(path.endsWith('/deliver') ? {} : { Authorization: `Bearer ${OPERATOR}` }),
        ...(sent === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(sent === undefined ? {} : { body: sent }),
    }),
  );
  const text = await response.text();
  return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as T };
}

async function open(verify: string, more: Record<string, unknown> = {}): Promise<NewHook & { scene: string }> {
  const scene = await openScene();
  const body = {
    ...{ room: scene, verify, turn: { text: '{{who}} calls: {{what}}', personaId: 'visitor' } },
    ...more,
  };
  const made = await call<NewHook>('POST /v1/hooks', body);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return { ...made.body, scene };
}

const spoken = async (scene: string): Promise<unknown[]> =>
  (await allEvents(sceneStub(scene)))
    .filter(({ kind }) => kind === 'player.spoke')
    .map(({ payload }) => payload.text);

it('places a turn for a bearer token', async () => {
  const hook = await open('bearer');
  const answer = await call<HookDelivered>(
    `POST ${hook.deliverTo}`,
    { who: 'The harbour', what: 'a boat is missing' },
    { Authorization: `Bearer ${hook.secret}` },
  );
  expect(answer).toMatchObject({ status: 202, body: { hook: hook.id, accepted: { round: 1 } } });
  await idle(hook.scene);
  expect(await spoken(hook.scene)).toEqual(['The harbour calls: a boat is missing']);
});
