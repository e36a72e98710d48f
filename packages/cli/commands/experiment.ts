import { randomUUID } from 'node:crypto';
import type { Run } from '../../../src/api/runs';
import { readInt, stageCommand } from '../lib/command';
import { CliError, EXIT, usageError } from '../lib/errors';
import { ProgressBars } from '../lib/progress';
import { RUN_OPTIONS, readRunOptions, readSeeds } from '../lib/run-options';
import { openStage, type Stage } from '../lib/stage';
import { type Column, drawTable, type Row } from '../lib/table';
import { countSettled, followRun, interruptSignal, progressOf, startRun } from '../lib/watch-run';

const MAX_RUNS = 1_000;

const COLUMNS: Column[] = [
  ...[
    { key: 'game', title: 'game' },
    { key: 'seed', title: 'seed' },
    { key: 'run', title: 'run' },
    { key: 'status', title: 'status' },
    { key: 'reason', title: 'reason' },
  ],
  { key: 'turns', title: 'turns' },
  { key: 'actions', title: 'actions' },
  { key: 'calls', title: 'calls' },
  { key: 'settled', title: 'settled' },
  { key: 'score', title: 'score' },
  { key: 'answeredBy', title: 'answered by' },
];

/** One run of an experiment, and what became of it. */
interface Job {
  game: string;
  seed: string;
  run: Run | null;
  error: CliError | null;
}

export const experiment = stageCommand(
  'experiment',
  'Play games with several seeds, some at a time, and print a table of the runs',
  {
    games: { type: 'positional', required: true, description: 'Ids of games, with commas between them' },
    seeds: { type: 'string', valueHint: 'list', default: '1..3', description: 'Seeds: 1..5, or a,b,c' },
    ...RUN_OPTIONS,
    parallel: { type: 'string', valueHint: 'n', default: '2', description: 'Runs at a time' },
    name: {
      type: 'string',
      valueHint: 'name',
      description: 'Name of the experiment: the same name goes on with it, for a day after it began',
    },
    markdown: { type: 'boolean', description: 'Print the table as Markdown' },
    csv: { type: 'boolean', description: 'Print the table as CSV' },
  },
  async ({ args, terminal }) => {
    const games = args.games.split(',').flatMap((game) => (game.trim() === '' ? [] : [game.trim()]));
    const seeds = readSeeds(args.seeds);
    const parallel = readInt(args.parallel, 'parallel', 1, 50) ?? 1;
    const name = args.name ?? `e${randomUUID().slice(0, 8)}`;
    if (!/^[a-z0-9-]{1,40}$/.test(name))
      throw usageError(`--name ${name} must be 1 to 40 of a-z, 0-9 and hyphens.`);
    if (args.markdown && args.csv) throw usageError('--markdown and --csv exclude one another.');
    const jobs: Job[] = games.flatMap((game) =>
      seeds.map((seed) => ({ game, seed, run: null, error: null })),
    );
    if (jobs.length === 0 || jobs.length > MAX_RUNS)
      throw usageError(`That makes ${jobs.length} runs; there may be 1 to ${MAX_RUNS}.`);
    const options = readRunOptions(args);
    const stage = openStage(args.url);
    const signal = interruptSignal();
    const bars = new ProgressBars(terminal);
    const all = bars.add(`experiment ${name}`, jobs.length);
    let ended = 0;
    const next = jobs.values();
    const work = async (): Promise<void> => {
      for (const job of next) {
        if (signal.aborted) return;
        await play(stage, job, `exp-${name}`, options, signal, bars);
        if (signal.aborted && !isOver(job)) return;
        ended += 1;
        all({ done: ended, note: ended === jobs.length ? 'done' : '' });
      }
    };
    await Promise.all(Array.from({ length: Math.min(parallel, jobs.length) }, work));
    bars.end();
    const rows = jobs.map(rowOf);
    terminal.give({ name, finished: jobs.every(isOver), runs: rows });
    const form = args.csv ? 'csv' : args.markdown ? 'markdown' : 'plain';
    for (const line of drawTable(COLUMNS, rows, form)) terminal.say(line);
    for (const { game, seed, error } of jobs)
      if (error) terminal.hint(`${game}, seed ${seed}: ${error.message} ${error.fix ?? ''}`);
    if (signal.aborted && !jobs.every(isOver)) {
      const flags = process.argv
        .slice(3)
        .filter((word, i, all) => word !== '--name' && all[i - 1] !== '--name');
      terminal.hint('\nStopped. Runs that have begun go on at the stage; the others were not made.');
      terminal.hint(`To go on with it: proscenium experiment ${flags.join(' ')} --name ${name}`);
      process.exitCode = EXIT.interrupted;
    } else if (jobs.some(({ run }) => run?.status !== 'finished')) process.exitCode = EXIT.unwell;
  },
);

const isOver = ({ run, error }: Job): boolean =>
  error !== null || (run !== null && run.status !== 'created' && run.status !== 'running');

/** Makes the run of a job, or finds the one that was made under this name before, and waits for its end. */
async function play(
  stage: Stage,
  job: Job,
  name: string,
  options: ReturnType<typeof readRunOptions>,
  signal: AbortSignal,
  bars: ProgressBars,
): Promise<void> {
  const { game, seed } = job;
  const bar = bars.add(`${game}, seed ${seed}`);
  try {
    const body = { game, seed, title: `${name.replace(/^exp-/, '')}: ${game}, seed ${seed}`, ...options };
    job.run = await startRun(stage, body, `${name}-${game}-${seed}`.slice(0, 200));
    job.run = await followRun(stage, job.run.id, signal, (run) => {
      job.run = run;
      bar(progressOf(run));
    });
  } catch (error) {
    if (signal.aborted) return;
    if (!(error instanceof CliError) || error.exit === EXIT.unreachable || error.exit === EXIT.denied)
      throw error;
    job.error = error;
    bar({ note: `refused: ${error.message}` });
  }
}

function rowOf({ game, seed, run, error }: Job): Row {
  const settled = run?.kind === 'grid' ? `${countSettled(run)}/${Object.keys(run.actions).length}` : null;
  return {
    ...{ game, seed, run: run?.id ?? null },
    status: run?.status ?? (error ? 'refused' : 'not made'),
    reason: run?.finishReason ?? run?.pauseReason ?? run?.failed?.problem.detail ?? null,
    turns: run?.turns ?? null,
    actions: run?.kind === 'grid' ? run.used.actions : null,
    calls: run?.used.calls ?? null,
    settled,
    score: run?.kind === 'adventure' ? run.score.best : null,
    answeredBy: run?.answeredBy.join(', ') || run?.provider || null,
  };
}
