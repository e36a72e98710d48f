import { z } from 'zod';
import { parseInvitation } from '../../auth/secrets';
import { readNumberCursor } from '../../contract/cursors';
import { digits } from '../../contract/digits';
import { type Handout, uploadedPicture } from '../../contract/handouts';
import { sceneId, slug } from '../../contract/ids';
import { libraryIdSchema } from '../../contract/library';
import {
  changeMemory,
  memory,
  memoryNumber,
  memoryPage,
  memoryQuery,
  removedMemory,
} from '../../contract/memories';
import { type Failure, fail, ok } from '../../contract/problems';
import { acceptSeat, invitationView, lookAtInvitation, seatAccepted } from '../../contract/seats';
import { readPicture } from '../../library/picture';
import { countPictures, loadPicture, readPortrait, storePicture } from '../../library/portraits';
import { readItem } from '../../library/store';
import { LINE_ACTIONS } from '../../scene/actions/lines';
import { PACE_ACTIONS } from '../../scene/actions/pace';
import { MEMORY_ACTIONS, RECORD_ACTIONS } from '../../scene/actions/records';
import { ROUND_ACTIONS } from '../../scene/actions/rounds';
import { HANDOUT_ACTIONS, NOTE_ACTIONS, SEAT_ACTIONS } from '../../scene/actions/seats';
import { roomPrefix } from '../../storage/bundles';
import { viewerFor } from '../auth/authenticate';
import { mountAgUi } from '../chat/ag-ui';
import { mountOpenAi } from '../chat/openai';
import {
  type App,
  type AppContext,
  answers,
  idempotencyHeader,
  routeApp,
  sceneParams,
} from '../middleware/http';
import { callRoom, mutateRoom, sceneClient, sceneClientFor, worldClient } from '../middleware/room-client';
import { mountActions, type RoomResolver } from '../rooms/actions';
import { randomId } from '../rooms/lifecycle';
import { mountRoom } from '../rooms/routes';
import { mountEmbed } from './embed';
import { answerPicture, drawFaces, pictureAnswers, pictureContent } from './pictures';
import { mountSceneFork, mountScenes, readSceneView } from './scenes';
import { mountSceneImport, mountSceneTranscript } from './transfer';
import { mountWhatIf } from './what-if';

const SCENES = {
  ...{ collection: 'scenes', params: sceneParams, clientOf: sceneClient },
  scopes: ['read', 'room'],
} as const satisfies RoomResolver;

/** Adds all routes of scenes, in the order of the document. */
export function mountSceneRoutes(app: App): void {
  mountScenes(app);
  mountActions(app, SCENES, 'scenes', ROUND_ACTIONS);
  mountCast(app);
  mountEmbed(app);
  mountActions(app, SCENES, 'scenes', LINE_ACTIONS);
  mountSceneFork(app);
  mountWhatIf(app);
  mountSceneImport(app);
  mountSceneTranscript(app);
  mountActions(app, SCENES, 'scenes', [...RECORD_ACTIONS, ...PACE_ACTIONS]);
  mountActions(app, SCENES, 'seats', SEAT_ACTIONS);
  mountInvitations(app);
  mountActions(app, SCENES, 'seats', [...HANDOUT_ACTIONS, ...NOTE_ACTIONS]);
  mountHandoutPictures(app);
  mountRoom(app, { ...SCENES, noun: 'Scene' });
  mountOpenAi(app);
  mountAgUi(app);
  mountWorldMemories(app);
  mountActions(app, SCENES, 'memories', MEMORY_ACTIONS);
}

