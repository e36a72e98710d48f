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
import { queryOf, waitArgument } from './scene-tools';
import { defineTool, type Told, tell, type Work, within } from './tool';
import { paragraphs } from './words';

/** An experiment that is waited for is looked at this often: each look is a request. */
const LOOK_MS = 2_000;

const experimentTold = z.object({
  experiment: experimentId,
  name: z.string(),
  status: z.enum(EXPERIMENT_STATUS),
  why: z.string().nullable().describe('Why it pauses, or has finished'),
  progress: z.object({ runs: z.int(), waiting: z.int(), playing: z.int(), over: z.int(), refused: z.int() }),
  used: z.record(z.string(), z.number().nullable()).describe('By all its runs together'),
  budget: z.record(z.string(), z.number().nullable()).describe('Of all its runs together; null: no limit'),
  playing: z.array(z.string()).describe('Runs that are made and not over: `watch_run` shows one'),
});
type ExperimentTold = z.output<typeof experimentTold>;

const writeProgress = ({ runs, over, playing, refused }: ExperimentView['progress']): string =>
  `${over} of ${runs} runs are over, ${playing} are played${refused > 0 ? `, ${refused} were refused` : ''}`;

/** Tells an experiment as it is now. */
function tellExperiment(view: ExperimentView): Told & { data: ExperimentTold } {
  const { id, name, status, progress, used, budget, runs } = view;
  const why = view.pauseReason ?? view.finishReason;
  const playing = runs.flatMap(({ run, endedAt }) => (run !== null && endedAt === null ? [run] : []));
  const spending = EXPERIMENT_MEASURES.flatMap((measure) =>
    budget[measure] === null ? [] : [`${used[measure] ?? 0} of ${budget[measure]} ${measure}`],
  );
  const troubledRuns = runs.filter((row) => row.status === 'failed' || row.status === 'refused');
  const text = paragraphs(
    `${quoteName(name)} (${id}): ${status}${why === null ? '' : ` (${oneLine(why)})`}. ${writeProgress(progress)}.`,
    spending.length > 0 && `Budget of the whole: ${spending.join(', ')}.`,
    playing.length > 0 && `Being played: ${playing.join(', ')}.`,
    ...troubledRuns.map((row) =>
      oneLine(
        `${row.game}, ${quoteName(row.model)}, seed ${quoteName(row.seed)}: ${row.status}. ${row.reason ?? ''}`,
      ),
    ),
    '`read_experiment_table` has the results.',
  );
  return {
    text,
    data: { experiment: id, name, status, why, progress, used: { ...used }, budget: { ...budget }, playing },
  };
}

const tellView = (reply: Reply<ExperimentView>): Reply<Told & { data: ExperimentTold }> =>
  reply.ok ? { ok: true, value: tellExperiment(reply.value) } : reply;

const readExperiment = (caller: Caller, id: string): Promise<Reply<ExperimentView>> =>
  caller.ask<ExperimentView>(`GET /v1/experiments/${id}`);

/** Waits until an experiment goes on no more, or the signal ends; tells what is over on the way. */
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
    await sleep(LOOK_MS);
  }
}

const CONTROLS: Readonly<Record<ExperimentVerb, { title: string; description: string }>> = {
  pause: {
    title: 'Pause an experiment',
    description:
      'Make no more runs, and pause those that are played after their turn. `resume_experiment` goes on.',
  },
  resume: {
    title: 'Go on with an experiment',
    description:
      'Start an experiment that waits, or go on with one that pauses. Runs that pause or have failed go on, those that were ' +
      'refused are tried again. One whose budget is spent needs a higher one first (`change_experiment`).',
  },
  stop: {
    title: 'End an experiment for good',
    description:
      'End the runs that are played and skip those that wait. Its table and its runs stay. It can not go on.',
  },
};

const { name, games, models, seeds, budgets, budget, play, parallel, tags, start } = createExperiment.shape;

