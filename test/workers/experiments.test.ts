import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, inject, it } from 'vitest';
import type { Experiment } from '../../durable-objects/experiment';
import type { NewKey, NewTenant } from '../../src/api/access';
import type { ExperimentTable, ExperimentView } from '../../src/api/experiments';
import type { Run } from '../../src/api/runs';
import { fakeProfile } from '../support/rooms';
import { call, get, OPERATOR, problemOf, send } from '../support/stage-client';

const SMALL = { games: ['corridor'], models: ['understudy'], budgets: { actions: 3 } };

let count = 0;
async function create(body: object = {}, key = OPERATOR): Promise<ExperimentView> {
  count += 1;
  return get<ExperimentView>('POST /v1/experiments', key, { name: `No. ${count}`, ...SMALL, ...body });
}
const read = (id: string, key = OPERATOR) => get<ExperimentView>(`GET /v1/experiments/${id}`, key);
const tell = (id: string, verb: string) => get<ExperimentView>(`POST /v1/experiments/${id}/${verb}`);

/** Runs are played by the clock: it takes seconds. */
async function until(
  id: string,
  wished: (one: ExperimentView) => boolean,
  what: string,
): Promise<ExperimentView> {
  let last: unknown;
  for (let tries = 0; tries < 400; tries += 1) {
    const view = await read(id).catch((error: unknown) => {
      last = error;
      return null;
    });
    if (view && wished(view)) return view;
    if (view) last = view;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(
    `${what} did not come about: ${last instanceof Error ? last.message : JSON.stringify(last)}`,
  );
}
const finished = (id: string) =>
  until(id, ({ status }) => status === 'finished', 'the end of the experiment');

const objectOf = (id: string) =>
  env.EXPERIMENTS.get(env.EXPERIMENTS.idFromName(`local/${id}`)) as unknown as DurableObjectStub<Experiment>;

describe('an experiment', () => {
  it('plays every game, model and seed, and has one table of them in three forms', async () => {
    const made = await create({
      ...{ games: ['corridor', 'crates'], stories: ['tide-mill'], seeds: ['a', 'b'], parallel: 3 },
      ...{ budgets: { actions: 3, turns: 1 }, tags: ['smoke'], name: 'Three games' },
    });
    expect(made).toMatchObject({
      ...{ status: 'running', models: ['understudy'], seeds: ['a', 'b'], tags: ['smoke'], scorecard: null },
      progress: { runs: 6, over: 0 },
    });
    const end = await finished(made.id);
    expect(end).toMatchObject({
      finishReason: 'done',
      progress: { over: 6, refused: 0, waiting: 0, playing: 0 },
    });
    expect(end.runs.map(({ game, seed }) => `${game} ${seed}`)).toEqual([
      ...['corridor a', 'crates a', 'tide-mill a', 'corridor b', 'crates b', 'tide-mill b'],
    ]);
    for (const row of end.runs) {
      expect(row).toMatchObject({ status: 'finished', model: 'understudy', answeredBy: ['understudy'] });
      const run = await get<Run>(`GET /v1/runs/${row.run}`);
      expect(run).toMatchObject({ status: 'finished', game: row.game, turns: row.turns });
      expect(run.title).toBe(`Three games: ${row.game}, understudy, seed ${row.seed}`);
      if (run.kind === 'grid')
        expect(row).toMatchObject({
          actions: run.used.actions,
          levels: run.level,
          tokens: 0,
          falseClaims: 0,
        });
      else expect(row).toMatchObject({ actions: null, score: run.score.best });
    }

    const table = await get<ExperimentTable>(`GET /v1/experiments/${made.id}/table`);
    expect(table.rows).toEqual(end.runs);
    expect(table.sums).toMatchObject([{ model: 'understudy', runs: 6, over: 6, actions: 12 }]);
    const csv = await send(`GET /v1/experiments/${made.id}/table?format=csv`);
    expect(csv.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
    expect(csv.text.trim().split('\r\n')).toHaveLength(7);
    const markdown = await send(`GET /v1/experiments/${made.id}/table`, OPERATOR, undefined, {
      Accept: 'text/markdown',
    });
    expect(markdown.text).toMatch(/^# Three games\n/);

    const listed = await get<{ items: ExperimentView[] }>('GET /v1/experiments?limit=200');
    expect(listed.items.find(({ id }) => id === made.id)).toMatchObject({
      ...{ name: 'Three games', status: 'finished', progress: { over: 6 } },
    });
  });

  it('is made once by an Idempotency-Key, and plays no more runs at a time than it may', async () => {
    const body = { name: 'Twice', ...SMALL, seeds: 3, parallel: 1 };
    const headers = { 'Idempotency-Key': 'twice' };
    const [one, two] = await Promise.all(
      [1, 2].map(() => get<ExperimentView>('POST /v1/experiments', OPERATOR, body, headers)),
    );
    expect(one?.id).toBe(two?.id);
    await problemOf('POST /v1/experiments', 422, { body: { ...body, seeds: 4 }, headers });
    let most = 0;
    await until(
      one?.id ?? '',
      ({ progress, status }) => {
        most = Math.max(most, progress.playing);
        return status === 'finished';
      },
      'its end',
    );
    expect(most).toBe(1);
  });

  it('makes nothing of a mistake, and says where it is', async () => {
    const body = {
      ...SMALL,
      name: 'Wrong',
      games: ['corridor', 'nope', 'pushed'],
      models: ['understudy', 'who'],
    };
    const { errors = [] } = await problemOf('POST /v1/experiments', 400, { body });
    expect(errors.map(({ pointer }) => pointer)).toEqual(['/games/1', '/games/2', '/models/1']);
    const { items } = await get<{ items: ExperimentView[] }>('GET /v1/experiments?limit=200');
    expect(items.some(({ name }) => name === 'Wrong')).toBe(false);
  });

  it('waits until it is told to begin', async () => {
    const { id } = await create({ start: false });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await read(id)).toMatchObject({ status: 'created', progress: { waiting: 1, playing: 0 } });
    await tell(id, 'resume');
    await finished(id);
  });

  it('pauses its runs and goes on with them', async () => {
    // A call that takes a while keeps the run going.
    const model = {
      label: 'slow',
      profile: fakeProfile('hang-then-ok#experiment-pause', { timeoutSeconds: 3 }),
    };
    const { id } = await create({ models: [model], seeds: 2, parallel: 1, budgets: { actions: 6 } });
    const [row] = (await until(id, ({ runs }) => runs[0]?.status === 'running', 'a run that is played')).runs;
    expect(await tell(id, 'pause')).toMatchObject({
      status: 'paused',
      pauseReason: 'its owner asked for it',
    });
    await until(id, ({ runs }) => runs[0]?.status === 'paused', 'the pause of its run');
    expect(await get<Run>(`GET /v1/runs/${row?.run}`)).toMatchObject({ status: 'paused' });
    expect((await read(id)).runs[1]).toMatchObject({ status: 'waiting', run: null });
    expect(await tell(id, 'resume')).toMatchObject({ status: 'running', pauseReason: null });
    expect((await finished(id)).runs.map(({ status }) => status)).toEqual(['finished', 'finished']);
  });

  it('ends its runs and skips those that wait when it is stopped, for good', async () => {
    const model = { label: 'slow', profile: fakeProfile('hang#experiment-stop') };
    const { id } = await create({ models: [model], seeds: 3, parallel: 1, budgets: { actions: 50 } });
    await until(id, ({ runs }) => runs[0]?.status === 'running', 'a run that is played');
    await tell(id, 'stop');
    const end = await finished(id);
    expect(end).toMatchObject({ finishReason: 'stopped', progress: { over: 3 } });
    expect(end.runs.map(({ status, reason }) => `${status} ${reason}`)).toEqual([
      ...['finished stopped', 'skipped null', 'skipped null'],
    ]);
    await problemOf(`POST /v1/experiments/${id}/resume`, 409);
  });

  it('gives the place of a run whose budget is spent to the next, and goes on with it when asked', async () => {
    const model = { label: 'paid', profile: fakeProfile('ok#experiment-budget') };
    const { id } = await create({
      models: [model],
      seeds: 2,
      parallel: 1,
      budgets: { actions: 3, tokens: 50 },
    });
    const end = await finished(id);
    expect(end.runs.map(({ status }) => status)).toEqual(['paused', 'paused']);
    expect(end.runs[0]?.reason).toMatch(/token/);
    for (const { run } of end.runs)
      await get(`PATCH /v1/runs/${run}`, OPERATOR, { budgets: { tokens: null } });
    await tell(id, 'resume');
    const second = await until(
      id,
      ({ runs }) => runs.every(({ status }) => status === 'finished'),
      'their end',
    );
    expect(second.runs.every(({ tokens, money }) => (tokens ?? 0) > 0 && (money ?? 0) > 0)).toBe(true);
  });

  it('pauses while its tenant has no place for another run, and goes on once there is one', async () => {
    const tenant = env.TENANTS.get(env.TENANTS.idFromName('local')) as unknown as DurableObjectStub;
    const setRooms = (count: (held: number) => number) =>
      runInDurableObject(tenant, (_, { storage }) => {
        const [row] = storage.sql.exec<{ value: string }>("SELECT value FROM meta WHERE key = 'rooms'");
        const rooms = String(count(Number(row?.value ?? 0)));
        storage.sql.exec("UPDATE meta SET value = ? WHERE key = 'rooms'", rooms);
      });
    const { id } = await create({ start: false });
    await setRooms((held) => held + 1_000_000);
    await tell(id, 'resume');
    const full = await until(id, ({ status }) => status === 'paused', 'the pause');
    expect(full).toMatchObject({ progress: { waiting: 1, refused: 0 } });
    expect(full.pauseReason).toMatch(/the limit is/);
    await setRooms((held) => held - 1_000_000);
    await tell(id, 'resume');
    expect((await finished(id)).runs).toMatchObject([{ status: 'finished' }]);
  });

  it('is deleted, its runs end and stay, or go with it', async () => {
    const model = { label: 'slow', profile: fakeProfile('hang#experiment-delete') };
    const body = { models: [model], parallel: 1, budgets: { actions: 50 } };
    for (const runs of ['keep', 'delete']) {
      const { id } = await create(body);
      const [row] = (await until(id, (one) => one.runs[0]?.status === 'running', 'a run that is played'))
        .runs;
      expect((await send(`DELETE /v1/experiments/${id}?runs=${runs}`)).status).toBe(204);
      expect((await send(`DELETE /v1/experiments/${id}`)).status).toBe(204);
      await problemOf(`GET /v1/experiments/${id}`, 404);
      const run = await send(`GET /v1/runs/${row?.run}`);
      if (runs === 'keep') expect(run.json).toMatchObject({ status: 'finished', finishReason: 'stopped' });
      else expect(run.status).toBe(404);
      const { items } = await get<{ items: ExperimentView[] }>('GET /v1/experiments?limit=200');
      expect(items.some((one) => one.id === id)).toBe(false);
    }
  });

  it('belongs to its tenant alone, and a key for experiments drives it', async () => {
    const { id } = await create({ start: false });
    const stranger = (await get<NewTenant>('POST /v1/tenants', OPERATOR, { name: 'elsewhere', label: 'x' }))
      .key.key;
    for (const row of ['GET ', 'GET /table', 'POST /pause', 'POST /resume', 'POST /stop', 'DELETE ']) {
      const [method, path] = row.split(' ');
      expect((await call(`${method} /v1/experiments/${id}${path}`, { key: stranger })).status).toBe(404);
    }
    const { items } = await get<{ items: ExperimentView[] }>('GET /v1/experiments', stranger);
    expect(items).toEqual([]);
    const { key } = await get<NewKey>('POST /v1/keys', OPERATOR, { label: 'lab', scope: 'experiments' });
    expect(await read(id, key ?? '')).toMatchObject({ id });
    expect((await create({}, key ?? '')).status).toBe('running');
    const { key: reader } = await get<NewKey>('POST /v1/keys', OPERATOR, { label: 'reader', scope: 'read' });
    expect((await call(`POST /v1/experiments/${id}/resume`, { key: reader })).status).toBe(403);
  });
});

describe('an experiment of remote games', () => {
  interface Log {
    log: {
      method: string;
      path: string;
      status: number | null;
      body: { card_id?: string; tags?: string[] };
    }[];
  }

  it('plays its runs on one scorecard with its tags, reads its score and closes it', async () => {
    const source = 'https://example.com/agent';
    const { id } = await create({
      ...{ games: ['arc3:corridor', 'arc3:crates'], seeds: 1, parallel: 2, budgets: { actions: 3 } },
      ...{ tags: ['card-of-the-test'], sourceUrl: source },
    });
    const end = await until(id, ({ scorecard }) => scorecard?.closed === true, 'the end of the scorecard');
    expect(end.games).toEqual(['arc3:corridor-1a2b3c4d', 'arc3:crates-1a2b3c4d']);
    const card = end.scorecard?.id ?? '';
    expect(end.scorecard).toMatchObject({ score: 0, url: `${inject('fakeArcUrl')}/scorecards/${card}` });
    const { log } = (await (await fetch(`${inject('fakeArcUrl')}/control/log`)).json()) as Log;
    const opened = log.filter(({ body }) => body.tags?.includes('card-of-the-test'));
    expect(opened.map(({ body }) => body)).toEqual([
      { tags: ['proscenium', 'card-of-the-test'], source_url: source },
    ]);
    const sent = log
      .filter(({ body }) => body.card_id === card)
      .map(({ path, status }) => `${path} ${status}`);
    expect(sent).toEqual(['/api/cmd/RESET 200', '/api/cmd/RESET 200', '/api/scorecard/close 200']);
    // The fake service tells baselines of the corridor alone.
    expect(end.runs.map(({ status, rhae }) => `${status} ${rhae}`)).toEqual(['finished 0', 'finished null']);
    expect(JSON.stringify(await get(`GET /v1/experiments/${id}`))).not.toContain('cookies');
  });

  it('names the game that the service does not have', async () => {
    const body = { ...SMALL, name: 'Wrong', games: ['arc3:corridor', 'arc3:nowhere'] };
    const { errors = [] } = await problemOf('POST /v1/experiments', 400, { body });
    expect(errors).toMatchObject([{ pointer: '/games/1', message: expect.stringContaining('arc3:') }]);
  });
});

describe('an experiment that is cut off', () => {
  it.each(['chosen', 'claimed', 'made', 'looked'])(
    'at the point "%s" goes on, and makes no run twice',
    async (point) => {
      const { id } = await create({ seeds: 2, parallel: 2, start: false });
      const cut = { at: null as string | null };
      await runInDurableObject(objectOf(id), (object, state) => {
        object.probe = async (passed) => {
          if (passed !== point) return;
          cut.at = passed;
          await state.storage.sync();
          state.abort('cut off by the test');
          return new Promise(() => {});
        };
      });
      await tell(id, 'resume').catch(() => null);
      const end = await finished(id);
      expect(cut.at).toBe(point);
      expect(end.runs.map(({ status }) => status)).toEqual(['finished', 'finished']);
      const { items } = await get<{ items: Run[] }>(`GET /v1/runs?q=${encodeURIComponent(`${end.name}: `)}`);
      expect(items.map((run) => run.id).sort()).toEqual(end.runs.map(({ run }) => run).sort());
    },
  );

  it('wakes by its alarm alone', async () => {
    const { id } = await create({ seeds: 2, parallel: 1 });
    await evictDurableObject(objectOf(id)).catch(() => null);
    // Nobody asks the experiment anything: its runs tell that it goes on.
    const title = `${(await read(id)).name}: `;
    for (let tries = 0; tries < 200; tries += 1) {
      const { items } = await get<{ items: Run[] }>(`GET /v1/runs?q=${encodeURIComponent(title)}`);
      if (items.length === 2 && items.every(({ status }) => status === 'finished')) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error('it sleeps');
  });
});
