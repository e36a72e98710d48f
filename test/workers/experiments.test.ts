import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { NewKey, NewTenant } from '../../src/contract/access';
import type { ExperimentFile, ExperimentTable, ExperimentView } from '../../src/contract/experiments';
import type { Run } from '../../src/contract/runs';
import {
  createExperiment as create,
  experimentObject as objectOf,
  readExperiment as read,
  SMALL,
  tellExperiment as tell,
  untilExperiment as until,
} from '../support/experiments';
import { fakeProfile } from '../support/rooms';
import { call, get, OPERATOR, problemOf, send } from '../support/stage-client';

const finished = (id: string) => until(id).holds(({ status }) => status === 'finished');

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
      const name = row.game === 'tide-mill' ? 'The Tide Mill' : row.game;
      expect(run.title).toBe(`Three games: ${name}, understudy, seed ${row.seed}`);
      if (run.kind === 'grid')
        expect(row).toMatchObject({
          actions: run.used.actions,
          levels: run.level,
          tokens: 0,
          predictedWrong: expect.any(Number),
        });
      else
        expect(row).toMatchObject({
          ...{ actions: null, score: run.score.best, maximum: 50, deaths: 0, levels: null },
          ...{ shareOfMaximum: run.score.shareOfMaximum, moves: 1, places: 1 },
        });
    }

    const table = await get<ExperimentTable>(`GET /v1/experiments/${made.id}/table`);
    expect(table.rows).toEqual(end.runs);
    expect(table.sums).toMatchObject([{ model: 'understudy', runs: 6, over: 6, actions: 12, moves: 2 }]);
    expect(table.stories).toMatchObject([
      {
        game: 'tide-mill',
        title: 'The Tide Mill',
        model: 'understudy',
        runs: 2,
        over: 2,
        moves: 1,
        maximum: 50,
      },
    ]);
    expect(table.published).toEqual([]);
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
    await until(one?.id ?? '').holds(({ progress, status }) => {
      most = Math.max(most, progress.playing);
      return status === 'finished';
    });
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
    // A slow call keeps the run going.
    const model = {
      label: 'slow',
      profile: fakeProfile('hang-then-ok#experiment-pause', { timeoutSeconds: 3 }),
    };
    const { id } = await create({ models: [model], seeds: 2, parallel: 1, budgets: { actions: 6 } });
    const [row] = (await until(id).holds(({ runs }) => runs[0]?.status === 'running')).runs;
    expect(await tell(id, 'pause')).toMatchObject({
      status: 'paused',
      pauseReason: 'its owner asked for it',
    });
    await until(id).holds(({ runs }) => runs[0]?.status === 'paused');
    expect(await get<Run>(`GET /v1/runs/${row?.run}`)).toMatchObject({ status: 'paused' });
    expect((await read(id)).runs[1]).toMatchObject({ status: 'waiting', run: null });
    expect(await tell(id, 'resume')).toMatchObject({ status: 'running', pauseReason: null });
    expect((await finished(id)).runs.map(({ status }) => status)).toEqual(['finished', 'finished']);
  });

  it('ends its runs and skips those that wait when it is stopped, for good', async () => {
    const model = { label: 'slow', profile: fakeProfile('hang#experiment-stop') };
    const { id } = await create({ models: [model], seeds: 3, parallel: 1, budgets: { actions: 50 } });
    await until(id).holds(({ runs }) => runs[0]?.status === 'running');
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
    const second = await until(id).holds(({ runs }) => runs.every(({ status }) => status === 'finished'));
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
    const full = await until(id).holds(({ status }) => status === 'paused');
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
      const [row] = (await until(id).holds((one) => one.runs[0]?.status === 'running')).runs;
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
    for (const row of [
      'GET ',
      'GET /table',
      'GET /export',
      'POST /pause',
      'POST /resume',
      'POST /stop',
      'DELETE ',
    ]) {
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

describe('an imported experiment', () => {
  const exportOf = (id: string) => get<ExperimentFile>(`GET /v1/experiments/${id}/export`);
  const importFile = (file: object, key?: string) =>
    get<ExperimentView>('POST /v1/experiments/import', OPERATOR, file, key ? { 'Idempotency-Key': key } : {});

  it('has the same table, age and export, and is made once by an Idempotency-Key', async () => {
    const { id } = await create({
      games: ['corridor'],
      stories: ['tide-mill'],
      budgets: { actions: 3, turns: 1 },
    });
    await finished(id);
    const file = await exportOf(id);
    const copies = await Promise.all([1, 2].map(() => importFile(file, 'import-once')));
    const copy = copies[0]?.id ?? '';
    expect(copies[1]?.id).toBe(copy);
    expect(copies[0]).toMatchObject({ status: 'finished', finishReason: 'done', createdAt: file.createdAt });
    const table = await get<ExperimentTable>(`GET /v1/experiments/${id}/table`);
    expect(await get(`GET /v1/experiments/${copy}/table`)).toEqual({ ...table, experiment: copy });
    expect(await exportOf(copy)).toEqual({ ...file, id: copy });
    const { items } = await get<{ items: ExperimentView[] }>('GET /v1/experiments?limit=200');
    expect(items.find((one) => one.id === copy)).toMatchObject({
      status: 'finished',
      createdAt: file.createdAt,
    });
  });

  it('is paused where it was going on, tells nobody, and goes on with its runs and budget', async () => {
    const { id } = await create({ start: false, seeds: 2, parallel: 1, budget: { actions: 4 } });
    const { id: run } = await get<Run>('POST /v1/runs', OPERATOR, { game: 'corridor', seed: '1' });
    const file = await exportOf(id);
    const played = { run, standing: 'playing', status: 'created', startedAt: file.createdAt };
    const runs = [{ ...file.runs[0], ...played }, file.runs[1]];
    const copy = await importFile({ ...file, status: 'running', runs });
    expect(copy).toMatchObject({
      ...{ status: 'paused', pauseReason: 'it was imported', progress: { waiting: 1, playing: 1 } },
      runs: [
        { run, status: 'paused' },
        { run: null, status: 'waiting' },
      ],
    });
    const events = await runInDurableObject(objectOf(copy.id), (one) =>
      one.news({ after: 0, limit: 10 }, { owner: true } as never),
    );
    expect(events).toMatchObject({ ok: true, value: { events: [], head: 0 } });
    await tell(copy.id, 'resume');
    const { runs: rows, used } = await finished(copy.id);
    // A manually created run would have a budget of 200 actions.
    expect(used.actions).toBe(4);
    expect(rows).toMatchObject([
      { run, status: 'finished', actions: 3 },
      { status: 'finished', actions: 1 },
    ]);
    expect(rows[1]?.run).toMatch(/^run_/);
  });

  it('is not made of a file that is refused, which says where it is wrong', async () => {
    const { id } = await create({ name: 'Refused', start: false });
    const file = await exportOf(id);
    for (const [body, pointer] of [
      [{ ...file, format: 'proscenium-backup' }, '/format'],
      [{ ...file, plan: { ...file.plan, games: ['Not a game'] } }, '/plan/games/0'],
      [{ ...file, plan: { ...file.plan, seeds: 2 } }, '/runs'],
      [{ ...file, status: 'finished' }, '/status'],
    ] as const) {
      const { errors = [] } = await problemOf('POST /v1/experiments/import', 400, { body });
      expect(errors.map((one) => one.pointer)).toEqual([pointer]);
    }
    const { items } = await get<{ items: ExperimentView[] }>('GET /v1/experiments?limit=200');
    expect(items.filter(({ name }) => name === 'Refused').map((one) => one.id)).toEqual([id]);
    const headers = { 'Content-Type': 'text/plain' };
    const { fix } = await problemOf('POST /v1/experiments/import', 415, { raw: 'x', headers });
    expect(fix).toMatch(/application\/json\W*$/);
  });
});

describe('the budget of a whole experiment', () => {
  it('makes no more runs once it is spent, pauses, and goes on once it was raised', async () => {
    const { id } = await create({ seeds: 3, parallel: 1, budget: { actions: 4 } });
    const paused = await until(id).holds(({ status }) => status === 'paused');
    // The second run uses the rest of the budget; the third is not created.
    expect(paused).toMatchObject({
      ...{ pauseReason: 'the budget of the experiment is exhausted: 4 of 4 actions', used: { actions: 4 } },
      ...{
        budget: { actions: 4, calls: null, tokens: null, money: null },
        progress: { waiting: 1, over: 2 },
      },
    });
    const { detail, fix } = await problemOf(`POST /v1/experiments/${id}/resume`, 409);
    expect(detail).toBe('The budget of the experiment is exhausted: 4 of 4 actions.');
    expect(fix).toContain(`PATCH /v1/experiments/${id}`);
    const change = (budget: object) =>
      get<ExperimentView>(`PATCH /v1/experiments/${id}`, OPERATOR, { budget });
    expect(await change({ calls: 500 })).toMatchObject({
      ...{ pauseReason: 'the budget of the experiment is exhausted: 4 of 4 actions', budget: { calls: 500 } },
    });
    expect(await change({ actions: 9, calls: null })).toMatchObject({
      ...{ status: 'paused', pauseReason: 'its budget was exhausted and has been raised' },
      budget: { actions: 9, calls: null },
    });
    await tell(id, 'resume');
    const end = await finished(id);
    expect(end).toMatchObject({ finishReason: 'done', used: { actions: 7 }, progress: { over: 3 } });
    const markdown = await send(`GET /v1/experiments/${id}/table?format=markdown`);
    expect(markdown.text).toContain('Budget of the whole: 7 of 9 actions.');
    expect(await get<ExperimentTable>(`GET /v1/experiments/${id}/table`)).toMatchObject({
      ...{ budget: { actions: 9 }, used: { actions: 7 } },
    });
  });

  it('is never exceeded by runs that play at the same time', async () => {
    const { id } = await create({
      ...{ games: ['crates'], seeds: 6, parallel: 6, play: true },
      ...{ budgets: { actions: 40 }, budget: { actions: 100 } },
    });
    const end = await until(id).holds(({ status }) => status === 'paused');
    expect(end).toMatchObject({ used: { actions: 100 }, progress: { waiting: 3, over: 3 } });
  });

  it('pauses the runs that are played at the end of their turn, and takes them up again', async () => {
    const model = { label: 'paid', profile: fakeProfile('ok#experiment-whole') };
    const { id } = await create({
      // Long enough that none finishes before the experiment checks its runs.
      ...{ models: [model], seeds: 2, parallel: 2, play: true, budgets: { actions: 2000, calls: 4000 } },
      budget: { tokens: 50 },
    });
    const paused = await until(id).holds(
      ({ status, runs }) => status === 'paused' && runs.every((row) => row.status === 'paused'),
    );
    expect(paused.pauseReason).toMatch(
      /^the budget of the experiment does not cover the next call: \d+ of 50 tokens are used$/,
    );
    const states = paused.runs.map(({ run }) => get<Run>(`GET /v1/runs/${run}`));
    expect((await Promise.all(states)).map(({ status, turn }) => `${status} ${turn}`)).toEqual([
      ...['paused null', 'paused null'],
    ]);
    await get(`PATCH /v1/experiments/${id}`, OPERATOR, { budget: { tokens: null } });
    await tell(id, 'resume');
    await until(id).holds(({ runs }) => runs.every(({ status }) => status === 'running'));
    await tell(id, 'stop');
    expect((await finished(id)).runs.map(({ status }) => status)).toEqual(['finished', 'finished']);
  });

  it('pauses at once when it is lowered below what is spent, also after a restart', async () => {
    const model = {
      label: 'slow',
      profile: fakeProfile('hang-then-ok#experiment-low', { timeoutSeconds: 3 }),
    };
    const body = { seeds: ['a', 'b'], parallel: 1, budgets: { actions: 3 } };
    const { id } = await create({ ...body, models: ['understudy', model] });
    await until(id).holds(({ runs }) => runs[1]?.status === 'running');
    const view = await get<ExperimentView>(`PATCH /v1/experiments/${id}`, OPERATOR, {
      budget: { actions: 3 },
    });
    expect(view).toMatchObject({ status: 'paused', pauseReason: expect.stringContaining('3 of 3 actions') });
    await evictDurableObject(objectOf(id)).catch(() => null);
    expect(await read(id)).toMatchObject({ status: 'paused', budget: { actions: 3 } });
    await problemOf(`POST /v1/experiments/${id}/resume`, 409);
    await tell(id, 'stop');
    await finished(id);
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
    // No requests to the experiment: its runs report their progress.
    const title = `${(await read(id)).name}: `;
    for (let tries = 0; tries < 200; tries += 1) {
      const { items } = await get<{ items: Run[] }>(`GET /v1/runs?q=${encodeURIComponent(title)}`);
      if (items.length === 2 && items.every(({ status }) => status === 'finished')) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error('it sleeps');
  });
});
