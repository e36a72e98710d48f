import { type Door, pause, send } from '../lib/client';
import type { Section } from '../lib/report';
import { openScene, playRound, type Room, smallScene } from '../lib/scene';
import { median } from '../lib/stats';
import type { Bench } from './context';

const ROOMS = 100;
const GOAL = 0.7;

/** Measures a hundred rooms at once, with and without the outbox. */
export async function measureManyRooms(bench: Bench): Promise<Section> {
  const rounds = bench.quick ? 2 : 4;
  const runs = bench.quick ? 2 : 5;
  const on = await openRooms(bench.stage);
  const off = await openRooms(bench.withoutOutbox);
  await playAll(on, 1);
  await playAll(off, 1);
  await drained(on, 1);

  const [withIt, settled, without]: [number[], number[], number[]] = [[], [], []];
  for (let run = 0; run < runs; run += 1) {
    without.push((ROOMS * rounds * 1000) / (await playAll(off, rounds)));
    const start = performance.now();
    withIt.push((ROOMS * rounds * 1000) / (await playAll(on, rounds)));
    await drained(on, 1 + (run + 1) * rounds);
    settled.push((ROOMS * rounds * 1000) / (performance.now() - start));
  }
  for (const { listener } of [...on, ...off]) listener.close();

  const perSecond = (samples: number[]) => `${median(samples).toFixed(0)} rounds/s`;
  const line = (what: string, samples: number[]) => {
    const ratio = median(samples) / median(without);
    return {
      what,
      ours: perSecond(samples),
      floor: `${perSecond(without)} without outbox`,
      ratio: ratio.toFixed(2),
      goal: `≥ ${GOAL}`,
      met: ratio >= GOAL,
      samples: `${runs} × ${ROOMS * rounds} rounds each`,
    };
  };
  return {
    title: `${ROOMS} rooms at once`,
    method: `${ROOMS} scenes of three characters each play ${rounds} rounds back to back with the understudy, so all of the time is Proscenium's own. Runs with the outbox on and off (\`OUTBOX=off\`) alternate. The second row also waits until D1 lists every round.`,
    rows: [line('until the last round.completed', withIt), line('until the index has caught up', settled)],
    notes: [
      'Locally, D1 and R2 run in the same thread as the rooms and slow them down. In production they do not.',
    ],
  };
}

async function openRooms(door: Door): Promise<Room[]> {
  const rooms: Room[] = [];
  for (let n = 0; n < ROOMS; n += 1) rooms.push(await openScene(door, smallScene(`room ${n}`)));
  return rooms;
}

/** Returns milliseconds until the last round is completed. */
async function playAll(rooms: Room[], rounds: number): Promise<number> {
  // `wrangler dev` keeps connections between its two processes for some seconds; a POST on a closing one
  // fails ("Network connection lost"). wrangler repeats a GET itself, which leaves fresh connections.
  await Promise.all(rooms.map(({ door, id }) => send(door, 'GET', `/v1/scenes/${id}`)));
  const start = performance.now();
  await Promise.all(
    rooms.map(async (room) => {
      for (let n = 0; n < rounds; n += 1) await playRound(room, `Is there news of the boat? (${n})`);
    }),
  );
  return performance.now() - start;
}

async function drained(rooms: Room[], rounds: number): Promise<void> {
  const roomIds = new Set(rooms.map((room) => room.id));
  const [first] = rooms;
  if (!first) return;
  for (let tries = 0; tries < 600; tries += 1) {
    const { items } = await send<{ items: { id: string; rounds: number; status: string }[] }>(
      first.door,
      'GET',
      '/v1/scenes?limit=200',
    );
    const idle = items.filter((s) => roomIds.has(s.id) && s.rounds >= rounds && s.status !== 'running');
    if (idle.length === roomIds.size) return;
    await pause(50);
  }
  throw new Error('the index did not catch up within a minute');
}