/** A profile has forty fields, and a model can name nine of them: the list leaves them out, and the route checks them. */
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
    `${models.description}. \`understudy\`, the name of a provider, a model as answers name it (\`qwen3:8b by local\`), or ` +
      'an object: `label` names it in the table, `profile` has `provider`, `model`, `temperature`, `reasoning`, `maxTokens` ' +
      'and others, and `profiles` has one for each agent of a run (`explorer`, `analyst`, `adventurer`, `critic`)',
  );

export const EXPERIMENT_TOOLS = [
  defineTool({
    name: 'list_experiments',
    title: 'List experiments',
    description: 'The experiments there are, newest first, with the ids that other tools ask for.',
    asks: ['GET /v1/experiments'],
    args: { limit: z.number().int().min(1).max(100).default(20) },
    answer: z.object({
      experiments: z.array(
        experimentTold.pick({ experiment: true, name: true, status: true, progress: true }),
      ),
    }),
    run: async ({ caller, args }) => {
      const page = await caller.ask<z.output<typeof experimentPage>>(
        `GET /v1/experiments?${queryOf({ ...args })}`,
      );
      if (!page.ok) return page;
      const experiments = page.value.items.map(({ id: experiment, name, status, progress }) => ({
        ...{ experiment, name, status, progress },
      }));
      const rows = experiments.map(
        (one) => `${one.experiment}: ${quoteName(one.name)} (${one.status}, ${writeProgress(one.progress)})`,
      );
      return tell(rows.join('\n') || 'There are no experiments yet: create_experiment makes one.', {
        experiments,
      });
    },
  }),
  defineTool({
    name: 'create_experiment',
    title: 'Make an experiment',
    description:
      'Play games (`list_games`) with models and seeds: a run for each, some at a time, and one table of the results. It ' +
      'goes on by itself; `watch_experiment` shows how far it is.',
    asks: ['POST /v1/experiments'],
    args: { name, games, models: listedModels, seeds, budgets, budget, play, parallel, tags, start },
    answer: experimentTold,
    run: async ({ caller, args: { key, ...body } }) =>
      tellView(await caller.ask<ExperimentView>('POST /v1/experiments', { body, key })),
  }),
  defineTool({
    name: 'watch_experiment',
    title: 'Watch an experiment',
    description:
      'See how far an experiment is, which runs are played and what it has used. With `wait` it first waits until the ' +
      'experiment has finished or pauses.',
    room: 'experiment',
    asks: ['GET /v1/experiments/{id}'],
    args: { wait: waitArgument('Seconds to wait for one that goes on; 0: show it at once', 0) },
    answer: experimentTold,
    run: async (work) => {
      const { args, signal } = work;
      const end = args.wait === 0 ? AbortSignal.abort() : within(signal, args.wait);
      return tellView(await follow(work, end));
    },
  }),
  defineTool({
    name: 'read_experiment_table',
    title: 'Read the table of an experiment',
    description:
      'The results of every run of an experiment, and sums by model, as a table in Markdown. Also of one that goes on.',
    room: 'experiment',
    asks: ['GET /v1/experiments/{id}/table'],
    args: {},
    answer: experimentTable,
    run: async ({ caller, room }) => {
      const table = await caller.ask<ExperimentTable>(`GET /v1/experiments/${room}/table`);
      return table.ok ? tell(writeTable(table.value, 'markdown'), table.value) : table;
    },
  }),
  defineTool({
    name: 'change_experiment',
    title: 'Change the budget of an experiment',
    description:
      'Raise, lower or lift the budget of a whole experiment. One that pauses stays so until `resume_experiment`.',
    room: 'experiment',
    asks: ['PATCH /v1/experiments/{id}'],
    args: { budget: changeExperiment.shape.budget },
    answer: experimentTold,
    run: async ({ caller, room, args: { budget } }) =>
      tellView(
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
      answer: experimentTold,
      run: async ({ caller, room }) =>
        tellView(await caller.ask<ExperimentView>(`POST /v1/experiments/${room}/${verb}`)),
    }),
  ),
];
