import { describe, expect, it, vi } from 'vitest';
import { sceneSettings } from '../../src/contract/context';
import type { NewScene } from '../../src/contract/create-scene';
import type { Event } from '../../src/contract/events/events';
import edited from '../fixtures/roleplay/memory-of-edited-words.json';
import { must } from '../support/must';
import {
  address,
  expectRebuilt,
  fakeProfile,
  idle,
  newId,
  openScene,
  say,
  sceneAt,
  sceneStub,
  understudy,
  until,
} from '../support/rooms';
import { insideWorld, newWorld, stubOf } from '../support/worlds';

/** Effects of an edited line on memories and summaries. */

const OLD = 'quillorn';
const NEW = edited.right;
const TOLD = `The vault code is ${OLD}, remember it.`;
const ASKED = 'What was the vault code again?';
const SMALL: Partial<NewScene> = {
  historyWindow: 2,
  settings: sceneSettings.parse({ memory: { minScore: 0 } }),
};
const SUMMARISED: Partial<NewScene> = {
  ...SMALL,
  settings: sceneSettings.parse({ memory: { enabled: false }, summarizeAfter: 2 }),
};

const play = async (id: string, text: string) => {
  await sceneAt(id).played(say(text, 'visitor', ['ada']));
};
const fourRounds = async (id: string) => {
  for (const text of ['It rains.', 'The dog sleeps.', 'Is there soup?', 'A door shuts.'])
    await play(id, text);
};
const spoken = async (id: string, words: string) =>
  (await sceneAt(id).ledger()).find(
    ({ kind, payload }) =>
      kind === 'player.spoke' && 'text' in payload && String(payload.text).includes(words),
  ) as Event;
const edit = async (id: string, text = TOLD.replace(OLD, NEW)) => {
  const { seq } = await spoken(id, OLD);
  await sceneAt(id).editLine(seq, { text });
};
const lastRound = async (id: string) => {
  const [{ n = 0 } = {}] = await sceneAt(id).rows<{ n: number }>('SELECT max(round) AS n FROM steps');
  const rows = await sceneAt(id).callsOf(n);
  const intents = rows.map(({ intent }) => JSON.parse(intent) as { role: string });
  return { prompts: rows.map(({ intent }) => intent).join('\n'), roles: intents.map(({ role }) => role) };
};
const remembered = async (id: string, character = 'ada') =>
  (await sceneAt(id).memories({ character, before: null, limit: 50 })).items;
const textOf = async (id: string, round: number) =>
  (await remembered(id)).find((one) => one.round === round)?.text ?? '';
const revised = (id: string, round: number, words: string) =>
  until(() => textOf(id, round)).holds((text) => text.includes(words));

