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
  idempotencyHeader,
  makeFileReceipt,
  readFile,
  routesOf,
  runParams,
} from '../middleware/http';
import { adventureClient, callRoom, gridClient, runClient } from '../middleware/room-client';
import { answerTranscript, type DownloadName, nameAttachment, nameDownload } from '../rooms/downloads';

/** The page holds texts of models and of callers: they are escaped, and it may load and run nothing. */
const REPORT_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `${REPORT_POLICY}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox`,
};

/** `/v1/runs/{id}/frames/{file}`. */
export function mountFramePicture(app: App): void {
  routesOf(app, 'runs', { who: 'key', scopes: ['read', 'experiments', 'room'] })(
    'GET /v1/runs/{id}/frames/{file}',
    'readFrame',
    'A frame as a picture: …/frames/{n}.png',
    {
      refuses: [409],
      description: 'Colours are those of ARC-AGI-3. With `since`, what differs from that frame stands out.',
      params: runParams.extend({
        file: z
          .string()
          .regex(/^\d{1,9}\.png$/, 'use <number of the frame>.png')
          .describe('The number of the frame and `.png`, e.g. `3.png`'),
      }),
      query: z.object({
        scale: digits(z.int().min(1).max(16).default(8)).describe('Pixels along each side of a cell'),
        since: digits(z.int().min(1))
          .optional()
          .describe('Number of another frame: what differs from it stands out, the rest is faded'),
      }),
      200: {
        description: 'PNG, 16 colours, indexed',
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
      // The encoder's type allows for shared memory; what it gives is plain.
      return new Response(new Uint8Array(picture), { headers: { 'Content-Type': 'image/png' } });
    },
  );
}

/** `/v1/runs/{id}/report`. */
export function mountReport(app: App): void {
  routesOf(app, 'runs', { who: 'key', scopes: ['read', 'experiments', 'room'] })(
    'GET /v1/runs/{id}/report',
    'readReport',
    'The report; as text with Accept: text/markdown, as a page with pictures with Accept: text/html',
    {
      description:
        'It is made of the ledger whenever it is asked for, of a run that goes on too. `Accept` chooses the form; JSON is the default.',
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
/** The type of saved games (the Quetzal standard, section 9). */
const QUETZAL = 'application/x-quetzal';
const SAVE_TYPES = ['application/octet-stream', QUETZAL] as const;

/** The transcript, the map and the saves of a text adventure, as files, and what commands would do in it. */
export function mountAdventures(app: App): void {
  const route = routesOf(app, 'adventures', { who: 'key', scopes: ['read', 'experiments', 'room'] });
  route(
    'GET /v1/runs/{id}/transcript',
    'readTranscript',
    'The game as it was played; the whole of it as a file with `as`, or as text with Accept: text/plain',
    {
      refuses: [409],
      description: 'Of text adventures. Without `as`, pages of steps as JSON.',
      params: runParams,
      query: pageQuery.extend({
        as: runTranscriptFormat.optional().describe('The whole as a file, in this form'),
      }),
      200: {
        description: 'Commands and what the story answered, oldest first',
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
    'A save as a file that other interpreters restore',
    {
      refuses: [409],
      description:
        'Of text adventures. A Quetzal file: what the story itself saves when `save` is typed where the save was made. `409` where it saves nothing, as while it waits for a key.',
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
    'Go on from a saved game that another interpreter wrote',
    {
      refuses: [409],
      description:
        'Of text adventures. The body is a Quetzal file of the same story. Map, notes and objectives stay; the place is added to the map, and what a look shows there to the text. An undo goes back to where the story stood.',
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
      const receipt = await makeFileReceipt(c, file.value);
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
    'Places and ways that the run knows; as Mermaid with Accept: text/vnd.mermaid',
    {
      refuses: [409],
      description:
        'Of text adventures. It is drawn from what the adventurer has seen, not from the story file.',
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
  // Commands are played and taken back, and the run does not notice.
  route(
    'POST /v1/runs/{id}/try',
    'tryCommands',
    'What a command would do: it is played and taken back',
    {
      refuses: [409],
      description:
        'Of text adventures. Text, score, place and every object that would move or change, from where the story stands or from the outcome of a turn. Nothing is stored, and the run does not notice. A run that is over can be asked about its turns. Of a fair run, a key for that run alone is refused.',
      params: runParams,
      json: tryCommands,
      200: answers(triedCommands, 'What it would do'),
    },
    (c, { params: { id }, json }) =>
      callRoom(adventureClient(c, id), (room) => room.tryCommands(json, askerOf(c)), 'safe'),
  );
  route(
    'GET /v1/runs/{id}/valid-actions',
    'readValidActions',
    'Commands that would change the world',
    {
      refuses: [409],
      description:
        'Of text adventures, after the valid actions of Jericho. Ways, verbs and pairs of things are made of what is in sight and in hand; each is tried and taken back, and of those that leave the same world the first is listed. Deadly ones are left out. Of a fair run, a key for that run alone is refused.',
      params: runParams,
      query: validActionsQuery,
      200: answers(validActions, 'The commands, ways first'),
    },
    (c, { params: { id }, query: { turn } }) =>
      callRoom(adventureClient(c, id), (room) => room.validActions(turn, askerOf(c)), 'safe'),
  );
}

/** The header of a save, by story and slot: the saves of a run are files side by side. */
function nameSaveFile(story: DownloadName, name: string) {
  // A name in another script leaves no slug: the digits of its bytes tell it from others.
  const slot = toSlug(name) || encodeURIComponent(name.toWellFormed()).replaceAll('%', '').slice(0, 40);
  return nameAttachment(`${story.plain}-${slot}`, `${story.full} ${name}`, 'qzl');
}

/** Takes the key of one run alone for that of an agent that plays it; nothing else tells an agent. */
const askerOf = (c: AppContext): 'person' | 'agent' =>
  c.get('principal').scope.scope === 'room' ? 'agent' : 'person';
