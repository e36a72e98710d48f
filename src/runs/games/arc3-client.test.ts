import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FAKE_ARC_KEY, type FakeArc, fakeArcId, startFakeArc } from '../../../test/support/fake-arc';
import type { GameAction } from '../../contract/agents';
import { ArcClient, type ArcOutcome } from './arc3/client';
import type { ArcDeps, CookieJar } from './arc3/exchange';
import { corridor } from './builtin/corridor';
import { fuelRun } from './builtin/fuel-run';
import type { BuiltinGame, GameStep } from './game';

/** One row of cells. ACTION1 completes a level in two frames, ACTION2 loses, ACTION3 wins, ACTION6 paints. */
const strip: BuiltinGame = {
  info: { ...corridor.info, id: 'strip', title: 'Strip', rows: 1, cols: 4 },
  start: () => showStrip(0, '0000'),
  restart: ({ level }) => showStrip(Number(level), '0000'),
  act: ({ level, cells }, { id, x = 0 }) => {
    const now = { level: Number(level), cells: String(cells) };
    if (id === 'ACTION1') return showStrip(now.level + 1, '0000', ['ffff']);
    if (id === 'ACTION2') return { ...showStrip(now.level, '8888'), state: 'GAME_OVER' };
    if (id === 'ACTION3') return { ...showStrip(now.level + 1, 'eeee'), state: 'WIN' };
    if (id !== 'ACTION6') return showStrip(now.level, now.cells);
    return showStrip(now.level, `${now.cells.slice(0, x)}9${now.cells.slice(x + 1)}`);
  },
};
function showStrip(level: number, cells: string, animation: string[] = []): GameStep {
  return {
    snapshot: { level, cells },
    frames: [...animation, cells],
    state: 'NOT_FINISHED',
    levelsCompleted: level,
    availableActions: ['ACTION1', 'ACTION2', 'ACTION3', 'ACTION6', 'ACTION7'],
  };
}

const STRIP = fakeArcId('strip');
const CORRIDOR = fakeArcId('corridor');
let fake: FakeArc;
let slept: number[];
beforeEach(async () => {
  fake = await startFakeArc({ games: [strip, corridor] });
  slept = [];
});
afterEach(() => fake.close());

const NOW = Date.parse('2026-05-01T00:00:00Z');
const makeClient = (changes: Partial<ArcDeps> = {}) =>
  new ArcClient({
    baseUrl: fake.url,
    apiKey: FAKE_ARC_KEY,
    fetch: (url, init) => fetch(url, init),
    sleep: async (ms) => {
      slept.push(ms);
    },
    now: () => NOW,
    timeoutMs: 5000,
    ...changes,
  });

function frameOf(outcome: ArcOutcome) {
  if (outcome.kind !== 'answered') throw new Error(`${outcome.kind}: ${outcome.message}`);
  return outcome.frame;
}
const messageOf = (outcome: ArcOutcome) => (outcome.kind === 'answered' ? '' : outcome.message);

/** A started game with its newest cookies. */
async function begin(gameId = STRIP, client = makeClient()) {
  const card = await client.openScorecard(['test']);
  if (!card.ok) throw new Error('no scorecard');
  const { cardId } = card.value;
  const first = await client.reset({ gameId, cardId, cookies: card.value.cookies });
  const { guid } = frameOf(first);
  const game = {
    client,
    cardId,
    guid,
    cookies: first.cookies as CookieJar,
    first,
    async act(action: GameAction, reasoning?: Record<string, string>): Promise<ArcOutcome> {
      const extra = reasoning ? { reasoning } : {};
      const got = await client.act({ gameId, guid, action, cookies: game.cookies, ...extra });
      game.cookies = got.cookies;
      return got;
    },
    async reset(): Promise<ArcOutcome> {
      const got = await client.reset({ gameId, cardId, guid, cookies: game.cookies });
      game.cookies = got.cookies;
      return got;
    },
  };
  return game;
}
const deeds = () => fake.executed.map(({ command }) => command);

