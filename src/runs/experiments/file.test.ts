import { describe, expect, it } from 'vitest';
import {
  createExperiment,
  type ExperimentFile,
  experimentFile,
  type RunTally,
} from '../../contract/experiments';
import { NO_BUDGET } from './budget';
import { buildRequest, exportExperiment, importExperiment } from './file';
import { listCells, type Plan, planExperiment } from './plan';
import type { DesiredState, PlannedRun } from './steps';

function plan(body: object): Plan {
  const result = planExperiment(createExperiment.parse({ name: 'Two games', ...body }));
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value;
}
const letters = (letter: string, count: number) => letter.repeat(count);

describe('the request of a plan', () => {
  it.each<[string, object]>([
    ['defaults', { games: ['corridor'] }],
    [
      'every field',
      {
        ...{
          games: ['crates'],
          stories: ['tide-mill'],
          seeds: ['a', 'b'],
          parallel: 7,
          play: true,
          verifyAfter: 3,
        },
        ...{ budgets: { actions: 5, tokens: null, money: 1.5 }, options: { fair: true, share: true } },
        ...{ tags: ['one'], sourceUrl: 'https://example.com/notes' },
      },
    ],
    ['more games than one list takes', { games: games('a', 100), stories: games('b', 60) }],
    [
      'models of every form',
      {
        games: ['corridor'],
        models: [
          ...['understudy', 'local', 'qwen3:8b by local', 'stand by me by router', 'a model by understudy'],
          ...[{ label: 'nobody' }, {}],
          { profile: { provider: 'router' } },
          { profile: { provider: 'local', model: ` ${letters('m', 190)}` } },
          {
            label: 'mixed',
            profile: { provider: 'local' },
            profiles: { analyst: { provider: 'understudy' } },
          },
          { profiles: { keeper: { provider: 'keeps', temperature: 1 }, critic: { model: 'judges' } } },
          `${letters('n', 200)} by understudy`,
        ],
      },
    ],
  ])('makes the same plan again: %s', (_, body) => {
    const original = plan(body);
    const request = createExperiment.parse(JSON.parse(JSON.stringify(buildRequest(original, NO_BUDGET))));
    expect(request.start).toBe(false);
    expect(planExperiment(request)).toEqual({ ok: true, value: original });
  });
});

function games(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, i) => `${prefix}${i}`);
}

const TALLY: RunTally = {
  ...{ status: 'running', reason: null, isShort: false, answeredBy: ['understudy'], score: 1, maximum: null },
  ...{ shareOfMaximum: null, moves: null, deaths: null, places: null, levels: 1, levelActions: [4] },
  ...{ turns: 9, actions: 9, calls: 12, tokens: 0, money: 0.25, verified: 2, known: 4, predictedRight: 1 },
  predictedWrong: 0,
};
const AT = Date.parse('2026-03-01T10:00:00.000Z');
const PLAN = plan({ games: ['corridor', 'tide-mill'], seeds: 4, budgets: { actions: 9 } });
const FACTS = {
  baselines: { corridor: [5, 6], elsewhere: [1] },
  stories: { 'tide-mill': { title: 'The Tide Mill', release: 1, serial: '260101' } },
  scenes: {},
};
const BUDGET = { ...NO_BUDGET, tokens: 500 };

/** The plan's runs with the first rows changed and distinct ids. */
const runsOf = (rows: Partial<PlannedRun>[], rest: Partial<PlannedRun> = {}): PlannedRun[] =>
  listCells(PLAN).map((cell, i) => ({
    ...cell,
    run: `${cell.game === 'corridor' ? 'run' : 'adv'}_${letters(String(i), 20)}`,
    ...{
      standing: 'waiting',
      status: 'waiting',
      reason: null,
      tally: null,
      tries: 0,
      held: false,
      nextAt: 0,
    },
    ...{ startedAt: null, endedAt: null, allotment: null },
    ...rest,
    ...rows[i],
  }));

function exportOf(wish: DesiredState, runs: PlannedRun[]): ExperimentFile {
  const counts = { waiting: 0, making: 0, playing: 0, over: 0, refused: 0 };
  for (const { standing } of runs) counts[standing] += 1;
  const id = `exp_${letters('e', 20)}`;
  const createdAt = new Date(AT).toISOString();
  const moment = { ...{ id, plan: PLAN, createdAt, updatedAt: createdAt, wish, why: '' }, counts };
  return experimentFile.parse(JSON.parse(JSON.stringify(exportExperiment(moment, BUDGET, FACTS, runs))));
}
function read(file: ExperimentFile) {
  const result = importExperiment(file);
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value;
}

const OVER = { standing: 'over', status: 'finished', tally: TALLY, startedAt: AT, endedAt: AT + 5 } as const;
const PLAYED = { standing: 'playing', status: 'running', tally: TALLY, startedAt: AT } as const;
const HELD = { standing: 'playing', status: 'paused', held: true, reason: 'it was imported' };

