import { z } from 'zod';
import { digits } from './digits';
import { slug } from './ids';
import { pageOf, pageQuery } from './pages';
import type { Result } from './problems';

/** Something a character remembers of an earlier round, of this scene or of another one of its world. */
export interface Recollection {
  text: string;
  scene: string;
  round: number;
  /** Relevance to the present moment, 0 to 1, reduced by age. */
  score: number;
  /** The owner pinned it: it is recalled whatever goes on. */
  pinned?: true;
  /** The owner wrote its text. Absent: it follows from what the character heard. */
  origin?: 'edited' | 'added';
}

/** Request of a scene to its world before a round, for the memories of its characters. */
export interface RecallRequest {
  /** Names the World object within the tenant. */
  world: string;
  scene: string;
  /** The round that begins. */
  round: number;
  /** Scenes it was forked from, nearest first: branches of one story remember nothing of each other. */
  lineage: { scene: string; upTo: number }[];
  /** Rounds of this scene that were taken back: nothing of them is remembered. `[first, last]`. */
  forget: [number, number][];
  /** First round of this scene that is shown verbatim anyway, whole; nothing from there on is recalled. */
  shownFrom: number;
  /** Owners of the memories, and the words that recall them. */
  characters: { id: string; query: string }[];
  topK: number;
  minScore: number;
  /** Half-life in rounds. */
  halfLife: number;
  floor: number;
}

/** Memories of a scene's characters from one round. Writing the same round again replaces them. */
export interface RememberRequest {
  world: string;
  scene: string;
  round: number;
  /** Past scenes, as in {@link RecallRequest}. */
  lineage?: { scene: string; upTo: number }[];
  /** Forgotten for good, before anything is written. */
  forget: [number, number][];
  memories: { character: string; text: string }[];
}

/** Other texts for memories of a scene, as words of its lines have changed. `''`: nothing is left of it. */
export interface ReviseRequest {
  world: string;
  scene: string;
  memories: { character: string; round: number; text: string }[];
}

/**
 * Memories that a fork brings with it, from the past it was given, as its own ledger has them. They are its own from then
 * on: later changes of its source scenes do not reach it.
 */
export interface InheritRequest {
  world: string;
  scene: string;
  /** Past scenes, as in {@link RecallRequest}. */
  lineage: { scene: string; upTo: number }[];
  /** Oldest first. */
  memories: { character: string; round: number; text: string; at: string }[];
  /**
   * The scene was restored: its memories are originals unless an ancestor has memories in this world. Absent: it is a fork,
   * and they are copies.
   */
  isRestored?: boolean;
}

/** The memories shared by the scenes of one world, as a scene's engine reaches them. All may throw. */
export interface MemoryPort {
  /** By id of a character, best first. */
  recall(request: RecallRequest): Promise<Record<string, Recollection[]>>;
  remember(request: RememberRequest): Promise<void>;
  /** Repeating it is harmless: what is there already stays. */
  inherit(request: InheritRequest): Promise<void>;
}

/** Most characters of a memory that an owner writes. */
const MAX_WRITTEN = 1000;
/** Most pinned memories of one character in a world: more would leave no room for others. */
export const MAX_PINNED = 20;

/** Where the text of a memory comes from. */
export type MemoryOrigin = 'generated' | 'edited' | 'added';

/** A memory as it is kept, for its owner to read. */
export const memory = z
  .object({
    id: z.string().describe('Its number in its world'),
    character: slug,
    scene: z.string().describe('The scene it was lived in, or a fork that shares it'),
    round: z.int(),
    text: z.string(),
    at: z.string().describe('When it was written, ISO 8601'),
    pinned: z
      .boolean()
      .describe('It is in every prompt of the character, as far as the budget of the section goes'),
    origin: z
      .enum(['generated', 'edited', 'added'])
      .describe(
        '`generated`: made from lines, and made again when those change; `edited`, `added`: written by an owner, and kept when lines change',
      ),
  })
  .meta({ id: 'Memory', description: 'What a character took in during a round' });
