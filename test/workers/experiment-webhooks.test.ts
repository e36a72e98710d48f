import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { Webhook as Verifier } from 'standardwebhooks';
import { describe, expect, inject, it } from 'vitest';
import type { JsonObject } from '../../src/base/json';
import type { ExperimentView } from '../../src/contract/experiments';
import type { AttemptPage, NewWebhook, SentAttempt, Webhook } from '../../src/contract/webhooks';
import { payloadComplaints } from '../support/async-messages';
import {
  createExperiment,
  experimentObject as objectOf,
  tellExperiment as tell,
  untilExperiment,
} from '../support/experiments';
import type { Received } from '../support/fake-receiver';
import { until } from '../support/rooms';
import { get, OPERATOR, problemOf, send } from '../support/stage-client';

const KINDS = ['experiment.finished', 'experiment.paused'] as const;

interface Posted {
  type: (typeof KINDS)[number];
  data: { room: string; seq: number; kind: string; audience: string[]; payload: JsonObject };
}

let count = 0;
async function subscribe(mode = 'ok', more: object = {}) {
  count += 1;
  const name = `experiment${count}`;
  const url = `${inject('fakeReceiverUrl')}/in/${mode}/${name}`;
  const made = await get<NewWebhook>('POST /v1/webhooks', OPERATOR, { url, kinds: KINDS, ...more });
  const log = async () =>
    (await (await fetch(`${inject('fakeReceiverUrl')}/log/${name}`)).json()) as Received[];
  /** The messages about one experiment, with verified signatures. */
  const posted = async (experiment: string): Promise<Posted[]> => {
    const verifier = new Verifier(made.secret ?? '');
    const all = (await log()).map(({ headers, body }) => verifier.verify(body, headers) as Posted);
    return all.filter(({ data }) => data.room === experiment);
  };
  return { id: made.id, posted };
}

const create = (body: object = {}) => createExperiment({ name: 'Told', ...body });
const has = (status: string) => (one: ExperimentView) => one.status === status;
const standsAt = (id: string, status: string) => untilExperiment(id).holds(has(status));

describe('a webhook', () => {
  it('is told that an experiment pauses and has finished, signed, with a link to its table', async () => {
    const { id: webhook, posted } = await subscribe();
    const { id } = await create({ seeds: 2, parallel: 1, budget: { actions: 2 } });
    await standsAt(id, 'paused');
    await get(`PATCH /v1/experiments/${id}`, OPERATOR, { budget: { actions: null } });
    await tell(id, 'resume');
    await standsAt(id, 'finished');
    const messages = await until(() => posted(id)).holds((all) => all.length >= 2);
    expect(messages.map(({ type, data }) => [type, data.seq, data.audience])).toEqual([
      ['experiment.paused', 1, ['owner']],
      ['experiment.finished', 2, ['owner']],
    ]);
    for (const { data } of messages)
      expect(payloadComplaints(data.kind as (typeof KINDS)[number], data.payload)).toEqual([]);
    expect(messages[0]?.data.payload).toMatchObject({
      ...{
        name: 'Told',
        reason: expect.stringContaining('2 of 2 actions'),
        progress: { over: 1, waiting: 1 },
      },
    });
    const payload: JsonObject = messages[1]?.data.payload ?? {};
    expect(payload).toMatchObject({ reason: 'done', used: { actions: 5 }, progress: { over: 2 } });
    const { pathname } = new URL(String(payload.table), 'https://stage.test');
    expect((await send(`GET ${pathname}`)).json).toMatchObject({ experiment: id, status: 'finished' });

    const { items } = await get<AttemptPage>(`GET /v1/webhooks/${webhook}/attempts?room=${id}`);
    expect(items.map(({ kind, status }) => `${kind} ${status}`)).toEqual([
      ...['experiment.finished delivered', 'experiment.paused delivered'],
    ]);
    const sent = await get<SentAttempt>(`GET /v1/webhooks/${webhook}/attempts/${items[0]?.n}`);
    expect(sent.request?.body).toContain('"experiment.finished"');
  });

  it('for one experiment hears of no other, and is switched off with it', async () => {
    const [one, other] = [await create({ start: false }), await create({ start: false })];
    const { id: webhook, posted } = await subscribe('ok', { room: one.id });
    for (const { id } of [one, other]) await tell(id, 'resume');
    for (const { id } of [one, other]) await standsAt(id, 'finished');
    await until(() => posted(one.id)).holds((all) => all.length === 1);
    expect(await posted(other.id)).toEqual([]);
    await problemOf('POST /v1/webhooks', 400, {
      body: { url: 'https://hooks.example.com/x', room: `exp_${'0'.repeat(20)}` },
    });
    expect((await send(`DELETE /v1/experiments/${one.id}`)).status).toBe(204);
    const { items } = await get<AttemptPage>(`GET /v1/webhooks/${webhook}/attempts`);
    const gone = await get<SentAttempt>(`GET /v1/webhooks/${webhook}/attempts/${items[0]?.n}`);
    expect(gone.request).toBeNull();
  });

  it('of a spectator is sent nothing of experiments', async () => {
    const owner = await subscribe();
    const spectator = await subscribe('ok', { as: 'spectator' });
    const { id } = await create();
    await standsAt(id, 'finished');
    await until(() => owner.posted(id)).holds((all) => all.length === 1);
    await until(() => get<Webhook>(`GET /v1/webhooks/${spectator.id}`)).holds(({ waiting }) => waiting === 0);
    expect(await spectator.posted(id)).toEqual([]);
  });

  it('is told once by the alarm after a cut at the end', async () => {
    const { posted } = await subscribe();
    const { id } = await create({ start: false });
    let isCut = false;
    await runInDurableObject(objectOf(id), (object, state) => {
      object.probe = async (passed) => {
        // The run, and with it the experiment, is over here.
        const row = state.storage.sql.exec<{ n: number }>(
          "SELECT count(*) AS n FROM runs WHERE standing = 'over'",
        );
        if (passed !== 'looked' || row.one().n === 0) return;
        await state.storage.sync();
        isCut = true;
        state.abort('cut off by the test');
        return new Promise(() => {});
      };
    });
    await tell(id, 'resume').catch(() => null);
    await until(() => isCut).holds();
    expect(await posted(id)).toEqual([]);
    expect(await runDurableObjectAlarm(objectOf(id))).toBe(true);
    await until(() => posted(id)).holds((all) => all.length >= 1);
    await evictDurableObject(objectOf(id)).catch(() => null);
    await get(`GET /v1/experiments/${id}`);
    expect((await posted(id)).map(({ type }) => type)).toEqual(['experiment.finished']);
  });
});