describe('memories', () => {
  it(`of ${edited.id}: ${edited.kind}`, async () => {
    const id = await openScene(understudy, SMALL);
    await play(id, TOLD);
    await edit(id);
    await fourRounds(id);
    await play(id, ASKED);
    const { prompts } = await lastRound(id);
    expect(prompts).toContain(NEW);
    expect(prompts).not.toContain(OLD);
    await sceneAt(id).inside(expectRebuilt);
  });

  it('leave the prompts of the other scenes of the world as well', async () => {
    const worldId = newWorld();
    const id = await openScene(understudy, { ...SMALL, worldId });
    const other = await openScene(understudy, { ...SMALL, worldId });
    await play(id, TOLD);
    await play(other, ASKED);
    expect((await lastRound(other)).prompts).toContain(OLD);
    await edit(id);
    await revised(id, 1, NEW);
    await play(other, ASKED);
    const { prompts } = await lastRound(other);
    expect(prompts).toContain(NEW);
    expect(prompts).not.toContain(OLD);
  });

  it('follow a spoken line that is said anew, another alternative, and a rollback of that', async () => {
    const id = await openScene(understudy, SMALL);
    await play(id, TOLD);
    const line = (await sceneAt(id).ledger()).find(({ kind }) => kind === 'character.spoke') as Event;
    const first = String((line.payload as { text: string }).text);
    await play(id, 'It rains.');
    await sceneAt(id).regenerateLine(line.seq);
    await idle(id);
    const anew = (await sceneAt(id).ledger()).findLast(({ kind }) => kind === 'line.edited') as Event;
    const second = String((anew.payload as { text: string }).text);
    expect(second).not.toBe(first);
    await revised(id, 1, second);
    expect(await textOf(id, 1)).not.toContain(first);
    await sceneAt(id).chooseAlternative(line.seq, 0);
    await revised(id, 1, first);
    await sceneAt(id).chooseAlternative(line.seq, 1);
    await revised(id, 1, second);
    await sceneAt(id).chooseAlternative(line.seq, 0);
    await sceneAt(id).regenerateLine(line.seq);
    await idle(id);
    await sceneAt(id).rollBack(3);
    await revised(id, 1, first);
    await sceneAt(id).inside(expectRebuilt);
  });

  it('of a fork are those of its point: an edit after it holds, and neither hears of later ones', async () => {
    const id = await openScene(understudy, SMALL);
    await play(id, TOLD);
    await fourRounds(id);
    await edit(id);
    const fork = newId('scn');
    await sceneAt(fork).fork(address(fork), id, { round: 2 }, null);
    await fourRounds(fork);
    await play(fork, ASKED);
    const { prompts } = await lastRound(fork);
    expect(prompts).toContain(NEW);
    expect(prompts).not.toContain(OLD);
    const line = await spoken(id, OLD);
    await sceneAt(id).editLine(line.seq, { text: 'There is no vault.' });
    await revised(id, 1, 'no vault');
    expect(await textOf(fork, 1)).toContain(NEW);
  });

  it.each(['before', 'sent', 'after'] as const)('follow after a cut %s it is stored', async (point) => {
    const id = await openScene(understudy, SMALL);
    await play(id, TOLD);
    const ledger = await sceneAt(id).ledger();
    const { seq } = await spoken(id, OLD);
    const seen = await sceneAt(id).cutAt(`revise ${point}`);
    await sceneStub(id)
      .editLine(seq, { text: TOLD.replace(OLD, NEW) })
      .catch(() => null);
    await until(() => seen.cut).holds();
    // Without requests: only the alarm continues.
    await sceneAt(id)
      .ringing(
        async () =>
          (
            await insideWorld(id, ({ storage }) =>
              storage.sql.exec("SELECT 1 FROM memories WHERE text LIKE '%' || ? || '%'", OLD).toArray(),
            )
          ).length === 0,
      )
      .holds();
    expect((await sceneAt(id).ledger()).length).toBe(ledger.length + 1);
    const texts = (await remembered(id)).map(({ text }) => text);
    expect(texts).toHaveLength(1);
    expect(texts[0]).toContain(NEW);
    await sceneAt(id).inside(expectRebuilt);
  });

  it('are not recalled with old words while the world is away, and follow when it is back', async () => {
    const id = await openScene(understudy, SMALL);
    await play(id, TOLD);
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const get = await sceneAt(id).inside((room) => {
      const { WORLDS } = (room as unknown as { env: Env }).env;
      return vi.spyOn(WORLDS, 'get').mockImplementation(() => {
        throw new Error('the world is down');
      });
    });
    await edit(id);
    await fourRounds(id);
    await play(id, ASKED);
    expect((await lastRound(id)).prompts).not.toContain(OLD);
    get.mockRestore();
    vi.restoreAllMocks();
    await sceneAt(id).cutOff();
    await sceneAt(id)
      .ringing(async () => (await textOf(id, 1)).includes(NEW))
      .holds();
  });
});

describe('a summary', () => {
  it('of old words leaves the prompts at once, its lines are shown, and it is written after the last line', async () => {
    const id = await openScene(understudy, SUMMARISED);
    await play(id, TOLD);
    await fourRounds(id);
    const before = (await sceneAt(id).read()).summary;
    expect(before).not.toBeNull();
    await edit(id);
    expect((await sceneAt(id).read()).summary).toBeNull();
    await play(id, ASKED);
    const { prompts, roles } = await lastRound(id);
    expect(prompts).toContain(NEW);
    expect(prompts).not.toContain(OLD);
    expect(roles[0]).not.toBe('summarizer');
    expect(roles.at(-1)).toBe('summarizer');
    expect((await sceneAt(id).read()).summary).not.toBeNull();
    await play(id, 'And then?');
    expect((await lastRound(id)).prompts).not.toContain(OLD);
    await sceneAt(id).inside(expectRebuilt);
  });

  it('that is written again is a call like any other: reserved for, and not made twice after a cut', async () => {
    const openStale = async (name: string) => {
      const id = await openScene(fakeProfile(name), SUMMARISED);
      await play(id, TOLD);
      await play(id, 'It rains.');
      await edit(id);
      return id;
    };
    const turn = say(ASKED, 'visitor', ['ada']);
    const whole = await openStale('ok#stale-whole');
    const { passed } = await sceneAt(whole).cutAt(null);
    await sceneAt(whole).played(turn);
    const points = passed.filter((point) => point.startsWith('summary'));
    expect(points.length).toBeGreaterThanOrEqual(3);
    for (const point of points) {
      const id = await openStale(`ok#stale-${point.replaceAll(/\W/g, '-')}`);
      const seen = await sceneAt(id).cutAt(point);
      await sceneAt(id).turn(turn);
      await until(() => seen.cut).holds();
      await sceneAt(id)
        .ringing(async () => (await sceneAt(id).read()).round === null)
        .holds();
      const calls = await sceneAt(id).rows<{ status: string; cost: string | null }>(
        "SELECT status, cost FROM steps WHERE round = 3 AND key LIKE 'summary%' ORDER BY n",
      );
      expect(
        calls.filter(({ status }) => status === 'done'),
        point,
      ).toHaveLength(1);
      expect(calls.filter(({ status }) => status === 'lost').length).toBe(point.endsWith('intent') ? 1 : 0);
      for (const { cost } of calls) expect(JSON.parse(cost ?? 'null')).toMatchObject({ calls: 1 });
      const written = (await sceneAt(id).ledger()).filter(({ kind }) => kind === 'summary.written');
      expect(written.at(-1)).toMatchObject({ round: 3 });
      expect(written.filter(({ round }) => round === 3)).toHaveLength(1);
    }
  });
});

