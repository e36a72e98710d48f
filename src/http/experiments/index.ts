import { z } from 'zod';
import {
  changeExperiment,
  createExperiment,
  experiment,
  experimentFile,
  experimentPage,
  experimentTable,
} from '../../contract/experiments';
import { experimentId } from '../../contract/ids';
import { pageQuery } from '../../contract/pages';
import { EXPERIMENT_VERBS, type ExperimentVerb } from '../../room/rpc';
import { TABLE_FORMATS, type TableFormat, writeTable } from '../../runs/experiments/table';
import { listExperiments } from '../../storage/experiments';
import { MAX_BODY } from '../middleware/body';
import { type App, type AppContext, answers, idempotencyHeader, routesOf } from '../middleware/http';
import { callRoom, experimentClient, type RoomClient } from '../middleware/room-client';
import { deleteRoom, makeRoom } from '../rooms/lifecycle';

const params = z.object({ id: experimentId.describe('Id of the experiment') });

const VERBS: Readonly<Record<ExperimentVerb, { summary: string; description: string }>> = {
  pause: {
    summary: 'Pause an experiment and the runs that it plays',
    description: 'Each run plays its turn to the end. `POST …/resume` goes on. A repeat changes nothing.',
  },
  resume: {
    summary: 'Go on with an experiment, or start it',
    description:
      'Runs that pause or have failed go on as well, and those that were refused are tried again. One that was stopped stays so, and one whose budget is spent until `PATCH` has raised it.',
  },
  stop: {
    summary: 'End an experiment; its runs end, those that wait are skipped',
    description: 'Its table stays, and so do its runs. A repeat changes nothing.',
  },
};

/** `/v1/experiments`: games × models × seeds, played some at a time, and one table of them. */
export function mountExperiments(app: App): void {
  const route = routesOf(app, 'experiments', { who: 'key', scopes: ['read', 'experiments'] });
  route(
    'POST /v1/experiments',
    'createExperiment',
    'Play games with models and seeds, some runs at a time',
    {
      refuses: [503],
      description:
        'Makes a run for each game, model and seed, `parallel` at a time, by the same rules as `POST /v1/runs`. Games and models are checked first: a mistake makes nothing. With an `Idempotency-Key`, a repeat reaches the same experiment. The header `Location` names it.',
      headers: idempotencyHeader,
      json: createExperiment,
      201: answers(experiment, 'The new experiment'),
    },
    (c, { json }) =>
      makeRoom(c, 'exp', experimentClient, (remote, address, receipt) =>
        remote.create(address, json, receipt),
      ),
  );
  route(
    'POST /v1/experiments/import',
    'importExperiment',
    'Create an experiment from the export of another one',
    {
      description:
        'Results and run ids are kept. An experiment that was running is paused, and `POST …/resume` takes up its runs. ' +
        'Games and models are not checked. Nothing is made of a file that is refused.',
      headers: idempotencyHeader,
      maxBody: 4 * MAX_BODY,
      json: experimentFile,
      201: answers(experiment, 'The new experiment'),
    },
    (c, { json }) =>
      makeRoom(c, 'exp', experimentClient, (remote, address, receipt) =>
        remote.restore(address, json, receipt),
      ),
  );
  route(
    'GET /v1/experiments',
    'listExperiments',
    'Experiments, newest first',
    {
      description: 'From an index that follows them by a moment; `next` goes back as `cursor`, unchanged.',
      query: pageQuery,
      200: answers(experimentPage, 'A page of experiments'),
    },
    (c, { query }) => listExperiments(c.get('db'), c.get('principal').tenant, query),
  );
  route(
    'GET /v1/experiments/{id}',
    'readExperiment',
    'An experiment as it is now, with all its runs',
    {
      description:
        'The answer is of this moment. Results of a run that is being played follow it by seconds.',
      params,
      200: answers(experiment, 'The experiment'),
    },
    (c, { params: { id } }) => callRoom(experimentClient(c, id), (remote) => remote.read(), 'safe'),
  );
  route(
    'PATCH /v1/experiments/{id}',
    'changeExperiment',
    'Change the budget of a whole experiment',
    {
      description:
        'What is not sent stays. A budget below what is spent pauses it. One that pauses stays so until `POST …/resume`.',
      params,
      json: changeExperiment,
      200: answers(experiment, 'The experiment'),
    },
    (c, { params: { id }, json }) =>
      callRoom(experimentClient(c, id), (remote) => remote.change(json), 'safe'),
  );
  for (const verb of EXPERIMENT_VERBS)
    route(
      `POST /v1/experiments/{id}/${verb}`,
      `${verb}Experiment`,
      VERBS[verb].summary,
      { description: VERBS[verb].description, params, 200: answers(experiment, 'The experiment') },
      (c, { params: { id } }) => callRoom(experimentClient(c, id), (remote) => remote.control(verb), 'safe'),
    );
  mountTable(app);
  route(
    'GET /v1/experiments/{id}/export',
    'exportExperiment',
    'Export an experiment with its plan and results, for `POST /v1/experiments/import`',
    {
      description: 'Runs have exports of their own. The scorecard is left out.',
      params,
      200: answers(experimentFile, 'The export'),
    },
    (c, { params: { id } }) => callRoom(experimentClient(c, id), (remote) => remote.exportFile(), 'safe'),
  );
  route(
    'DELETE /v1/experiments/{id}',
    'deleteExperiment',
    'Delete an experiment; runs that it plays are ended, and all its runs stay',
    {
      description:
        'With `runs=delete` its runs are deleted as well. Nothing brings them back. Repeating the call is safe.',
      params,
      query: z.object({
        runs: z.enum(['keep', 'delete']).default('keep').describe('`delete`: its runs go with it'),
      }),
      204: { description: 'It is gone, or going' },
    },
    (c, { params: { id }, query: { runs } }) => deleteRoom(c, erasable(c, id, runs === 'delete'), id),
  );
}

