import { z } from 'zod';
import { isZip } from '../../base/is-zip';
import { fail, ok, type Result } from '../../contract/problems';
import { importedRun } from '../../contract/transcripts';
import { isStory } from '../../runs/games/catalog';
import { readUpload } from '../library/import';
import { MAX_BODY } from '../middleware/body';
import { type App, answers, idempotencyHeader, routeApp } from '../middleware/http';
import { runClient } from '../middleware/room-client';
import { makeRoom } from '../rooms/lifecycle';
import type { ReadExport } from '../rooms/read-export';

const binary = z.string().meta({ format: 'binary' });
const IMPORT_BODY = {
  content: {
    'application/zip': { schema: binary },
    'application/x-ndjson': { schema: z.string().describe('A recording') },
    'application/octet-stream': { schema: binary },
    'multipart/form-data': { schema: z.any().describe('The file in the form field `file`') },
  },
};
const IMPORT_TYPES = Object.keys(IMPORT_BODY.content);
/** Accepted content types, as listed in problems. */
const RUN_FILE_TYPES = IMPORT_TYPES.join(', ');

/** Reads a recording of ARC-AGI-3-Agents as the ledger of a run. */
async function readLines(bytes: Uint8Array): Promise<Result<Pick<ReadExport, 'ledger' | 'creation'>>> {
  const { readRecording } = await import('../../runs/games/arc3/read-recording');
  const events = readRecording(new TextDecoder().decode(bytes), new Date().toISOString());
  if (!events.ok) return events;
  const [creation] = events.value;
  if (!creation) throw new TypeError('a recording starts with the creation of its run');
  const lines = events.value.map((event) => JSON.stringify(event)).join('\n');
  return ok({ ledger: new TextEncoder().encode(lines), creation });
}

/** `/v1/runs/import`. */
export function mountRunImport(app: App): void {
  routeApp(app, 'runs', { who: 'key', scopes: ['read', 'experiments'] })(
    'POST /v1/runs/import',
    'importRun',
    'Import a run',
    {
      description:
        'Creates a run from the export of another one, or from a recording. A run that was in progress is imported as paused. Built-in games, and stories that also exist here, can continue. Runs of games on other services are only accepted if they are finished. A recording of ARC-AGI-3-Agents (JSON lines) becomes a finished run. `imported` summarizes the import. An invalid file has no effect.',
      headers: idempotencyHeader,
      // An export contains the prompts of every call.
      maxBody: 16 * MAX_BODY,
      takes: RUN_FILE_TYPES,
      body: IMPORT_BODY,
      201: answers(importedRun, 'The new run, with a summary of the import'),
    },
    async (c) => {
      const upload = await readUpload(c, IMPORT_TYPES, RUN_FILE_TYPES);
      if (!upload.ok) return upload;
      const { bytes, receipt } = upload.value;
      // Load the unpacker and all event schemas on first use.
      const { readExport } = await import('../rooms/read-export');
      const file = isZip(bytes) ? await readExport(bytes) : await readLines(bytes);
      if (!file.ok) return file;
      const { ledger, creation } = file.value;
      if (creation.kind !== 'run.created') {
        const message = 'the file is an export of a scene: POST it to /v1/scenes/import';
        return fail({ code: 'invalid', errors: [{ pointer: '', message }] });
      }
      const kind = isStory(creation.payload.config.game) ? 'adv' : 'run';
      const newRun = await makeRoom(
        c,
        kind,
        runClient,
        (room, address, fileReceipt) => room.restore(address, ledger, fileReceipt),
        receipt,
      );
      if (!newRun.ok || isZip(bytes)) return newRun;
      // The ledger was created here, so it has no source room and no omitted calls.
      const imported = { ...newRun.value.imported, format: 'recording' as const, source: null, notUsed: [] };
      return ok({ ...newRun.value, imported });
    },
  );
}
