import { describe, expect, it } from 'vitest';
import type { ExperimentTable, RunTally } from '../../../src/api/experiments';
import { scoreRhae } from '../../../src/engines/experiments/rhae';
import type { PlannedRun } from '../../../src/engines/experiments/steps';
import { showRow, sumRows, writeTable } from '../../../src/engines/experiments/table';

const PLAN = {
  players: [
    { label: 'understudy', profiles: {} },
    { label: 'a, "b" | c', profiles: {} },
  ],
};
const TALLY: RunTally = {
  ...{ status: 'finished', reason: '=1+1', answeredBy: ['a by b', 'c by d'], score: 2, levels: 2 },
  ...{ levelActions: [10, 20], turns: 5, actions: 33, calls: 4, tokens: 700, money: 0.5, verified: 3 },
  ...{ known: 4, trueClaims: 5, falseClaims: 1 },
};
const run = (n: number, more: Partial<PlannedRun> = {}): PlannedRun => ({
  ...{ n, game: 'arc3:ls20-1', player: 0, seed: '1', run: `run_${n}`, standing: 'over', status: 'finished' },
  ...{
    reason: TALLY.reason,
    tally: TALLY,
    tries: 0,
    held: false,
    nextAt: 0,
    startedAt: 1_000,
    endedAt: 2_000,
  },
  ...more,
});
const waiting = run(3, {
  ...{
    player: 1,
    standing: 'waiting',
    status: 'waiting',
    tally: null,
    reason: null,
    startedAt: null,
    endedAt: null,
  },
});
const BASELINES = { 'arc3:ls20-1': [10, 10, 10] };

function makeTable(): ExperimentTable {
  const rows = [run(1), run(2, { game: 'crates' }), waiting].map((one) => showRow(PLAN, BASELINES, one));
  return { experiment: 'exp_1', name: 'Table', status: 'running', rows, sums: sumRows(PLAN, rows) };
}

describe('relative human action efficiency', () => {
  it.each([
    ['as people play it', [10, 10], [10, 10], 1],
    ['a level in twice the actions is a quarter', [10], [20], 0.25],
    ['later levels weigh more, and those that are not reached count as 0', [10, 10, 10], [10, 20], 1.5 / 6],
    ['a level counts at most 1.15', [10, 10], [1, 20], (1.15 + 2 * 0.25) / 3],
    ['and a play no more than its completed levels', [10, 10], [1], 1 / 3],
    ['nothing was reached', [10], [], 0],
  ])('%s', (_, baselines, actions, score) => {
    expect(scoreRhae(baselines, actions)).toBeCloseTo(score, 10);
  });

  it('is not known without baselines for every level that was completed', () => {
    expect(scoreRhae([], [])).toBeNull();
    expect(scoreRhae([10], [5, 5])).toBeNull();
  });
});

describe('the table of an experiment', () => {
  it('has the results of each run, and what is not known is null', () => {
    const [first, second, third] = makeTable().rows;
    expect(first).toMatchObject({ run: 'run_1', model: 'understudy', score: 2, actions: 33, falseClaims: 1 });
    expect(first?.rhae).toBeCloseTo(1.5 / 6, 10);
    expect(second?.rhae).toBeNull();
    expect(third).toMatchObject({ run: null, status: 'waiting', score: null, actions: null, rhae: null });
  });

  it('sums by model, and leaves out what no run has', () => {
    const [understudy, other] = makeTable().sums;
    expect(understudy).toMatchObject({ runs: 2, over: 2, levels: 4, actions: 66, tokens: 1400, money: 1 });
    expect(understudy?.rhae).toBeCloseTo(1.5 / 6, 10);
    expect(other).toMatchObject({ runs: 1, over: 0, score: null, actions: 0, money: null, rhae: null });
  });

  it('is CSV that a spreadsheet does not compute', () => {
    const [head, first, , third, end] = writeTable(makeTable(), 'csv').split('\r\n');
    expect(head).toMatch(/^n,game,model,seed,run,status,reason,score,.*,rhae,levelActions,answeredBy,/);
    expect(first).toContain(",finished,'=1+1,2,2,");
    expect(first).toContain(',10 20,a by b c by d,1970-');
    expect(third).toContain('"a, ""b"" | c"');
    expect(end).toBe('');
  });

  it('is Markdown with the sums, whose cells no text can end', () => {
    const text = writeTable(makeTable(), 'markdown');
    const lines = text.split('\n').filter((line) => line.startsWith('|'));
    const columns = (line: string) => line.replaceAll('\\|', '').split('|').length;
    expect(lines).toHaveLength(3 + 2 + 2 + 2);
    expect(new Set(lines.slice(0, 5).map(columns)).size).toBe(1);
    expect(new Set(lines.slice(5).map(columns)).size).toBe(1);
  });
});
