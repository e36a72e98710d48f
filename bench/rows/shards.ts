import { type Door, send } from '../lib/client';
import type { Row, Section } from '../lib/report';
import { median, spread } from '../lib/stats';
import type { Layout, RoomToFill } from '../shards/worker';
import type { Bench } from './context';

const ROOMS = 10_000;
const TENANTS = 200;
const ROUNDS = 8;
const ROOMS_AT_ONCE = 100;
const WRITERS = 4;
const LAYOUTS: readonly Layout[] = ['one', 'four'];
const D1_BYTES = 10_000_000_000;
const GOAL = 1.25;

interface Size {
  shard: string;
  bytes: number;
  rooms: number;
  calls: number;
}

/** Measures lists and writes of an index of 10,000 rooms in one database and in four. */
export async function measureShards({ servers, quick }: Bench): Promise<Section> {
  const door = await servers.startShards();
  const rooms = quick ? ROOMS / 10 : ROOMS;
  const samples = quick ? 60 : 300;
  const tenants = shareRooms(rooms);
  const all = tenants.flatMap(({ name, rooms: mine }) => mine.map((n) => ({ tenant: name, n })));
  const fillTimes: Record<Layout, number[]> = { one: [], four: [] };
  // Alternate, so that a slow moment of the machine affects both.
  for (let at = 0; at < all.length; at += ROOMS_AT_ONCE * WRITERS)
    for (const layout of LAYOUTS) {
      const start = performance.now();
      await Promise.all(
        Array.from({ length: WRITERS }, (_, i) => {
          const from = at + i * ROOMS_AT_ONCE;
          const batch = all.slice(from, from + ROOMS_AT_ONCE);
          return write(
            door,
            layout,
            batch.map((room) => ({ ...room, from: 1, rounds: ROUNDS })),
          );
        }),
      );
      fillTimes[layout].push(performance.now() - start);
    }

  const [one] = await sizes(door, 'one');
  const four = await sizes(door, 'four');
  if (!one) throw new Error('the index has no size');
  const largest = four.toSorted((a, b) => b.bytes - a.bytes)[0] ?? one;
  const rows: Row[] = [];
  for (const [path, what] of [
    ['scenes', 'list of scenes, 50'],
    ['calls', 'list of calls, 50'],
    ['usage', 'usage of one tenant over 30 days'],
  ] as const) {
    rows.push(compare(what, await readAll(door, path, tenants, samples), samples));
    const busy = await whileWriting(door, all, () => readAll(door, path, tenants, samples / 3));
    rows.push(compare(`${what}, while ${WRITERS} rooms write`, busy, samples / 3));
  }
  const rate = (layout: Layout) => (ROOMS_AT_ONCE * WRITERS * 1_000) / median(fillTimes[layout]);
  const plain = { ratio: '—', goal: '—', met: null, samples: '1 each' };
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
  rows.push({
    ...plain,
    what: `batches of an outbox, ${ROUNDS} rounds each`,
    ours: `${rate('four').toFixed(0)}/s`,
    floor: `${rate('one').toFixed(0)}/s`,
    ratio: (rate('four') / rate('one')).toFixed(2),
    samples: `${fillTimes.one.length} × ${ROOMS_AT_ONCE * WRITERS}`,
  });
  rows.push({
    ...plain,
    what: 'size of the largest database',
    ours: megabytes(largest.bytes),
    floor: megabytes(one.bytes),
    ratio: (largest.bytes / one.bytes).toFixed(2),
  });
  rows.push({
    ...plain,
    what: 'rooms in the largest database',
    ours: String(largest.rooms),
    floor: String(one.rooms),
    ratio: (largest.rooms / one.rooms).toFixed(2),
  });
  const ofRound = one.bytes / (rooms * ROUNDS);
  const rounds = D1_BYTES / ofRound;
  return {
    title: `An index of ${rooms.toLocaleString('en')} rooms in four databases`,
    method: `${rooms.toLocaleString('en')} rooms of ${TENANTS} tenants (the largest has ${tenants[0]?.rooms.length}, the smallest ${tenants.at(-1)?.rooms.length}) with ${ROUNDS} rounds of five calls each, written with the outbox's statements. Tenants are distributed by the stage's rule (\`src/storage/shards.ts\`). The baseline is the same index in one database. A reduced Worker runs the stage's list queries for one tenant after another.`,
    rows,
    notes: [
      `A round of five calls takes ${ofRound.toFixed(0)} bytes of the index (with its part of the room's row), so 10 GB hold ${(rounds / 1e6).toFixed(1)} million rounds: ${(rounds / 100 / 1e3).toFixed(0)},000 rooms of 100 rounds in a database. The databases have ${four.map(({ rooms: count }) => count).join(', ')} rooms. They are uneven because a tenant is never split.`,
      'Locally, all databases share one thread, so four are no faster than one. In production each has its own.',
    ],
  };
}

