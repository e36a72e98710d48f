import { runDurableObjectAlarm } from 'cloudflare:test';
import { expect, it, vi } from 'vitest';
import type { TurnInput } from '../../src/contract/rounds';
import { must } from '../support/must';
import { address, roomId, sceneAt, sceneBody, sceneStub, understudy, until } from '../support/rooms';

const COUNTED = 5;
const LATE = 60;

interface Cost {
  rowsWritten: number;
  rowsRead: number;
  alarms: number;
  d1Batches: number;
  /** As D1 counts and charges them, including indexes. */
  d1RowsWritten: number;
  d1RowsRead: number;
  r2Puts: number;
  r2Bytes: number;
}

it('a round of three characters writes at most 30 rows and one batch, and reads no more when the room is old', async () => {
  const id = roomId('scn', 'rows');
  await sceneAt(id).create(address(id), sceneBody(understudy), null);
  await settled(id);
  const read = await watch(id);

  const costs: Cost[] = [];
  const turn: TurnInput = { type: 'user', text: 'Is it safe outside?', personaId: 'visitor', to: [] };
  for (let n = 1; n <= LATE; n += 1) {
    // Run the pending alarm, as if people paused between rounds: then each round sets its own.
    await runDurableObjectAlarm(sceneStub(id) as unknown as DurableObjectStub);
    await settled(id);
    read();
    await sceneAt(id).turn(turn);
    await settled(id);
    costs.push(read());
  }
  expect((await sceneAt(id).round(LATE)).lines).toHaveLength(3);

  const counted = costs.slice(-COUNTED - 20);
  const most = (pick: (cost: Cost) => number) => Math.max(...counted.map(pick));
  const mean = (pick: (cost: Cost) => number) =>
    counted.reduce((sum, cost) => sum + pick(cost), 0) / counted.length;
  const between = (from: number, to: number) =>
    Math.round(costs.slice(from, to).reduce((sum, cost) => sum + cost.rowsRead, 0) / (to - from));
  // Once the window of 40 lines is full, and again when the room is old; ten rounds each, so that the share
  // of snapshots is equal.
  const rowsRead = {
    early: between(25, 35),
    late: between(LATE - 10, LATE),
    earlyRound: 30,
    lateRound: LATE - 5,
  };
  const result = {
    rounds: counted.length,
    rowsWritten: most((cost) => cost.rowsWritten),
    alarms: most((cost) => cost.alarms),
    d1Batches: most((cost) => cost.d1Batches),
    r2Puts: most((cost) => cost.r2Puts),
    rowsRead,
    // `npm run costs` uses means, because it multiplies them.
    mean: {
      rowsWritten: mean((cost) => cost.rowsWritten),
      rowsRead: mean((cost) => cost.rowsRead),
      alarms: mean((cost) => cost.alarms),
      d1RowsWritten: mean((cost) => cost.d1RowsWritten),
      d1RowsRead: mean((cost) => cost.d1RowsRead),
      r2Puts: mean((cost) => cost.r2Puts),
      r2Bytes: mean((cost) => cost.r2Bytes),
      roomBytes: (await sizeOf(id)) / LATE,
    },
  };
  // `npm run bench` and `npm run costs` parse this line.
  console.log(`rows-written ${JSON.stringify(result)}`);
  for (const cost of counted) {
    expect(cost.rowsWritten).toBeGreaterThan(5);
    expect(cost.alarms).toBeGreaterThan(0);
    expect(cost.rowsWritten + cost.alarms).toBeLessThanOrEqual(30);
    expect(cost.d1Batches).toBeLessThanOrEqual(1);
  }
  expect(rowsRead.late).toBeLessThanOrEqual(rowsRead.early * 1.1);
});

const sizeOf = (id: string): Promise<number> =>
  sceneAt(id).inside((_room, { storage }) => storage.sql.databaseSize);

/** Waits until no round is open, and everything is in D1 and R2. */
async function settled(id: string): Promise<void> {
  const rest = () =>
    sceneAt(id).inside(({ core }) => {
      const { state, outbox } = must(core.open());
      return state.open === null && state.queue.length === 0 && !outbox.pending();
    });
  await until(rest).holds();
}

/**
 * Counts the room's operations from now on. Cursors know their rows only after reading, so the returned
 * function sums them, and restarts the count.
 */
async function watch(id: string): Promise<() => Cost> {
  let cursors: SqlStorageCursor<Record<string, SqlStorageValue>>[] = [];
  const nothing = { alarms: 0, d1Batches: 0, d1RowsWritten: 0, d1RowsRead: 0, r2Puts: 0, r2Bytes: 0 };
  let counts = { ...nothing };
  await sceneAt(id).inside((room, state) => {
    const { storage } = state;
    const { DB, BUCKET } = (room as unknown as { env: Env }).env;
    const exec = storage.sql.exec.bind(storage.sql);
    vi.spyOn(storage.sql, 'exec').mockImplementation((query, ...bound) => {
      const cursor = exec(query, ...bound);
      cursors.push(cursor);
      return cursor as never;
    });
    const setAlarm = storage.setAlarm.bind(storage);
    vi.spyOn(storage, 'setAlarm').mockImplementation((at, options) => {
      counts.alarms += 1;
      return setAlarm(at, options);
    });
    const batch = DB.batch.bind(DB);
    vi.spyOn(DB, 'batch').mockImplementation((async (statements: D1PreparedStatement[]) => {
      counts.d1Batches += 1;
      const results = await batch(statements);
      for (const { meta } of results) {
        counts.d1RowsWritten += meta.rows_written;
        counts.d1RowsRead += meta.rows_read;
      }
      return results;
    }) as never);
    const put = BUCKET.put.bind(BUCKET) as (...args: unknown[]) => Promise<R2Object>;
    vi.spyOn(BUCKET, 'put').mockImplementation((...args: unknown[]) => {
      counts.r2Puts += 1;
      counts.r2Bytes += (args[1] as ArrayBuffer).byteLength;
      return put(...args);
    });
  });
  return () => {
    const sum = (pick: (cursor: (typeof cursors)[number]) => number) =>
      cursors.reduce((total, cursor) => total + pick(cursor), 0);
    const cost = { ...counts, rowsWritten: sum((c) => c.rowsWritten), rowsRead: sum((c) => c.rowsRead) };
    cursors = [];
    counts = { ...nothing };
    return cost;
  };
}