describe('the file of an experiment', () => {
  it('keeps results, and holds runs that were being played for resume', () => {
    const runs = runsOf([
      { ...OVER, reason: 'every action is settled' },
      PLAYED,
      { standing: 'making', tries: 2, reason: 'the service is away' },
      { standing: 'playing', status: 'created', startedAt: AT },
      { standing: 'over', status: 'refused', reason: 'no such provider', endedAt: AT },
      { ...OVER, status: 'deleted', tally: null, startedAt: null },
      { standing: 'making', status: 'running', tally: TALLY },
    ]);
    const file = exportOf('run', runs);
    expect(file).toMatchObject({ status: 'running', finishReason: null, plan: { budget: { tokens: 500 } } });
    expect(file.baselines).toEqual({ corridor: [5, 6] });
    expect(file.runs.map(({ run }) => run !== null)).toEqual([
      ...[true, true, false, true, false, false, true, false],
    ]);
    const imported = read(file);
    expect(imported).toMatchObject({
      ...{ plan: PLAN, wish: 'pause', why: 'it was imported', createdAt: '2026-03-01T10:00:00.000Z' },
      ...{ baselines: file.baselines, stories: FACTS.stories },
    });
    expect(imported.runs).toMatchObject([
      { run: runs[0]?.run, change: { ...OVER, reason: 'every action is settled' } },
      { run: runs[1]?.run, change: { ...HELD, tally: TALLY, startedAt: AT } },
      { run: null, change: null },
      { run: runs[3]?.run, change: { ...HELD, tally: null } },
      { run: null, change: { standing: 'over', status: 'refused', reason: 'no such provider', endedAt: AT } },
      { run: null, change: { standing: 'over', status: 'deleted' } },
      { run: runs[6]?.run, change: HELD },
      { run: null, change: null },
    ]);
  });

  it.each([
    ['run', OVER, 'finished', 'done', 'run'],
    ['stop', { standing: 'over', status: 'skipped' }, 'finished', 'stopped', 'stop'],
    ['stop', PLAYED, 'running', null, 'pause'],
    ['pause', { ...PLAYED, status: 'paused', held: true }, 'paused', null, 'pause'],
    ['wait', {}, 'created', null, 'wait'],
  ] as const)(
    'of an experiment told to %s, with runs %o, is %s',
    (wish, rest, status, finishReason, next) => {
      const file = exportOf(wish, runsOf([], rest));
      expect(file).toMatchObject({ status, finishReason });
      expect(read(file)).toMatchObject({ wish: next, why: next === 'pause' ? 'it was imported' : null });
    },
  );

  const run = `run_${letters('z', 20)}`;
  it.each<[string, string, (file: ExperimentFile) => unknown]>([
    ['no game', '/plan/games', ({ plan }) => Object.assign(plan, { games: [], stories: [] })],
    ['another plan', '/runs', ({ plan }) => Object.assign(plan, { seeds: ['1'] })],
    ['a run too few', '/runs', ({ runs }) => runs.pop()],
    ['a run twice', '/runs/1/n', ({ runs }) => runs.splice(1, 1, ...runs.slice(0, 1))],
    ['another order', '/runs/0/n', ({ runs }) => runs.reverse()],
    ['a run that is over and runs', '/runs/0/status', change(0, { status: 'running' })],
    ['a run that waits and has finished', '/runs/7/status', change(7, { status: 'finished' })],
    ['a finished run without an id', '/runs/0/run', change(0, { run: null })],
    ['a run that waits and is there', '/runs/7/run', change(7, { run: `adv_${letters('z', 20)}` })],
    ['a run of the other kind', '/runs/1/run', change(1, { run })],
    ['one id for two rows', '/runs/2/run', ({ runs }) => change(2, { run: runs[0]?.run ?? '' })({ runs })],
    ['an end before its runs are over', '/status', (file) => Object.assign(file, { status: 'finished' })],
  ])('is refused with %s', (_, pointer, damage) => {
    const file = exportOf('run', runsOf([OVER, OVER, OVER]));
    damage(file);
    const result = importExperiment(file);
    expect(result).toMatchObject({ ok: false, failure: { code: 'invalid' } });
    const errors = !result.ok && result.failure.code === 'invalid' ? result.failure.errors : [];
    expect(errors[0]?.pointer).toBe(pointer);
  });

  it('is refused when it would not fit into the rows that store it', () => {
    const reason = letters('x', 700_000);
    const file = exportOf(
      'run',
      runsOf([
        { ...OVER, reason },
        { ...OVER, reason },
        { ...OVER, reason },
      ]),
    );
    expect(importExperiment(file)).toMatchObject({ ok: false, failure: { code: 'too_large', what: 'runs' } });
  });
});

function change(i: number, fields: Partial<ExperimentFile['runs'][number]>) {
  return ({ runs }: Pick<ExperimentFile, 'runs'>) => Object.assign(runs[i] ?? {}, fields);
}
