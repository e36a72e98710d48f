import { describe, expect, it } from 'vitest';
import { type Event, type Problem, ProblemError, type Schemas } from '../../client/src/index';
import { formatMeans, formatRuns } from './commands/experiment';
import { CliError, describeError, EXIT, errorToJson, toCliError, unreachable } from './lib/errors';
import { drawBar, ProgressBars } from './lib/progress';
import { formatEvent, plainText } from './lib/show-event';
import { drawTable } from './lib/table';
import { hasColor, plain, Terminal } from './lib/terminal';

const PROBLEM: Problem = { type: '/problems/invalid', title: 'Invalid', status: 400, detail: 'why' };
const cliError = (problem: Partial<Problem>): CliError => {
  const error = toCliError(new ProblemError({ ...PROBLEM, ...problem }));
  if (error instanceof CliError) return error;
  throw error;
};

const sink = (isTTY: boolean) => {
  const stream = { isTTY, columns: 60, rows: 6, text: '', write: (text: string) => (stream.text += text) };
  return stream;
};

describe('colours', () => {
  const terminal = { isTTY: true, write: () => {} };
  const pipe = { isTTY: false, write: () => {} };
  it.each([
    [terminal, {}, true, true],
    [pipe, {}, true, false],
    [terminal, { NO_COLOR: '1' }, true, false],
    [terminal, { NO_COLOR: '' }, true, true],
    [terminal, { TERM: 'dumb' }, true, false],
    [terminal, {}, false, false],
    [pipe, { FORCE_COLOR: '1' }, true, true],
    [terminal, { FORCE_COLOR: '0' }, true, false],
    [pipe, { FORCE_COLOR: '1', NO_COLOR: '1' }, true, false],
  ])('belong where people look: %#', (stream, env, asked, want) =>
    expect(hasColor(stream, env, asked)).toBe(want),
  );

  it('are never in JSON', () => {
    const [out, err] = [sink(true), sink(true)];
    const json = new Terminal({ out, err, env: { FORCE_COLOR: '1' }, json: true, colour: true });
    json.say(json.style('red', 'for people'));
    json.hint('a hint');
    json.give({ a: 1 });
    expect([out.text, err.text]).toEqual(['{"a":1}\n', '']);
    expect(json.style('red', 'x')).toBe('x');
  });
});

it('keeps control characters of others from the terminal', () =>
  expect(plain('a\u001b[31mred\u001b[0m\u001b]0;title\u0007b\u0008\u009bc\td\ne')).toBe('aredb\td\ne'));

describe('a table', () => {
  const columns = [
    { key: 'name', title: 'name' },
    { key: 'n', title: 'count' },
  ];
  const rows = [
    { name: 'a|b, "c"', n: 5 },
    { name: '=SUM(A1)', n: null },
    { name: 'two\nlines', n: 12 },
  ];
  it('is Markdown whose cells stay cells', () =>
    expect(drawTable(columns, rows, 'markdown')).toEqual([
      '| name | count |',
      '| --- | ---: |',
      '| a\\|b, "c" | 5 |',
      '| =SUM(A1) |  |',
      '| two lines | 12 |',
    ]));
  it('is CSV that a spreadsheet does not calculate', () => {
    expect(drawTable(columns, rows, 'csv')).toEqual([
      'name,n',
      '"a|b, ""c""",5',
      "'=SUM(A1),",
      '"two\nlines",12',
    ]);
    expect(drawTable(columns, [{ name: '-3', n: -3 }], 'csv')[1]).toBe('-3,-3');
  });
  it('has its columns below one another', () =>
    expect(
      drawTable(
        columns,
        [
          { name: 'ab', n: 5 },
          { name: 'c', n: 120 },
        ],
        'plain',
      ),
    ).toEqual(['name  count', 'ab        5', 'c       120']));
});

