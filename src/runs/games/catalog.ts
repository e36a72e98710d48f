import { fromBase64 } from '../../base/base64';
import { fail, ok, type Result } from '../../contract/problems';
import type { GridGame } from '../../contract/runs';
import type { StoryGame } from '../../contract/stories';
import { corridor } from './builtin/corridor';
import { crates } from './builtin/crates';
import { dials } from './builtin/dials';
import { fuelRun } from './builtin/fuel-run';
import { switchyard } from './builtin/switchyard';
import { tilt } from './builtin/tilt';
import { gameSource, PUSHED_GAME, REMOTE_PREFIX } from './driver';
import { FULL_BOARD, type Games } from './game';
import { EMBEDDED_STORY } from './tide-mill';

export const GAMES: Games = Object.fromEntries(
  [corridor, crates, dials, fuelRun, switchyard, tilt].map((game) => [game.info.id, game]),
);

/** A game that the caller plays and whose actions and board size only the caller knows. */
const OWN: GridGame = {
  id: PUSHED_GAME,
  title: 'A game of your own',
  description: 'You play it: post what it shows to …/observations, and do in it what the answer asks for.',
  actions: [],
  ...FULL_BOARD,
};

/** Only the owner of an external game could restore an earlier turn, so such games cannot be forked. */
export function checkForkable(game: string): Result<null> {
  const source = gameSource(game);
  if (source === 'builtin' || source === 'story') return ok(null);
  const detail = `The game ${game} is played elsewhere, and can't be put back to an earlier turn.`;
  return fail({ code: 'conflict', detail, fix: 'create a new run; /compare sets the two side by side' });
}

/** Checks that a run of this game can continue in another room. */
export function checkRestorable(game: string): Result<null> {
  if (checkForkable(game).ok) return ok(null);
  const detail = `The game ${game} is played elsewhere: a run of it goes on in the room that began it alone.`;
  return fail({
    code: 'conflict',
    detail,
    fix: 'create a new run of the game; one that has finished can be imported',
  });
}

export const isStory = (id: string): boolean => gameSource(id) === 'story';

export const isRemoteGame = (id: string): boolean => gameSource(id) === 'arc3';

/** The built-in story; reads its metadata from the file header (Standard 1.1, section 11). */
export function embeddedGame(): StoryGame {
  const { base64, ...named } = EMBEDDED_STORY;
  const file = fromBase64(base64) ?? new Uint8Array();
  const header = new DataView(file.buffer);
  return {
    ...named,
    kind: 'adventure',
    version: 3,
    release: header.getUint16(2),
    serial: String.fromCharCode(...file.subarray(18, 24)),
    bytes: file.length,
    author: null,
    cover: null,
    uploadedAt: null,
  };
}

/** Grid games that can be played here, by id. */
export function listGames(): GridGame[] {
  return [...Object.values(GAMES).map((game) => game.info), OWN].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/**
 * Title of a grid game for a new run.
 *
 * @param id matches `gameRef` (src/contract/runs.ts)
 * @param options.remote true if a service for `arc3:…` is configured; its list shows whether it has the game
 * @returns `invalid` at `/game` if the game is not available
 */
export function findTitle(id: string, { remote }: { remote: boolean }): Result<string> {
  const refuse = (message: string) => fail({ code: 'invalid', errors: [{ pointer: '/game', message }] });
  switch (gameSource(id)) {
    case 'story':
      return refuse(`"${id}" is a text adventure: only a run of kind \`adventure\` plays it`);
    case 'pushed':
      return ok(OWN.title);
    case 'arc3':
      return remote
        ? ok(id.slice(REMOTE_PREFIX.length))
        : refuse('no service for ARC-AGI-3 games is configured here: the operator sets ARC_API_KEY');
    case 'builtin': {
      const game = Object.hasOwn(GAMES, id) ? GAMES[id] : undefined;
      const gameIds = [...Object.keys(GAMES), PUSHED_GAME, `${REMOTE_PREFIX}<full id>`].join(', ');
      return game ? ok(game.info.title) : refuse(`there is no game "${id}"; there is ${gameIds}`);
    }
  }
}
