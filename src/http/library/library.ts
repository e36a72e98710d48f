import { z } from 'zod';
import {
  deletion,
  LIBRARY_BODIES,
  LIBRARY_COLLECTIONS,
  LIBRARY_KINDS,
  type LibraryBody,
  type LibraryKind,
  libraryChangeOf,
  libraryIdOf,
  libraryItemOf,
  libraryPage,
  libraryPrefix,
  libraryQuery,
} from '../../api/library';
import { checkBody } from '../../library/check';
import { forgetPortrait } from '../../library/png-card';
import { changeItem, createItem, deleteItem, listItems, planDeletion, readItem } from '../../library/store';
import {
  type App,
  answers,
  declareRoute,
  idempotencyHeader,
  makeReceipt,
  refuse,
  reply,
} from '../middleware/http';
import { randomId } from '../rooms/ids';

const tags = ['library'];

/** A switch in a query: `1` is on. */
const flag = z.enum(['0', '1']).default('0');
const deletionQuery = z.object({
  cascade: flag.meta({ description: '1: also delete what stands under it' }),
  dryRun: flag.meta({ description: '1: say what would go, and delete nothing' }),
});

/** The version of an item that a change was made on, as its `ETag` says it. */
const matchHeader = z.object({
  'If-Match': z
    .string()
    .regex(/^(?:\*|(?:W\/)?"?\d{1,15}"?)$/, 'use the ETag of the item, such as "3"')
    .optional()
    .meta({ description: 'The `version` that is to be changed: 412 when the item has another one by now' }),
});
const versionOf = (given: string | undefined): number | null => {
  const digits = /\d+/.exec(given ?? '')?.[0];
  return digits === undefined ? null : Number(digits);
};
const tagOf = ({ version }: { version: number }) => ({ ETag: `"${version}"` });

/** `/v1/worlds`, `/v1/campaigns` … `/v1/profiles`: the same calls for every kind of item. */
export function mountLibrary(app: App): void {
  for (const kind of LIBRARY_KINDS) mountKind(app, kind);
}

function mountKind(app: App, kind: LibraryKind): void {
  const routes = describeKind(kind);
  app.openapi(routes.creation, async (c) => {
    const checked = checkBody(kind, c.req.valid('json'));
    if (!checked.ok) return refuse(c, checked.failure);
    const created = await createItem(c.env.DB, c.get('principal').tenant, {
      kind,
      id: `${libraryPrefix(kind)}_${randomId()}`,
      checked: checked.value,
      receipt: await makeReceipt(c),
      now: Date.now(),
    });
    if (!created.ok) return refuse(c, created.failure);
    const { value } = created;
    return c.json(value, 201, { Location: `${c.req.path}/${value.id}`, ...tagOf(value) });
  });
  app.openapi(routes.list, async (c) => {
    const page = await listItems(c.env.DB, c.get('principal').tenant, kind, c.req.valid('query'));
    return reply(c, page, 200);
  });
  app.openapi(routes.read, async (c) => {
    const found = await readItem(c.env.DB, c.get('principal').tenant, kind, c.req.valid('param').id);
    return found.ok ? c.json(found.value, 200, tagOf(found.value)) : refuse(c, found.failure);
  });
  app.openapi(routes.change, async (c) => {
    const { id } = c.req.valid('param');
    const { tenant } = c.get('principal');
    const seen = versionOf(c.req.header('If-Match'));
    const changed = await changeItem(c.env.DB, tenant, kind, id, c.req.valid('json'), Date.now(), seen);
    return changed.ok ? c.json(changed.value, 200, tagOf(changed.value)) : refuse(c, changed.failure);
  });
  app.openapi(routes.removal, async (c) => {
    const { tenant } = c.get('principal');
    const { id } = c.req.valid('param');
    const { cascade, dryRun } = c.req.valid('query');
    if (dryRun === '1') {
      const plan = await planDeletion(c.env.DB, tenant, kind, id);
      return reply(c, plan, 200);
    }
    // The picture first: a character without it can be deleted again, a picture without a character never.
    const forgotten = kind === 'character' ? await forgetPortrait(c.env.BUCKET, tenant, id) : null;
    if (forgotten && !forgotten.ok) return refuse(c, forgotten.failure);
    const done = await deleteItem(c.env.DB, tenant, kind, id, cascade === '1', Date.now());
    return reply(c, done, 200);
  });
}

/** The definitions of the routes of one kind. */
function describeKind(kind: LibraryKind) {
  const collection = LIBRARY_COLLECTIONS[kind];
  const noun = kind.charAt(0).toUpperCase() + kind.slice(1);
  const nouns = noun.slice(0, 1) + collection.slice(1);
  const params = z.object({ id: libraryIdOf(kind) });
  const body = LIBRARY_BODIES[kind] as unknown as z.ZodType<LibraryBody>;
  const item = answers(libraryItemOf(kind), `The ${kind}`);
  const path = `/v1/${collection}` as const;
  const one = `/v1/${collection}/{id}` as const;
  return {
    creation: declareRoute(tags, `POST ${path}`, `create${noun}`, `Keep a ${kind} in the library`, {
      headers: idempotencyHeader,
      json: body,
      201: item,
    }),
    list: declareRoute(
      tags,
      `GET ${path}`,
      `list${nouns}`,
      `The ${collection} of the library, newest first`,
      { query: libraryQuery, 200: answers(libraryPage, 'A page, without the bodies') },
    ),
    read: declareRoute(tags, `GET ${one}`, `read${noun}`, `A ${kind} of the library`, { params, 200: item }),
    change: declareRoute(
      tags,
      `PATCH ${one}`,
      `change${noun}`,
      `Change fields of a ${kind}; scenes keep the copies they have`,
      { params, headers: matchHeader, json: libraryChangeOf(kind), 200: item },
    ),
    removal: declareRoute(
      tags,
      `DELETE ${one}`,
      `delete${noun}`,
      `Delete a ${kind}; scenes keep the copies they have`,
      { params, query: deletionQuery, 200: answers(deletion, 'What was deleted, or would be with dryRun=1') },
    ),
  };
}
