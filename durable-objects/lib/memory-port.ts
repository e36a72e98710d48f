import type { MemoryPort, WorldApi } from '../../src/contract/memories';
import type { Result } from '../../src/contract/problems';

/** A recall may wait 2 s for the embedding endpoint, and still has to search. */
const RECALL_MS = 3000;
const REMEMBER_MS = 2000;
/** After a failure nobody waits for the world for so long: a round would wait at its beginning and at its end. */
const REST_MS = 30_000;
/** How many memories a fork brings along in one request. */
const INHERIT_PAGE = 500;

/** The World object of that name; its interface is put in the place of the inferred RPC types, which lie. */
export const worldStub = (env: Env, tenant: string, world: string): WorldApi =>
  env.WORLDS.get(env.WORLDS.idFromName(`${tenant}/${world}`)) as unknown as WorldApi;

/**
 * The way from a scene to its world. Each call takes a new stub, and ends in time; failures are thrown, with a plain
 * reason, and for a while after one at once.
 *
 * @param tenant asked at every call
 */
export function makeMemoryPort(env: Env, tenant: () => string): MemoryPort {
  let restUntil = 0;
  const ask = async <T>(
    world: string,
    ms: number,
    use: (stub: WorldApi) => Promise<Result<T>>,
  ): Promise<T> => {
    if (Date.now() < restUntil) throw new Error('the world did not answer a moment ago');
    try {
      return await settle(use(worldStub(env, tenant(), world)), ms);
    } catch (error) {
      restUntil = Date.now() + REST_MS;
      throw error;
    }
  };
  return {
    recall: (request) => ask(request.world, RECALL_MS, (world) => world.recall(request)),
    remember: async (request) => {
      await ask(request.world, REMEMBER_MS, (world) => world.remember(request));
    },
    inherit: async (request) => {
      for (let from = 0; from < request.memories.length; from += INHERIT_PAGE) {
        const memories = request.memories.slice(from, from + INHERIT_PAGE);
        await ask(request.world, REMEMBER_MS, (world) => world.inherit({ ...request, memories }));
      }
    },
  };
}

async function settle<T>(asked: Promise<Result<T>>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the world did not answer within ${ms / 1000} s`)), ms);
  });
  try {
    const result = await Promise.race([asked, late]);
    if (!result.ok) throw new Error(`the world refused: ${result.failure.code}`);
    return result.value;
  } finally {
    clearTimeout(timer);
  }
}