describe('the games and the scorecard', () => {
  it('lists games by their full ids', async () => {
    expect(await makeClient().listGames()).toEqual({
      ok: true,
      value: [
        { id: STRIP, title: 'Strip', baselines: [] },
        { id: CORRIDOR, title: 'Corridor', baselines: [12, 20] },
      ],
    });
  });

  it('opens a scorecard, reads it and closes it, twice without harm', async () => {
    const { client, cardId, act } = await begin();
    await act({ id: 'ACTION1' });
    const totals = { ok: true, value: { cardId, score: 1, actions: 1, levelsCompleted: 1, baselines: {} } };
    expect(await client.readScorecard(cardId)).toEqual(totals);
    expect(await client.closeScorecard(cardId)).toEqual(totals);
    expect(await client.closeScorecard(cardId)).toEqual(totals);
    expect(await act({ id: 'ACTION1' })).toMatchObject({ kind: 'refused', status: 400 });
    expect(await client.readScorecard('no/such?card')).toEqual({
      ok: false,
      failure: { code: 'not_found', what: 'scorecard', id: 'no/such?card' },
    });
    expect(fake.log.at(-1)?.path).toBe('/api/scorecard/no%2Fsuch%3Fcard');
  });

  it('asks again for what does no harm, thrice at most', async () => {
    fake.script([
      { fault: 'drop-before', on: 'games' },
      { fault: '500-after', on: 'games' },
      { fault: 'drop-after', on: 'scorecard/open' },
      { fault: 'drop-after', on: 'scorecard/close' },
    ]);
    const client = makeClient();
    expect((await client.listGames()).ok).toBe(true);
    const card = await client.openScorecard();
    expect(card.ok && (await client.closeScorecard(card.value.cardId)).ok).toBe(true);
    fake.script([{ fault: 'garbage', times: 9 }]);
    const before = fake.log.length;
    expect(await client.listGames()).toMatchObject({ ok: false, failure: { code: 'unavailable' } });
    expect(fake.log.length - before).toBe(3);
  });

  it('does not take what is no list of games for one', async () => {
    fake.script([{ fault: 'error-200', times: 9 }]);
    expect(await makeClient().listGames()).toMatchObject({ ok: false, failure: { code: 'unavailable' } });
    expect(await makeClient().openScorecard()).toMatchObject({ ok: false });
  });
});

describe('what is sent', () => {
  it('has the key and the newest cookies, and an action has no scorecard', async () => {
    const { act, guid } = await begin();
    await act({ id: 'ACTION7' }, { why: 'to see' });
    await act({ id: 'ACTION6', x: 3, y: 0 });
    const [, reset, undo, click] = fake.log;
    expect(reset?.body).toEqual({ game_id: STRIP, card_id: expect.any(String) });
    expect(undo?.body).toEqual({ game_id: STRIP, guid, reasoning: { why: 'to see' } });
    expect(click?.body).toEqual({ game_id: STRIP, guid, x: 3, y: 0 });
    expect(click?.headers).toEqual({
      accept: 'application/json',
      'content-type': 'application/json',
      cookie: `AWSALB=${guid}.2; AWSALBCORS=${guid}.2`,
    });
    expect(fake.log.every(({ status }) => status === 200)).toBe(true);
  });

  it('passes the cookies of the scorecard to the first RESET', async () => {
    await begin();
    expect(fake.log[1]?.headers.cookie).toContain('AWSALB=card-');
  });

  it('takes a slash at the end of the base URL', async () => {
    await makeClient({ baseUrl: `${fake.url}//` }).listGames();
    expect(fake.log[0]?.path).toBe('/api/games');
  });

  it('leaves out x and y where they do not belong, and a reasoning over 16 KB', async () => {
    const { act } = await begin();
    expect((await act({ id: 'ACTION7', x: 1, y: 1 }, { long: 'ü'.repeat(9000) })).kind).toBe('answered');
    expect(Object.keys(fake.log.at(-1)?.body ?? {})).toEqual(['game_id', 'guid']);
  });

  it('never is a click without its place', async () => {
    const { act } = await begin();
    const before = fake.log.length;
    expect(await act({ id: 'ACTION6', x: 3 })).toMatchObject({ kind: 'refused', status: 0 });
    expect(fake.log).toHaveLength(before);
  });

  it('follows no redirect', async () => {
    const { act } = await begin();
    fake.script([{ fault: '302' }]);
    expect(await act({ id: 'ACTION1' })).toMatchObject({ kind: 'refused', status: 302 });
  });

  it('calls fetch without an object, as workerd wants it', async () => {
    let self: unknown = 'never called';
    const client = makeClient({
      async fetch(this: unknown, url, init) {
        self = this;
        return fetch(url, init);
      },
    });
    await client.listGames();
    expect(self).toBeUndefined();
  });
});

