import type { Event } from '../../src/contract/events/events';
import {
  checkLines,
  checkNumbers,
  checkRounds,
  checkSight,
  compareTranscript,
} from '../../test/support/transcripts';
import { type Door, send } from '../lib/client';
import { FloorTable } from '../lib/floor-table';
import { openTable, readAll, reopened, type Table, type Told, tell } from '../lib/people';
import type { Row, Section } from '../lib/report';
import { median, spread } from '../lib/stats';
import type { Bench } from './context';

const PLAYERS = 5;
/** In each leg every player says a line; in addition one whispers to a player, one to a character. */
const LEGS = 4;

/** Measures many scenes at once with five people in each. */
export async function measurePeople(bench: Bench): Promise<Section> {
  const { stage, floor, servers } = bench;
  const [scenes, legs] = bench.quick ? [20, 2] : [100, LEGS];
  const before = servers.memoryOf(stage);
  const tables = await inBatches(scenes, (n) => openTable(stage, `table ${n}`));
  const floors = await inBatches(scenes, (n) => FloorTable.open(floor, `table-${n}`, PLAYERS));
  const toldLines = new Map<Table, Told[]>(tables.map((table) => [table, []]));
  // The floor makes as many events as the stage's round, of the same size.
  const shape = await playOnce(tables[0], stage, toldLines);

  const ours: Leg[] = [];
  const bare: Leg[] = [];
  for (let leg = 1; leg <= legs; leg += 1) {
    ours.push(await playLeg(stage, tables, leg, toldLines));
    bare.push(await playFloor(floors, shape));
  }
  const memory = servers.memoryOf(stage);
  const checks = await inBatches(scenes, (n) => checkTable(stage, tables[n] as Table, toldLines));
  const wrong = checks.flatMap((one) => one.wrong);
  for (const line of wrong.slice(0, 20)) console.error(`  ${line}`);
  for (const { players } of tables) for (const player of players) player.leave();
  for (const table of floors) table.close();

  const rounds = scenes * PLAYERS;
  const perSecond = (list: Leg[]) => median(list.map(({ ms }) => (rounds * 1000) / ms));
  const compareTimes = (what: string, pick: (leg: Leg) => number[]): Row => {
    const [a, b] = [ours.flatMap(pick), bare.flatMap(pick)];
    const ratio = `${(median(a) / median(b)).toFixed(1)}`;
    return {
      ...NO_GOAL,
      what,
      ours: spread(a),
      floor: spread(b),
      ratio,
      samples: `${a.length} and ${b.length}`,
    };
  };
  const sockets = scenes * PLAYERS;
  const lines = [...toldLines.values()].flat().length;
  const events = checks.reduce((sum, one) => sum + one.events, 0);
  return {
    title: `People: ${scenes} scenes with ${PLAYERS} players each`,
    method: `${scenes} scenes at once, each with ${PLAYERS} people who were invited, took their seats and opened a socket with a single-use ticket. In each of ${legs} legs, everyone says a line over the socket at the same moment, so ${PLAYERS} lines wait in each scene. Each line gets a round of three characters, played by the understudy. One line per leg is a whisper to a character, and another a whisper to a player. The baseline is ${scenes} bare Durable Objects with ${PLAYERS} sockets each that write ${shape.events} rows and messages per line, as many as a round has events, and call no model. Afterwards each socket is compared with the ledger as its seat reads it, and the seats of a scene with the owner's ledger: numbers, order, bytes, visibility, every line once at its acknowledged position, every input answered by one round.`,
    rows: [
      {
        ...NO_GOAL,
        what: `rounds a second, ${scenes} scenes at once`,
        ours: `${perSecond(ours).toFixed(0)} rounds/s`,
        floor: `${perSecond(bare).toFixed(0)} lines/s`,
        ratio: (perSecond(ours) / perSecond(bare)).toFixed(2),
        samples: `${legs} × ${rounds} each`,
      },
      compareTimes('from saying a line to seeing it', (leg) => leg.seen),
      compareTimes(
        'from saying a line to the end of its round (the last of five waits for all five)',
        (leg) => leg.completed,
      ),
      {
        ...NO_GOAL,
        what: 'events lost, duplicated, out of order, shown to the wrong person or different from the ledger',
        ours: `${wrong.length} of ${events} events on ${sockets} sockets`,
        goal: '0',
        met: wrong.length === 0,
        samples: `${lines} lines`,
      },
      {
        ...NO_GOAL,
        what: `memory of the Worker with its stores, ${scenes} scenes and ${sockets} sockets`,
        ours: `${memory.toFixed(0)} MiB`,
        floor: `${before.toFixed(0)} MiB before`,
        samples: '1',
      },
    ],
    notes: [
      ...(wrong.length > 0 ? [`Wrong: ${wrong.slice(0, 5).join('; ')}`] : []),
      ...(reopened.length > 0
        ? [
            `${reopened.length} sockets broke (${[...new Set(reopened)].join(', ')}) and were opened again after what they had.`,
          ]
        : []),
    ],
  };
}

