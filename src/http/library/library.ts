import { z } from 'zod';
import {
  deletion,
  LIBRARY_BODIES,
  LIBRARY_COLLECTIONS,
  LIBRARY_KINDS,
  type LibraryBody,
  type LibraryItem,
  type LibraryKind,
  libraryChangeSchema,
  libraryIdSchema,
  libraryItemSchema,
  libraryPage,
  libraryPrefix,
  libraryQuery,
} from '../../contract/library';
import { ok, type Result } from '../../contract/problems';
import { checkBody } from '../../library/check';
import { deletePortrait } from '../../library/portraits';
import { changeItem, createItem, deleteItem, listItems, planDeletion, readItem } from '../../library/store';
import {
  type App,
  type AppContext,
  answers,
  buildReceipt,
  idempotencyHeader,
  routeApp,
} from '../middleware/http';
import { callRoom, tenantClient } from '../middleware/room-client';
import { randomId } from '../rooms/lifecycle';
import { mountLibraryFiles } from './import';
import { mountLibraryTools } from './tools';

/** A query flag: `1` is on. */
const flag = z.enum(['0', '1']).default('0');
const deletionQuery = z.object({
  cascade: flag.describe('Set to 1 to also delete everything under the item'),
  dryRun: flag.describe('Set to 1 to return what would be deleted, without deleting it'),
});

/** The version of an item a change is based on, from its `ETag`. */
const matchHeader = z.object({
  'If-Match': z
    .string()
    .regex(/^(?:\*|(?:W\/)?"?\d{1,15}"?)$/, 'use the ETag of the item, such as "3"')
    .optional()
    .describe('Expected `version` of the item. Returns 412 if it has changed since'),
});
const etagVersion = (given: string | undefined): number | null => {
  const digits = /\d+/.exec(given ?? '')?.[0];
  return digits === undefined ? null : Number(digits);
};

/** Sets the ETag of the response to the item's version. */
function withEtag<T extends { version: number }>(c: AppContext, item: Result<T>): Result<T> {
  if (item.ok) c.header('ETag', `"${item.value.version}"`);
  return item;
}

/** Validates the provider settings of a library profile. Other items have none. */
async function checkProfile(c: AppContext, body: Partial<LibraryBody>): Promise<Result<null>> {
  if (!('profile' in body) || body.profile === undefined) return ok(null);
  const { profile } = body;
  const books = tenantClient(c.env, c.get('principal').tenant);
  return callRoom(books, (remote) => remote.checkRequests({ profile }, ''), 'safe');
}

/**
 * `/v1/worlds`, `/v1/campaigns` … `/v1/profiles`: the same operations for every kind of item, plus files and tools
 * for some.
 */
export function mountLibrary(app: App): void {
  mountLibraryFiles(app);
  mountLibraryTools(app);
  for (const kind of LIBRARY_KINDS) mountKind(app, kind);
}

function mountKind(app: App, kind: LibraryKind): void {
  const route = routeApp(app, 'library', { who: 'key', scopes: ['read'] });
  const collection = LIBRARY_COLLECTIONS[kind];
  const anItem = `${kind === 'arc' ? 'an' : 'a'} ${kind}`;
  const noun = kind.charAt(0).toUpperCase() + kind.slice(1);
  const nouns = noun.slice(0, 1) + collection.slice(1);
  const params = z.object({ id: libraryIdSchema(kind).describe(`Id of the ${kind}`) });
  const item = answers(libraryItemSchema(kind) as unknown as z.ZodType<LibraryItem>, `The ${kind}`);
  route(
    `POST /v1/${collection}`,
    `create${noun}`,
    `Create ${anItem}`,
    {
      description: 'Adds an item to the library. Its version is in the `ETag` header.',
      headers: idempotencyHeader,
      json: LIBRARY_BODIES[kind] as unknown as z.ZodType<LibraryBody>,
      201: item,
    },
    async (c, { json }) => {
      const body = checkBody(kind, json);
      if (!body.ok) return body;
      const profile = await checkProfile(c, json);
      if (!profile.ok) return profile;
      const newItem = await createItem(c.get('db'), c.get('principal').tenant, {
        kind,
        id: `${libraryPrefix(kind)}_${randomId()}`,
        checked: body.value,
        receipt: await buildReceipt(c),
        now: Date.now(),
      });
      if (newItem.ok) c.header('Location', `${c.req.path}/${newItem.value.id}`);
      return withEtag(c, newItem);
    },
  );
  route(
    `GET /v1/${collection}`,
    `list${nouns}`,
    `List ${collection}`,
    {
      description:
        'Newest first, without bodies. `q` searches names; `parent` lists items under another item.',
      query: libraryQuery,
      200: answers(libraryPage, 'A page of items, without bodies'),
    },
    (c, { query }) => listItems(c.get('db'), c.get('principal').tenant, kind, query),
  );
  route(
    `GET /v1/${collection}/{id}`,
    `read${noun}`,
    `Get ${anItem}`,
    {
      description: 'Includes the body. The `ETag` header has the version, for `If-Match` of a change.',
      params,
      200: item,
    },
    async (c, { params: { id } }) =>
      withEtag(c, await readItem(c.get('db'), c.get('principal').tenant, kind, id)),
  );
  route(
    `PATCH /v1/${collection}/{id}`,
    `change${noun}`,
    `Update ${anItem}`,
    {
      description:
        'Omitted fields of the body are unchanged. With `If-Match`, only changes that version. Scenes keep their copies.',
      params,
      headers: matchHeader,
      json: libraryChangeSchema(kind),
      200: item,
    },
    async (c, { params: { id }, json }) => {
      const version = etagVersion(c.req.header('If-Match'));
      const { tenant } = c.get('principal');
      const profile = await checkProfile(c, json);
      if (!profile.ok) return profile;
      return withEtag(c, await changeItem(c.get('db'), tenant, kind, id, json, Date.now(), version));
    },
  );
  route(
    `DELETE /v1/${collection}/{id}`,
    `delete${noun}`,
    `Delete ${anItem}`,
    {
      description:
        'Scenes keep their copies. An item with others under it requires `cascade=1`. `dryRun=1` returns what would be deleted, without deleting it.',
      params,
      query: deletionQuery,
      200: answers(deletion, 'The deleted items (with `dryRun=1`, the items it would delete)'),
    },
    async (c, { params: { id }, query: { cascade, dryRun } }) => {
      const { tenant } = c.get('principal');
      if (dryRun === '1') return planDeletion(c.get('db'), tenant, kind, id);
      // Delete the picture first: a character without a picture can be deleted again, but a picture without a
      // character would never be found.
      const removal = kind === 'character' ? await deletePortrait(c.env.BUCKET, tenant, id) : ok(null);
      if (!removal.ok) return removal;
      return deleteItem(c.get('db'), tenant, kind, id, cascade === '1', Date.now());
    },
  );
}