/** Distributes rooms over tenants with decreasing shares: the first has the most, the last a few. */
function shareRooms(rooms: number): { name: string; rooms: number[] }[] {
  const weights = Array.from({ length: TENANTS }, (_, i) => 1 / (i + 1) ** 0.8);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  let given = 0;
  let share = 0;
  return weights.map((weight, i) => {
    share += weight;
    const until = Math.round((rooms * share) / sum);
    const mine = Array.from({ length: until - given }, (_, k) => given + k);
    given = until;
    return { name: `tenant${i}`, rooms: mine };
  });
}

/** Writes rooms, with one retry after a lost connection; writing a batch twice is safe. */
async function write(door: Door, layout: Layout, rooms: RoomToFill[]): Promise<void> {
  const post = () => send(door, 'POST', `/fill?layout=${layout}`, rooms);
  await post().catch(post);
}

const sizes = (door: Door, layout: Layout): Promise<Size[]> =>
  send<Size[]>(door, 'GET', `/sizes?layout=${layout}`);

/** Reads a list of each tenant, alternating between the layouts; returns milliseconds. */
async function readAll(
  door: Door,
  path: string,
  tenants: readonly { name: string }[],
  samples: number,
): Promise<Record<Layout, number[]>> {
  const times: Record<Layout, number[]> = { one: [], four: [] };
  for (let i = 0; i < samples; i += 1) {
    const { name } = tenants[(i * 7) % tenants.length] ?? { name: '' };
    for (const layout of i % 2 === 0 ? LAYOUTS : LAYOUTS.toReversed()) {
      const start = performance.now();
      const { ok } = await send<{ ok: boolean }>(door, 'GET', `/${path}?layout=${layout}&tenant=${name}`);
      if (!ok) throw new Error(`the list ${path} of ${name} failed`);
      times[layout].push(performance.now() - start);
    }
  }
  return times;
}

/** Runs `work` while rooms write one more round each, to both layouts alike. */
async function whileWriting<T>(
  door: Door,
  rooms: readonly { tenant: string; n: number }[],
  act: () => Promise<T>,
): Promise<T> {
  let isOver = false;
  const writers = Array.from({ length: WRITERS }, async (_, i) => {
    for (let k = i; !isOver; k += WRITERS) {
      const room = rooms[(k * 31) % rooms.length];
      if (room)
        for (const layout of LAYOUTS) await write(door, layout, [{ ...room, from: ROUNDS + 1, rounds: 1 }]);
    }
  });
  try {
    return await act();
  } finally {
    isOver = true;
    await Promise.all(writers);
  }
}

function compare(what: string, { one, four }: Record<Layout, number[]>, samples: number): Row {
  const ratio = median(four) / median(one);
  return {
    ...{ what, ours: spread(four), floor: spread(one), ratio: ratio.toFixed(2) },
    ...{ goal: `≤ ${GOAL}`, met: ratio <= GOAL, samples: `${samples.toFixed(0)} each` },
  };
}
