import { runInDurableObject } from 'cloudflare:test';
import { env as stage } from 'cloudflare:workers';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { type Config, readConfig } from '../../src/config';
import type { CallSummary } from '../../src/contract/calls';
import type { TenantBudgets, UsagePage } from '../../src/contract/money';
import type { TurnAccepted } from '../../src/contract/rounds';
import type { Scene } from '../../src/contract/scenes';
import type { CallIntent } from '../../src/room/step-context';
import type { FakeEmbeddingEntry } from '../support/fake-model';
import { fakeLog, fakeProfile, idle, sceneAt, sceneBody, sceneObject, until } from '../support/rooms';
import { createScene, get, OPERATOR } from '../support/stage-client';

const MODEL = 'fake:ok#embedder';

const changed: Config[] = [];
/** Sets an embedding model: objects read their environment only once. */
async function giveModel(object: DurableObjectStub): Promise<void> {
  await runInDurableObject(object, (instance) => {
    const { env } = instance as unknown as { env: Record<string, string> };
    const config = readConfig(env);
    const { OPENAI_BASE_URL: baseUrl = '', OPENAI_API_KEY: apiKey = '' } = env;
    config.embedding = { provider: 'openai', model: MODEL, baseUrl, apiKey, headers: {} };
    changed.push(config);
  });
}

afterEach(() => {
  for (const config of changed.splice(0)) config.embedding = null;
});

const asked = async () =>
  (
    (await (await fetch(`${inject('fakeModelUrl')}/control/embeddings`)).json()) as FakeEmbeddingEntry[]
  ).filter(({ model }) => model === MODEL);

let tenants = 0;
/** A separate tenant, so that its usage is only from this test, with a scene. */
async function openScene(more: object = {}) {
  tenants += 1;
  const name = `embeds${tenants}`;
  const made = await get<{ key: { key: string } }>('POST /v1/tenants', undefined, { name });
  const { key } = made.key;
  const chat = `ok#${name}`;
  const id = await createScene({ ...sceneBody(fakeProfile(chat)), ...more }, key);
  for (const space of [stage.SCENES, stage.WORLDS])
    await giveModel(space.get(space.idFromName(`${name}/${id}`)) as DurableObjectStub);
  return { id, key, chat, name };
}
const speak = (key: string, id: string, text: string) =>
  get<TurnAccepted>(`POST /v1/scenes/${id}/turns?wait=1`, key, {
    ...{ type: 'user', text, personaId: 'visitor', to: ['ada'] },
  });

it('embeddings are kept back for, counted, priced and listed as calls are', async () => {
  const { id, key, chat } = await openScene();
  const before = (await asked()).length;
  let all: FakeEmbeddingEntry[] = [];
  // The first round has no memories. On a slow machine they may not be stored in time; then the next round
  // has them.
  for (let round = 1; round <= 2 || (all.length === 0 && round < 6); round += 1) {
    expect(await speak(key, id, 'The boat is lost.')).toMatchObject({ status: 'completed' });
    all = (await asked()).slice(before);
    if (round === 1) expect(all).toEqual([]);
  }
  expect(all).toHaveLength(1);
  const calls = await until(
    async () => (await get<{ items: CallSummary[] }>('GET /v1/calls?limit=200', key)).items,
  ).holds((items) => items.some(({ role }) => role === 'embedder'));
  const [one, ...more] = calls.filter(({ role }) => role === 'embedder');
  expect(more).toEqual([]);
  expect(one).toMatchObject({ room: id, model: MODEL, status: 'answered', completionTokens: 0 });
  expect(one?.promptTokens).toBeGreaterThan(0);
  expect(one?.money).toBeGreaterThan(0);
  const record = await get<{ messages: { content: string }[] }>(`GET /v1/calls/${one?.id}`, key);
  expect(record.messages.map(({ content }) => content).join()).toContain('The boat is lost.');

  const made = (await fakeLog(chat)).length + all.length;
  const books = await until(() => get<TenantBudgets>('GET /v1/budgets', key)).holds(
    ({ reserved }) => reserved.calls === 0,
  );
  expect(books.used.calls).toBe(made);
  const usage = await get<UsagePage>('GET /v1/usage?by=role', key);
  expect(usage.items.find(({ key: role }) => role === 'embedder')).toMatchObject({ calls: 1, metered: 1 });
  expect(usage.total).toMatchObject({ metered: made, money: books.used.money });
  expect(books.used.tokens).toBe(usage.total.promptTokens + usage.total.completionTokens);
});

it('a budget of calls holds for them too: together there are never more', async () => {
  const { id, key, chat } = await openScene();
  await speak(key, id, 'Is the lamp lit?');
  const first = (await fakeLog(chat)).length;
  const before = (await asked()).length;
  await get(`PATCH /v1/scenes/${id}`, key, { budgets: { calls: first + 2 } });
  expect(await speak(key, id, 'The boat is lost.')).toMatchObject({ status: 'failed' });
  expect((await fakeLog(chat)).length - first + (await asked()).length - before).toBe(2);
});

describe('embeddings beside a round', () => {
  const INTENT: CallIntent = {
    ...{ role: 'embedder', purpose: 'embed', attempt: 1, provider: 'openai', model: MODEL },
    messages: [{ role: 'user', content: 'boat' }],
  };
  async function holdScene(more: object = {}) {
    const { id } = await get<Scene>('POST /v1/scenes', OPERATOR, {
      ...{ ...sceneBody(fakeProfile('ok#aside')), ...more },
    });
    await giveModel(sceneObject(id) as DurableObjectStub);
    const held = await sceneAt(id).holdAt('director.1/1 intent');
    await get(`POST /v1/scenes/${id}/turns`, OPERATOR, {
      ...{ type: 'user', text: 'Hm.', personaId: 'visitor' },
    });
    await held.reached();
    return { id, held };
  }

  it('that a budget has no room for are done without, and nobody waits for it', async () => {
    const { id, held } = await holdScene({ budgets: { tokens: 100_000 } });
    const may = (tokens: number) =>
      sceneAt(id).inside(({ core }) =>
        core.embed(INTENT, tokens, async (given) => ({ value: given, call: null })),
      );
    expect(await may(1000)).toBe(true);
    expect(await may(1_000_000)).toBe(false);
    await held.release();
    expect(await idle(id)).toMatchObject({ failed: null });
  });

  it('that were cut off are listed as lost, and count as what was kept back for them', async () => {
    const { id } = await holdScene();
    await sceneAt(id).inside(async ({ core }) => {
      void core.embed(INTENT, 50_000, () => new Promise(() => {}));
      await new Promise((resolve) => setTimeout(resolve, 300));
    });
    await sceneAt(id).cutOff();
    await idle(id);
    const lost = await until(async () =>
      (await get<{ items: CallSummary[] }>(`GET /v1/calls?limit=200&room=${id}`)).items.filter(
        ({ role, purpose }) => role === 'embedder' && purpose === 'embed',
      ),
    ).holds((items) => items.length > 0);
    expect(lost).toMatchObject([{ status: 'lost' }]);
    const total = await sceneAt(id).inside(({ core }) => {
      const opened = core.open();
      return opened.ok ? opened.value.meter.total.tokens : 0;
    });
    expect(total).toBeGreaterThan(50_000);
  });
});
