import { z } from 'zod';
import { toSlug } from '../../base/slug';
import {
  mapView,
  saveName,
  transcriptPage,
  triedCommands,
  tryCommands,
  validActions,
  validActionsQuery,
} from '../../contract/adventures';
import { readNumberCursor } from '../../contract/cursors';
import { digits } from '../../contract/digits';
import { pageQuery } from '../../contract/pages';
import { REPORT_POLICY } from '../../contract/report-policy';
import { report, run } from '../../contract/runs';
import { runTranscriptFormat } from '../../contract/transcripts';
import { diffPng, framePng } from '../../runs/picture/draw';
import {
  type App,
  type AppContext,
  answers,
  buildFileReceipt,
  idempotencyHeader,
  readFile,
  routeApp,
  runParams,
} from '../middleware/http';
import { adventureClient, callRoom, gridClient, runClient } from '../middleware/room-client';
import { answerTranscript, type DownloadName, nameAttachment, nameDownload } from '../rooms/downloads';

/** The page contains text from models and callers: it is escaped, and the page must not load or run anything. */
const REPORT_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `${REPORT_POLICY}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox`,
};

/** `/v1/runs/{id}/frames/{file}`. */
export function mountFramePicture(app: App): void {
  routeApp(app, 'runs', { who: 'key', scopes: ['read', 'experiments', 'room'] })(
    'GET /v1/runs/{id}/frames/{file}',
    'readFrame',
    'Get a frame as a picture',
    {
      refuses: [409],
      description: 'Uses the colors of ARC-AGI-3. With `since`, highlights the differences from that frame.',
      params: runParams.extend({
        file: z
          .string()
          .regex(/^\d{1,9}\.png$/, 'use <number of the frame>.png')
          .describe('Number of the frame and `.png`, such as `3.png`'),
      }),
      query: z.object({
        scale: digits(z.int().min(1).max(16).default(8)).describe('Pixels along each side of a cell'),
        since: digits(z.int().min(1))
          .optional()
          .describe('Number of another frame. Highlights the differences and fades the rest'),
      }),
      200: {
        description: 'Indexed PNG with 16 colors',
        content: { 'image/png': { schema: z.string().meta({ format: 'binary' }) } },
      },
    },
    async (c, { params: { id, file }, query: { scale, since } }) => {
      const client = gridClient(c, id);
      const frame = await callRoom(client, (room) => room.frame(Number.parseInt(file, 10)), 'safe');
      if (!frame.ok) return frame;
      const earlier =
        since === undefined ? null : await callRoom(client, (room) => room.frame(since), 'safe');
      if (earlier && !earlier.ok) return earlier;
      const picture = earlier ? diffPng(earlier.value, frame.value, scale) : framePng(frame.value, scale);
      // The encoder's type allows shared memory, but its result is a plain buffer.
      return new Response(new Uint8Array(picture), { headers: { 'Content-Type': 'image/png' } });
    },
  );
}

/** `/v1/runs/{id}/report`. */
export function mountReport(app: App): void {
  routeApp(app, 'runs', { who: 'key', scopes: ['read', 'experiments', 'room'] })(
    'GET /v1/runs/{id}/report',
    'readReport',
    'Get the report of a run',
    {
      description:
        'Generated from the ledger on each request, also while the run is active. Returns JSON by default, Markdown with `Accept: text/markdown`, or a page with pictures with `Accept: text/html`.',
      params: runParams,
      200: {
        description: 'The report',
        content: {
          'application/json': { schema: report },
          'text/markdown': { schema: z.string() },
          'text/html': { schema: z.string() },
        },
      },
    },
    async (c, { params: { id } }) => {
      const client = runClient(c, id);
      const accept = c.req.header('Accept');
      if (accept?.includes('text/html')) {
        const page = await callRoom(client, (room) => room.reportPage(), 'safe');
        return page.ok ? new Response(page.value, { headers: REPORT_HEADERS }) : page;
      }
      const data = await callRoom(client, (room) => room.report(), 'safe');
      if (!data.ok || !accept?.includes('text/markdown')) return data;
      return new Response(data.value.markdown, {
        headers: { 'Content-Type': 'text/markdown; charset=utf-8' },
      });
    },
  );
}

const binary = z.string().meta({ format: 'binary' });
/** Media type of saved games (Quetzal standard, section 9). */
const QUETZAL = 'application/x-quetzal';
const SAVE_TYPES = ['application/octet-stream', QUETZAL] as const;

