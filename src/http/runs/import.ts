import { z } from 'zod';
import { isZip } from '../../base/zip';
import { fail, ok, type Result } from '../../contract/problems';
import { importedRun } from '../../contract/transcripts';
import { isStory } from '../../runs/games/catalog';
import { readUpload } from '../library/import';
import { MAX_BODY } from '../middleware/body';
import { type App, answers, idempotencyHeader, routesOf } from '../middleware/http';
import { runClient } from '../middleware/room-client';
import { makeRoom } from '../rooms/lifecycle';
import type { ReadExport } from '../rooms/read-export';

const binary = z.string().meta({ format: 'binary' });
const IMPORT_BODY = {
  content: {
    'application/zip': { schema: binary },
    'application/x-ndjson': { schema: z.string().describe('A recording') },
    'application/octet-stream': { schema: binary },
    'multipart/form-data': { schema: z.any().describe('The file as the field `file`') },
  },
};
const IMPORT_TYPES = Object.keys(IMPORT_BODY.content);
/** Types of a file that becomes a run, in words. */
const RUN_FILE_TYPES = IMPORT_TYPES.join(', ');

/** A recording of ARC-AGI-3-Agents, as the export of a run would have its ledger. */
async function readLines(bytes: Uint8Array): Promise<Result<Pick<ReadExport, 'ledger' | 'creation'>>> {
  const { readRecording } = await import('../../runs/games/arc3/read-recording');
  const events = readRecording(new TextDecoder().decode(bytes), new Date().toISOString());
  if (!events.ok) return events;
  const [creation] = events.value;
  if (!creation) throw new TypeError('a recording begins with the creation of its run');
  const lines = events.value.map((event) => JSON.stringify(event)).join('\n');
  return ok({ ledger: new TextEncoder().encode(lines), creation });
}

/** `/v1/runs/import`. */
export function mountRunImport(app: App): void {
  routesOf(app, 'runs', { who: 'key', scopes: ['read', 'experiments'] })(
    'POST /v1/runs/import',
    'importRun',
    'Make a run of the export of another one, or of a recording; one that was going on is paused',
    {
      description:
        'A built-in game goes on here, and a story that is here too. A run of a game that is played elsewhere can only be looked at: it is refused unless it has finished. A recording of ARC-AGI-3-Agents (lines of JSON) becomes a finished run. ' +
        '`imported` says what became of the file. Nothing is made of a file that is refused.',
      headers: idempotencyHeader,
      // An export has the prompts of every call.
      maxBody: 16 * MAX_BODY,
      takes: RUN_FILE_TYPES,
      body: IMPORT_BODY,
      201: answers(importedRun, 'The new run, and what was made of the file'),
    },
    async (c) => {
      const upload = await readUpload(c, IMPORT_TYPES, RUN_FILE_TYPES);
      if (!upload.ok) return upload;
      const { bytes, receipt } = upload.value;
      // What unpacks and knows every kind of event is loaded when it is first needed.
      const { readExport } = await import('../rooms/read-export');
      const file = isZip(bytes) ? await readExport(bytes) : await readLines(bytes);
      if (!file.ok) return file;
      const { ledger, creation } = file.value;
      if (creation.kind !== 'run.created') {
        const message = 'the file is the export of a scene: POST it to /v1/scenes/import';
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
      // Its ledger was made here: it comes from no other room, and had no calls to leave out.
      const imported = { ...newRun.value.imported, format: 'recording' as const, source: null, notUsed: [] };
      return ok({ ...newRun.value, imported });
    },
  );
}
