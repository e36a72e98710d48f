import { z } from 'zod';
import { cleanText, MAX_COUNT } from '../../../base/foreign-values';
import type { JsonObject } from '../../../base/json';
import { isSegment, urlPath } from '../../../base/url-path';
import type { GameAction } from '../../../contract/agents';
import { type Failure, fail, ok, type Result } from '../../../contract/problems';
import { scorecardId } from '../../../contract/run-parts';
import { type ArcDeps, type CookieJar, type Exchange, exchange } from './exchange';
import { type ArcFrame, readArcFrame } from './frame';

/**
 * Result of a RESET or an action. `cookies` are those to send with the next command, whatever happened.
 *
 * - `answered`: it was done, and this is what the server showed.
 * - `refused`: the server answered that it will not, and did nothing. Status 0: the command itself was wrong, or it met a
 *   redirect.
 * - `doubt`: it was sent, and whether it was done is not known. It is never sent again from here.
 * - `unsent`: it was certainly not done, the server takes no more requests for now; `retryAfterMs` when it says how long.
 */
export type ArcOutcome =
  | { kind: 'answered'; frame: ArcFrame; cookies: CookieJar }
  | Exclude<Exchange, { kind: 'answered' }>;

interface ArcGame {
  /** The full id, version included: `ls20-016295f7601e`. */
  id: string;
  title: string;
  /** Actions that people take for each level; empty: the server does not say. */
  baselines: number[];
}

/** Totals of a scorecard; null is what the server didn't say. */
interface ArcScorecard {
  cardId: string;
  score: number | null;
  actions: number | null;
  levelsCompleted: number | null;
  /** Actions that people take for each level, by the id of the game; games of which nobody knows are left out. */
  baselines: Record<string, number[]>;
}

/** Games that are listed, and characters of a title. */
const MAX_GAMES = 1_000;
const MAX_TITLE = 200;
const MAX_LEVELS = 100;

const games = z.array(z.unknown());
const baselines = z.array(z.int().min(1).max(MAX_COUNT)).max(MAX_LEVELS);
const game = z.object({
  game_id: z.string().min(1).max(200),
  title: z.string().nullish(),
  baseline_actions: baselines.nullish().catch(null),
});
const total = z.int().min(0).max(MAX_COUNT).nullish().catch(null);
const opened = z.object({ card_id: scorecardId });
const scorecard = z.object({
  card_id: z.string().max(200),
  score: z.number().min(-MAX_COUNT).max(MAX_COUNT).nullish().catch(null),
  total_actions: total,
  total_levels_completed: total,
  environments: z.array(z.unknown()).max(MAX_GAMES).nullish().catch(null),
});
/** One game of a scorecard: every play of it has the same baselines. */
const environment = z.object({
  id: z.string().min(1).max(200),
  runs: z.array(z.object({ level_baseline_actions: baselines.nullish().catch(null) })),
});

/** Most bytes of `reasoning`; the server refuses an action that brings more. */
const MAX_REASONING = 16 * 1024;
const KEY_FIX = 'The operator sets ARC_API_KEY to a key that the service takes; then try again.';
/** Seconds after which to try again when the server doesn't say. */
const RETRY_AFTER = 5;

/**
 * The REST API of ARC-AGI-3 (https://docs.arcprize.org/rest_overview). It holds no state: session ids and cookies
 * go in and come out, so that a run can be taken up again wherever it stands.
 *
 * Sessions live on one of many servers, and the cookies lead there: pass on those of the scorecard to the first
 * RESET, and from then on always the newest. No message has the key in it.
 */
export class ArcClient {
  readonly #deps: ArcDeps;

  constructor(deps: ArcDeps) {
    this.#deps = deps;
  }