export type Memory = z.infer<typeof memory>;

const memoryText = z.string().trim().min(1).max(MAX_WRITTEN);
export const addMemory = z
  .strictObject({
    character: slug.describe('Id of the character who remembers it'),
    text: memoryText.describe('As the character remembers it'),
    pinned: z.boolean().default(false),
  })
  .meta({ id: 'AddMemory', description: 'A memory that no round of the scene made' });
export type AddMemory = z.output<typeof addMemory>;
export const changeMemory = z
  .strictObject({ text: memoryText.optional(), pinned: z.boolean().optional() })
  .refine((change) => Object.keys(change).length > 0, 'give a text, or pinned')
  .meta({ id: 'ChangeMemory', description: 'Another text, or whether it is pinned; what is absent stays' });
export type ChangeMemory = z.output<typeof changeMemory>;
export const removedMemory = z.object({ id: z.string() }).meta({ id: 'RemovedMemory' });

/** The number of a memory in a path. */
export const memoryNumber = digits(z.int().positive()).describe('Id of the memory');
export const memoryPage = pageOf(memory, 'MemoryPage');
export const memoryQuery = pageQuery.extend({
  character: slug.optional().describe('Only memories of that character'),
});

/** Filter of {@link WorldApi.list}, newest first. */
export interface MemoryQuery {
  character?: string;
  /** Absent: of all scenes, each memory once, where it was lived. */
  scene?: string;
  /** Rounds of that scene to leave out, `[first, last]`: they were taken back. */
  without?: [number, number][];
  limit: number;
  /** Number of the last memory of the page before; null for the first page. */
  before: number | null;
}

/** One request for embeddings, made for a recall: what it came to. */
export interface Embedded {
  status: 'answered' | 'refused' | 'timeout';
  /** As the endpoint counted them, or guessed at; 0: there is no answer. */
  tokens: number;
  latencyMs: number;
  /** Reason for a missing result; null: it was answered. */
  error: string | null;
}

/** Memories by id of a character, best first. `embedded` null: no embeddings were asked for. */
export interface Recalled {
  memories: Record<string, Recollection[]>;
  embedded: Embedded | null;
}

/** RPC interface of the World object. It is named `<tenant>/<world>`. */
export interface WorldApi {
  /**
   * Everyone asked about is there. Writes nothing but embeddings of memories that have none yet, which are asked for in
   * the same request as those of the queries.
   *
   * @param embedTokens most that may be embedded, as `guessTokens` counts; 0: words alone decide
   */
  recall(request: RecallRequest, embedTokens: number): Promise<Result<Recalled>>;
  /** Writing the same round again replaces it. */
  remember(request: RememberRequest): Promise<Result<null>>;
  /** Adds the memories of a fork or of a restored scene, and keeps the existing ones. */
  inherit(request: InheritRequest): Promise<Result<null>>;
  /** Give memories of a scene other texts; those that an owner wrote stay. Idempotent. */
  revise(request: ReviseRequest): Promise<Result<null>>;
  list(query: MemoryQuery): Promise<Result<{ items: Memory[]; next: string | null }>>;
  /** Add a memory of a scene by hand. The same text again is the same memory. */
  add(
    scene: Pick<RememberRequest, 'scene' | 'round' | 'lineage'>,
    memory: AddMemory,
  ): Promise<Result<Memory>>;
  /** @param scene the memory is of that scene; null: of any */
  change(id: number, scene: string | null, change: ChangeMemory): Promise<Result<Memory>>;
  remove(id: number, scene: string | null): Promise<Result<{ id: string }>>;
  /** Forget what was lived in a scene that is being deleted; an object that is left empty is erased. Idempotent. */
  forgetScene(scene: string): Promise<Result<null>>;
  /** Forget everything. Idempotent. */
  erase(): Promise<Result<null>>;
}
