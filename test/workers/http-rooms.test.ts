import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Ticket } from '../../src/contract/access';
import type { CallDetails, CallRecord, CallSummary } from '../../src/contract/calls';
import type { Event, EventPage } from '../../src/contract/events/events';
import type { Comparison, ReplayPage } from '../../src/contract/replays';
import type { Round, TurnAccepted } from '../../src/contract/rounds';
import type { Game, GridRun, RunSummary } from '../../src/contract/runs';
import type { Scene, SceneSummary, Template } from '../../src/contract/scenes';
import type { FrameObjects, TriedMoves } from '../../src/contract/tries';
import { NO_RUN, RUN, SCENE } from '../support/http-rooms';
import { call, getJson, OPERATOR, problemOf } from '../support/stage-client';

let scene: Scene;
let run: GridRun;

beforeAll(async () => {
  scene = await getJson<Scene>('POST /v1/scenes', { body: SCENE });
  run = await getJson<GridRun>('POST /v1/runs', { body: RUN });
});

async function readStream(
  row: string,
  headers: Record<string, string>,
  enough: (events: Event[]) => boolean,
): Promise<Event[]> {
  const client = new AbortController();
  const response = await call(row, {
    headers: { Accept: 'text/event-stream', ...headers },
    signal: client.signal,
  });
  expect(response.headers.get('Content-Type')).toContain('text/event-stream');
  const reader = (response.body ?? new ReadableStream<Uint8Array>()).getReader();
  const events: Event[] = [];
  const decoder = new TextDecoder();
  for (let text = ''; !enough(events); ) {
    const { done, value } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (data === undefined) continue;
      const event = JSON.parse(data) as Event;
      expect(/^id: (\d+)$/m.exec(block)?.[1]).toBe(String(event.seq));
      events.push(event);
    }
  }
  await reader.cancel();
  client.abort();
  return events;
}

async function openSocket(path: string, key: string | null): Promise<{ socket: WebSocket; events: Event[] }> {
  const response = await call(`GET ${path}`, { key, headers: { Upgrade: 'websocket' } });
  const socket = response.webSocket;
  if (!socket) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  const events: Event[] = [];
  await new Promise<void>((ready) => {
    socket.addEventListener('message', ({ data }) => {
      const message = JSON.parse(String(data)) as Partial<Event> & { type?: string };
      if (message.type === 'ready') ready();
      else if (message.seq !== undefined) events.push(message as Event);
    });
    socket.accept();
  });
  return { socket, events };
}

