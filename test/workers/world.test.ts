import { runInDurableObject } from 'cloudflare:test';
import { env, exports } from 'cloudflare:workers';
import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import { makeMemoryPort, worldStub } from '../../durable-objects/lib/memories/memory-port';
import { MAX_MEMORIES } from '../../durable-objects/lib/memories/memory-store';
import { hasSchema, writeMeta } from '../../durable-objects/lib/room/schema';
import { World } from '../../durable-objects/world';
import { sceneSettings } from '../../src/api/context';
import type { NewScene } from '../../src/api/create-scene';
import type {
  InheritRequest,
  Memory,
  RecallRequest,
  Recollection,
  RememberRequest,
  WorldApi,
} from '../../src/api/memories';
import { packVector } from '../../src/recall/vectors';
import type { FakeEmbeddingEntry } from '../support/fake-model';
import {
  address,
  allEvents,
  beatUntil,
  idle,
  insideScene,
  must,
  openScene,
  roomId,
  say,
  sceneBody,
  sceneObject,
  sceneStub,
  understudy,
} from '../support/rooms';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

let made = 0;
/** The name of a world that no other test has. */
const newWorld = () => {
  made += 1;
  return `world ${made}`;
};
const stubOf = (world: string, tenant = 'local') => worldStub(env, tenant, world);

const asking = (world: string, query: string, more: Partial<RecallRequest> = {}): RecallRequest => ({
  world,
  scene: 'here',
  round: 100,
  lineage: [],
  forget: [],
  shownFrom: 100,
  characters: [{ id: 'ada', query }],
  topK: 10,
  minScore: 0,
  halfLife: 1000,
  floor: 0.2,
  ...more,
});
const telling = (
  world: string,
  round: number,
  text: string,
  more: Partial<RememberRequest> = {},
): RememberRequest => ({
  world,
  scene: 'here',
  round,
  lineage: [],
  forget: [],
  memories: [{ character: 'ada', text }],
  ...more,
});

const bringing = (
  world: string,
  scene: string,
  lineage: InheritRequest['lineage'],
  texts: string[],
): InheritRequest => ({
  ...{ world, scene, lineage },
  memories: texts.map((text, i) => ({ character: 'ada', round: i + 1, text, at: 'then' })),
});

const remember = async (...told: RememberRequest[]) => {
  for (const request of told) must(await stubOf(request.world).remember(request));
};
const inherit = async (...brought: InheritRequest[]) => {
  for (const request of brought) must(await stubOf(request.world).inherit(request));
};
/** Texts that come to Ada's mind, best first. */
const recall = async (
  request: RecallRequest,
  api: Pick<WorldApi, 'recall'> = stubOf(request.world),
  tokens = 1000,
) => (must(await api.recall(request, tokens)).memories.ada ?? []).map(({ text }) => text);
const listed = async (world: string) =>
  must(await stubOf(world).list({ limit: 200, before: null })).items.map(({ text }) => text);

const objectOf = (world: string) => env.WORLDS.get(env.WORLDS.idFromName(`local/${world}`));
const insideWorld = <T>(world: string, act: (state: DurableObjectState) => T | Promise<T>) =>
  runInDurableObject(objectOf(world) as DurableObjectStub, (_object, state) => act(state));
const tablesOf = (world: string) => insideWorld(world, ({ storage }) => hasSchema(storage.sql));

