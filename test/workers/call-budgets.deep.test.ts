import { describe, expect, it } from 'vitest';
import type { NewScene } from '../../src/contract/create-scene';
import type { Event } from '../../src/contract/events/events';
import type { Profile } from '../../src/contract/profiles';
import { sample } from '../support/depth';
import {
  address,
  adventureAt,
  adventureStub,
  fakeLog,
  fakeProfile,
  idle,
  newId,
  openRun,
  openScene,
  runAt,
  runStub,
  say,
  sceneAt,
  sceneBody,
  understudy,
  until,
} from '../support/rooms';

/**
 * With a budget of N calls, there are at most N requests, for any behavior of the endpoint, even with
 * concurrent agents, retries and format fallbacks. Each trial has a model's name of its own, and so a log of
 * its own.
 */

const [first] = sceneBody(understudy).characters ?? [];
const FIVE = ['Ada', 'Bo', 'Cy', 'Dee', 'Eve'].map((name) => ({ ...first, name })) as NewScene['characters'];
const kindsOf = (events: Event[]) => events.map(({ kind }) => kind);
describe('a scene with a budget of calls', () => {
  const MODES = [
    // Only prose: each character takes three calls, the director two per pass.
    'prose',
    'nonsense',
    'invalid',
    // A refused format or transport is a request as well.
    'refuse',
    'no-stream',
    'no-stream-options',
    '500-then-500-then-ok',
    '429-then-ok',
    'ok',
  ];

  it.each(sample(MODES, 3))('never makes more, with five who act at the same time (%s)', async (mode) => {
    const budgets = [1, 4, 6, 11];
    const ended = await Promise.all(
      budgets.map(async (calls) => {
        const name = `${mode}#calls-${calls}`;
        // Five at once: the fake director gives everyone the same order, and so does our rule for an unusable
        // plan.
        const director = mode === 'prose' || mode === 'nonsense' ? `ok#calls-${mode}-${calls}` : name;
        const id = await openScene(fakeProfile(name), {
          profiles: { director: fakeProfile(director), character: fakeProfile(name) },
          characters: FIVE,
          budgets: { calls },
        });
        const requests = async () =>
          (await fakeLog(name)).length + (director === name ? 0 : (await fakeLog(director)).length);
        await sceneAt(id).played(say('Answer me all at once.'));
        const before = await requests();
        const told = kindsOf(await sceneAt(id).ledger());
        await sceneAt(id).change({ budgets: { calls: calls + 3 } });
        if (told.includes('round.failed')) await sceneAt(id).retry(1);
        await idle(id);
        return { calls, before, after: await requests(), spent: told.includes('budget.exhausted') };
      }),
    );
    for (const { calls, before, after, spent } of ended) {
      expect([mode, calls, before <= calls, after <= calls + 3]).toEqual([mode, calls, true, true]);
      // No part of the budget is left unused, except if it was too small.
      if (spent) expect([mode, calls, before]).toEqual([mode, calls, calls]);
    }
    expect(ended.map(({ spent }) => spent)).toContain(true);
  });
});

/** Runs to the end, with retries of failed turns. */
async function playToEnd(
  read: () => Promise<{ status: string; turn: object | null; failed: unknown; finishReason: string | null }>,
  resume: () => Promise<unknown>,
) {
  for (let k = 0; ; k += 1) {
    const run = await until(read).holds(
      (now) => now.turn === null && (now.status !== 'running' || now.failed !== null),
    );
    if (run.status === 'finished' || k > 30) return run;
    await resume();
  }
}

describe('a run with a budget of calls', () => {
  const MODES = ['ok', 'invalid', 'prose', '500', '429-then-ok', 'refuse', '401-then-ok'];

  it.each(sample(MODES, 2))('of a grid game never makes more, and ends (%s)', async (mode) => {
    const budgets = [2, 3, 4, 7];
    await Promise.all(
      budgets.map(async (calls) => {
        const name = `${mode}#grid-${calls}`;
        const id = await openRun(fakeProfile(name), { budgets: { calls, actions: 50 } });
        await runAt(id).control('start');
        const over = await playToEnd(
          async () => await runAt(id).read(),
          () => runStub(id).control('resume'),
        );
        const requests = (await fakeLog(name)).length;
        expect([mode, calls, requests <= calls]).toEqual([mode, calls, true]);
        expect(over).toMatchObject({ status: 'finished', finishReason: 'call_budget', failed: null });
      }),
    );
  });

  async function openAdventure(profile: Profile, calls: number): Promise<string> {
    const id = newId('adv');
    const profiles = { adventurer: profile };
    // All optional work is due in every turn, concurrently.
    const options = { discoverEvery: 1, synthesizeEvery: 1, refineAbove: 1, share: false };
    const body = { game: 'tide-mill', seed: 'one', profiles, options, start: true, budgets: { calls } };
    await adventureAt(id).create(address(id), body, null);
    return id;
  }
  const finish = (id: string) =>
    playToEnd(
      async () => await adventureAt(id).read(),
      () => adventureStub(id).control('resume'),
    );

  it.each(sample(MODES, 2))(
    'of a story never makes more, whatever is asked beside a turn (%s)',
    async (mode) => {
      const budgets = [1, 2, 5, 11];
      const ended = await Promise.all(
        budgets.map(async (calls) => {
          const name = `${mode}#story-${calls}`;
          const id = await openAdventure(fakeProfile(name), calls);
          const over = await finish(id);
          return { calls, requests: (await fakeLog(name)).length, over };
        }),
      );
      for (const { calls, requests, over } of ended) {
        expect([mode, calls, requests <= calls]).toEqual([mode, calls, true]);
        expect(over).toMatchObject({ status: 'finished', finishReason: 'call_budget', failed: null });
      }
    },
  );

  it('counts the understudy’s calls in the same way, and shows no more than there were to spend', async () => {
    for (const calls of [1, 2, 3, 7, 12]) {
      const id = await openAdventure(understudy, calls);
      const over = await finish(id);
      expect(over).toMatchObject({ status: 'finished', finishReason: 'call_budget' });
      const { used } = await adventureAt(id).read();
      expect([calls, used.calls]).toEqual([calls, calls]);
    }
  });
});
