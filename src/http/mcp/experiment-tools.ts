import { z } from 'zod';
import { oneLine, quoteName } from '../../base/quote';
import { sleep } from '../../base/sleep';
import {
  changeExperiment,
  createExperiment,
  EXPERIMENT_MEASURES,
  EXPERIMENT_STATUS,
  type ExperimentTable,
  type ExperimentView,
  type experimentPage,
  experimentTable,
} from '../../contract/experiments';
import { experimentId } from '../../contract/ids';
import { EXPERIMENT_VERBS, type ExperimentVerb } from '../../room/rpc';
import { writeTable } from '../../runs/experiments/table';
import type { Caller, Reply } from './caller';
import { toQuery, waitArgument } from './scene-tools';
import { defineTool, formatResult, type ToolResult, type Work, within } from './tool';
import { paragraphs } from './words';

/** Polling interval while waiting for an experiment; each poll is a request. */
const POLL_MS = 2_000;

const experimentResult = z.object({
  experiment: experimentId,
  name: z.string(),
  status: z.enum(EXPERIMENT_STATUS),
  why: z.string().nullable().describe('Why it is paused or finished'),
  progress: z.object({ runs: z.int(), waiting: z.int(), playing: z.int(), over: z.int(), refused: z.int() }),
  used: z.record(z.string(), z.number().nullable()).describe('Total usage of all runs'),
  budget: z.record(z.string(), z.number().nullable()).describe('Total budget of all runs; null: no limit'),
  playing: z.array(z.string()).describe('Ids of active runs, for `watch_run`'),
});
type ExperimentResult = z.output<typeof experimentResult>;

const writeProgress = ({ runs, over, playing, refused }: ExperimentView['progress']): string =>
  `${over} of ${runs} runs ended, ${playing} active${refused > 0 ? `, ${refused} refused` : ''}`;

/** Formats the current state of an experiment. */
function formatExperiment(view: ExperimentView): ToolResult & { data: ExperimentResult } {
  const { id, name, status, progress, used, budget, runs } = view;
  const why = view.pauseReason ?? view.finishReason;
  const playing = runs.flatMap(({ run, endedAt }) => (run !== null && endedAt === null ? [run] : []));
  const spending = EXPERIMENT_MEASURES.flatMap((measure) =>
    budget[measure] === null ? [] : [`${used[measure] ?? 0} of ${budget[measure]} ${measure}`],
  );
  const troubledRuns = runs.filter((row) => row.status === 'failed' || row.status === 'refused');
  const text = paragraphs(
    `${quoteName(name)} (${id}): ${status}${why === null ? '' : ` (${oneLine(why)})`}. ${writeProgress(progress)}.`,
    spending.length > 0 && `Total budget: ${spending.join(', ')}.`,
    playing.length > 0 && `Active runs: ${playing.join(', ')}.`,
    ...troubledRuns.map((row) =>
      oneLine(
        `${row.game}, ${quoteName(row.model)}, seed ${quoteName(row.seed)}: ${row.status}. ${row.reason ?? ''}`,
      ),
    ),
    'Use `read_experiment_table` for the results.',
  );
  return {
    text,
    data: { experiment: id, name, status, why, progress, used: { ...used }, budget: { ...budget }, playing },
  };
}

const formatView = (reply: Reply<ExperimentView>): Reply<ToolResult & { data: ExperimentResult }> =>
  reply.ok ? { ok: true, value: formatExperiment(reply.value) } : reply;

const readExperiment = (caller: Caller, id: string): Promise<Reply<ExperimentView>> =>
  caller.ask<ExperimentView>(`GET /v1/experiments/${id}`);

/** Waits until an experiment stops or the signal ends; reports progress. */
async function follow(
  { caller, room, progress }: Pick<Work, 'caller' | 'room' | 'progress'>,
  signal: AbortSignal,
): Promise<Reply<ExperimentView>> {
  for (let told = ''; ; ) {
    const view = await readExperiment(caller, room);
    if (!view.ok || view.value.status !== 'running' || signal.aborted) return view;
    const words = writeProgress(view.value.progress);
    if (words !== told) progress(words);
    told = words;
    await sleep(POLL_MS);
  }
}

const CONTROLS: Readonly<Record<ExperimentVerb, { title: string; description: string }>> = {
  pause: {
    title: 'Pause an experiment',
    description:
      'Stop creating runs, and pause active runs after their current turn. Continue with `resume_experiment`.',
  },
  resume: {
    title: 'Resume an experiment',
    description:
      'Start an experiment or continue a paused one. Paused and failed runs resume, and refused runs are tried again. If its budget is exhausted, raise it first with `change_experiment`.',
  },
  stop: {
    title: 'Stop an experiment for good',
    description: 'End active runs and skip waiting ones. The table and the runs stay. It cannot be resumed.',
  },
};