describe('what is remembered', () => {
  it('comes back by its words, to the one whose memory it is', async () => {
    const world = newWorld();
    await remember(
      telling(world, 1, 'Bo: The boat is lost.', {
        memories: [
          { character: 'ada', text: 'Bo: The boat is lost.' },
          { character: 'cy', text: 'Bo: The boat is mine.' },
        ],
      }),
      telling(world, 2, 'Cy: It rains.'),
    );
    expect(await recall(asking(world, 'Where are the boats?'))).toEqual(['Bo: The boat is lost.']);
    const both = asking(world, '', {
      characters: ['ada', 'cy', 'stranger'].map((id) => ({ id, query: 'boat' })),
    });
    const answer = must(await stubOf(world).recall(both, 0)).memories;
    expect(Object.keys(answer)).toEqual(['ada', 'cy', 'stranger']);
    expect(answer.ada?.[0]).toMatchObject({ scene: 'here', round: 1, text: 'Bo: The boat is lost.' });
    expect(answer.cy?.map(({ text }) => text)).toEqual(['Bo: The boat is mine.']);
    expect(answer.stranger).toEqual([]);
  });

  it('is shared by the scenes of one world, and by no other world and no other tenant', async () => {
    const world = newWorld();
    await remember(telling(world, 1, 'Bo: The boat is lost.', { scene: 'there' }));
    expect(await recall(asking(world, 'boat'))).toHaveLength(1);
    expect(await recall(asking(newWorld(), 'boat'))).toEqual([]);
    expect(await recall(asking(world, 'boat'), stubOf(world, 'other'))).toEqual([]);
    expect(must(await stubOf(world, 'other').list({ limit: 10, before: null })).items).toEqual([]);
  });

  it('is replaced when the same round is written again', async () => {
    const world = newWorld();
    await remember(
      telling(world, 1, 'the boat'),
      telling(world, 1, 'the boat'),
      telling(world, 1, 'the ship'),
    );
    expect(await listed(world)).toEqual(['the ship']);
    expect(await recall(asking(world, 'boat'))).toEqual([]);
    expect(await recall(asking(world, 'ship'))).toEqual(['the ship']);
  });

  it('is forgotten for good with what was taken back, in the same write', async () => {
    const world = newWorld();
    const other = telling(world, 2, 'boat two, elsewhere', { scene: 'there' });
    await remember(...[1, 2, 3, 4].map((n) => telling(world, n, `boat ${n}`)), other);
    await remember(telling(world, 5, 'boat 5', { forget: [[2, 3]] }));
    expect((await recall(asking(world, 'boat'))).sort()).toEqual([
      'boat 1',
      'boat 4',
      'boat 5',
      'boat two, elsewhere',
    ]);
    expect(await listed(world)).toHaveLength(4);
  });

  it('is not recalled while it is taken back and not yet forgotten', async () => {
    const world = newWorld();
    await remember(...[1, 2, 3].map((n) => telling(world, n, `boat ${n}`)));
    expect(await recall(asking(world, 'boat', { forget: [[2, 3]] }))).toEqual(['boat 1']);
    const page = must(await stubOf(world).list({ scene: 'here', without: [[2, 3]], limit: 9, before: null }));
    expect(page.items.map(({ text }) => text)).toEqual(['boat 1']);
  });

  it('is not recalled of rounds that are shown verbatim, nor of the one that is being played', async () => {
    const world = newWorld();
    await remember(...[1, 2, 3].map((n) => telling(world, n, `boat ${n}`)));
    await remember(telling(world, 50, 'boat elsewhere', { scene: 'there' }));
    expect((await recall(asking(world, 'boat', { round: 4, shownFrom: 2 }))).sort()).toEqual([
      'boat 1',
      'boat elsewhere',
    ]);
    expect(await recall(asking(world, 'boat', { round: 1, shownFrom: 1 }))).toEqual(['boat elsewhere']);
  });

  it('is a fork’s own once the fork has brought it along; of other branches nothing comes to mind', async () => {
    const world = newWorld();
    const lineage = [{ scene: 'root', upTo: 2 }];
    const brought = bringing(world, 'fork', lineage, ['boat root 1', 'boat root 2']);
    await remember(...[1, 2, 3].map((n) => telling(world, n, `boat root ${n}`, { scene: 'root' })));
    await inherit(brought, brought);
    await remember(
      ...[3, 4].map((n) => telling(world, n, `boat fork ${n}`, { scene: 'fork', lineage })),
      telling(world, 1, 'boat of another story', { scene: 'there' }),
    );
    const recalled = async (scene: string, more: Partial<RecallRequest> = {}) =>
      (await recall(asking(world, 'boat', { scene, ...more }))).sort();
    const other = 'boat of another story';
    const fork = ['boat fork 3', 'boat fork 4'];
    const root = ['boat root 1', 'boat root 2', 'boat root 3'];
    expect(await recalled('root')).toEqual([other, ...root]);
    expect(await recalled('fork', { lineage })).toEqual([...fork, other, 'boat root 1', 'boat root 2']);
    expect(await recalled('there')).toEqual([...fork, other, ...root]);
    // It is taken back, and not shown twice, like all the fork has lived.
    expect(await recalled('fork', { lineage, shownFrom: 2 })).toEqual([other, 'boat root 1']);
    await remember(telling(world, 5, 'boat fork 5', { scene: 'fork', lineage, forget: [[2, 4]] }));
    expect(await recalled('fork', { lineage })).toEqual(['boat fork 5', other, 'boat root 1']);
    expect(await recalled('root')).toEqual([other, ...root]);
    must(await stubOf(world).forgetScene('root'));
    expect(await recalled('fork', { lineage })).toEqual(['boat fork 5', other, 'boat root 1']);
  });

  it('is not changed, and is no older, for what a fork brings along', async () => {
    const world = newWorld();
    const lineage = [{ scene: 'root', upTo: 2 }];
    await remember(
      telling(world, 1, 'boat elsewhere', { scene: 'there' }),
      telling(world, 1, 'boat of its own', { scene: 'fork', lineage }),
    );
    const score = async () => {
      const answer = must(
        await stubOf(world).recall(asking(world, 'boat', { halfLife: 1, floor: 0 }), 0),
      ).memories;
      return answer.ada?.find(({ text }) => text === 'boat elsewhere')?.score;
    };
    const before = await score();
    await inherit(bringing(world, 'fork', lineage, ['boat root 1', 'boat root 2']));
    // Another corpus ranks a little differently; a round more would halve it.
    expect((await score()) ?? 0).toBeGreaterThan((before ?? 0) * 0.8);
    const own = await recall(asking(world, 'boat', { scene: 'fork', lineage }));
    expect(own.sort()).toEqual(['boat elsewhere', 'boat of its own', 'boat root 2']);
    expect(await listed(world)).toEqual(['boat of its own', 'boat elsewhere']);
  });

  it('fades with the rounds, and only so many of the best come back', async () => {
    const world = newWorld();
    await remember(...[1, 50, 99].map((n) => telling(world, n, `boat ${n}`)));
    expect(await recall(asking(world, 'boat', { halfLife: 10, floor: 0.01, topK: 2 }))).toEqual([
      'boat 99',
      'boat 50',
    ]);
    expect(await recall(asking(world, 'boat', { halfLife: 10, floor: 0, minScore: 0.4 }))).toEqual([
      'boat 99',
    ]);
  });

  it('is read back in pages, newest first, of one character or of one scene', async () => {
    const world = newWorld();
    for (const scene of ['here', 'there']) {
      await remember(
        ...[1, 2, 3].map((n) =>
          telling(world, n, '', {
            scene,
            memories: ['ada', 'bo'].map((character) => ({ character, text: `${character} ${scene} ${n}` })),
          }),
        ),
      );
    }
    const pages: Memory[][] = [];
    for (let before: number | null = null; ; ) {
      const page: { items: Memory[]; next: string | null } = must(
        await stubOf(world).list({ character: 'ada', limit: 2, before }),
      );
      pages.push(page.items);
      if (page.next === null) break;
      before = Number(page.next);
    }
    expect(pages.map((page) => page.map(({ text }) => text))).toEqual([
      ['ada there 3', 'ada there 2'],
      ['ada there 1', 'ada here 3'],
      ['ada here 2', 'ada here 1'],
    ]);
    const here = must(await stubOf(world).list({ scene: 'here', limit: 3, before: null }));
    expect(here.items.map(({ text }) => text)).toEqual(['bo here 3', 'ada here 3', 'bo here 2']);
  });
});

