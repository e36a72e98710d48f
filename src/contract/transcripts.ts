import { z } from 'zod';
import { importNote } from './library';
import { run } from './runs';
import { scene } from './scenes';

/** Formats of a transcript, by file extension. */
export const TRANSCRIPT_FORMATS = ['txt', 'md', 'html', 'jsonl'] as const;
export type TranscriptFormat = (typeof TRANSCRIPT_FORMATS)[number];

export const TRANSCRIPT_TYPES: Readonly<Record<TranscriptFormat, string>> = {
  txt: 'text/plain',
  md: 'text/markdown',
  html: 'text/html',
  jsonl: 'application/x-ndjson',
};

export const transcriptFormat = z.enum(TRANSCRIPT_FORMATS);
/** Stories have no chat format. */
export const runTranscriptFormat = transcriptFormat.exclude(['jsonl']);
export type RunTranscriptFormat = z.infer<typeof runTranscriptFormat>;

/** A part of a transcript. */
export interface TranscriptPiece {
  text: string;
  /** Cursor of the next part; null at the end. */
  next: string | null;
}

/** `export.json`, the first file of an export: describes how to read the others. */
export const exportManifest = z.object({
  format: z.literal('proscenium'),
  version: z.int().positive(),
  kind: z.enum(['scene', 'grid', 'adventure']),
  id: z.string(),
  events: z.int().describe('Number of events in its ledger'),
});
export type ExportManifest = z.infer<typeof exportManifest>;
/** Export version that this code writes and reads. */
export const EXPORT_VERSION = 1;

/** Summary of an import. */
export const importReport = z
  .object({
    format: z
      .enum([
        ...(['proscenium', 'sillytavern', 'recording'] as const),
        ...(['agnai', 'cai-tools', 'koboldai', 'oobabooga', 'risuai'] as const),
      ])
      .describe('`proscenium`: an export of this service; `recording`: a recording of ARC-AGI-3-Agents'),
    source: z.string().nullable().describe('Id of the exported room. Null if unknown'),
    rounds: z.int().describe('Number of imported rounds or turns'),
    lines: z.int().describe('Number of imported lines; for a run, of commands or actions'),
    notUsed: z
      .array(z.object({ what: z.string(), count: z.int(), why: z.string() }))
      .describe('Parts of the file that were not imported'),
    repaired: z
      .array(importNote)
      .describe('Parts of a chat that were replaced with a similar valid value. At most 100'),
    skipped: z.array(importNote).describe('Messages of a chat that could not be read. At most 100'),
  })
  .meta({ id: 'ImportReport' });
export type ImportReport = z.infer<typeof importReport>;
export type NotUsed = ImportReport['notUsed'][number];

const imported = z.object({ imported: importReport.describe('Summary of the import') });
/** Part of the response to an import, in addition to the room. */
export type Imported = z.infer<typeof imported>;
export const importedScene = scene.extend(imported.shape).meta({ id: 'ImportedScene' });
export type ImportedScene = z.infer<typeof importedScene>;
export const importedRun = z.intersection(run, imported).meta({ id: 'ImportedRun' });
