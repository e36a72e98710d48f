import { runInDurableObject } from 'cloudflare:test';
import { describe, expect, it } from 'vitest';
import type { NewKey, NewTenant } from '../../src/contract/access';
import type { CallRecord } from '../../src/contract/calls';
import type {
  ExperimentFile,
  ExperimentTable,
  ExperimentView,
  TrialRecord,
} from '../../src/contract/experiments';
import {
  createExperiment as create,
  experimentObject as objectOf,
  readExperiment as read,
  tellExperiment as tell,
  untilExperiment as until,
} from '../support/experiments';
import { controlModel, until as eventually, fakeLog, fakeProfile } from '../support/rooms';
import { call, createScene, get, OPERATOR, problemOf, send } from '../support/stage-client';

const finished = (id: string) => until(id).holds(({ status }) => status === 'finished');

/** Two players of one scene, without a director, so that each line is answered by one call. */
const BASE = {
  title: 'Inn',
  scenario: 'An inn by the road, late.',
  characters: [{ name: 'Ada', secrets: 'SECRET-ADA', voice: ['Come in.'] }],
  personas: [{ name: 'Mara' }],
  settings: { director: 'off' },
};

const records = async (id: string): Promise<TrialRecord[]> =>
  (await send(`GET /v1/experiments/${id}/trials`)).text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as TrialRecord);

const play = (scene: object, more: object = {}, key?: string) =>
  create(
    { ...{ games: [], budgets: {}, scene: { base: BASE, lines: ['Good evening.'], ...scene } }, ...more },
    key,
  );
const model = (name: string) => ({ label: 'fake', profile: fakeProfile(name) });

describe('an experiment over scenes', () => {
  it('plays a script with every cast, treatment, model and seed, and scores it', async () => {
    const made = await create({
      ...{ name: 'Inns', games: [], models: [model('ok#trial-grid')], budgets: {}, seeds: 2, parallel: 8 },
      scene: {
        base: BASE,
        casts: { ada: BASE.characters, bo: [{ name: 'Bo' }] },
        treatments: { plain: {}, dark: { scenario: 'The lamp is out.' } },
        lines: ['Good evening.', { text: 'Is it open?', as: 'mara' }],
        rules: [
          { name: 'brief', maxWords: 200 },
          { name: 'says-banana', contains: 'banana' },
          { name: 'spoke', matches: '\\w+', speaker: 'ada' },
        ],
        judge: { criteria: { warmth: 'The host is warm.' }, model: 'understudy' },
      },
    });
    expect(made.games).toEqual(['scene:ada/plain', 'scene:ada/dark', 'scene:bo/plain', 'scene:bo/dark']);
    const end = await finished(made.id);
    expect(end.runs.map(({ status, reason }) => `${status} ${reason}`)).toEqual(
      Array(8).fill('finished null'),
    );
    for (const { game, turns, scores } of end.runs)
      expect({ game, turns, scores }).toMatchObject({
        turns: 2,
        scores: { 'says-banana': 0, brief: 1, warmth: 5, spoke: game.startsWith('scene:ada') ? 1 : 0 },
      });
    const table = await get<ExperimentTable>(`GET /v1/experiments/${made.id}/table`);
    expect(
      table.means.find(({ game, measure }) => game === 'scene:ada/dark' && measure === 'warmth'),
    ).toEqual({
      ...{ game: 'scene:ada/dark', model: 'fake', measure: 'warmth', runs: 2 },
      ...{ mean: 5, standardDeviation: 0, low: 5, high: 5 },
    });
    const rows = await records(made.id);
    expect(rows.map(({ cast, treatment, seed }) => `${cast} ${treatment} ${seed}`)).toEqual(
      ['1', '2'].flatMap((seed) => [
        ...[`ada plain ${seed}`, `ada dark ${seed}`, `bo plain ${seed}`, `bo dark ${seed}`],
      ]),
    );
    const lines = rows[0]?.lines ?? [];
    expect(lines.filter(({ by }) => by === 'player').map(({ text }) => text)).toEqual([
      ...['Good evening.', 'Is it open?'],
    ]);
    expect(lines.filter(({ actor }) => actor === 'ada')).toHaveLength(rows[0]?.scores.lines ?? -1);
  });
});

/** Without what differs between two experiments: ids and times. */
const comparable = (rows: TrialRecord[]) =>
  rows.map(
    ({ experiment: _, run: __, startedAt: ___, endedAt: ____, answeredBy: _____, model: ______, ...row }) =>
      row,
  );