describe('a world', () => {
  it('that holds nothing is not made by asking it', async () => {
    const world = newWorld();
    expect(await recall(asking(world, 'boat'))).toEqual([]);
    expect(await listed(world)).toEqual([]);
    must(await stubOf(world).remember(telling(world, 1, '', { memories: [], forget: [[1, 2]] })));
    must(await stubOf(world).forgetScene('here'));
    expect(await tablesOf(world)).toBe(false);
  });

  it('forgets a scene, and the other scenes go on', async () => {
    const world = newWorld();
    await remember(telling(world, 1, 'boat here'), telling(world, 1, 'boat there', { scene: 'there' }));
    must(await stubOf(world).forgetScene('here'));
    must(await stubOf(world).forgetScene('here'));
    expect(await recall(asking(world, 'boat'))).toEqual(['boat there']);
    // A write that was under way when the scene was deleted.
    expect((await stubOf(world).remember(telling(world, 2, 'boat late'))).ok).toBe(false);
    expect((await stubOf(world).inherit(bringing(world, 'here', [], ['boat late']))).ok).toBe(false);
    expect(await listed(world)).toEqual(['boat there']);
  });

  it('is erased with its last scene, and can be lived in again', async () => {
    const world = newWorld();
    await remember(telling(world, 1, 'boat here'));
    must(await stubOf(world).forgetScene('here'));
    expect(await tablesOf(world)).toBe(false);
    await remember(telling(world, 1, 'boat there', { scene: 'there' }));
    expect(await recall(asking(world, 'boat'))).toEqual(['boat there']);
    must(await stubOf(world).erase());
    expect(await recall(asking(world, 'boat'))).toEqual([]);
  });

  it('holds no more than so many memories: the oldest of little weight go', async () => {
    const world = newWorld();
    await remember(telling(world, 1, 'I: My boat, long ago.'), telling(world, 2, 'Bo: My boat, long ago.'));
    await insideWorld(world, ({ storage }) =>
      storage.transactionSync(() => {
        storage.sql.exec(
          `WITH RECURSIVE n (i) AS (SELECT 3 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
           INSERT INTO memories (tick, character, scene, root, round, text, boost, at)
           SELECT i, 'ada', 'here', 'here', i, 'nothing much', 1, 'then' FROM n`,
          MAX_MEMORIES,
        );
        writeMeta(storage.sql, 'memories', String(MAX_MEMORIES));
      }),
    );
    const round = MAX_MEMORIES + 1;
    await remember(telling(world, round, 'Bo: A new boat.'));
    const count = await insideWorld(world, ({ storage }) =>
      storage.sql.exec<{ n: number }>('SELECT count(*) AS n FROM memories').one(),
    );
    expect(count.n).toBeLessThanOrEqual(MAX_MEMORIES);
    expect(count.n).toBeGreaterThan(MAX_MEMORIES * 0.9);
    const request = asking(world, 'boat', { round: round + 1, shownFrom: round + 1 });
    expect((await recall(request)).sort()).toEqual(['Bo: A new boat.', 'I: My boat, long ago.']);
  });
});

