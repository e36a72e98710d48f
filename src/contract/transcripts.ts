import { z } from 'zod';
import { importNote } from './library';
import { run } from './runs';
import { scene } from './scenes';

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
/** A story has no chat. */
export const runTranscriptFormat = transcriptFormat.exclude(['jsonl']);
export type RunTranscriptFormat = z.infer<typeof runTranscriptFormat>;

/** One piece of a transcript as a room gives it. */
export interface TranscriptPiece {
  text: string;
  /** Cursor of the next piece; null at the end. */
  next: string | null;
}

/** The first file of an export, `export.json`: how the others are to be read. */
export const exportManifest = z.object({
  format: z.literal('proscenium'),
  version: z.int().positive(),
  kind: z.enum(['scene', 'grid', 'adventure']),
  id: z.string(),
  events: z.int().describe('How many its ledger has'),
});
export type ExportManifest = z.infer<typeof exportManifest>;
/** Version of the exports that this code writes and reads. */
export const EXPORT_VERSION = 1;

/** Account of an import: the file and the room that was made of it. */
export const importReport = z
  .object({
    format: z
      .enum([
        ...(['proscenium', 'sillytavern', 'recording'] as const),
        ...(['agnai', 'cai-tools', 'koboldai', 'oobabooga', 'risuai'] as const),
      ])
      .describe('`proscenium`: an export of this service; `recording`: one of ARC-AGI-3-Agents'),
    source: z.string().nullable().describe('Id of the room that the file was exported from; null: unknown'),
    rounds: z.int().describe('Rounds, or turns, that it brought along'),
    lines: z.int().describe('Lines of the conversation; of a run, its commands or actions'),
    notUsed: z
      .array(z.object({ what: z.string(), count: z.int(), why: z.string() }))
      .describe('What stands in the file and not in the room'),
    repaired: z.array(importNote).describe('Parts of a chat that were read as something near. At most 100'),
    skipped: z.array(importNote).describe('Messages of a chat that could not be read. At most 100'),
  })
  .meta({ id: 'ImportReport' });
export type ImportReport = z.infer<typeof importReport>;
export type NotUsed = ImportReport['notUsed'][number];

const imported = z.object({ imported: importReport.describe('What was made of the file') });
/** Part of the answer to an import, beside the room. */
export type Imported = z.infer<typeof imported>;
export const importedScene = scene.extend(imported.shape).meta({ id: 'ImportedScene' });
export type ImportedScene = z.infer<typeof importedScene>;
export const importedRun = z.intersection(run, imported).meta({ id: 'ImportedRun' });
