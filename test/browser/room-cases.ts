import { strFromU8, unzipSync } from 'fflate';
import type { Event } from '../../src/contract/events/events';
import type { TurnAccepted } from '../../src/contract/rounds';
import type { GridRun, Report } from '../../src/contract/runs';
import { readStream } from '../support/api-client';
import { type Case, count, createScene, must, readCalls, readLedger, readRound, say, until } from './cases';
import type { Stage } from './stage';

async function openSocket(stage: Stage, room: string, after: number) {
  const { ticket } = await stage.client.post<{ ticket: string }>(`${room}/tickets`);
  const address = `${stage.url.replace('http', 'ws')}${room}/socket?after=${after}&ticket=${ticket}`;
  const socket = new WebSocket(address);
  const messages: Record<string, unknown>[] = [];
  socket.addEventListener('message', ({ data }) => messages.push(JSON.parse(String(data))));
  await until('the socket is ready', 5, async () => messages.find(({ type }) => type === 'ready') ?? null);
  return { socket, messages, address };
}

export const ROOM_CASES: Case[] = [
  {
    name: 'no credential, no access; another tenant finds nothing',
    run: async ({ stage, client }) => {
      const scene = await createScene(client, { provider: 'understudy' });
      const path = `/v1/scenes/${scene.id}`;
      const bare = await fetch(`${stage.url}${path}`);
      must(bare.status === 401, `${bare.status} without a key`);
      must(bare.headers.get('Content-Type')?.includes('application/problem+json'), 'no problem body');
      const other = await client.post<{ key: { key: string } }>('/v1/tenants', { name: 'elsewhere' });
      const asked = await client.send(path, { headers: { Authorization: `Bearer ${other.key.key}` } });
      must(asked.status === 404, `${asked.status} for another tenant`);
      // Wrangler has developer pages of its own on the same port.
      for (const page of ['/cdn-cgi/explorer/', '/cdn-cgi/local/explorer/api/d1/database']) {
        const { status } = await fetch(`${stage.url}${page}`);
        must(status === 404, `${status} for ${page}: it shows what is stored without a key`);
      }
    },
  },
  {
    name: 'two players at once, over HTTP and WebSocket: both kept, in order, and answered in one round',
    run: async ({ stage, client, fake }) => {
      const model = 'fake:ok#players';
      const scene = await createScene(client, { provider: 'openai', model });
      await fake.script(model, { mode: 'hang' });
      const path = `/v1/scenes/${scene.id}`;
      const { socket, messages, address } = await openSocket(stage, path, 0);
      const input = { type: 'user', text: 'Ben says this over the socket.', personaId: 'ben' };
      const posted = say(client, scene.id, 'Ada says this over HTTP.');
      socket.send(JSON.stringify({ type: 'turn', ref: 'mine', input }));
      await until('the socket is told that its input is kept', 20, async () =>
        messages.some(({ type, ref }) => type === 'accepted' && ref === 'mine') ? true : null,
      );
      await until('the first round is held', 20, async () =>
        (await fake.log(model)).length > 0 ? true : null,
      );
      await fake.control({ release: model });
      const http = await posted;
      must(http.status === 'completed', `the round of the POST is ${http.status}`);
      await until('the round on the socket', 20, async () =>
        messages.some((event) => event.kind === 'round.completed') ? true : null,
      );
      const live = messages.filter((message) => typeof message.seq === 'number') as unknown as Event[];
      const ledger = await readLedger(client, path);
      must(
        JSON.stringify(live) === JSON.stringify(ledger),
        'the socket brought something else than the ledger',
      );
      const order = ledger.filter(({ kind }) => kind === 'round.started' || kind === 'round.completed');
      must(
        order.map(({ kind, round }) => `${kind} ${round}`).join(', ') ===
          'round.started 1, round.started 1, round.completed 1',
        'the second line did not join the round',
      );
      const said = ledger.filter((event) => event.kind === 'player.spoke').map(({ seq }) => seq);
      const answered = ledger.findLast((event) => event.kind === 'round.started')?.payload.inputs;
      must(JSON.stringify(said) === JSON.stringify(answered), `said ${said}, answered ${answered}`);
      socket.close();
      const again = new WebSocket(address);
      const refused = await new Promise((done) => {
        again.addEventListener('open', () => done(false));
        again.addEventListener('error', () => done(true));
      });
      must(refused, 'a used ticket opened a second socket');
      return `${ledger.length} events`;
    },
  },
  {
    name: 'the same Idempotency-Key twice: one input, one answer',
    run: async ({ client }) => {
      const scene = await createScene(client, { provider: 'understudy' });
      const path = `/v1/scenes/${scene.id}`;
      const body = { type: 'user', text: 'Once only.', personaId: 'ada' };
      const headers = { 'Idempotency-Key': 'smoke-1' };
      const [first, second] = await Promise.all([
        client.post<TurnAccepted>(`${path}/turns?wait=1`, body, headers),
        client.post<TurnAccepted>(`${path}/turns?wait=1`, body, headers),
      ]);
      must(first.inputSeq === second.inputSeq, `${first.inputSeq} and ${second.inputSeq}`);
      must(count(await readLedger(client, path), 'player.spoke') === 1, 'the input is there twice');
      const other = await client.send(`${path}/turns`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ ...body, text: 'Something else.' }),
      });
      must(other.status === 422, `another body under the key: ${other.status}`);
    },
  },
  {
    name: 'SSE with Last-Event-ID: resumes where it was, then live, nothing twice',
    run: async ({ client }) => {
      const scene = await createScene(client, { provider: 'understudy' });
      const path = `/v1/scenes/${scene.id}`;
      await say(client, scene.id, 'First.');
      const before = await readLedger(client, path);
      const abort = new AbortController();
      const response = await client.send(`${path}/events`, {
        headers: { Accept: 'text/event-stream', 'Last-Event-ID': '4' },
        signal: abort.signal,
      });
      must(response.headers.get('Content-Type')?.startsWith('text/event-stream'), 'no event stream');
      const seen: Event[] = [];
      let said: Promise<unknown> | null = null;
      for await (const event of readStream(response.body)) {
        seen.push(event);
        if (event.seq === before.length) said = say(client, scene.id, 'Second.', 'ben');
        if (event.kind === 'round.completed' && event.round === 2) break;
      }
      abort.abort();
      await said;
      const ledger = await readLedger(client, path);
      must(
        JSON.stringify(seen) === JSON.stringify(ledger.slice(4)),
        'the stream is not the ledger from 5 on',
      );
      return `${seen.length} events from 5 on`;
    },
  },
  {
    name: 'a corridor run to its end: true definitions, report, export',
    run: async ({ client }) => {
      const understudy = { provider: 'understudy' as const };
      const run = await client.post<GridRun>('/v1/runs', {
        game: 'corridor',
        start: true,
        profiles: { explorer: understudy, analyst: understudy },
      });
      const path = `/v1/runs/${run.id}`;
      for await (const { kind } of client.follow(path)) {
        must(kind !== 'turn.failed', 'a turn failed');
        if (kind === 'run.finished') break;
      }
      const ended = await client.get<GridRun>(path);
      const states = Object.entries(ended.actions).map(([id, { status }]) => `${id} ${status}`);
      // The game's real rules (src/games/grid/builtin/corridor.ts).
      for (const [i, way] of ['up', 'down', 'left', 'right'].entries()) {
        const action = ended.actions[`ACTION${i + 1}`];
        must(action?.status === 'verified', states.join(', '));
        const words = action.definition ?? '';
        must(words.includes(`blue 4×4 square ${way} 4`), `ACTION${i + 1}: ${words}`);
      }
      must(ended.actions.ACTION5?.status === 'exhausted', states.join(', '));
      const report = await client.get<Report>(`${path}/report`);
      must(
        report.provider === 'understudy' && report.markdown.includes('ACTION1'),
        'the report says nothing',
      );
      const picture = await client.send(`${path}/frames/1.png`);
      must(picture.headers.get('Content-Type') === 'image/png', `frame 1: ${picture.status}`);
      const ledger = await readLedger(client, path);
      const exported = await client.send(`${path}/export`);
      const files = unzipSync(new Uint8Array(await exported.arrayBuffer()));
      const names = Object.keys(files);
      for (const name of ['state.json', 'action_knowledge.json', 'rules.json', 'final_report.md']) {
        must(
          names.some((path) => path.endsWith(name)),
          `the export has no ${name}`,
        );
      }
      must(
        names.some((name) => /calls\/001_/.test(name)),
        'the export has no call 001',
      );
      must(
        names.some((name) => /frames\/.*\.png$/.test(name)),
        'the export has no frames',
      );
      const state = names.find((name) => name.endsWith('state.json')) ?? '';
      JSON.parse(strFromU8(files[state] ?? new Uint8Array()));
      return `${ended.turns} turns, ${ledger.length} events, ${names.length} files`;
    },
  },
  {
    name: 'a run on the model goes through its budget and ends',
    run: async ({ client }) => {
      const model = { provider: 'openai' as const, model: 'fake:ok#run' };
      const run = await client.post<GridRun>('/v1/runs', {
        game: 'corridor',
        start: true,
        budgets: { actions: 6 },
        profiles: { explorer: model, analyst: model },
      });
      for await (const { kind } of client.follow(`/v1/runs/${run.id}`)) {
        must(kind !== 'turn.failed', 'a turn failed');
        if (kind === 'run.finished') break;
      }
      const ended = await client.get<GridRun>(`/v1/runs/${run.id}`);
      must(ended.used.actions <= 6, `${ended.used.actions} actions of 6`);
      return `${ended.finishReason}: ${ended.turns} turns, ${ended.used.calls} calls`;
    },
  },
  {
    name: 'kill -9 in the middle of a round: it completes by itself, nothing lost, nothing twice',
    alone: 'last',
    run: async ({ stage, client, fake }) => {
      const model = 'fake:ok#crash';
      await fake.script(model, { mode: 'ok' }, { mode: 'hang' });
      const scene = await createScene(client, { provider: 'openai', model, timeoutSeconds: 20 });
      const path = `/v1/scenes/${scene.id}`;
      await client.post(`${path}/turns`, { type: 'user', text: 'Is anybody there?', personaId: 'ada' });
      // The director has answered, and a character's call is pending.
      await until('the second call is under way', 20, async () =>
        (await fake.log(model)).length === 2 ? true : null,
      );
      const saved = await readLedger(client, path);
      const killed = performance.now();
      stage.killWorkerd();
      // No requests: the room must wake by its own alarm.
      await until('the room goes on without any request', 120, async () =>
        (await fake.log(model)).length > 2 ? true : null,
      );
      const silence = ((performance.now() - killed) / 1000).toFixed(1);
      for await (const { kind } of client.follow(path)) if (kind === 'round.completed') break;

      const ledger = await readLedger(client, path);
      must(
        JSON.stringify(ledger.slice(0, saved.length)) === JSON.stringify(saved),
        'events that had been stored are gone or changed',
      );
      for (const kind of ['player.spoke', 'round.started', 'round.completed'] as const) {
        must(count(ledger, kind) === 1, `${count(ledger, kind)} times ${kind}`);
      }
      const round = await readRound(client, scene.id, 1);
      must(round.status === 'completed' && round.lines.length === 2, `the round is ${round.status}`);
      const asked = await fake.log(model);
      const twice = asked.filter(({ hash }, i) => asked.findIndex((one) => one.hash === hash) !== i);
      must(twice.length === 1, `${twice.length} questions were asked twice, not 1`);
      must(twice[0]?.hash === asked[1]?.hash, 'another question than the cut one was asked twice');
      const calls = await readCalls(client, scene.id, 5);
      const lost = calls.filter(({ status }) => status === 'lost').length;
      must(lost === 1, `${lost} calls are marked lost, not 1`);
      return `went on after ${silence} s, ${asked.length} requests, 1 lost`;
    },
  },
];
