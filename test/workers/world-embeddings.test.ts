import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import { World } from '../../durable-objects/world';
import type { WorldApi } from '../../src/contract/memories';
import { packVector } from '../../src/scene/recall/vectors';
import type { FakeEmbeddingEntry } from '../support/fake-model';
import { must } from '../support/must';
import { asking, bringing, inherit, insideWorld, newWorld, recall, telling } from '../support/worlds';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('embeddings', () => {
  /** Runs as an object of this world with an embedding model of the fake endpoint. */
  const embedded = <T>(
    world: string,
    mode: string,
    act: (api: WorldApi, state: DurableObjectState) => Promise<T>,
  ) =>
    insideWorld(world, (state) =>
      act(new World(state, { ...env, EMBEDDING_MODEL: `fake:${mode}#${world}` } as Env), state),
    );
  const requests = async (world: string): Promise<FakeEmbeddingEntry[]> => {
    const response = await fetch(`${inject('fakeModelUrl')}/control/embeddings`);
    return ((await response.json()) as FakeEmbeddingEntry[]).filter(({ model }) =>
      model.endsWith(`#${world}`),
    );
  };
  const inputs = async (world: string) => (await requests(world)).map(({ input }) => input);
  const waiting = ({ storage }: DurableObjectState) =>
    storage.sql.exec<{ n: number }>('SELECT count(*) AS n FROM memories WHERE embedding IS NULL').one().n;

  it('find what shares the meaning and no word', async () => {
    const world = newWorld();
    await embedded(world, 'ok', async (api) => {
      must(await api.remember(telling(world, 1, 'boat lost')));
      must(await api.remember(telling(world, 2, 'bread cheese')));
      expect(await recall(asking(world, 'vessel', { minScore: 0.3 }), api)).toEqual(['boat lost']);
    });
    expect(await recall(asking(world, 'vessel'))).toEqual([]);
  });

  it('are asked for once for the same words, with those of memories that have none, in one request', async () => {
    const world = newWorld();
    await embedded(world, 'ok', async (api, state) => {
      must(await api.remember(telling(world, 1, 'boat lost')));
      must(await api.remember(telling(world, 2, 'rain')));
      expect(await requests(world)).toEqual([]);
      const characters = ['vessel', 'vessel', 'storm', ''].map((query, i) => ({ id: `c${i}`, query }));
      const asked = must(await api.recall(asking(world, '', { characters }), 1000));
      expect(asked.embedded).toMatchObject({ status: 'answered', tokens: 5, error: null });
      expect(waiting(state)).toBe(0);
      must(await api.recall(asking(world, 'vessel'), 1000));
      // Without words there is nothing to embed.
      expect(must(await api.recall(asking(world, ''), 1000)).embedded).toBeNull();
    });
    expect(await inputs(world)).toEqual([['vessel', 'storm', 'rain', 'boat lost'], ['vessel']]);
  });

  it('are asked for no more than may be: the queries first, then the newest memories', async () => {
    const world = newWorld();
    await embedded(world, 'ok', async (api, state) => {
      for (const [i, text] of ['the oldest', 'of them all', 'boat lost'].entries())
        must(await api.remember(telling(world, i + 1, text)));
      const request = asking(world, 'vessel', { minScore: 0.3 });
      expect(must(await api.recall(request, 0)).embedded).toBeNull();
      expect(must(await api.recall(request, 1)).embedded).toBeNull();
      // Three bytes per token: two for the query, three for the newest.
      expect(await recall(request, api, 5)).toEqual(['boat lost']);
      expect(waiting(state)).toBe(2);
    });
    expect(await inputs(world)).toEqual([['vessel', 'boat lost']]);
  });

  it('are taken over by what a fork brings along, and asked for where there are none', async () => {
    const world = newWorld();
    await embedded(world, 'ok', async (api) => {
      must(await api.remember(telling(world, 1, 'boat lost', { scene: 'root' })));
      await recall(asking(world, 'storm', { scene: 'root' }), api);
      const lineage = [{ scene: 'root', upTo: 2 }];
      must(await api.inherit(bringing(world, 'fork', lineage, ['boat lost', 'rain'])));
      const request = asking(world, 'vessel', { scene: 'fork', lineage, minScore: 0.3 });
      expect(await recall(request, api)).toEqual(['boat lost']);
    });
    expect(await inputs(world)).toEqual([
      ['storm', 'boat lost'],
      ['vessel', 'rain'],
    ]);
  });

  for (const mode of ['500', 'hang', 'garbage']) {
    it(`that are not to be had (${mode}) leave the words, are left alone for a while, and come later`, async () => {
      const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
      const world = newWorld();
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
      await embedded(world, `${mode}-then-ok`, async (api, state) => {
        must(await api.remember(telling(world, 1, 'boat lost')));
        const first = must(await api.recall(asking(world, 'boat'), 1000));
        expect(first.embedded).toMatchObject({
          status: mode === 'hang' ? 'timeout' : 'refused',
          error: expect.any(String),
        });
        expect(first.memories.ada?.map(({ text }) => text)).toEqual(['boat lost']);
        for (let i = 0; i < 3; i += 1) {
          expect(await recall(asking(world, 'boat'), api)).toEqual(['boat lost']);
          expect(await recall(asking(world, 'vessel'), api)).toEqual([]);
        }
        expect(waiting(state)).toBe(1);
        vi.setSystemTime(Date.now() + 61_000);
        expect(await recall(asking(world, 'vessel', { minScore: 0.3 }), api)).toEqual(['boat lost']);
      });
      expect(await requests(world)).toHaveLength(2);
      expect(warn).toHaveBeenCalledTimes(1);
    });
  }

  it('are guessed at when the endpoint does not count its tokens', async () => {
    const world = newWorld();
    const data = [0, 1].map((index) => ({ index, embedding: [1, index] }));
    await embedded(world, 'ok', async (api) => {
      must(await api.remember(telling(world, 1, 'boat lost')));
      vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ data }));
      // Three bytes per token: two for the query, three for the memory.
      expect(must(await api.recall(asking(world, 'vessel'), 1000)).embedded).toMatchObject({ tokens: 5 });
    });
  });

  it('of fewer memories are asked for after a request that came to nothing, and of more again later', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const world = newWorld();
    await inherit(
      bringing(
        world,
        'here',
        [],
        Array.from({ length: 90 }, (_, i) => `boat ${i}`),
      ),
    );
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    await embedded(world, '500-then-ok', async (api) => {
      for (let i = 0; i < 3; i += 1) {
        await recall(asking(world, 'vessel'), api);
        vi.setSystemTime(Date.now() + 61_000);
      }
    });
    expect((await inputs(world)).map(({ length }) => length - 1)).toEqual([90, 24, 48]);
  });

  it('of one memory are asked for once, by whichever of two scenes recalls first', async () => {
    const world = newWorld();
    await embedded(world, 'ok', async (api, state) => {
      must(await api.remember(telling(world, 1, 'boat lost')));
      await Promise.all([recall(asking(world, 'vessel'), api), recall(asking(world, 'storm'), api)]);
      expect(waiting(state)).toBe(0);
    });
    expect((await inputs(world)).map(({ length }) => length).sort()).toEqual([1, 2]);
  });

  it('of another model are made anew', async () => {
    const world = newWorld();
    await embedded(world, 'ok', async (api, state) => {
      must(await api.remember(telling(world, 1, 'boat lost')));
      await recall(asking(world, 'storm'), api);
      state.storage.sql.exec('UPDATE memories SET embedding = ?', packVector([1, 2, 3]));
    });
    await embedded(world, 'ok-then-ok', async (api) => {
      expect(await recall(asking(world, 'vessel', { minScore: 0.3 }), api)).toEqual(['boat lost']);
    });
  });
});
