import { describe, expect, it } from 'vitest';
import type { CallRecord, CallSummary } from '../../src/contract/calls';
import type { EventPage } from '../../src/contract/events/events';
import type { TenantBudgets, UsagePage } from '../../src/contract/money';
import type { ProviderTrial } from '../../src/contract/provider-views';
import type { Round, TurnAccepted } from '../../src/contract/rounds';
import type { Run } from '../../src/contract/runs';
import type { Scene } from '../../src/contract/scenes';
import { sample } from '../support/depth';
import { sceneBody, until } from '../support/rooms';
import { type Asked, getJson } from '../support/stage-client';

/**
 * All kinds of provider behave the same, each in its own wire format (test/support/fake-vendors.ts): rooms
 * play, pause after unusable answers, stay within budgets and windows, and report the cause.
 */
const KINDS = ['messages', 'gemini', 'router', 'workers'] as const;

/** Usage that the fakes report for a call: cached tokens and, for some vendors, the cost. */
const TOLD = {
  messages: { cachedTokens: 12, providerCost: null },
  gemini: { cachedTokens: 12, providerCost: null },
  router: { cachedTokens: 12, providerCost: 0.00125 },
  workers: { cachedTokens: 12, providerCost: null },
} as const;

/** Models of the fakes (test/support/fake-vendor-lists.ts), the last one for text; null: no list. */
const LISTED: Record<(typeof KINDS)[number], { id: string; window: number }[] | null> = {
  messages: [
    { id: 'claude-opus-5-5', window: 1_000_000 },
    { id: 'claude-haiku-4-5', window: 200_000 },
  ],
  gemini: [
    { id: 'gemini-embedding-001', window: 2_048 },
    { id: 'gemini-2.5-flash', window: 1_048_576 },
  ],
  router: [{ id: 'some/model', window: 131_072 }],
  workers: null,
};

