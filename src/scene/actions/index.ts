import type { AnyAction } from '../../room/actions';
import { LINE_ACTIONS } from './lines';
import { PACE_ACTIONS } from './pace';
import { MEMORY_ACTIONS, RECORD_ACTIONS } from './records';
import { ROUND_ACTIONS } from './rounds';
import type { ActionScene } from './scene-room';
import { HANDOUT_ACTIONS, NOTE_ACTIONS, SEAT_ACTIONS } from './seats';

/** All actions of a scene; creating, reading, changing, forking and deleting it are separate routes. */
export const SCENE_ACTIONS: readonly AnyAction<ActionScene>[] = [
  ...ROUND_ACTIONS,
  ...LINE_ACTIONS,
  ...RECORD_ACTIONS,
  ...PACE_ACTIONS,
  ...SEAT_ACTIONS,
  ...HANDOUT_ACTIONS,
  ...NOTE_ACTIONS,
  ...MEMORY_ACTIONS,
];
