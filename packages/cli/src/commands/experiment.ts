import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { Schemas, Stage } from '../../../client/src/index';
import { readInt, stageCommand } from '../lib/command';
import { EXIT, isTransient, usageError } from '../lib/errors';
import { ProgressBars } from '../lib/progress';
import { RUN_OPTIONS, readRunOptions, readSeeds } from '../lib/run-options';
import { openStage } from '../lib/stage';
import { type Column, drawTable, type Row } from '../lib/table';
import { interruptSignal } from '../lib/watch-run';

type Experiment = Schemas['Experiment'];
type ExperimentRow = Schemas['ExperimentRow'];

const POLL_MS = 500;
/** Failed polls in a row before giving up: about a minute. */
const MAX_FAILURES = 120;

const COLUMNS: Column[] = [...['game', 'model', 'seed', 'run', 'status', 'reason', 'score']].map((key) => ({
  key,
  title: key,
}));
/** Columns that are hidden while empty: stories and grid games have different results. */
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
  'Play games or a scene with models and seeds, several at a time, and print a table of results',
  {
    games: {
      type: 'positional',
      required: true,
      description: 'Comma-separated ids of games, or a file with a scene and its script (scene.json)',
    },
    seeds: { type: 'string', valueHint: 'list', default: '1..3', description: 'Seeds, as 1..5 or a,b,c' },
    models: {
      type: 'string',
      valueHint: 'list',
      description: 'Comma-separated models: understudy, a provider, or “qwen3:8b by local”',
    },
    ...RUN_OPTIONS,
    play: {
      type: 'boolean',
      description: 'Grid games: keep playing after every action is understood',
    },
    explore: {
      type: 'enum',
      options: ['settled', 'budget'],
      description:
        'Grid games: explore until every action is understood (“settled”, the default) or the “budget” is used up',
    },
    'verify-after': {
      type: 'string',
      valueHint: 'n',
      description: 'Grid games: correct predictions in a row that verify an action (default 3)',
    },
    budget: {
      type: 'string',
      valueHint: 'list',
      description: 'Total budget of all runs: tokens=2000000,actions=5000 (also calls, money)',
    },
    parallel: {
      type: 'string',
      valueHint: 'n',
      default: '2',
      description: 'Number of runs at the same time',
    },
    tags: { type: 'string', valueHint: 'list', description: 'Comma-separated tags, also for the scorecard' },
    name: {
      type: 'string',
      valueHint: 'name',
      description: 'Name of the experiment; within a day, the same name continues it',
    },
    detach: { type: 'boolean', description: 'Print its id and exit; the experiment continues on the stage' },
    markdown: { type: 'boolean', description: 'Print the table as Markdown' },
    csv: { type: 'boolean', description: 'Print the table as CSV' },
    jsonl: {
      type: 'boolean',
      description: 'Print a JSON line per run, for scenes with their conversations',
    },
  },
  async ({ args, terminal }) => {
    const name = args.name ?? `e${randomUUID().slice(0, 8)}`;
    if (!/^[a-z0-9-]{1,40}$/.test(name))
      throw usageError(`--name ${name} must have 1 to 40 characters of a-z, 0-9 and hyphens.`);
    if ([args.markdown, args.csv, args.jsonl].filter(Boolean).length > 1)
      throw usageError('Use one of --markdown, --csv and --jsonl.');
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
    } else if (args.jsonl) {
      const text = await stage.GET('/v1/experiments/{id}/trials', { path, as: 'text' });
      for (const line of text.trimEnd().split('\n')) terminal.say(line);
    } else for (const line of [...formatRuns(table.rows), ...formatMeans(table.means)]) terminal.say(line);
    for (const line of describeBudget(view)) terminal.hint(line);
    if (view.status === 'running') {
      terminal.hint(
        `\nThe experiment continues on the stage. To see it again: proscenium experiment … --name ${name}`,
      );
      terminal.hint(`To pause or stop it: POST /v1/experiments/${newExperiment.id}/pause, …/stop`);
      process.exitCode = EXIT.interrupted;
    } else if (view.runs.some(({ status }) => status !== 'finished')) process.exitCode = EXIT.unwell;
  },
);

/** Describes usage of the total budget, and how to continue once it is exhausted; empty without a budget. */
function describeBudget({ id, status, budget, used, pauseReason }: Experiment): string[] {
  const limits = Object.entries(budget).flatMap(([measure, maxNumber]) =>
    maxNumber === null ? [] : [`${used[measure as keyof typeof used] ?? 0} of ${maxNumber} ${measure}`],
  );
  if (limits.length === 0) return [];
  const all = `\nTotal budget: ${limits.join(', ')}.`;
  if (status !== 'paused') return [all];
  return [
    all,
    `Paused: ${pauseReason}.`,
    `To continue: PATCH /v1/experiments/${id} with a higher {"budget": …}, then POST …/resume.`,
  ];
}

