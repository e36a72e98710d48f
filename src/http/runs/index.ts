import { PEOPLE_ACTIONS } from '../../adventure/actions';
import { isAdventure } from '../../contract/ids';
import { roomQuery } from '../../contract/pages';
import { changeRun, createRun, forkRun, run, runPage } from '../../contract/runs';
import { FRAME_ACTIONS, MOVE_ACTIONS, PLAY_ACTIONS, REPLAY_ACTIONS } from '../../grid/actions';
import { CONTROL_ACTIONS, compareRuns, readKnowledge, readTurn } from '../../runs/actions';
import { isStory } from '../../runs/games/catalog';
import { listRuns } from '../../storage/index-queries';
import { type App, answers, idempotencyHeader, routesOf, runParams } from '../middleware/http';
import { adventureClient, callRoom, gridClient, runClient } from '../middleware/room-client';
import { mountActions, type RoomsOf } from '../rooms/actions';
import { deleteRoom, makeRoom } from '../rooms/lifecycle';
import { mountRoom } from '../rooms/routes';
import { mountRunImport } from './import';
import { mountAdventures, mountFramePicture, mountReport } from './readings';
import { mountRecordings } from './recordings';

const RUNS = {
  ...{ collection: 'runs', params: runParams, clientOf: runClient },
  scopes: ['read', 'experiments', 'room'],
} as const satisfies RoomsOf;
/** A run of the other kind is refused as a conflict. */
const refuses = [409];
const GRID_RUNS: RoomsOf = { ...RUNS, clientOf: gridClient, refuses };
/** A comparison shows another run, so the key of one run can't make it. */
const RUNS_COMPARED: RoomsOf = { ...RUNS, scopes: ['read', 'experiments'], refuses };
const ADVENTURES: RoomsOf = { ...RUNS, clientOf: adventureClient, refuses };

/** Adds every route of runs, in the order of the document. */
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
  const route = routesOf(app, 'runs', { who: 'key', scopes: ['read', 'experiments', 'room'] });
  route(
    'POST /v1/runs',
    'createRun',
    'Create a run of a game',
    {
      description:
        'With `start` it begins at once, else it waits for `POST …/start`. The id of a text adventure begins with `adv_`, that of a grid game with `run_`. With an `Idempotency-Key`, a repeat reaches the same run. The header `Location` names it.',
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
    'Runs, newest or last played first',
    {
      description:
        'From an index that follows the rooms by a moment. `q` finds a part of the title; `order=activity` puts those first in which something happened last; `next` goes back as `cursor`, unchanged.',
      query: roomQuery,
      200: answers(runPage, 'A page of runs'),
    },
    (c, { query }) => listRuns(c.get('db'), c.get('principal').tenant, query),
  );
  route(
    'GET /v1/runs/{id}',
    'readRun',
    'A run as it is now',
    {
      description:
        'The room itself is asked, so the answer is of this moment. `status` says whether it goes on, waits, or is over, and why.',
      params: runParams,
      200: answers(run, 'The run'),
    },
    (c, { params: { id } }) => callRoom(runClient(c, id), (room) => room.read(), 'safe'),
  );
  route(
    'PATCH /v1/runs/{id}',
    'changeRun',
    'Rename a run or change its budgets',
    {
      description:
        'What is not sent stays. Raised budgets count at once; a run that was paused for them is resumed by `POST …/resume`.',
      params: runParams,
      json: changeRun,
      200: answers(run, 'The changed run'),
    },
    (c, { params: { id }, json }) => callRoom(runClient(c, id), (room) => room.change(json), 'safe'),
  );
  route(
    'DELETE /v1/runs/{id}',
    'deleteRun',
    'Delete a run and everything kept about it',
    {
      description:
        'Its events, calls, frames and bundles go with it, and its sockets close with code 1001. Nothing brings it back. Repeating the call is safe.',
      params: runParams,
      204: { description: 'It is gone, or going' },
    },
    (c, { params: { id } }) => deleteRoom(c, runClient(c, id), id),
  );
}

/** `/v1/runs/{id}/fork`. */
function mountRunFork(app: App): void {
  routesOf(app, 'runs', { who: 'key', scopes: ['read', 'experiments'] })(
    'POST /v1/runs/{id}/fork',
    'forkRun',
    'A new run with the same past, up to the end of a turn; it is paused',
    {
      description:
        'The new run knows what the old one knew then. A built-in game is where it was; games that are played elsewhere are refused. `POST …/resume` goes on.',
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
