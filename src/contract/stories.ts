import { z } from 'zod';
import type { MemoryCategory } from './adventure-agents';
import { prose } from './prose';

/** Prefix of an uploaded story's id; the hash of its file follows. */
export const STORY_PREFIX = 'story-';
/** Hexadecimal digits of the SHA-256 of a story file that name it. */
const STORY_HASH_DIGITS = 20;
/** Id of an uploaded story. */
export const storyId = z
  .string()
  .regex(new RegExp(`^${STORY_PREFIX}[0-9a-f]{${STORY_HASH_DIGITS}}$`), 'use the id of an uploaded story');

/** Stories that a tenant may keep: they are listed on one page. */
export const MAX_STORIES = 500;

/** Media types of covers. */
export const COVER_TYPES = ['image/png', 'image/jpeg'] as const;

/** A text adventure: one that comes with the service, or one that was uploaded. */
export const storyGame = z
  .object({
    id: z.string(),
    title: z.string(),
    kind: z.literal('adventure'),
    description: z.string(),
    version: z.literal([3, 4, 5, 8]).describe('Of the Z-machine'),
    release: z.int().describe('As the story itself numbers its releases'),
    serial: z.string().describe('As a rule the date it was compiled: `YYMMDD`'),
    bytes: z.int().describe('Size of the story file, without a Blorb around it'),
    author: z
      .string()
      .nullable()
      .describe('As the Blorb around it says, else the banner that the story opens with; null: neither does'),
    cover: z
      .literal(COVER_TYPES)
      .nullable()
      .describe('Media type of `GET /v1/games/{id}/cover`; null: there is none'),
    uploadedAt: z.iso.datetime().nullable().describe('null: it comes with the service'),
  })
  .meta({ id: 'StoryGame' });
export type StoryGame = z.infer<typeof storyGame>;

/** The query of an upload, whose body is the file. */
export const uploadQuery = z.object({
  title: prose(200)
    .optional()
    .describe(
      'Default: the title that the Blorb tells, else that of the banner that the story opens with, else the name of the file; of a story that is there already, the title it has',
    ),
  filename: z.string().max(400).optional().describe('Name of the file, for a title'),
});

/** A story file that was checked, as it is stored. */
export interface StoryFile {
  /** First {@link STORY_HASH_DIGITS} hexadecimal digits of the SHA-256 of `bytes`. */
  hash: string;
  version: StoryGame['version'];
  release: number;
  serial: string;
  bytes: Uint8Array;
}

/** A line that tells a story from others: `Z-machine version 5, release 3, serial 250101, 84 KB`. */
export function describeStory(story: Pick<StoryGame, 'version' | 'release' | 'serial' | 'bytes'>): string {
  const size = `${Math.max(1, Math.round(story.bytes / 1024))} KB`;
  return `Z-machine version ${story.version}, release ${story.release}, serial ${story.serial}, ${size}`;
}

/** A note of another run of the same story. */
export interface SharedNote {
  run: string;
  /** Its id within that run. */
  id: string;
  /** Number of the object that is its place, and what the story calls it; null: nowhere in particular. */
  place: number | null;
  placeName: string | null;
  category: MemoryCategory;
  text: string;
  turn: number;
  episode: number;
  /** Time when it was first shared. */
  at: string;
}

/** Notes and knowledge that other runs of a story have left. */
export interface SharedMemory {
  /** Newest first. */
  notes: SharedNote[];
  /** Knowledge of the run that wrote last; null: none has written. */
  knowledge: { run: string; text: string; turn: number; episode: number; at: string } | null;
}
