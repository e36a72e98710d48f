import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { callQuery } from '../../src/contract/calls';
import { bundleKey, packBundle } from '../../src/storage/bundles';
import { listCalls } from '../../src/storage/index-queries';
import { searchCalls } from '../../src/storage/search-calls';

/** Written directly into the index, because queries depend only on the rows. */
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
    'json_schema',
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
    'json_schema',
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
] as const)('finds %s', async (_, query, expected) => expect(await found(query)).toEqual(expected));

it('goes on with the same question on the next page', async () => {
  const first = await listCalls(env.DB, 'ten', callQuery.parse({ text: 'speak', limit: 1 }));
  if (!first.ok || !first.value.next) throw new Error('there is no second page');
  expect(await found({ text: 'speak', cursor: first.value.next })).toEqual([2]);
});

it.each([{ from: '2026-02-30' }, { rung: 'golden' }, { text: 'x'.repeat(201) }])('refuses %j', (query) =>
  expect(callQuery.safeParse(query).success).toBe(false),
);

async function putBundle(tenant: string, room: string, round: number, steps: object[]): Promise<void> {
  const packed = await packBundle(JSON.stringify({ room, round, events: [], steps }));
  await env.BUCKET.put(bundleKey(tenant, room, round), packed);
}
const step = (n: number, prompt: string, raw: string | null) => ({
  n,
  intent: { messages: [{ role: 'user', content: [{ type: 'text', text: prompt }] }] },
  result: raw === null ? null : { raw },
});
const search = async (query: z.input<typeof callQuery>) => {
  const page = await searchCalls({ db: env.DB, bucket: env.BUCKET }, 'ten', callQuery.parse(query));
  if (!page.ok) throw new Error(page.failure.code);
  return page.value;
};

describe('words inside prompts and answers', () => {
  beforeAll(async () => {
    await putBundle('ten', 'scn_a', 1, [
      step(1, 'The Lighthouse is dark.', '{}'),
      step(2, 'Speak.', 'By the lighthouse!'),
    ]);
    await putBundle('ten', 'scn_a', 2, [step(3, 'Speak again.', null)]);
    await putBundle('other', 'scn_b', 1, [step(1, 'Another lighthouse.', null)]);
  });

  it.each([
    ['in either case, in both', 'LIGHTHOUSE', [2, 1]],
    ['of a prompt alone', 'speak', [3, 2]],
    ['that nobody said', 'submarine', []],
    ['of another tenant', 'another', []],
  ])('are found %s', async (_, inside, expected) => {
    const { items, next } = await search({ inside });
    expect(items.map(({ n }) => n)).toEqual(expected);
    expect(next).toBeNull();
  });

  it('are found page by page, and together with the other filters', async () => {
    const first = await search({ inside: 'speak', limit: 1 });
    expect(first.items.map(({ n }) => n)).toEqual([3]);
    const second = await search({ inside: 'speak', limit: 1, cursor: first.next ?? '' });
    expect(second.items.map(({ n }) => n)).toEqual([2]);
    expect((await search({ inside: 'lighthouse', role: 'director' })).items.map(({ n }) => n)).toEqual([1]);
  });

  it('are looked for in a few rounds with each request, which leads on to the older ones', async () => {
    const at = (n: number) => `2026-04-01T00:00:${String(n).padStart(2, '0')}.000Z`;
    const sql = `INSERT INTO calls (room, n, tenant, round, step, role, purpose, attempt, provider, model, status, rung,
      prompt_tokens, completion_tokens, started_at) VALUES ('scn_long', ?1, 'ten', ?1, 's', 'director', 'p', 1, 'openai', 'm',
      'answered', NULL, 0, 0, ?2)`;
    await env.DB.batch(Array.from({ length: 40 }, (_, i) => env.DB.prepare(sql).bind(i + 1, at(i + 1))));
    await putBundle('ten', 'scn_long', 2, [step(2, 'A needle.', null)]);
    let [pages, cursor]: [number, string | null] = [0, null];
    const found: number[] = [];
    do {
      const page = await search({ inside: 'needle', room: 'scn_long', ...(cursor && { cursor }) });
      found.push(...page.items.map(({ n }) => n));
      cursor = page.next;
      pages += 1;
    } while (cursor !== null);
    expect(found).toEqual([2]);
    expect(pages).toBe(3);
  });
});
