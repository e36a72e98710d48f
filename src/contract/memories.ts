import { z } from 'zod';
import { digits } from './digits';
import { slug } from './ids';
import { pageQuery, pageSchema } from './pages';
import type { Result } from './problems';

/** A character's memory of an earlier round, in this scene or another scene of its world. */
export interface Recollection {
  text: string;
  scene: string;
  round: number;
  /** Relevance to the current moment, 0 to 1, reduced by age. */
  score: number;
  /** The owner pinned it, so it is always recalled. */
  pinned?: true;
  /** Set if the owner wrote its text. Absent: made from lines the character heard. */
  origin?: 'edited' | 'added';
}

/** Request of a scene to its world before a round, for the memories of its characters. */
export interface RecallRequest {
  /** Name of the World object within the tenant. */
  world: string;
  scene: string;
  /** The round about to start. */
  round: number;
  /** Scenes it was forked from, nearest first. Branches of one story do not share memories after the fork. */
  lineage: { scene: string; upTo: number }[];
  /** Rounds of this scene, as `[first, last]`, whose memories the world has yet to delete. */
  forget: [number, number][];
  /** First round of this scene that is completely in the prompt; memories from it on would be redundant. */
  shownFrom: number;
  /** Owners of the memories, with the search text. */
  characters: { id: string; query: string }[];
  topK: number;
  minScore: number;
  /** Half-life in rounds. */
  halfLife: number;
  floor: number;
}

/** A change of a scene's memories: of a round that ended, or by rounds that were undone. */
export interface RememberRequest {
  world: string;
  scene: string;
  /** Of the event. A request that is not newer than the scene's last one changes nothing. */
  seq: number;
  at: string;
  /** Round of the memories. */
  round: number;
  /** Past scenes, as in {@link RecallRequest}. */
  lineage?: { scene: string; upTo: number }[];
  /** Rounds to delete before writing, as `[first, last]`. */
  forget: [number, number][];
  memories: { character: string; text: string }[];
}

/** New texts for memories of a scene whose lines changed. `''` deletes the memory. */
export interface ReviseRequest {
  world: string;
  scene: string;
  memories: { character: string; round: number; text: string }[];
}

/** Memories that a fork copies from its own ledger. Later changes of the source scenes do not affect them. */
export interface InheritRequest {
  world: string;
  scene: string;
  /** Past scenes, as in {@link RecallRequest}. */
  lineage: { scene: string; upTo: number }[];
  /** Oldest first. */
  memories: { character: string; round: number; text: string; at: string }[];
  /**
   * True for a restored scene: its memories are originals, unless an ancestor has memories in this world. Absent for
   * a fork: they are copies.
   */
  isRestored?: boolean;
}

/** Memories shared by the scenes of a world, as a scene's engine uses them. All methods may throw. */
export interface MemoryPort {
  /** By character id, best first. */
  recall(request: Omit<RecallRequest, 'forget'>): Promise<Record<string, Recollection[]>>;
  /** Idempotent: existing memories stay. */
  inherit(request: InheritRequest): Promise<void>;
}

/** Maximum characters of a memory written by an owner. */
const MAX_WRITTEN_CHARS = 1000;
/** Maximum pinned memories of a character in a world; more would leave no room for others. */
export const MAX_PINNED = 20;

/** Origin of a memory's text. */
export type MemoryOrigin = 'generated' | 'edited' | 'added';

/** A stored memory, for its owner. */
export const memory = z
  .object({
    id: z.string().describe('Number of the memory in its world'),
    character: slug,
    scene: z.string().describe('Scene that wrote it, or a fork that shares it'),
    round: z.int(),
    text: z.string(),
    at: z.string().describe('Time it was written (ISO 8601)'),
    pinned: z
      .boolean()
      .describe(
        "True if it is always included in prompts of the character, as far as the section's budget allows",
      ),
    origin: z
      .enum(['generated', 'edited', 'added'])
      .describe(
        '`generated`: made from lines and updated when they change; `edited` and `added`: written by an owner and kept when lines change',
      ),
  })
  .meta({ id: 'Memory', description: "A character's memory of a round" });
export type Memory = z.infer<typeof memory>;

/**
 * A memory that the owner added, edited, pinned or deleted, as in an export. The text is empty if it was deleted or
 * only pinned.
 */
