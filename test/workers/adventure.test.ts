import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { fromBase64 } from '../../src/base/base64';
import type { NewKey } from '../../src/contract/access';
import type { AdventureComparison } from '../../src/contract/adventure-comparisons';
import type {
  AdventureKnowledge,
  AdventureRun,
  AdventureTurn,
  CommandGiven,
  MapView,
  ObjectiveList,
  TranscriptEntry,
  TranscriptPage,
  TriedCommands,
  ValidActionsView,
} from '../../src/contract/adventures';
import type { EventPage } from '../../src/contract/events/events';
import type { Problem } from '../../src/contract/problems';
import { EMBEDDED_STORY } from '../../src/runs/games/tide-mill';
import { understudy } from '../support/rooms';
import { call, get, OPERATOR } from '../support/stage-client';

const STORY = {
  game: 'tide-mill',
  seed: 'one',
  profiles: { adventurer: understudy },
  options: { share: false },
};

async function refused(method: string, path: string, body?: unknown): Promise<Problem> {
  const answer = await call(`${method} /v1${path}`, { body });
  const problem = (await answer.json()) as Problem;
  expect(answer.status, JSON.stringify(problem)).toBeGreaterThanOrEqual(400);
  expect(problem.status).toBe(answer.status);
  return problem;
}

const create = (more: object = {}) => get<AdventureRun>('POST /v1/runs', OPERATOR, { ...STORY, ...more });
const type = (id: string, command: string) =>
  get<CommandGiven>(`POST /v1/runs/${id}/commands`, OPERATOR, { command });
const read = (id: string) => get<AdventureRun>(`GET /v1/runs/${id}`);
const ended = async (id: string): Promise<AdventureRun> => {
  await expect.poll(async () => (await read(id)).status, { timeout: 60_000, interval: 200 }).toBe('finished');
  return read(id);
};