describe('the rules of the server', () => {
  it('gives animation frames, the last one settled', async () => {
    const { act } = await begin();
    expect(frameOf(await act({ id: 'ACTION1' }))).toMatchObject({
      frames: ['ffff', '0000'],
      levelsCompleted: 1,
      availableActions: ['ACTION1', 'ACTION2', 'ACTION3', 'ACTION6', 'ACTION7'],
    });
  });

  it('plays a real game', async () => {
    const { act, first } = await begin(CORRIDOR);
    const step = corridor.start(CORRIDOR);
    expect(frameOf(first).frames).toEqual(step.frames);
    const moved = corridor.act(step.snapshot, { id: 'ACTION4' });
    expect(frameOf(await act({ id: 'ACTION4' })).frames).toEqual(moved.frames);
  });

  it('plays a real game to its end and begins the level anew', async () => {
    await fake.close();
    fake = await startFakeArc({ games: [fuelRun], old: true });
    const { act, reset } = await begin(fakeArcId('fuel-run'));
    let step = fuelRun.start(fakeArcId('fuel-run'));
    for (let n = 0; n < 100 && step.state === 'NOT_FINISHED'; n++) {
      step = fuelRun.act(step.snapshot, { id: 'ACTION5' });
      const { frames, state } = frameOf(await act({ id: 'ACTION5' }));
      expect({ frames, state }).toEqual({ frames: step.frames, state: step.state });
    }
    expect(step.state).toBe('GAME_OVER');
    expect(await act({ id: 'ACTION5' })).toMatchObject({ kind: 'refused', status: 400 });
    expect(frameOf(await reset()).frames).toEqual(fuelRun.restart(step.snapshot).frames);
  });

  it('restarts the level by RESET, and wipes everything when no action was done since it began', async () => {
    const { act, reset } = await begin();
    await act({ id: 'ACTION1' });
    await act({ id: 'ACTION6', x: 0, y: 0 });
    expect(frameOf(await reset())).toMatchObject({ fullReset: false, levelsCompleted: 1, frames: ['0000'] });
    expect(frameOf(await reset())).toMatchObject({ fullReset: true, levelsCompleted: 0 });
    await act({ id: 'ACTION1' });
    expect(frameOf(await reset())).toMatchObject({ fullReset: true, levelsCompleted: 0 });
  });

  it('takes nothing but RESET after a game over or a win', async () => {
    const { act, reset } = await begin();
    expect(frameOf(await act({ id: 'ACTION2' }))).toMatchObject({ state: 'GAME_OVER', needsReset: true });
    const refused = await act({ id: 'ACTION1' });
    expect(refused).toMatchObject({ kind: 'refused', status: 400 });
    expect(messageOf(refused)).toContain('the game is over');
    expect(frameOf(await reset())).toMatchObject({ state: 'NOT_FINISHED', fullReset: false });
    expect(frameOf(await act({ id: 'ACTION3' })).state).toBe('WIN');
    expect(await act({ id: 'ACTION1' })).toMatchObject({ kind: 'refused', status: 400 });
    expect(deeds()).toEqual(['RESET', 'ACTION2', 'RESET', 'ACTION3']);
  });

  it('refuses a short id, a wrong scorecard, a wrong session and a click outside', async () => {
    const { client, cardId, cookies, act } = await begin();
    const refused = { kind: 'refused', status: 400 };
    expect(await client.reset({ gameId: 'strip', cardId, cookies })).toMatchObject(refused);
    expect(await client.reset({ gameId: STRIP, cardId: 'none', cookies })).toMatchObject(refused);
    const action = { id: 'ACTION1' } as const;
    expect(await client.act({ gameId: STRIP, guid: 'none', action, cookies })).toMatchObject(refused);
    expect(await act({ id: 'ACTION6', x: 64, y: 0 })).toMatchObject(refused);
  });

  it('loses a session whose cookies do not come back or lead nowhere', async () => {
    const { client, guid, act } = await begin();
    const action = { id: 'ACTION1' } as const;
    const bare = await client.act({ gameId: STRIP, guid, action, cookies: {} });
    expect(bare).toMatchObject({ kind: 'refused', status: 400 });
    expect((await act(action)).kind).toBe('answered');
    fake.expireCookies();
    expect(messageOf(await act(action))).toContain('session not found on this server');
  });

  it('refuses with its status, even when the explanation is cut', async () => {
    const broken = () => new ReadableStream({ pull: (controller) => controller.error(new Error('cut')) });
    const answers = [
      new Response(broken(), { status: 429 }),
      new Response(broken(), { status: 400 }),
      new Response(broken(), { status: 500 }),
    ];
    const client = makeClient({ fetch: async () => answers.shift() ?? new Response() });
    const command = { gameId: STRIP, guid: 'g', action: { id: 'ACTION1' }, cookies: {} } as const;
    expect(await client.act(command)).toMatchObject({ kind: 'refused', status: 400 });
    expect(slept).toEqual([1000]);
    expect(await client.act(command)).toMatchObject({ kind: 'doubt' });
  });

  it('may speak the older way', async () => {
    const { act } = await begin();
    fake.script([{ fault: 'score' }, { fault: 'bare' }]);
    expect(frameOf(await act({ id: 'ACTION1' }))).toMatchObject({ levelsCompleted: 1, winLevels: 254 });
    const bare = frameOf(await act({ id: 'ACTION1' }));
    expect(bare).toMatchObject({ levelsCompleted: 2, winLevels: null, fullReset: false });
    expect(bare.notes).toHaveLength(1);
  });
});