describe('the runs of an experiment', () => {
  const row: Schemas['ExperimentRow'] = {
    ...{ n: 1, game: 'tide-mill', model: 'understudy', seed: '1', run: 'adv_1', status: 'finished' },
    ...{ reason: 'won', answeredBy: ['understudy'], score: 25, maximum: 75, shareOfMaximum: 1 / 3 },
    ...{ moves: 36, deaths: 0, places: 10, levels: null, levelActions: [], turns: 36, actions: null },
    ...{ calls: 165, tokens: 0, money: null, verified: null, known: null, predictedRight: null },
    ...{ predictedWrong: null, rhae: null, startedAt: null, endedAt: null, scores: {} },
  };

  it('have columns of scores', () => {
    const [head = '', first = ''] = formatRuns([{ ...row, scores: { warmth: 7, callsPerLine: 1.23456 } }]);
    expect(head).toMatch(/ warmth +callsPerLine$/);
    expect(first).toMatch(/ 7 +1.235$/);
    const inherited = formatRuns([{ ...row, scores: { constructor: 1 } }, row]);
    expect(inherited.join('\n')).not.toMatch(/function|native/);
  });

  it('have columns of stories and of grid games only where there are such', () => {
    const [stories = '', first = ''] = formatRuns([row]);
    expect(stories.split(/ {2,}/).slice(6)).toEqual([
      'score',
      'maximum',
      'share of maximum',
      'moves',
      'deaths',
      'places',
      'turns',
      'calls',
      'tokens',
    ]);
    expect(first).toMatch(/ 25 +75 +0\.3333 +36 +0 +10 +36 +165 +0$/);
    const grid = { ...row, maximum: null, shareOfMaximum: null, moves: null, deaths: null, places: null };
    const [games] = formatRuns([{ ...grid, levels: 2, actions: 33 }]);
    expect(games).toMatch(/ score +levels +turns +actions +calls +tokens$/);
  });
});

describe('the means of an experiment', () => {
  const mean: Schemas['ExperimentMean'] = {
    ...{ game: 'corridor', model: 'understudy', measure: 'actions', runs: 2, mean: 35 },
    ...{ standardDeviation: 7.0710678, low: -28.53, high: 98.53 },
  };

  it('have their spread, and are left out for a single run', () => {
    const lines = formatMeans([mean, { ...mean, runs: 1, standardDeviation: null, low: null, high: null }]);
    expect(lines).toHaveLength(3);
    expect(lines[1]).toMatch(/mean +standard deviation +95 % from +95 % to$/);
    expect(lines[2]).toMatch(/actions +2 +35 +7.071 +-28.53 +98.53$/);
    expect(formatMeans([])).toEqual([]);
  });
});

describe('progress', () => {
  const bar = { label: 'corridor', done: 5, total: 10, note: 'running' };
  it('is a bar of the share that is done', () => {
    expect(drawBar(bar, 100, 8)).toBe(`corridor ${'█'.repeat(12)}${'░'.repeat(12)}      5/10  running`);
    expect(drawBar({ ...bar, done: 99 }, 100, 8)).toContain('█'.repeat(24));
    expect(drawBar({ ...bar, total: null }, 100, 8)).toContain('·'.repeat(24));
    expect(drawBar({ ...bar, note: 'a\nb\u001b[2J' }, 80, 8)).toMatch(/ {2}a b$/);
    expect(drawBar({ ...bar, note: 'x'.repeat(200) }, 40, 8).length).toBe(40);
  });

  it('writes no control characters into a pipe, and a line only for news', () => {
    const err = sink(false);
    const change = new ProgressBars({ err, json: false }).add('run', 3);
    change({ done: 1, note: 'running' });
    change({ done: 2, note: 'running' });
    change({ done: 3, note: 'finished' });
    expect(err.text.trim().split('\n')).toHaveLength(2);
    expect(err.text).not.toContain('\u001b');
  });

  it('draws no more bars than the terminal has rows, and is silent with --json', () => {
    const [err, quiet] = [sink(true), sink(true)];
    const bars = new ProgressBars({ err, json: false });
    for (let n = 0; n < 20; n += 1) bars.add(`run ${n}`, 3);
    err.text = '';
    bars.end();
    expect(err.text.split('\n').length - 1).toBe(4);
    expect(err.text).toContain('run 0');
    expect(err.text).toContain('run 19');
    new ProgressBars({ err: quiet, json: true }).add('run', 3)({ note: 'news' });
    expect(quiet.text).toBe('');
  });
});

