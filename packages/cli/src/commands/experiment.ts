import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Schemas, Stage } from '../../../client/src/index';
import { readInt, stageCommand } from '../lib/command';
import { EXIT, isPassing, usageError } from '../lib/errors';
import { ProgressBars } from '../lib/progress';
import { RUN_OPTIONS, readRunOptions, readSeeds } from '../lib/run-options';
import { openStage } from '../lib/stage';
import { type Column, drawTable, type Row } from '../lib/table';
import { interruptSignal } from '../lib/watch-run';

type Experiment = Schemas['Experiment'];
type ExperimentRow = Schemas['ExperimentRow'];

const POLL_MS = 500;
/** Looks in a row that may fail: about a minute. */
const MAX_FAILURES = 120;

const COLUMNS: Column[] = [...['game', 'model', 'seed', 'run', 'status', 'reason', 'score']].map((key) => ({
  key,
  title: key,
}));
/** Columns that are left out while no run has anything in them: stories have other results than grid games. */
const MORE_COLUMNS: Column[] = [
  { key: 'maximum', title: 'maximum' },
  { key: 'shareOfMaximum', title: 'share of maximum' },
  ...['moves', 'deaths', 'places', 'levels', 'turns', 'actions', 'calls', 'tokens', 'money', 'verified'].map(
    (key) => ({ key, title: key }),
  ),
  { key: 'known', title: 'of actions' },
  { key: 'predictedRight', title: 'predicted right' },
  { key: 'predictedWrong', title: 'predicted wrong' },
  { key: 'rhae', title: 'RHAE' },
];

const MEAN_COLUMNS: Column[] = [
  ...['game', 'model', 'measure', 'runs', 'mean'].map((key) => ({ key, title: key })),
  { key: 'standardDeviation', title: 'standard deviation' },
  { key: 'low', title: '95 % from' },
  { key: 'high', title: '95 % to' },
];

export const experiment = stageCommand(
  'experiment',
  'Play games with models and seeds, some runs at a time, and print a table of them',
  {
    games: { type: 'positional', required: true, description: 'Ids of games, with commas between them' },
    seeds: { type: 'string', valueHint: 'list', default: '1..3', description: 'Seeds: 1..5, or a,b,c' },
    models: {
      type: 'string',
      valueHint: 'list',
      description: 'Who plays, with commas: understudy, a provider, or “qwen3:8b by local”',
    },
    ...RUN_OPTIONS,
    play: {
      type: 'boolean',
      description: 'Grid games: play on to complete levels, once every action is settled',
    },
    explore: {
      type: 'enum',
      options: ['settled', 'budget'],
      description:
        'Grid games: explore until every action is “settled” (the default) or the “budget” is spent',
    },
    'verify-after': {
      type: 'string',
      valueHint: 'n',
      description: 'Grid games: right predictions in a row that verify an action (default 3)',
    },
    budget: {
      type: 'string',
      valueHint: 'list',
      description: 'Budget of all runs together: tokens=2000000,actions=5000 (also calls, money)',
    },
    parallel: { type: 'string', valueHint: 'n', default: '2', description: 'Runs at a time' },
    tags: { type: 'string', valueHint: 'list', description: 'Tags, with commas; a scorecard has them too' },
    name: {
      type: 'string',
      valueHint: 'name',
      description: 'Name of the experiment: the same name goes on with it, for a day after it began',
    },
    detach: { type: 'boolean', description: 'Print its id and leave; it goes on at the stage' },
    markdown: { type: 'boolean', description: 'Print the table as Markdown' },
    csv: { type: 'boolean', description: 'Print the table as CSV' },
  },
  async ({ args, terminal }) => {
    const name = args.name ?? `e${randomUUID().slice(0, 8)}`;
    if (!/^[a-z0-9-]{1,40}$/.test(name))
      throw usageError(`--name ${name} must be 1 to 40 of a-z, 0-9 and hyphens.`);
    if (args.markdown && args.csv) throw usageError('--markdown and --csv exclude one another.');
    const stage = openStage(args.url);
    const newExperiment = await stage.POST('/v1/experiments', {
      body: readBody(args, name),
      key: `exp-${name}`,
    });
    if (args.detach) {
      terminal.give(newExperiment);
      terminal.say(newExperiment.id);
      return;
    }
    const signal = interruptSignal();
    const view = await follow(stage, newExperiment, signal, new ProgressBars(terminal));
    const path = { id: newExperiment.id };
    const table = await stage.GET('/v1/experiments/{id}/table', { path });
    terminal.give(table);
    if (args.csv || args.markdown) {
      const query = { format: args.csv ? 'csv' : 'markdown' } as const;
      const text = await stage.GET('/v1/experiments/{id}/table', { path, query, as: 'text' });
      for (const line of text.trimEnd().split(/\r?\n/)) terminal.say(line);
    } else for (const line of [...drawRuns(table.rows), ...drawMeans(table.means)]) terminal.say(line);
    for (const line of tellBudget(view)) terminal.hint(line);
    if (view.status === 'running') {
      terminal.hint(`\nIt goes on at the stage. To look at it again: proscenium experiment … --name ${name}`);
      terminal.hint(`To pause or end it: POST /v1/experiments/${newExperiment.id}/pause, …/stop`);
      process.exitCode = EXIT.interrupted;
    } else if (view.runs.some(({ status }) => status !== 'finished')) process.exitCode = EXIT.unwell;
  },
);

