import { LINE_ACTIONS } from '../../engines/scene/actions/lines';
import { PACE_ACTIONS } from '../../engines/scene/actions/pace';
import { MEMORY_ACTIONS, RECORD_ACTIONS } from '../../engines/scene/actions/records';
import { ROUND_ACTIONS } from '../../engines/scene/actions/rounds';
import { NOTE_ACTIONS, SEAT_ACTIONS } from '../../engines/scene/actions/seats';
import { type App, sceneParams } from '../middleware/http';
import { sceneClient } from '../middleware/room-client';
import { mountActions, type RoomsOf } from '../rooms/actions';
import { mountRoom } from '../rooms/routes';
import { mountAcceptSeat } from './accept-seat';
import { mountCast } from './cast';
import { mountWorldMemories } from './memories';
import { mountSceneFork, mountScenes } from './scenes';

const SCENES: RoomsOf = { collection: 'scenes', params: sceneParams, clientOf: sceneClient };

/** Adds every route of scenes, in the order of the document. */
export function mountSceneRoutes(app: App): void {
  mountScenes(app);
  mountActions(app, SCENES, 'scenes', ROUND_ACTIONS);
  mountCast(app);
  mountActions(app, SCENES, 'scenes', LINE_ACTIONS);
  mountSceneFork(app);
  mountActions(app, SCENES, 'scenes', [...RECORD_ACTIONS, ...PACE_ACTIONS]);
  mountActions(app, SCENES, 'seats', SEAT_ACTIONS);
  mountAcceptSeat(app);
  mountActions(app, SCENES, 'seats', NOTE_ACTIONS);
  mountRoom(app, { collection: 'scenes', noun: 'Scene', clientOf: sceneClient });
  mountWorldMemories(app);
  mountActions(app, SCENES, 'memories', MEMORY_ACTIONS);
}
