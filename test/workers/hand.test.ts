import { describe, expect, it } from 'vitest';
import type { Event } from '../../src/contract/events/events';
import { must } from '../support/must';
import {
  address,
  expectRebuilt,
  failed,
  fakeLog,
  fakeProfile,
  idle,
  newId,
  openScene,
  roomId,
  say,
  sceneAt,
  sceneStub,
  until,
} from '../support/rooms';

const play = async (id: string, text: string) => {
  await sceneAt(id).turn(say(text, 'visitor', ['ada']));
  return idle(id);
};
const linesOf = (events: Event[]) => events.filter((event) => event.kind === 'character.spoke');
const memoriesOf = async (id: string) =>
  (await sceneAt(id).memories({ before: null, limit: 50 })).items.map(({ round, character }) => ({
    round,
    character,
  }));

describe('rolling back', () => {
  it('undoes rounds, their memories with the next round, and survives a restart of the room', async () => {
    const id = await openScene();
    const first = await play(id, 'The first word.');
    await play(id, 'The second word.');
    await play(id, 'The third word.');
    const back = await sceneAt(id).rollBack(1, { key: 'back', bodyHash: 'one' });
    expect(back).toMatchObject({ rounds: 3, undone: [[2, 3]], cast: first.cast, world: first.world });
    expect(await sceneAt(id).rollBack(1, { key: 'back', bodyHash: 'one' })).toEqual(back);
    expect(await memoriesOf(id)).toEqual((await memoriesOf(id)).filter(({ round }) => round === 1));
    await sceneAt(id).inside(expectRebuilt);
    await play(id, 'The fourth word.');
    const rounds = (await sceneAt(id).rounds({ before: null, limit: 9 })).items;
    expect(rounds.map(({ n, status }) => `${n} ${status}`)).toEqual([
      '4 completed',
      '3 rolledback',
      '2 rolledback',
      '1 completed',
    ]);
    expect(new Set((await memoriesOf(id)).map(({ round }) => round))).toEqual(new Set([1, 4]));
    const prompts = (await sceneAt(id).callsOf(4)).map(({ intent }) => intent).join('\n');
    expect(prompts).toContain('The first word.');
    expect(prompts).not.toMatch(/The (?:second|third) word/);
    await sceneAt(id).inside(expectRebuilt);
  });

  it('clears a failed round, and is refused while one is played', async () => {
    const id = await openScene();
    await play(id, 'One.');
    const broken = await openScene(fakeProfile('401#hand'));
    await sceneAt(broken).turn(say('One.'));
    await failed(broken);
    expect(await sceneAt(broken).rollBack(0)).toMatchObject({ failed: null, undone: [[1, 1]] });
    expect(await sceneStub(id).rollBack(7)).toMatchObject({ failure: { code: 'not_found' } });
    expect(await sceneStub(id).rollBack(1)).toMatchObject({ failure: { code: 'conflict' } });
  });
});

it('a round that is over is played again with other dice, and its old lines are in no view', async () => {
  const id = await openScene();
  await play(id, 'One.');
  await play(id, 'Two.');
  const old = await sceneAt(id).round(2);
  await sceneAt(id).retry(2);
  await idle(id);
  const again = await sceneAt(id).round(2);
  expect(again).toMatchObject({ n: 2, attempt: 2, status: 'completed', inputs: [{ text: 'Two.' }] });
  expect(again.lines.map(({ seq }) => seq)).not.toEqual(old.lines.map(({ seq }) => seq));
  expect(await memoriesOf(id)).toHaveLength(6);
  expect(await sceneStub(id).retry(1)).toMatchObject({ failure: { code: 'conflict' } });
  await sceneAt(id).inside(expectRebuilt);
});

