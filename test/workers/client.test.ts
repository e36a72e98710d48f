import { evictDurableObject } from 'cloudflare:test';
import { exports } from 'cloudflare:workers';
import { afterEach, describe, expect, it } from 'vitest';
import { type ConnectOptions, connect, isProblem, join, type Stage } from '../../packages/client/src/index';
import { sceneObject, until } from '../support/rooms';
import { OPERATOR } from '../support/stage-client';

const URL_OF_STAGE = 'https://stage.test';
const UNDERSTUDY = { provider: 'understudy' } as const;

const open = new Set<WebSocket>();
/** The network breaks a socket after `cutAfter` messages, without notifying the client if `isSilent`. */
const network = { cutAfter: Number.POSITIVE_INFINITY, cuts: 0, opened: 0 };

/** Sockets of this runtime over a faulty network: a Worker opens a socket with a request. */
class BrokenSocket extends EventTarget {
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  onerror: (() => void) | null = null;
  #socket: WebSocket | null = null;
  #isOver = false;
  #count = 0;

  constructor(address: string) {
    super();
    void this.#connect(address.replace(/^ws/, 'http'));
  }

  async #connect(address: string): Promise<void> {
    const response = await exports.default.fetch(new Request(address, { headers: { Upgrade: 'websocket' } }));
    const socket = response.webSocket;
    if (!socket || this.#isOver) return this.#end();
    this.#socket = socket;
    open.add(socket);
    network.opened += 1;
    socket.addEventListener('message', ({ data }) => {
      if (this.#isOver) return;
      this.#count += 1;
      // The message is lost, with all that follow.
      if (this.#count > network.cutAfter) {
        network.cuts += 1;
        return this.#end();
      }
      this.onmessage?.({ data });
    });
    socket.addEventListener('close', () => this.#end());
    socket.accept();
    this.onopen?.();
  }

  send(text: string): void {
    if (!this.#isOver) this.#socket?.send(text);
  }

  close(): void {
    this.#isOver = true;
    this.#leave();
  }

  #leave(): void {
    if (!this.#socket) return;
    open.delete(this.#socket);
    this.#socket.close(1000, 'left');
    this.#socket = null;
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#leave();
    this.onclose?.();
  }
}

const options = (token: string | null, more: Partial<ConnectOptions> = {}): ConnectOptions => ({
  url: URL_OF_STAGE,
  token,
  againMs: 10,
  fetch: (request) => exports.default.fetch(request),
  WebSocket: BrokenSocket as unknown as new (address: string) => WebSocket,
  ...more,
});

const createScene = (stage: Stage) =>
  stage.POST('/v1/scenes', {
    body: {
      title: 'A kitchen in a storm',
      characters: [{ name: 'Ada' }],
      personas: [{ name: 'Mara' }, { name: 'Ben' }],
      profiles: { director: UNDERSTUDY, character: UNDERSTUDY },
    },
  });

const ledgerOf = async (stage: Stage, id: string): Promise<number[]> => {
  const page = await stage.GET('/v1/scenes/{id}/events', { path: { id }, query: { limit: 1000 } });
  return page.events.map(({ seq }) => seq);
};

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
  Object.assign(network, { cutAfter: Number.POSITIVE_INFINITY, cuts: 0, opened: 0 });
});

describe('a room that is followed', () => {
  it('gives every event once and in order, though its sockets are cut a hundred times', async () => {
    const stage = connect(options(OPERATOR));
    const { id } = await createScene(stage);
    const scene = stage.scene(id, { after: 0 });
    closing.push(scene.close);
    const heard: number[] = [];
    scene.on('event', ({ seq }) => heard.push(seq));
    network.cutAfter = 2;
    let rounds = 0;
    while (network.cuts < 100) {
      rounds += 1;
      await scene.say(`Is anybody there, for the ${rounds}. time?`, { as: 'mara', wait: true });
      const head = (await ledgerOf(stage, id)).at(-1) ?? 0;
      // The room closes some of them, because it was evicted.
      if (rounds % 3 === 0)
        await evictDurableObject(sceneObject(id) as DurableObjectStub, { webSockets: 'close' });
      await until(() => heard.at(-1) ?? 0).holds((last) => last >= head);
    }
    const ledger = await ledgerOf(stage, id);
    expect(network.cuts).toBeGreaterThanOrEqual(100);
    expect(heard).toEqual(ledger);
    expect(scene.state.events.map(({ seq }) => seq)).toEqual(ledger);
  }, 180_000);

  it('hears what comes of a line that is said at once, and folds the lines', async () => {
    const stage = connect(options(OPERATOR));
    const { id } = await createScene(stage);
    const scene = stage.scene(id);
    closing.push(scene.close);
    const spoken: string[] = [];
    const deltas: number[] = [];
    scene.on('character.spoke', ({ payload }) => spoken.push(payload.text));
    scene.on('character.delta', ({ payload }) => deltas.push(payload.part));
    const said = await scene.say('Is anybody there?', { as: 'mara', to: ['ada'], wait: true });
    expect(said.status).toBe('completed');
    await until(() => scene.state.events.at(-1)?.kind).holds((kind) => kind === 'round.completed');
    expect(spoken).toHaveLength(1);
    expect(scene.lines.map(({ name, round }) => [name, round])).toEqual([
      ['Mara', 1],
      ['Ada', 1],
    ]);
    expect(scene.state.drafts).toEqual([]);
    await stage.POST('/v1/scenes/{id}/rounds/{n}/rollback', { path: { id, n: 0 } });
    await until(() => scene.lines.length).holds((count) => count === 0);
  });

  it('has the lines of a round when `say` resolves with `wait`, and returns them', async () => {
    const stage = connect(options(OPERATOR));
    const { id } = await createScene(stage);
    const scene = stage.scene(id);
    closing.push(scene.close);
    for (const text of ['Is anybody there?', 'And now?']) {
      const said = await scene.say(text, { as: 'mara', to: ['ada'], wait: true });
      expect(said.status).toBe('completed');
      expect(said.lines.map(({ name }) => name)).toEqual(['Mara', 'Ada']);
      expect(scene.lines.slice(-2)).toEqual(said.lines);
    }
    const whispered = await scene.whisper('Not for Ada.', ['persona:ben'], { as: 'mara', wait: true });
    expect(whispered.lines.map(({ text }) => text)).toEqual(['Not for Ada.']);
    expect((await scene.continue({ wait: true })).lines.map(({ round }) => round)).not.toContain(2);
    expect((await scene.say('Bye.', { as: 'mara' })).lines).toEqual([]);
  });

  it('returns the lines of `say` although its socket is cut again and again', async () => {
    const stage = connect(options(OPERATOR));
    const { id } = await createScene(stage);
    const scene = stage.scene(id);
    closing.push(scene.close);
    network.cutAfter = 2;
    const said = await scene.say('Is anybody there?', { as: 'mara', to: ['ada'], wait: true });
    expect(said.lines.map(({ name }) => name)).toEqual(['Mara', 'Ada']);
    expect(network.cuts).toBeGreaterThan(0);
  });

  it('ends a `say` that waits when it is closed', async () => {
    const stage = connect(options(OPERATOR));
    const { id } = await createScene(stage);
    const scene = stage.scene(id);
    await scene.open();
    network.cutAfter = 0;
    const saying = scene.say('Is anybody there?', { as: 'mara', wait: true });
    await until(
      async () => (await stage.GET('/v1/scenes/{id}/rounds', { path: { id } })).items[0]?.status,
    ).holds((status) => status === 'completed');
    scene.close();
    expect((await saying).status).toBe('completed');
    expect(scene.state.connection).toBe('closed');
    expect(open.size).toBe(0);
  });

  it('begins with the last events, loads earlier ones, and reads the room again', async () => {
    const stage = connect(options(OPERATOR));
    const { id } = await createScene(stage);
    const scene = stage.scene(id, { last: 3 });
    closing.push(scene.close);
    await stage.POST('/v1/scenes/{id}/turns', {
      path: { id },
      query: { wait: true },
      body: { type: 'user', text: 'One.', personaId: 'mara', to: [] },
    });
    await scene.open();
    expect(scene.state.events).toHaveLength(3);
    expect(scene.state.hasEarlier).toBe(true);
    await scene.loadEarlier();
    expect(scene.state.events.map(({ seq }) => seq)).toEqual(await ledgerOf(stage, id));
    await stage.PATCH('/v1/scenes/{id}', { path: { id }, body: { title: 'A cellar' } });
    await until(() => scene.state.room?.title).holds((title) => title === 'A cellar');
  });

  it('is over for good when it is deleted', async () => {
    const stage = connect(options(OPERATOR));
    const { id } = await createScene(stage);
    const scene = stage.scene(id);
    closing.push(scene.close);
    const problems: string[] = [];
    scene.on('problem', ({ type }) => problems.push(type));
    await until(() => scene.state.connection).holds((connection) => connection === 'live');
    await stage.DELETE('/v1/scenes/{id}', { path: { id } });
    await until(() => scene.state.connection).holds((connection) => connection === 'refused');
    expect(problems).toEqual(['not-found']);
    expect(open.size).toBe(0);
  });
});

it('people on seats join with an invitation, hear whispers for them, and see who types', async () => {
  const stage = connect(options(OPERATOR));
  const { id } = await createScene(stage);
  const seat = await stage.POST('/v1/scenes/{id}/seats', {
    path: { id },
    body: { role: 'player', persona: 'ben' },
  });
  const joined = await join({ ...options(null), invitation: seat.invitation ?? '', name: 'Bo' });
  closing.push(joined.scene.close);
  const heard: string[] = [];
  joined.scene.on('player.spoke', ({ payload }) => heard.push(`${payload.name}: ${payload.text}`));
  await joined.scene.open();
  const owner = stage.scene(id);
  closing.push(owner.close);
  await owner.open();
  await until(() => [joined.scene.state.connection, owner.state.connection]).holds((all) =>
    all.every((one) => one === 'live'),
  );
  joined.scene.typing(true);
  await until(() => owner.state.typists.map(({ name }) => name)).holds((names) => names.length === 1);
  await owner.whisper('The key is under the mat.', ['persona:ben'], { as: 'mara', wait: true });
  await owner.whisper('Not for Ben.', ['ada'], { as: 'mara', wait: true });
  await joined.scene.say('Thanks!', { wait: true });
  await until(() => heard).holds((lines) => lines.length >= 2);
  expect(heard).toEqual(['Mara: The key is under the mat.', 'Ben: Thanks!']);
  expect(joined.scene.lines.some(({ text }) => text === 'Not for Ben.')).toBe(false);
  const again = await join({ ...options(null), invitation: seat.invitation ?? '', name: 'Eve' }).catch(
    (e) => e,
  );
  expect(isProblem(again, 'unauthenticated', 'gone', 'conflict')).toBe(true);
});

describe('requests', () => {
  it('are problems with their types when they are refused', async () => {
    const stage = connect(options(OPERATOR));
    const { id } = await createScene(stage);
    const wrong = await stage
      .scene(id)
      .say('Hm.', { as: 'nobody' })
      .catch((error: unknown) => error);
    if (!isProblem(wrong, 'invalid')) throw wrong;
    expect(wrong.problem.errors).toEqual([{ pointer: '/personaId', message: expect.any(String) }]);
    expect(wrong.fix).toBeTruthy();
    const stranger = await connect(options('ps_local_wrong'))
      .GET('/v1/me')
      .catch((error: unknown) => error);
    expect(isProblem(stranger, 'unauthenticated')).toBe(true);
    expect(isProblem(stranger, 'invalid')).toBe(false);
  });

  it('happen once, though their answers are lost, cut off, or 503', async () => {
    const faults = ['lost', 'cut', 'busy'];
    const keys: (string | null)[] = [];
    const stage = connect(
      options(OPERATOR, {
        fetch: async (request) => {
          if (request.method !== 'POST') return exports.default.fetch(request);
          keys.push(request.headers.get('idempotency-key'));
          const response = await exports.default.fetch(request);
          const fault = faults.shift();
          if (fault === 'lost') throw new TypeError('the network is gone');
          if (fault === 'cut') return new Response((await response.text()).slice(0, 9), response);
          if (fault === 'busy')
            return Response.json(
              {
                type: '/problems/unavailable',
                title: 'Not now',
                status: 503,
                detail: 'Restarting.',
                retryAfter: 0,
              },
              { status: 503 },
            );
          return response;
        },
      }),
    );
    const created = await createScene(stage);
    expect(new Set(keys).size).toBe(1);
    expect(keys).toHaveLength(4);
    const { items } = await connect(options(OPERATOR)).GET('/v1/scenes', { query: { q: created.title } });
    expect(items.filter(({ id }) => id === created.id).length).toBeLessThanOrEqual(1);
  });

  it('list every entry of all pages', async () => {
    const asked: string[] = [];
    const fetch = (request: Request) => {
      asked.push(new URL(request.url).search);
      return exports.default.fetch(request);
    };
    const stage = connect(options(OPERATOR, { fetch }));
    const { id } = await createScene(stage);
    for (const text of ['One.', 'Two.', 'Three.'])
      await stage.scene(id).say(text, { as: 'mara', wait: true });
    const rounds: number[] = [];
    asked.length = 0;
    for await (const { n } of stage.list('/v1/scenes/{id}/rounds', { path: { id }, query: { limit: 2 } }))
      rounds.push(n);
    expect(rounds.sort()).toEqual([1, 2, 3]);
    expect(asked).toHaveLength(2);
    const seqs: number[] = [];
    for await (const { seq } of stage.list('/v1/scenes/{id}/events', { path: { id }, query: { limit: 5 } }))
      seqs.push(seq);
    expect(seqs).toEqual(await ledgerOf(stage, id));
    asked.length = 0;
    for await (const _ of stage.list('/v1/scenes/{id}/events', { path: { id }, query: { limit: 1 } })) break;
    expect(asked).toHaveLength(1);
  });

  it('give up after the tries that they may make, and say that nothing answered', async () => {
    let asked = 0;
    const stage = connect(
      options(OPERATOR, {
        retries: 1,
        fetch: async () => {
          asked += 1;
          throw new TypeError('nothing is there');
        },
      }),
    );
    const error = await stage.GET('/v1/me').catch((problem: unknown) => problem);
    expect(isProblem(error, 'no-answer')).toBe(true);
    expect(asked).toBe(2);
  });
});

describe('a run', () => {
  it('of a grid game is stepped, turn by turn', async () => {
    const stage = connect(options(OPERATOR));
    const made = await stage.POST('/v1/runs', {
      body: { game: 'corridor', profiles: { explorer: UNDERSTUDY, analyst: UNDERSTUDY } },
    });
    const run = stage.run(made.id);
    closing.push(run.close);
    const turns: number[] = [];
    run.on('turn.completed', ({ turn = 0 }) => turns.push(turn));
    await run.step();
    await run.step();
    await until(() => [turns, run.state.room?.status]).holds(
      ([, status]) => turns.length === 2 && status === 'paused',
    );
    expect(turns).toEqual([1, 2]);
  });

  it('of a story takes commands', async () => {
    const stage = connect(options(OPERATOR));
    const made = await stage.POST('/v1/runs', {
      body: {
        game: 'tide-mill',
        profiles: { adventurer: UNDERSTUDY, critic: UNDERSTUDY, keeper: UNDERSTUDY },
      },
    });
    const run = stage.run(made.id);
    closing.push(run.close);
    const typed: string[] = [];
    run.on('command.executed', ({ payload }) => typed.push(payload.command));
    const given = await run.act('look', { wait: true });
    expect(given.text).toBeTruthy();
    await until(() => typed).holds((commands) => commands.length === 1);
    expect(typed).toEqual(['look']);
  });
});
