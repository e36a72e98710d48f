import { describe, expect, it } from 'vitest';
import type { RunTally } from '../../contract/experiments';
import { fail, ok } from '../../contract/problems';
import {
  choosePlayers,
  chooseSteps,
  type DesiredState,
  experimentStatus,
  MAX_COMPUTED,
  nextStepAt,
  type PlannedRun,
  resumeRun,
  type Situation,
  settleCreation,
  settlePoll,
} from './steps';

const NOW = 1_000_000;
const run = (n: number, more: Partial<PlannedRun> = {}): PlannedRun => ({
  ...{ n, game: 'crates', player: 0, seed: '1', run: `run_${n}`, standing: 'waiting', status: 'waiting' },
  ...{
    reason: null,
    tally: null,
    tries: 0,
    held: false,
    nextAt: 0,
    startedAt: null,
    endedAt: null,
    allotment: null,
  },
  ...more,
});
const playing = (n: number, more: Partial<PlannedRun> = {}) =>
  run(n, { standing: 'playing', status: 'running', startedAt: NOW, ...more });
const tally = (status: RunTally['status'], reason: string | null = null): RunTally => ({
  ...{
    status,
    reason,
    isShort: false,
    answeredBy: [],
    score: 0,
    ...{ maximum: null, shareOfMaximum: null, moves: null, deaths: null, places: null },
    levels: 0,
    levelActions: [],
    turns: 1,
    actions: 1,
    calls: 0,
  },
  ...{ tokens: 0, money: null, verified: 0, known: 0, predictedRight: null, predictedWrong: null },
});
const choose = (
  wish: DesiredState,
  active: PlannedRun[],
  waiting: PlannedRun[],
  {
    parallel = 2,
    isComputed = () => false,
  }: { parallel?: number; isComputed?: Situation['isComputed'] } = {},
) => {
  const situation = { wish, parallel, active, waiting, isComputed };
  const { make, look } = chooseSteps(situation, NOW);
  return [[...make, ...choosePlayers(situation)], look].map((runs) => runs.map(({ n }) => n));
};

describe('the next steps of an experiment', () => {
  it('fill the free places with the first that wait, and look at what is due', () => {
    expect(choose('run', [], [run(1), run(2), run(3)])).toEqual([[1, 2], []]);
    expect(choose('run', [playing(1), playing(2, { nextAt: NOW + 1 })], [run(3)])).toEqual([[], [1]]);
    expect(choose('run', [playing(1)], [run(2), run(3)])).toEqual([[2], [1]]);
  });

  it('go on with a run whose creation was cut off, before others are made', () => {
    expect(choose('run', [run(1, { standing: 'making' }), playing(2)], [run(3)])).toEqual([[1], [2]]);
  });

  it('play few runs that ask no model at a time, and any number of others', () => {
    const isComputed = ({ player }: Pick<PlannedRun, 'player'>) => player === 0;
    const waiting = Array.from({ length: 10 }, (_, i) => run(i + 1, { player: i < 5 ? 0 : 1 }));
    expect(choose('run', [], waiting, { parallel: 50, isComputed })).toEqual([[1, 2, 6, 7, 8, 9, 10], []]);
    const computing = Array.from({ length: MAX_COMPUTED }, (_, i) => playing(20 + i, { nextAt: NOW + 1 }));
    expect(choose('run', computing, waiting, { parallel: 5, isComputed })).toEqual([[6, 7, 8], []]);
  });

  it('make nothing while it waits, pauses or ends', () => {
    const active = [run(1, { standing: 'making' }), playing(2)];
    expect(choose('wait', [], [run(3)])).toEqual([[], []]);
    expect(choose('pause', active, [run(3)])).toEqual([[], [2]]);
    expect(choose('stop', active, [])).toEqual([[], [1, 2]]);
  });

  it('are due at once where a place is free, else with the first look; never while nothing is asked', () => {
    const at = (wish: DesiredState, active: PlannedRun[], canBegin: boolean) =>
      nextStepAt({ wish, active }, canBegin, NOW);
    expect(at('run', [], true)).toBe(NOW);
    expect(at('run', [playing(1, { nextAt: NOW + 900 })], false)).toBe(NOW + 900);
    expect(at('run', [], false)).toBeNull();
    expect(at('wait', [], true)).toBeNull();
    expect(at('pause', [playing(1, { status: 'paused' })], true)).toBeNull();
    expect(at('pause', [playing(1, { nextAt: NOW + 5 })], true)).toBe(NOW + 5);
  });
});

