import type { MemoryPort, WorldApi } from '../../src/contract/memories';
import type { Result } from '../../src/contract/problems';

/** A recall may wait 2 s for the embedding endpoint, and still has to search. */
const RECALL_MS = 3000;
const REMEMBER_MS = 2000;

/** The World object of that name; its interface is put in the place of the inferred RPC types, which lie. */
export const worldStub = (env: Env, tenant: string, world: string): WorldApi =>
  env.WORLDS.get(env.WORLDS.idFromName(`${tenant}/${world}`)) as unknown as WorldApi;

/**
 * The way from a scene to its world. Each call takes a new stub, and ends in time; failures are thrown, with a plain
 * reason.
 *
 * @param tenant asked at every call
 */
export function makeMemoryPort(env: Env, tenant: () => string): MemoryPort {
  const reach = (world: string) => worldStub(env, tenant(), world);
  return {
    recall: (request) => settle(reach(request.world).recall(request), RECALL_MS),
    remember: async (request) => {
      await settle(reach(request.world).remember(request), REMEMBER_MS);
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
