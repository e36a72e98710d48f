import { WebSocket } from 'ws';
import type { Event } from '../../src/contract/events/events';
import { Person } from '../../test/support/person';
import { compareTranscript } from '../../test/support/transcripts';
import { type Door, Listener, pause, send } from '../lib/client';
import { ask, openTable, readAll, type Table, tell } from '../lib/people';
import type { Section } from '../lib/report';
import { median, spread } from '../lib/stats';
import type { Bench } from './context';

/** The limit of one room (docs/operate.md). */
const SOCKETS = 1000;
/** How many of them seats may use; the rest is reserved for the owner. */
const ON_SEATS = 900;
/** The maximum number of seats; their people have several windows open. */
const SEATS = 200;
const GAP_MS = 60;

export async function measureFullHouse(bench: Bench): Promise<Section> {
  const { stage, floor, servers, quick } = bench;
  const [rounds, events] = quick ? [2, 6] : [10, 20];
  const table = await openTable(stage, 'a full house');
  const people = await fillHouse(stage, table);
  const bare = await fillFloor(floor);
  const memory = servers.memoryOf(stage);
  const refusal = await knock(stage, table.id, people);

  const ours: number[] = [];
  const beside: number[] = [];
  for (let n = -1; n < events; n += 1) {
    const title = `house ${n};`;
    const path = `/v1/scenes/${table.id}`;
    const a = await reach(people, title, () => send(stage, 'PATCH', path, { title }));
    const text = JSON.stringify({ seq: 1000, kind: 'scene.changed', actor: 'system', payload: { title } });
    const b = await reach(bare, title, () => send(floor, 'POST', '/rooms/house/event', text));
    if (n < 0) continue;
    ours.push(a);
    beside.push(b);
  }
  const completionTimes: number[] = [];
  for (let n = 0; n < rounds; n += 1) {
    const player = table.players[n % table.players.length];
    const reply = player && (await tell(player, { text: `Can you hear me at the back? (${n})` }));
    if (reply?.completed != null) completionTimes.push(reply.completed);
  }
  const wrong = await compareAll(people, table.id);
  for (const { person } of people) person.leave();
  for (const { socket } of bare) socket.terminate();
  await pause(500);
  return {
    title: `A full scene: ${SOCKETS} sockets`,
    method: `One scene with ${SEATS} seats and ${SOCKETS} sockets, ${ON_SEATS} of them on seats and the others the owner's. An event is a \`PATCH\` of the title, timed from the request to the last socket. The baseline is a bare object that stores a row and forwards the same to ${SOCKETS} sockets.`,
    rows: [
      {
        what: `one event to ${SOCKETS} sockets of ${SEATS} seats`,
        ours: spread(ours),
        floor: spread(beside),
        ratio: (median(ours) / median(beside)).toFixed(3),
        goal: '—',
        met: null,
        samples: `${ours.length} and ${beside.length}`,
      },
      {
        what: `a round with ${SOCKETS} sockets, from the line to the end on the speaker's socket`,
        ours: spread(completionTimes),
        floor: '—',
        ratio: '—',
        goal: '—',
        met: null,
        samples: `${completionTimes.length}`,
      },
      {
        what: "events that a socket lost or that differ from its seat's ledger",
        ours: `${wrong.length} of ${people.reduce((sum, { person }) => sum + person.heard.length, 0)}`,
        floor: '—',
        ratio: '—',
        goal: '0',
        met: wrong.length === 0,
        samples: `${rounds} rounds, ${events + 1} changes`,
      },
      {
        what: `socket ${SOCKETS + 1}, a stream, and after one has left`,
        ours: refusal,
        floor: '—',
        ratio: '—',
        goal: '429, 429, open',
        met: refusal === '429, 429, open',
        samples: `memory ${memory.toFixed(0)} MiB`,
      },
    ],
  };
}

interface Ear {
  person: Person;
  readonly socket: WebSocket;
}

const earOf = (person: Person): Ear => ({
  person,
  get socket() {
    if (!person.socket) throw new Error(`${person.name} has lost its socket`);
    return person.socket;
  },
});

