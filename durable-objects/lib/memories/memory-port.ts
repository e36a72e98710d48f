import { guessPromptTokens } from '../../../src/base/tokens';
import { readConfig } from '../../../src/config';
import type {
  Embedded,
  MemoryPort,
  RecallRequest,
  ReviseRequest,
  WorldApi,
} from '../../../src/contract/memories';
import type { Result } from '../../../src/contract/problems';
import type { CallIntent, CallResult } from '../../../src/room/step-context';
import type { EmbedAside } from '../room/round-player';
import { worldStub } from '../stubs';

/** A recall may wait 2 s for the embedding endpoint, and still has to search. */
const RECALL_MS = 3000;
const REMEMBER_MS = 2000;
/** After a failure nobody waits for the world for so long: a round would wait at its beginning and at its end. */
const REST_MS = 30_000;
/** Memories that a fork brings along in one request. */
const INHERIT_PAGE = 500;
/** Most tokens of memories that are embedded along with what a round asks for. */
const MAX_FILLED_TOKENS = 10_000;

/** The port of an engine, and the way for what follows from changed lines beside its rounds. */
export interface SceneMemory extends MemoryPort {
  revise(request: ReviseRequest): Promise<void>;
}

/**
 * The way from a scene to its world. Each call takes a new stub, and ends in time; failures are thrown, with a plain
 * reason, and for a while after one at once.
 *
 * @param tenant asked at every call
 * @param embed has what is embedded counted; absent: words alone decide
 */
export function makeMemoryPort(env: Env, tenant: () => string, embed?: EmbedAside): SceneMemory {
  let restUntil = 0;
  const rests = () => Date.now() < restUntil;
  const ask = async <T>(
    world: string,
    ms: number,
    use: (stub: WorldApi) => Promise<Result<T>>,
  ): Promise<T> => {
    if (rests()) throw new Error('the world did not answer a moment ago');
    try {
      return await settle(use(worldStub(env, tenant(), world)), ms);
    } catch (error) {
      restUntil = Date.now() + REST_MS;
      throw error;
    }
  };
  return {
    recall: async (request) => {
      const recall = (tokens: number) =>
        ask(request.world, RECALL_MS, (world) => world.recall(request, tokens));
      const { embedding } = readConfig(env);
      // A world that is left alone is asked for nothing: nothing is kept back for it either.
      const mayEmbed = embedding && embed && !rests();
      const intent = mayEmbed && embedIntent(request, embedding);
      if (!intent) return (await recall(0)).memories;
      const tokens = guessPromptTokens(intent.messages) + MAX_FILLED_TOKENS;
      return embed(intent, tokens, async (may) => {
        const { memories, embedded } = await recall(may ? tokens : 0);
        return { value: memories, call: embedded && embedResult(embedded) };
      });
    },
    remember: async (request) => {
      await ask(request.world, REMEMBER_MS, (world) => world.remember(request));
    },
    revise: async (request) => {
      await ask(request.world, REMEMBER_MS, (world) => world.revise(request));
    },
    inherit: async (request) => {
      for (let from = 0; from < request.memories.length; from += INHERIT_PAGE) {
        const memories = request.memories.slice(from, from + INHERIT_PAGE);
        await ask(request.world, REMEMBER_MS, (world) => world.inherit({ ...request, memories }));
      }
    },
  };
}

/** Describes a request for embeddings as a call. Null: there are no words to ask with. */
function embedIntent(
  { characters, round }: RecallRequest,
  { provider, model }: { provider: string; model: string },
): CallIntent | null {
  const queries = [...new Set(characters.map(({ query }) => query))].filter((query) => query.trim() !== '');
  if (queries.length === 0) return null;
  const messages = queries.map((content) => ({ role: 'user' as const, content }));
  const purpose = `embed what round ${round} brings to mind`;
  return { role: 'embedder', purpose, attempt: 1, provider, model, messages };
}

const embedResult = ({ status, tokens, latencyMs, error }: Embedded): CallResult => ({
  ...{ status, error, latencyMs, usage: { promptTokens: tokens, completionTokens: 0 } },
  ...{ constraint: null, raw: null, reasoning: null, parsed: null, problems: [], rung: null },
  ...{ finishReason: null, backoffMs: 0 },
});

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