describe('a text adventure over HTTP', () => {
  it('is played by hand, a command at a time, and shows what was read from the machine', async () => {
    const { id, kind, status } = await create();
    expect({ kind, status, isAdventure: id.startsWith('adv_') }).toEqual({
      kind: 'adventure',
      status: 'created',
      isAdventure: true,
    });
    const first = await type(id, 'east');
    expect(first).toMatchObject({ turn: 1, status: 'paused', place: { name: 'Mill Yard' } });
    expect(first.text).toContain('Mill Yard');
    await type(id, 'north');
    await type(id, 'open tin');
    const run = await read(id);
    expect(run).toMatchObject({ status: 'paused', turns: 3, used: { turns: 3, calls: expect.any(Number) } });
    expect(run.story).toMatchObject({
      place: { name: 'Kitchen' },
      score: 0,
      confidence: { location: 'read', score: 'read' },
    });
    const turn = await get<AdventureTurn>(`GET /v1/runs/${id}/turns/3`);
    expect(turn.commands).toMatchObject([{ command: 'open tin', by: 'player', effect: true }]);
    const map = await get<MapView>(`GET /v1/runs/${id}/map`);
    expect(map.ways).toContainEqual(expect.objectContaining({ direction: 'east', how: 'walked', turn: 1 }));
    expect(map.mermaid).toContain('flowchart');
  });

  it('says what commands would do, here and after any turn, and notices nothing of it', async () => {
    const { id } = await create();
    const early = await refused('POST', `/runs/${id}/try`, { command: 'east' });
    expect(early).toMatchObject({ status: 409, detail: expect.stringContaining('has not started') });
    await type(id, 'east');
    await type(id, 'north');
    const before = await read(id);
    const attempt = (body: object) => get<TriedCommands>(`POST /v1/runs/${id}/try`, OPERATOR, body);

    const opened = await attempt({ command: 'open tin' });
    expect(opened).toMatchObject({ effect: true, moved: false, died: false, end: null, points: 0 });
    expect(opened.objects).toContainEqual(expect.objectContaining({ name: 'biscuit tin', attributes: true }));
    const taken = await attempt({ commands: ['open tin', 'take all', 'south'] });
    expect(taken).toMatchObject({ moved: true, from: { name: 'Kitchen' }, to: { name: 'Mill Yard' } });
    expect(taken.inventory.length).toBeGreaterThan(opened.inventory.length);
    const nonsense = await attempt({ command: 'xyzzyx' });
    expect(nonsense).toMatchObject({ effect: false, moved: false, objects: [] });
    const earlier = await attempt({ command: 'north', turn: 1 });
    expect(earlier).toMatchObject({ turn: 1, from: { name: 'Mill Yard' }, to: { name: 'Kitchen' } });

    const valid = await get<ValidActionsView>(`GET /v1/runs/${id}/valid-actions`);
    expect(valid).toMatchObject({ turn: null, place: { name: 'Kitchen' }, untried: 0 });
    expect(valid.items.map(({ command }) => command)).toContain('south');
    const there = await get<ValidActionsView>(`GET /v1/runs/${id}/valid-actions?turn=1`);
    expect(there).toMatchObject({ turn: 1, place: { name: 'Mill Yard' } });
    expect(await read(id)).toEqual(before);

    expect(await refused('GET', `/runs/${id}/valid-actions?turn=99`)).toMatchObject({ status: 404 });
    expect(await refused('POST', `/runs/${id}/try`, {})).toMatchObject({ status: 400 });
    const many = await refused('POST', `/runs/${id}/try`, { commands: Array(6).fill('wait') });
    expect(many.errors?.[0]?.pointer).toBe('/commands');
    await get(`POST /v1/runs/${id}/stop`);
    expect(await attempt({ command: 'open tin' })).toEqual(opened);
  });

  it('is fair if asked: read by its text alone, tried for people, and for no agent', async () => {
    const { id, options } = await create({ options: { fair: true } });
    expect(options).toMatchObject({ fair: true, probe: false, share: false, hints: 'none' });
    await type(id, 'east');
    await type(id, 'north');
    await type(id, 'inventory');
    const run = await read(id);
    expect(run.story).toMatchObject({
      ...{ place: { id: 'L3', name: 'Kitchen' }, score: 0, visible: [], inventory: [{ name: 'letter' }] },
      sources: { location: ['status'], score: ['status'], inventory: ['text'], visible: [] },
    });
    const map = await get<MapView>(`GET /v1/runs/${id}/map`);
    expect([...map.ways, ...map.blocked].every(({ how }) => how === 'walked')).toBe(true);

    const { key } = await get<NewKey>('POST /v1/keys', OPERATOR, { label: 'plays', scope: 'room', room: id });
    const own = { Authorization: `Bearer ${key}` };
    const [path, body] = [`/runs/${id}/try`, { command: 'open tin' }];
    expect(await get<TriedCommands>(`POST /v1${path}`, OPERATOR, body)).toMatchObject({ effect: true });
    for (const answer of [
      await call(`POST /v1${path}`, { body, headers: own }),
      await call(`GET /v1/runs/${id}/valid-actions`, { headers: own }),
    ]) {
      expect(answer.status).toBe(409);
      expect(await answer.json()).toMatchObject({ detail: expect.stringContaining('in a fair run') });
    }
    await get(`POST /v1/runs/${id}/stop`);
    const report = await call(`GET /v1/runs/${id}/report`, { headers: { Accept: 'text/markdown' } });
    expect(await report.text()).toContain('| Fair |');
  });

  it('is told as text, and in pages', async () => {
    const { id } = await create();
    for (const command of ['east', 'north', 'south']) await type(id, command);
    const page = await get<TranscriptPage>(`GET /v1/runs/${id}/transcript?limit=3`);
    expect(page.items.map(({ command }) => command)).toEqual([null, 'east', 'north']);
    const rest = await get<TranscriptPage>(`GET /v1/runs/${id}/transcript?limit=3&cursor=${page.next}`);
    expect(rest).toMatchObject({ items: [{ command: 'south' }], next: null });
    const text = await call(`GET /v1/runs/${id}/transcript`, { headers: { Accept: 'text/plain' } });
    expect(text.headers.get('Content-Type')).toContain('text/plain');
    expect(await text.text()).toMatch(/> east\n[\s\S]*> north\n[\s\S]*> south\n/);
  });

  it('is won by the understudy, which is named as such, with a report of every point', async () => {
    const { id } = await create({ start: true });
    const run = await ended(id);
    expect(run).toMatchObject({ finishReason: 'won', provider: 'understudy', score: { best: 50 } });
    expect(run.score.curve.at(-1)?.[1]).toBe(50);
    const { turns, calls } = run.used;
    expect(run.score.perPoint).toEqual({
      turns: Math.round((100 * turns) / 50) / 100,
      calls: Math.round((100 * calls) / 50) / 100,
      tokens: 0,
    });
    const report = await call(`GET /v1/runs/${id}/report`, { headers: { Accept: 'text/markdown' } });
    const markdown = await report.text();
    expect(markdown).toContain('understudy');
    const html = await call(`GET /v1/runs/${id}/report`, { headers: { Accept: 'text/html' } });
    expect(html.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    await html.body?.cancel();
    const knowledge = await get<AdventureKnowledge>(`GET /v1/runs/${id}/knowledge`);
    expect(knowledge.knowledge).toBeTruthy();
    const page = await get<EventPage>(`GET /v1/runs/${id}/events?limit=1000`);
    expect(page.events.map(({ kind }) => kind)).toContain('episode.completed');
    const exported = await call(`GET /v1/runs/${id}/export`);
    expect(exported.status).toBe(200);
    await exported.body?.cancel();
  });

  it('plays the same from the same seed, and goes its own way from a fork', async () => {
    const [one, other] = [await create(), await create()];
    const texts = async (id: string) => {
      for (const command of ['east', 'wait', 'wait', 'north']) await type(id, command);
      const { items } = await get<TranscriptPage>(`GET /v1/runs/${id}/transcript`);
      return items.map(({ text }) => text);
    };
    expect(await texts(one.id)).toEqual(await texts(other.id));
    const fork = await get<AdventureRun>(`POST /v1/runs/${one.id}/fork`, OPERATOR, { turn: 1 });
    expect(fork).toMatchObject({ kind: 'adventure', status: 'paused', forkedFrom: { run: one.id, turn: 1 } });
    expect(fork.story?.place?.name).toBe('Mill Yard');
    const typed = await type(fork.id, 'north');
    expect(typed.place?.name).toBe('Kitchen');
    expect((await read(one.id)).turns).toBe(4);
  });
});

describe('people and the objectives of an adventure', () => {
  it('adds, words anew, orders, completes and drops them', async () => {
    const { id } = await create();
    const path = `/runs/${id}/objectives`;
    await get(`POST /v1${path}`, OPERATOR, { text: 'Find the key of the oak door' });
    await get(`POST /v1${path}`, OPERATOR, { text: 'Light the lantern', priority: 'high' });
    const third = await get<ObjectiveList>(`POST /v1${path}`, OPERATOR, {
      text: 'Open the chest',
      parent: 'P1',
    });
    expect(third.items.map(({ id: of, parent }) => [of, parent])).toEqual([
      ['P2', null],
      ['P1', null],
      ['P3', 'P1'],
    ]);
    await get(`PATCH /v1${path}/P1`, OPERATOR, { text: 'Find the iron key', priority: 'low' });
    const ordered = await get<ObjectiveList>(`PUT /v1${path}/order`, OPERATOR, { order: ['P1', 'P3', 'P2'] });
    expect(ordered.items.map(({ id: of }) => of)).toEqual(['P1', 'P3', 'P2']);
    await get(`PATCH /v1${path}/P2`, OPERATOR, { done: true });
    const last = await get<ObjectiveList>(`DELETE /v1${path}/P3`);
    expect(last.items).toMatchObject([
      {
        id: 'P1',
        status: 'active',
        text: 'Find the iron key',
        wordings: [{ text: 'Find the key of the oak door' }],
      },
      expect.anything(),
      expect.anything(),
    ]);
    expect(last.items.slice(1).map(({ id: of, status, ended: end }) => [of, status, end?.by])).toEqual(
      expect.arrayContaining([
        ['P2', 'completed', 'player'],
        ['P3', 'dropped', 'player'],
      ]),
    );
    expect(last.report).toMatchObject({ active: 1, completed: 1, dropped: 1, declaredByAgent: 0 });
  });

  it('says what is wrong with one, and changes nothing', async () => {
    const { id } = await create();
    const path = `/runs/${id}/objectives`;
    await get(`POST /v1${path}`, OPERATOR, { text: 'Open the trap door.' });
    expect(await refused('POST', path, { text: 'open  the trap door' })).toMatchObject({ status: 409 });
    expect(await refused('POST', path, { text: ' ' })).toMatchObject({ status: 400 });
    expect(await refused('POST', path, { text: 'x', parent: 'A9' })).toMatchObject({ status: 400 });
    expect(await refused('POST', path, { text: 'x'.repeat(201) })).toMatchObject({ status: 400 });
    expect(await refused('PATCH', `${path}/P7`, { text: 'x' })).toMatchObject({ status: 404 });
    expect(await refused('DELETE', `${path}/A1`)).toMatchObject({ status: 404 });
    expect(await refused('PUT', `${path}/order`, { order: ['P1', 'P1'] })).toMatchObject({ status: 400 });
    const list = await get<ObjectiveList>(`GET /v1${path}`);
    expect(list.items).toHaveLength(1);
  });
});

it('a request about an adventure that comes twice adds one objective, and makes one fork', async () => {
  const { id } = await create();
  const headers = { 'Idempotency-Key': 'twice' };
  const body = { text: 'Find the key of the oak door' };
  const lists = [1, 2].map(() =>
    get<ObjectiveList>(`POST /v1/runs/${id}/objectives`, OPERATOR, body, headers),
  );
  expect((await Promise.all(lists)).map(({ items }) => items.length)).toEqual([1, 1]);
  const fork = () => get<AdventureRun>(`POST /v1/runs/${id}/fork`, OPERATOR, {}, headers);
  expect((await fork()).id).toBe((await fork()).id);
});

it('an adventure that is paused ends the turn it is in, stands still, and goes on where it was', async () => {
  const { id } = await create({ options: { share: false, episodes: 50, stuckAfter: 0 }, start: true });
  await expect.poll(async () => (await read(id)).turns, { timeout: 20_000 }).toBeGreaterThan(2);
  await get(`POST /v1/runs/${id}/pause`);
  await expect.poll(async () => (await read(id)).turn, { timeout: 20_000 }).toBeNull();
  const paused = await read(id);
  expect(paused).toMatchObject({ status: 'paused', used: { turns: paused.turns } });
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect((await read(id)).head).toBe(paused.head);
  await get(`POST /v1/runs/${id}/resume`);
  await expect.poll(async () => (await read(id)).turns, { timeout: 20_000 }).toBeGreaterThan(paused.turns);
  await get(`POST /v1/runs/${id}/stop`);
  expect((await read(id)).episodes.at(-1)).toMatchObject({ end: 'stopped' });
});

describe('people and the commands of an adventure', () => {
  it('suggests one, which the adventurer hears and need not take', async () => {
    const { id } = await create();
    const given = await get<CommandGiven>(`POST /v1/runs/${id}/commands`, OPERATOR, {
      command: 'dance',
      mode: 'suggest',
    });
    expect(given).toMatchObject({ mode: 'suggest', turn: null, status: 'created' });
    expect((await read(id)).given).toMatchObject([{ command: 'dance' }]);
    await get(`POST /v1/runs/${id}/step`);
    await expect.poll(async () => (await read(id)).used.turns, { timeout: 20_000 }).toBe(1);
    expect((await read(id)).given).toEqual([]);
  });

  it('takes one over while the run plays, and the run goes on by itself', async () => {
    const { id } = await create({ options: { share: false, episodes: 50, stuckAfter: 0 }, start: true });
    const given = await type(id, 'inventory');
    expect(given).toMatchObject({ status: 'running', turn: expect.any(Number) });
    expect(given.text).toContain('letter');
    await expect
      .poll(async () => (await read(id)).turns, { timeout: 20_000 })
      .toBeGreaterThan(given.turn ?? 0);
    await get(`POST /v1/runs/${id}/stop`);
    const page = await get<TranscriptPage>(`GET /v1/runs/${id}/transcript?limit=200`);
    expect(page.items.filter(({ by }) => by === 'player')).toMatchObject([{ command: 'inventory' }]);
  });

  it('is heard once, however often the request comes', async () => {
    const { id } = await create();
    const headers = { 'Idempotency-Key': 'once' };
    const [a, b] = [
      await get<CommandGiven>(`POST /v1/runs/${id}/commands`, OPERATOR, { command: 'east' }, headers),
      await get<CommandGiven>(`POST /v1/runs/${id}/commands`, OPERATOR, { command: 'east' }, headers),
    ];
    expect(b.seq).toBe(a.seq);
    expect((await read(id)).turns).toBe(1);
  });

  it('is refused when the run has finished, or suggests nothing', async () => {
    const { id } = await create();
    const nothing = { command: ' ', mode: 'suggest' };
    expect(await refused('POST', `/runs/${id}/commands`, nothing)).toMatchObject({ status: 400 });
    await get(`POST /v1/runs/${id}/stop`);
    expect(await refused('POST', `/runs/${id}/commands`, { command: 'east' })).toMatchObject({ status: 409 });
  });
});

it.each([
  ['adventure', `story-${'0'.repeat(16)}`],
  ['grid', 'no-such-game'],
])(
  'a game that there is not as %s (%s) is refused when a run is to be created, with what there is, and nothing is stored',
  async (kind, game) => {
    const listed = () => get<{ items: { id: string }[] }>('GET /v1/runs?limit=200');
    const before = (await listed()).items.length;
    const body = kind === 'grid' ? { game } : { ...STORY, game };
    expect(await refused('POST', '/runs', body)).toMatchObject({
      status: 400,
      errors: [{ pointer: '/game', message: expect.stringContaining(game) }],
    });
    expect((await listed()).items).toHaveLength(before);
  },
);

it('a run of one kind asked for what only the other has says so', async () => {
  const { id } = await create();
  const grid = await get<{ id: string }>('POST /v1/runs', OPERATOR, { game: 'corridor' });
  for (const path of [`${id}/frames/1.png`, `${id}/replay`, `${id}/recording`])
    expect(await refused('GET', `/runs/${path}`)).toMatchObject({ status: 409 });
  for (const [one, other] of [
    [id, grid.id],
    [grid.id, id],
  ])
    expect(await refused('GET', `/runs/${one}/compare?with=${other}`)).toMatchObject({ status: 409 });
  for (const path of ['transcript', 'map', 'objectives'])
    expect(await refused('GET', `/runs/${grid.id}/${path}`)).toMatchObject({ status: 409 });
  expect(await refused('POST', '/runs', { ...STORY, budgets: { actions: 3 } })).toMatchObject({
    status: 400,
    errors: [{ pointer: '/budgets/actions' }],
  });
  expect(
    await refused('POST', '/runs', { game: 'corridor', profiles: { critic: understudy }, options: {} }),
  ).toMatchObject({ status: 400, errors: [{ pointer: '/profiles/critic' }, { pointer: '/options' }] });
});

it('two text adventures side by side show what each reached, where each has been and where they part', async () => {
  const [one, other] = [await create(), await create()];
  for (const command of ['take letter', 'east']) await type(one.id, command);
  for (const command of ['take letter', 'wait', 'wait']) await type(other.id, command);
  const comparison = await get<AdventureComparison>(`GET /v1/runs/${one.id}/compare?with=${other.id}`);
  expect(comparison).toMatchObject({
    ...{ kind: 'adventure', sameGame: true },
    a: { id: one.id, moves: 2, turns: 2, maximum: 50, deaths: 0, tokens: 0 },
    b: { id: other.id, moves: 3, places: 1 },
    diverge: { move: 2, kind: 'command', a: { command: 'east' }, b: { command: 'wait' } },
  });
  const map = await get<MapView>(`GET /v1/runs/${one.id}/map`);
  expect(comparison.a.places).toBe(map.places.filter(({ visits }) => visits > 0).length);
  expect(comparison.places?.filter((place) => place.in === 'both')).toHaveLength(1);
  expect(comparison.places?.filter((place) => place.in === 'only_b')).toEqual([]);
  const lines = await (await call(`GET /v1/runs/${one.id}/steps.jsonl`)).text();
  const steps = lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as TranscriptEntry);
  expect(steps.map(({ command }) => command)).toEqual([null, 'take letter', 'east']);
  expect(await refused('GET', `/runs/${one.id}/compare?with=adv_${'0'.repeat(20)}`)).toMatchObject({
    status: 404,
  });
});

