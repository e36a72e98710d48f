import { PEOPLE_ACTIONS } from '../../adventure/actions';
import { FRAME_ACTIONS, MOVE_ACTIONS, PLAY_ACTIONS, REPLAY_ACTIONS } from '../../grid/actions';
import { CONTROL_ACTIONS, compareRuns, readKnowledge, readTurn } from '../../runs/actions';
import { type App, runParams } from '../middleware/http';
import { adventureClient, gridClient, runClient } from '../middleware/room-client';
import { mountActions, type RoomsOf } from '../rooms/actions';
import { mountRoom } from '../rooms/routes';
import { mountRunImport } from './import';
import { mountAdventures, mountFramePicture, mountReport } from './readings';
import { mountRecordings } from './recordings';
import { mountRunFork, mountRuns } from './runs';
import { mountTrials } from './trials';

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
  mountTrials(app);
  mountActions(app, ADVENTURES, 'adventures', PEOPLE_ACTIONS);
  mountRoom(app, { ...RUNS, noun: 'Run' });
}