describe('hostile words', () => {
  const hostile: [string, string][] = [
    ['quotes', `what's "up" with 'the' boat`],
    ['operators', 'boat AND NOT OR NEAR(boat, 2) boat* ^boat who:ada -boat + {what}: boat'],
    ['a broken expression', '"boat AND ( '],
    ['SQL', `boat'); DROP TABLE memories; --`],
    ['1 MB', `boat ${'x'.repeat(1_000_000)}`],
    ['1 MB of words', `boat ${Array.from({ length: 150_000 }, (_, i) => `w${i}`).join(' ')}`],
    ['nul and half a pair', 'boat \u0000 \ud83d'],
  ];
  for (const [what, text] of hostile) {
    it(`as a query (${what}) are words to look for`, async () => {
      const world = newWorld();
      await remember(telling(world, 1, 'Bo: The boat is lost.'));
      expect(await recall(asking(world, text))).toEqual(['Bo: The boat is lost.']);
    });

    it(`as a memory (${what}) are kept and found`, async () => {
      const world = newWorld();
      await remember(telling(world, 1, text));
      expect(await recall(asking(world, 'boat'))).toHaveLength(1);
    });
  }

  it('that are none find nothing', async () => {
    const world = newWorld();
    await remember(telling(world, 1, '🙂 boat'), telling(world, 2, ''));
    for (const query of ['', ' ', '🙂', '***', 'the']) expect(await recall(asking(world, query))).toEqual([]);
  });

  it('in a script without spaces are found inside a sentence', async () => {
    const world = newWorld();
    await remember(telling(world, 1, '灯台の記憶は消えない'), telling(world, 2, '雨が降る'));
    expect(await recall(asking(world, '記憶?'))).toEqual(['灯台の記憶は消えない']);
  });

  it('in the id of a character reach only that character', async () => {
    const world = newWorld();
    const memories = ['old-marlow', 'very-old-marlow', 'old'].map((character) => ({
      character,
      text: `boat of ${character}`,
    }));
    await remember(telling(world, 1, '', { memories }));
    const asked = memories.map(({ character }) => ({ id: character, query: 'boat' }));
    const answer = must(await stubOf(world).recall(asking(world, '', { characters: asked }), 0)).memories;
    for (const { character, text } of memories) expect(answer[character]?.map((m) => m.text)).toEqual([text]);
  });
});

