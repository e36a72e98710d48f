import { z } from 'zod';
import { decodeText } from '../../base/decode-text';
import { isZip } from '../../base/is-zip';
import { sceneTitle } from '../../contract/create-scene';
import { libraryIdSchema } from '../../contract/library';
import { fail, ok, type Result } from '../../contract/problems';
import { type ImportedScene, importedScene, transcriptFormat } from '../../contract/transcripts';
import { resolveScene } from '../../library/resolve';
import { readItem, readItems } from '../../library/store';
import type { ChatImport, SceneApi } from '../../room/rpc';
import { viewerFor } from '../auth/authenticate';
import { readUpload } from '../library/import';
import { MAX_BODY } from '../middleware/body';
import {
  type App,
  type AppContext,
  answers,
  idempotencyHeader,
  routeApp,
  sceneParams,
} from '../middleware/http';
import { callRoom, sceneClient } from '../middleware/room-client';
import { answerTranscript, chooseFormat, whileAuthorized } from '../rooms/downloads';
import { makeRoom } from '../rooms/lifecycle';
import { drawFaces } from './pictures';
import { readSceneView } from './scenes';

const binary = z.string().meta({ format: 'binary' });
const chat = z
  .string()
  .describe(
    'A SillyTavern chat, for one character or a group, as JSON lines. `application/jsonl` is accepted too',
  );
const IMPORT_BODY = {
  content: {
    'application/x-ndjson': { schema: chat },
    'application/x-jsonlines': { schema: chat },
    'application/json': {
      schema: z.any().describe('A chat of Agnai, CAI Tools, KoboldAI, Oobabooga or RisuAI'),
    },
    'text/plain': { schema: chat },
    'application/zip': { schema: binary },
    'application/octet-stream': { schema: binary },
    'multipart/form-data': { schema: z.any().describe('The file in the form field `file`') },
  },
};
const IMPORT_TYPES = Object.keys(IMPORT_BODY.content);
/** Accepted content types, as listed in problems. */
const SCENE_FILE_TYPES = 'application/x-ndjson, application/json, application/zip or multipart/form-data';

const MAX_CHARACTERS = 50;
const importQuery = z.object({
  title: sceneTitle
    .optional()
    .describe('Chats: title of the scene. Default: from the transcript, or the names of its characters'),
  characters: z
    .string()
    .max(2_000)
    .transform((list) => list.split(',').filter((id) => id !== ''))
    .pipe(z.array(libraryIdSchema('character')).max(MAX_CHARACTERS))
    .optional()
    .describe('Chats: comma-separated ids of library characters. They play the characters of the same name'),
});

/** `/v1/scenes/import`. */
export function mountSceneImport(app: App): void {
  // The router would parse JSON itself, which fails for JSON lines and for text in UTF-16.
  app.use('/v1/scenes/import', async (c, next) => {
    if (/^\s*application\/jsonl?\s*(?:;|$)/i.test(c.req.header('Content-Type') ?? '')) {
      const headers = new Headers(c.req.raw.headers);
      headers.set('Content-Type', 'application/x-ndjson');
      c.req.raw = new Request(c.req.raw, { headers });
    }
    await next();
  });
  routeApp(app, 'scenes', { who: 'key' })(
    'POST /v1/scenes/import',
    'importScene',
    'Import a scene',
    {
      description:
        'Creates a scene from a chat of SillyTavern or another program, or from the export of a scene. The format is detected from the content. `imported` summarizes the import. An invalid file has no effect.',
      headers: idempotencyHeader,
      query: importQuery,
      // An export contains the prompts of every call.
      maxBody: 16 * MAX_BODY,
      takes: SCENE_FILE_TYPES,
      body: IMPORT_BODY,
      201: answers(importedScene, 'The new scene, with a summary of the import'),
    },
    async (c, { query }) => {
      const upload = await readUpload(c, IMPORT_TYPES, SCENE_FILE_TYPES);
      if (!upload.ok) return upload;
      const { bytes, receipt } = upload.value;
      const file = isZip(bytes) ? await readScene(c, bytes) : await readChat(c, bytes, query);
      if (!file.ok) return file;
      return makeRoom<SceneApi, ImportedScene>(c, 'scn', sceneClient, file.value, receipt);
    },
  );
}