  /** The games that can be played with this key, in the server's order. */
  async listGames(): Promise<Result<ArcGame[]>> {
    const got = await this.#get('/api/games', {});
    if (got.kind !== 'answered') return fail(toFailure(got, 'the list of games'));
    const parsedList = games.safeParse(got.json);
    if (!parsedList.success) return fail(notUnderstood('the list of games'));
    return ok(
      parsedList.data.slice(0, MAX_GAMES).flatMap((entry) => {
        const { data } = game.safeParse(entry);
        if (!data || cleanText(data.game_id, 200) !== data.game_id) return [];
        const title = cleanText(data.title ?? '', MAX_TITLE) || data.game_id;
        return [{ id: data.game_id, title, baselines: data.baseline_actions ?? [] }];
      }),
    );
  }

  /** Opens a scorecard, which every RESET needs. Asked twice after a lost answer: an unused one does no harm. */
  async openScorecard(
    tags: readonly string[] = [],
    sourceUrl?: string,
  ): Promise<Result<{ cardId: string; cookies: CookieJar }>> {
    const body = { ...(tags.length > 0 && { tags }), ...(sourceUrl && { source_url: sourceUrl }) };
    const got = await this.#post('/api/scorecard/open', body, {}, true);
    if (got.kind !== 'answered') return fail(toFailure(got, 'a scorecard'));
    const { data } = opened.safeParse(got.json);
    return data ? ok({ cardId: data.card_id, cookies: got.cookies }) : fail(notUnderstood('a scorecard'));
  }

  /** Closes a scorecard. One that is closed already stays so and is read: closing twice does no harm. */
  async closeScorecard(cardId: string, cookies: CookieJar = {}): Promise<Result<ArcScorecard>> {
    const got = await this.#post('/api/scorecard/close', { card_id: cardId }, cookies, true);
    if (got.kind === 'refused' && got.status === 404) return this.readScorecard(cardId, got.cookies);
    return readCard(got, cardId);
  }

  /** The totals so far, of an open scorecard or a closed one. */
  async readScorecard(cardId: string, cookies: CookieJar = {}): Promise<Result<ArcScorecard>> {
    // The id of a run that was made from a file may be anything.
    if (!isSegment(cardId)) return fail({ code: 'not_found', what: 'scorecard', id: cardId });
    return readCard(await this.#get(urlPath`/api/scorecard/${cardId}`, cookies), cardId);
  }

  /**
   * Starts a game (no `guid`) or goes back to the beginning of its level. Never send it when no action was done since
   * the level began, a level-up included: it then wipes all progress, which `fullReset` tells afterwards.
   */
  async reset(command: {
    gameId: string;
    cardId: string;
    guid?: string | null;
    cookies: CookieJar;
  }): Promise<ArcOutcome> {
    const { gameId, cardId, guid = null, cookies } = command;
    const body = { game_id: gameId, card_id: cardId, ...(guid === null ? {} : { guid }) };
    // Without a guid a lost answer leaves a session behind that nobody plays; it may be asked for again.
    const got = await exchange(this.#deps, {
      ...{ method: 'POST', path: '/api/cmd/RESET', body, cookies },
      ...{ repeatable: guid === null, retry400: true },
    });
    return readOutcome(got, guid, true);
  }