async function fillHouse(stage: Door, { id, players }: Table): Promise<Ear[]> {
  const guests = [...players];
  while (guests.length < SEATS) {
    const batch = Array.from({ length: Math.min(10, SEATS - guests.length) }, (_, i) =>
      Person.seat(ask, stage, `/v1/scenes/${id}`, {
        role: 'spectator',
        persona: null,
        name: `Guest ${guests.length + i}`,
      }),
    );
    guests.push(...(await Promise.all(batch)));
  }
  const windows: Person[] = [...players];
  const open = async (waiting: readonly Person[], most: number): Promise<void> => {
    for (let from = 0; from < waiting.length; from += 20) {
      const batch = waiting.slice(from, from + 20).slice(0, most - windows.length);
      await Promise.all(batch.map((person) => person.connect()));
      windows.push(...batch);
    }
  };
  for (let n = 0; windows.length < ON_SEATS; n += 1) {
    const waiting = guests.flatMap((person) => (n === 0 && person.socket !== null ? [] : [person.again()]));
    await open(waiting, ON_SEATS);
  }
  const place = { room: `/v1/scenes/${id}`, seat: null, name: 'Owner', persona: null };
  const owners = Array.from({ length: SOCKETS - ON_SEATS }, () => new Person(ask, stage, place));
  await open(owners, SOCKETS);
  return windows.map(earOf);
}

async function fillFloor(floor: Door): Promise<{ socket: WebSocket }[]> {
  const all: { socket: WebSocket }[] = [];
  while (all.length < SOCKETS) {
    const batch = Array.from({ length: 25 }, () => new Listener(floor, '/rooms/house/socket'));
    await Promise.all(batch.map((listener) => listener.next('"type":"ready"', 60_000)));
    for (const { socket } of batch) {
      // Parse and store the messages, as for the others.
      const messages: unknown[] = [];
      socket.removeAllListeners('message');
      socket.on('message', (data: Buffer) => messages.push(JSON.parse(data.toString())));
    }
    all.push(...batch);
  }
  return all;
}

/** Returns milliseconds until every socket has the event. */
async function reach(
  ears: readonly { socket: WebSocket }[],
  marker: string,
  cause: () => Promise<unknown>,
): Promise<number> {
  const start = performance.now();
  const everybody = new Promise<number>((resolve, reject) => {
    let remaining = ears.length;
    const timer = setTimeout(() => reject(new Error(`${remaining} sockets never had ${marker}`)), 60_000);
    for (const { socket } of ears) {
      const hear = (data: Buffer) => {
        if (!data.toString().includes(marker)) return;
        socket.off('message', hear);
        remaining -= 1;
        if (remaining > 0) return;
        clearTimeout(timer);
        resolve(performance.now() - start);
      };
      socket.on('message', hear);
    }
  });
  const [ms] = await Promise.all([everybody, cause()]);
  await pause(GAP_MS);
  return ms;
}

/**
 * Exceeds the limit by one: with a ticket for a socket, for a stream of events, and for a socket after
 * someone has left. A refusal must be a problem that names the limit and the time to retry.
 */
async function knock(stage: Door, scene: string, ears: readonly Ear[]): Promise<string> {
  const socket = await openOne(stage, scene);
  const stream = await fetch(`${stage.url}/v1/scenes/${scene}/events`, {
    headers: { Authorization: `Bearer ${stage.key}`, Accept: 'text/event-stream' },
  });
  const refusal = explainRefusal(stream.status, stream.headers.get('Retry-After'), await stream.text());
  const last = ears.at(-1)?.person;
  last?.leave();
  await pause(500);
  const reopening = await openOne(stage, scene);
  await pause(500);
  await last?.connect();
  return `${socket}, ${refusal}, ${reopening}`;
}

async function openOne(stage: Door, scene: string): Promise<string> {
  const { ticket } = await ask<{ ticket: string }>(stage, 'POST', `/v1/scenes/${scene}/tickets`);
  const url = `${stage.url.replace('http', 'ws')}/v1/scenes/${scene}/socket?after=0&ticket=${ticket}`;
  const socket = new WebSocket(url, { perMessageDeflate: false });
  return new Promise((resolve) => {
    socket.on('error', ({ message }) => resolve(message));
    socket.on('open', () => {
      socket.terminate();
      resolve('open');
    });
    socket.on('unexpected-response', (_request, response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      response.on('end', () => {
        const after = response.headers['retry-after'];
        resolve(explainRefusal(response.statusCode ?? 0, after ?? null, text));
      });
    });
  });
}

function explainRefusal(status: number, retryAfter: string | null, text: string): string {
  const helps = text.includes('"type"') && text.includes(String(SOCKETS)) && text.includes('sockets');
  return helps && Number(retryAfter) > 0 ? String(status) : `${status} ${retryAfter} ${text.slice(0, 300)}`;
}

async function compareAll(ears: readonly Ear[], scene: string): Promise<string[]> {
  const wrong: string[] = [];
  const pages = new Map<string, Event[]>();
  for (const { person } of ears) {
    const page = pages.get(person.seat ?? '') ?? (await readAll(person.at, scene));
    pages.set(person.seat ?? '', page);
    wrong.push(...compareTranscript(person.heard, page));
  }
  for (const line of wrong.slice(0, 10)) console.error(`  full house: ${line}`);
  return wrong;
}
