import type { Game } from '../contract/runs';
import { corridor } from './builtin/corridor';
import { crates } from './builtin/crates';
import { dials } from './builtin/dials';
import { fuelRun } from './builtin/fuel-run';
import { switchyard } from './builtin/switchyard';
import { tilt } from './builtin/tilt';
import { PUSHED_GAME } from './driver';
import type { BuiltinGame } from './game';

/** Every built-in game, by its id. */
export const GAMES: Record<string, BuiltinGame> = Object.fromEntries(
  [corridor, crates, dials, fuelRun, switchyard, tilt].map((game) => [game.info.id, game]),
);

/** A game that the caller plays: it says itself which actions it has, and how large its board is. */
const OWN: Game = {
  id: PUSHED_GAME,
  title: 'A game of your own',
  kind: 'grid',
  description: 'You play it: post what it shows to …/observations, and do in it what the answer asks for.',
  actions: [],
  rows: 64,
  cols: 64,
};

/** What can be played here, by id. */
export function listGames(): Game[] {
  return [...Object.values(GAMES).map((game) => game.info), OWN].sort((a, b) => (a.id < b.id ? -1 : 1));
}
