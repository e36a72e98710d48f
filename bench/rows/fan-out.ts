import { type Door, Listener, pause, send } from '../lib/client';
import type { Row, Section } from '../lib/report';
import { largeScene, openScene, type Room } from '../lib/scene';
import { median, spread } from '../lib/stats';
import type { Bench } from './context';

const SOCKETS = 500;
const RUNS = 5;
const GAP_MS = 60;
const GOAL = 1.15;

/** Compares one event to 500 sockets with a bare object that stores a row and forwards the message. */
export async function measureFanOut(bench: Bench): Promise<Section> {
  const { stage, floor, model } = bench;
  const events = bench.quick ? 8 : 20;
  const room = await openScene(stage, { ...largeScene('fan-out'), scenario: 'A full house.' });
  const ours = new Crowd(stage, `/v1/scenes/${room.id}/socket`);
  const bare = new Crowd(floor, '/socket');
  await Promise.all([ours.fill(), bare.fill()]);

  const change = (n: string) =>
    reach(ours, n, () => send(stage, 'PATCH', `/v1/scenes/${room.id}`, { title: n }));
  // The floor's message has the size of the room's.
  const pass = (n: string) => reach(bare, n, () => send(floor, 'POST', '/event', eventText(n)));
  const open: Sides = { ours: [], floor: [], again: [] };
  const idle: Sides = { ours: [], floor: [], again: [] };
  for (let run = 0; run < RUNS; run += 1) {
    await collectRun(idle, events, change, pass, `idle ${run}`);
    const release = await holdRound(room, model);
    await collectRun(open, events, change, pass, `open ${run}`);
    await release();
  }
  ours.close();
  bare.close();
  room.listener.close();
  return {
    title: `One event to ${SOCKETS} sockets`,
    method: `Time from the client's request until the last of ${SOCKETS} sockets has the event. The request is \`PATCH /v1/scenes/{id}\`: one commit and one event, including the key check, validation and the call to the room. The baseline is a bare Durable Object that writes the text into a row and sends it to its ${SOCKETS} hibernating sockets. Each run is the median of ${events} events, and the figure is the median of ${RUNS} interleaved runs. Both sides include the client's time to read ${SOCKETS} sockets.`,
    rows: [
      row('while a round is played', open, events),
      row('in an idle room (the outbox goes out at once)', idle, events),
    ],
  };
}

/** Medians of a run: the stage's events, the floor's, and the floor's again. */
interface Sides {
  ours: number[];
  floor: number[];
  again: number[];
}

type Cause = (text: string) => Promise<number>;

async function collectRun(
  sides: Sides,
  events: number,
  ours: Cause,
  floor: Cause,
  name: string,
): Promise<void> {
  const [a, b, c]: [number[], number[], number[]] = [[], [], []];
  for (let n = -1; n < events; n += 1) {
    const sample = [
      await floor(`a ${name} ${n};`),
      await ours(`b ${name} ${n};`),
      await floor(`c ${name} ${n};`),
    ];
    if (n < 0) continue;
    for (const [at, list] of [a, b, c].entries()) list.push(sample[at] ?? Number.NaN);
  }
  sides.floor.push(median(a));
  sides.ours.push(median(b));
  sides.again.push(median(c));
}

function row(what: string, sides: Sides, events: number): Row {
  const beside = sides.floor.map((value, run) => (value + (sides.again[run] ?? value)) / 2);
  const ratio = median(sides.ours.map((value, run) => value / (beside[run] ?? Number.NaN)));
  const noise = median(sides.floor.map((value, run) => value / (sides.again[run] ?? Number.NaN)));
  return {
    what,
    ours: spread(sides.ours),
    floor: spread(beside),
    ratio: `${ratio.toFixed(3)} (A/A ${noise.toFixed(3)})`,
    goal: `≤ ${GOAL}`,
    met: ratio <= GOAL,
    samples: `${RUNS} × ${events} and ${RUNS} × ${2 * events}`,
  };
}

/** Returns milliseconds until all sockets have the event. */
async function reach(crowd: Crowd, marker: string, cause: () => Promise<unknown>): Promise<number> {
  const reception = crowd.everybodyHas(marker);
  const start = performance.now();
  const [at] = await Promise.all([reception, cause()]);
  await pause(GAP_MS);
  return at - start;
}

/** Begins a round whose first call does not return; returns the function that ends it. */
async function holdRound({ door, id, listener }: Room, model: Bench['model']): Promise<() => Promise<void>> {
  model.delayMs = 500_000;
  const start = listener.next('"kind":"director.started"');
  const turn = { type: 'user', personaId: 'guest', text: 'Hold on.' };
  await Promise.all([start, send(door, 'POST', `/v1/scenes/${id}/turns`, turn)]);
  await pause(300);
  return async () => {
    const cancellation = listener.next('"kind":"round.cancelled"');
    await Promise.all([cancellation, send(door, 'POST', `/v1/scenes/${id}/cancel`)]);
    model.release();
    model.delayMs = 0;
    await pause(300);
  };
}

const eventText = (title: string): string =>
  JSON.stringify({
    seq: 1000,
    at: new Date(0).toISOString(),
    audience: ['*'],
    kind: 'scene.changed',
    actor: 'system',
    payload: { title },
  });

class Crowd {
  readonly #door: Door;
  readonly #path: string;
  readonly #listeners: Listener[] = [];
  #marker: string | null = null;
  #left = 0;
  #done: (at: number) => void = () => {};

  constructor(door: Door, path: string) {
    this.#door = door;
    this.#path = path;
  }

  async fill(): Promise<void> {
    while (this.#listeners.length < SOCKETS) {
      const batch = Array.from({ length: 25 }, () => new Listener(this.#door, this.#path));
      await Promise.all(batch.map((listener) => listener.next('"type":"ready"', 60_000)));
      for (const { socket } of batch) {
        // From here on the sockets only count.
        socket.removeAllListeners('message');
        socket.on('message', (data: Buffer) => this.#hear(data));
      }
      this.#listeners.push(...batch);
    }
  }

  everybodyHas(marker: string): Promise<number> {
    this.#marker = marker;
    this.#left = this.#listeners.length;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${this.#left} sockets never had ${marker}`)), 30_000);
      this.#done = (at) => {
        clearTimeout(timer);
        resolve(at);
      };
    });
  }

  close(): void {
    for (const listener of this.#listeners) listener.close();
  }

  #hear(data: Buffer): void {
    if (this.#marker === null || !data.toString().includes(this.#marker)) return;
    this.#left -= 1;
    if (this.#left === 0) this.#done(performance.now());
  }
}
