import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env, exports } from 'cloudflare:workers';
import { Webhook as Signer } from 'standardwebhooks';
import { afterEach, expect, inject, it, vi } from 'vitest';
import type { Courier } from '../../durable-objects/courier';
import type { Event } from '../../src/contract/events';
import type { Attempt, AttemptPage, NewWebhook, Webhook } from '../../src/contract/webhooks';
import type { Received } from '../support/fake-receiver';
import { allEvents, idle, must, openScene, say, sceneStub, until } from '../support/rooms';

const OPERATOR = 'ps_local_test0test0test0test0test0test0';
const receiver = inject('fakeReceiverUrl');

interface Asked {
  body?: unknown;
  headers?: Record<string, string>;
}

async function call<T>(
  row: string,
  { body, headers = {} }: Asked = {},
): Promise<{ status: number; body: T }> {
  const [method = 'GET', path = '/'] = row.split(' ');
  const response = await exports.default.fetch(
    new Request(`https://stage.test${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${OPERATOR}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );
  const text = await response.text();
  return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as T };
}

let names = 0;

/** A subscription whose receiver behaves as told; `name` is what its log is kept under. */
async function subscribe(
  mode: string,
  more: Record<string, unknown> = {},
): Promise<{ id: string; secret: string; name: string }> {
  names += 1;
  const name = `out${names}`;
  const body = { url: `${receiver}/in/${mode}/${name}`, ...more };
  const made = await call<NewWebhook>('POST /v1/webhooks', { body });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return { id: made.body.id, secret: made.body.secret ?? '', name };
}

const received = async (name: string): Promise<Received[]> =>
  (await fetch(`${receiver}/log/${name}`)).json() as Promise<Received[]>;

const courier = (id: string): DurableObjectStub<Courier> =>
  env.COURIERS.get(env.COURIERS.idFromName(`local/${id}`)) as unknown as DurableObjectStub<Courier>;

const attempts = async (id: string, query = ''): Promise<Attempt[]> =>
  (await call<AttemptPage>(`GET /v1/webhooks/${id}/attempts?limit=200${query}`)).body.items;

const read = async (id: string): Promise<Webhook> => (await call<Webhook>(`GET /v1/webhooks/${id}`)).body;

const nothingWaits = (id: string) =>
  until(
    () => read(id),
    (webhook) => webhook.waiting === 0,
    'everything sent',
  );

const eventsIn = (log: Received[]): Event[] =>
  log.map(({ body }) => (JSON.parse(body) as { data: Event }).data);

/** Time passes, for whoever asks what time it is; the alarm rings. */
async function later(id: string, ms: number): Promise<void> {
  vi.setSystemTime(Date.now() + ms);
  await runDurableObjectAlarm(courier(id));
}

afterEach(() => {
  vi.useRealTimers();
});

it('sends every event of a room, in order, signed, from its creation on', async () => {
  const id = await openScene();
  must(await sceneStub(id).turn(say('Before anyone listens.'), null));
  await idle(id);
  const before = must(await sceneStub(id).events({ after: 0, limit: 1 }, { owner: true, ids: [] })).head;
  const hook = await subscribe('ok', { room: id });
  must(await sceneStub(id).turn(say('Is anyone listening?'), null));
  await idle(id);
  const wanted = (await allEvents(sceneStub(id))).filter(({ seq }) => seq > before);
  const log = await until(
    () => received(hook.name),
    (all) => all.length === wanted.length,
    'all events',
  );
  expect(eventsIn(log)).toEqual(wanted.map((event) => ({ room: id, ...event })));
  const verifier = new Signer(hook.secret);
  for (const { headers, body } of log) {
    const { type, timestamp, data } = verifier.verify(body, headers) as {
      type: string;
      timestamp: string;
      data: Event;
    };
    expect([type, timestamp]).toEqual([data.kind, data.at]);
    expect(headers['webhook-id']).toBe(`${id}_${data.seq}`);
  }
});
