import { expect, test } from 'vitest';
import type { UsageRow } from '../../../src/contract/money';
import {
  bySize,
  listDays,
  readUsageView,
  rowLayer,
  stackDays,
  sumRows,
  usageAddress,
} from '../../../web/src/usage/usage-query';

const row = (key: string | null, calls: number, tokens = 0): UsageRow => ({
  key,
  calls,
  metered: calls,
  promptTokens: tokens,
  completionTokens: 1,
  ...{ reasoningTokens: 0, cachedTokens: 0, providerCost: 0 },
  money: 0,
  unpriced: 0,
});

test('a day without calls has its place between the others', () => {
  const days = listDays('2026-02-27', '2026-03-02');
  expect(days).toEqual(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02']);
  const rows = [row('2026-02-27', 3), row('2026-03-01', 5)];
  expect(rowLayer('calls', rows, days, ({ calls }) => calls)).toEqual({
    name: 'calls',
    values: [3, 0, 5, 0],
  });
});

test('a range that ends before it begins has no days, and a very long one is cut', () => {
  expect(listDays('2026-03-02', '2026-03-01')).toEqual([]);
  expect(listDays('0001-01-01', '2026-03-01')).toHaveLength(3660);
});

test('the parts of days are stacked, the largest first, and together they are all there is', () => {
  const [first, second] = ['2026-03-01', '2026-03-02'];
  const rows = ['a', 'b', 'c', 'd', 'e', 'f', null].flatMap((part, n) => [
    { ...row(first, n + 1), part },
    { ...row(second, 1), part },
  ]);
  const layers = stackDays(rows, [first, second], 'calls');
  expect(layers.map(({ name }) => name)).toEqual(['without a seat', 'f', 'e', 'd', 'c', 'all others']);
  expect(layers.at(-1)?.values).toEqual([1 + 2, 2]);
  const sums = [0, 1].map((day) => layers.reduce((sum, { values }) => sum + (values[day] ?? 0), 0));
  expect(sums).toEqual([28, 7]);
});

test('rooms are called by their titles, those of the same title with their ids, those that are gone by their ids', () => {
  const day = '2026-03-01';
  const part = (part: string, title: string | null, calls: number) => ({ ...row(day, calls), part, title });
  const rows = [
    part('scn_1', 'Inn', 4),
    part('scn_2', 'Inn', 3),
    part('run_1', 'Maze', 2),
    part('scn_3', null, 1),
  ];
  const names = stackDays(rows, [day], 'calls').map(({ name }) => name);
  expect(names).toEqual(['Inn (scn_1)', 'Inn (scn_2)', 'Maze', 'scn_3']);
});

test('rows are shown by size, and by name where they are as large', () => {
  const rows = [row('b', 1), row(null, 1), row('a', 1), row('c', 2)];
  expect(bySize(rows, 'calls').map(({ key }) => key)).toEqual(['c', null, 'a', 'b']);
  expect(rows[0]?.key).toBe('b');
});

test('tokens are those of prompts and answers together', () =>
  expect(sumRows(row('a', 2, 40), 'tokens')).toBe(41));

test('an address leads to what it was made of', () => {
  const ask = { by: 'section', from: '2026-11-01', to: '2026-11-30', room: 'scn_1' } as const;
  const address = usageAddress(ask);
  expect(readUsageView(new URLSearchParams(address.split('?')[1]))).toEqual(ask);
  expect(usageAddress({ by: 'day', from: null, to: null, room: null })).toBe('/usage');
});

test('an address that makes no sense leads to the last days', () => {
  const ask = readUsageView(new URLSearchParams('by=weather&from=2026-13-45&to=yesterday'));
  expect(ask).toEqual({ by: 'day', from: null, to: null, room: null });
});
