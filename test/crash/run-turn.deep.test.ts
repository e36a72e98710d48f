import { expect, it } from 'vitest';
import type { Profile } from '../../src/contract/profiles';
import type { CreateRun, GridRun } from '../../src/contract/runs';
import { sample } from '../support/depth';
import {
  comparable,
  fakeLog,
  fakeProfile,
  openRun,
  runAt,
  runStub,
  understudy,
  until,
} from '../support/rooms';

let trials = 0;
/** Most turns until every action of the corridor is settled. */
const MAX_TURNS = 60;

async function open(
  profile: (name: string) => Profile,
  more: Partial<CreateRun> = {},
): Promise<{ id: string; name: string }> {
  trials += 1;
  const name = `ok#run-${trials}`;
  return { id: await openRun(profile(name), more), name };
}

const rest = (id: string) =>
  until(async () => await runAt(id).read()).holds((run) => run.turn === null && run.status !== 'running');

const SURVEY = {
  options: { explore: 'budget', verifyAfter: 1 } as const,
  isNext: ({ phase }: GridRun) => phase === 'survey',
};
/** The next turn has the program written. */
const PROGRAM = { options: { world: 'code' } as const, isNext: ({ used }: GridRun) => used.actions >= 5 };

/**
 * Plays the first turn, or all up to the survey, then one more, with an abort of the room at the given point.
 */
async function playWithCut(
  profile: (name: string) => Profile,
  point: string | null,
  beat: boolean,
  late: { options: Partial<CreateRun>; isNext: (run: GridRun) => boolean } | null = null,
) {
  const { id, name } = await open(profile, late?.options);
  for (let turn = 0; turn === 0 || (late && !late.isNext(await runAt(id).read())); turn++) {
    if (turn > MAX_TURNS) throw new Error('the run did not come to the turn');
    await runAt(id).control('step');
    await rest(id);
  }
  // Otherwise the room may reuse the lease of the turn before, and the points differ between runs.
  await until(() => runAt(id).hasSettled()).holds();
  const seen = await runAt(id).cutAt(point);
  const send = () => runStub(id).control('step', { key: 'second', bodyHash: 'one' });
  const answer = await send().catch(() => null);
  if (point) await until(() => seen.cut).holds();
  if (beat) {
    const query = "SELECT 1 FROM ledger WHERE events LIKE '%turn.completed%'";
    await runAt(id)
      .ringing(() => runAt(id).rows(query))
      .holds(({ length }) => length === 2);
  }
  if (!answer) await until(send).holds((again) => again.ok);
  await rest(id);
  const events = await runAt(id).ledger();
  return { id, seen, events, ledger: comparable(events, id, name), calls: await fakeLog(name) };
}

for (const [who, profile] of [
  ['the understudy', () => understudy],
  ['a model', (name: string) => fakeProfile(name)],
] as const) {
  it(`ends a turn answered by ${who} with the ledger it would have had, wherever it was cut off`, async () => {
    const whole = await playWithCut(profile, null, false);
    const points = whole.seen.passed;
    expect(points.length).toBeGreaterThan(8);
    for (const point of sample(points, 4)) {
      const cut = await playWithCut(profile, point, false);
      expect(cut.ledger, `cut at ${point}`).toEqual(whole.ledger);
      expect(cut.events.map((event) => event.seq)).toEqual(cut.events.map((_, i) => i + 1));
      expect(cut.calls.map((call) => call.hash).sort()).toEqual(whole.calls.map((call) => call.hash).sort());
      await runAt(cut.id).inside(({ core }) => {
        const opened = core.open();
        expect(core.rebuild()).toEqual(opened.ok && opened.value.state);
      });
    }
    console.log(`run turn: ${points.length} abort points`);
  });
}

it('ends a turn of a survey with the ledger it would have had, wherever it was cut off', async () => {
  const whole = await playWithCut(() => understudy, null, false, SURVEY);
  const kinds = whole.events.slice(-6).map(({ kind }) => kind);
  expect(kinds).toEqual(
    expect.arrayContaining(['action.suggested', 'action.executed', 'predictions.checked']),
  );
  for (const point of sample(whole.seen.passed, 4)) {
    const cut = await playWithCut(() => understudy, point, false, SURVEY);
    expect(cut.ledger, `cut at ${point}`).toEqual(whole.ledger);
  }
}, 240_000);

it('ends a turn that has the world written as a program with the ledger it would have had, wherever it was cut off', async () => {
  const model = (name: string) => fakeProfile(name, { maxContextTokens: 32_000 });
  const whole = await playWithCut(model, null, false, PROGRAM);
  expect(
    whole.events.filter(({ kind }) => kind === 'world.revised').map(({ payload }) => payload),
  ).toMatchObject([{ outcome: 'accepted', purpose: 'first', misses: [] }]);
  const points = whole.seen.passed.filter((point) => point.includes('world'));
  expect(points.length).toBeGreaterThan(2);
  for (const point of [...points, ...sample(whole.seen.passed, 4)]) {
    const cut = await playWithCut(model, point, false, PROGRAM);
    expect(cut.ledger, `cut at ${point}`).toEqual(whole.ledger);
    expect(cut.calls.map((call) => call.hash).sort()).toEqual(whole.calls.map((call) => call.hash).sort());
  }
}, 240_000);

it('goes on with a turn by its heartbeat alone', async () => {
  const whole = await playWithCut(() => understudy, null, false);
  for (const point of sample(whole.seen.passed, 4)) {
    const cut = await playWithCut(() => understudy, point, true);
    expect(cut.ledger, `cut at ${point}`).toEqual(whole.ledger);
  }
});
