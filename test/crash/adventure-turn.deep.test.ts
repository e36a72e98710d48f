import { expect, it } from 'vitest';
import type { AdventureOptionsBody } from '../../src/contract/adventures';
import type { Profile } from '../../src/contract/profiles';
import { sample } from '../support/depth';
import {
  address,
  adventureAt,
  adventureStub,
  comparable,
  fakeLog,
  fakeProfile,
  openAdventure,
  roomId,
  understudy,
  until,
} from '../support/rooms';

let trials = 0;

/** All optional work is due in the second turn. */
const OPTIONS: AdventureOptionsBody = { discoverEvery: 2, synthesizeEvery: 2, refineAbove: 1, share: false };

async function open(profile: (name: string) => Profile): Promise<{ id: string; name: string }> {
  trials += 1;
  const name = `ok#adventure-${trials}`;
  const id = await openAdventure({ adventurer: profile(name) }, { options: OPTIONS });
  const objective = { text: 'find what lies behind the oak door', priority: 'high' as const, parent: null };
  await adventureAt(id).addObjective(objective);
  return { id, name };
}

const rest = (id: string) =>
  until(async () => await adventureAt(id).read()).holds(
    (run) => run.turn === null && run.status !== 'running',
  );

/** Plays the first turn, then the second one with an abort of the room at the given point. */
async function playTwo(profile: (name: string) => Profile, point: string | null, beat: boolean) {
  const { id, name } = await open(profile);
  await adventureAt(id).control('step');
  await rest(id);
  // Otherwise the room may reuse the lease of the turn before, and the points differ between runs.
  await until(() => adventureAt(id).hasSettled()).holds();
  const seen = await adventureAt(id).cutAt(point);
  const send = () => adventureStub(id).control('step', { key: 'second', bodyHash: 'one' });
  const answer = await send().catch(() => null);
  if (point) await until(() => seen.cut).holds();
  if (beat) {
    const query = "SELECT 1 FROM ledger WHERE events LIKE '%turn.completed%'";
    await adventureAt(id)
      .ringing(() => adventureAt(id).rows(query))
      .holds(({ length }) => length === 2);
  }
  if (!answer) await until(send).holds((again) => again.ok);
  await rest(id);
  const events = await adventureAt(id).ledger();
  return { id, seen, events, ledger: comparable(events, id, name), calls: await fakeLog(name) };
}

/** Concurrent agents may finish in another order after an abort; their answers are the same. */
const sorted = (ledger: unknown[]): string[] =>
  ledger
    .map((event) => {
      const { seq: _, ...rest } = event as { seq: number };
      return JSON.stringify(rest);
    })
    .sort();

for (const [who, profile] of [
  ['the understudy', () => understudy],
  ['a model', (name: string) => fakeProfile(name)],
] as const) {
  it(`ends a turn answered by ${who} with the story and the ledger it would have had, wherever it was cut off`, async () => {
    const whole = await playTwo(profile, null, false);
    const points = whole.seen.passed;
    expect(points.length).toBeGreaterThan(15);
    for (const point of sample(points, 3)) {
      const cut = await playTwo(profile, point, false);
      expect(sorted(cut.ledger), `cut at ${point}`).toEqual(sorted(whole.ledger));
      expect(cut.events.map((event) => event.seq)).toEqual(cut.events.map((_, i) => i + 1));
      // Requests concurrent with the aborted step are sent once more.
      expect(new Set(cut.calls.map((call) => call.hash))).toEqual(
        new Set(whole.calls.map((call) => call.hash)),
      );
      const run = await adventureAt(cut.id).read();
      expect(run.story).toEqual((await adventureAt(whole.id).read()).story);
      await adventureAt(cut.id).inside(({ core }) => {
        const opened = core.open();
        expect(core.rebuild()).toEqual(opened.ok && opened.value.state);
      });
    }
    console.log(`adventure turn: ${points.length} abort points`);
  });
}

it('goes on with a turn by its heartbeat alone', async () => {
  const whole = await playTwo(() => understudy, null, false);
  for (const point of sample(whole.seen.passed, 3)) {
    const cut = await playTwo(() => understudy, point, true);
    expect(sorted(cut.ledger), `cut at ${point}`).toEqual(sorted(whole.ledger));
  }
});

/**
 * A run with ten turns per episode, before its tenth turn, in which everything is due that the second has
 * not.
 */
async function playNine(): Promise<string> {
  const options: AdventureOptionsBody = {
    discoverEvery: 10,
    synthesizeEvery: 0,
    refineAbove: 1,
    turnsPerEpisode: 10,
    episodes: 2,
    share: false,
  };
  const id = await openAdventure({ adventurer: understudy }, { options });
  for (const text of ['find what lies behind the oak door', 'light the loft'])
    await adventureAt(id).addObjective({ text, priority: 'normal', parent: null });
  for (let turn = 1; turn <= 10; turn += 1) {
    await adventureAt(id).control('step');
    await rest(id);
  }
  return id;
}

it('ends an episode, and begins the next, as it would have, wherever it was cut off', async () => {
  const source = await playNine();
  const playOn = async (turn: number, point: string | null) => {
    trials += 1;
    const id = roomId('adv', trials);
    await adventureAt(id).fork(address(id), source, { turn: turn - 1 }, null);
    const seen = await adventureAt(id).cutAt(point);
    const send = () => adventureStub(id).control('step', { key: 'next', bodyHash: 'one' });
    const answer = await send().catch(() => null);
    if (point) await until(() => seen.cut).holds();
    if (!answer) await until(send).holds((again) => again.ok);
    await rest(id);
    return { id, seen, ledger: comparable(await adventureAt(id).ledger(), id) };
  };
  const passed: string[] = [];
  for (const turn of [10, 11]) {
    const whole = await playOn(turn, null);
    passed.push(...whole.seen.passed);
    for (const point of sample(whole.seen.passed, 3)) {
      const cut = await playOn(turn, point);
      expect(sorted(cut.ledger), `turn ${turn}, cut at ${point}`).toEqual(sorted(whole.ledger));
      await adventureAt(cut.id).inside(({ core }) => {
        const opened = core.open();
        expect(core.rebuild()).toEqual(opened.ok && opened.value.state);
      });
    }
  }
  for (const name of ['discover', 'refine', 'synthesize:end', 'begin'])
    expect(passed.some((point) => point.startsWith(name))).toBe(true);
});
