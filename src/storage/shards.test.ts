import { expect, it } from 'vitest';
import { listShards, NEARLY_FULL_BYTES, pickShard } from './shards';

const databases = (...bytes: number[]) => bytes.map((size, n) => ({ shard: `DB_${n}`, bytes: size }));

it('lists the databases by their numbers, and nothing else of the environment', () =>
  expect(listShards({ DB_10: 1, BUCKET: 1, DB_2: 1, DB: 1, DB_0: 1, DBX: 1, DB_x: 1 })).toEqual([
    'DB',
    'DB_2',
    'DB_10',
  ]));

it('spreads tenants evenly over databases, and the same name always to the same one', () => {
  const four = databases(0, 0, 0, 0);
  const names = Array.from({ length: 10_000 }, (_, n) => `tenant${n}`);
  const counts = Map.groupBy(names, (name) => pickShard(name, four));
  expect(counts.size).toBe(4);
  // Within five standard deviations of a uniform choice.
  for (const group of counts.values()) expect(Math.abs(group.length - 2_500)).toBeLessThan(220);
  expect(names.map((name) => pickShard(name, four))).toEqual(names.map((name) => pickShard(name, four)));
});

it('gives no new tenants to a database that is nearly full or does not answer, unless all are', () => {
  const names = Array.from({ length: 100 }, (_, n) => `tenant${n}`);
  const found = databases(NEARLY_FULL_BYTES, 1, Number.POSITIVE_INFINITY);
  for (const name of names) expect(pickShard(name, found)).toBe('DB_1');
  const full = databases(NEARLY_FULL_BYTES + 2, NEARLY_FULL_BYTES + 1, Number.POSITIVE_INFINITY);
  for (const name of names) expect(pickShard(name, full)).toBe('DB_1');
});
