import { describe, expect, inject, it } from 'vitest';
import { ADVENTURE_ROLES, type AdventureRole } from '../../src/contract/adventure-agents';
import type { AdventureOptionsBody } from '../../src/contract/adventures';
import type { Event } from '../../src/contract/events/events';
import type { Profile } from '../../src/contract/profiles';
import type { CreateRun } from '../../src/contract/runs';
import { fieldsOf } from '../support/loose-events';
import { must } from '../support/must';
import {
  address,
  adventureAt,
  adventureStub,
  expectRebuilt,
  fakeProfile,
  newId,
  openAdventure,
  restingAdventure,
  understudy,
  until,
} from '../support/rooms';

/** All optional work except refinement is due in every turn. */
const OPTIONS: AdventureOptionsBody = { discoverEvery: 1, synthesizeEvery: 1, share: false };

const open = (profiles: Partial<Record<AdventureRole, Profile>>, more: Partial<CreateRun> = {}) =>
  openAdventure(profiles, { options: OPTIONS, ...more });

const read = async (id: string) => await adventureAt(id).read();
const step = async (id: string) => await adventureAt(id).control('step');
const take = async (id: string, command: string) => await adventureAt(id).give({ command, mode: 'take' });
const suggest = async (id: string, command: string) =>
  await adventureAt(id).give({ command, mode: 'suggest' });
const add = async (id: string, text: string) =>
  await adventureAt(id).addObjective({ text, priority: 'normal', parent: null });
const ledger = (id: string) => adventureAt(id).ledger();
const of = (events: Event[], kind: Event['kind']) => events.filter((event) => event.kind === kind);
const typedByPeople = (events: Event[]) =>
  of(events, 'command.executed')
    .filter(({ payload }) => fieldsOf(payload).by === 'player')
    .map(({ payload }) => fieldsOf(payload).command);

async function pointsOfTurn(profile: Profile): Promise<string[]> {
  const id = await open({ adventurer: profile });
  await add(id, 'find what lies behind the oak door');
  const seen = await adventureAt(id).cutAt(null);
  await step(id);
  await restingAdventure(id);
  return seen.passed;
}

it('a person who comes in the middle of a turn is heard, wherever the turn stands', async () => {
  const points = await pointsOfTurn(understudy);
  expect(points.length).toBeGreaterThan(15);
  for (const point of points) {
    const id = await open({ adventurer: understudy });
    await add(id, 'find what lies behind the oak door');
    const hold = await adventureAt(id).holdAt(point);
    await step(id);
    await hold.reached();
    await add(id, 'visit the loft of the mill');
    await adventureAt(id).dropObjective('P1');
    await suggest(id, 'listen');
    await take(id, 'inventory');
    await take(id, 'look');
    hold.release();
    const run = await restingAdventure(id);
    const events = await ledger(id);
    expect({ point, status: run.status, turns: run.used.turns }).toEqual({
      point,
      status: 'paused',
      turns: 3,
    });
    expect(typedByPeople(events), point).toEqual(['inventory', 'look']);
    expect(run.given, point).toMatchObject([{ command: 'listen' }]);
    const { items } = await adventureAt(id).objectives();
    expect(
      items.filter(({ source }) => source === 'player').map(({ id: of, status }) => [of, status]),
      point,
    ).toEqual([
      ['P2', 'active'],
      ['P1', 'dropped'],
    ]);
    await adventureAt(id).inside(expectRebuilt);
  }
});

