import { PEOPLE_ACTIONS } from '../../adventure/actions';
import { isAdventure } from '../../contract/ids';
import { roomQuery } from '../../contract/pages';
import { changeRun, createRun, forkRun, run, runPage } from '../../contract/runs';
import { FRAME_ACTIONS, MOVE_ACTIONS, PLAY_ACTIONS, REPLAY_ACTIONS } from '../../grid/actions';
import { CONTROL_ACTIONS, compareRuns, readKnowledge, readTurn } from '../../runs/actions';
import { isStory } from '../../runs/games/catalog';
import { listRuns } from '../../storage/index-queries';
import { type App, answers, idempotencyHeader, routeApp, runParams } from '../middleware/http';
import { adventureClient, callRoom, gridClient, runClient } from '../middleware/room-client';
import { mountActions, type RoomResolver } from '../rooms/actions';
import { deleteRoom, makeRoom } from '../rooms/lifecycle';
import { mountRoom } from '../rooms/routes';
import { mountRunImport } from './import';
import { mountAdventures, mountFramePicture, mountReport } from './readings';
import { mountRecordings } from './recordings';

const RUNS = {
  ...{ collection: 'runs', params: runParams, clientOf: runClient },
  scopes: ['read', 'experiments', 'room'],
} as const satisfies RoomResolver;
/** Runs of the other kind are refused as a conflict. */
const refuses = [409];
const GRID_RUNS: RoomResolver = { ...RUNS, clientOf: gridClient, refuses };
/** A comparison shows another run, so room keys cannot request it. */
const RUNS_COMPARED: RoomResolver = { ...RUNS, scopes: ['read', 'experiments'], refuses };
const ADVENTURES: RoomResolver = { ...RUNS, clientOf: adventureClient, refuses };

/** Adds all routes of runs, in the order of the document. */
export function mountRunRoutes(app: App): void {
  mountRuns(app);
  mountActions(app, RUNS, 'runs', CONTROL_ACTIONS);
  mountActions(app, GRID_RUNS, 'runs', PLAY_ACTIONS);
  mountActions(app, GRID_RUNS, 'runs', MOVE_ACTIONS);
  mountRunFork(app);
  mountRunImport(app);
  mountActions(app, RUNS, 'runs', [readTurn]);
  mountFramePicture(app);
  mountActions(app, RUNS, 'runs', [readKnowledge]);
  mountActions(app, GRID_RUNS, 'runs', REPLAY_ACTIONS);
  mountActions(app, RUNS_COMPARED, 'runs', [compareRuns]);
  mountRecordings(app);
  mountReport(app);
  mountActions(app, GRID_RUNS, 'runs', FRAME_ACTIONS);
  mountAdventures(app);
  mountActions(app, ADVENTURES, 'adventures', PEOPLE_ACTIONS);
  mountRoom(app, { ...RUNS, noun: 'Run' });
}

/** `/v1/runs` and `/v1/runs/{id}`. */
function mountRuns(app: App): void {
  const route = routeApp(app, 'runs', { who: 'key', scopes: ['read', 'experiments', 'room'] });
  route(
    'POST /v1/runs',
    'createRun',
    'Create a run',
    {
      description:
        'Starts immediately with `start`, otherwise with `POST …/start`. Ids start with `adv_` for text adventures and with `run_` for grid games. Repeating the request with the same `Idempotency-Key` returns the same run. Its path is in the `Location` header.',
      headers: idempotencyHeader,
      json: createRun,
      201: answers(run, 'The new run'),
    },
    (c, { json }) =>
      makeRoom(c, isStory(json.game) ? 'adv' : 'run', runClient, (room, address, receipt) =>
        room.create(address, json, receipt),
      ),
  );
  route(
    'GET /v1/runs',
    'listRuns',
    'List runs',
    {
      description:
        'Newest first, or last active first with `order=activity`. `q` searches titles. The list may be a few moments old. Pass `next` unchanged as `cursor` for the next page.',
      query: roomQuery,
      200: answers(runPage, 'A page of runs'),
    },
    (c, { query }) => listRuns(c.get('db'), c.get('principal').tenant, query),
  );
  route(
    'GET /v1/runs/{id}',
    'readRun',
    'Get a run',
    {
      description:
        'Returns the current state from the room itself. `status` shows whether the run is active, paused or finished, with the reason.',
      params: runParams,
      200: answers(run, 'The run'),
    },
    (c, { params: { id } }) => callRoom(runClient(c, id), (room) => room.read(), 'safe'),
  );
  route(
    'PATCH /v1/runs/{id}',
    'changeRun',
    'Update a run',
    {
      description:
        'Changes the title, the budgets or who plays. Omitted fields are unchanged. New budgets apply immediately; resume a paused run with `POST …/resume`.',
      params: runParams,
      json: changeRun,
      200: answers(run, 'The changed run'),
    },
    (c, { params: { id }, json }) => callRoom(runClient(c, id), (room) => room.change(json), 'safe'),
  );
  route(
    'DELETE /v1/runs/{id}',
    'deleteRun',
    'Delete a run',
    {
      description:
        'Also deletes its events, calls, frames and bundles, and closes its sockets with code 1001. This cannot be undone. Safe to repeat.',
      params: runParams,
      204: { description: 'Deleted, or being deleted' },
    },
    (c, { params: { id } }) => deleteRoom(c, runClient(c, id), id),
  );
}

/** `/v1/runs/{id}/fork`. */
function mountRunFork(app: App): void {
  routeApp(app, 'runs', { who: 'key', scopes: ['read', 'experiments'] })(
    'POST /v1/runs/{id}/fork',
    'forkRun',
    'Fork a run',
    {
      description:
        "Creates a paused run with the same history up to the end of a turn, including the agent's knowledge. Built-in games continue from the same position; games on other services cannot be forked. Continue with `POST …/resume`.",
      params: runParams,
      headers: idempotencyHeader,
      json: forkRun,
      201: answers(run, 'The new run'),
    },
    (c, { params: { id }, json }) =>
      makeRoom(c, isAdventure(id) ? 'adv' : 'run', runClient, (room, address, receipt) =>
        room.fork(address, id, json, receipt),
      ),
  );
}