describe("an owner's memories", () => {
  it('can be edited, pinned, added and deleted, and no change of a line undoes that', async () => {
    const id = await openScene(understudy, SMALL);
    await play(id, TOLD);
    const [lived] = await remembered(id);
    const [bos] = await remembered(id, 'bo');
    const stub = sceneStub(id);
    const changed = must(await stub.changeMemory(Number(lived?.id), { text: 'The vault has no code.' }));
    expect(changed).toMatchObject({
      origin: 'edited',
      text: 'The vault has no code.',
      round: 1,
      pinned: false,
    });
    must(await stub.deleteMemory(Number(bos?.id)));
    const added = must(
      await stub.addMemory({ character: 'ada', text: 'Mara owes me a lamp.', pinned: true }),
    );
    expect(added).toMatchObject({ origin: 'added', pinned: true });
    expect(
      must(await stub.addMemory({ character: 'ada', text: 'Mara owes me a lamp.', pinned: true })),
    ).toEqual(added);
    await edit(id);
    await play(id, 'It rains.');
    expect((await remembered(id)).map(({ text }) => text)).toEqual(
      expect.arrayContaining(['Mara owes me a lamp.', 'The vault has no code.']),
    );
    expect((await remembered(id, 'bo')).map(({ round }) => round)).toEqual([2]);
    // Pinned memories are recalled for any topic.
    const { prompts } = await lastRound(id);
    expect(prompts).toContain('Mara owes me a lamp.');
    await fourRounds(id);
    await play(id, ASKED);
    const last = (await lastRound(id)).prompts;
    expect(last).toContain('The vault has no code.');
    expect(last).toContain('Mara owes me a lamp.');
    expect(last).not.toContain(OLD);
    // A fork copies them as well; rolling back a round keeps manually added memories.
    const fork = newId('scn');
    await sceneAt(fork).fork(address(fork), id, { round: 2 }, null);
    await play(fork, ASKED);
    const forked = (await lastRound(fork)).prompts;
    expect(forked).toContain('The vault has no code.');
    expect(forked).toContain('Mara owes me a lamp.');
    must(await stub.rollBack(0, null));
    await play(id, 'Good evening.');
    expect((await remembered(id)).map(({ text }) => text)).toContain('Mara owes me a lamp.');
    expect((await remembered(id)).map(({ text }) => text)).not.toContain('The vault has no code.');
  });

  it('refuse what is no memory of the scene, a stranger, and a twenty-first pin', async () => {
    const worldId = newWorld();
    const id = await openScene(understudy, { ...SMALL, worldId });
    const other = await openScene(understudy, { ...SMALL, worldId });
    await play(id, TOLD);
    const [lived] = await remembered(id);
    const number = Number(lived?.id);
    expect(await sceneStub(other).changeMemory(number, { pinned: true })).toMatchObject({
      failure: { code: 'not_found', what: 'memory' },
    });
    expect(must(await stubOf(worldId).change(number, null, { pinned: true }))).toMatchObject({
      pinned: true,
    });
    const add = (character: string, n: number) =>
      sceneStub(id).addMemory({ character, text: `Memory ${n}.`, pinned: true });
    expect(await add('nobody', 1)).toMatchObject({
      failure: { code: 'invalid', errors: [{ pointer: '/character' }] },
    });
    for (let n = 1; n < 20; n += 1) must(await add('ada', n));
    expect(await add('ada', 20)).toMatchObject({ failure: { code: 'conflict' } });
    expect(await remembered(id)).toHaveLength(20);
    must(await add('bo', 1));
    must(await stubOf(worldId).remove(number, null));
    must(await add('ada', 20));
  });
});