it('a stop in the middle of periodic work ends the run, and nothing comes of what was under way', async () => {
  const hanging = fakeProfile('hang#stop', { timeoutSeconds: 1 });
  const id = await open({ adventurer: hanging, keeper: understudy, scholar: understudy });
  const hold = await adventureAt(id).holdAt('discover/1 intent');
  await step(id);
  await hold.reached();
  await adventureAt(id).control('stop');
  // The discovery returns while the adventurer's call is pending: its failure must be handled.
  hold.release();
  await until(() => adventureAt(id).rows("SELECT 1 FROM steps WHERE status = 'open'")).holds(
    (rows) => rows.length === 0,
  );
  expect(await restingAdventure(id)).toMatchObject({ status: 'finished', finishReason: 'stopped' });
  expect((await ledger(id)).slice(-2).map(({ kind }) => kind)).toEqual(['turn.cancelled', 'run.finished']);
  await adventureAt(id).inside(expectRebuilt);
});

it('a run whose model is down fails its turn, and is played on by a person; what was suggested waits for the adventurer', async () => {
  const options = { extractor: false, chronicler: false, share: false };
  const id = await open({ adventurer: fakeProfile('500-then-500-then-500-then-ok#down') }, { options });
  await suggest(id, 'listen');
  await adventureAt(id).control('start');
  expect(await restingAdventure(id)).toMatchObject({ failed: { n: 1 }, used: { calls: 3, turns: 0 } });
  await adventureAt(id).control('pause');
  await take(id, 'east');
  const played = await restingAdventure(id);
  expect(played).toMatchObject({ status: 'paused', failed: null, turns: 2, used: { calls: 3, turns: 1 } });
  expect(played).toMatchObject({ given: [{ command: 'listen' }], story: { place: { name: 'Mill Yard' } } });
  expect((await adventureAt(id).turn(1)).status).toBe('cancelled');
  await step(id);
  expect(await restingAdventure(id)).toMatchObject({ status: 'paused', given: [], used: { turns: 2 } });
  await adventureAt(id).inside(expectRebuilt);
});

describe('a fork', () => {
  const fork = async (source: string, turn?: number) => {
    const id = newId('adv');
    const forked = await adventureStub(id).fork(
      address(id),
      source,
      turn === undefined ? {} : { turn },
      null,
    );
    return { id, forked };
  };

  it('of a run that is being played ends at the last turn that is over, or where it is told', async () => {
    const id = await open({ adventurer: understudy }, { options: { share: false } });
    await take(id, 'east');
    await restingAdventure(id);
    await add(id, 'find what lies behind the oak door');
    await take(id, 'north');
    await restingAdventure(id);
    const hold = await adventureAt(id).holdAt('execute:0 before');
    await step(id);
    await hold.reached();
    const last = await fork(id);
    expect(must(last.forked)).toMatchObject({ status: 'paused', turns: 2, forkedFrom: { run: id, turn: 2 } });
    expect(must(last.forked).objectives).toEqual({ active: 1, completed: 0 });
    const first = await fork(id, 1);
    expect(must(first.forked)).toMatchObject({ turns: 1, story: { place: { name: 'Mill Yard' } } });
    expect(must(first.forked).objectives).toEqual({ active: 0, completed: 0 });
    expect((await fork(id, 3)).forked).toMatchObject({ ok: false, failure: { code: 'conflict' } });
    expect((await fork(id, 4)).forked).toMatchObject({ ok: false, failure: { code: 'not_found' } });
    const none = await fork(id, 0);
    expect(must(none.forked)).toMatchObject({ status: 'created', turns: 0, story: null, episodes: [] });
    hold.release();
    await restingAdventure(id);
    // Ids of objectives continue after the past, and stay separate afterwards.
    await add(last.id, 'light the lantern');
    const { items } = await adventureAt(last.id).objectives();
    expect(items.map(({ id: of }) => of)).toEqual(['P1', 'P2']);
    expect((await adventureAt(id).objectives()).items.some(({ id: of }) => of === 'P2')).toBe(false);
    await take(none.id, 'east');
    expect(await restingAdventure(none.id)).toMatchObject({
      turns: 1,
      story: { place: { name: 'Mill Yard' } },
    });
    for (const one of [last.id, first.id, none.id]) await adventureAt(one).inside(expectRebuilt);
  });

  it('of a run that its budget ended goes on with the episode, given more', async () => {
    const id = await open({ adventurer: understudy }, { budgets: { turns: 2 } });
    await adventureAt(id).control('start');
    await until(() => read(id)).holds(({ status }) => status === 'finished');
    const other = newId('adv');
    await adventureAt(other).fork(address(other), id, { budgets: { turns: 9 } }, null);
    await take(other, 'look');
    expect(await restingAdventure(other)).toMatchObject({
      status: 'paused',
      turns: 3,
      episode: { n: 1, turns: 3 },
    });
  });
});

