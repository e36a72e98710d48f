import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createMemoryPort } from '../../durable-objects/lib/memories/memory-port';
import { sceneSettings } from '../../src/contract/context';
import type { NewScene } from '../../src/contract/create-scene';
import type { Recollection } from '../../src/contract/memories';
import { must } from '../support/must';
import { address, newId, openScene, say, sceneAt, understudy } from '../support/rooms';
import {
  asking,
  bringing,
  insideWorld,
  newWorld,
  recall,
  stubOf,
  tablesOf,
  telling,
} from '../support/worlds';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the way from a scene to its world', () => {
  it('throws a plain reason when the world refuses or is not there', async () => {
    const world = newWorld();
    const port = createMemoryPort(env, () => 'local');
    await port.remember(telling(world, 1, 'boat'));
    expect((await port.recall(asking(world, 'boat'))).ada).toHaveLength(1);
    must(await stubOf(world).forgetScene('here'));
    const refused = await port.remember(telling(world, 2, 'boat')).catch((error: unknown) => error);
    expect(String(refused)).toContain('the world refused: not_found');
  });

  it('asks for no embeddings while it leaves the world alone, as nothing would come of what is kept back', async () => {
    const world = newWorld();
    const kept: number[] = [];
    const port = createMemoryPort(
      { ...env, EMBEDDING_MODEL: `fake:ok#${world}` } as Env,
      () => 'local',
      async (_intent, tokens, run) => {
        kept.push(tokens);
        return (await run(true)).value;
      },
    );
    await port.recall(asking(world, 'boat'));
    expect(kept).toHaveLength(1);
    must(await stubOf(world).forgetScene('here'));
    await port.remember(telling(world, 1, 'boat')).catch(() => {});
    const left = await port.recall(asking(world, 'boat')).catch((error: unknown) => error);
    expect(String(left)).toContain('did not answer a moment ago');
    expect(kept).toHaveLength(1);
  });

  it('takes a long past along in parts', async () => {
    const world = newWorld();
    const port = createMemoryPort(env, () => 'local');
    await port.inherit(
      bringing(
        world,
        'fork',
        [],
        Array.from({ length: 1100 }, (_, i) => `boat ${i}`),
      ),
    );
    const count = await insideWorld(world, ({ storage }) =>
      storage.sql.exec<{ n: number }>('SELECT count(*) AS n FROM memories').one(),
    );
    expect(count.n).toBe(1100);
    const request = asking(world, '1099', { scene: 'fork', round: 1101, shownFrom: 1101 });
    expect(await recall(request)).toContain('boat 1099');
  });

  it('leads a scene of no world to one of its own, which is erased with it', async () => {
    const id = await openScene();
    await sceneAt(id).played(say('The boat is lost in the storm.'));
    const written = (await sceneAt(id).ledger()).find((event) => event.kind === 'memory.written');
    expect(written).toBeDefined();
    const page = await sceneAt(id).memories({ limit: 10, before: null });
    expect(page.items.map(({ character }) => character).sort()).toEqual(['ada', 'bo', 'cy']);
    expect(page.items[0]).toMatchObject({ scene: id, round: 1 });
    expect(page.items[0]?.text).toContain('The boat is lost');

    await sceneAt(id).erase();
    await sceneAt(id)
      .ringing(async () => !(await tablesOf(id)))
      .holds();
  });
});

it('a scene is not gone before its memories are: a world that fails is asked again', async () => {
  const id = await openScene();
  await sceneAt(id).played(say('The boat is lost in the storm.'));
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const get = await sceneAt(id).inside((room) => {
    const { WORLDS } = (room as unknown as { env: Env }).env;
    return vi.spyOn(WORLDS, 'get').mockImplementation(() => {
      throw new Error('the world is down');
    });
  });
  await sceneAt(id).erase();
  await sceneAt(id)
    .ringing(() => warn.mock.calls.length > 0)
    .holds();
  expect(warn.mock.calls[0]).toEqual(['room deletion postponed 5 s: the world is down']);
  get.mockRestore();
  expect(await tablesOf(id)).toBe(true);
  await sceneAt(id)
    .ringing(async () => !(await tablesOf(id)))
    .holds();
});

