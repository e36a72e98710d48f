import { z } from 'zod';

/** Forms of a transcript, by the ending of their files. */
export const TRANSCRIPT_FORMATS = ['txt', 'md', 'html', 'jsonl'] as const;
export type TranscriptFormat = (typeof TRANSCRIPT_FORMATS)[number];

/** Media types of transcripts. */
export const TRANSCRIPT_TYPES: Readonly<Record<TranscriptFormat, string>> = {
  txt: 'text/plain',
  md: 'text/markdown',
  html: 'text/html',
  jsonl: 'application/x-ndjson',
};

export const transcriptFormat = z.enum(TRANSCRIPT_FORMATS);

/** One piece of a transcript as a room gives it. */
export interface TranscriptPiece {
  text: string;
  /** Cursor of the next piece; null at the end. */
  next: string | null;
}

/** What was made of a file that was imported. */
export const importReport = z
  .object({
    format: z.enum(['proscenium', 'sillytavern']).describe('`proscenium`: an export of this service'),
    source: z.string().nullable().describe('Id of the room that the file was exported from; null: unknown'),
    rounds: z.int().describe('Rounds, or turns, that it brought along'),
    lines: z.int().describe('Lines of the conversation; of a run, its commands or actions'),
    notUsed: z
      .array(z.object({ what: z.string(), count: z.int(), why: z.string() }))
      .describe('What stands in the file and not in the room'),
  })
  .meta({ id: 'ImportReport' });
export type ImportReport = z.infer<typeof importReport>;
export type NotUsed = ImportReport['notUsed'][number];