/** Says what is used of the budget of the whole, and how to go on once it is spent; nothing without one. */
function tellBudget({ id, status, budget, used, pauseReason }: Experiment): string[] {
  const limits = Object.entries(budget).flatMap(([measure, most]) =>
    most === null ? [] : [`${used[measure as keyof typeof used] ?? 0} of ${most} ${measure}`],
  );
  if (limits.length === 0) return [];
  const all = `\nBudget of all runs together: ${limits.join(', ')}.`;
  if (status !== 'paused') return [all];
  return [
    all,
    `It pauses: ${pauseReason}.`,
    `To go on: PATCH /v1/experiments/${id} with a higher {"budget": …}, then POST …/resume.`,
  ];
}

interface Given {
  games: string;
  seeds: string;
  parallel: string;
  play?: boolean | undefined;
  explore?: 'settled' | 'budget' | undefined;
  'verify-after'?: string | undefined;
  models?: string | undefined;
  tags?: string | undefined;
  budget?: string | undefined;
}

/** The body of the options. @throws CliError for options that exclude one another */
export function readBody(
  args: Given & Parameters<typeof readRunOptions>[0],
  name: string,
): Schemas['CreateExperiment'] {
  const { budgets, profiles } = readRunOptions(args);
  if (args.models !== undefined && profiles !== undefined)
    throw usageError(
      '--models and --provider exclude one another.',
      'Write “<model> by <provider>” in --models.',
    );
  const verifyAfter = readInt(args['verify-after'], 'verify-after', 1, 10);
  const models = args.models === undefined ? profiles && [{ profiles }] : listWords(args.models);
  return {
    ...{ name, games: listWords(args.games), seeds: readSeeds(args.seeds) },
    ...{ parallel: readInt(args.parallel, 'parallel', 1, 50) ?? 1, tags: listWords(args.tags ?? '') },
    ...(models && { models }),
    ...(args.play && { play: true }),
    ...(args.explore && { explore: args.explore }),
    ...(verifyAfter !== null && { verifyAfter }),
    ...(budgets && { budgets }),
    ...(args.budget !== undefined && { budget: readWholeBudget(args.budget) }),
  };
}

const MEASURES = ['actions', 'calls', 'tokens', 'money'];

/** Reads the budget of the whole: `tokens=2000000,money=2.5`. @throws CliError for a measure or number that is none */
function readWholeBudget(text: string): NonNullable<Schemas['CreateExperiment']['budget']> {
  const entries = listWords(text).map((part) => {
    const [, measure = '', amount = ''] = /^\s*(\w+)\s*=\s*(\d+(?:\.\d+)?)\s*$/.exec(part) ?? [];
    if (!MEASURES.includes(measure))
      throw usageError(`--budget ${part} is no limit.`, `Write ${MEASURES.join('=…, ')}=….`);
    return [measure, Number(amount)];
  });
  return Object.fromEntries(entries);
}

const listWords = (text: string): string[] =>
  text.split(',').flatMap((word) => (word.trim() === '' ? [] : [word.trim()]));

/** Waits until nothing goes on any more, or Ctrl+C; a stage that restarts meanwhile is waited for. */
async function follow(
  stage: Pick<Stage, 'GET'>,
  newExperiment: Experiment,
  signal: AbortSignal,
  bars: ProgressBars,
): Promise<Experiment> {
  const all = bars.add(`experiment ${newExperiment.name}`, newExperiment.progress.runs);
  const rows = new Map<number, ReturnType<ProgressBars['add']>>();
  let view = newExperiment;
  for (let failures = 0; ; ) {
    for (const row of view.runs) {
      if (row.run === null && row.status !== 'refused') continue;
      const bar = rows.get(row.n) ?? bars.add(`${row.game}, ${row.model}, seed ${row.seed}`, most(view, row));
      rows.set(row.n, bar);
      bar({ done: row.actions ?? row.turns ?? 0, note: [row.status, row.reason ?? ''].join(' ').trim() });
    }
    all({ done: view.progress.over, note: view.pauseReason ?? view.status });
    if (signal.aborted || view.status !== 'running') break;
    await setTimeout(POLL_MS, undefined, { signal }).catch(() => {});
    try {
      view = await stage.GET('/v1/experiments/{id}', { path: { id: newExperiment.id } });
      failures = 0;
    } catch (error) {
      failures += 1;
      if (!isPassing(error) || failures > MAX_FAILURES) throw error;
    }
  }
  bars.end();
  return view;
}

const most = ({ budgets }: Experiment, { actions }: ExperimentRow): number | null =>
  (actions === null ? budgets.turns : budgets.actions) ?? null;

/** Draws the runs of an experiment as a table, without columns that have nothing. */
export function drawRuns(runs: readonly ExperimentRow[]): string[] {
  const rows = runs.map(rowOf);
  const more = MORE_COLUMNS.filter(({ key }) => rows.some((row) => row[key] !== null));
  return drawTable([...COLUMNS, ...more], rows, 'plain');
}

const rounded = (value: number | null): number | null =>
  value === null ? null : Number(value.toPrecision(4));

/** Draws mean and spread of each measure that more than one run has. */
export function drawMeans(means: readonly Schemas['ExperimentMean'][]): string[] {
  const rows = means.flatMap(({ mean, standardDeviation, low, high, ...rest }) =>
    standardDeviation === null
      ? []
      : [
          {
            ...rest,
            ...{ mean: rounded(mean), standardDeviation: rounded(standardDeviation) },
            ...{ low: rounded(low), high: rounded(high) },
          },
        ],
  );
  return rows.length === 0 ? [] : ['', ...drawTable(MEAN_COLUMNS, rows, 'plain')];
}

const rowOf = ({ levelActions: _, answeredBy: __, ...row }: ExperimentRow): Row => ({
  ...row,
  shareOfMaximum: row.shareOfMaximum === null ? null : Number(row.shareOfMaximum.toFixed(4)),
  rhae: row.rhae === null ? null : Number(row.rhae.toFixed(4)),
});