describe('a fork', () => {
  const short: Partial<NewScene> = {
    historyWindow: 2,
    settings: sceneSettings.parse({ memory: { topK: 20, minScore: 0 } }),
  };
  const fork = async (source: string, round: number) => {
    const id = newId('scn');
    await sceneAt(id).fork(address(id), source, { round }, null);
    return id;
  };
  const play = async (id: string, ...texts: string[]) => {
    for (const text of texts) {
      await sceneAt(id).played(say(`The lantern: ${text}.`, 'visitor', ['ada']));
    }
  };
  /** Ada's recalled memories in the round after next, by round and the player's line. */
  const recalledIn = async (id: string) => {
    // A round on another topic, so that no other is in the history window.
    for (const text of ['It rains.', 'The lantern?']) {
      await sceneAt(id).played(say(text, 'visitor', ['ada']));
    }
    const event = (await sceneAt(id).ledger()).findLast((event) => event.kind === 'memory.recalled');
    const payload = event?.payload as { memories: Record<string, Recollection[]> } | undefined;
    const found = (payload?.memories.ada ?? []).flatMap(({ round, text }) => {
      const [, said] = /lantern: (\w+)/.exec(text) ?? [];
      return said === undefined ? [] : [`${round} ${said}`];
    });
    return found.sort();
  };
  const openStory = async (more: Partial<NewScene> = {}) => {
    const source = await openScene(understudy, { ...short, ...more });
    await play(source, 'one', 'two', 'three');
    return source;
  };

  it('that is rolled back into its copied past remembers nothing of what was taken back', async () => {
    const id = await fork(await openStory(), 3);
    await sceneAt(id).rollBack(1);
    expect(await recalledIn(id)).toEqual(['1 one']);
    const played = await fork(await openStory(), 3);
    await play(played, 'four');
    await sceneAt(played).rollBack(1);
    expect(await recalledIn(played)).toEqual(['1 one']);
  });

  it('of a fork remembers no round that it has not lived', async () => {
    const first = await fork(await openStory(), 3);
    await play(first, 'four');
    const second = await fork(first, 1);
    expect(await recalledIn(second)).toEqual(['1 one']);
    const third = await fork(first, 4);
    expect(await recalledIn(third)).toEqual(['1 one', '2 two', '3 three', '4 four']);
  });

  it('keeps its past when its source is rolled back and goes on, and neither hears of the other', async () => {
    const source = await openStory();
    const id = await fork(source, 3);
    await sceneAt(source).rollBack(1);
    await play(source, 'other', 'another');
    expect(await recalledIn(id)).toEqual(['1 one', '2 two', '3 three']);
    expect(await recalledIn(source)).toEqual(['1 one', '4 other', '5 another']);
  });

  for (const when of ['before', 'after'] as const) {
    it(`keeps its past when its source is deleted ${when} its first own round`, async () => {
      const source = await openStory();
      const id = await fork(source, 3);
      if (when === 'after') await play(id, 'four');
      const left = async () =>
        must(await stubOf(source).list({ scene: source, limit: 9, before: null })).items;
      await sceneAt(source).erase();
      await sceneAt(source)
        .ringing(async () => (await left()).length === 0)
        .holds();
      const own = when === 'after' ? ['4 four'] : [];
      expect(await recalledIn(id)).toEqual(['1 one', '2 two', '3 three', ...own]);
    });
  }

  it('leaves out what was taken back before it was made', async () => {
    const source = await openStory();
    await sceneAt(source).rollBack(1);
    await play(source, 'four', 'five');
    expect(await recalledIn(await fork(source, 5))).toEqual(['1 one', '4 four', '5 five']);
  });

  it('does not recall rounds of its past that its prompts show', async () => {
    const source = await openStory({ historyWindow: 40 });
    const id = await fork(source, 3);
    expect(await recalledIn(id)).toEqual([]);
  });

  it('does not have the other scenes of its world remember the same thing twice', async () => {
    const worldId = newWorld();
    const source = await openStory({ worldId });
    const id = await fork(source, 3);
    await play(id, 'four');
    const other = await openScene(understudy, { ...short, worldId });
    await play(other, 'elsewhere');
    const items = must(await stubOf(worldId).list({ character: 'ada', limit: 50, before: null })).items;
    expect(items.map(({ scene, round }) => [scene, round]).reverse()).toEqual([
      ...[1, 2, 3].map((round) => [source, round]),
      [id, 4],
      [other, 1],
    ]);
    const own = (await sceneAt(id).memories({ character: 'ada', limit: 50, before: null })).items;
    expect(own.map(({ scene, round }) => [scene, round])).toEqual([4, 3, 2, 1].map((round) => [id, round]));
    expect(await recalledIn(other)).toEqual(['1 elsewhere', '1 one', '2 two', '3 three', '4 four']);
  });
});
