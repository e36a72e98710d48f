/**
 * A fake ARC-AGI-3 server on loopback with our own games, as strict as the real one, with faults on command.
 *
 * It requires `X-API-Key`, full game ids (`corridor-1a2b3c4d`), an open scorecard, the cookies of one of the
 * session's last 8 answers, x and y for ACTION6 only, and no `card_id` for actions. RESET with a guid returns
 * to the start of the level; if no action was executed since, it wipes all progress. After GAME_OVER and WIN
 * it accepts only RESET.
 *
 * `script([{ fault: 'drop-after', on: 'ACTION', times: 2 }])` makes it fail; the first matching, unused step
 * applies. Over HTTP: `POST /control {"script": […], "limitEvery": 5, "expire": true, "forget": true,
 * "closeCards": true, "reset": true}`, `GET /control/log`. Standalone: `tsx test/support/fake-arc.ts --port
 * 4020`, key `arc-fake-key`.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { actionId } from '../../src/contract/agents';
import { unpackFrame } from '../../src/contract/frame';
import { GAMES } from '../../src/runs/games/catalog';
import type { BuiltinGame, GameStep } from '../../src/runs/games/game';
import { type Answer, type ArcFault, type ArcStep, failBefore, reply, sendJson } from './fake-arc-faults';

export const FAKE_ARC_KEY = 'arc-fake-key';

export interface ArcLogEntry {
  method: string;
  path: string;
  body: Record<string, unknown>;
  headers: Record<string, string | undefined>;
  fault: ArcFault | null;
  /** null without an answer. */
  status: number | null;
}

export interface ArcDeed {
  guid: string;
  command: string;
  x?: number;
  y?: number;
}

export interface FakeArcOptions {
  port?: number;
  /** Default: all built-in games. */
  games?: readonly BuiltinGame[];
  limitEvery?: number;
  /** Answers have the older `score`. */
  old?: boolean;
}

export interface FakeArc {
  url: string;
  log: readonly ArcLogEntry[];
  executed: readonly ArcDeed[];
  script(steps: readonly ArcStep[]): void;
  /** Invalidates the session cookies so far, as if their server were gone. */
  expireCookies(): void;
  /** Forgets all sessions and scorecards, like a restart. */
  forget(): void;
  /** Closes the scorecards; they stay readable. */
  closeCards(): void;
  close(): Promise<void>;
}

/** Estimated human actions for each level of the corridor. */
const BASELINES = [12, 20];

interface Session {
  guid: string;
  gameId: string;
  cardId: string;
  game: BuiltinGame;
  step: GameStep;
  /** True if no action was executed since the level began. */
  fresh: boolean;
  tokens: string[];
}

interface Card {
  id: string;
  tags: unknown;
  open: boolean;
  actions: number;
}

class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly code = 'VALIDATION_ERROR',
  ) {
    super(message);
  }
}

export const fakeArcId = (game: string): string => `${game}-1a2b3c4d`;