/** Transcript, map and saves of a text adventure, and trials of commands. */
export function mountAdventures(app: App): void {
  const route = routeApp(app, 'adventures', { who: 'key', scopes: ['read', 'experiments', 'room'] });
  route(
    'GET /v1/runs/{id}/transcript',
    'readTranscript',
    'Get the transcript of a text adventure',
    {
      refuses: [409],
      description:
        'Returns pages of steps as JSON, or the whole transcript as a file with `as` or `Accept: text/plain`.',
      params: runParams,
      query: pageQuery.extend({
        as: runTranscriptFormat.optional().describe('Format of the file'),
      }),
      200: {
        description: "Commands with the story's answers, oldest first",
        content: {
          'application/json': { schema: transcriptPage },
          'text/plain': { schema: z.string() },
          'text/markdown': { schema: z.string() },
          'text/html': { schema: z.string() },
        },
      },
    },
    async (c, { params: { id }, query: { cursor, limit, as } }) => {
      const client = adventureClient(c, id);
      const form = as ?? (c.req.header('Accept')?.includes('text/plain') ? 'txt' : null);
      if (form) {
        const file = await callRoom(client, (room) => room.transcriptFile(form), 'safe');
        if (!file.ok) return file;
        return answerTranscript(await nameDownload(c, id), form, { text: file.value, next: null });
      }
      const after = readNumberCursor(cursor);
      if (!after.ok) return after;
      return callRoom(client, (room) => room.transcript({ after: after.value ?? 0, limit }), 'safe');
    },
  );
  route(
    'GET /v1/runs/{id}/saves/{name}',
    'downloadSave',
    'Download a save',
    {
      refuses: [409],
      description:
        "Text adventures only. A Quetzal file for other interpreters, identical to the file that the story's own `save` command writes at that point. Returns 409 if the story cannot save there, for example while it waits for a key.",
      params: runParams.extend({ name: saveName }),
      200: { description: 'The saved game', content: { [QUETZAL]: { schema: binary } } },
    },
    async (c, { params: { id, name } }) => {
      const file = await callRoom(adventureClient(c, id), (room) => room.saveFile(name), 'safe');
      if (!file.ok) return file;
      const headers = { 'Content-Type': QUETZAL, ...nameSaveFile(await nameDownload(c, id), name) };
      return new Response(file.value, { headers });
    },
  );
  route(
    'POST /v1/runs/{id}/restore/file',
    'restoreFile',
    'Restore a save file',
    {
      refuses: [409],
      description:
        'Text adventures only. The body is a Quetzal file of the same story, written by any interpreter. Map, notes and objectives stay; the place is added to the map, and its description to the text. An undo returns to the state before.',
      params: runParams,
      headers: idempotencyHeader,
      body: {
        required: true,
        content: Object.fromEntries(SAVE_TYPES.map((type) => [type, { schema: binary }])),
      },
      200: answers(run, 'The run'),
    },
    async (c, { params: { id } }) => {
      const file = await readFile(c, SAVE_TYPES);
      if (!file.ok) return file;
      const receipt = await buildFileReceipt(c, file.value);
      return callRoom(
        adventureClient(c, id),
        (room) => room.restoreFile(file.value, receipt),
        receipt ? 'safe' : 'once',
      );
    },
  );
  route(
    'GET /v1/runs/{id}/map',
    'readMap',
    'Get the map of a text adventure',
    {
      refuses: [409],
      description:
        'Places and connections the adventurer has discovered, without information from the story file. Returns Mermaid with `Accept: text/vnd.mermaid`.',
      params: runParams,
      200: {
        description: 'The map',
        content: { 'application/json': { schema: mapView }, 'text/vnd.mermaid': { schema: z.string() } },
      },
    },
    async (c, { params: { id } }) => {
      const map = await callRoom(adventureClient(c, id), (room) => room.map(), 'safe');
      if (!map.ok || !c.req.header('Accept')?.includes('text/vnd.mermaid')) return map;
      return new Response(map.value.mermaid, {
        headers: { 'Content-Type': 'text/vnd.mermaid; charset=utf-8' },
      });
    },
  );
  // Executes commands and undoes them, without affecting the run.
  route(
    'POST /v1/runs/{id}/try',
    'tryCommands',
    'Try commands',
    {
      refuses: [409],
      description:
        'Text adventures only. Executes commands from the current state or from the end of a turn, then undoes them. Returns the text, score, place, and all objects that would move or change. Stores nothing and does not affect the run. Also works for turns of a finished run. For a fair run, keys limited to that run are refused.',
      params: runParams,
      json: tryCommands,
      200: answers(triedCommands, 'Result of the commands'),
    },
    (c, { params: { id }, json }) =>
      callRoom(adventureClient(c, id), (room) => room.tryCommands(json, viewerFor(c)), 'safe'),
  );
  route(
    'GET /v1/runs/{id}/valid-actions',
    'readValidActions',
    'List valid actions',
    {
      refuses: [409],
      description:
        'Text adventures only, like the valid actions of Jericho: commands that would change the world. Tries exits, verbs and pairs of objects that are visible or carried, and undoes each. Lists only the first of several commands with the same result, and omits deadly commands. For a fair run, keys limited to that run are refused.',
      params: runParams,
      query: validActionsQuery,
      200: answers(validActions, 'The commands, exits first'),
    },
    (c, { params: { id }, query: { turn } }) =>
      callRoom(adventureClient(c, id), (room) => room.validActions(turn, viewerFor(c)), 'safe'),
  );
}

/** The header of a save file. Includes story and slot, to distinguish the saves of a run. */
function nameSaveFile(story: DownloadName, name: string) {
  // A name in another script has no slug, so use the hex digits of its bytes.
  const slot = toSlug(name) || encodeURIComponent(name.toWellFormed()).replaceAll('%', '').slice(0, 40);
  return nameAttachment(`${story.plain}-${slot}`, `${story.full} ${name}`, 'qzl');
}

/** Treats a key limited to one run as the agent that plays it; agents cannot be recognized otherwise. */
const viewerFor = (c: AppContext): 'person' | 'agent' =>
  c.get('principal').scope.scope === 'room' ? 'agent' : 'person';
