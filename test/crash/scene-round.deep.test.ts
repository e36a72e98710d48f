import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { roomDeps } from '../../durable-objects/lib/room/deps';
import { sceneSettings } from '../../src/contract/context';
import type { Event } from '../../src/contract/events/events';
import type { Profile } from '../../src/contract/profiles';
import type { TurnInput } from '../../src/contract/rounds';
import { sample } from '../support/depth';
import {
  address,
  comparable,
  fakeLog,
  fakeProfile,
  roomId,
  sceneAt,
  sceneBody,
  sceneStub,
  TENANT,
  understudy,
  until,
} from '../support/rooms';

const QUESTION = 'Is the lamp lit? Has anyone seen the boat?';
/** Makes the fake director give everyone the same order (test/support/fake-answers.ts). */
const CHORUS = 'Answer me all at once.';
/**
 * Makes the fake director use ascending orders, so that the first speaker begins before the plan is complete.
 */
const IN_TURN = 'Answer me one by one.';
const WHISPER = 'Where is the letter that Cy is hiding from us all?';
const turn = (text: string): TurnInput => ({
  ...{ type: 'user', text, personaId: 'visitor', to: [] },
  ...(text === WHISPER && { to: ['ada'], whisper: true }),
});

interface Trial {
  id: string;
  name: string;
}
let trials = 0;

async function open(
  profile: (name: string) => Profile,
  settings?: object,
  mode: 'ok' | 'paced' = 'ok',
): Promise<Trial> {
  trials += 1;
  const name = `${mode}#scene-${trials}`;
  // Only answers of a model known for exact JSON are streamed.
  if (mode === 'paced') roomDeps(env).capability.of(TENANT, 'openai', `fake:${name}`).recordExactness(true);
  const id = roomId('scn', trials);
  const more = settings ? { settings: sceneSettings.parse(settings) } : {};
  await sceneAt(id).create(address(id), sceneBody(profile(name), more), null);
  return { id, name };
}

const isOver = async (id: string): Promise<boolean> => (await sceneAt(id).read()).round === null;
const finish = (id: string) => until(() => isOver(id)).holds();

async function playThrough(
  profile: (name: string) => Profile,
  text = QUESTION,
  settings?: object,
  mode?: 'paced',
) {
  const trial = await open(profile, settings, mode);
  const seen = await sceneAt(trial.id).cutAt(null);
  await sceneAt(trial.id).turn(turn(text));
  await finish(trial.id);
  const events = await sceneAt(trial.id).ledger();
  return {
    points: seen.passed,
    ledger: comparable(events, trial.id, trial.name),
    calls: await fakeLog(trial.name),
  };
}

const steps = (id: string): Promise<string[]> =>
  sceneAt(id).inside((_room, state) =>
    state.storage.sql
      .exec<{ key: string; status: string }>('SELECT key, status FROM steps ORDER BY n')
      .toArray()
      .map((row) => `${row.key} ${row.status}`),
  );

function expectWhole(events: Event[]): void {
  expect(events.map((event) => event.seq)).toEqual(events.map((_, i) => i + 1));
}

