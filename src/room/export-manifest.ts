import { EXPORT_VERSION, type ExportManifest } from '../contract/transcripts';
import type { ExportFile } from './rpc';

/** The file of an export that says how the others are to be read. */
export function manifestOf(of: Pick<ExportManifest, 'kind' | 'id' | 'events'>): ExportFile {
  const manifest: ExportManifest = { format: 'proscenium', version: EXPORT_VERSION, ...of };
  return { path: 'export.json', text: `${JSON.stringify(manifest, null, 2)}\n` };
}
