import { type Failure, fail, ok, type Result } from '../../../contract/problems';
import type { GridGame } from '../../../contract/runs';
import { REMOTE_PREFIX } from '../driver';
import { FULL_BOARD } from '../game';
import { connectArc } from './client';

/** Short, because a user waits for the list. */
const TIMEOUT_MS = 10_000;

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

/**
 * Resolves a game id: `ls20` matches `ls20-9607627b` if that is the only version.
 *
 * @param id with prefix `arc3:`
 * @returns `not_found` with the nearest ids; `invalid` at `/game` if ambiguous
 */
export function findRemoteGame(id: string, listed: readonly GridGame[]): Result<GridGame> {
  const exact = listed.find((game) => game.id === id);
  if (exact) return ok(exact);
  const matches = listed.filter((game) => game.id.startsWith(`${id}-`));
  const [only] = matches;
  if (only && matches.length === 1) return ok(only);
  if (matches.length > 1) {
    const message = `"${id}" stands for several games: use one of ${nameGames(matches)}`;
    return fail({ code: 'invalid', errors: [{ pointer: '/game', message }] });
  }
  return fail({ code: 'not_found', what: 'game', id, fix: suggestGame(id, listed) });
}

function suggestGame(id: string, listed: readonly GridGame[]): string {
  const nearest = findNearest(id, listed);
  if (nearest.length === 0) return 'The ARC-AGI-3 service offers no game for this key.';
  const nearestIds = nearest.map((game) => game.id).join(' or ');
  return `Use ${nearestIds}, which is nearest, or another game of GET /v1/games?source=arc3 (${listed.length} in all).`;
}

const MAX_NEAREST = 3;

/** Other versions of the same name, else the names with the smallest edit distance. */
function findNearest(id: string, listed: readonly GridGame[]): GridGame[] {
  const nameOf = (full: string) => full.slice(REMOTE_PREFIX.length).split('-')[0]?.toLowerCase() ?? '';
  const distances = listed.map((game) => ({ game, edits: countEdits(nameOf(id), nameOf(game.id)) }));
  const least = Math.min(...distances.map(({ edits }) => edits));
  return distances
    .filter(({ edits }) => edits === least)
    .slice(0, MAX_NEAREST)
    .map(({ game }) => game);
}

function countEdits(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries()) {
      const [left = 0, above = 0, diagonal = 0] = [next[j], row[j + 1], row[j]];
      next.push(Math.min(left + 1, above + 1, diagonal + (letter === other ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

const MAX_NAMED = 20;

function nameGames(games: readonly GridGame[]): string {
  const names = games.slice(0, MAX_NAMED).map(({ id }) => id);
  const more = games.length - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${more} more (GET /v1/games?source=arc3)` : ''}`;
}

/** @param gameId without prefix */
export const unknownGame = (gameId: string): Failure => ({
  code: 'conflict',
  detail: `The ARC-AGI-3 service has no game "${gameId}".`,
  fix: 'Create a run of a game that GET /v1/games lists, by its full id.',
});

/**
 * Human actions per level by game id (with `arc3:`), only for games that have them; empty if the service does
 * not respond.
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
