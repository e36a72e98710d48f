import { env } from 'cloudflare:workers';
import { expect, inject, it, vi } from 'vitest';
import { z } from 'zod';
import { createRoomDeps } from '../../durable-objects/lib/room/deps';
import type { LearnedLimits } from '../../src/model/capability';
import type { CallPort } from '../../src/room/step-context';
import { makeEndpointStore } from '../../src/storage/endpoints';
import { ask, profile } from '../support/asks';
import { decide } from '../support/memory-port';
import { fakeProfile, openRun, openScene, runAt, say, sceneAt, TENANT, until } from '../support/rooms';

interface Row {
  provider: string;
  model: string;
  lesson: string;
  learnt_at: string;
}

async function play(model: string, character = model): Promise<string[]> {
  const id = await openScene(fakeProfile(model), {
    profiles: { director: fakeProfile(model), character: fakeProfile(character) },
  });
  await sceneAt(id).played(say('Who goes first?', 'visitor', ['ada']));
  return (await sceneAt(id).ledger()).map(({ kind }) => kind);
}

async function asked(model: string): Promise<string[]> {
  const response = await fetch(`${inject('fakeModelUrl')}/control/log`);
  const log = (await response.json()) as { model: string; constraint: string }[];
  return log.filter((entry) => entry.model === `fake:${model}`).map(({ constraint }) => constraint);
}

const rows = async (): Promise<Row[]> =>
  (await env.DB.prepare('SELECT * FROM endpoints ORDER BY model, lesson').all<Row>()).results;
const lessonsOf = async (model: string) =>
  (await rows()).filter((row) => row.model === `fake:${model}`).map(({ lesson }) => lesson);

const port: CallPort = {
  tenant: TENANT,
  call: async (_, __, run, rule) => ({ decision: rule.decide(await run()), replayed: false }),
};
const schema = z.object({ confidence: z.number() });
const makeAsk = (model: string) => ask(schema, { profile: profile({ model: `fake:${model}` }) });

it('a round does without the table; what was learnt is written once it is there', async () => {
  await env.DB.prepare('ALTER TABLE endpoints RENAME TO gone').run();
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const kinds = await play('refuse-schema#broken');
  expect(kinds).toContain('round.completed');
  expect(kinds).toContain('character.spoke');
  expect(warn.mock.calls.map(([what]) => what)).toContain('endpoints: load failed');
  warn.mockRestore();
  expect(
    (await asked('refuse-schema#broken')).filter((constraint) => constraint === 'json_schema'),
  ).toHaveLength(1);
  await env.DB.prepare('ALTER TABLE gone RENAME TO endpoints').run();
  await play('ok#after');
  await until(() => lessonsOf('refuse-schema#broken')).holds((lessons) => lessons.includes('no_json_schema'));
});

it('another instance does not ask an endpoint for what it has refused', async () => {
  await play('refuse-schema#one');
  await until(() => lessonsOf('refuse-schema#one')).holds((lessons) => lessons.length === 2);
  expect(await lessonsOf('refuse-schema#one')).toEqual(['clean_json', 'no_json_schema']);
  const before = await asked('refuse-schema#one');
  expect(before[0]).toBe('json_schema');

  const answer = await createRoomDeps(env).gateway.ask(port, 'a', makeAsk('refuse-schema#one'), { decide });
  expect(answer).toMatchObject({ ok: true, rung: 'json_object', calls: 1 });
  expect((await asked('refuse-schema#one')).slice(before.length)).toEqual(['json_object']);
});

it('it is asked again once the rows are deleted', async () => {
  await env.DB.prepare('DELETE FROM endpoints WHERE model = ?').bind('fake:refuse-schema#one').run();
  const answer = await createRoomDeps(env).gateway.ask(port, 'a', makeAsk('refuse-schema#one'), { decide });
  expect(answer).toMatchObject({ ok: true, rung: 'json_object', calls: 2 });
  await until(() => lessonsOf('refuse-schema#one')).holds((lessons) => lessons.includes('no_json_schema'));
});

it('a round that teaches nothing new writes nothing', async () => {
  await play('ok#calm');
  await until(() => lessonsOf('ok#calm')).holds((lessons) => lessons.length === 2);
  const before = await rows();
  await play('ok#calm');
  expect(await rows()).toEqual(before);
});

it('neither address nor key is in the table', async () => {
  const all = await rows();
  expect(all.length).toBeGreaterThan(0);
  for (const { provider } of all) expect(provider).toMatch(/^openai@[0-9a-f]{12}$/);
  expect(JSON.stringify(all)).not.toMatch(/127\.0\.0\.1|sk-/);
});

const lesson = (learntAt: number, more: Partial<LearnedLimits> = {}): LearnedLimits => ({
  tenant: TENANT,
  provider: 'p',
  model: 'm',
  lesson: 'no_json_object',
  learntAt,
  ...more,
});

it('a lesson belongs to the name and the address, whatever the credentials in it', async () => {
  const store = (baseUrl: string) => makeEndpointStore(env.DB, { p: baseUrl });
  await store('https://one.test/v1').save([lesson(5_000)], 0);
  expect(await store('https://one.test/v1').load(0)).toEqual([lesson(5_000)]);
  expect(await store('https://user:pass@one.test/v1?key=k').load(0)).toEqual([lesson(5_000)]);
  for (const elsewhere of ['https://two.test/v1', 'https://one.test/v2']) {
    expect(await store(elsewhere).load(0)).toEqual([]);
  }
  expect(await makeEndpointStore(env.DB, { q: 'https://one.test/v1' }).load(0)).toEqual([]);
});

it('a lesson saved twice is one row, as of the later time; old ones are dropped', async () => {
  const store = makeEndpointStore(env.DB, { p: 'https://three.test/v1' });
  await store.save([lesson(9_000), lesson(1_000, { lesson: 'clean_json' })], 0);
  await store.save([lesson(8_000)], 0);
  expect(await store.load(0)).toHaveLength(2);
  expect(await store.load(1_000)).toEqual([lesson(9_000)]);
  await store.save([lesson(8_500)], 2_000);
  expect(await store.load(0)).toEqual([lesson(9_000)]);
});

// A refusal that does not mention pictures needs a second one to count.
it.each([
  ['blind#board', 1],
  ['blind-400#board', 2],
  ['blind-404#board', 2],
  ['blind-422#board', 2],
])(
  'a model that takes no pictures reads the board as text, in every room that comes later: %s',
  async (name, refusals) => {
    const pictured = async () => {
      const response = await fetch(`${inject('fakeModelUrl')}/control/log?full=1`);
      const log = (await response.json()) as { model: string; messages?: unknown }[];
      return log
        .filter(({ model }) => model === `fake:${name}`)
        .map(({ messages }) => JSON.stringify(messages ?? '').includes('image_url'));
    };
    const playTurn = async () => {
      const id = await openRun(fakeProfile(name));
      await runAt(id).control('step');
      await until(async () => await runAt(id).read()).holds(
        ({ status, turns }) => turns > 0 && status !== 'running',
      );
      return id;
    };
    const first = await playTurn();
    expect((await runAt(first).ledger()).map(({ kind }) => kind)).toContain('action.executed');
    const before = await pictured();
    expect(before.filter(Boolean)).toHaveLength(refusals);
    expect(before.length).toBeGreaterThan(1);
    const told = await runAt(first).rows("SELECT * FROM steps WHERE kind = 'call'");
    expect(JSON.stringify(told)).toContain('pictures were omitted');

    await playTurn();
    expect((await pictured()).slice(before.length)).not.toContain(true);
  },
);