describe('an earlier try of a round', () => {
  it('counts again as it was, with what it changed, and no model is asked', async () => {
    const id = await openScene(fakeProfile('ok#tries'));
    await play(id, 'One.');
    await play(id, 'Two.');
    const textsOf = async () => (await sceneAt(id).round(2)).lines.map(({ actor, text }) => actor + text);
    const standingsOf = async () => {
      const { cast, world, trackers, head: _ } = await sceneAt(id).read();
      return { cast, world, trackers };
    };
    const [first, standings] = [await textsOf(), await standingsOf()];
    await sceneAt(id).retry(2);
    await idle(id);
    const second = await textsOf();
    const calls = await fakeLog('ok#tries');
    await sceneAt(id).chooseTry(2, 1);
    await idle(id);
    expect(await textsOf()).toEqual(first);
    expect(await standingsOf()).toEqual(standings);
    expect(await memoriesOf(id)).toHaveLength(6);
    await sceneAt(id).chooseTry(2, 2);
    await idle(id);
    expect(await textsOf()).toEqual(second);
    expect(await fakeLog('ok#tries')).toEqual(calls);
    await sceneAt(id).inside(expectRebuilt);
    // The current attempt, an unknown one, and attempts of an earlier round can't be chosen.
    expect(await sceneStub(id).chooseTry(2, 2)).toMatchObject({ failure: { code: 'conflict' } });
    expect(await sceneStub(id).chooseTry(2, 9)).toMatchObject({ failure: { code: 'not_found' } });
    expect(await sceneStub(id).chooseTry(1, 1)).toMatchObject({ failure: { code: 'conflict' } });
    // Memories set again do not count as used.
    const usage = await sceneAt(id).inside((_room, { storage }) =>
      storage.sql
        .exec<{ result: string }>("SELECT result FROM steps WHERE round = 2 AND kind = 'call' ORDER BY n")
        .toArray()
        .map(({ result }) => (JSON.parse(result) as { usage: { promptTokens: number } }).usage.promptTokens),
    );
    expect(usage.filter((tokens) => tokens > 0)).toHaveLength(usage.length / 2);
  });

  it('is no longer there once it was cut off, or never came to its end', async () => {
    const id = await openScene(fakeProfile('401-then-ok#cut-try'));
    await sceneAt(id).turn(say('One.'));
    await idle(id).catch(() => undefined);
    expect(await sceneStub(id).chooseTry(1, 1)).toHaveProperty('failure');
  });
});

it('a line is edited, and spoken anew', async () => {
  const id = await openScene();
  await play(id, 'One.');
  const [line] = linesOf(await sceneAt(id).ledger());
  const seq = line?.seq ?? 0;
  expect(await sceneAt(id).editLine(seq, { text: 'NEW WORDS' })).toMatchObject({ seq, text: 'NEW WORDS' });
  await sceneAt(id).regenerateLine(seq);
  await idle(id);
  const edits = (await sceneAt(id).ledger()).filter((event) => event.kind === 'line.edited');
  expect(edits.map(({ payload }) => [payload.seq, payload.by])).toEqual([
    [seq, 'owner'],
    [seq, 'model'],
  ]);
  expect((await sceneAt(id).round(2)).status).toBe('completed');
  expect(await sceneStub(id).editLine(1, { text: 'x' })).toMatchObject({ failure: { code: 'not_found' } });
  expect(await sceneStub(id).editLine(9999, { text: 'x' })).toMatchObject({ failure: { code: 'not_found' } });
  await sceneAt(id).inside(expectRebuilt);
});

it('what was taken back is neither edited nor spoken anew: lines of an earlier try, inputs of rounds that were rolled back', async () => {
  const id = await openScene();
  await play(id, 'One.');
  const [first] = linesOf(await sceneAt(id).ledger());
  await sceneAt(id).retry(1);
  await idle(id);
  expect(await sceneStub(id).editLine(first?.seq ?? 0, { text: 'x' })).toMatchObject({
    failure: { code: 'conflict' },
  });
  expect(await sceneStub(id).regenerateLine(first?.seq ?? 0)).toMatchObject({
    failure: { code: 'conflict' },
  });
  await sceneAt(id).rollBack(0);
  const input = (await sceneAt(id).ledger()).find((event) => event.kind === 'player.spoke');
  expect(await sceneStub(id).editLine(input?.seq ?? 0, { text: 'x' })).toMatchObject({
    failure: { code: 'conflict' },
  });
});

it('an edit shows in the timeline of its round, and is what a retry answers', async () => {
  const id = await openScene();
  await play(id, 'OLD QUESTION');
  const events = await sceneAt(id).ledger();
  const input = events.find((event) => event.kind === 'player.spoke')?.seq ?? 0;
  const line = linesOf(events)[0]?.seq ?? 0;
  await sceneAt(id).editLine(input, { text: 'NEW QUESTION' });
  await sceneAt(id).editLine(line, { text: 'NEW ANSWER' });
  const round = await sceneAt(id).round(1);
  expect(round.inputs[0]?.text).toBe('NEW QUESTION');
  expect(round.lines[0]?.text).toBe('NEW ANSWER');
  await sceneAt(id).retry(1);
  await idle(id);
  const asked = (await sceneAt(id).callsOf(1)).at(-1)?.intent;
  expect(asked).toContain('NEW QUESTION');
  expect(asked).not.toContain('OLD QUESTION');
  await sceneAt(id).inside(expectRebuilt);
});

