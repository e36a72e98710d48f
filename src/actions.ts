import { ADVENTURE_ACTIONS } from './adventure/actions';
import { isAdventure } from './contract/ids';
import { GRID_ACTIONS } from './grid/actions';
import type { AnyAction } from './room/actions';
import { SCENE_ACTIONS } from './scene/actions';

/** Lists everything that can be asked of a room, by its id. */
export const actionsForKind = (room: string): readonly AnyAction[] =>
  room.startsWith('scn_') ? SCENE_ACTIONS : isAdventure(room) ? ADVENTURE_ACTIONS : GRID_ACTIONS;

/** The names of the actions that a hook may be made for, beside turns, commands and verbs. */
export const HOOK_ACTIONS = [
  ...new Set(
    [...SCENE_ACTIONS, ...GRID_ACTIONS, ...ADVENTURE_ACTIONS]
      .filter(({ hook }) => hook)
      .map(({ name }) => name),
  ),
];