const NO_GOAL = { floor: '—', ratio: '—', goal: '—', met: null };

interface Leg {
  ms: number;
  seen: number[];
  completed: number[];
}

interface Shape {
  events: number;
  text: string;
}

/** Works in batches, because a thousand requests at once that each open a connection would fail. */
async function inBatches<T>(count: number, make: (n: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  while (results.length < count) {
    const from = results.length;
    results.push(
      ...(await Promise.all(Array.from({ length: Math.min(10, count - from) }, (_, i) => make(from + i)))),
    );
  }
  return results;
}

async function playOnce(table: Table | undefined, stage: Door, told: Map<Table, Told[]>): Promise<Shape> {
  const [first] = table?.players ?? [];
  if (!table || !first) throw new Error('there is no table');
  const had = first.heard.length;
  told.get(table)?.push(await tell(first, { text: 'Is this the right pier?' }));
  const events = first.heard.slice(had);
  const size = events.reduce((sum, event) => sum + JSON.stringify(event).length, 0);
  await send(stage, 'GET', `/v1/scenes/${table.id}`);
  return { events: events.length, text: 'x'.repeat(Math.max(1, Math.round(size / events.length) - 40)) };
}

async function playLeg(stage: Door, tables: Table[], leg: number, told: Map<Table, Told[]>): Promise<Leg> {
  // See many-rooms.ts: fresh connections between the two processes of `wrangler dev`.
  await Promise.all(tables.map(({ id }) => send(stage, 'GET', `/v1/scenes/${id}`)));
  const start = performance.now();
  const all = await Promise.all(
    tables.map(async (table) => {
      const lines = await Promise.all(
        table.players.map((player, i) => {
          const text = `Leg ${leg}, ${player.name} of ${table.id}: is there news of the boat?`;
          return tell(player, i === leg % PLAYERS ? { text, to: ['mara'], whisper: true } : { text });
        }),
      );
      return { table, lines };
    }),
  );
  const ms = performance.now() - start;
  for (const { table, lines } of all) told.get(table)?.push(...lines);
  // These lines get no answer, so they are not timed.
  await Promise.all(
    tables.map(async (table) => {
      const [from, to] = [table.players[leg % PLAYERS], table.players[(leg + 2) % PLAYERS]];
      if (!from || !to) return;
      const whisper = {
        text: `Leg ${leg}, for ${to.name} alone, in ${table.id}.`,
        to: [`persona:${to.persona}`],
      };
      told.get(table)?.push(await tell(from, { ...whisper, whisper: true }, false));
    }),
  );
  const lines = all.flatMap((one) => one.lines);
  return {
    ms,
    seen: lines.map(({ seen }) => seen),
    completed: lines.flatMap(({ completed }) => completed ?? []),
  };
}

async function playFloor(floors: FloorTable[], { text, events }: Shape): Promise<Leg> {
  const start = performance.now();
  const times = (await Promise.all(floors.map((table) => table.sayAll(text, events)))).flat();
  const ms = performance.now() - start;
  return { ms, seen: times.map(({ seen }) => seen), completed: times.map(({ completed }) => completed) };
}

async function checkTable(
  stage: Door,
  { id, players }: Table,
  told: Map<Table, Told[]>,
): Promise<{ wrong: string[]; events: number }> {
  const ledger = await readAll(stage, id);
  const lines = [...told].find(([table]) => table.id === id)?.[1] ?? [];
  const wrong = [...checkNumbers(ledger), ...checkLines(ledger, lines), ...checkRounds(ledger)];
  let common: string | null = null;
  let events = 0;
  for (const player of players) {
    const page = await readAll(player.at, id);
    const mine = [...compareTranscript(player.heard, page), ...checkSight(page, ledger, player)];
    wrong.push(...mine.map((what) => `${player.name}: ${what}`));
    const order = orderOf(player.heard);
    if (common !== null && common !== order)
      wrong.push(`${player.name} had what is for all in another order`);
    common = order;
    events += player.heard.length;
  }
  return { wrong: wrong.map((what) => `${id}: ${what}`), events };
}

const orderOf = (heard: readonly Event[]): string =>
  heard
    .filter(({ audience }) => audience.includes('*'))
    .map(({ seq }) => seq)
    .join();