/** An experiment as it is deleted. */
function erasable(
  c: AppContext,
  id: string,
  withRuns: boolean,
): RoomClient<Parameters<typeof deleteRoom>[1] extends RoomClient<infer T> ? T : never> {
  const client = experimentClient(c, id);
  return {
    ...client,
    remote: () => {
      const remote = client.remote();
      return { read: () => remote.read(), erase: () => remote.erase(withRuns) };
    },
  };
}

const TYPES: Readonly<Record<TableFormat, string>> = {
  ...{ csv: 'text/csv', means: 'text/csv', markdown: 'text/markdown' },
};

/** `/v1/experiments/{id}/table`. */
function mountTable(app: App): void {
  routesOf(app, 'experiments', { who: 'key', scopes: ['read', 'experiments'] })(
    'GET /v1/experiments/{id}/table',
    'readExperimentTable',
    'The runs with their results, and sums by model; as CSV or Markdown by `format` or Accept',
    {
      description:
        'Of an experiment that goes on too. `format` wins over `Accept` (`text/csv`, `text/markdown`); JSON is the default. `csv` has only the rows; `means` is CSV of the means.',
      params,
      query: z.object({
        format: z
          .enum(['json', ...TABLE_FORMATS])
          .optional()
          .describe('The form of the answer'),
      }),
      200: {
        description: 'The table',
        content: {
          'application/json': { schema: experimentTable },
          'text/csv': { schema: z.string() },
          'text/markdown': { schema: z.string() },
        },
      },
    },
    async (c, { params: { id }, query: { format } }) => {
      const table = await callRoom(experimentClient(c, id), (remote) => remote.table(), 'safe');
      const accept = c.req.header('Accept') ?? '';
      const form = format ?? TABLE_FORMATS.find((one) => accept.includes(TYPES[one])) ?? 'json';
      if (!table.ok || form === 'json') return table;
      return new Response(writeTable(table.value, form), {
        headers: { 'Content-Type': `${TYPES[form]}; charset=utf-8` },
      });
    },
  );
}
