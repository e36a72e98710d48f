import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { Meter } from '../../durable-objects/lib/room/meter';
import type { CallRecord, CallSummary } from '../../src/contract/calls';
import type { NewScene } from '../../src/contract/create-scene';
import type { TenantBudgets } from '../../src/contract/money';
import type { TurnAccepted } from '../../src/contract/rounds';
import { roomParts } from '../support/room-parts';
import { fakeProfile, sceneBody, until } from '../support/rooms';
import { createScene, get, newTenant } from '../support/stage-client';

/**
 * Director and characters with different models, so that each meets the mode: one as JSON, the others as a
 * stream.
 */
async function openScene(key: string, mode: string, more: Partial<NewScene> = {}): Promise<string> {
  // Reading 8 MiB, or unpacking a bomb, takes a while on a busy machine.
  const quick = { timeoutSeconds: /^(bomb|endless-then)/.test(mode) ? 20 : 1 };
  const profiles = {
    director: fakeProfile(`${mode}#${key.slice(3, 12)}-director`, quick),
    character: { ...fakeProfile(`${mode}#${key.slice(3, 12)}-character`, quick), expectsJson: true },
  };
  const id = await createScene({ ...sceneBody(profiles.director, more), profiles }, key);
  return id;
}
const speak = (key: string, id: string) =>
  get<TurnAccepted>(`POST /v1/scenes/${id}/turns?wait=1`, key, {
    type: 'user',
    text: 'Is the lamp lit?',
    personaId: 'visitor',
    to: ['ada'],
  });
const settled = (key: string) =>
  until(() => get<TenantBudgets>('GET /v1/budgets', key)).holds(({ reserved }) => reserved.calls === 0);
/** Waits for the calls of the round. */
async function recordsOf(key: string, id: string, round: number): Promise<CallRecord[]> {
  const { items } = await until(() =>
    get<{ items: CallSummary[] }>(`GET /v1/calls?room=${id}&limit=50`, key),
  ).holds((page) => page.items.some((call) => call.round === round));
  return Promise.all(items.map((call) => get<CallRecord>(`GET /v1/calls/${call.id}`, key)));
}
const CONTROL = /[^\P{Cc}\n\t]|[\u202e\u200b]/u;

