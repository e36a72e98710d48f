import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createApp } from '../http/app';
import { callQuery } from './calls';
import { digits } from './digits';
import { eventQuery, pageQuery } from './pages';

/** Texts that JavaScript takes for numbers, and that nobody means as one. */
const ODD = [
  '1e3',
  '0x10',
  '0b1',
  '+5',
  '-0',
  '5.0',
  ' 5',
  '5 ',
  '',
  ' ',
  '1_000',
  '٣',
  'Infinity',
  'NaN',
  '9'.repeat(16),
];

describe('a whole number in a query', () => {
  it.each(ODD)('is not %j', (text) => {
    for (const field of ['after', 'limit'])
      expect([field, eventQuery.safeParse({ [field]: text }).success]).toEqual([field, false]);
    expect(pageQuery.safeParse({ limit: text }).success).toBe(false);
    expect(callQuery.safeParse({ round: text }).success).toBe(false);
  });

  it('is its digits, and its default when it is not there', () => {
    expect(eventQuery.parse({ after: '1000', limit: '007' })).toEqual({ after: 1000, limit: 7 });
    expect(eventQuery.parse({})).toEqual({ after: 0, limit: 200 });
    expect(digits(z.int().positive()).safeParse('0').success).toBe(false);
  });
});

interface Operation {
  parameters?: { name: string; in: string; schema?: { type?: string } }[];
}

it('is documented as an integer, and each one of the API is read so', async () => {
  const response = await createApp().request('/openapi.json', {}, {});
  const { paths } = (await response.json()) as { paths: Record<string, Record<string, Operation>> };
  const integers = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters = [] }]) =>
      parameters.filter(({ schema }) => schema?.type === 'integer').map((one) => ({ method, path, ...one })),
    ),
  );
  expect(integers.length).toBeGreaterThan(30);
  expect(integers.filter(({ name }) => name === 'limit' || name === 'after').length).toBeGreaterThan(15);
});
