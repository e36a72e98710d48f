import type { Game } from '../contract/runs';
import { corridor } from './builtin/corridor';
import type { BuiltinGame } from './game';

/** Every built-in game, by its id. */
export const GAMES: Record<string, BuiltinGame> = { [corridor.info.id]: corridor };

/** What can be played, by id. */
export function listGames(): Game[] {
  return Object.values(GAMES)
    .map((game) => game.info)
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}