describe('a scene of an experiment', () => {
  it('is an ordinary scene, and its judge a call of it that reads only what everyone hears', async () => {
    const { id } = await play(
      { judge: { criteria: { warmth: 'CRITERION' }, model: fakeProfile('ok#trial-judge') } },
      { models: [model('ok#trial-plain')] },
    );
    const [row] = (await finished(id)).runs;
    expect(row).toMatchObject({
      status: 'finished',
      answeredBy: [expect.stringContaining('ok#trial-plain')],
    });
    const scene = await get<{ rounds: number; title: string }>(`GET /v1/scenes/${row?.run}`);
    expect(scene.rounds).toBe(2);
    const listed = () => get<{ items: CallRecord[] }>(`GET /v1/calls?room=${row?.run}&limit=100`);
    const { items } = await eventually(listed).holds((page) => page.items.length >= 2);
    const judge = items.find(({ role }) => role === 'judge');
    expect(judge).toMatchObject({ model: 'fake:ok#trial-judge', status: 'answered' });
    expect(row?.calls).toBe(items.length);
    expect(row?.scores.callsPerLine).toBe(1);
    const prompt = JSON.stringify(await get(`GET /v1/calls/${judge?.id}`));
    expect(prompt).toMatch(/CRITERION/);
    expect(prompt).toMatch(/Good evening/);
    expect(prompt).not.toMatch(/SECRET-ADA/);
  });

  it('counts as a failure when a model fails, without a score', async () => {
    const { id } = await play(
      { rules: [{ name: 'late', absent: 'x' }] },
      { models: [model('401#trial-fails')] },
    );
    await until(id).holds(({ runs }) => runs[0]?.status === 'failed');
    await runInDurableObject(objectOf(id), (_, { storage }) => {
      storage.sql.exec('UPDATE runs SET tries = 3, held = 0, next_at = 0');
    });
    await tell(id, 'pause');
    await tell(id, 'resume');
    const end = await finished(id);
    expect(end.runs).toMatchObject([{ status: 'failed', turns: 1, scores: {} }]);
    const { means } = await get<ExperimentTable>(`GET /v1/experiments/${id}/table`);
    expect(means.find(({ measure }) => measure === 'completed')).toMatchObject({ runs: 1, mean: 0 });
    expect(means.some(({ measure }) => measure === 'late')).toBe(false);
  });

  it('waits while the experiment is paused, and goes on where it was', async () => {
    const name = 'hang-then-ok#trial-pause';
    const { id } = await play({ lines: ['One.', 'Two.'] }, { models: [model(name)] });
    await eventually(() => fakeLog(name)).holds((log) => log.length > 0);
    await tell(id, 'pause');
    await controlModel({ release: `fake:${name}` });
    const paused = await until(id).holds(({ runs }) => runs[0]?.status === 'paused');
    expect(paused).toMatchObject({ status: 'paused', runs: [{ turns: 1 }] });
    await tell(id, 'resume');
    const end = await finished(id);
    expect(end.runs).toMatchObject([{ status: 'finished', turns: 2 }]);
    const [row] = await records(id);
    expect(row?.lines?.filter(({ by }) => by === 'player').map(({ text }) => text)).toEqual(['One.', 'Two.']);
  });

  it('is copied from another scene, and goes with the experiment', async () => {
    const base = await createScene(BASE);
    await get(`POST /v1/scenes/${base}/turns?wait=1`, OPERATOR, { type: 'user', text: 'EARLIER' });
    const { id } = await play({ base, casts: { two: [...BASE.characters, { name: 'Bo' }] } });
    const [row] = (await finished(id)).runs;
    const scene = await get<{ cast: { id: string }[] }>(`GET /v1/scenes/${row?.run}`);
    expect(scene.cast.map((one) => one.id)).toEqual(['ada', 'bo']);
    const [record] = await records(id);
    expect(record?.lines?.[0]?.text).toBe('Good evening.');
    expect((await send(`DELETE /v1/experiments/${id}?runs=delete`)).status).toBe(204);
    expect((await send(`GET /v1/scenes/${row?.run}`)).status).toBe(404);
    expect((await send(`GET /v1/scenes/${base}`)).status).toBe(200);
  });

  it('stays within the budget of the experiment', async () => {
    const { id } = await play(
      { lines: ['One.', 'Two.', 'Three.'] },
      { models: [model('ok#trial-budget')], seeds: 2, parallel: 1, budget: { calls: 4 } },
    );
    const paused = await until(id).holds(({ status }) => status === 'paused');
    expect(paused).toMatchObject({ used: { calls: 4 }, pauseReason: expect.stringMatching(/budget/) });
    await get(`PATCH /v1/experiments/${id}`, OPERATOR, { budget: { calls: null } });
    await tell(id, 'resume');
    const end = await finished(id);
    expect(end.runs.map(({ status, turns }) => `${status} ${turns}`)).toEqual(['finished 3', 'finished 3']);
    expect(end.used.calls).toBe(6);
  });
});

