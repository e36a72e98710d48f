import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { listCalls } from '../../src/storage/index-queries';
import { readUsage } from '../../src/storage/usage';
import { sample } from '../support/depth';
import { must } from '../support/must';
import {
  adventureAt,
  fakeLog,
  fakeProfile,
  idle,
  openAdventure,
  openScene,
  say,
  sceneAt,
  TENANT,
  until,
} from '../support/rooms';

/** Plays two rounds with the default profile, and counts the calls of each. */
async function playTwo(model: string): Promise<{ calls: number[]; spoken: number[] }> {
  const id = await openScene({ provider: 'openai', model: `fake:${model}` });
  const calls: number[] = [];
  const spoken: number[] = [];
  for (const n of [1, 2]) {
    const before = (await fakeLog(model)).length;
    await sceneAt(id).turn(say(`What now? (${n})`, 'visitor', ['ada', 'bo', 'cy']));
    expect(await idle(id)).toMatchObject({ rounds: n, failed: null });
    calls.push((await fakeLog(model)).length - before);
    const round = await sceneAt(id).round(n);
    expect(round.skipped).toEqual([]);
    spoken.push(round.lines.length);
  }
  return { calls, spoken };
}

it('what was thought is told by the list of calls and by usage', async () => {
  const model = 'fake:thinks-600#told';
  const id = await openScene({ provider: 'openai', model });
  await sceneAt(id).played(say('What now?', 'visitor', ['ada']));
  const calls = await until(
    async () => must(await listCalls(env.DB, TENANT, { model, limit: 50 })).items,
  ).holds((items) => items.some(({ role }) => role === 'character'));
  for (const { reasoningTokens, completionTokens } of calls) {
    expect(reasoningTokens).toBe(600);
    expect(completionTokens).toBeGreaterThan(600);
  }
  const spoken = (await sceneAt(id).ledger()).filter((event) => event.kind === 'character.spoke');
  expect(spoken.map(({ payload }) => [payload.model, payload.provider])).toContainEqual([model, 'openai']);
  const query = { by: 'model' as const, limit: 200 };
  const today = new Date().toISOString().slice(0, 10);
  const { items } = must(await readUsage(env.DB, TENANT, query, { today, currency: 'USD' }));
  const row = items.find(({ key }) => key === model);
  expect(row).toMatchObject({ reasoningTokens: 600 * (row?.calls ?? 0), cachedTokens: 0, providerCost: 0 });
});

describe.each(sample(['thinks', 'hides', 'tags', 'silent'], 2))('a model that thinks (%s)', (way) => {
  it.each(sample([600, 1_200, 3_000, 9_000], 2))(
    '%i tokens before each answer plays a round of five with the defaults, in six calls at most and then five',
    async (tokens) => {
      const { calls, spoken } = await playTwo(`${way}-${tokens}#round`);
      expect(spoken).toEqual([3, 3]);
      expect(calls[0]).toBeLessThanOrEqual(6);
      expect(calls[1]).toBe(5);
    },
  );
});

async function playAdventure(model: string): Promise<{ calls: number; commands: string[] }> {
  const id = await openAdventure({ adventurer: fakeProfile(model) }, { options: { share: false } });
  for (const turn of [1, 2, 3, 4, 5, 6, 7, 8]) {
    await adventureAt(id).control('step');
    await until(async () => await adventureAt(id).read()).holds(
      (run) => run.turns === turn && run.turn === null,
    );
  }
  const events = await adventureAt(id).ledger();
  const commands = events.flatMap((event) =>
    event.kind === 'command.executed' ? [event.payload.command] : [],
  );
  return { calls: (await fakeLog(model)).length, commands };
}

it('an adventure of eight turns costs a model that thinks 3,000 tokens few calls more than one that does not', async () => {
  const plain = await playAdventure('ok#plain');
  const thinking = await playAdventure('thinks-3000#adventure');
  expect(thinking.commands).toEqual(plain.commands);
  expect(thinking.calls).toBeLessThanOrEqual(plain.calls + 2);
});