export const writtenMemory = z.object({
  character: slug,
  round: z.int().min(0),
  text: z.string().max(MAX_WRITTEN_CHARS),
  pinned: z.boolean(),
  origin: memory.shape.origin,
});
export type WrittenMemory = z.infer<typeof writtenMemory>;

const memoryText = z.string().trim().min(1).max(MAX_WRITTEN_CHARS);
export const addMemory = z
  .strictObject({
    character: slug.describe('Id of the character'),
    text: memoryText.describe("Text from the character's point of view"),
    pinned: z.boolean().default(false),
  })
  .meta({ id: 'AddMemory', description: 'A memory added by hand' });
export type AddMemory = z.output<typeof addMemory>;
export const changeMemory = z
  .strictObject({ text: memoryText.optional(), pinned: z.boolean().optional() })
  .refine((change) => Object.keys(change).length > 0, 'set `text` or `pinned`')
  .meta({ id: 'ChangeMemory', description: 'A new text or pinned state. Omitted fields are unchanged' });
export type ChangeMemory = z.output<typeof changeMemory>;
export const removedMemory = z.object({ id: z.string() }).meta({ id: 'RemovedMemory' });

export const memoryNumber = digits(z.int().positive()).describe('Id of the memory');
export const memoryPage = pageSchema(memory, 'MemoryPage');
export const memoryQuery = pageQuery.extend({
  character: slug.optional().describe('Filter by character id'),
});

/** Filter of {@link WorldApi.list}, newest first. */
export interface MemoryQuery {
  character?: string;
  /** Absent: all scenes, with each memory listed once, in its original scene. */
  scene?: string;
  /** Rolled-back rounds of that scene to leave out, `[first, last]`. */
  without?: [number, number][];
  limit: number;
  /** Number of the last memory of the previous page; null for the first page. */
  before: number | null;
}

/** Result of the embeddings request of a recall. */
export interface EmbeddedMemory {
  status: 'answered' | 'refused' | 'timeout';
  /** As counted by the endpoint, or estimated; 0 without an answer. */
  tokens: number;
  latencyMs: number;
  /** Reason for a failure, or null. */
  error: string | null;
}

/** Memories by character id, best first. `embedded` is null if no embeddings were requested. */
export interface RecalledMemories {
  memories: Record<string, Recollection[]>;
  embedded: EmbeddedMemory | null;
}

/** RPC interface of the World object, named `<tenant>/<world>`. */
export interface WorldApi {
  /**
   * The result has an entry for every requested character. Only writes missing embeddings of memories, requested
   * together with the queries' embeddings.
   *
   * @param embedTokens maximum tokens to embed, as counted by `guessTokens`; 0: rank by words only
   */
  recall(request: RecallRequest, embedTokens: number): Promise<Result<RecalledMemories>>;
  remember(request: RememberRequest): Promise<Result<null>>;
  /** Adds the memories of a fork or a restored scene; existing ones stay. */
  inherit(request: InheritRequest): Promise<Result<null>>;
  /** Replaces texts of a scene's memories, except those an owner wrote. Idempotent. */
  revise(request: ReviseRequest): Promise<Result<null>>;
  list(query: MemoryQuery): Promise<Result<{ items: Memory[]; next: string | null }>>;
  /** Lists a scene's memories by its owner, oldest first. @param after last id of the previous page */
  listWritten(scene: string, after: number): Promise<Result<{ items: WrittenMemory[]; next: number | null }>>;
  /** Applies such a list to a restored scene that has inherited its memories. Idempotent. */
  restoreWritten(
    scene: Pick<RememberRequest, 'scene' | 'lineage'>,
    memories: WrittenMemory[],
  ): Promise<Result<null>>;
  /** Adds a memory by hand. Adding the same text again returns the existing memory. */
  add(
    scene: Pick<RememberRequest, 'scene' | 'round' | 'lineage'>,
    memory: AddMemory,
  ): Promise<Result<Memory>>;
  /** @param scene restricts the change to memories of this scene; null for any */
  change(id: number, scene: string | null, change: ChangeMemory): Promise<Result<Memory>>;
  remove(id: number, scene: string | null): Promise<Result<{ id: string }>>;
  /** Deletes memories of a scene that is being deleted, and the object itself once it is empty. Idempotent. */
  forgetScene(scene: string): Promise<Result<null>>;
  /** Deletes everything. Idempotent. */
  erase(): Promise<Result<null>>;
}
