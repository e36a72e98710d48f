import { DurableObject } from 'cloudflare:workers';
import { readConfig } from '../src/config';
import { scoreMemories } from '../src/context/memory';
import { packVector } from '../src/context/vectors';
import type {
  InheritRequest,
  Memory,
  MemoryQuery,
  RecallRequest,
  Recollection,
  RememberRequest,
  WorldApi,
} from '../src/contract/memories';
import { fail, ok, type Result } from '../src/contract/problems';
import { type Embed, makeEmbed } from '../src/model/embeddings';
import { MemoryStore, WORLD_STEPS } from './lib/memory-store';
import { hasSchema, migrate } from './lib/schema';

/** How long a round waits for the embeddings of what is asked; without them, words alone are searched for. */
const RECALL_EMBED_MS = 2000;
/** How long recalls ask for none after a failure. */
const REST_MS = 60_000;
const FILL_EMBED_MS = 20_000;
/** Most memories that are given their embedding by one request, and most requests after one write. */
const FILL = 96;
const FILL_BATCHES = 4;

/**
 * What the characters of one world remember, in all its scenes. Named `<tenant>/<world>`; a scene of no world has one
 * to itself, under its own id, which its forks share.
 */
export class World extends DurableObject<Env> implements WorldApi {
  readonly #store: MemoryStore;
  readonly #embedding: { model: string; embed: Embed } | null;
  #exists: boolean;
  /** Scenes that were deleted during this life: a write that was under way comes too late. */
  readonly #gone = new Set<string>();
  #filling: Promise<void> | null = null;
  #restUntil = 0;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    const { embedding } = readConfig(env);
    this.#embedding = embedding && { model: embedding.model, embed: makeEmbed(embedding) };
    this.#store = new MemoryStore(ctx.storage.sql);
    this.#exists = hasSchema(ctx.storage.sql);
    if (this.#exists) migrate(ctx.storage.sql, WORLD_STEPS);
  }

  async recall(request: RecallRequest): Promise<Result<Record<string, Recollection[]>>> {
    const meanings = this.#exists ? await this.#readMeanings(request) : new Map<string, ArrayBuffer>();
    // Looked at after the wait: the world may have been erased meanwhile.
    const { characters } = request;
    const tick = this.#exists ? this.#store.tick() : 0;
    const cast = characters.map(({ id }) => id);
    const entries = characters.map(({ id, query }): [string, Recollection[]] => {
      if (tick === 0) return [id, []];
      const candidates = this.#store.find(request, id, query, meanings.get(query) ?? null);
      // Its own name tells nothing: it is in all of its memories.
      const scoring = { ...request, query, tick, cast: cast.filter((other) => other !== id) };
      return [id, scoreMemories(candidates, scoring)];
    });
    return ok(Object.fromEntries(entries));
  }

  async remember(request: RememberRequest): Promise<Result<null>> {
    const { scene, memories, forget } = request;
    if (this.#gone.has(scene)) return fail({ code: 'not_found', what: 'scene', id: scene });
    if (!this.#exists && memories.length === 0) return ok(null);
    this.ctx.storage.transactionSync(() => this.#store.write(request, new Date().toISOString()));
    this.#exists = true;
    if (memories.length > 0 || forget.length > 0) this.#fill();
    return ok(null);
  }

  async inherit(request: InheritRequest): Promise<Result<null>> {
    const { scene } = request;
    if (this.#gone.has(scene)) return fail({ code: 'not_found', what: 'scene', id: scene });
    this.ctx.storage.transactionSync(() => this.#store.inherit(request));
    this.#exists = true;
    this.#fill();
    return ok(null);
  }

  async list(query: MemoryQuery): Promise<Result<{ items: Memory[]; next: string | null }>> {
    return ok(this.#exists ? this.#store.list(query) : { items: [], next: null });
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

  /** Embeddings of the distinct queries, packed, in one request; none when there is no provider or it fails. */
  async #readMeanings({ characters }: RecallRequest): Promise<Map<string, ArrayBuffer>> {
    const queries = [...new Set(characters.map(({ query }) => query))].filter((query) => query.trim() !== '');
    if (!this.#embedding || queries.length === 0 || Date.now() < this.#restUntil) return new Map();
    const { model, embed } = this.#embedding;
    if (!this.#store.isEmbeddedBy(model)) return new Map();
    try {
      const vectors = await embed(queries, RECALL_EMBED_MS);
      return new Map(vectors.flatMap((vector, i) => [[queries[i] ?? '', packVector(vector)]]));
    } catch (error) {
      warn('recalled by words alone', error);
      this.#restUntil = Date.now() + REST_MS;
      return new Map();
    }
  }

  /** Gives memories their embeddings, after the answer: no round waits for it. What fails is done after a later write. */
  #fill(): void {
    if (!this.#embedding || this.#filling) return;
    this.#filling = this.#fillNow(this.#embedding)
      .catch((error: unknown) => {
        warn('memories have no embedding yet', error);
        this.#restUntil = Date.now() + REST_MS;
      })
      .finally(() => {
        this.#filling = null;
      });
    this.ctx.waitUntil(this.#filling);
  }

  async #fillNow({ model, embed }: { model: string; embed: Embed }): Promise<void> {
    const { storage } = this.ctx;
    // More than once: for what was written meanwhile, and for what an outage has left.
    for (let batch = 0; batch < FILL_BATCHES && this.#exists; batch += 1) {
      const waiting = storage.transactionSync(() => this.#store.unembedded(model, FILL));
      if (waiting.length === 0) return;
      const texts = waiting.map(({ text }) => text);
      const vectors = await embed(texts, FILL_EMBED_MS);
      this.#restUntil = 0;
      // It may have been erased meanwhile.
      if (!this.#exists) return;
      storage.transactionSync(() => {
        for (const [i, { id, text }] of waiting.entries())
          this.#store.embed(id, text, packVector(vectors[i] ?? []));
      });
    }
  }
}

const warn = (what: string, error: unknown): void =>
  console.warn(`world: ${what}`, error instanceof Error ? error.message : 'unknown error');