describe('a busy server', () => {
  it('is asked again as late as it says, and the action is done once', async () => {
    const { act } = await begin();
    fake.script([
      { fault: '429-retry', value: 7 },
      { fault: '429-date', value: new Date(NOW + 9000).toUTCString() },
      { fault: '503-retry', value: 2 },
      { fault: '429' },
    ]);
    expect((await act({ id: 'ACTION1' })).kind).toBe('answered');
    expect(slept).toEqual([7000, 9000, 2000, 8000]);
    expect(deeds()).toEqual(['RESET', 'ACTION1']);
  });

  it('is asked six times, waiting longer each time, and then the action is unsent', async () => {
    const { act } = await begin();
    fake.script([{ fault: '429', times: 6 }]);
    expect(await act({ id: 'ACTION1' })).toMatchObject({ kind: 'unsent', retryAfterMs: null });
    expect(slept).toEqual([1000, 2000, 4000, 8000, 16_000]);
    expect(deeds()).toEqual(['RESET']);
    expect((await act({ id: 'ACTION1' })).kind).toBe('answered');
  });

  it('that wants to be left alone for long is not waited for', async () => {
    const { act } = await begin();
    fake.script([{ fault: '429-retry', value: 3600 }]);
    expect(await act({ id: 'ACTION1' })).toMatchObject({ kind: 'unsent', retryAfterMs: 3_600_000 });
    expect(slept).toEqual([]);
    fake.script([{ fault: '429-retry', value: 90 }]);
    const listed = await makeClient().listGames();
    expect(listed).toMatchObject({ ok: false, failure: { code: 'unavailable', retryAfter: 90 } });
  });

  it('may hand out cookies, which come back with the next try', async () => {
    const sent: unknown[] = [];
    const answers = [
      new Response('', { status: 429, headers: { 'Set-Cookie': 'AWSALB=2' } }),
      new Response('[]', { headers: { 'Set-Cookie': 'AWSALB=; Max-Age=0' } }),
    ];
    const client = makeClient({
      fetch: async (_, init) => {
        sent.push((init.headers as Record<string, string>).Cookie);
        return answers.shift() ?? new Response('', { status: 404 });
      },
    });
    const action = { id: 'ACTION1' } as const;
    const got = await client.act({ gameId: STRIP, guid: 'g', action, cookies: { AWSALB: '1', other: 'x' } });
    expect(sent).toEqual(['AWSALB=1; other=x', 'AWSALB=2; other=x']);
    expect(got).toMatchObject({ kind: 'doubt', cookies: { other: 'x' } });
    expect(got.cookies.AWSALB).toBeUndefined();
  });

  it('that refuses every fourth request is played on without a loss', async () => {
    await fake.close();
    fake = await startFakeArc({ games: [strip], limitEvery: 4 });
    const { act } = await begin();
    for (let x = 0; x < 4; x++) expect((await act({ id: 'ACTION6', x, y: 0 })).kind).toBe('answered');
    expect(deeds()).toEqual(['RESET', 'ACTION6', 'ACTION6', 'ACTION6', 'ACTION6']);
  });
});