describe('runs of one story', () => {
  it('leave what they remember and know for the next, unless they keep it to themselves', async () => {
    const open = { ...STORY, options: { share: true } };
    const first = await get<AdventureRun>('POST /v1/runs', OPERATOR, { ...open, start: true });
    await ended(first.id);
    await expect
      .poll(
        async () =>
          (
            await env.DB.prepare('SELECT COUNT(*) AS n FROM story_knowledge WHERE run = ?')
              .bind(first.id)
              .first<{ n: number }>()
          )?.n,
        { timeout: 20_000 },
      )
      .toBe(1);
    const second = await get<AdventureRun>('POST /v1/runs', OPERATOR, open);
    await type(second.id, 'look');
    const knowledge = await get<AdventureKnowledge>(`GET /v1/runs/${second.id}/knowledge`);
    expect(knowledge.knowledge).toBeTruthy();
    expect(knowledge.memories.some(({ id }) => id.startsWith('S'))).toBe(true);
    const alone = await create();
    await type(alone.id, 'look');
    expect((await get<AdventureKnowledge>(`GET /v1/runs/${alone.id}/knowledge`)).knowledge).toBeNull();
    await call(`DELETE /v1/runs/${first.id}`);
    await expect
      .poll(
        async () =>
          (
            await env.DB.prepare('SELECT COUNT(*) AS n FROM story_notes WHERE run = ?')
              .bind(first.id)
              .first<{ n: number }>()
          )?.n,
        { timeout: 20_000 },
      )
      .toBe(0);
  });

  it('are played from an uploaded file, too', async () => {
    const file = fromBase64(EMBEDDED_STORY.base64);
    const story = await get<{ id: string }>('POST /v1/games?title=Mine', OPERATOR, file);
    const run = await get<AdventureRun>('POST /v1/runs', OPERATOR, { ...STORY, game: story.id });
    expect(run.title).toBe('Mine');
    expect((await type(run.id, 'east')).place?.name).toBe('Mill Yard');
    const again = { 'Idempotency-Key': 'of-a-story' };
    const body = { ...STORY, game: story.id };
    const first = await get<AdventureRun>('POST /v1/runs', OPERATOR, body, again);
    await call(`DELETE /v1/games/${story.id}`);
    expect((await get<AdventureRun>('POST /v1/runs', OPERATOR, body, again)).id).toBe(first.id);
    expect(await refused('POST', '/runs', body)).toMatchObject({ status: 400 });
  });
});
