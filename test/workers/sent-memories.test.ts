import { afterEach, describe, expect, it, vi } from 'vitest';
import { must } from '../support/must';
import { idle, openScene, say, sceneAt, understudy, until } from '../support/rooms';
import { newWorld, stubOf } from '../support/worlds';

/** A round ends before its memories are in the world: a job sends them. */

afterEach(() => {
  vi.restoreAllMocks();
});

const play = (id: string, text: string) => sceneAt(id).played(say(text, 'visitor', ['ada']));
const inWorld = async (world: string) => {
  const { items } = must(await stubOf(world).list({ character: 'ada', limit: 50, before: null }));
  return items.map(({ round, text }) => `${round} ${text.split('\n')[0]}`).reverse();
};
/** From now on worlds can be reached only if `allowed()`. */
const gate = (id: string, allowed: () => boolean) =>
  sceneAt(id).inside((room) => {
    const { WORLDS } = (room as unknown as { env: Env }).env;
    const get = WORLDS.get.bind(WORLDS);
    vi.spyOn(WORLDS, 'get').mockImplementation((world) => {
      if (!allowed()) throw new Error('the world is down');
      return get(world);
    });
  });

describe('a crash while memories are sent', () => {
  for (const point of ['before', 'sent', 'after'])
    it(`loses and doubles nothing: ${point}`, async () => {
      const worldId = newWorld();
      const id = await openScene(understudy, { worldId });
      const seen = await sceneAt(id).cutAt(`remember ${point}`);
      await play(id, 'The boat is lost.').catch(() => {});
      await until(() => seen.cut).holds();
      await sceneAt(id)
        .ringing(async () => (await inWorld(worldId)).length > 0)
        .holds();
      await play(id, 'It rains.');
      await until(() => inWorld(worldId)).holds((list) => list.length > 1);
      expect(await inWorld(worldId)).toEqual(['1 Visitor: The boat is lost.', '2 Visitor: It rains.']);
    });

  it('keeps what the owner changed since', async () => {
    const id = await openScene();
    await play(id, 'The boat is lost.');
    const list = async () => (await sceneAt(id).memories({ character: 'ada', before: null, limit: 9 })).items;
    const [memory] = await list();
    must(await stubOf(id).change(Number(memory?.id), id, { text: 'The boat came back.' }));
    // The job's position is stored with the outbox's next write, so a crash can lose it.
    await sceneAt(id).inside((_room, { storage }) => {
      storage.sql.exec('UPDATE outbox SET followed_seq = 0');
    });
    await sceneAt(id).cutOff();
    const seen = await sceneAt(id).cutAt(null);
    expect((await list()).map(({ text }) => text)).toEqual(['The boat came back.']);
    expect(seen.passed).toContain('remember after');
  });
});

describe('a world that is down gets everything later', () => {
  const openGated = async () => {
    const worldId = newWorld();
    const id = await openScene(understudy, { worldId });
    await play(id, 'One.');
    await until(() => inWorld(worldId)).holds((list) => list.length === 1);
    const world = { isUp: false };
    await gate(id, () => world.isUp);
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    /** Ends the pause after failures, and waits until the scene has sent everything. */
    const reach = async () => {
      world.isUp = true;
      await sceneAt(id).cutOff();
      await sceneAt(id)
        .ringing(() =>
          sceneAt(id).inside(({ core }) => {
            const { state, outbox } = must(core.open());
            return outbox.followed === state.memoriesAt;
          }),
        )
        .holds();
    };
    return { worldId, id, reach };
  };

  it('without the rounds that were undone', async () => {
    const { id, worldId, reach } = await openGated();
    await play(id, 'Two.');
    const recalled = (await sceneAt(id).ledger()).findLast(({ kind }) => kind === 'memory.recalled');
    expect(recalled?.payload).toHaveProperty('failed');
    await play(id, 'Three.');
    await sceneAt(id).rollBack(2);
    await play(id, 'Four.');
    await reach();
    expect(await inWorld(worldId)).toEqual(['1 Visitor: One.', '2 Visitor: Two.', '4 Visitor: Four.']);
  });

  it('also if nothing is written after a rollback', async () => {
    const { id, worldId, reach } = await openGated();
    await play(id, 'Two.');
    await sceneAt(id).rollBack(0);
    await reach();
    expect(await inWorld(worldId)).toEqual([]);
  });

  it('with both rounds, if one was played again', async () => {
    const { id, worldId, reach } = await openGated();
    await play(id, 'Two.');
    await sceneAt(id).retry(2);
    await idle(id);
    await play(id, 'Three.');
    await reach();
    expect(await inWorld(worldId)).toEqual(['1 Visitor: One.', '2 Visitor: Two.', '3 Visitor: Three.']);
  });

  it('in the words of lines that were edited meanwhile', async () => {
    const { id, worldId, reach } = await openGated();
    await play(id, 'The code is quillorn.');
    const line = (await sceneAt(id).ledger()).findLast(({ kind }) => kind === 'player.spoke');
    await sceneAt(id).editLine(line?.seq ?? 0, { text: 'The code is gone.' });
    await reach();
    await until(() => inWorld(worldId)).holds((list) => list.at(-1) === '2 Visitor: The code is gone.');
  });
});