describe('the creation of a run', () => {
  it('is tried again three times while something does not answer, then refused with the reason', () => {
    const away = fail({ code: 'unavailable', detail: 'The server is away.', retryAfter: 30 });
    const waits = [0, 1, 2].map((tries) => (settleCreation({ tries }, away, NOW).nextAt ?? 0) - NOW);
    expect(waits).toEqual([5_000, 30_000, 120_000]);
    expect(settleCreation({ tries: 3 }, away, NOW)).toMatchObject({ standing: 'over', status: 'refused' });
  });

  it('is refused at once for anything else', () => {
    const wrong = fail({ code: 'invalid', errors: [{ pointer: '/game', message: 'there is no such game' }] });
    expect(settleCreation({ tries: 0 }, wrong, NOW)).toMatchObject({
      ...{ standing: 'over', status: 'refused', reason: 'there is no such game' },
    });
    expect(settleCreation({ tries: 2 }, ok(null), NOW)).toMatchObject({ standing: 'playing', tries: 0 });
  });
});

describe('a look at a run', () => {
  const look = (one: PlannedRun, wish: DesiredState, seen: RunTally | null) =>
    settlePoll(one, wish, seen, NOW);

  it('starts what was made, and lets it play', () => {
    expect(look(playing(1, { status: 'created' }), 'run', tally('created')).control).toBe('start');
    const { change, control } = look(playing(1), 'run', tally('running'));
    expect([control, change.nextAt, change.standing]).toEqual([null, NOW + 1_000, undefined]);
  });

  it('comes less often to a run that takes long', () => {
    const waitAt = (ms: number) =>
      (look(playing(1, { startedAt: NOW - ms }), 'run', tally('running')).change.nextAt ?? 0) - NOW;
    expect([waitAt(0), waitAt(60_000), waitAt(3_600_000)]).toEqual([1_000, 3_000, 10_000]);
  });

  it('ends with a run that has finished, paused by itself or was deleted', () => {
    for (const status of ['finished', 'paused'] as const)
      expect(look(playing(1), 'run', tally(status, 'why')).change).toMatchObject({
        ...{ standing: 'over', status, reason: 'why', endedAt: NOW },
      });
    expect(look(playing(1), 'run', null).change).toMatchObject({ standing: 'over', status: 'deleted' });
  });

  it('pauses and ends runs with the experiment', () => {
    expect(look(playing(1), 'pause', tally('running'))).toMatchObject({
      control: 'pause',
      change: { held: true },
    });
    expect(look(playing(1), 'pause', tally('created'))).toMatchObject({
      ...{ control: null, change: { held: true, status: 'paused' } },
    });
    expect(look(playing(1), 'stop', tally('running')).control).toBe('stop');
    expect(look(playing(1), 'stop', tally('paused')).control).toBe('stop');
    expect(look(run(1, { standing: 'making' }), 'stop', null).change).toMatchObject({ status: 'skipped' });
  });

  it('goes on with a run that was held', () => {
    const held = playing(1, { held: true });
    expect(look(held, 'run', tally('paused'))).toMatchObject({ control: 'resume', change: { held: false } });
  });

  it('resumes a failed run three times, later each time, and then gives it up', () => {
    let one = playing(1);
    const waits: number[] = [];
    for (let looks = 0; looks < 20 && one.standing === 'playing'; looks += 1) {
      const { change, control } = look(one, 'run', tally('failed', 'The model is away.'));
      if (control === null && change.nextAt !== undefined) waits.push(change.nextAt - NOW);
      one = { ...one, ...change };
    }
    expect(waits).toEqual([5_000, 30_000, 120_000]);
    expect(one).toMatchObject({ standing: 'over', status: 'failed', reason: 'The model is away.' });
  });
});

describe('an experiment that goes on', () => {
  it('takes up what paused, failed or was refused, and nothing else', () => {
    const over = (status: PlannedRun['status']) => resumeRun({ standing: 'over', status }, NOW);
    expect(over('failed')).toMatchObject({ standing: 'playing', held: true, tries: 0 });
    expect(over('paused')).toMatchObject({ standing: 'playing', held: true });
    expect(over('refused')).toMatchObject({ standing: 'waiting' });
    for (const status of ['finished', 'deleted', 'skipped'] as const) expect(over(status)).toBeNull();
    expect(resumeRun(playing(1), NOW)).toBeNull();
  });

  it('is finished once nothing is left to play, whatever was asked of it last', () => {
    const counts = (more: object) => ({ waiting: 0, making: 0, playing: 0, over: 3, ...more });
    expect(experimentStatus('run', counts({}))).toBe('finished');
    expect(experimentStatus('pause', counts({ waiting: 1 }))).toBe('paused');
    expect(experimentStatus('stop', counts({ playing: 1 }))).toBe('running');
    expect(experimentStatus('wait', counts({ waiting: 3 }))).toBe('created');
  });
});
