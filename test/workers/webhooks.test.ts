import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { Webhook as Signer } from 'standardwebhooks';
import { afterEach, expect, inject, it, vi } from 'vitest';
import type { WebhookSender } from '../../durable-objects/webhook-sender';
import type { Event } from '../../src/contract/events/events';
import type { Attempt, AttemptPage, NewWebhook, SentAttempt, Webhook } from '../../src/contract/webhooks';
import { payloadComplaints } from '../support/async-messages';
import type { Received } from '../support/fake-receiver';
import { fieldsOf } from '../support/loose-events';
import { openScene, say, sceneAt, until } from '../support/rooms';
import { OPERATOR, send } from '../support/stage-client';

const receiver = inject('fakeReceiverUrl');

interface Asked {
  body?: unknown;
  headers?: Record<string, string>;
}

async function call<T>(row: string, { body, headers }: Asked = {}) {
  const { status, json } = await send(row, OPERATOR, body, headers);
  return { status, body: json as T };
}

let names = 0;

/** A subscription whose receiver behaves as in `mode`; `name` selects its log. */
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

const webhookSender = (id: string): DurableObjectStub<WebhookSender> =>
  env.WEBHOOK_SENDERS.get(
    env.WEBHOOK_SENDERS.idFromName(`local/${id}`),
  ) as unknown as DurableObjectStub<WebhookSender>;

const attempts = async (id: string, query = ''): Promise<Attempt[]> =>
  (await call<AttemptPage>(`GET /v1/webhooks/${id}/attempts?limit=200${query}`)).body.items;

const read = async (id: string): Promise<Webhook> => (await call<Webhook>(`GET /v1/webhooks/${id}`)).body;

const nothingWaits = (id: string) => until(() => read(id)).holds((webhook) => webhook.waiting === 0);

const eventsIn = (log: Received[]): Event[] =>
  log.map(({ body }) => (JSON.parse(body) as { data: Event }).data);

async function later(id: string, ms: number): Promise<void> {
  vi.setSystemTime(Date.now() + ms);
  await runDurableObjectAlarm(webhookSender(id));
}

afterEach(() => {
  vi.useRealTimers();
});