describe('embeddings', () => {
  /** Act as a life of this world that has an embedding model of the fake endpoint. */
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
      // Without words there is nothing to ask for.
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
      // Three bytes a token: two for the query, three for the newest.
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
      // Three bytes a token: two for the query, three for the memory.
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
    // The words themselves come first.
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

describe('the way from a scene to its world', () => {
  it('throws a plain reason when the world refuses or is not there', async () => {
    const world = newWorld();
    const port = makeMemoryPort(env, () => 'local');
    await port.remember(telling(world, 1, 'boat'));
    expect((await port.recall(asking(world, 'boat'))).ada).toHaveLength(1);
    must(await stubOf(world).forgetScene('here'));
    const refused = await port.remember(telling(world, 2, 'boat')).catch((error: unknown) => error);
    expect(String(refused)).toContain('the world refused: not_found');
  });

  it('asks for no embeddings while it leaves the world alone, as nothing would come of what is kept back', async () => {
    const world = newWorld();
    const kept: number[] = [];
    const port = makeMemoryPort(
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
    const port = makeMemoryPort(env, () => 'local');
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
    must(await sceneStub(id).turn(say('The boat is lost in the storm.'), null));
    await idle(id);
    const written = (await allEvents(sceneStub(id))).find((event) => event.kind === 'memory.written');
    expect(written).toBeDefined();
    const page = must(await sceneStub(id).memories({ limit: 10, before: null }));
    expect(page.items.map(({ character }) => character).sort()).toEqual(['ada', 'bo', 'cy']);
    expect(page.items[0]).toMatchObject({ scene: id, round: 1 });
    expect(page.items[0]?.text).toContain('The boat is lost');

    must(await sceneStub(id).erase());
    await beatUntil(
      () => sceneObject(id),
      async () => !(await tablesOf(id)),
    );
  });
});

it('a scene is not gone before its memories are: a world that fails is asked again', async () => {
  const id = await openScene();
  must(await sceneStub(id).turn(say('The boat is lost in the storm.'), null));
  await idle(id);
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  // Only this scene's own view of the binding fails.
  const get = await insideScene(id, (room) => {
    const { WORLDS } = (room as unknown as { env: Env }).env;
    return vi.spyOn(WORLDS, 'get').mockImplementation(() => {
      throw new Error('the world is down');
    });
  });
  must(await sceneStub(id).erase());
  await beatUntil(
    () => sceneObject(id),
    async () => warn.mock.calls.length > 0,
  );
  expect(warn.mock.calls[0]).toEqual(['room deletion postponed 5 s: the world is down']);
  get.mockRestore();
  expect(await tablesOf(id)).toBe(true);
  await beatUntil(
    () => sceneObject(id),
    async () => !(await tablesOf(id)),
  );
});

describe('a fork', () => {
  let forks = 800;
  const short: Partial<NewScene> = {
    historyWindow: 2,
    settings: sceneSettings.parse({ memory: { topK: 20, minScore: 0 } }),
  };
  const fork = async (source: string, round: number) => {
    forks += 1;
    const id = roomId('scn', forks);
    must(await sceneStub(id).fork(address(id), source, { round }, null));
    return id;
  };
  const play = async (id: string, ...texts: string[]) => {
    for (const text of texts) {
      must(await sceneStub(id).turn(say(`The lantern: ${text}.`, 'visitor', ['ada']), null));
      await idle(id);
    }
  };
  /** What comes to Ada's mind in the next round but one, by round and by what the player said in it. */
  const recalledIn = async (id: string) => {
    // A round about something else, so that no other stands in the history window.
    for (const text of ['It rains.', 'The lantern?']) {
      must(await sceneStub(id).turn(say(text, 'visitor', ['ada']), null));
      await idle(id);
    }
    const event = (await allEvents(sceneStub(id))).findLast((event) => event.kind === 'memory.recalled');
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
    must(await sceneStub(id).rollBack(1, null));
    expect(await recalledIn(id)).toEqual(['1 one']);
    const played = await fork(await openStory(), 3);
    await play(played, 'four');
    must(await sceneStub(played).rollBack(1, null));
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
    must(await sceneStub(source).rollBack(1, null));
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
      must(await sceneStub(source).erase());
      await beatUntil(
        () => sceneObject(source),
        async () => (await left()).length === 0,
      );
      const own = when === 'after' ? ['4 four'] : [];
      expect(await recalledIn(id)).toEqual(['1 one', '2 two', '3 three', ...own]);
    });
  }

  it('leaves out what was taken back before it was made', async () => {
    const source = await openStory();
    must(await sceneStub(source).rollBack(1, null));
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
    const own = must(await sceneStub(id).memories({ character: 'ada', limit: 50, before: null })).items;
    expect(own.map(({ scene, round }) => [scene, round])).toEqual([4, 3, 2, 1].map((round) => [id, round]));
    expect(await recalledIn(other)).toEqual(['1 elsewhere', '1 one', '2 two', '3 three', '4 four']);
  });
});

describe('over HTTP', () => {
  const call = async <T>(row: string, body?: unknown, key = 'ps_local_test0test0test0test0test0test0') => {
    const [method = '', path = ''] = row.split(' ');
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const sent = body === undefined ? null : JSON.stringify(body);
    const response = await exports.default.fetch(
      new Request(`https://stage.test${path}`, { method, headers, body: sent }),
    );
    return { status: response.status, json: (await response.json()) as T };
  };
  type Page = { items: Memory[]; next: string | null };

  it('an owner reads what is remembered of a scene, and in a world by all its scenes', async () => {
    const { json: world } = await call<{ id: string }>('POST /v1/worlds', { name: 'The coast' });
    const scenes: string[] = [];
    for (const text of ['The boat is lost.', 'The lamp is out.']) {
      const body = { ...sceneBody(understudy), worldId: world.id };
      const { json: scene } = await call<{ id: string }>('POST /v1/scenes', body);
      const input = { type: 'user', text, personaId: 'visitor' };
      expect((await call(`POST /v1/scenes/${scene.id}/turns?wait=1`, input)).status).toBe(200);
      scenes.push(scene.id);
    }
    const [first = '', second = ''] = scenes;
    const ofWorld = (query: string) => call<Page>(`GET /v1/worlds/${world.id}/memories${query}`);
    expect((await ofWorld('')).json.items).toHaveLength(6);
    const ofBo = (await ofWorld('?character=bo')).json.items;
    expect(ofBo.map(({ scene }) => scene)).toEqual([second, first]);
    expect(ofBo[1]?.text).toContain('The boat is lost.');
    expect((await ofWorld(`?character=bo&scene=${first}`)).json.items).toHaveLength(1);
    const page = (await ofWorld('?limit=4')).json;
    expect((await ofWorld(`?limit=4&cursor=${page.next}`)).json.items).toHaveLength(2);
    const ofScene = await call<Page>(`GET /v1/scenes/${first}/memories?character=bo`);
    expect(ofScene.json.items).toEqual([ofBo[1]]);

    must(await sceneStub(first).erase());
    await beatUntil(
      () => sceneObject(first),
      async () => (await ofWorld('')).json.items.length === 3,
    );
    expect((await ofWorld('')).json.items.every(({ scene }) => scene === second)).toBe(true);
  });

  it('a world that is not there, a scene that is not there and a bad cursor are said to be', async () => {
    const id = '0'.repeat(20);
    expect((await call(`GET /v1/worlds/wld_${id}/memories`)).status).toBe(404);
    expect((await call(`GET /v1/scenes/scn_${id}/memories`)).status).toBe(404);
    expect((await call(`GET /v1/worlds/wld_${id}/memories?cursor=next`)).status).toBe(400);
    expect((await call(`GET /v1/worlds/wld_${id}/memories?limit=0`)).status).toBe(400);
    expect((await call(`GET /v1/worlds/../memories`)).status).toBe(404);
  });
});
