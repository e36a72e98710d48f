import { DurableObject } from 'cloudflare:workers';
import { errorMessage } from '../src/base/error-message';
import { guessTokens } from '../src/base/tokens';
import { readConfig } from '../src/config';
import type {
  AddMemory,
  ChangeMemory,
  EmbeddedMemory,
  InheritRequest,
  Memory,
  MemoryQuery,
  RecalledMemories,
  RecallRequest,
  Recollection,
  RememberRequest,
  ReviseRequest,
  WorldApi,
} from '../src/contract/memories';
import { fail, ok, type Result } from '../src/contract/problems';
import { createEmbed } from '../src/model/embeddings';
import { scoreMemories } from '../src/scene/recall/memory';
import { packVector } from '../src/scene/recall/vectors';
import { MemoryStore, WORLD_MIGRATIONS } from './lib/memories/memory-store';
import { hasSchema, migrate } from './lib/room/schema';

/** Maximum wait for embeddings per recall; after it, search by words only. */
const EMBED_MS = 2000;
/** Time without embedding requests after a failure. */
const IDLE_MS = 60_000;
/** Maximum memories embedded per request; reduced after a failure. */
const FILL = 96;

/**
 * The memories of all characters of one world, across its scenes. Named `<tenant>/<world>`; a scene without a
 * world has its own, named after the scene and shared with its forks.
 */
export class World extends DurableObject<Env> implements WorldApi {
  readonly #store: MemoryStore;
  #exists: boolean;
  /** Scenes deleted since loading, to reject writes that were in flight. */
  readonly #gone = new Set<string>();
  #restUntil = 0;
  /** Memories the next request may embed; adapts to slow endpoints. */
  #fill = FILL;
  /** Memories that a concurrent recall is embedding. */
  readonly #asked = new Set<number>();

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#store = new MemoryStore(ctx.storage.sql);
    this.#exists = hasSchema(ctx.storage.sql);
    if (this.#exists) migrate(ctx.storage.sql, WORLD_MIGRATIONS);
  }

