import { z } from 'zod';
import {
  changeExperiment,
  createExperiment,
  experiment,
  experimentFile,
  experimentPage,
  experimentTable,
  trialRecord,
} from '../../contract/experiments';
import { experimentId } from '../../contract/ids';
import { pageQuery } from '../../contract/pages';
import { ok } from '../../contract/problems';
import { EXPERIMENT_VERBS, type ExperimentVerb } from '../../room/rpc';
import { TABLE_FORMATS, type TableFormat, writeTable } from '../../runs/experiments/table';
import { listExperiments } from '../../storage/experiments';
import { MAX_BODY } from '../middleware/body';
import { type App, type AppContext, answers, idempotencyHeader, routeApp } from '../middleware/http';
import { callRoom, experimentClient, type RoomClient } from '../middleware/room-client';
import { streamPieces, whileAuthorized } from '../rooms/downloads';
import { deleteRoom, makeRoom } from '../rooms/lifecycle';
import { checkSceneAccess, denyScenes, resolveTrials } from './scenes';

const params = z.object({ id: experimentId.describe('Id of the experiment') });

const VERBS: Readonly<Record<ExperimentVerb, { summary: string; description: string }>> = {
  pause: {
    summary: 'Pause an experiment',
    description:
      'Stops creating runs, and pauses active runs after their current turn. Continue with `POST …/resume`. Safe to repeat.',
  },
  resume: {
    summary: 'Resume an experiment',
    description:
      'Starts an experiment that has not started, or continues a paused one. Paused and failed runs resume, and refused runs are tried again. A stopped experiment cannot be resumed; one with an exhausted budget needs a higher one first (`PATCH`).',
  },
  stop: {
    summary: 'Stop an experiment',
    description: 'Ends active runs and skips waiting ones. The table and the runs stay. Safe to repeat.',
  },
};

