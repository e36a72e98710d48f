import { env } from 'cloudflare:workers';
import { beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import { callQuery } from '../../src/api/calls';
import { listCalls } from '../../src/storage/index-queries';

/** Written straight into the index: which calls a query finds is a matter of the rows alone. */
const ROWS = [
  [
    'scn_a',
    1,
    'ten',
    1,
    'director.1/1',
    'director',
    'plan the round',
    'tiny-1',
    'answered',
    'schema',
    '2026-03-01T00:00:00.000Z',
  ],
  [
    'scn_a',
    2,
    'ten',
    1,
    'character:mara',
    'character',
    'speak, 100% sure',
    'tiny-1',
    'refused',
    null,
    '2026-03-01T23:59:59.999Z',
  ],
  [
    'scn_a',
    3,
    'ten',
    2,
    'character:teo',
    'character',
    'Speak again',
    'large_2',
    'answered',
    'repaired',
    '2026-03-02T00:00:00.000Z',
  ],
  [
    'scn_b',
    1,
    'other',
    1,
    'director.1/1',
    'director',
    'plan the round',
    'tiny-1',
    'answered',
    'schema',
    '2026-03-01T12:00:00.000Z',
  ],
] as const;

beforeAll(async () => {
  const sql = `INSERT INTO calls (room, n, tenant, round, step, role, purpose, attempt, provider, model, status, rung,
    prompt_tokens, completion_tokens, started_at) VALUES (?, ?, ?, ?, ?, ?, ?, 1, 'openai', ?, ?, ?, 0, 0, ?)`;
  await env.DB.batch(ROWS.map((row) => env.DB.prepare(sql).bind(...row)));
});

const found = async (query: z.input<typeof callQuery>): Promise<number[]> => {
  const page = await listCalls(env.DB, 'ten', callQuery.parse(query));
  if (!page.ok) throw new Error(page.failure.code);
  return page.value.items.map(({ n }) => n);
};

it.each([
  ['everything of the tenant, newest first', {}, [3, 2, 1]],
  ['calls of one model', { model: 'tiny-1' }, [2, 1]],
  ['calls won on one rung', { rung: 'repaired' }, [3]],
  ['part of a purpose, in either case', { text: 'SPEAK' }, [3, 2]],
  ['part of a role', { text: 'charact' }, [3, 2]],
  ['part of a step', { text: ':teo' }, [3]],
  ['part of a model, where _ is just a letter', { text: 'e_2' }, [3]],
  ['a % as a letter', { text: '100%' }, [2]],
  ['nothing across the end of a field', { text: 'round director' }, []],
  ['a text longer than patterns may be', { text: 'x'.repeat(200) }, []],
  ['days from one on', { from: '2026-03-02' }, [3]],
  ['days up to one, its last moment included', { to: '2026-03-01' }, [2, 1]],
  ['all days up to the last that can be written', { to: '9999-12-31' }, [3, 2, 1]],
  ['all of it at once', { text: 'speak', from: '2026-03-01', to: '2026-03-01', status: 'refused' }, [2]],
] as const)('finds %s', async (_, query, expected) => {
  expect(await found(query)).toEqual(expected);
});

it('goes on with the same question on the next page', async () => {
  const first = await listCalls(env.DB, 'ten', callQuery.parse({ text: 'speak', limit: 1 }));
  if (!first.ok || !first.value.next) throw new Error('there is no second page');
  expect(await found({ text: 'speak', cursor: first.value.next })).toEqual([2]);
});

it.each([{ from: '2026-02-30' }, { rung: 'golden' }, { text: 'x'.repeat(201) }])('refuses %j', (query) => {
  expect(callQuery.safeParse(query).success).toBe(false);
});