describe.each([
  { who: 'the understudy', profile: () => understudy, text: QUESTION },
  { who: 'a model', profile: (name: string) => fakeProfile(name), text: QUESTION },
  { who: 'a model that was whispered to', profile: (name: string) => fakeProfile(name), text: WHISPER },
  {
    who: 'a model, three at once, the first before the plan is whole',
    profile: (name: string) => fakeProfile(name),
    text: CHORUS,
    mode: 'paced' as const,
  },
  {
    who: 'a model whose first character begins before the plan is whole',
    profile: (name: string) => fakeProfile(name),
    text: IN_TURN,
    mode: 'paced' as const,
  },
  {
    who: 'a model, with world agent and summary',
    profile: (name: string) => fakeProfile(name),
    text: QUESTION,
    settings: { worldAgent: true, summarizeAfter: 2 },
  },
])(
  'a scene round answered by $who, cut off at every point of its journal',
  ({ profile, text, settings, mode }) => {
    it.each(['stored', 'unstored'] as const)(
      'ends with the ledger it would have had, its last write %s',
      async (writes) => {
        const whole = await playThrough(profile, text, settings, mode);
        expect(whole.points.length).toBeGreaterThan(15);
        expect(whole.points.includes('cue after')).toBe(mode === 'paced');
        for (const point of sample(whole.points, 3)) {
          const { id, name } = await open(profile, settings, mode);
          const seen = await sceneAt(id).cutAt(point, writes);
          const receipt = { key: `turn ${point}`, bodyHash: 'one' };
          const send = () => sceneStub(id).turn(turn(text), receipt);
          const answer = await send().catch(() => null);
          await until(() => seen.cut).holds();
          // A client without an answer repeats its request; stored or not, it counts once.
          if (!answer) await until(send).holds((again) => again.ok);
          await finish(id);

          const events = await sceneAt(id).ledger();
          expectWhole(events);
          expect(comparable(events, id, name), `cut at ${point}`).toEqual(whole.ledger);
          await sceneAt(id).inside(({ core }) => {
            const opened = core.open();
            expect(core.rebuild()).toEqual(opened.ok && opened.value.state);
          });
          // A memory written before the ledger was aborted exists only once.
          const memories = (await sceneAt(id).memories({ limit: 50, before: null })).items;
          expect(memories.map(({ character, round }) => `${character} ${round}`).sort()).toEqual([
            'ada 1',
            'bo 1',
            'cy 1',
          ]);
          const made = await steps(id);
          const done = made.filter((step) => step.endsWith(' done'));
          expect(new Set(done).size, `cut at ${point}: ${made.join(', ')}`).toBe(done.length);
          // Concurrent calls, or calls whose last write is lost, are repeated.
          if (writes === 'unstored' || text === CHORUS || text === IN_TURN) continue;
          expect(made.filter((step) => step.endsWith(' lost')).length).toBe(
            point.endsWith(' intent') ? 1 : 0,
          );
          // An aborted intent was not sent: every request that reached the model was answered, once.
          const asked = (await fakeLog(name)).map((call) => call.hash);
          expect(asked.sort()).toEqual(whole.calls.map((call) => call.hash).sort());
        }
        console.log(`scene round, last write ${writes}: ${whole.points.length} abort points`);
      },
    );
  },
);

it('goes on by its heartbeat alone, whatever point it was cut off at', async () => {
  const whole = await playThrough(() => understudy);
  for (const point of sample(whole.points, 5)) {
    const { id } = await open(() => understudy);
    const seen = await sceneAt(id).cutAt(point);
    await sceneStub(id)
      .turn(turn(QUESTION))
      .catch(() => null);
    await until(() => seen.cut).holds();
    // Only the alarm touches the room; the test reads its storage without waking the round.
    const query = "SELECT 1 FROM ledger WHERE events LIKE '%round.completed%'";
    await sceneAt(id)
      .ringing(() => sceneAt(id).rows(query))
      .holds(({ length }) => length > 0);
    expect(comparable(await sceneAt(id).ledger(), id), `cut at ${point}`).toEqual(whole.ledger);
  }
});

it('fails a round whose steps were renamed while it was cut off, replays nothing, and plays it anew on retry', async () => {
  const whole = await playThrough((name) => fakeProfile(name));
  const { id, name } = await open((n) => fakeProfile(n));
  const point = 'character.1:bo/1 after';
  expect(whole.points).toContain(point);
  const seen = await sceneAt(id).cutAt(point);
  await sceneStub(id)
    .turn(turn(QUESTION))
    .catch(() => null);
  await until(() => seen.cut).holds();
  const before = (await fakeLog(name)).length;
  await until(() =>
    sceneAt(id).inside(({ core }) => {
      core.version = '1:steps,of,other,code';
      return true;
    }),
  ).holds();
  await finish(id);
  const failed = (await sceneAt(id).read()).failed;
  expect(failed?.n).toBe(1);
  expect(failed?.problem.detail).toMatch(/other steps/);
  expect((await fakeLog(name)).length).toBe(before);
  const lines = (events: Event[]) => events.filter((event) => event.kind === 'character.spoke').length;
  const halfway = lines(await sceneAt(id).ledger());
  expect(halfway).toBeGreaterThan(0);

  await sceneAt(id).retry(1);
  await finish(id);
  const round = await sceneAt(id).round(1);
  expect(round.status).toBe('completed');
  expect(round.attempt).toBe(2);
  const events = await sceneAt(id).ledger();
  expectWhole(events);
  // The lines of the first attempt are still in the ledger, but in no view.
  expect(lines(events)).toBe(halfway + round.lines.length);
  expect(events.some((event) => event.kind === 'round.rolledback')).toBe(true);
});