/** `/v1/experiments`: games × models × seeds, and a table of results. */
export function mountExperiments(app: App): void {
  const route = routeApp(app, 'experiments', { who: 'key', scopes: ['read', 'experiments'] });
  route(
    'POST /v1/experiments',
    'createExperiment',
    'Create an experiment',
    {
      refuses: [503],
      description:
        'Creates a run for each game, model and seed, `parallel` at a time, by the rules of `POST /v1/runs`; with `scene`, a scene for each cast, treatment, model and seed. Games, scenes and models are validated first; if one is invalid, no run is created. Repeating the request with the same `Idempotency-Key` returns the same experiment. Its path is in the `Location` header.',
      headers: idempotencyHeader,
      json: createExperiment,
      201: answers(experiment, 'The new experiment'),
    },
    async (c, { json }) => {
      const scenes = await resolveTrials(c, json);
      if (!scenes.ok) return scenes;
      return makeRoom(c, 'exp', experimentClient, (remote, address, receipt) =>
        remote.create(address, json, scenes.value, receipt),
      );
    },
  );
  route(
    'POST /v1/experiments/import',
    'importExperiment',
    'Import an experiment',
    {
      description:
        'Creates an experiment from the export of another one. Results and run ids stay. A running experiment is imported as paused; resume it with `POST …/resume`. Games and models are not validated. An invalid file has no effect.',
      headers: idempotencyHeader,
      maxBody: 4 * MAX_BODY,
      json: experimentFile,
      201: answers(experiment, 'The new experiment'),
    },
    async (c, { json }) => {
      const access = json.plan.scene === undefined ? ok(null) : denyScenes(c);
      if (!access.ok) return access;
      return makeRoom(c, 'exp', experimentClient, (remote, address, receipt) =>
        remote.restore(address, json, receipt),
      );
    },
  );
  route(
    'GET /v1/experiments',
    'listExperiments',
    'List experiments',
    {
      description:
        'Newest first. The list may be a few moments old. Pass `next` unchanged as `cursor` for the next page.',
      query: pageQuery,
      200: answers(experimentPage, 'A page of experiments'),
    },
    (c, { query }) => listExperiments(c.get('db'), c.get('principal').tenant, query),
  );
  route(
    'GET /v1/experiments/{id}',
    'readExperiment',
    'Get an experiment',
    {
      description:
        'Includes all its runs. The experiment is current; results of active runs may be a few seconds old.',
      params,
      200: answers(experiment, 'The experiment'),
    },
    (c, { params: { id } }) => callRoom(experimentClient(c, id), (remote) => remote.read(), 'safe'),
  );
  route(
    'PATCH /v1/experiments/{id}',
    'changeExperiment',
    'Change the budget of an experiment',
    {
      description:
        'Omitted fields are unchanged. A budget below current usage pauses the experiment. A paused experiment stays paused until `POST …/resume`.',
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
  mountTrials(app);
  route(
    'GET /v1/experiments/{id}/export',
    'exportExperiment',
    'Export an experiment',
    {
      description:
        'Includes the plan and results, for `POST /v1/experiments/import`. Runs are exported separately; the scorecard is not included.',
      params,
      200: answers(experimentFile, 'The export'),
    },
    async (c, { params: { id } }) => {
      const access = await checkSceneAccess(c, id);
      if (!access.ok) return access;
      return callRoom(experimentClient(c, id), (remote) => remote.exportFile(), 'safe');
    },
  );
  route(
    'DELETE /v1/experiments/{id}',
    'deleteExperiment',
    'Delete an experiment',
    {
      description: 'Ends active runs. Runs stay unless `runs=delete`. This cannot be undone. Safe to repeat.',
      params,
      query: z.object({
        runs: z.enum(['keep', 'delete']).default('keep').describe('Set to `delete` to also delete its runs'),
      }),
      204: { description: 'Deleted, or being deleted' },
    },
    async (c, { params: { id }, query: { runs } }) => {
      const withRuns = runs === 'delete';
      const access = withRuns ? await checkSceneAccess(c, id) : ok(null);
      // Deleted already: `deleteRoom` repeats the response.
      if (!access.ok && access.failure.code !== 'not_found') return access;
      return deleteRoom(c, erasable(c, id, withRuns), id);
    },
  );
}

/** An experiment as an erasable object. */
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
  routeApp(app, 'experiments', { who: 'key', scopes: ['read', 'experiments'] })(
    'GET /v1/experiments/{id}/table',
    'readExperimentTable',
    'Get the table of an experiment',
    {
      description:
        'Results of all runs and sums by model, also while the experiment is running. `format` overrides `Accept` (`text/csv`, `text/markdown`); the default is JSON. `csv` contains only the rows; `means` contains the means as CSV.',
      params,
      query: z.object({
        format: z
          .enum(['json', ...TABLE_FORMATS])
          .optional()
          .describe('Format of the table'),
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

/** `/v1/experiments/{id}/trials`. */
function mountTrials(app: App): void {
  routeApp(app, 'experiments', { who: 'key', scopes: ['read', 'experiments'] })(
    'GET /v1/experiments/{id}/trials',
    'exportTrials',
    'Export the runs of an experiment as JSON lines',
    {
      description:
        'One line per planned run, in order, as `TrialRecord`: cell, status, results and scores; for scenes also the conversation as its owner reads it, including whispers.',
      params,
      200: {
        description: 'JSON lines',
        content: { 'application/x-ndjson': { schema: trialRecord } },
      },
    },
    async (c, { params: { id } }) => {
      const access = await checkSceneAccess(c, id);
      if (!access.ok) return access;
      const page = whileAuthorized(c, (cursor) =>
        callRoom(experimentClient(c, id), (remote) => remote.trials(cursor), 'safe'),
      );
      const first = await page(null);
      if (!first.ok) return first;
      return new Response(streamPieces(first.value, page), {
        headers: {
          'Content-Type': 'application/x-ndjson',
          'Content-Disposition': `attachment; filename="${id}.jsonl"`,
        },
      });
    },
  );
}