describe('a request for an experiment over scenes', () => {
  it.each<[object, object, string]>([
    [{ lines: [{ text: 'Hi.', as: 'nobody' }] }, {}, '/scene/lines/0'],
    [{ casts: { none: [{ from: 'chr_00000000000000000000' }] } }, {}, '/scene/casts/none/0/from'],
    [
      { treatments: { odd: { profiles: { character: { provider: 'unheard-of' } } } } },
      {},
      '/scene/base/profiles/character/provider',
    ],
    [{ base: { template: 'bluff' } }, {}, '/scene/base/game'],
    [{ rules: [{ name: 'calls', contains: 'x' }] }, {}, '/scene/rules/0/name'],
    [{ rules: [{ name: 'status', contains: 'x' }] }, {}, '/scene/rules/0/name'],
    [{ judge: { criteria: { model: 'x' } } }, {}, '/scene/judge/criteria/model'],
    [{ rules: [{ name: 'odd', matches: '(' }] }, {}, '/scene/rules/0/matches'],
    [{ rules: [{ name: 'odd', absent: 'x', speaker: 'nobody' }] }, {}, '/scene/rules/0/speaker'],
    [{}, { games: ['corridor'] }, '/scene'],
    [{}, { models: ['someone by nowhere'] }, '/models/0'],
  ])('is refused with its pointer: %j %j', async (scene, more, pointer) => {
    const body = { name: 'Bad', scene: { base: BASE, lines: ['Hello.'], ...scene }, ...more };
    const { errors = [] } = await problemOf('POST /v1/experiments', 400, { body });
    expect(errors.map((one) => one.pointer)).toContain(pointer);
  });

  it.each<[number, number, string]>([
    [51, 1, '/scene/treatments'],
    [50, 11, '/games'],
  ])(
    'has a limited number of conditions, before its scene is read: %d × %d',
    async (count, seeds, pointer) => {
      const named = <T>(length: number, value: T) =>
        Object.fromEntries(Array.from({ length }, (_, n) => [`n${n}`, value]));
      const scene = { casts: named(2, [{ name: 'Ada' }]), treatments: named(count, {}), lines: ['Hi.'] };
      const body = { name: 'Many', seeds, scene: { base: 'scn_00000000000000000000', ...scene } };
      const { errors = [] } = await problemOf('POST /v1/experiments', 400, { body });
      expect(errors.map((one) => one.pointer)).toEqual([pointer]);
    },
  );

  it('names an unknown model of the judge once', async () => {
    const judge = { criteria: { warmth: 'Warm.' }, model: 'someone by nowhere' };
    const scene = { base: BASE, lines: ['Hello.'], judge };
    const body = { name: 'Bad', scene, models: ['understudy', model('ok#trial-bad')] };
    const { errors = [] } = await problemOf('POST /v1/experiments', 400, { body });
    expect(errors.map(({ pointer }) => pointer)).toEqual(['/scene/judge/model']);
  });

  it('changes single keys of nested settings', async () => {
    const rules = { character: 'Be brief.', narrator: 'Be calm.' };
    const { id } = await play(
      {
        base: { ...BASE, settings: { ...BASE.settings, rules } },
        treatments: { wordy: { settings: { rules: { character: null } } } },
      },
      { start: false },
    );
    const { scenes } = await get<ExperimentFile>(`GET /v1/experiments/${id}/export`);
    expect(scenes['scene:default/wordy']).toMatchObject({
      settings: { director: 'off', rules: { character: null, narrator: 'Be calm.' } },
    });
  });

  it('copies neither scenes nor library items for a key that may not read them', async () => {
    const base = await createScene(BASE);
    const { key } = await get<NewKey>('POST /v1/keys', OPERATOR, { label: 'lab', scope: 'experiments' });
    const ask = (scene: object) =>
      send('POST /v1/experiments', key ?? '', {
        name: 'Lab',
        scene: { base: BASE, lines: ['Hi.'], ...scene },
      });
    expect((await ask({ base })).status).toBe(403);
    expect((await ask({})).status).toBe(201);
    const stranger = (await get<NewTenant>('POST /v1/tenants', OPERATOR, { name: 'scenes', label: 'x' })).key
      .key;
    const body = { name: 'Theft', scene: { base, lines: ['Hi.'] } };
    expect((await call('POST /v1/experiments', { key: stranger, body })).status).toBe(404);
  });
});