describe('an action in doubt', () => {
  it.each([
    ['the connection is gone before it is done', 'drop-before', 0, 'no usable answer came back'],
    ['the connection is gone after it is done', 'drop-after', 1, 'no usable answer came back'],
    ['the server fails before', '500-before', 0, 'answered 500'],
    ['the server fails after', '500-after', 1, 'SERVER_ERROR: internal server error'],
    ['the server is away and does not say for how long', '503', 0, 'answered 503'],
    ['the answer is cut', 'cut', 1, 'no usable answer came back'],
    ['the answer is no JSON', 'garbage', 1, 'not JSON'],
    ['the answer is an error called a success', 'error-200', 1, 'no frame'],
    ['the answer never ends', 'endless', 1, 'longer than 8 MiB'],
    ['rows are ragged', 'ragged', 1, 'row 1 has'],
    ['a colour is 16', 'bright', 1, 'cell (0,0) is 16'],
    ['there are 65 rows', 'tall', 1, '65 rows'],
    ['there is no frame', 'no-frames', 1, 'no frame'],
    ['the answer belongs to another session', 'other-guid', 1, 'another session'],
  ] as const)('is one when %s; it is sent once', async (_, fault, done, reason) => {
    const { act, guid } = await begin(CORRIDOR);
    fake.script([{ fault }]);
    const before = fake.log.length;
    const got = await act({ id: 'ACTION1' });
    expect(got.kind).toBe('doubt');
    expect(messageOf(got)).toContain(reason);
    expect(fake.log.length - before).toBe(1);
    expect(fake.executed.length).toBe(1 + done);
    // Without a JSON response, wait so that a restarting server can recover.
    const isAway = /no usable answer|answered 50|SERVER_ERROR|not JSON|8 MiB/.test(reason);
    expect(slept).toEqual(isAway ? [3000] : []);
    // The session continues with the remaining cookies.
    expect(got.cookies.AWSALB).toContain(guid);
    expect((await act({ id: 'ACTION2' })).kind).toBe('answered');
  });

  it.each(['hang', 'stall', 'slow'] as const)('is one when the answer takes too long: %s', async (fault) => {
    const { guid, cookies } = await begin();
    fake.script([{ fault, value: 2000 }]);
    const action = { id: 'ACTION1' } as const;
    const got = await makeClient({ timeoutMs: 150 }).act({ gameId: STRIP, guid, action, cookies });
    expect(got).toMatchObject({ kind: 'doubt', message: 'no whole answer within 0.15 s' });
    expect(deeds()).toEqual(['RESET', 'ACTION1']);
  });

  it('leaves the cookies that came with the headers of an answer that then stalled', async () => {
    const { guid, cookies } = await begin();
    fake.script([{ fault: 'stall' }]);
    const action = { id: 'ACTION1' } as const;
    const got = await makeClient({ timeoutMs: 150 }).act({ gameId: STRIP, guid, action, cookies });
    expect(cookies.AWSALB).toBe(`${guid}.1`);
    expect(got).toMatchObject({ kind: 'doubt', cookies: { AWSALB: `${guid}.2`, AWSALBCORS: `${guid}.2` } });
  });

  it('is one when nobody listens', async () => {
    const { act } = await begin();
    await fake.close();
    expect((await act({ id: 'ACTION1' })).kind).toBe('doubt');
  });

  it('may be a RESET of a session; that which starts one is asked for again', async () => {
    const { reset, client, cardId, cookies } = await begin();
    fake.script([{ fault: 'drop-after', times: 2 }]);
    expect((await reset()).kind).toBe('doubt');
    expect((await client.reset({ gameId: STRIP, cardId, cookies })).kind).toBe('answered');
    expect(deeds()).toEqual(['RESET', 'RESET', 'RESET', 'RESET']);
  });
});