it('a finished scene takes no retry and no line spoken anew until it is opened again', async () => {
  const id = await openScene();
  await play(id, 'One.');
  const line = linesOf(await sceneAt(id).ledger())[0]?.seq ?? 0;
  await sceneAt(id).change({ status: 'finished' });
  expect(await sceneStub(id).retry(1)).toMatchObject({ failure: { code: 'finished' } });
  expect(await sceneStub(id).regenerateLine(line)).toMatchObject({ failure: { code: 'finished' } });
  await sceneAt(id).change({ status: 'open' });
  await sceneAt(id).regenerateLine(line);
  await idle(id);
});

describe('a fork', () => {
  const fork = async (source: string, round?: number) => {
    const id = newId('scn');
    const body = { title: 'The other way', ...(round === undefined ? {} : { round }) };
    const made = await sceneStub(id).fork(address(id), source, body, { key: `fork ${id}`, bodyHash: 'one' });
    return { id, made };
  };

  it('shares the past up to its round, and goes its own way', async () => {
    const source = await openScene();
    await play(source, 'Shared word.');
    await play(source, 'Other word.');
    const { id, made } = await fork(source, 1);
    expect(must(made)).toMatchObject({
      id,
      title: 'The other way',
      rounds: 1,
      queued: 0,
      forkedFrom: { scene: source, round: 1 },
    });
    const past = (events: Event[]) => linesOf(events).map(({ seq, payload }) => [seq, payload.text]);
    const original = (await sceneAt(source).ledger()).filter(({ round }) => round === 1);
    expect(past(await sceneAt(id).ledger())).toEqual(past(original));
    expect((await sceneAt(id).round(1)).status).toBe('completed');
    await play(id, 'Its own word.');
    expect((await sceneAt(id).round(2)).inputs).toMatchObject([{ text: 'Its own word.' }]);
    expect((await sceneAt(source).read()).rounds).toBe(2);
    await sceneAt(id).inside(expectRebuilt);
    const bundle = await until(() =>
      sceneAt(id).inside(({ core }) => must(core.open()).outbox.pending()),
    ).holds((pending) => !pending);
    expect(bundle).toBe(false);
  });

  it('of a scene that is not there, or at a round that was not completed, makes nothing', async () => {
    const nowhere = await fork(roomId('scn', 99_999));
    expect(nowhere.made).toMatchObject({ failure: { code: 'not_found' } });
    expect(await sceneStub(nowhere.id).read()).toMatchObject({ failure: { code: 'not_found' } });
    const source = await openScene();
    await play(source, 'One.');
    expect((await fork(source, 5)).made).toMatchObject({ failure: { code: 'not_found' } });
  });

  it('has the words and the name that its past has now', async () => {
    const source = await openScene();
    await play(source, 'One.');
    const line = linesOf(await sceneAt(source).ledger())[0]?.seq ?? 0;
    await sceneAt(source).editLine(line, { text: 'EDITED' });
    await sceneAt(source).change({ title: 'Renamed' });
    const id = newId('scn');
    const made = await sceneAt(id).fork(address(id), source, {}, null);
    expect(made.title).toBe('Renamed (fork)');
    expect((await sceneAt(id).round(1)).lines[0]?.text).toBe('EDITED');
    await sceneAt(id).inside(expectRebuilt);
  });

  it('is answered alike when it is asked for twice, whatever became of its source', async () => {
    const source = await openScene();
    await play(source, 'One.');
    const { id, made } = await fork(source, 1);
    await sceneAt(source).rollBack(0);
    const receipt = { key: `fork ${id}`, bodyHash: 'one' };
    const body = { title: 'The other way', round: 1 };
    const again = await sceneStub(id).fork(address(id), source, body, receipt);
    expect(again).toEqual(made);
  });
});

it('the records of rounds and prompts are read back, newest first', async () => {
  const id = await openScene();
  await play(id, 'One.');
  await play(id, 'Two.');
  const audit = await sceneAt(id).audit({ before: null, limit: 1 });
  expect(audit.items.map(({ round }) => round)).toEqual([2]);
  const older = await sceneAt(id).audit({ before: Number(audit.next), limit: 5 });
  expect(older.items.map(({ round }) => round)).toEqual([1]);
  expect(older.next).toBeNull();
  const { prompts, sections } = await sceneAt(id).telemetry();
  expect(prompts[0]).toMatchObject({ round: 2, provider: 'understudy' });
  expect(prompts.at(-1)).toMatchObject({ round: 1, step: 'director.1', agent: 'director' });
  expect(sections.history?.tokens).toBeGreaterThan(0);
  expect((await sceneAt(id).round(2)).record).toMatchObject({ worldAgent: 'off' });
});