  async recall(request: RecallRequest, embedTokens: number): Promise<Result<RecalledMemories>> {
    const { meanings, embedded } = this.#exists
      ? await this.#readMeanings(request, embedTokens)
      : NO_EMBEDDINGS;
    // Check after the wait: the world may have been erased meanwhile.
    const { characters } = request;
    const tick = this.#exists ? this.#store.tick() : 0;
    const cast = characters.map(({ id }) => id);
    const entries = characters.map(({ id, query }): [string, Recollection[]] => {
      if (tick === 0) return [id, []];
      const candidates = this.#store.find(request, id, query, meanings.get(query) ?? null);
      // Exclude the character's own name, which occurs in all of its memories.
      const scoring = { ...request, query, tick, cast: cast.filter((other) => other !== id) };
      return [id, [...this.#store.findPinned(request, id), ...scoreMemories(candidates, scoring)]];
    });
    return ok({ memories: Object.fromEntries(entries), embedded });
  }

  async remember(request: RememberRequest): Promise<Result<null>> {
    const { scene, memories } = request;
    if (this.#gone.has(scene)) return fail({ code: 'not_found', what: 'scene', id: scene });
    if (!this.#exists && memories.length === 0) return ok(null);
    this.#write(() => this.#store.write(request));
    return ok(null);
  }

  async inherit(request: InheritRequest): Promise<Result<null>> {
    const { scene } = request;
    if (this.#gone.has(scene)) return fail({ code: 'not_found', what: 'scene', id: scene });
    this.#write(() => this.#store.inherit(request));
    return ok(null);
  }

  async revise(request: ReviseRequest): Promise<Result<null>> {
    if (this.#exists) this.ctx.storage.transactionSync(() => this.#store.revise(request));
    return ok(null);
  }

  async add(
    scene: Pick<RememberRequest, 'scene' | 'round' | 'lineage'>,
    memory: AddMemory,
  ): Promise<Result<Memory>> {
    if (this.#gone.has(scene.scene)) return fail({ code: 'not_found', what: 'scene', id: scene.scene });
    return this.#write(() => this.#store.add(scene, memory, new Date().toISOString()));
  }

  async change(id: number, scene: string | null, change: ChangeMemory): Promise<Result<Memory>> {
    return this.#exists
      ? this.ctx.storage.transactionSync(() => this.#store.change(id, scene, change))
      : fail({ code: 'not_found', what: 'memory', id: String(id) });
  }

  async remove(id: number, scene: string | null): Promise<Result<{ id: string }>> {
    return this.#exists
      ? this.ctx.storage.transactionSync(() => this.#store.remove(id, scene))
      : fail({ code: 'not_found', what: 'memory', id: String(id) });
  }

  async list(query: MemoryQuery): Promise<Result<{ items: Memory[]; next: string | null }>> {
    return ok(this.#exists ? this.#store.list(query) : { items: [], next: null });
  }

  async listWritten(scene: string, after: number): ReturnType<WorldApi['listWritten']> {
    return ok(this.#exists ? this.#store.listWritten(scene, after) : { items: [], next: null });
  }

  async restoreWritten(...asked: Parameters<WorldApi['restoreWritten']>): Promise<Result<null>> {
    const [{ scene }] = asked;
    if (this.#gone.has(scene)) return fail({ code: 'not_found', what: 'scene', id: scene });
    this.#write(() => this.#store.restoreWritten(...asked, new Date().toISOString()));
    return ok(null);
  }

  async forgetScene(scene: string): Promise<Result<null>> {
    this.#gone.add(scene);
    if (!this.#exists) return ok(null);
    const isShared = this.ctx.storage.transactionSync(() => this.#store.forgetScene(scene));
    return isShared ? ok(null) : this.erase();
  }

  async erase(): Promise<Result<null>> {
    this.#exists = false;
    await this.ctx.storage.deleteAll();
    return ok(null);
  }

  /** Runs a transaction that may be the world's first. */
  #write<T>(act: () => T): T {
    const { storage } = this.ctx;
    const result = storage.transactionSync(() => {
      if (!this.#exists) migrate(storage.sql, WORLD_MIGRATIONS);
      return act();
    });
    this.#exists = true;
    return result;
  }

  /**
   * Packed embeddings of the distinct queries; empty without a provider, on failure, or if the token limit is
   * too low. The same request also embeds memories that lack an embedding, newest first, up to the limit.
   */
  async #readMeanings({ characters }: RecallRequest, embedTokens: number): Promise<QueryEmbeddings> {
    const queries = [...new Set(characters.map(({ query }) => query))].filter((query) => query.trim() !== '');
    const { embedding } = readConfig(this.env);
    if (!embedding || queries.length === 0 || Date.now() < this.#restUntil) return NO_EMBEDDINGS;
    let tokensLeft = embedTokens - queries.reduce((sum, query) => sum + guessTokens(query), 0);
    if (tokensLeft < 0 || this.#store.count() === 0) return NO_EMBEDDINGS;
    const { storage } = this.ctx;
    const waiting = storage
      .transactionSync(() => this.#store.unembedded(embedding.model, this.#fill))
      .filter(({ id, text }) => {
        if (this.#asked.has(id)) return false;
        tokensLeft -= guessTokens(text);
        return tokensLeft >= 0;
      });
    for (const { id } of waiting) this.#asked.add(id);
    const texts = [...queries, ...waiting.map(({ text }) => text)];
    const began = Date.now();
    const end = (more: Pick<EmbeddedMemory, 'status' | 'tokens' | 'error'>): EmbeddedMemory => ({
      ...more,
      latencyMs: Date.now() - began,
    });
    try {
      const { vectors, tokens } = await createEmbed(embedding)(texts, EMBED_MS);
      const [queryVectors, memoryVectors] = [vectors.slice(0, queries.length), vectors.slice(queries.length)];
      // The world may have been erased meanwhile.
      if (this.#exists && waiting.length > 0)
        storage.transactionSync(() => {
          for (const [i, { id, text }] of waiting.entries())
            this.#store.embed(id, text, packVector(memoryVectors[i] ?? []));
        });
      this.#fill = Math.min(FILL, this.#fill * 2);
      // Estimate if the endpoint reports no tokens; otherwise the call would cost its full reservation.
      const tokenCount = tokens > 0 ? tokens : texts.reduce((sum, text) => sum + guessTokens(text), 0);
      return {
        meanings: new Map(queryVectors.map((vector, i) => [queries[i] ?? '', packVector(vector)])),
        embedded: end({ status: 'answered', tokens: tokenCount, error: null }),
      };
    } catch (error) {
      const reason = errorMessage(error);
      console.warn('recall without embeddings', reason);
      this.#restUntil = Date.now() + IDLE_MS;
      this.#fill = Math.ceil(this.#fill / 4);
      const isLate = error instanceof Error && error.name === 'TimeoutError';
      const status = isLate ? 'timeout' : 'refused';
      return { meanings: new Map(), embedded: end({ status, tokens: 0, error: reason }) };
    } finally {
      for (const { id } of waiting) this.#asked.delete(id);
    }
  }
}

/** By the text of the query. */
interface QueryEmbeddings {
  meanings: ReadonlyMap<string, ArrayBuffer>;
  embedded: EmbeddedMemory | null;
}
const NO_EMBEDDINGS: QueryEmbeddings = { meanings: new Map(), embedded: null };
