import { describe, expect, it } from 'vitest';
import type { Event } from '../../src/contract/events/events';
import { advanceStatus } from '../../src/contract/events/fold/progress';
import type { Profile } from '../../src/contract/profiles';
import type { RunStatus } from '../../src/contract/run-parts';
import type { Run } from '../../src/contract/runs';
import { fieldsOf } from '../support/loose-events';
import { adventureObject, fakeProfile, holdAt, runObject, until } from '../support/rooms';
import { send } from '../support/stage-client';

const QUIET = { critic: { on: false }, extractor: false, chronicler: false, discoverEvery: 0, share: false };
const KINDS = {
  grid: {
    body: (profile: Profile) => ({
      game: 'corridor',
      profiles: { explorer: profile, analyst: { provider: 'understudy' } },
    }),
    object: runObject,
    ask: 'suggest/1 intent',
  },
  adventure: {
    body: (profile: Profile) => ({ game: 'tide-mill', profiles: { adventurer: profile }, options: QUIET }),
    object: adventureObject,
    ask: 'adventurer:0/1 intent',
  },
};

const get = async <T>(path: string): Promise<T> => (await send(`GET /v1/runs${path}`)).json as T;
async function ledgerOf(id: string): Promise<Event[]> {
  return (await get<{ events: Event[] }>(`/${id}/events?limit=500`)).events;
}

async function told(id: string) {
  const run = await get<Run>(`/${id}`);
  const listed = await get<{ items: { id: string; status: RunStatus }[] }>('?limit=50');
  const report = await send(`GET /v1/runs/${id}/report`);
  const events = await ledgerOf(id);
  return {
    get: run.status,
    list: listed.items.find((one) => one.id === id)?.status,
    report: /(?:It is (\w+)|(Finished))/
      .exec(JSON.stringify(report.json))
      ?.slice(1)
      .find(Boolean)
      ?.toLowerCase(),
    events: events.reduce<RunStatus>((status, event) => advanceStatus(status, event), 'created'),
  };
}
const all = (status: RunStatus) => ({ get: status, list: status, report: status, events: status });
/** The list is updated by the outbox. */
async function says(id: string, status: RunStatus): Promise<void> {
  await until(() => told(id)).holds(({ get: now, list }) => now === status && list === status);
  expect(await told(id)).toEqual(all(status));
}
/** The first turn of a process also loads the story player. */
const reached = (hold: { reached: () => Promise<unknown> }) =>
  until(() => hold.reached().then(() => true)).holds();
const control = (id: string, verb: string) => send(`POST /v1/runs/${id}/${verb}`);

describe.each(['grid', 'adventure'] as const)('a run of kind %s', (kind) => {
  const { body, object, ask } = KINDS[kind];
  const create = async (name: string, more: object = {}) =>
    (
      (await send('POST /v1/runs', undefined, { ...body(fakeProfile(`${name}#${kind}`)), ...more }))
        .json as Run
    ).id;

  it('says the same of how it stands at every door: created, running, failed, resumed, paused, finished', async () => {
    const id = await create('401-then-ok');
    await says(id, 'created');
    const first = await holdAt(object(id), ask);
    expect((await control(id, 'start')).json).toMatchObject({ status: 'running' });
    await reached(first);
    await says(id, 'running');
    first.release();
    await says(id, 'failed');
    expect(await get(`/${id}/turns/1`)).toMatchObject({ status: 'failed' });
    const again = await holdAt(object(id), ask);
    expect((await control(id, 'resume')).json).toMatchObject({ status: 'running' });
    await reached(again);
    await says(id, 'running');
    expect((await control(id, 'pause')).json).toMatchObject({ status: 'paused' });
    again.release();
    await until(() => get<Run>(`/${id}`)).holds(({ turn }) => turn === null);
    await says(id, 'paused');
    expect(await get(`/${id}`)).toMatchObject({ pauseReason: 'its owner asked for it' });
    expect((await control(id, 'stop')).json).toMatchObject({ status: 'finished' });
    await says(id, 'finished');
  });

  it('pauses after three turns in which nothing usable was answered, in words, wherever it is read', async () => {
    const id = await create('prose', { start: true });
    await says(id, 'paused');
    const run = await get<Run>(`/${id}`);
    expect(run).toMatchObject({
      turns: 3,
      failed: null,
      pauseReason: expect.stringMatching(/3 turns in a row/),
    });
    const calls = (await send(`GET /v1/calls?room=${id}&status=answered&limit=50`)).json as {
      items: { provider: string }[];
    };
    expect(calls.items.filter(({ provider }) => provider === 'openai')).toHaveLength(6);
    const events = await ledgerOf(id);
    const decided = events.filter(({ payload }) => fieldsOf(payload).fallback === true);
    expect(decided).toHaveLength(3);
    expect(events.findLast((event) => event.kind === 'run.paused')?.payload).toMatchObject({
      reason: 'unanswered',
    });
    expect(JSON.stringify((await send(`GET /v1/runs/${id}/report`)).json)).toContain('3 turns in a row');
    await control(id, 'resume');
    await until(() => get<Run>(`/${id}`)).holds(({ turns, turn }) => turns === 6 && turn === null);
    await says(id, 'paused');
  });
});