interface ExperimentOptions {
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

/** @throws CliError if the file cannot be read */
function readScene(path: string): Schemas['SceneTrials'] {
  try {
    // The decoder drops a byte order mark.
    return JSON.parse(new TextDecoder().decode(readFileSync(path))) as Schemas['SceneTrials'];
  } catch (error) {
    throw usageError(`${path} cannot be read as JSON: ${(error as Error).message}`);
  }
}

/** Builds the request body from the options. @throws CliError for conflicting options */
export function readBody(
  args: ExperimentOptions & Parameters<typeof readRunOptions>[0],
  name: string,
): Schemas['CreateExperiment'] {
  const { budgets, profiles, world } = readRunOptions(args);
  if (args.models !== undefined && profiles !== undefined)
    throw usageError('Use either --models or --provider.', 'Write “<model> by <provider>” in --models.');
  const verifyAfter = readInt(args['verify-after'], 'verify-after', 1, 10);
  const scene = args.games.endsWith('.json') ? readScene(args.games) : null;
  const single = profiles && [scene && profiles.explorer ? { profile: profiles.explorer } : { profiles }];
  const models = args.models === undefined ? single : listWords(args.models);
  return {
    ...{ name, games: scene ? [] : listWords(args.games), seeds: readSeeds(args.seeds) },
    ...(scene && { scene }),
    ...{ parallel: readInt(args.parallel, 'parallel', 1, 50) ?? 1, tags: listWords(args.tags ?? '') },
    ...(models && { models }),
    ...(args.play && { play: true }),
    ...(args.explore && { explore: args.explore }),
    ...(verifyAfter !== null && { verifyAfter }),
    ...(world && { world }),
    ...(budgets && { budgets }),
    ...(args.budget !== undefined && { budget: readWholeBudget(args.budget) }),
  };
}

const MEASURES = ['actions', 'calls', 'tokens', 'money'];

/** Reads the total budget: `tokens=2000000,money=2.5`. @throws CliError for an unknown measure or invalid number */
function readWholeBudget(text: string): NonNullable<Schemas['CreateExperiment']['budget']> {
  const entries = listWords(text).map((part) => {
    const [, measure = '', amount = ''] = /^\s*(\w+)\s*=\s*(\d+(?:\.\d+)?)\s*$/.exec(part) ?? [];
    if (!MEASURES.includes(measure))
      throw usageError(`--budget ${part} is not a valid limit.`, `Write ${MEASURES.join('=…, ')}=….`);
    return [measure, Number(amount)];
  });
  return Object.fromEntries(entries);
}

const listWords = (text: string): string[] =>
  text.split(',').flatMap((word) => (word.trim() === '' ? [] : [word.trim()]));

/** Waits until the experiment stops, or for Ctrl+C. Tolerates restarts of the stage. */
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
      const bar =
        rows.get(row.n) ?? bars.add(`${row.game}, ${row.model}, seed ${row.seed}`, maxNumber(view, row));
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
      if (!isTransient(error) || failures > MAX_FAILURES) throw error;
    }
  }
  bars.end();
  return view;
}

const maxNumber = ({ budgets }: Experiment, { actions }: ExperimentRow): number | null =>
  (actions === null ? budgets.turns : budgets.actions) ?? null;

/** Draws the runs of an experiment as a table, without empty columns. */
export function formatRuns(runs: readonly ExperimentRow[]): string[] {
  const rows = runs.map(toRow);
  const scores = [...new Set(runs.flatMap((run) => Object.keys(run.scores)))];
  const columns = [...MORE_COLUMNS, ...scores.map((key) => ({ key, title: key }))];
  const more = columns.filter(({ key }) => rows.some((row) => (row[key] ?? null) !== null));
  return drawTable([...COLUMNS, ...more], rows, 'plain');
}

const rounded = (value: number | null): number | null =>
  value === null ? null : Number(value.toPrecision(4));

/** Draws mean and spread of each measure with more than one run. */
export function formatMeans(means: readonly Schemas['ExperimentMean'][]): string[] {
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

const toRow = ({ levelActions: _, answeredBy: __, scores, ...row }: ExperimentRow): Row => ({
  ...row,
  ...Object.fromEntries(Object.entries(scores).map(([name, score]) => [name, rounded(score)])),
  shareOfMaximum: row.shareOfMaximum === null ? null : Number(row.shareOfMaximum.toFixed(4)),
  rhae: row.rhae === null ? null : Number(row.rhae.toFixed(4)),
});
