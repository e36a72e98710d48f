import { EXPORT_VERSION, type ExportManifest } from '../contract/transcripts';
import type { ExportFile } from './rpc';

export function buildManifest(of: Pick<ExportManifest, 'kind' | 'id' | 'events'>): ExportFile {
  const manifest: ExportManifest = { format: 'proscenium', version: EXPORT_VERSION, ...of };
  return { path: 'export.json', text: `${JSON.stringify(manifest, null, 2)}\n` };
}