describe('an odd answer that can be used', () => {
  it('has the newest of too many frames', async () => {
    const { act } = await begin();
    fake.script([{ fault: 'many' }]);
    const { frames, dropped } = frameOf(await act({ id: 'ACTION1' }));
    expect([frames.length, dropped]).toEqual([65, 145]);
  });

  it('has the frames of the settled one’s size', async () => {
    const { act } = await begin(CORRIDOR);
    fake.script([{ fault: 'odd-sizes' }]);
    expect(frameOf(await act({ id: 'ACTION1' }))).toMatchObject({ dropped: 1 });
  });
});

describe('the key', () => {
  const KEY = 'arc-not/to=be+shown';

  it('is in no message, even when the server repeats it', async () => {
    const wrong = makeClient({ apiKey: KEY });
    const refused = await wrong.reset({ gameId: STRIP, cardId: 'c', cookies: {} });
    expect(refused).toMatchObject({ kind: 'refused', status: 401 });
    expect(messageOf(refused)).toContain('no such key: ***');
    const listed = await wrong.listGames();
    expect(JSON.stringify(listed)).not.toContain(KEY);
    expect(JSON.stringify(listed)).toContain("The operator's API key");
    fake.script([{ fault: '403' }]);
    const forbidden = await wrong.reset({ gameId: STRIP, cardId: 'c', cookies: {} });
    expect(forbidden).toMatchObject({ kind: 'refused', status: 403 });
    expect(messageOf(forbidden)).not.toContain(KEY);
  });

  it('is in no message when it cannot even be sent, or would be cut in half', async () => {
    for (const bad of ['arc-line\nbreak', 'arc-ключ', '']) {
      const got = await makeClient({ apiKey: bad }).reset({ gameId: STRIP, cardId: 'c', cookies: {} });
      expect(got).toMatchObject({ kind: 'refused', status: 0 });
      expect(messageOf(got)).not.toContain('arc-');
    }
    expect(fake.log).toEqual([]);
    const failing = makeClient({ apiKey: KEY, fetch: () => Promise.reject(new TypeError(`bad ${KEY}`)) });
    const failed = await failing.reset({ gameId: STRIP, cardId: 'c', cookies: {} });
    expect(messageOf(failed)).toContain('bad ***');
    const body = `${'x'.repeat(290)}${KEY}`;
    const client = makeClient({ apiKey: KEY, fetch: async () => new Response(body, { status: 400 }) });
    const cut = await client.reset({ gameId: STRIP, cardId: 'c', cookies: {} });
    expect(messageOf(cut)).toContain('xxx');
    expect(messageOf(cut)).not.toContain(KEY.slice(0, 5));
  });
});

describe('the fake by itself', () => {
  it('is told over HTTP what to do wrong, and tells what was done', async () => {
    const script = [{ fault: '429-retry', on: 'RESET', value: 0 }];
    await fetch(`${fake.url}/control`, { method: 'POST', body: JSON.stringify({ script }) });
    await begin();
    const told = (await (await fetch(`${fake.url}/control/log`)).json()) as {
      log: { path: string; status: number; fault: string | null }[];
      executed: unknown[];
    };
    expect(told.log.map(({ path, status, fault }) => [path, status, fault])).toEqual([
      ['/api/scorecard/open', 200, null],
      ['/api/cmd/RESET', 429, '429-retry'],
      ['/api/cmd/RESET', 200, null],
    ]);
    expect(told.executed).toHaveLength(1);
  });

  it('is strict about what our client never sends', async () => {
    const { cardId, guid, cookies } = await begin();
    const send = (path: string, body: object) =>
      fetch(`${fake.url}/api/cmd/${path}`, {
        method: 'POST',
        headers: {
          'X-API-Key': FAKE_ARC_KEY,
          Cookie: `AWSALB=${cookies.AWSALB}; AWSALBCORS=${cookies.AWSALBCORS}`,
        },
        body: JSON.stringify({ game_id: STRIP, guid, ...body }),
      });
    expect((await send('ACTION1', { card_id: cardId })).status).toBe(400);
    expect((await send('ACTION1', { x: 1, y: 1 })).status).toBe(400);
    expect((await send('ACTION6', {})).status).toBe(400);
    expect((await send('ACTION8', {})).status).toBe(404);
    expect((await send('ACTION1', { game_id: CORRIDOR })).status).toBe(400);
    expect((await send('ACTION1', {})).status).toBe(200);
  });
});