describe('an endpoint that', () => {
  it.each([
    ['endless', /longer than 8 MiB/],
    // One chunk of a stream has a lower limit: 1,000,000 characters.
    ['bomb', /longer than 8 MiB|something that is no JSON/],
    ['drip', /no answer within 1 s/],
    ['comments', /no answer within 1 s/],
    ['endless-error', /400 no no/],
    ['rude-error', /429 a b \[31mc Set-Cookie: x=1/],
    ['rude', null],
  ])(
    'is %s costs a try, and the room plays on',
    async (mode, reason) => {
      const key = await newTenant(`hostile${mode.replace('-', '')}`);
      await get('PUT /v1/budgets', key, { tokens: 1_000_000, calls: 1_000, period: 'total' });
      const id = await openScene(key, `${mode}-then-ok`);
      expect(await speak(key, id)).toMatchObject({ status: 'completed' });
      expect(await speak(key, id)).toMatchObject({ status: 'completed' });
      const calls = await recordsOf(key, id, 2);
      for (const { error, finishReason, problems, notes } of calls) {
        expect(JSON.stringify([error, finishReason, problems, notes]).replaceAll('\\n', '')).not.toMatch(
          CONTROL,
        );
        expect(error ?? '').not.toMatch(CONTROL);
        expect((error ?? '').length).toBeLessThanOrEqual(400);
        expect((finishReason ?? '').length).toBeLessThanOrEqual(40);
      }
      const { events } = await get<{ events: object[] }>(`GET /v1/scenes/${id}/events?limit=500`, key);
      expect(events.length).toBeGreaterThan(4);
      expect(JSON.stringify(events)).not.toMatch(/\\u00[0189]|[\u007f-\u009f\u202e]/i);
      if (reason !== null) {
        const roles = calls.filter(({ error }) => reason.test(error ?? '')).map(({ role }) => role);
        expect([...new Set(roles)].sort()).toEqual(['character', 'director']);
      }
      const { used, left } = (await settled(key)).tenant ?? {};
      expect(used?.tokens).toBeLessThan(100_000);
      expect(left?.tokens).toBe(1_000_000 - (used?.tokens ?? 0));
    },
    120_000,
  );

  it('counts absurdly is not believed: the budget is charged our own guess, and the room plays on', async () => {
    const key = await newTenant('hostileabsurd');
    await get('PUT /v1/budgets', key, { tokens: 1_000_000, money: 1, period: 'total' });
    const id = await openScene(key, 'absurd');
    for (let n = 0; n < 2; n += 1) expect(await speak(key, id)).toMatchObject({ status: 'completed' });
    const calls = await recordsOf(key, id, 2);
    expect(calls[0]?.notes).toEqual([
      expect.stringContaining('the endpoint reported {"prompt_tokens":1e+308'),
    ]);
    for (const call of calls) expect(call.promptTokens + call.completionTokens).toBeLessThan(20_000);
    const { used } = (await settled(key)).tenant ?? {};
    expect(used?.tokens).toBeGreaterThan(1_000);
    expect(used?.tokens).toBeLessThan(200_000);
  });
});

it('a window that is too small is learnt from the refusal, and said in the call: the next is short at once', async () => {
  const key = await newTenant('hostilesmall');
  const id = await openScene(key, 'small', { scenario: 'They wait for the storm to pass.\n'.repeat(400) });
  expect(await speak(key, id)).toMatchObject({ status: 'completed' });
  const first = (await recordsOf(key, id, 1)).filter(({ role }) => role === 'director');
  expect(first.some(({ status, error }) => status === 'refused' && error?.includes('2048'))).toBe(true);
  const answered = first.find(({ status }) => status === 'answered');
  expect(answered?.notes).toEqual([expect.stringContaining('set maxContextTokens to 2048 in the profile')]);
  expect(JSON.stringify(answered?.messages)).toContain('left out');
  expect(await speak(key, id)).toMatchObject({ status: 'completed' });
  const later = (await recordsOf(key, id, 2)).filter(({ id: call }) => !first.some((one) => one.id === call));
  const directed = later.filter(({ role }) => role === 'director');
  expect(directed.length).toBeGreaterThan(0);
  for (const { status, notes } of directed) {
    expect(status).toBe('answered');
    expect(notes?.[0]).toContain('window of 2048 tokens');
  }
}, 60_000);

it('stops reporting costs to a tenant that refuses them', async () => {
  const key = await newTenant('hostilerefused');
  const id = await openScene(key, 'ok');
  const room = env.SCENES.get(env.SCENES.idFromName(`hostilerefused/${id}`));
  const told = await runInDurableObject(room, async (_, { storage }) => {
    let asked = 0;
    storage.sql.exec("INSERT OR REPLACE INTO meta (key, value) VALUES ('leased', '1')");
    const tenant = {
      settle: () => {
        asked += 1;
        return Promise.reject(new Error('NOT NULL constraint failed'));
      },
    };
    const meter = new Meter(
      roomParts(storage, {
        deps: { sleep: async () => {} },
        env: { TENANTS: { idFromName: () => ({}), get: () => tenant } as unknown as Env['TENANTS'] },
      }),
    );
    let tries = 0;
    for (; meter.hasUnsettledCosts() && tries < 100; tries += 1) await meter.settle(tries).catch(() => {});
    return { tries, asked, owes: meter.hasUnsettledCosts(), nextAt: meter.dueAt(Date.now()) };
  });
  expect(told).toMatchObject({ tries: 10, owes: false, nextAt: null });
  expect(told.asked).toBeLessThan(60);
});