  /**
   * Does one action. After `GAME_OVER` or `WIN` the server refuses all of them with 400 (`GAME_NOT_STARTED_ERROR`).
   *
   * @param command.reasoning kept by the server beside the action; left out when it is over 16 KB
   */
  async act(command: {
    gameId: string;
    guid: string;
    action: GameAction;
    reasoning?: JsonObject;
    cookies: CookieJar;
  }): Promise<ArcOutcome> {
    const { gameId, guid, action, reasoning, cookies } = command;
    const { id, x, y } = action;
    if (id === 'ACTION6' && (x === undefined || y === undefined)) {
      return { kind: 'refused', status: 0, message: 'ACTION6 needs x and y; it was not sent', cookies };
    }
    const body = {
      game_id: gameId,
      guid,
      ...(id === 'ACTION6' ? { x, y } : {}),
      ...(reasoning !== undefined && fits(reasoning) ? { reasoning } : {}),
    };
    return readOutcome(await this.#post(urlPath`/api/cmd/${id}`, body, cookies, false), guid, false);
  }

  #get(path: string, cookies: CookieJar): Promise<Exchange> {
    return exchange(this.#deps, { method: 'GET', path, cookies, repeatable: true });
  }

  #post(path: string, body: object, cookies: CookieJar, repeatable: boolean): Promise<Exchange> {
    return exchange(this.#deps, { method: 'POST', path, body, cookies, repeatable });
  }
}

/** An answer that is no frame leaves it open what the game did. Only a RESET may give a session another guid. */
function readOutcome(got: Exchange, asked: string | null, mayRename: boolean): ArcOutcome {
  if (got.kind !== 'answered') return got;
  const { cookies } = got;
  const parsedFrame = readArcFrame(got.json, asked);
  if (!parsedFrame.ok) return { kind: 'doubt', message: parsedFrame.message, cookies };
  if (!mayRename && parsedFrame.frame.guid !== asked) {
    return { kind: 'doubt', message: 'the answer belongs to another session', cookies };
  }
  return { kind: 'answered', frame: parsedFrame.frame, cookies };
}

function readCard(got: Exchange, cardId: string): Result<ArcScorecard> {
  if (got.kind === 'refused' && got.status === 404) {
    return fail({ code: 'not_found', what: 'scorecard', id: cardId });
  }
  if (got.kind !== 'answered') return fail(toFailure(got, 'the scorecard'));
  const { data } = scorecard.safeParse(got.json);
  if (!data) return fail(notUnderstood('the scorecard'));
  return ok({
    cardId: data.card_id,
    score: data.score ?? null,
    actions: data.total_actions ?? null,
    levelsCompleted: data.total_levels_completed ?? null,
    baselines: readBaselines(data.environments ?? []),
  });
}

function readBaselines(environments: readonly unknown[]): Record<string, number[]> {
  return Object.fromEntries(
    environments.flatMap((entry) => {
      const { data } = environment.safeParse(entry);
      const levels = data?.runs.find((run) => (run.level_baseline_actions?.length ?? 0) > 0);
      return data && levels?.level_baseline_actions ? [[data.id, levels.level_baseline_actions]] : [];
    }),
  );
}

/** The server takes the operator's key not at all, or not for this. */
export const refusesKey = (got: Exchange | ArcOutcome): boolean =>
  got.kind === 'refused' && (got.status === 401 || got.status === 403);

/** The failure of what the server gave no answer for. A wrong key is told apart, as trying again does not help. */
export function toFailure(got: Exclude<Exchange, { kind: 'answered' }>, what: string): Failure {
  const wait = got.kind === 'unsent' && got.retryAfterMs !== null ? Math.ceil(got.retryAfterMs / 1000) : null;
  const cause = `The ARC-AGI-3 server gave no answer for ${what}: ${got.message}.`;
  const retryAfter = wait ?? RETRY_AFTER;
  if (!refusesKey(got)) return { code: 'unavailable', detail: cause, retryAfter };
  const detail = `${cause} The operator's API key for it is wrong or may not do this.`;
  return { code: 'unavailable', detail, retryAfter, fix: KEY_FIX };
}

const notUnderstood = (what: string): Failure => ({
  code: 'unavailable',
  detail: `The ARC-AGI-3 server gave no usable answer for ${what}. Check that its base URL is right.`,
  retryAfter: RETRY_AFTER,
});

const fits = (reasoning: JsonObject): boolean =>
  new TextEncoder().encode(JSON.stringify(reasoning)).byteLength <= MAX_REASONING;

/**
 * A client of the configured service over the network as it is.
 *
 * @param service base URL and key, as in the configuration
 * @param timeoutMs how long one try may take: what somebody waits for takes less than a turn may
 */
export function connectArc(
  service: Pick<ArcDeps, 'baseUrl' | 'apiKey'>,
  timeoutMs: number,
  sleep: ArcDeps['sleep'],
): ArcClient {
  return new ArcClient({ ...service, fetch: (url, init) => fetch(url, init), sleep, timeoutMs });
}
