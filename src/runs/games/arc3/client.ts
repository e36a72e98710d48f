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
 * Result of a RESET or an action. Send `cookies` with the next command in all cases.
 *
 * - `answered`: done; contains the server's frame.
 * - `refused`: the server rejected it and did nothing. Status 0: the command was invalid or redirected.
 * - `doubt`: sent, but possibly not done; never sent again.
 * - `unsent`: certainly not done, because the server is busy; `retryAfterMs` if it gave a delay.
 */
export type ArcOutcome =
  | { kind: 'answered'; frame: ArcFrame; cookies: CookieJar }
  | Exclude<Exchange, { kind: 'answered' }>;

interface ArcGame {
  /** Full id with version: `ls20-016295f7601e`. */
  id: string;
  title: string;
  /** Human actions per level; empty if unknown. */
  baselines: number[];
}

/** Null: not in the response. */
interface ArcScorecard {
  cardId: string;
  score: number | null;
  actions: number | null;
  levelsCompleted: number | null;
  /** Human actions per level, by game id; only games with known baselines. */
  baselines: Record<string, number[]>;
}

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
/** All runs of a game have the same baselines. */
const environment = z.object({
  id: z.string().min(1).max(200),
  runs: z.array(z.object({ level_baseline_actions: baselines.nullish().catch(null) })),
});

/** Maximum bytes of `reasoning`; the server rejects actions with more. */
const MAX_REASONING = 16 * 1024;
const KEY_FIX = 'The operator sets ARC_API_KEY to a key that the service takes; then try again.';
/** Default retry delay in seconds. */
const RETRY_AFTER = 5;

/**
 * Client of the ARC-AGI-3 REST API (https://docs.arcprize.org/rest_overview). Stateless: session ids and
 * cookies are arguments and results, so that a run can be resumed anywhere.
 *
 * A session lives on one of many servers, selected by cookies: pass the scorecard's to the first RESET, and
 * always the newest from then on. Messages never contain the key.
 */
export class ArcClient {
  readonly #deps: ArcDeps;

  constructor(deps: ArcDeps) {
    this.#deps = deps;
  }

  /** In the server's order. */
  async listGames(): Promise<Result<ArcGame[]>> {
    const got = await this.#get('/api/games', {});
    if (got.kind !== 'answered') return fail(toFailure(got, 'the list of games'));
    const parsedList = games.safeParse(got.json);
    if (!parsedList.success) return fail(unreadableResponse('the list of games'));
    return ok(
      parsedList.data.slice(0, MAX_GAMES).flatMap((entry) => {
        const { data } = game.safeParse(entry);
        if (!data || cleanText(data.game_id, 200) !== data.game_id) return [];
        const title = cleanText(data.title ?? '', MAX_TITLE) || data.game_id;
        return [{ id: data.game_id, title, baselines: data.baseline_actions ?? [] }];
      }),
    );
  }

  /**
   * Opens a scorecard, required by RESET. Repeated if a response is lost; an unused scorecard is harmless.
   */
  async openScorecard(
    tags: readonly string[] = [],
    sourceUrl?: string,
  ): Promise<Result<{ cardId: string; cookies: CookieJar }>> {
    const body = { ...(tags.length > 0 && { tags }), ...(sourceUrl && { source_url: sourceUrl }) };
    const got = await this.#post('/api/scorecard/open', body, {}, true);
    if (got.kind !== 'answered') return fail(toFailure(got, 'a scorecard'));
    const { data } = opened.safeParse(got.json);
    return data
      ? ok({ cardId: data.card_id, cookies: got.cookies })
      : fail(unreadableResponse('a scorecard'));
  }

  /** Closes a scorecard. Safe to repeat: it reads a closed one instead. */
  async closeScorecard(cardId: string, cookies: CookieJar = {}): Promise<Result<ArcScorecard>> {
    const got = await this.#post('/api/scorecard/close', { card_id: cardId }, cookies, true);
    if (got.kind === 'refused' && got.status === 404) return this.readScorecard(cardId, got.cookies);
    return readCard(got, cardId);
  }

  async readScorecard(cardId: string, cookies: CookieJar = {}): Promise<Result<ArcScorecard>> {
    // The id may come from an imported file.
    if (!isSegment(cardId)) return fail({ code: 'not_found', what: 'scorecard', id: cardId });
    return readCard(await this.#get(urlPath`/api/scorecard/${cardId}`, cookies), cardId);
  }

  /**
   * Starts a game (no `guid`) or restarts its level. Never send it before an action was done in the current
   * level: the server then discards all progress and only reports it afterwards (`fullReset`).
   */
  async reset(command: {
    gameId: string;
    cardId: string;
    guid?: string | null;
    cookies: CookieJar;
  }): Promise<ArcOutcome> {
    const { gameId, cardId, guid = null, cookies } = command;
    const body = { game_id: gameId, card_id: cardId, ...(guid === null ? {} : { guid }) };
    // Without a guid, a lost response only leaves an unused session, so the request is repeatable.
    const got = await exchange(this.#deps, {
      ...{ method: 'POST', path: '/api/cmd/RESET', body, cookies },
      ...{ repeatable: guid === null, retry400: true },
    });
    return readOutcome(got, guid, true);
  }

  /**
   * Performs one action. After `GAME_OVER` or `WIN` the server rejects actions with 400
   * (`GAME_NOT_STARTED_ERROR`).
   *
   * @param command.reasoning stored by the server with the action; omitted if it is over 16 KB
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

/** After a malformed response, the effect is unknown. Only a RESET may change a session's guid. */
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
  if (!data) return fail(unreadableResponse('the scorecard'));
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

export const isKeyRefusal = (got: Exchange | ArcOutcome): boolean =>
  got.kind === 'refused' && (got.status === 401 || got.status === 403);

/** The failure for a request without a response. Distinguishes a wrong key, for which a retry is useless. */
export function toFailure(got: Exclude<Exchange, { kind: 'answered' }>, what: string): Failure {
  const wait = got.kind === 'unsent' && got.retryAfterMs !== null ? Math.ceil(got.retryAfterMs / 1000) : null;
  const cause = `The ARC-AGI-3 server gave no answer for ${what}: ${got.message}.`;
  const retryAfter = wait ?? RETRY_AFTER;
  if (!isKeyRefusal(got)) return { code: 'unavailable', detail: cause, retryAfter };
  const detail = `${cause} The operator's API key for it is wrong or may not do this.`;
  return { code: 'unavailable', detail, retryAfter, fix: KEY_FIX };
}

const unreadableResponse = (what: string): Failure => ({
  code: 'unavailable',
  detail: `The ARC-AGI-3 server gave no usable answer for ${what}. Check that its base URL is right.`,
  retryAfter: RETRY_AFTER,
});

const fits = (reasoning: JsonObject): boolean =>
  new TextEncoder().encode(JSON.stringify(reasoning)).byteLength <= MAX_REASONING;

/** @param timeoutMs per attempt; shorter for requests a user waits for */
export function connectArc(
  service: Pick<ArcDeps, 'baseUrl' | 'apiKey'>,
  timeoutMs: number,
  sleep: ArcDeps['sleep'],
): ArcClient {
  return new ArcClient({ ...service, fetch: (url, init) => fetch(url, init), sleep, timeoutMs });
}