const { name, games, models, seeds, budgets, budget, play, parallel, tags, start } = createExperiment.shape;

/**
 * The schema of a profile has forty fields for each of up to nine agents: the tool list omits them, and the route
 * validates them.
 */
const profile = z.record(z.string(), z.unknown());
const listedModels = z
  .array(
    z.union([
      z.string(),
      z.looseObject({
        label: z.string().optional(),
        profile: profile.optional(),
        profiles: z.record(z.string(), profile).optional(),
      }),
    ]),
  )
  .optional()
  .describe(
    `${models.description}. \`understudy\`, the name of a provider, a model as \`<model> by <provider>\` (\`qwen3:8b by local\`), or an object: \`label\` is its name in the table, \`profile\` has \`provider\`, \`model\`, \`temperature\`, \`reasoning\`, \`maxTokens\` and others, and \`profiles\` has one for each agent of a run (\`explorer\`, \`analyst\`, \`adventurer\`, \`critic\`)`,
  );

export const EXPERIMENT_TOOLS = [
  defineTool({
    name: 'list_experiments',
    title: 'List experiments',
    description: 'List experiments, newest first, with the ids that other tools require.',
    asks: ['GET /v1/experiments'],
    args: { limit: z.number().int().min(1).max(100).default(20) },
    answer: z.object({
      experiments: z.array(
        experimentResult.pick({ experiment: true, name: true, status: true, progress: true }),
      ),
    }),
    run: async ({ caller, args }) => {
      const page = await caller.ask<z.output<typeof experimentPage>>(
        `GET /v1/experiments?${toQuery({ ...args })}`,
      );
      if (!page.ok) return page;
      const experiments = page.value.items.map(({ id: experiment, name, status, progress }) => ({
        ...{ experiment, name, status, progress },
      }));
      const rows = experiments.map(
        (one) => `${one.experiment}: ${quoteName(one.name)} (${one.status}, ${writeProgress(one.progress)})`,
      );
      return formatResult(rows.join('\n') || 'No experiments yet. Use create_experiment to create one.', {
        experiments,
      });
    },
  }),
  defineTool({
    name: 'create_experiment',
    title: 'Create an experiment',
    description:
      'Play games (`list_games`) with models and seeds: one run each, several at a time, with a table of results. It runs in the background; use `watch_experiment` to see its progress.',
    asks: ['POST /v1/experiments'],
    args: { name, games, models: listedModels, seeds, budgets, budget, play, parallel, tags, start },
    answer: experimentResult,
    run: async ({ caller, args: { key, ...body } }) =>
      formatView(await caller.ask<ExperimentView>('POST /v1/experiments', { body, key })),
  }),
  defineTool({
    name: 'watch_experiment',
    title: 'Watch an experiment',
    description:
      'Get the progress, active runs and usage of an experiment. With `wait`, first waits until the experiment finishes or pauses.',
    room: 'experiment',
    asks: ['GET /v1/experiments/{id}'],
    args: { wait: waitArgument('Seconds to wait while it is running; 0: return immediately', 0) },
    answer: experimentResult,
    run: async (work) => {
      const { args, signal } = work;
      const end = args.wait === 0 ? AbortSignal.abort() : within(signal, args.wait);
      return formatView(await follow(work, end));
    },
  }),
  defineTool({
    name: 'read_experiment_table',
    title: 'Read the table of an experiment',
    description:
      'Get the results of every run of an experiment and the sums by model, as a Markdown table. Also available while it is running.',
    room: 'experiment',
    asks: ['GET /v1/experiments/{id}/table'],
    args: {},
    answer: experimentTable,
    run: async ({ caller, room }) => {
      const table = await caller.ask<ExperimentTable>(`GET /v1/experiments/${room}/table`);
      return table.ok ? formatResult(writeTable(table.value, 'markdown'), table.value) : table;
    },
  }),
  defineTool({
    name: 'change_experiment',
    title: 'Change the budget of an experiment',
    description:
      'Raise, lower or remove the total budget of an experiment. A paused experiment stays paused until `resume_experiment`.',
    room: 'experiment',
    asks: ['PATCH /v1/experiments/{id}'],
    args: { budget: changeExperiment.shape.budget },
    answer: experimentResult,
    run: async ({ caller, room, args: { budget } }) =>
      formatView(
        await caller.ask<ExperimentView>(`PATCH /v1/experiments/${room}`, { body: budget ? { budget } : {} }),
      ),
  }),
  ...EXPERIMENT_VERBS.map((verb) =>
    defineTool({
      name: `${verb}_experiment`,
      ...CONTROLS[verb],
      room: 'experiment',
      asks: [`POST /v1/experiments/{id}/${verb}`],
      args: {},
      answer: experimentResult,
      run: async ({ caller, room }) =>
        formatView(await caller.ask<ExperimentView>(`POST /v1/experiments/${room}/${verb}`)),
    }),
  ),
];