it('sends every event of a room, in order, signed, from its creation on', async () => {
  const id = await openScene();
  await sceneAt(id).played(say('Before anyone listens.'));
  const before = (await sceneAt(id).events({ after: 0, limit: 1 }, { owner: true, ids: [] })).head;
  const hook = await subscribe('ok', { room: id });
  await sceneAt(id).played(say('Is anyone listening?'));
  const wanted = (await sceneAt(id).ledger()).filter(({ seq }) => seq > before);
  const log = await until(() => received(hook.name)).holds((all) => all.length === wanted.length);
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

async function play(id: string, text = 'Is anyone there?'): Promise<Event[]> {
  const before = (await sceneAt(id).ledger()).length;
  await sceneAt(id).played(say(text));
  return (await sceneAt(id).ledger()).slice(before);
}

const inside = <T>(id: string, act: (object: WebhookSender, state: DurableObjectState) => T | Promise<T>) =>
  runInDurableObject(webhookSender(id) as DurableObjectStub, (object, state) =>
    act(object as unknown as WebhookSender, state),
  );

const firstAttempt = (id: string) =>
  until(async () => (await attempts(id)).at(-1)).holds(
    (attempt) => attempt !== undefined && attempt.status !== 'open',
  ) as Promise<Attempt>;

it('sends only what its filter names, and to a spectator only what everyone may see', async () => {
  const id = await openScene();
  const lines = await subscribe('ok', { room: id, kinds: ['character.spoke'] });
  const public_ = await subscribe('ok', { room: id, as: 'spectator' });
  const other = await subscribe('ok', { room: await openScene() });
  const events = await play(id);
  await nothingWaits(lines.id);
  await nothingWaits(public_.id);
  expect(eventsIn(await received(lines.name)).map(({ seq }) => seq)).toEqual(
    events.filter((event) => event.kind === 'character.spoke').map(({ seq }) => seq),
  );
  const seen = eventsIn(await received(public_.name));
  expect(seen.map(({ seq }) => seq)).toEqual(
    events.filter(({ audience }) => audience.includes('*')).map(({ seq }) => seq),
  );
  expect(events.length).toBeGreaterThan(seen.length);
  expect(await received(other.name)).toEqual([]);
});

it('sends the events of every room of its tenant, and of no other', async () => {
  const everywhere = await subscribe('ok', { kinds: ['player.spoke'] });
  const rooms = [await openScene(), await openScene()];
  await Promise.all(rooms.map((id) => play(id)));
  const log = await until(() => received(everywhere.name)).holds((all) => all.length === 2);
  expect(log.map(({ body }) => JSON.parse(body).data.room).sort()).toEqual([...rooms].sort());
  await call(`DELETE /v1/webhooks/${everywhere.id}`);
});

it('tries again by the schedule, in order, and what comes meanwhile waits', async () => {
  const id = await openScene();
  const hook = await subscribe('500-then-429-then-400-then-ok', { room: id, kinds: ['player.spoke'] });
  await play(id, 'One.');
  await firstAttempt(hook.id);
  await play(id, 'Two.');
  // The schedule's delays, shortest first, with the receiver's request and a random addition.
  const waits = [5_000, 5 * 60_000, 30 * 60_000];
  for (const [i, wait] of waits.entries()) {
    const [last] = await until(() => attempts(hook.id)).holds(
      (all) => all.length === i + 1 && all[0]?.status === 'failed',
    );
    const planned = Date.parse(last?.nextTry ?? '') - Date.parse(last?.at ?? '');
    expect(planned).toBeGreaterThanOrEqual(wait);
    // The schedule's next delay is far longer, so even a slow machine does not reach it.
    expect(planned).toBeLessThan(wait * 1.1 + 5_000);
    await later(hook.id, wait / 2);
    expect(await attempts(hook.id)).toHaveLength(i + 1);
    await later(hook.id, wait * 0.7);
  }
  await nothingWaits(hook.id);
  expect(
    (await received(hook.name)).map(({ mode, body }) => [mode, JSON.parse(body).data.payload.text]),
  ).toEqual([
    ['500', 'One.'],
    ['429', 'One.'],
    ['400', 'One.'],
    ['ok', 'One.'],
    ['ok', 'Two.'],
  ]);
  const ids = (await received(hook.name)).map(({ headers }) => headers['webhook-id']);
  expect(new Set(ids).size).toBe(2);
  const shown = (await attempts(hook.id)).reverse();
  expect(shown.map((one) => [one.try, one.status, one.code])).toEqual([
    [1, 'failed', 500],
    [2, 'failed', 429],
    [3, 'failed', 400],
    [4, 'delivered', 204],
    [1, 'delivered', 204],
  ]);
  expect(shown[0]?.answer).toBe('no: 500');
  expect((await read(hook.id)).failingSince).toBeNull();
});

it('waits as long as a receiver asks, but no longer than a day', async () => {
  const id = await openScene();
  const hooks = [await subscribe('429', { room: id }), await subscribe('429far', { room: id })];
  await play(id);
  const waits = await Promise.all(
    hooks.map(async (hook) => {
      const { at, nextTry } = await firstAttempt(hook.id);
      return Date.parse(nextTry ?? '') - Date.parse(at);
    }),
  );
  expect(waits[0]).toBeGreaterThanOrEqual(7_000);
  expect(waits[0]).toBeLessThan(10_000);
  expect(waits[1]).toBeGreaterThanOrEqual(24 * 3600_000);
  expect(waits[1]).toBeLessThan(24 * 3600_000 + 10_000);
});

it.each([
  ['hang', null, 'no response within'],
  ['redirect', 307, 'redirects are not followed'],
  ['reset', null, 'could not be reached'],
])('counts a receiver that does %s as failed', async (mode, code, error) => {
  const id = await openScene();
  const hook = await subscribe(mode, { room: id, kinds: ['player.spoke'] });
  await inside(hook.id, (object) => {
    object.timeoutMs = 300;
  });
  await play(id);
  const attempt = await firstAttempt(hook.id);
  expect(attempt).toMatchObject({ status: 'failed', code, error: expect.stringContaining(error) });
  expect(await received('redirected')).toEqual([]);
});

it.each(['big', 'drip', 'says'])(
  'is content with a receiver that does %s, and keeps 1 KB of it',
  async (mode) => {
    const id = await openScene();
    const hook = await subscribe(mode, { room: id, kinds: ['player.spoke'] });
    await inside(hook.id, (object) => {
      object.timeoutMs = 500;
    });
    await play(id);
    const attempt = await firstAttempt(hook.id);
    expect(attempt).toMatchObject({ status: 'delivered', code: 200, error: null });
    expect(attempt.answer.length).toBeLessThanOrEqual(1024);
    // The 10 MB are not read: the receiver only sends as much as fits into buffers.
    for (const { sent } of await received(hook.name)) expect(sent).toBeLessThan(8 * 1024 * 1024);
  },
);

it('keeps nobody waiting for a receiver that does not answer: not the round, not another subscription', async () => {
  const id = await openScene();
  const dead = await subscribe('hang', { room: id });
  const alive = await subscribe('ok', { room: id });
  await play(id, 'One.');
  await play(id, 'Two.');
  await nothingWaits(alive.id);
  // The first message to the dead receiver is still pending, for ten seconds.
  expect(await attempts(dead.id)).toMatchObject([{ status: 'open', try: 1 }]);
  expect(eventsIn(await received(alive.name)).at(-1)?.seq).toBe((await sceneAt(id).ledger()).length);
});

it('serves other rooms while one waits for its next try', async () => {
  const [bad, good] = [await openScene(), await openScene()];
  const hook = await subscribe('500-then-ok', { kinds: ['player.spoke'] });
  await play(bad);
  expect(await firstAttempt(hook.id)).toMatchObject({ room: bad, status: 'failed' });
  await play(good);
  const [last] = await until(() => attempts(hook.id)).holds(
    (all) => all.length === 2 && all[0]?.status === 'delivered',
  );
  expect(last?.room).toBe(good);
  await call(`DELETE /v1/webhooks/${hook.id}`);
});

it('switches itself off at 410, says so in the room, and goes on where it stopped', async () => {
  const id = await openScene();
  const hook = await subscribe('410-then-ok', { room: id, kinds: ['player.spoke', 'webhook.disabled'] });
  await play(id, 'One.');
  const off = await until(() => read(hook.id)).holds(({ active }) => !active);
  expect(off.disabled?.reason).toBe('gone');
  expect(off.log[0]?.what).toContain('410');
  await play(id, 'Two.');
  await later(hook.id, 30 * 3600_000);
  expect(await received(hook.name)).toHaveLength(1);
  vi.useRealTimers();

  const events = await until(() => sceneAt(id).ledger()).holds((all) =>
    all.some(({ kind }) => kind === 'webhook.disabled'),
  );
  const notes = events.filter((event) => event.kind === 'webhook.disabled');
  for (const { kind, payload } of notes) expect(payloadComplaints(kind, payload)).toEqual([]);
  expect(notes).toMatchObject([{ audience: ['owner'], payload: { webhook: hook.id, reason: 'gone' } }]);

  await call(`PATCH /v1/webhooks/${hook.id}`, { body: { active: true } });
  await nothingWaits(hook.id);
  const log = eventsIn(await received(hook.name)).slice(1);
  expect(log.filter((event) => event.kind === 'player.spoke').map(({ payload }) => payload.text)).toEqual([
    'One.',
    'Two.',
  ]);
  expect(await read(hook.id)).toMatchObject({ active: true, disabled: null, failingSince: null });
});

it('gives an event up after ten attempts, and itself after five days of nothing but failures', async () => {
  const id = await openScene();
  const hook = await subscribe('500', { room: id, kinds: ['player.spoke'] });
  await play(id, 'One.');
  await play(id, 'Two.');
  for (let n = 1; n < 40 && (await read(hook.id)).active; n += 1) {
    await until(() => attempts(hook.id)).holds((all) => all.length >= n && all[0]?.status !== 'open');
    const [last] = await attempts(hook.id);
    const wait = last?.nextTry ? Date.parse(last.nextTry) - Date.now() : 0;
    await later(hook.id, Math.max(0, wait) + 1_000);
  }
  const off = await read(hook.id);
  expect(off).toMatchObject({ active: false, disabled: { reason: 'failing' } });
  const days = (Date.parse(off.disabled?.at ?? '') - Date.parse(off.failingSince ?? '')) / (24 * 3600_000);
  expect(days).toBeGreaterThanOrEqual(5);
  expect(days).toBeLessThan(6.1);
  const made = (await attempts(hook.id)).reverse();
  const first = made.filter(({ seq }) => seq === made[0]?.seq);
  expect(first.map(({ try: n, status }) => `${n} ${status}`)).toEqual([
    ...Array.from({ length: 9 }, (_, i) => `${i + 1} failed`),
    '10 abandoned',
  ]);
  expect(made[10]).toMatchObject({ try: 1 });
  vi.useRealTimers();
  await until(() => sceneAt(id).ledger()).holds((all) =>
    all.some(({ payload }) => fieldsOf(payload).reason === 'failing'),
  );
});

it.each(['open', 'sent', 'settled'])('loses no event when it is cut off at "%s"', async (point) => {
  const id = await openScene();
  const hook = await subscribe('ok', { room: id });
  const cut = { done: false };
  let passed = 0;
  await inside(hook.id, (object, state) => {
    object.probe = async (at) => {
      if (cut.done) return new Promise(() => {});
      if (at !== point) return;
      passed += 1;
      if (passed < 3) return;
      cut.done = true;
      await state.storage.sync();
      state.abort('cut off by the test');
      return new Promise(() => {});
    };
  });
  const events = await play(id);
  await until(() => cut.done).holds();
  // A webhook with pending messages wakes by its own alarm.
  const log = await until(async () => {
    await runDurableObjectAlarm(webhookSender(hook.id)).catch(() => false);
    return eventsIn(await received(hook.name));
  }).holds((all) => new Set(all.map(({ seq }) => seq)).size === events.length);
  const seqs = log.map(({ seq }) => seq);
  const firsts = [...new Set(seqs)];
  expect(firsts).toEqual(events.map(({ seq }) => seq));
  expect(seqs.length - firsts.length).toBeLessThanOrEqual(point === 'sent' ? 1 : 0);
  const made = await attempts(hook.id);
  expect(made.filter(({ status }) => status === 'open')).toEqual([]);
  expect(made.filter(({ status }) => status === 'lost')).toHaveLength(point === 'settled' ? 0 : 1);
});

it('is told again by its rooms when a telling was lost', async () => {
  const id = await openScene();
  const hook = await subscribe('ok', { room: id, kinds: ['player.spoke'] });
  const real = await sceneAt(id).inside((room) => {
    const bindings = (room as unknown as { env: Env }).env;
    const { WEBHOOK_SENDERS } = bindings;
    bindings.WEBHOOK_SENDERS = {
      idFromName: () => null,
      get: () => ({ tell: () => Promise.reject(new Error('the webhook was reset')) }),
    } as unknown as typeof WEBHOOK_SENDERS;
    return WEBHOOK_SENDERS;
  });
  await play(id);
  await until(() => sceneAt(id).inside(({ core }) => core.jobs.outbox.retryAt)).holds((at) => at !== null);
  expect(await received(hook.name)).toEqual([]);
  await sceneAt(id).inside((room) => {
    (room as unknown as { env: Env }).env.WEBHOOK_SENDERS = real;
  });
  await sceneAt(id)
    .ringing(() => received(hook.name))
    .holds((log) => log.length === 1);
});

it('is in the index after an outage of D1, and has missed nothing', async () => {
  const id = await openScene();
  await until(() =>
    env.DB.prepare('SELECT count(*) AS n FROM rooms WHERE id = ?').bind(id).first<{ n: number }>(),
  ).holds((row) => row?.n === 1);
  // Its row is missing when the webhook wants to update it.
  const hook = await subscribe('ok', { room: id, kinds: ['player.spoke'], active: false });
  await env.DB.prepare('DELETE FROM webhooks WHERE id = ?').bind(hook.id).run();
  await inside(hook.id, (_object, { storage }) => {
    storage.sql.exec("UPDATE meta SET value = '0' WHERE key = 'registered'");
  });
  await play(id, 'Nobody was told.');
  await evictDurableObject(webhookSender(hook.id) as DurableObjectStub);
  await call(`PATCH /v1/webhooks/${hook.id}`, { body: { active: true } });
  await until(async () => {
    await inside(hook.id, (object) => object.alarm());
    return received(hook.name);
  }).holds((log) => log.length === 1);
  const row = await env.DB.prepare('SELECT room FROM webhooks WHERE id = ?').bind(hook.id).first();
  expect(row).toEqual({ room: id });
});

it('that was cut off before it stood in the index goes there by its own alarm', async () => {
  const id = await openScene();
  const hook = await subscribe('ok', { room: id, kinds: ['player.spoke'] });
  // Delete the data stored at creation, and all later data.
  await env.DB.prepare('DELETE FROM webhooks WHERE id = ?').bind(hook.id).run();
  await inside(hook.id, async (_object, { storage }) => {
    storage.sql.exec("DELETE FROM meta WHERE key = 'registered'");
    expect(await storage.getAlarm()).not.toBeNull();
  });
  await evictDurableObject(webhookSender(hook.id) as DurableObjectStub);
  await play(id, 'Nobody was told.');
  expect(await received(hook.name)).toEqual([]);
  await runDurableObjectAlarm(webhookSender(hook.id));
  await until(() => received(hook.name)).holds((log) => log.length === 1);
});

it('repeats an attempt by hand, once for a key, and sends a test', async () => {
  const id = await openScene();
  const hook = await subscribe('ok', { room: id, kinds: ['player.spoke'] });
  await play(id);
  const { n } = await firstAttempt(hook.id);
  const again = () =>
    call<Attempt>(`POST /v1/webhooks/${hook.id}/attempts/${n}/replay`, {
      headers: { 'Idempotency-Key': 'again' },
    });
  const first = await again();
  expect(first).toMatchObject({ status: 200, body: { why: 'replay', status: 'delivered', code: 204 } });
  expect((await again()).body).toEqual(first.body);
  const log = await received(hook.name);
  expect(log).toHaveLength(2);
  expect(log[1]?.body).toBe(log[0]?.body);
  expect(log[1]?.headers['webhook-id']).toBe(log[0]?.headers['webhook-id']);

  const tested = await call<Attempt>(`POST /v1/webhooks/${hook.id}/test`);
  expect(tested).toMatchObject({ status: 200, body: { why: 'test', kind: 'webhook.test', room: null } });
  expect(JSON.parse((await received(hook.name)).at(-1)?.body ?? '')).toMatchObject({
    type: 'webhook.test',
    data: { webhook: hook.id },
  });
  expect((await call(`POST /v1/webhooks/${hook.id}/attempts/999/replay`)).status).toBe(404);
});

it('signs with both secrets for a day after a rotation, and shows each once', async () => {
  const hook = await subscribe('ok', { room: await openScene() });
  const rotated = await call<NewWebhook>(`POST /v1/webhooks/${hook.id}/secret`);
  const fresh = rotated.body.secret ?? '';
  expect(fresh).toMatch(/^whsec_/);
  expect(fresh).not.toBe(hook.secret);
  const verifies = async (secret: string): Promise<boolean> => {
    await call(`POST /v1/webhooks/${hook.id}/test`);
    const { body = '', headers = {} } = (await received(hook.name)).at(-1) ?? {};
    try {
      new Signer(secret).verify(body, headers);
      return true;
    } catch {
      return false;
    }
  };
  expect([await verifies(hook.secret), await verifies(fresh)]).toEqual([true, true]);
  vi.setSystemTime(Date.now() + 25 * 3600_000);
  expect([await verifies(hook.secret), await verifies(fresh)]).toEqual([false, true]);
  vi.useRealTimers();

  const shown = JSON.stringify([
    (await call('GET /v1/webhooks')).body,
    await read(hook.id),
    await attempts(hook.id),
    (await call(`PATCH /v1/webhooks/${hook.id}`, { body: { kinds: [] } })).body,
  ]);
  for (const secret of [hook.secret, fresh]) expect(shown).not.toContain(secret.slice('whsec_'.length));
});

it('is made once for a key, and its secret is not shown again', async () => {
  const body = { url: `${receiver}/in/ok/once` };
  const make = (asked = body) =>
    call<NewWebhook>('POST /v1/webhooks', { body: asked, headers: { 'Idempotency-Key': 'one-webhook' } });
  const [first, second] = [await make(), await make()];
  expect(second).toEqual({ status: 201, body: { ...first.body, secret: null } });
  expect((await make({ url: `${receiver}/in/ok/twice` })).status).toBe(422);
  expect((await call(`DELETE /v1/webhooks/${first.body.id}`)).status).toBe(204);
  expect((await call(`DELETE /v1/webhooks/${first.body.id}`)).status).toBe(204);
  expect((await call(`GET /v1/webhooks/${first.body.id}`)).status).toBe(404);
  expect((await make()).status).toBe(409);
  const rows = await env.DB.prepare('SELECT * FROM webhooks WHERE id = ?').bind(first.body.id).all();
  expect(rows.results).toEqual([]);
});

it('is refused with an address inside, an unknown room, or as one too many', async () => {
  const refused = async (body: unknown) => {
    const answer = await call<{ errors: { pointer: string }[] }>('POST /v1/webhooks', { body });
    return [answer.status, answer.body.errors?.[0]?.pointer];
  };
  for (const url of [
    'https://10.0.0.1/',
    'https://metadata.google.internal/',
    'http://example.com/',
    'nonsense',
  ])
    expect([url, await refused({ url })]).toEqual([url, [400, '/url']]);
  const url = 'https://hooks.example.com/';
  expect(await refused({ url, room: `scn_${'z'.repeat(20)}` })).toEqual([400, '/room']);
  expect(await refused({ url, room: 'nonsense' })).toEqual([400, '/room']);
  expect(await refused({ url, kinds: ['no.such'] })).toEqual([400, '/kinds/0']);
  const made = await subscribe('ok');
  const changed = await call(`PATCH /v1/webhooks/${made.id}`, { body: { url: 'https://10.0.0.1/' } });
  expect(changed.status).toBe(400);
  expect((await read(made.id)).url).toContain(receiver);

  const place = env.DB.prepare("INSERT INTO webhooks VALUES ('local', ?, NULL, '2026')");
  await env.DB.batch(Array.from({ length: 50 }, (_, i) => place.bind(`whk_full${i}`)));
  expect(await refused({ url })).toEqual([409, undefined]);
  // Entries that exist only in the index are not listed, and notifying them does no harm.
  expect((await call<{ items: Webhook[] }>('GET /v1/webhooks')).body.items.length).toBeLessThan(50);
  await play(await openScene());
  await env.DB.prepare("DELETE FROM webhooks WHERE id LIKE 'whk_full%'").run();
});

it('ends with its room', async () => {
  const id = await openScene();
  const hook = await subscribe('500', { room: id, kinds: ['player.spoke'] });
  await play(id);
  await firstAttempt(hook.id);
  await sceneAt(id).erase();
  await later(hook.id, 10_000);
  const off = await until(() => read(hook.id)).holds(({ active }) => !active);
  expect(off).toMatchObject({ waiting: 0, disabled: { reason: 'room-deleted' } });
});

it('goes on at once with a new address', async () => {
  const id = await openScene();
  const hook = await subscribe('500', { room: id, kinds: ['player.spoke'] });
  await play(id);
  await firstAttempt(hook.id);
  await call(`PATCH /v1/webhooks/${hook.id}`, { body: { url: `${receiver}/in/ok/mended` } });
  await nothingWaits(hook.id);
  expect(await received('mended')).toHaveLength(1);
  expect((await read(hook.id)).log[0]?.what).toBe('changed: url');
});

it('that waits for its next try goes on at once when it is told to be active', async () => {
  const id = await openScene();
  const hook = await subscribe('429far-then-ok', { room: id, kinds: ['player.spoke'] });
  await play(id);
  // The next retry is tomorrow; the receiver works again, and its owner reactivates it.
  await firstAttempt(hook.id);
  await call(`PATCH /v1/webhooks/${hook.id}`, { body: { active: true } });
  await nothingWaits(hook.id);
  expect(await attempts(hook.id)).toMatchObject([{ status: 'delivered', try: 2 }, { status: 'failed' }]);
  expect((await read(hook.id)).log[0]?.what).toBe('retried immediately');
});

it('does not send the past that a fork brought along', async () => {
  const id = await openScene();
  const hook = await subscribe('ok');
  await play(id);
  const fork = await call<{ id: string }>(`POST /v1/scenes/${id}/fork`, { body: {} });
  expect(fork.status).toBe(201);
  const own = (await play(fork.body.id)).map(({ seq }) => seq);
  const log = await until(async () =>
    (await received(hook.name)).filter(({ body }) => JSON.parse(body).data.room === fork.body.id),
  ).holds((all) => eventsIn(all).at(-1)?.seq === own.at(-1));
  const past = (await sceneAt(fork.body.id).ledger()).filter((event) => event.kind === 'round.started');
  const seqs = eventsIn(log).map(({ seq }) => seq);
  expect(seqs.slice(-own.length)).toEqual(own);
  expect(past).toHaveLength(2);
  expect(eventsIn(log).filter((event) => event.kind === 'round.started')).toHaveLength(1);
  await call(`DELETE /v1/webhooks/${hook.id}`);
});

it('tells whoever plays the game of a run what to do next, while the turn is open', async () => {
  const hook = await subscribe('ok', { kinds: ['action.requested'] });
  const body = {
    game: 'pushed',
    profiles: { explorer: { provider: 'understudy' }, analyst: { provider: 'understudy' } },
  };
  const run = await call<{ id: string }>('POST /v1/runs', { body });
  expect(run.status, JSON.stringify(run.body)).toBe(201);
  const frame = Array.from({ length: 8 }, (_, row) =>
    Array.from({ length: 8 }, (_, col) => (row === col ? 8 : 0)),
  );
  const posted = await call(`POST /v1/runs/${run.body.id}/observations?wait=0`, {
    body: {
      frames: [frame],
      state: 'NOT_FINISHED',
      levelsCompleted: 0,
      availableActions: ['ACTION1', 'ACTION2'],
    },
  });
  expect(posted.status, JSON.stringify(posted.body)).toBe(202);
  const [log] = await until(() => received(hook.name)).holds((all) => all.length > 0);
  expect(JSON.parse(log?.body ?? '{}')).toMatchObject({
    type: 'action.requested',
    data: { room: run.body.id, payload: { n: expect.any(Number) } },
  });
  await call(`DELETE /v1/webhooks/${hook.id}`);
});

it('shows what an attempt sent, without its signature, and nothing once the room is gone', async () => {
  const id = await openScene();
  const hook = await subscribe('says', { room: id, kinds: ['player.spoke'] });
  expect(await read(hook.id)).toMatchObject({ lastAttempt: null });
  await sceneAt(id).turn(say('Is anyone listening?'));
  const [log] = await until(() => received(hook.name)).holds((all) => all.length === 1);
  await nothingWaits(hook.id);
  const [attempt] = await attempts(hook.id);
  expect((await read(hook.id)).lastAttempt).toEqual(attempt);
  const reading = await call<SentAttempt>(`GET /v1/webhooks/${hook.id}/attempts/${attempt?.n}`);
  expect(reading.body).toEqual({ ...attempt, request: reading.body.request });
  expect(reading.body.request?.body).toBe(log?.body);
  const headers = Object.entries(reading.body.request?.headers ?? {});
  expect(headers.map(([name]) => name.toLowerCase())).not.toContain('webhook-signature');
  for (const [name, value] of headers.filter(([name]) => name !== 'webhook-timestamp'))
    expect(log?.headers[name.toLowerCase()], name).toBe(value);

  const ping = await call<Attempt>(`POST /v1/webhooks/${hook.id}/test`);
  const test = await call<SentAttempt>(`GET /v1/webhooks/${hook.id}/attempts/${ping.body.n}`);
  expect(test.body.request?.body).toBe((await received(hook.name)).at(-1)?.body);

  expect((await call(`DELETE /v1/scenes/${id}`)).status).toBeLessThan(300);
  await until(() => call<SentAttempt>(`GET /v1/webhooks/${hook.id}/attempts/${attempt?.n}`)).holds(
    ({ body }) => body.request === null,
  );
  expect((await call(`GET /v1/webhooks/${hook.id}/attempts/99`)).status).toBe(404);
});