describe('a key for experiments', () => {
  it('reads and deletes no scene by way of an experiment', async () => {
    const { key } = await get<NewKey>('POST /v1/keys', OPERATOR, { label: 'lab', scope: 'experiments' });
    const reader = await get<NewKey>('POST /v1/keys', OPERATOR, { label: 'reader', scope: 'read' });
    const ask = async (operation: string, body?: object) => (await send(operation, key ?? '', body)).status;
    const { id } = await play({}, { start: false });
    const file = await get<ExperimentFile>(`GET /v1/experiments/${id}/export`, reader.key ?? '');
    expect(await ask('POST /v1/experiments/import', file)).toBe(403);
    for (const part of ['trials', 'export']) {
      expect(await ask(`GET /v1/experiments/${id}/${part}`)).toBe(403);
      expect((await send(`GET /v1/experiments/${id}/${part}`, reader.key ?? '')).status).toBe(200);
    }
    expect(await ask(`DELETE /v1/experiments/${id}?runs=delete`)).toBe(403);
    expect(await ask(`DELETE /v1/experiments/${id}`)).toBe(204);
    expect(await ask(`DELETE /v1/experiments/${id}?runs=delete`)).toBe(204);

    const games = await create({ start: false });
    const gamesFile = await get<ExperimentFile>(`GET /v1/experiments/${games.id}/export`, key ?? '');
    expect(await ask('POST /v1/experiments/import', gamesFile)).toBe(201);
    expect(await ask(`GET /v1/experiments/${games.id}/trials`)).toBe(200);
    expect(await ask(`DELETE /v1/experiments/${games.id}?runs=delete`)).toBe(204);
  });
});

describe('an experiment over scenes that is cut off', () => {
  const SCENE = {
    ...{ lines: ['One.', 'Two.'], rules: [{ name: 'brief', maxWords: 50 }] },
    treatments: { calm: {}, storm: { scenario: 'A storm.' } },
  };
  const begin = (name: string) =>
    play(
      { ...SCENE, judge: { criteria: { warmth: 'Warm.' }, model: fakeProfile(`ok#${name}`) } },
      {
        name: 'Cut off',
        models: [{ label: 'fake', profile: fakeProfile(`ok#${name}`) }],
        seeds: 2,
        parallel: 2,
      },
    );

  it('has the same results after five kills, from no more calls', async () => {
    const whole = await begin('trial-whole');
    await finished(whole.id);
    const { id } = await begin('trial-kills');
    const kills: string[] = [];
    for (const point of ['made', 'looked', 'sent', 'chosen', 'sent']) {
      const count = kills.length;
      const armed = runInDurableObject(objectOf(id), (object, state) => {
        object.probe = async (passed) => {
          if (passed !== point) return;
          object.probe = async () => new Promise(() => {});
          kills.push(passed);
          await state.storage.sync();
          state.abort('cut off by the test');
          return new Promise(() => {});
        };
      });
      await armed.catch(() => null);
      await eventually(() => read(id).catch(() => null)).holds(
        (view) => view?.status === 'finished' || kills.length > count,
      );
    }
    await finished(id);
    expect(kills).toEqual(['made', 'looked', 'sent', 'chosen', 'sent']);
    expect(comparable(await records(id))).toEqual(comparable(await records(whole.id)));
    const [calls, callsOfWhole] = await Promise.all([fakeLog('ok#trial-kills'), fakeLog('ok#trial-whole')]);
    expect(calls).toHaveLength(callsOfWhole.length);
  });

  it('is exported and imported with its scenes', async () => {
    const { id } = await play(SCENE, { start: false, models: ['understudy'] });
    const file = await get<ExperimentFile>(`GET /v1/experiments/${id}/export`);
    const copy = await get<ExperimentView>('POST /v1/experiments/import', OPERATOR, file);
    expect(await get(`GET /v1/experiments/${copy.id}/export`)).toEqual({ ...file, id: copy.id });
    await tell(copy.id, 'resume');
    expect((await finished(copy.id)).runs.map(({ status }) => status)).toEqual(['finished', 'finished']);
    const { errors = [] } = await problemOf('POST /v1/experiments/import', 400, {
      body: { ...file, scenes: {} },
    });
    expect(errors.map((one) => one.pointer)).toEqual(['/scenes']);
  });
});