describe('a problem of the stage', () => {
  it.each([
    [401, EXIT.denied],
    [403, EXIT.denied],
    [404, EXIT.refused],
    [422, EXIT.refused],
    [503, EXIT.refused],
  ])('of status %i has its own exit code', (status, exit) => expect(cliError({ status }).exit).toBe(exit));

  it('is sentences: cause, wrong fields, fix, and how long to wait', () => {
    const errors = [{ pointer: '/a', message: 'must be b' }];
    const error = cliError({ status: 429, detail: 'Too much.', fix: 'Wait.', errors, retryAfter: 3 });
    expect(error.message).toBe('Too much.\n  /a: must be b');
    expect(error.fix).toBe('Wait. Wait 3 seconds.');
    expect(errorToJson(error)).toMatchObject({ error: { exit: 5, problem: { status: 429 } } });
    expect(cliError({ type: 'about:blank', title: 'The server answered 502' }).message).toContain('502');
  });

  it('says which stage does not answer, and why', () => {
    const cause = unreachable(
      'http://127.0.0.1:9',
      new TypeError('fetch failed', { cause: new Error('refused') }),
    );
    const error = toCliError(new ProblemError({ ...PROBLEM, status: 0 }, { cause }));
    expect(error).toMatchObject({
      exit: EXIT.unreachable,
      message: 'No stage responds at http://127.0.0.1:9 (refused).',
    });
    expect(cliError({ status: 0 }).exit).toBe(EXIT.unreachable);
    expect(describeError(error)).toContain('(refused). Start one with npm start');
  });
});

describe('an event', () => {
  const names = new Map([
    ['character:mara', 'Mara'],
    ['persona:ben', 'Ben'],
  ]);
  const base = { seq: 1, at: '2026-01-01T00:00:00Z', round: 1, audience: ['*'] };
  const text = (event: object): string | null => {
    const shown = formatEvent({ ...base, ...event } as unknown as Event, names);
    return shown && plainText(shown);
  };
  const spoke = { pass: 1, name: 'Mara', text: 'No.', rung: 'json_schema', exit: false, kind: 'speak' };

  it('is shown as people read it, the understudy by its name', () => {
    const actor = 'character:mara';
    const kind = 'character.spoke';
    expect(text({ kind, actor, payload: { ...spoke, provider: 'openai' } })).toBe('Mara: No.');
    expect(text({ kind, actor, payload: { ...spoke, provider: 'understudy' } })).toBe(
      'Mara: No.  «understudy»',
    );
    expect(text({ kind, actor: 'narrator', payload: { ...spoke, provider: 'openai' } })).toBe('No.');
    const audience = ['character:mara', 'persona:ben'];
    expect(text({ kind, actor, audience, payload: { ...spoke, provider: 'openai' } })).toBe(
      '(whisper) Mara: No.',
    );
    const payload = { type: 'user', personaId: 'ada', name: 'Ada', text: 'psst', to: [], whisper: true };
    expect(
      text({ kind: 'player.spoke', actor: 'persona:ada', payload: { ...payload, toPersonas: ['ben'] } }),
    ).toBe('(whisper) Ada to Ben: psst');
  });

  it('that failed says cause and fix', () => {
    const failed = (failure: Schemas['Failure']) =>
      text({ kind: 'round.failed', actor: 'system', payload: { failure, retry: 'resume' } });
    const fix = 'Start it.';
    expect(failed({ code: 'model_unreachable', purpose: 'p', detail: 'it timed out', fix })).toBe(
      '! The round failed: It timed out. Start it.',
    );
    expect(failed({ code: 'budget_exhausted', budget: 'room', what: 'calls', isLeased: false, fix })).toBe(
      '! The round failed: The room budget does not have enough calls left for the next model call. Start it.',
    );
    expect(failed({ code: 'loop', hops: 9, limit: 8 })).toBe('! The round failed: Loop.');
  });

  it('that settles an action by what was predicted says so', () => {
    const checked = (status: string) => ({
      kind: 'predictions.checked',
      actor: 'system',
      payload: {
        predictions: [],
        actions: [{ action: 'ACTION1', status, streak: 3, definition: 'moves up' }],
      },
    });
    expect(text(checked('verified'))).toBe('* ACTION1 is verified: moves up');
    expect(text(checked('testing'))).toBeNull();
  });

  it('that only programs need is not shown', () =>
    expect(text({ kind: 'director.started', actor: 'director', payload: { pass: 1 } })).toBeNull());

  it('moves no cursor', () => {
    const payload = {
      ...spoke,
      name: 'M\u001b[2Jara',
      text: '\u001b]52;c;ZXZpbA==\u0007hi',
      provider: 'openai',
    };
    expect(text({ kind: 'character.spoke', actor: 'character:mara', payload })).toBe('Mara: hi');
  });
});
