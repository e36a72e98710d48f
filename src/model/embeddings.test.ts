import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { fakeEmbedding } from '../../test/support/fake-embeddings';
import { type FakeModel, startFakeModel } from '../../test/support/fake-model';
import { createEmbed } from './embeddings';

const KEY = 'sk-not-to-be-shown';
let fake: FakeModel;
beforeAll(async () => {
  fake = await startFakeModel();
});
afterAll(() => fake.close());

const embedBy = (mode: string) =>
  createEmbed({ apiKey: KEY, baseUrl: `${fake.url}/v1`, model: `fake:${mode}` });
const reasonOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'none',
    (error: unknown) => String(error),
  );
const answer = (body: string, init: ResponseInit = {}) =>
  vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(new Response(body, init));

it('gives vectors in the order of the texts, whatever the order of the answer', async () => {
  const texts = ['the boat', 'a lamp', 'rain'];
  expect(await embedBy('ok')(texts, 5000)).toEqual({ vectors: texts.map(fakeEmbedding), tokens: 5 });
});

it('says why there are none, and never shows the key', async () => {
  for (const [mode, why] of [
    ['500', 'answered 500'],
    ['garbage', 'left vectors out'],
  ] as const) {
    const reason = await reasonOf(embedBy(mode)(['boat'], 5000));
    expect(reason).toContain(why);
    expect(reason).not.toContain(KEY);
  }
});

it('gives up on an endpoint that does not answer', async () =>
  expect(await reasonOf(embedBy('hang')(['boat'], 50))).toContain('Timeout'));

it('follows no redirect with the key', async () => {
  const fetched = answer('', { status: 307, headers: { Location: 'https://elsewhere.test/' } });
  expect(await reasonOf(embedBy('ok')(['boat'], 5000))).toContain('answered 307');
  expect(fetched.mock.calls[0]?.[1]?.redirect).toBe('manual');
  fetched.mockRestore();
});

it('takes nothing that is no answer of embeddings', async () => {
  const one = { index: 0, embedding: [1, 2] };
  for (const body of [
    '',
    'null',
    '{"data": {}}',
    '{"data": [{"index": 0}]}',
    JSON.stringify({ data: [{ ...one, embedding: ['1'] }] }),
    JSON.stringify({ data: [{ ...one, index: -1 }] }),
    JSON.stringify({ data: [one, one] }),
    JSON.stringify({ data: [one, { index: 1, embedding: [1] }] }),
    JSON.stringify({ data: [one, { index: 1_000_000_000, embedding: [1, 2] }] }),
  ]) {
    const fetched = answer(body);
    expect(`${body} ${await reasonOf(embedBy('ok')(['boat', 'lamp'], 5000))}`).toContain('Error');
    fetched.mockRestore();
  }
});

it.each([
  ['absurd numbers', '{"data":[{"index":0,"embedding":[1e308,1]}]}'],
  ['a number that JSON has not', '{"data":[{"index":0,"embedding":[NaN]}]}'],
  [
    'more numbers than a vector has',
    JSON.stringify({ data: [{ index: 0, embedding: Array(8193).fill(0) }] }),
  ],
  ['lists in lists', `{"data":${'['.repeat(100_000)}`],
  ['more than 8 MiB', `{"data":"${'x'.repeat(9 * 1024 * 1024)}"}`],
])('takes no answer with %s', async (_, body) => {
  const fetched = answer(body);
  expect(await reasonOf(embedBy('ok')(['boat'], 5000))).toMatch(/^Error: .{1,200}$/);
  fetched.mockRestore();
});

it('takes a count of tokens that is none for none', async () => {
  const counts = [-1, 'many', 1e308, 1.5, 10_000_001].map((prompt_tokens) => ({ prompt_tokens }));
  for (const usage of [undefined, null, 'none', ...counts]) {
    const fetched = answer(JSON.stringify({ data: [{ index: 0, embedding: [1] }], usage }));
    expect(await embedBy('ok')(['boat'], 5000)).toEqual({ vectors: [[1]], tokens: 0 });
    fetched.mockRestore();
  }
});

it('sends no key where the endpoint wants none, and the headers of the provider', async () => {
  const spy = vi.spyOn(globalThis, 'fetch');
  const local = { apiKey: '', baseUrl: `${fake.url}/v1`, model: 'fake:ok', headers: { 'X-Team': 'one' } };
  await createEmbed(local)(['the boat'], 5000);
  const headers = new Headers(spy.mock.lastCall?.[1]?.headers);
  spy.mockRestore();
  expect([headers.has('authorization'), headers.get('x-team')]).toEqual([false, 'one']);
});
