import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { sleep } from '../../base/sleep';
import type { Result } from '../../contract/problems';
import type { ExportFile } from '../../room/rpc';

/** Files that are packed before others are served again. */
const PACKED_AT_ONCE = 20;

/** A page of an export as a room gives it. */
export interface ExportPage {
  files: ExportFile[];
  next: string | null;
}

/**
 * The files of an export as a zip, made while it is read: one page is in memory at a time. When a page cannot be
 * had the stream errors, so that a half export is never taken for a whole one.
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
      // A page may be empty: go on until there is something to give, or nothing more to come.
      while (page && chunks.length === 0) {
        for (const [n, file] of page.files.entries()) {
          addFile(zip, file);
          if (n % PACKED_AT_ONCE === PACKED_AT_ONCE - 1) await sleep(0);
        }
        if (page.next === null) {
          zip.end();
          page = null;
          break;
        }
        const following: Result<ExportPage> = await more(page.next);
        if (!following.ok) throw new Error(`The export stopped: ${following.failure.code}`);
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
