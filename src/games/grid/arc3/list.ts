import { type Failure, fail, ok, type Result } from '../../../api/problems';
import type { GridGame } from '../../../api/runs';
import { REMOTE_PREFIX } from '../driver';
import { FULL_BOARD } from '../game';
import { connectArc } from './client';

/** Limit of a list request; somebody waits for it. */
const TIMEOUT_MS = 10_000;

/** Lists the games of the ARC-AGI-3 service that a run can be created with. */
export async function listRemoteGames(args: {
  baseUrl: string;
  apiKey: string;
  sleep: (ms: number) => Promise<void>;
}): Promise<Result<GridGame[]>> {
  const { sleep, ...service } = args;
  const answer = await connectArc(service, TIMEOUT_MS, sleep).listGames();
  if (!answer.ok) return answer;
  return ok(
    answer.value.map(({ id, title }) => ({
      id: `${REMOTE_PREFIX}${id}`,
      title,
      description: 'A game of the ARC-AGI-3 service. It says itself which actions it takes.',
      actions: [],
      ...FULL_BOARD,
    })),
  );
}

/** Most games that a problem lists. */
const MAX_NAMED = 20;

/**
 * The game that an id stands for: `ls20` for the `ls20-9607627b` of the list, where it is the only one of that name.
 *
 * @param id with `arc3:` in front, as all ids here
 * @param listed what the service offers
 * @returns `invalid` at `/game` when there is none, or more than one
 */
export function findRemoteGame(id: string, listed: readonly GridGame[]): Result<GridGame> {
  const exact = listed.find((game) => game.id === id);
  if (exact) return ok(exact);
  const matches = listed.filter((game) => game.id.startsWith(`${id}-`));
  const [only] = matches;
  if (only && matches.length === 1) return ok(only);
  const message =
    matches.length > 1
      ? `"${id}" stands for several games: use one of ${nameGames(matches)}`
      : `the ARC-AGI-3 service has no game "${id}"; it has ${nameGames(listed) || 'none for this key'}`;
  return fail({ code: 'invalid', errors: [{ pointer: '/game', message }] });
}

function nameGames(games: readonly GridGame[]): string {
  const names = games.slice(0, MAX_NAMED).map(({ id }) => id);
  const more = games.length - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${more} more (GET /v1/games)` : ''}`;
}

/** The failure of a run whose game the service does not have, or no longer. @param gameId as the service has it */
export const unknownGame = (gameId: string): Failure => ({
  code: 'conflict',
  detail: `The ARC-AGI-3 service has no game "${gameId}".`,
  fix: 'Create a run of a game that GET /v1/games lists, by its full id.',
});

/**
 * Reads the human baselines of remote games: actions of each level, by the game's id with `arc3:` in front. A game without
 * them is left out; none are known while the service does not answer.
 */
export async function readBaselines(args: {
  baseUrl: string;
  apiKey: string;
  sleep: (ms: number) => Promise<void>;
}): Promise<Record<string, number[]>> {
  const { sleep, ...service } = args;
  const answer = await connectArc(service, TIMEOUT_MS, sleep).listGames();
  if (!answer.ok) return {};
  return Object.fromEntries(
    answer.value.flatMap(({ id, baselines }) =>
      baselines.length > 0 ? [[`${REMOTE_PREFIX}${id}`, baselines]] : [],
    ),
  );
}