describe('a round over HTTP', () => {
  let played: Scene;
  let turn: TurnAccepted;

  beforeAll(async () => {
    played = await getJson<Scene>('POST /v1/scenes', { body: SCENE });
    const response = await call(`POST /v1/scenes/${played.id}/turns?wait=1`, {
      body: { type: 'user', text: 'Good evening, Ada.', to: ['ada'] },
    });
    expect(response.status).toBe(200);
    turn = await response.json<TurnAccepted>();
  });

  it('is over when wait=1 answers', async () => {
    expect(turn).toMatchObject({ round: 1, status: 'completed' });
    const round = await getJson<Round>(`GET /v1/scenes/${played.id}/rounds/1`);
    expect(round.status).toBe('completed');
    expect(round.inputs.map(({ text }) => text)).toEqual(['Good evening, Ada.']);
    expect(round.lines.length).toBeGreaterThan(0);
    const rounds = await getJson<{ items: { n: number }[] }>(`GET /v1/scenes/${played.id}/rounds`);
    expect(rounds.items.map(({ n }) => n)).toEqual([1]);
  });

  it('can be read in pages, and streamed on from any event', async () => {
    const all = await getJson<EventPage>(`GET /v1/scenes/${played.id}/events`);
    expect(all.events.at(-1)?.seq).toBe(all.head);
    const paged: Event[] = [];
    for (let next: string | null = '0'; next !== null; ) {
      const page: EventPage = await getJson(`GET /v1/scenes/${played.id}/events?limit=3&cursor=${next}`);
      paged.push(...page.events);
      next = page.next;
    }
    expect(paged).toEqual(all.events);

    const path = `GET /v1/scenes/${played.id}/events`;
    const whole = await readStream(path, {}, (events) => events.at(-1)?.seq === all.head);
    expect(whole).toEqual(all.events);
    const rest = await readStream(
      path,
      { 'Last-Event-ID': '3' },
      (events) => events.at(-1)?.seq === all.head,
    );
    expect(rest).toEqual(all.events.filter(({ seq }) => seq > 3));
  });

  it('reaches a stream and a socket as it happens', async () => {
    const { head } = await getJson<EventPage>(`GET /v1/scenes/${played.id}/events`);
    const { socket, events } = await openSocket(`/v1/scenes/${played.id}/socket?after=${head}`, OPERATOR);
    expect(events).toEqual([]);
    const isOver = (seen: Event[]) => seen.some(({ kind }) => kind === 'round.completed');
    const streaming = readStream(`GET /v1/scenes/${played.id}/events?after=${head}`, {}, isOver);
    await getJson(`POST /v1/scenes/${played.id}/turns`, { body: { type: 'continuation' } });
    const streamed = await streaming;
    expect(streamed[0]?.seq).toBe(head + 1);
    expect(streamed.map(({ seq }) => seq)).toEqual(streamed.map((_, i) => head + 1 + i));
    await expect.poll(() => isOver(events)).toBe(true);
    expect(events).toEqual(streamed);
    socket.close(1000, 'seen enough');
  });

  it('can be followed with a ticket, once, in its own room', async () => {
    const tickets = `POST /v1/scenes/${played.id}/tickets`;
    const { ticket } = await getJson<Ticket>(tickets);
    const path = `/v1/scenes/${played.id}/socket?after=2&ticket=${ticket}`;
    const { socket, events } = await openSocket(path, null);
    expect(events[0]?.seq).toBe(3);
    socket.close(1000, 'seen enough');
    await problemOf(`GET ${path}`, 401, { key: null, headers: { Upgrade: 'websocket' } });

    const { ticket: other } = await getJson<Ticket>(tickets);
    const elsewhere = `GET /v1/scenes/${scene.id}/socket?ticket=${other}`;
    await problemOf(elsewhere, 401, { key: null, headers: { Upgrade: 'websocket' } });
    await problemOf(`GET /v1/scenes/${played.id}?ticket=${other}`, 401, { key: null });
  });

  it('appears in the lists, newest first, page by page', async () => {
    const seen = await expect
      .poll(() => getJson<{ items: SceneSummary[] }>('GET /v1/scenes?limit=200'))
      .toSatisfy(({ items }: { items: SceneSummary[] }) => items.some(({ id }) => id === played.id))
      .then(() => getJson<{ items: SceneSummary[] }>('GET /v1/scenes?limit=200'));
    const ages = seen.items.map(({ createdAt }) => createdAt);
    expect(ages).toEqual([...ages].sort().reverse());
    const first = await getJson<{ items: SceneSummary[]; next: string }>('GET /v1/scenes?limit=1');
    const second = await getJson<{ items: SceneSummary[] }>(`GET /v1/scenes?limit=1&cursor=${first.next}`);
    expect(second.items[0]?.id).not.toBe(first.items[0]?.id);
    expect([first.items[0]?.id, second.items[0]?.id]).toEqual(seen.items.slice(0, 2).map(({ id }) => id));
  });

  it('has its calls in the log, each readable by id', async () => {
    const list = () =>
      getJson<{ items: { id: string; status: string }[] }>(`GET /v1/calls?room=${played.id}`);
    await expect.poll(async () => (await list()).items.length).toBeGreaterThan(0);
    const [newest] = (await list()).items;
    const record = await getJson<CallDetails>(`GET /v1/calls/${newest?.id}`);
    expect(record.id).toBe(newest?.id);
    expect(record.messages.length).toBeGreaterThan(0);
    expect(record.parts.map(({ message }) => message)).toEqual(expect.arrayContaining([0, 1]));
    expect(record.parts.every(({ tokens }) => tokens > 0)).toBe(true);
  });

  it('can be exported as a zip', async () => {
    const response = await call(`GET /v1/scenes/${played.id}/export`);
    expect(response.headers.get('Content-Disposition')).toContain(`${played.id}.zip`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(String.fromCharCode(...bytes.slice(0, 2))).toBe('PK');
  });
});

describe('the catalogue', () => {
  it('lists templates, each of which makes a scene with its cast', async () => {
    const { items } = await getJson<{ items: Template[] }>('GET /v1/templates');
    expect(items.length).toBeGreaterThan(0);
    for (const template of items) {
      const made = await getJson<Scene>('POST /v1/scenes', {
        body: { template: template.id, title: 'Mine' },
      });
      expect(made.title).toBe('Mine');
      expect(made.cast.map(({ name }) => name)).toEqual(template.characters);
      expect(made.personas.map(({ id, name }) => ({ id, name }))).toEqual(template.personas);
    }
  });

  it('lists the games a run can play', async () => {
    const { items } = await getJson<{ items: Game[] }>('GET /v1/games');
    expect(items.map(({ id }) => id)).toContain('corridor');
  });
});

it('a run over HTTP starts, shows its frame and knowledge, stops, and reports', async () => {
  const started = await call(`POST /v1/runs/${run.id}/step`);
  expect(started.status).toBe(202);
  await started.body?.cancel();
  const read = () => getJson<GridRun>(`GET /v1/runs/${run.id}`);
  await expect.poll(async () => (await read()).turns, { timeout: 20_000 }).toBeGreaterThan(0);
  await expect.poll(async () => (await read()).turn, { timeout: 20_000 }).toBeNull();
  const { frame } = await read();
  const picture = await call(`GET /v1/runs/${run.id}/frames/${frame}.png?scale=2`);
  expect(picture.headers.get('Content-Type')).toBe('image/png');
  expect([...new Uint8Array(await picture.arrayBuffer()).slice(1, 4)]).toEqual([80, 78, 71]);
  const differs = await call(`GET /v1/runs/${run.id}/frames/${frame}.png?scale=2&since=1`);
  expect(differs.headers.get('Content-Type')).toBe('image/png');
  await differs.body?.cancel();
  await problemOf(`GET /v1/runs/${run.id}/frames/${frame}.png?since=999`, 404);
  const seen = await getJson<FrameObjects>(`GET /v1/runs/${run.id}/frames/${frame}/objects?since=1`);
  expect(seen).toMatchObject({ frame, changes: { since: 1 } });
  expect(seen.objects.length).toBeGreaterThan(0);
  await problemOf(`GET /v1/runs/${run.id}/frames/999/objects`, 404);
  const played = await getJson<TriedMoves>(`GET /v1/runs/${run.id}/frames/1/play?moves=ACTION1;ACTION2`);
  expect(played).toMatchObject({ from: 1, moves: 2, restarted: false });
  await problemOf(`GET /v1/runs/${run.id}/frames/1/play?moves=ACTION9`, 400);
  expect((await read()).frame).toBe(frame);
  await getJson(`GET /v1/runs/${run.id}/turns/1`);
  await getJson(`GET /v1/runs/${run.id}/knowledge`);

  await getJson(`POST /v1/runs/${run.id}/stop`);
  await expect.poll(async () => (await read()).status, { timeout: 20_000 }).toBe('finished');
  const asJson = await getJson<{ markdown: string }>(`GET /v1/runs/${run.id}/report`);
  const asText = await call(`GET /v1/runs/${run.id}/report`, { headers: { Accept: 'text/markdown' } });
  expect(await asText.text()).toBe(asJson.markdown);
  const asPage = await call(`GET /v1/runs/${run.id}/report`, { headers: { Accept: 'text/html' } });
  // It contains texts of models and callers, so it must not run scripts or load resources.
  expect(asPage.headers.get('Content-Security-Policy')).toMatch(/default-src 'none'.*sandbox/);
  expect(await asPage.text()).toContain('data:image/png;base64,');
  const { items } = await getJson<{ items: RunSummary[] }>('GET /v1/runs');
  expect(items.map(({ id }) => id)).toContain(run.id);
});

it('a run that was played is played back in pages, set beside another, forked, and every call says what it was about', async () => {
  const profiles = { explorer: { provider: 'understudy' }, analyst: { provider: 'understudy' } };
  const body = { game: 'tilt', seed: 'one', start: true, profiles, budgets: { actions: 8 } };
  const { id } = await getJson<GridRun>('POST /v1/runs', { body });
  const read = () => getJson<GridRun>(`GET /v1/runs/${id}`);
  await expect.poll(async () => (await read()).status, { timeout: 20_000 }).toBe('finished');

  const first = await getJson<ReplayPage>(`GET /v1/runs/${id}/replay?limit=5`);
  expect(first.items.map(({ kind }) => kind)).toEqual(['start', ...Array(4).fill('action')]);
  const rest = await getJson<ReplayPage>(`GET /v1/runs/${id}/replay?cursor=${first.next}`);
  expect([...first.items, ...rest.items].map(({ n }) => n)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);

  const fork = await getJson<GridRun>(`POST /v1/runs/${id}/fork`, { body: { turn: 3 } });
  expect(fork).toMatchObject({ forkedFrom: { run: id, turn: 3 }, status: 'paused', turns: 3 });
  const compared = await getJson<Comparison>(`GET /v1/runs/${id}/compare?with=${fork.id}`);
  expect(compared).toMatchObject({ a: { id }, b: { id: fork.id }, sameGame: true, sameSeed: true });
  await problemOf(`GET /v1/runs/${id}/compare?with=${NO_RUN}`, 404);

  const findAnalysis = async () => {
    const { items } = await getJson<{ items: CallSummary[] }>(`GET /v1/calls?room=${id}&limit=50`);
    return items.find(({ role }) => role === 'analyst')?.id ?? '';
  };
  await expect.poll(findAnalysis, { timeout: 20_000 }).not.toBe('');
  const analysis = await findAnalysis();
  const ofTurn = await getJson<{ items: CallSummary[] }>(`GET /v1/calls?room=${id}&round=2`);
  expect(ofTurn.items.map(({ round, role }) => [round, role])).toEqual([
    [2, 'analyst'],
    [2, 'explorer'],
  ]);
  const { run: about } = await getJson<CallRecord>(`GET /v1/calls/${analysis}`);
  expect(about).toMatchObject({ targetAction: { id: expect.stringMatching(/^ACTION\d$/) } });
  expect(about?.images.map(({ frame }) => frame)).toHaveLength(2);
  expect([about?.stateBefore.action_count, about?.stateAfter.action_count]).not.toContain(undefined);
});

describe('what is open to everybody', () => {
  it('is health, the document and llms.txt, each with its headers', async () => {
    expect(await getJson('GET /healthz', { key: null })).toEqual({ status: 'ok', provider: 'openai' });
    const document = await getJson<{ openapi: string }>('GET /openapi.json', { key: null });
    expect(document.openapi).toBe('3.1.0');
    const text = await call('GET /llms.txt', { key: null });
    expect(await text.text()).toContain('Idempotency-Key');
    expect(text.headers.get('X-Content-Type-Options')).toBe('nosniff');
  });

  it('does not include other origins, nor caches', async () => {
    const response = await call('GET /v1/games', { headers: { Origin: 'https://elsewhere.test' } });
    expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull();
    expect(response.headers.get('Cache-Control')).toBe('no-store');
  });

  it('goes on when the index is down: rooms are read by id, lists say why not', async () => {
    await env.DB.exec('ALTER TABLE rooms RENAME TO rooms_away');
    try {
      await problemOf('GET /v1/scenes', 503);
      expect((await getJson<Scene>(`GET /v1/scenes/${scene.id}`)).id).toBe(scene.id);
    } finally {
      await env.DB.exec('ALTER TABLE rooms_away RENAME TO rooms');
    }
  });
});
