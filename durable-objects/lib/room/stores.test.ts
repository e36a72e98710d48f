import { afterEach, expect, it, vi } from 'vitest';
import { exposeStores, type Weather } from '../../../test/faults/stores';

/** Fault runs need stores that fail on demand and otherwise work normally. */

afterEach(() => vi.restoreAllMocks());

function makeStores(weather: Weather) {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(weather));
  const done: string[] = [];
  const statement = (sql: string, bound: unknown[] = []): object => ({
    sql,
    bind: (...values: unknown[]) => statement(sql, values),
    all: async () => {
      done.push(`${sql} ${bound.join()}`);
      return { results: [1] };
    },
  });
  const env = {
    WEATHER_URL: 'http://127.0.0.1:1',
    DB: {
      prepare: (sql: string) => statement(sql),
      batch: async (statements: { sql?: string }[]) => {
        // A wrapped statement would not work inside a batch.
        done.push(...statements.map(({ sql }) => `batch ${sql}`));
        return [];
      },
    },
    BUCKET: {
      put: async (key: string) => {
        done.push(`put ${key}`);
      },
    },
  };
  return { env: exposeStores(env as unknown as Env), done };
}

it('passes on what is asked in fair weather', async () => {
  const { env, done } = makeStores('fair');
  await expect(env.DB.prepare('select').bind(1, 2).all()).resolves.toEqual({ results: [1] });
  await env.DB.batch([env.DB.prepare('one').bind(1), env.DB.prepare('two')]);
  await env.BUCKET.put('key', 'value');
  expect(done).toEqual(['select 1,2', 'batch one', 'batch two', 'put key']);
});

it('does nothing and fails when a store is down', async () => {
  const { env, done } = makeStores('down');
  await expect(env.DB.prepare('select').bind(1).all()).rejects.toThrow('d1 is down');
  await expect(env.DB.batch([env.DB.prepare('one')])).rejects.toThrow('d1 is down');
  await expect(env.BUCKET.put('key', 'value')).rejects.toThrow('r2 is down');
  expect(done).toEqual([]);
});

it('does what it is asked and fails all the same when the answer is lost', async () => {
  const { env, done } = makeStores('lost');
  await expect(env.DB.prepare('select').all()).rejects.toThrow('the answer of d1 was lost');
  await expect(env.BUCKET.put('key', 'value')).rejects.toThrow('the answer of r2 was lost');
  expect(done).toEqual(['select ', 'put key']);
});