type CreateScene = Parameters<typeof makeRoom<SceneApi, ImportedScene>>[3];

/** An export of a scene. */
async function readScene(c: AppContext, bytes: Uint8Array): Promise<Result<CreateScene>> {
  // Load the unpacker and all event schemas on first use.
  const { readExport } = await import('../rooms/read-export');
  const file = await readExport(bytes);
  if (!file.ok) return file;
  const { kind, ledger, memories, creation } = file.value;
  if (kind !== 'scene') return wrongEndpoint('the file is an export of a run: POST it to /v1/runs/import');
  const world = creation.kind === 'scene.created' ? (creation.payload.library?.world ?? null) : null;
  const item = world === null ? null : await readItem(c.get('db'), c.get('principal').tenant, 'world', world);
  if (item && !item.ok && item.failure.code !== 'not_found') return item;
  const isWorldHere = item?.ok === true;
  return ok((room, address, receipt) => room.restore(address, { ledger, memories }, isWorldHere, receipt));
}

/** A chat of another program. */
async function readChat(
  c: AppContext,
  bytes: Uint8Array,
  { title, characters = [] }: z.output<typeof importQuery>,
): Promise<Result<CreateScene>> {
  const text = decodeText(bytes);
  if (text === null) return wrongEndpoint('the file is neither a zip nor text in UTF-8 or UTF-16');
  const cards = {
    characters: characters.map((from) => ({ from })),
    // Keep `{{user}}` in cards until the speakers of the chat are known.
    personas: [{ name: '{{user}}', description: '' }],
  };
  const base = await resolveScene(cards, (ids) => readItems(c.get('db'), c.get('principal').tenant, ids));
  if (!base.ok) return base;
  const chatImport: ChatImport = {
    text,
    base: {
      characters: base.value.characters,
      lorebooks: base.value.lorebooks,
      ...(title !== undefined && { title }),
    },
  };
  return ok((room, address, receipt) => room.importChat(address, chatImport, receipt));
}

const wrongEndpoint = (message: string) => fail({ code: 'invalid', errors: [{ pointer: '', message }] });

/** Pictures of a scene's cast, for a file. */
async function readFaces(c: AppContext, id: string): Promise<Record<string, string>> {
  const scene = await readSceneView(c, id);
  return scene.ok ? drawFaces(c.env.BUCKET, c.get('principal').tenant, scene.value.cast) : {};
}

/** `/v1/scenes/{id}/transcript`. */
export function mountSceneTranscript(app: App): void {
  routeApp(app, 'scenes', { who: 'seat', scopes: ['read', 'room'] })(
    'GET /v1/scenes/{id}/transcript',
    'readSceneTranscript',
    'Download the transcript of a scene',
    {
      description:
        'Text, Markdown, HTML or a SillyTavern chat. Contains all lines that the caller can see, in their current version and without rolled-back rounds. Without `as`, `Accept` selects the format; the default is Markdown.',
      params: sceneParams,
      query: z.object({
        as: transcriptFormat.optional().describe('Format of the file; `jsonl` is the SillyTavern format'),
      }),
      200: {
        description: 'The transcript, streamed',
        content: {
          'text/markdown': { schema: z.string() },
          'text/plain': { schema: z.string() },
          'text/html': { schema: z.string() },
          'application/x-ndjson': { schema: z.string() },
        },
      },
    },
    async (c, { params: { id }, query }) => {
      const client = sceneClient(c, id);
      const viewer = viewerFor(c.get('principal'));
      const as = chooseFormat(query.as, c.req.header('Accept'));
      const readPiece = whileAuthorized(c, (cursor) =>
        callRoom(client, (room) => room.transcript(as, cursor, viewer, faces), 'safe'),
      );
      const faces = as === 'html' ? await readFaces(c, id) : {};
      const first = await readPiece(null);
      return first.ok ? answerTranscript({ plain: id, full: id }, as, first.value, readPiece) : first;
    },
  );
}