describe('an agent that misbehaves', () => {
  const MODES = ['500', '401', '429', 'nonsense', 'refusal', 'hang'] as const;
  const playOne = async (role: AdventureRole, mode: (typeof MODES)[number]) => {
    const others = Object.fromEntries(ADVENTURE_ROLES.map((other) => [other, understudy]));
    const bad = fakeProfile(`${mode}#${role}`, { timeoutSeconds: 1 });
    const id = await open({ ...others, [role]: bad });
    await add(id, 'find what lies behind the oak door');
    await step(id);
    const run = await restingAdventure(id);
    const [calls] = await adventureAt(id).rows(
      "SELECT count(*) AS n FROM steps WHERE kind = 'call' AND status = 'done'",
    );
    return { run, calls: calls?.n };
  };

  it('costs a turn nothing but its calls, which count, when it is one behind the adventurer', async () => {
    const behind = ADVENTURE_ROLES.filter((role) => role !== 'adventurer');
    await Promise.all(
      behind.flatMap((role) =>
        MODES.map(async (mode) => {
          const { run, calls } = await playOne(role, mode);
          const wanted = { status: 'paused', failed: null, used: { turns: 1, calls } };
          expect(run, `${role}: ${mode}`).toMatchObject(wanted);
        }),
      ),
    );
  });

  it('fails the turn when it is the adventurer and gives no answer; a useless answer is a look around', async () => {
    await Promise.all(
      MODES.map(async (mode) => {
        const { run } = await playOne('adventurer', mode);
        const answers = mode === 'nonsense' || mode === 'refusal';
        if (answers) expect(run, mode).toMatchObject({ status: 'paused', failed: null, used: { turns: 1 } });
        else expect(run, mode).toMatchObject({ failed: { n: 1 }, used: { turns: 0 } });
      }),
    );
  });
});

it('an adventurer whose objectives are of another form than asked for plays its command, on its first answer, and is told what was left out', async () => {
  const model = fakeProfile('slips#objectives');
  const options = { extractor: false, chronicler: false, share: false };
  const id = await open({ adventurer: model, critic: understudy, keeper: understudy }, { options });
  await step(id);
  await restingAdventure(id);
  await step(id);
  const run = await restingAdventure(id);
  expect(run).toMatchObject({ failed: null, used: { turns: 2 } });
  const events = await ledger(id);
  const proposed = of(events, 'command.proposed').map(({ payload }) => fieldsOf(payload));
  expect(new Set(proposed.map(({ calls, fallback }) => `${calls} ${fallback}`))).toEqual(
    new Set(['1 false']),
  );
  expect(proposed[0]?.faults).toHaveLength(3);
  expect(of(events, 'objective.added').map(({ payload }) => fieldsOf(payload).text)).toEqual([
    'find the key of the oak door',
  ]);
  expect(of(events, 'command.executed').length).toBeGreaterThanOrEqual(2);
  const response = await fetch(`${inject('fakeModelUrl')}/control/log?full=1`);
  const log = (await response.json()) as { model: string; messages?: unknown }[];
  const prompts = log
    .filter((entry) => entry.model === model.model && entry.messages)
    .map((entry) => JSON.stringify(entry.messages));
  expect(prompts[0]).not.toContain('`complete_objective` was a number');
  expect(prompts[1]).toContain('`complete_objective` was a number');
  await adventureAt(id).inside(expectRebuilt);
});