describe.each(sample(KINDS, 1))('with a model by %s', (provider) => {
  let tenants = 0;
  async function newTenant() {
    tenants += 1;
    const name = `kind${provider}${tenants}`;
    const { key } = await getJson<{ key: { key: string } }>('POST /v1/tenants', { body: { name } });
    return <T>(row: string, body?: Asked['body']): Promise<T> =>
      getJson<T>(row, { key: key.key, ...(body === undefined ? {} : { body }) });
  }
  type Client = Awaited<ReturnType<typeof newTenant>>;

  const openScene = async (ask: Client, mode: string, more: object = {}): Promise<string> => {
    const profile = { provider, model: `m-${mode}~${mode}`, timeoutSeconds: 20, reasoningTokens: 0 };
    const { id } = await ask<Scene>('POST /v1/scenes', { ...sceneBody(profile), ...more });
    return `/v1/scenes/${id}`;
  };
  const speak = (ask: Client, path: string): Promise<TurnAccepted> =>
    ask(`POST ${path}/turns?wait=1`, {
      ...{ type: 'user', text: 'Is the lamp lit?', personaId: 'visitor', to: ['ada', 'bo', 'cy'] },
    });
  const callsOf = async (ask: Client, path: string, round?: number): Promise<CallRecord[]> => {
    const query = `room=${path.split('/').at(-1)}${round === undefined ? '' : `&round=${round}`}`;
    const { items } = await until(() =>
      ask<{ items: CallSummary[] }>(`GET /v1/calls?${query}&limit=50`),
    ).holds(({ items: listed }) => listed.length > 0 && listed.every(({ status }) => status !== 'open'));
    return Promise.all(items.map(({ id }) => ask<CallRecord>(`GET /v1/calls/${id}`)));
  };
  const settled = (ask: Client): Promise<TenantBudgets> =>
    until(() => ask<TenantBudgets>('GET /v1/budgets')).holds(({ reserved }) => reserved.calls === 0);

  it('a round of five is played and told: its lines, its calls, its tokens', async () => {
    const ask = await newTenant();
    const path = await openScene(ask, 'ok');
    const told = TOLD[provider];
    expect(await speak(ask, path)).toMatchObject({ status: 'completed' });
    const round = await ask<Round>(`GET ${path}/rounds/1`);
    expect(round.lines.map(({ model }) => model)).toEqual(['m-ok~ok', 'm-ok~ok', 'm-ok~ok']);
    const calls = await callsOf(ask, path);
    expect(calls).toHaveLength(5);
    for (const call of calls) {
      expect(call).toMatchObject({ provider, status: 'answered', error: null, ...told });
      expect(call.promptTokens).toBeGreaterThan(20);
    }
    const sum = (field: 'promptTokens' | 'completionTokens'): number =>
      calls.reduce((total, call) => total + call[field], 0);
    const { total } = await until(() => ask<UsagePage>('GET /v1/usage?by=model')).holds(
      ({ total: counted }) => counted.calls === 5,
    );
    expect(total).toMatchObject({
      promptTokens: sum('promptTokens'),
      completionTokens: sum('completionTokens'),
      cachedTokens: 5 * (told.cachedTokens ?? 0),
    });
    expect(total.providerCost).toBeCloseTo(5 * (told.providerCost ?? 0), 9);
  });

  it.each([1_200, 9_000])(
    'thinks %i tokens before each answer, in six calls at most and then five',
    async (tokens) => {
      const ask = await newTenant();
      const profile = { provider, model: `m~ponders-${tokens}` };
      const { id } = await ask<Scene>('POST /v1/scenes', sceneBody(profile));
      const path = `/v1/scenes/${id}`;
      for (const [n, most] of [
        [1, 6],
        [2, 5],
      ] as const) {
        expect(await speak(ask, path)).toMatchObject({ status: 'completed' });
        const round = await ask<Round>(`GET ${path}/rounds/${n}`);
        expect([round.lines.length, round.skipped]).toEqual([3, []]);
        const calls = await callsOf(ask, path, n);
        expect(calls.length).toBeGreaterThanOrEqual(5);
        expect(calls.length).toBeLessThanOrEqual(most);
      }
    },
  );

  it.each([
    ['corridor', 'explorer', 'analyst'],
    ['tide-mill', 'adventurer', 'critic'],
  ])(
    'a run of %s pauses after three turns in which nothing usable is answered, and says why',
    async (game, player, other) => {
      const ask = await newTenant();
      const { id } = await ask<Run>('POST /v1/runs', {
        ...{ game, seed: 'kind', start: true, budgets: { calls: 90 } },
        profiles: { [player]: { provider, model: 'm-prose~prose' }, [other]: { provider: 'understudy' } },
      });
      const path = `/v1/runs/${id}`;
      const run = await until(() => ask<Run>(`GET ${path}`)).holds(({ status }) => status === 'paused');
      expect(run).toMatchObject({
        turns: 3,
        failed: null,
        pauseReason: expect.stringMatching(/3 turns in a row/),
      });
      const calls = (await callsOf(ask, path)).filter((call) => call.provider === provider);
      // One retry per turn, and no more.
      expect(calls.filter(({ role }) => role === player)).toHaveLength(6);
      const list = await until(() => ask<{ items: { id: string; status: string }[] }>('GET /v1/runs')).holds(
        ({ items }) => items.some((item) => item.id === id && item.status === 'paused'),
      );
      expect(list.items).toHaveLength(1);
    },
  );

  const tryModel = (ask: Client, model: string): Promise<ProviderTrial> =>
    ask(`POST /v1/providers/${provider}/try`, { model });

  it('lists its models with their windows, and a trial of one is three calls', async () => {
    const ask = await newTenant();
    const listed = LISTED[provider];
    const model = listed?.at(-1)?.id ?? '@cf/some/model';
    if (listed === null)
      await expect(ask(`GET /v1/providers/${provider}/models`)).rejects.toThrow(/409.*workers-ai\/models/);
    else expect(await ask(`GET /v1/providers/${provider}/models`)).toMatchObject({ items: listed });
    expect(await tryModel(ask, model)).toMatchObject({
      ...{ ok: true, provider, model, rung: 'json_schema', calls: 3, line: true },
      ...{ window: listed?.at(-1)?.window ?? null, problems: [] },
    });
  });

  it('a trial of a model that there is not says so, after one call, and which there are', async () => {
    const trial = await tryModel(await newTenant(), 'm~unknown');
    expect(trial).toMatchObject({ ok: false, calls: 1 });
    expect(trial.problems).toEqual([
      {
        ...{ cause: 'wrong_model', detail: expect.stringContaining('m~unknown') },
        fix: expect.stringMatching(/^Set `model` to /),
        ...(LISTED[provider] && { models: LISTED[provider].map(({ id }) => id) }),
      },
    ]);
  });

  it('a key that is not taken is said by list and trial, with the setting to correct', async () => {
    const ask = await newTenant();
    if (provider === 'workers') {
      // Its binding has no key: the account may not use the model.
      const { problems } = await tryModel(ask, 'm~401');
      expect(problems).toEqual([
        { cause: 'refused', detail: expect.stringContaining('5018'), fix: expect.stringContaining('[ai]') },
      ]);
      return;
    }
    await ask(`PUT /v1/providers/${provider}`, { apiKey: 'a-wrong-key-0123456789' });
    const list = ask(`GET /v1/providers/${provider}/models`);
    // OpenRouter's list is public.
    if (provider === 'router') expect(await list).toMatchObject({ items: LISTED.router });
    else await expect(list).rejects.toThrow(/502.*refused the key.*Correct the API key/);
    const trial = await tryModel(ask, 'm');
    expect(trial).toMatchObject({ ok: false, calls: 1 });
    expect(trial.problems).toEqual([
      {
        ...{ cause: 'wrong_key', detail: expect.stringContaining('refused the key') },
        fix: 'Correct the API key.',
      },
    ]);
    expect(JSON.stringify(trial)).not.toContain('a-wrong-key');
  });

  it.each(['ok', 'absurd', 'prose', '500'])('budgets hold, whatever it does: %s', async (mode) => {
    const ask = await newTenant();
    await ask('PUT /v1/budgets', { calls: 4, tokens: 30_000, period: 'total' });
    const path = await openScene(ask, mode);
    for (let n = 0; n < 3; n += 1) await speak(ask, path).catch(() => null);
    const { tenant } = await settled(ask);
    expect(tenant?.used.calls).toBeLessThanOrEqual(4);
    expect(tenant?.used.calls).toBeGreaterThan(0);
    expect(tenant?.used.tokens).toBeLessThanOrEqual(30_000);
    await until(() => callsOf(ask, path)).holds((calls) => calls.length === tenant?.used.calls);
  });

  it('a window that is too small is learnt from its refusal: the next prompt fits', async () => {
    const ask = await newTenant();
    const path = await openScene(ask, 'small', {
      scenario: 'They wait for the storm to pass.\n'.repeat(400),
    });
    expect(await speak(ask, path)).toMatchObject({ status: 'completed' });
    const first = await callsOf(ask, path);
    const refused = first.filter(({ status }) => status === 'refused');
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThanOrEqual(3);
    for (const { error } of refused) expect(error).toContain('2048');
    expect(await speak(ask, path)).toMatchObject({ status: 'completed' });
    const known = new Set(first.map(({ id }) => id));
    const later = await until(async () =>
      (await callsOf(ask, path)).filter(({ id }) => !known.has(id)),
    ).holds((calls) => calls.length > 0);
    expect(later.map(({ status }) => status)).toEqual(later.map(() => 'answered'));
  });

  it('a key or account that is refused is asked once, and said everywhere in the same words', async () => {
    const ask = await newTenant();
    const path = await openScene(ask, '401');
    expect(await speak(ask, path)).toMatchObject({ status: 'failed' });
    const [call, ...more] = await callsOf(ask, path);
    expect(more).toEqual([]);
    expect(call).toMatchObject({ status: 'refused', promptTokens: 0, completionTokens: 0 });
    const scene = await ask<Scene>(`GET ${path}`);
    expect(scene).toMatchObject({ status: 'failed', failed: { n: 1 } });
    const { events } = await ask<EventPage>(`GET ${path}/events?limit=200`);
    const told = JSON.stringify([events, call, scene]);
    for (const key of ['sk-ant-fake-key', 'google-fake-key', 'sk-or-fake-key'])
      expect(told).not.toContain(key);
    expect((await settled(ask)).tenant?.used ?? { tokens: 0 }).toMatchObject({ tokens: 0 });
  });
});