export async function startFakeArc(options: FakeArcOptions = {}): Promise<FakeArc> {
  const games = new Map(
    (options.games ?? Object.values(GAMES)).map((game) => [fakeArcId(game.info.id), game]),
  );
  const sessions = new Map<string, Session>();
  const cards = new Map<string, Card>();
  const log: ArcLogEntry[] = [];
  const executed: ArcDeed[] = [];
  let script: (ArcStep & { times: number })[] = [];
  let limitEvery = options.limitEvery ?? 0;
  let requests = 0;
  let ids = 0;
  let answers = 0;
  const makeId = (): string => `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`;

  const setScript = (steps: readonly ArcStep[]): void => {
    script = steps.map((step) => ({ times: 1, ...step }));
  };
  const expireCookies = (): void => {
    for (const session of sessions.values()) session.tokens.length = 0;
  };

  const forget = (): void => {
    sessions.clear();
    cards.clear();
  };
  const closeCards = (): void => {
    for (const card of cards.values()) card.open = false;
  };

  function control(command: {
    script?: ArcStep[];
    limitEvery?: number;
    expire?: boolean;
    forget?: boolean;
    closeCards?: boolean;
    reset?: boolean;
  }): void {
    if (command.reset === true) {
      setScript([]);
      log.length = 0;
      executed.length = 0;
      limitEvery = options.limitEvery ?? 0;
    }
    if (command.script !== undefined) setScript(command.script);
    if (command.limitEvery !== undefined) limitEvery = command.limitEvery;
    if (command.expire === true) expireCookies();
    if (command.forget === true) forget();
    if (command.closeCards === true) closeCards();
  }

  function takeFault(path: string, body: Record<string, unknown>): ArcStep | null {
    requests += 1;
    if (limitEvery > 0 && requests % limitEvery === 0) return { fault: '429' };
    const step = script.find(
      ({ times, on, within }) =>
        times > 0 && path.includes(on ?? '') && (within !== true || body.guid !== undefined),
    );
    if (step) step.times -= 1;
    return step ?? null;
  }

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const path = req.url ?? '/';
    const said = await text(req);
    if (path === '/control/log') return sendJson(res, 200, { log, executed });
    if (path === '/control') {
      control(JSON.parse(said));
      return sendJson(res, 200, { ok: true });
    }
    const key = req.headers['x-api-key'];
    const body = readObject(said);
    const step = takeFault(path, body);
    const entry: ArcLogEntry = {
      method: req.method ?? '',
      path,
      body,
      headers: {
        accept: req.headers.accept,
        cookie: req.headers.cookie,
        'content-type': req.headers['content-type'],
      },
      fault: step?.fault ?? null,
      status: null,
    };
    log.push(entry);
    res.once('finish', () => {
      entry.status = res.statusCode;
    });
    if (step !== null && failBefore(res, step, String(key))) return;
    const answer =
      key === FAKE_ARC_KEY ? answerTo(entry) : refusal(401, `no such key: ${key}`, 'UNAUTHORIZED');
    await reply(res, answer, step);
  }

  function answerTo({ method, path, body, headers }: ArcLogEntry): Answer {
    try {
      return route(method, path, body, readCookies(headers.cookie));
    } catch (error) {
      if (error instanceof Refusal) return refusal(error.status, error.message, error.code);
      throw error;
    }
  }

  function route(
    method: string,
    path: string,
    body: Record<string, unknown>,
    cookies: Map<string, string>,
  ): Answer {
    const [, root, area, name, last] = path.split('/').map(decodeURIComponent);
    if (root !== 'api') throw new Refusal(404, 'no such route');
    if (method === 'GET' && area === 'games') {
      const listed = [...games].map(([game_id, { info }]) => ({
        ...{ game_id, title: info.title },
        // The real server has them for some games only.
        ...(info.id === 'corridor' && { baseline_actions: BASELINES }),
      }));
      return { status: 200, body: listed };
    }
    if (method === 'GET' && area === 'scorecard') return { status: 200, body: sumUp(findCard(name, 404)) };
    if (method === 'POST' && area === 'scorecard' && name === 'open') {
      const card = { id: makeId(), tags: body.tags ?? [], open: true, actions: 0 };
      cards.set(card.id, card);
      return { status: 200, body: { card_id: card.id }, token: `card-${card.id}` };
    }
    if (method === 'POST' && area === 'scorecard' && name === 'close') {
      const card = findCard(body.card_id, 404);
      if (!card.open) throw new Refusal(404, 'the scorecard is not open');
      card.open = false;
      return { status: 200, body: sumUp(card) };
    }
    if (method === 'POST' && area === 'cmd' && last === undefined) {
      return name === 'RESET' ? reset(body, cookies) : act(name, body, cookies);
    }
    throw new Refusal(404, 'no such route');
  }

  function findCard(id: unknown, status: number): Card {
    const card = typeof id === 'string' ? cards.get(id) : undefined;
    if (!card) throw new Refusal(status, 'no such scorecard', 'SERVER_ERROR');
    return card;
  }

  function findSession(body: Record<string, unknown>, cookies: Map<string, string>): Session {
    const session = typeof body.guid === 'string' ? sessions.get(body.guid) : undefined;
    if (!session || session.gameId !== body.game_id)
      throw new Refusal(400, 'guid is of no session of this game', 'SERVER_ERROR');
    const [one, other] = [cookies.get('AWSALB'), cookies.get('AWSALBCORS')];
    // Another server of the farm gets the request and does not know the session.
    if (one === undefined || one !== other || !session.tokens.includes(one)) {
      throw new Refusal(400, 'session not found on this server', 'SERVER_ERROR');
    }
    return session;
  }

  function reset(body: Record<string, unknown>, cookies: Map<string, string>): Answer {
    const { game_id: gameId, guid } = body;
    const game = typeof gameId === 'string' ? games.get(gameId) : undefined;
    if (!game || typeof gameId !== 'string')
      throw new Refusal(400, `no such game: ${String(gameId)}`, 'SERVER_ERROR');
    const card = findCard(body.card_id, 400);
    if (!card.open) throw new Refusal(400, 'the scorecard is closed', 'SERVER_ERROR');
    if (guid === undefined || guid === null || guid === '') {
      const step = game.start(gameId);
      const begun = { guid: makeId(), gameId, cardId: card.id, game, step, fresh: true, tokens: [] };
      sessions.set(begun.guid, begun);
      executed.push({ guid: begun.guid, command: 'RESET' });
      return showFrame(begun, 0, {}, false);
    }
    const session = findSession(body, cookies);
    const wipe = session.fresh || session.step.state === 'WIN';
    session.step = wipe ? game.start(gameId) : game.restart(session.step.snapshot);
    session.fresh = true;
    executed.push({ guid: session.guid, command: 'RESET' });
    return showFrame(session, 0, {}, wipe);
  }

  function act(
    name: string | undefined,
    body: Record<string, unknown>,
    cookies: Map<string, string>,
  ): Answer {
    const id = actionId.safeParse(name).data;
    if (!id) throw new Refusal(404, 'no such command');
    if ('card_id' in body) throw new Refusal(400, 'card_id is not of an action');
    if (JSON.stringify(body.reasoning ?? null).length > 16_384)
      throw new Refusal(400, 'reasoning is too long');
    const { x, y } = body;
    const click = id === 'ACTION6';
    if (click && !(isCoordinate(x) && isCoordinate(y))) throw new Refusal(400, 'x and y are 0 to 63');
    if (!click && (x !== undefined || y !== undefined)) throw new Refusal(400, `${id} has no x and y`);
    const session = findSession(body, cookies);
    const card = findCard(session.cardId, 400);
    if (!card.open) throw new Refusal(400, 'the scorecard is closed', 'SERVER_ERROR');
    if (session.step.state !== 'NOT_FINISHED')
      throw new Refusal(400, 'the game is over; only RESET is taken', 'GAME_NOT_STARTED_ERROR');
    const place = isCoordinate(x) && isCoordinate(y) ? { x, y } : {};
    const before = session.step.levelsCompleted;
    session.step = session.game.act(session.step.snapshot, { id, ...place });
    session.fresh = session.step.levelsCompleted !== before;
    card.actions += 1;
    executed.push({ guid: session.guid, command: id, ...place });
    return showFrame(session, Number(id.slice(-1)), place, false);
  }

  function showFrame(session: Session, id: number, data: object, wiped: boolean): Answer {
    const { step, guid, gameId, tokens } = session;
    const token = `${guid}.${++answers}`;
    tokens.push(token);
    if (tokens.length > 8) tokens.shift();
    const body = {
      game_id: gameId,
      guid,
      frame: step.frames.map(unpackFrame),
      state: step.state,
      ...(options.old === true
        ? { score: step.levelsCompleted, win_score: 254 }
        : { levels_completed: step.levelsCompleted, win_levels: 254 }),
      full_reset: wiped,
      available_actions: step.availableActions.map((action) => Number(action.slice(-1))),
      action_input: { id, data },
    };
    return { status: 200, body, token };
  }

  function sumUp(card: Card): object {
    const played = [...sessions.values()].filter(({ cardId }) => cardId === card.id);
    const levels = played.reduce((sum, { step }) => sum + step.levelsCompleted, 0);
    return {
      card_id: card.id,
      tags: card.tags,
      score: levels,
      total_actions: card.actions,
      total_levels_completed: levels,
      total_environments: played.length,
      environments: [],
    };
  }

  const server = createServer((req, res) => {
    handle(req, res).catch((error: unknown) => {
      if (!res.headersSent) sendJson(res, 500, { error: 'SERVER_ERROR', message: String(error) });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    log,
    executed,
    script: setScript,
    expireCookies,
    forget,
    closeCards,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const refusal = (status: number, message: string, error: string): Answer => ({
  status,
  body: { error, message },
});

const isCoordinate = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 63;

function readObject(said: string): Record<string, unknown> {
  const value: unknown = said === '' ? {} : JSON.parse(said);
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

const readCookies = (header = ''): Map<string, string> =>
  new Map(
    header.split('; ').map((pair): [string, string] => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const at = process.argv.indexOf('--port');
  const fake = await startFakeArc({ port: at < 0 ? 4020 : Number(process.argv[at + 1]) });
  console.log(`fake ARC-AGI-3 server: ${fake.url}, key ${FAKE_ARC_KEY}`);
}
