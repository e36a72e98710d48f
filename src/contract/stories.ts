import { z } from 'zod';
import type { MemoryCategory } from './adventure-agents';
import { prose } from './prose';

/** Prefix of an uploaded story's id, followed by the hash of its file. */
export const STORY_PREFIX = 'story-';
/** Number of SHA-256 hex digits in a story's id. */
const STORY_HASH_DIGITS = 20;
export const storyId = z
  .string()
  .regex(new RegExp(`^${STORY_PREFIX}[0-9a-f]{${STORY_HASH_DIGITS}}$`), 'use the id of an uploaded story');

/** Maximum number of stories per tenant; they are listed on one page. */
export const MAX_STORIES = 500;

/** Media types of covers. */
export const COVER_TYPES = ['image/png', 'image/jpeg'] as const;

/** A text adventure, built in or uploaded. */
export const storyGame = z
  .object({
    id: z.string(),
    title: z.string(),
    kind: z.literal('adventure'),
    description: z.string(),
    version: z.literal([3, 4, 5, 8]).describe('Version of the Z-machine'),
    release: z.int().describe('Release number according to the story'),
    serial: z.string().describe('Serial number, usually the compilation date as `YYMMDD`'),
    bytes: z.int().describe('Size of the story file, without a Blorb wrapper'),
    author: z
      .string()
      .nullable()
      .describe("Author from the Blorb wrapper or the story's opening banner. Null if unknown"),
    cover: z
      .literal(COVER_TYPES)
      .nullable()
      .describe('Media type of `GET /v1/games/{id}/cover`. Null if there is no cover'),
    uploadedAt: z.iso.datetime().nullable().describe('Upload time. Null for built-in stories'),
  })
  .meta({ id: 'StoryGame' });
export type StoryGame = z.infer<typeof storyGame>;

/** Query of an upload; the body is the file. */
export const uploadQuery = z.object({
  title: prose(200)
    .optional()
    .describe(
      "Title. Default: from the Blorb wrapper, the story's opening banner, or the file name; for a story that already exists, its current title",
    ),
  filename: z.string().max(400).optional().describe('File name, used for the default title'),
});

/** A validated story file, as stored. */
export interface StoryFile {
  /** First {@link STORY_HASH_DIGITS} hex digits of the SHA-256 of `bytes`. */
  hash: string;
  version: StoryGame['version'];
  release: number;
  serial: string;
  bytes: Uint8Array;
}

/** Identifies a story: `Z-machine version 5, release 3, serial 250101, 84 KB`. */
export function describeStory(story: Pick<StoryGame, 'version' | 'release' | 'serial' | 'bytes'>): string {
  const size = `${Math.max(1, Math.round(story.bytes / 1024))} KB`;
  return `Z-machine version ${story.version}, release ${story.release}, serial ${story.serial}, ${size}`;
}

/** A memory from another run of the same story. */
export interface SharedNote {
  run: string;
  /** Id within that run. */
  id: string;
  /** Number and name of its place in the story; null without a place. */
  place: number | null;
  placeName: string | null;
  category: MemoryCategory;
  text: string;
  turn: number;
  episode: number;
  /** Time when it was first shared. */
  at: string;
}

/** Memories and knowledge from other runs of a story. */
export interface SharedMemory {
  /** Newest first. */
  notes: SharedNote[];
  /** The latest knowledge; null if there is none. */
  knowledge: { run: string; text: string; turn: number; episode: number; at: string } | null;
}