/** `/v1/seats/look` and `/v1/seats/accept`: the invitation names its scene. */
function mountInvitations(app: App): void {
  routeApp(app, 'seats', { who: 'invitation' })(
    'POST /v1/seats/look',
    'lookAtInvitation',
    'Preview an invitation',
    {
      refuses: [404],
      description:
        'Returns the scene and persona of an invitation before accepting it. The invitation in the body is the only credential, and is not used up. Pictures come from the library characters from which the cast was copied.',
      json: lookAtInvitation,
      200: answers(invitationView, 'Preview of the scene and the seat'),
    },
    async (c, { json: { invitation, pictures } }) => {
      const place = parseInvitation(invitation);
      if (!place) return fail(unknownInvitation);
      const client = sceneClientFor(c.env, place.tenant, place.scene);
      const view = await callRoom(client, (room) => room.lookAtInvitation(invitation), 'safe');
      if (!view.ok) return view;
      const { cast } = view.value;
      const faces = pictures ? await drawFaces(c.env.BUCKET, place.tenant, cast) : {};
      return ok({
        ...view.value,
        cast: cast.map(({ id, name }) => ({ id, name, picture: faces[id] ?? null })),
      });
    },
  );
  routeApp(app, 'seats', { who: 'invitation' })(
    'POST /v1/seats/accept',
    'acceptSeat',
    'Accept an invitation',
    {
      refuses: [404],
      description:
        'Returns the token of the seat. The invitation in the body is the only credential; it works once, unless it is for a shared seat. The token is shown only once. Keep it like a password: anyone who has it can act as this person.',
      headers: idempotencyHeader,
      json: acceptSeat,
      201: answers(seatAccepted, 'The seat with its token'),
    },
    (c, { json }) => {
      const place = parseInvitation(json.invitation);
      if (!place) return fail(unknownInvitation);
      const client = sceneClientFor(c.env, place.tenant, place.scene);
      return mutateRoom(c, client, (room, receipt) => room.acceptSeat(json, receipt));
    },
  );
}

const unknownInvitation: Failure = {
  code: 'invalid',
  errors: [{ pointer: '/invitation', message: 'not a valid invitation; copy the complete link' }],
};

/** `/v1/scenes/{id}/cast/{character}/portrait`. */
function mountCast(app: App): void {
  routeApp(app, 'scenes', { who: 'seat', scopes: ['read', 'room'] })(
    'GET /v1/scenes/{id}/cast/{character}/portrait',
    'readCastPortrait',
    'Get the picture of a cast member',
    {
      description:
        'The current picture of the library character it was copied from (`from`). Visible to everyone who can read the scene.',
      params: sceneParams.extend({ character: slug.describe('Id of the character in the cast') }),
      ...pictureAnswers,
    },
    async (c, { params: { id, character } }) => {
      const scene = await readSceneView(c, id);
      if (!scene.ok) return scene;
      const member = scene.value.cast.find((one) => one.id === character);
      if (!member) return fail({ code: 'not_found', what: 'character', id: character });
      if (member.from === null) return answerPicture(c, null);
      // Seats can read it too: the scene names the item, and both have the same tenant.
      const picture = await readPortrait(c.env.BUCKET, c.get('principal').tenant, member.from);
      return picture.ok ? answerPicture(c, picture.value) : picture;
    },
  );
}

const MAX_PICTURES = 200;

/** Key of a handout's picture. It is deleted with its room. */
const pictureKey = (c: AppContext, scene: string, picture: string): string =>
  `${roomPrefix(c.get('principal').tenant, scene)}pictures/${picture}`;

