import { describe, expect, it } from 'vitest';
import type { PayloadOf } from '../../src/contract/events/events';
import type { GridRun } from '../../src/contract/runs';
import { controlModel, fakeProfile, openRun, runAt, understudy } from '../support/rooms';

type Suggested = PayloadOf<'action.suggested'>;

async function playOn(model: string, budgets: { actions: number; calls: number }): Promise<string> {
  const explorer = fakeProfile(model);
  return openRun(understudy, {
    ...{ game: 'corridor', play: true, budgets },
    profiles: { explorer, analyst: understudy },
  });
}

async function play(id: string): Promise<{ run: GridRun; plays: Suggested[] }> {
  await runAt(id).played('start');
  const run = (await runAt(id).read()) as GridRun;
  const plays = (await runAt(id).ledger()).flatMap((event) =>
    event.kind === 'action.suggested' && event.payload.play ? [event.payload] : [],
  );
  return { run, plays };
}

describe('a run that plays on for a model', () => {
  it('plays to the end of its budget, whatever is wished', async () => {
    const id = await playOn('ok#wishes', { actions: 110, calls: 300 });
    const { run, plays } = await play(id);
    expect(run).toMatchObject({ status: 'finished', finishReason: 'action_budget', used: { actions: 110 } });
    const asked = plays.filter(({ calls }) => calls > 0);
    expect(asked.length).toBeGreaterThan(4);
    expect(new Set(asked.map(({ wish }) => wish?.kind))).toEqual(
      new Set(['to', 'touch', 'actions', 'explore']),
    );
    expect(asked.filter(({ decision }) => decision === 'refused')).not.toEqual([]);
    expect(asked.every(({ calls }) => calls === 1)).toBe(true);
    // A plan's next step needs no call.
    expect(plays.filter(({ calls, wish }) => calls === 0 && wish !== undefined)).not.toEqual([]);
    expect(plays.flatMap(({ wishEnded }) => wishEnded ?? []).length).toBeGreaterThan(2);
  });

  it('goes on with its wish where the room was cut off', async () => {
    const id = await playOn('ok#wishes-cut', { actions: 100, calls: 300 });
    await runAt(id).control('start');
    const askedSoFar = async () =>
      (await runAt(id).ledger()).filter(
        ({ kind, payload }) => kind === 'action.suggested' && 'wish' in payload,
      ).length;
    for (const count of [1, 4, 9]) {
      await runAt(id)
        .ringing(askedSoFar)
        .holds((n) => n >= count);
      await runAt(id).cutOff();
    }
    const read = async () => await runAt(id).read();
    await runAt(id)
      .ringing(read)
      .holds(({ status }) => status !== 'running');
    const events = await runAt(id).ledger();
    expect(await runAt(id).read()).toMatchObject({ status: 'finished', failed: null });
    expect(events.filter(({ kind }) => kind === 'turn.failed')).toEqual([]);
    const wishes = events.flatMap((event) =>
      event.kind === 'action.suggested' && event.payload.wish ? [event.payload] : [],
    );
    // A plan continues: its step increases by one with every turn.
    for (const [n, { wish, calls }] of wishes.entries()) {
      const before = wishes[n - 1]?.wish;
      if (calls === 0) expect(wish?.done).toBe((before?.done ?? 0) + 1);
    }
  });

  it('goes on by itself beside a model that never says anything usable, and pauses in the end', async () => {
    const id = await playOn('ok#wishes-prose', { actions: 150, calls: 300 });
    // Other files use the same endpoint at the same time, so this replaces only the steps of the model.
    await controlModel({
      model: 'wishes-prose',
      script: [{ mode: 'prose', times: 1000, contains: 'YOUR TASK: complete' }],
    });
    const { run, plays } = await play(id);
    expect(run).toMatchObject({ status: 'paused' });
    expect(run.pauseReason).toMatch(/^3 turns in a row had no usable answer/);
    const asked = plays.filter(({ calls }) => calls > 0);
    expect(asked).toHaveLength(3);
    expect(asked.every(({ fallback, wish }) => fallback === true && wish?.kind === 'explore')).toBe(true);
    expect(plays.length).toBeGreaterThan(20);
  });
});
