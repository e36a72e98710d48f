import type { Event } from '../../src/contract/events/events';
import { listCalls, listScenes } from '../../src/storage/index-queries';
import type { SlimStep } from '../../src/storage/index-rows';
import { indexStatements } from '../../src/storage/index-statements';
import { databaseAt, pickShard } from '../../src/storage/shards';
import { readUsage } from '../../src/storage/usage';

/** `one`: one database for all; `four`: tenants are distributed over four. */
export type Layout = 'one' | 'four';

/** A room to index. `from` is the first round of the batch, from 1. */
export interface RoomToFill {
  tenant: string;
  n: number;
  from: number;
  rounds: number;
}

const FOUR = [1, 2, 3, 4].map((n) => ({ shard: `DB_${n}`, bytes: 0 }));
const CALLS_OF_ROUND = 5;
const FIRST_DAY = Date.parse('2026-01-01T00:00:00Z');

const shardOf = (layout: Layout, tenant: string): string =>
  layout === 'one' ? 'DB' : pickShard(tenant, FOUR);

/** Time of a round: rooms begin one after the other, and a round takes a minute. */
const timeOf = (n: number, round: number): string =>
  new Date(FIRST_DAY + n * 250_000 + round * 60_000).toISOString();

/** Writes the rounds of a room into the index like its outbox: one batch, with five calls per round. */
async function fill(db: D1Database, { tenant, n, from, rounds }: RoomToFill): Promise<void> {
  const id = `scn_${String(n).padStart(20, '0')}`;
  const numbers = Array.from({ length: rounds }, (_, i) => from + i);
  const events = numbers.flatMap((round): unknown[] => [
    { seq: round * 2, at: timeOf(n, round), kind: 'round.started', round, payload: { attempt: 1 } },
    { seq: round * 2 + 1, at: timeOf(n, round), kind: 'round.completed', round, payload: {} },
  ]) as Event[];
  const steps = numbers.flatMap((round) =>
    Array.from({ length: CALLS_OF_ROUND }, (_, i): SlimStep => {
      const usage = { promptTokens: 2_000, completionTokens: 100 };
      return {
        n: round * CALLS_OF_ROUND + i,
        round,
        key: i === 0 ? 'director.1/1' : `character.${i}:somebody/1`,
        status: 'done',
        startedAt: timeOf(n, round),
        intent: {
          ...{ role: i === 0 ? 'director' : 'character', purpose: i === 0 ? 'Plan the round' : 'Speak' },
          ...{ attempt: 1, provider: 'openai', model: 'gpt-4o-mini' },
        },
        result: { status: 'answered', rung: 'json_schema', usage, latencyMs: 900 },
        cost: { seat: '', money: 345_000 },
      };
    }),
  );
  const room = {
    ...{ id, tenant, kind: 'scene' as const, title: `Room ${n} at the harbour`, status: 'idle' },
    ...{ rounds: from + rounds - 1, answeredBy: ['gpt-4o-mini by openai'], createdAt: timeOf(n, 0) },
    glance: { cast: [], last: { seq: 1, name: 'Mara', text: 'The lamp is lit, and nobody came.' } },
  };
  await db.batch(indexStatements(db, room, events, steps));
}

async function answer(request: Request, env: object): Promise<unknown> {
  const url = new URL(request.url);
  const layout = url.searchParams.get('layout') as Layout;
  const tenant = url.searchParams.get('tenant') ?? '';
  const db = databaseAt(env, shardOf(layout, tenant));
  switch (url.pathname) {
    case '/ready':
      return {};
    case '/fill': {
      const rooms = await request.json<RoomToFill[]>();
      for (const room of rooms) await fill(databaseAt(env, shardOf(layout, room.tenant)), room);
      return {};
    }
    case '/scenes':
      return await listScenes(db, tenant, { limit: 50, order: 'created' });
    case '/calls':
      return await listCalls(db, tenant, { limit: 50 });
    case '/usage': {
      const query = { by: 'day', limit: 50, from: '2026-01-01', to: '2026-01-30' } as const;
      return await readUsage(db, tenant, query, { today: '2026-01-30', currency: 'USD' });
    }
    case '/sizes': {
      const shards = layout === 'one' ? ['DB'] : FOUR.map(({ shard }) => shard);
      return await Promise.all(
        shards.map(async (shard) => {
          const { results, meta } = await databaseAt(env, shard)
            .prepare('SELECT (SELECT count(*) FROM rooms) AS rooms, (SELECT count(*) FROM calls) AS calls')
            .run<{ rooms: number; calls: number }>();
          return { shard, bytes: meta.size_after, ...results[0] };
        }),
      );
    }
    default:
      throw new Error(`nothing is at ${url.pathname}`);
  }
}

export default {
  fetch: async (request, env) => Response.json(await answer(request, env as object)),
} satisfies ExportedHandler;