/** `/v1/scenes/{id}/pictures` and `/v1/scenes/{id}/handouts/{seq}/picture`. */
function mountHandoutPictures(app: App): void {
  routeApp(app, 'seats', { who: 'key', scopes: ['room'] })(
    'POST /v1/scenes/{id}/pictures',
    'uploadPicture',
    'Upload a picture for a handout',
    {
      description:
        'A PNG, JPEG or WebP of at most 1 MiB and 4096 × 4096 pixels, 200 per scene. EXIF, texts and other metadata are removed. No one sees it before you show a handout with it.',
      params: sceneParams,
      body: { content: { ...pictureContent, 'application/octet-stream': pictureContent['image/png'] } },
      201: answers(uploadedPicture, 'The id of the picture'),
    },
    async (c, { params: { id } }) => {
      const picture = readPicture(new Uint8Array(await c.req.arrayBuffer()));
      if (!picture.ok) return picture;
      const scene = await readSceneView(c, id);
      if (!scene.ok) return scene;
      const count = await countPictures(c.env.BUCKET, pictureKey(c, id, ''), MAX_PICTURES);
      if (!count.ok) return count;
      if (count.value >= MAX_PICTURES) {
        const detail = `The scene already has ${MAX_PICTURES} pictures, the maximum.`;
        return fail({
          code: 'conflict',
          detail,
          fix: 'Show an uploaded picture again, or use another scene.',
        });
      }
      const name = `pic_${randomId()}`;
      const stored = await storePicture(c.env.BUCKET, pictureKey(c, id, name), picture.value);
      return stored.ok ? ok({ picture: name }) : stored;
    },
  );
  routeApp(app, 'seats', { who: 'seat', scopes: ['read', 'room'] })(
    'GET /v1/scenes/{id}/handouts/{seq}/picture',
    'readHandoutPicture',
    'Get the picture of a handout',
    {
      description: 'Returns 404 for a handout that was not shown to you.',
      params: sceneParams.extend({ seq: digits(z.int().positive()).describe('Seq of the handout') }),
      ...pictureAnswers,
    },
    async (c, { params: { id, seq } }) => {
      const viewer = viewerFor(c.get('principal'));
      const input = { params: { seq }, query: {}, body: undefined };
      const shown = await callRoom(
        sceneClient(c, id),
        (room) => room.perform('readHandout', input, null, viewer),
        'safe',
      );
      if (!shown.ok) return shown;
      const { picture } = shown.value as Handout;
      if (picture === null) return answerPicture(c, null);
      const stored = await loadPicture(c.env.BUCKET, pictureKey(c, id, picture));
      return stored.ok ? answerPicture(c, stored.value) : stored;
    },
  );
}

const worldParams = z.object({ id: libraryIdSchema('world').describe('Id of the world') });
const memoryParams = worldParams.extend({ memory: memoryNumber });

/** `/v1/worlds/{id}/memories`, for the owner, who can read all memories. */
function mountWorldMemories(app: App): void {
  const route = routeApp(app, 'memories', { who: 'key', scopes: ['read'] });
  route(
    'GET /v1/worlds/{id}/memories',
    'listWorldMemories',
    'List memories of a world',
    {
      description:
        'Newest first. All scenes of a world share its memories. Each memory has the lines that one character heard in one round.',
      params: worldParams,
      query: memoryQuery.extend({
        scene: sceneId.optional().describe('Filter by scene'),
      }),
      200: answers(memoryPage, 'A page of memories'),
    },
    async (c, { params: { id }, query: { cursor, limit, character, scene } }) => {
      const before = readNumberCursor(cursor);
      if (!before.ok) return before;
      const query = {
        limit,
        before: before.value,
        ...(character !== undefined && { character }),
        ...(scene !== undefined && { scene }),
      };
      const page = await callRoom(worldClient(c, id), (world) => world.list(query), 'safe');
      if (!page.ok || page.value.items.length > 0) return page;
      // No memories, or no such world. Scenes can keep using a world that was deleted from the library.
      const item = await readItem(c.get('db'), c.get('principal').tenant, 'world', id);
      return item.ok ? page : item;
    },
  );
  route(
    'PATCH /v1/worlds/{id}/memories/{memory}',
    'changeWorldMemory',
    'Update a memory of a world',
    {
      description:
        'Edits or pins a memory. An edited text is no longer updated when its lines change. At most 20 memories per character can be pinned.',
      params: memoryParams,
      json: changeMemory,
      200: answers(memory, 'The changed memory'),
    },
    (c, { params, json }) =>
      callRoom(worldClient(c, params.id), (world) => world.change(params.memory, null, json), 'safe'),
  );
  route(
    'DELETE /v1/worlds/{id}/memories/{memory}',
    'deleteWorldMemory',
    'Delete a memory of a world',
    {
      description:
        'The character forgets it in all scenes of the world. Later changes of its lines do not restore it.',
      params: memoryParams,
      200: answers(removedMemory, 'The deleted memory'),
    },
    (c, { params }) =>
      callRoom(worldClient(c, params.id), (world) => world.remove(params.memory, null), 'once'),
  );
}
