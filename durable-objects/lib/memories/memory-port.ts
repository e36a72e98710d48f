import { guessPromptTokens } from '../../../src/base/tokens';
import { readConfig } from '../../../src/config';
import type {
  EmbeddedMemory,
  MemoryPort,
  RecallRequest,
  RememberRequest,
  ReviseRequest,
  WorldApi,
} from '../../../src/contract/memories';
import type { Result } from '../../../src/contract/problems';
import type { CallIntent, CallResult } from '../../../src/room/step-context';
import type { EmbedUnjournaled } from '../room/round-player';
import { worldStub } from '../stubs';

/** A recall may wait 2 s for the embedding endpoint before it searches. */
const RECALL_MS = 3000;
const REMEMBER_MS = 2000;
/** After a failure, skip the world for this long; otherwise each round would wait at its start. */
const IDLE_MS = 30_000;
/** Memories per request when a fork inherits them. */
const INHERIT_PAGE = 500;
/** Maximum tokens of missing memory embeddings that a round's request may fill in. */
const MAX_FILLED_TOKENS = 10_000;

/** The engine's memory port, plus writes, which happen outside of rounds. */
export interface SceneMemory extends Pick<MemoryPort, 'inherit'> {
  recall(request: RecallRequest): ReturnType<MemoryPort['recall']>;
  remember(request: RememberRequest): Promise<void>;
  revise(request: ReviseRequest): Promise<void>;
}

/**
 * Connects a scene to its world. Each call uses a new stub and has a timeout. Failures are thrown, and for a
 * while after one, calls fail immediately.
 *
 * @param tenant called for every request
 * @param embed runs metered embedding calls; absent: search by words only
 */
export function createMemoryPort(env: Env, tenant: () => string, embed?: EmbedUnjournaled): SceneMemory {
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
      restUntil = Date.now() + IDLE_MS;
      throw error;
    }
  };
  return {
    recall: async (request) => {
      const recall = (tokens: number) =>
        ask(request.world, RECALL_MS, (world) => world.recall(request, tokens));
      const { embedding } = readConfig(env);
      // Don't reserve budget while the world is being skipped.
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

/** Describes the embedding request as a call. null: the queries are empty. */
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

const embedResult = ({ status, tokens, latencyMs, error }: EmbeddedMemory): CallResult => ({
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
