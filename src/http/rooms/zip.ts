import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { sleep } from '../../base/sleep';
import type { Result } from '../../contract/problems';
import type { ExportFile } from '../../room/rpc';

/** Number of files packed before yielding to other requests. */
const PACK_BATCH = 20;

/** A page of an export from a room. */
export interface ExportPage {
  files: ExportFile[];
  next: string | null;
}

/**
 * Streams the files of an export as a zip, with one page in memory at a time. If a page cannot be read, the stream
 * errors, so that an incomplete export is not mistaken for a complete one.
 *
 * @param first the first page
 * @param more fetches the page at a cursor
 */
export function zipPages(
  first: ExportPage,
  more: (cursor: string) => Promise<Result<ExportPage>>,
): ReadableStream<Uint8Array> {
  let page: ExportPage | null = first;
  let chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      // A page may be empty: continue until there is data or the end.
      while (page && chunks.length === 0) {
        for (const [n, file] of page.files.entries()) {
          addFile(zip, file);
          if (n % PACK_BATCH === PACK_BATCH - 1) await sleep(0);
        }
        if (page.next === null) {
          zip.end();
          page = null;
          break;
        }
        const following: Result<ExportPage> = await more(page.next);
        if (!following.ok) throw new Error(`reading the export failed: ${following.failure.code}`);
        page = following.value;
      }
      for (const chunk of chunks) controller.enqueue(chunk);
      chunks = [];
      if (!page) controller.close();
    },
  });
}

/** Text is compressed; binary files (PNG) already are. */
function addFile(zip: Zip, file: ExportFile): void {
  const entry = file.text === undefined ? new ZipPassThrough(file.path) : new ZipDeflate(file.path);
  zip.add(entry);
  entry.push(toBytes(file), true);
}

function toBytes(file: ExportFile): Uint8Array {
  if (file.text !== undefined) return new TextEncoder().encode(file.text);
  return Uint8Array.from(atob(file.base64 ?? ''), (char) => char.charCodeAt(0));
}
