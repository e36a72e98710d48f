import { describe, expect, it } from 'vitest';
import type { ExperimentTable, RunTally } from '../../contract/experiments';
import { NO_BUDGET } from './budget';
import { findPublished, PUBLISHED, writePublished } from './published';
import { scoreRhae } from './rhae';
import type { PlannedRun } from './steps';
import { averageRows, averageStories, formatRow, sumRows, writeTable } from './table';

const PLAN = {
  players: [
    { label: 'understudy', profiles: {} },
    { label: 'a, "b" | c', profiles: {} },
  ],
};
const TALLY: RunTally = {
  ...{
    status: 'finished',
    reason: '=1+1',
    isShort: false,
    answeredBy: ['a by b', 'c by d'],
    score: 2,
    levels: 2,
  },
  ...{ levelActions: [10, 20], turns: 5, actions: 33, calls: 4, tokens: 700, money: 0.5, verified: 3 },
  ...{ known: 4, predictedRight: 5, predictedWrong: 1 },
  ...{ maximum: null, shareOfMaximum: null, moves: null, deaths: null, places: null },
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
    allotment: null,
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
  const rows = [run(1), run(2, { game: 'crates' }), waiting].map((one) => formatRow(PLAN, BASELINES, one));
  return {
    ...{ experiment: 'exp_1', name: 'Table', status: 'running', rows, sums: sumRows(PLAN, rows) },
    ...{ fair: false, stories: [], published: [], means: averageRows(PLAN, rows) },
    budget: { ...NO_BUDGET, tokens: 2_000, money: 1.5 },
    used: { actions: 66, calls: 0, tokens: 1_400, money: 1 },
  };
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
    expect(first).toMatchObject({
      run: 'run_1',
      model: 'understudy',
      score: 2,
      actions: 33,
      predictedWrong: 1,
    });
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

  it('names fair text adventures above its rows', () => {
    const told = 'Text adventures are fair';
    expect(writeTable({ ...makeTable(), fair: true }, 'markdown')).toContain(told);
    expect(writeTable(makeTable(), 'markdown')).not.toContain(told);
  });

  it('has mean and spread of each measure by game and model, over the runs that have begun', () => {
    const rows = [2, 4, 9].map((score, i) => run(i + 1, { tally: { ...TALLY, score, money: null } }));
    const means = averageRows(
      PLAN,
      [...rows, waiting, run(5, { game: 'crates' })].map((one) => formatRow(PLAN, BASELINES, one)),
    );
    const score = means.find(({ measure }) => measure === 'score');
    expect(score).toMatchObject({ game: 'arc3:ls20-1', model: 'understudy', runs: 3, mean: 5 });
    expect(score?.standardDeviation).toBeCloseTo(Math.sqrt(13), 10);
    expect(score?.high).toBeCloseTo(5 + 4.303 * Math.sqrt(13 / 3), 10);
    expect(means.filter(({ model }) => model !== 'understudy')).toEqual([]);
    expect(means.some(({ game, measure }) => game.startsWith('arc3') && measure === 'money')).toBe(false);
    expect(means.find(({ game }) => game === 'crates')).toMatchObject({
      runs: 1,
      standardDeviation: null,
      low: null,
    });
  });

  it('has no score of a run that lacks it, even with the name of an inherited property', () => {
    const tallies: (typeof TALLY)[] = [{ ...TALLY, scores: { constructor: 1 } }, TALLY];
    const rows = tallies.map((tally, i) => formatRow(PLAN, BASELINES, run(i + 1, { tally })));
    const means = averageRows(PLAN, rows);
    expect(means.find(({ measure }) => measure === 'constructor')).toMatchObject({ runs: 1, mean: 1 });
    const table = { ...makeTable(), rows, means };
    expect(writeTable(table, 'csv')).toMatch(/,1\r\n.*,\r\n$/);
    expect(writeTable(table, 'markdown')).toContain('constructor');
  });

  it('writes the means as CSV and in Markdown', () => {
    const [head, first] = writeTable(makeTable(), 'means').split('\r\n');
    expect(head).toBe('game,model,measure,runs,mean,standardDeviation,low,high');
    expect(first).toBe('arc3:ls20-1,understudy,score,1,2,,,');
    const text = writeTable(makeStoryTable(), 'markdown');
    expect(text).toContain(
      '| game | model | measure | runs | mean | standard deviation | 95 % from | 95 % to |',
    );
    expect(writeTable(makeTable(), 'markdown')).not.toContain('## Means');
    expect(text).toContain('| Zork \\| I | understudy | score | 2 | 35 | 7.0711 | -28.53 | 98.53 |');
  });

  it('is CSV that a spreadsheet does not compute', () => {
    const [head, first, , third, end] = writeTable(makeTable(), 'csv').split('\r\n');
    expect(head).toMatch(/^n,game,model,seed,run,status,reason,score,.*,rhae,levelActions,answeredBy,/);
    expect(first).toContain(",finished,'=1+1,2,,,,,,2,");
    expect(first).toContain(',10 20,a by b c by d,1970-');
    expect(third).toContain('"a, ""b"" | c"');
    expect(end).toBe('');
  });

  it.each([
    '=1+1',
    '+1',
    '-1+1',
    '@SUM(A1)',
    '＝1+1',
    '＋1',
    '－1',
    '＠SUM(A1)',
    '\u200b=1+1',
    '\ufeff=1+1',
    '\u00a0=1+1',
    ' =1+1',
    '\t=1+1',
    '\r=1+1',
    '\n=1+1',
    '\r\n=1+1',
    '\u2028=1+1',
    '"=1+1',
    'a;=1+1',
    'a; ＝1+1',
    'a;\u200b=1+1',
    'a\t=1+1',
    'a\n=1+1',
    'a\r\n-1',
  ])('is CSV whose cell %j no spreadsheet computes, whatever it takes for the end of a cell', (reason) => {
    const { rows, ...table } = makeTable();
    const csv = writeTable({ ...table, rows: rows.slice(0, 1).map((row) => ({ ...row, reason })) }, 'csv');
    const [, ...others] = csv.split('\r\n');
    for (const part of others.join('\r\n').split(/[,;\t\r\n\v\f\u0085\u2028\u2029]/)) {
      const seen = part.replaceAll(/[\p{C}\p{Z}"]/gu, '');
      expect(seen).not.toMatch(/^[=+\-@＝＋－＠](?!\d+$)./u);
      expect(seen).not.toMatch(/^[=＝@＠+＋]/u);
    }
    expect(csv).toContain(reason.replaceAll(/[^\d]/g, '').slice(0, 1));
  });

  it('is Markdown with the sums, whose cells no text can end', () => {
    const text = writeTable(makeTable(), 'markdown');
    expect(text).toContain('Budget of the whole: 1400 of 2000 tokens, 1 of 1.5 money.');
    const lines = text.split('\n').filter((line) => line.startsWith('|'));
    const columns = (line: string) => line.replaceAll('\\|', '').split('|').length;
    expect(lines).toHaveLength(3 + 2 + 2 + 2);
    expect(new Set(lines.slice(0, 5).map(columns)).size).toBe(1);
    expect(new Set(lines.slice(5).map(columns)).size).toBe(1);
  });
});

const STORY: RunTally = {
  ...TALLY,
  ...{ score: 30, maximum: 350, shareOfMaximum: 0.1, moves: 100, deaths: 1, places: 12 },
  ...{ levels: null, levelActions: [], actions: null, verified: null, known: null },
  ...{ predictedRight: null, predictedWrong: null },
};
const STORIES = {
  'story-1': { title: 'Zork | I', release: 88, serial: '840726' },
  'tide-mill': { title: 'The Tide Mill', release: 1, serial: '250101' },
};

function makeStoryTable(): ExperimentTable {
  const rows = [
    run(1, { game: 'story-1', tally: STORY }),
    run(2, {
      game: 'story-1',
      tally: { ...STORY, score: 40, shareOfMaximum: 0.2, moves: 50 },
      endedAt: null,
    }),
    run(3, { game: 'tide-mill', tally: { ...STORY, score: 50, maximum: 50, shareOfMaximum: 1, deaths: 0 } }),
    run(4, { game: 'corridor' }),
    { ...waiting, n: 5, game: 'story-1' },
  ].map((one) => formatRow(PLAN, {}, one));
  return {
    ...{ experiment: 'exp_1', name: 'Stories', status: 'running', fair: false },
    ...{ rows, sums: sumRows(PLAN, rows), means: averageRows(PLAN, rows) },
    stories: averageStories(PLAN, STORIES, rows),
    published: Object.entries(STORIES).flatMap(([game, story]) => findPublished(game, story) ?? []),
    ...{ budget: NO_BUDGET, used: { actions: 0, calls: 0, tokens: 0, money: null } },
  };
}

describe('stories in the table of an experiment', () => {
  it('have the mean of each story and model, over the runs that have begun', () => {
    const [zork, none, mill] = makeStoryTable().stories;
    expect(zork).toMatchObject({
      ...{ game: 'story-1', model: 'understudy', runs: 2, over: 1, score: 35, best: 40, maximum: 350 },
      ...{ moves: 75, deaths: 1, places: 12, tokens: 700 },
    });
    expect(zork?.shareOfMaximum).toBeCloseTo(0.15, 10);
    expect(none).toMatchObject({ model: 'a, "b" | c', runs: 0, score: null, shareOfMaximum: null });
    expect(mill).toMatchObject({ score: 50, shareOfMaximum: 1 });
  });

  it('count alike for a model, however often each was played', () => {
    const [understudy, other] = makeStoryTable().sums;
    expect(understudy?.shareOfMaximum).toBeCloseTo((0.15 + 1) / 2, 10);
    expect(understudy).toMatchObject({ moves: 250, deaths: 2 });
    expect(other).toMatchObject({ shareOfMaximum: null, moves: null, deaths: null });
  });

  it('are written beside the published scores of the same file, with where those stand', () => {
    const text = writeTable(makeStoryTable(), 'markdown');
    expect(text).toContain(
      'Zork \\| I, published: DRRN 32.6, NAIL 10.3, TDQN 9.9, RAND 0 of 350 (Hausknecht et al. 2020, Table 1)',
    );
    expect(text).not.toContain('Mill, published');
    expect(writeTable(makeStoryTable(), 'csv').split('\r\n')[1]).toContain(',30,350,0.1,100,1,12,');
  });

  it('name the rows of runs by their titles, too', () => {
    const table = makeStoryTable();
    const rows = writeTable(table, 'markdown').split('## By story')[0];
    expect(rows).toContain('| Zork \\| I |');
    expect(rows).not.toContain('story-1');
    const [head, first] = writeTable(table, 'csv').split('\r\n');
    expect(head).toMatch(/,title$/);
    expect(first).toMatch(/^\d+,story-1,.*,Zork \| I$/);
    expect(writeTable(makeTable(), 'csv').split('\r\n')[1]).toMatch(/,$/);
  });

  it('add no columns to a table of grid games alone', () => {
    const text = writeTable(makeTable(), 'markdown');
    expect(text).not.toMatch(/share of maximum|deaths|By story/);
    expect(text).toContain('| levels |');
  });
});

describe('published scores', () => {
  it('belong to one file each, say where they stand, and lie within the points of their story', () => {
    const { stories, sources } = PUBLISHED;
    expect(new Set(stories.map(({ release, serial }) => `${release} ${serial}`)).size).toBe(stories.length);
    for (const { name, maximum, source, scores } of stories) {
      expect(sources[source]?.cite, name).toMatch(/\d{4}, Table \d/);
      expect(Math.max(...Object.values(scores)), name).toBeLessThanOrEqual(maximum);
    }
  });

  it('are those of the release alone', () => {
    const zork = { title: 'Zork', release: 88, serial: '840726' };
    const found = findPublished('story-1', zork);
    expect(found && writePublished(found)).toMatch(/^DRRN 32\.6, NAIL 10\.3/);
    expect(findPublished('story-1', { ...zork, release: 52 })).toBeNull();
    expect(findPublished('story-1', { ...zork, serial: '840727' })).toBeNull();
  });
});
