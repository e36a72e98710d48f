import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { explainLore } from '../context/lore-explain';
import { loadTokenizer } from '../context/tokens';
import { libraryIdOf } from '../contract/library';
import { triedLore, tryLore } from '../contract/lore';
import { readPortrait } from '../library/portraits';
import { readItem } from '../library/store';
import { type App, answers, idempotencyHeader, jsonBody, problemAnswer, refuse } from './http';

const tags = ['library'];
const params = z.object({ id: libraryIdOf('character') });

const trial = createRoute({
  method: 'post',
  path: '/v1/lorebooks/try',
  operationId: 'tryLorebook',
  summary: 'Try a lorebook on a talk: which entries come in, and why or why not',
  description: 'Nothing is stored, and the same request has the same answer.',
  tags,
  request: { headers: idempotencyHeader, body: jsonBody(tryLore) },
  responses: { 200: answers(triedLore, 'What every entry does'), default: problemAnswer },
});
const portraitRoute = createRoute({
  method: 'get',
  path: '/v1/characters/{id}/portrait',
  operationId: 'readPortrait',
  summary: 'The picture that a character was imported with',
  tags,
  request: { params },
  responses: {
    200: {
      description: 'A PNG, without the card',
      content: { 'image/png': { schema: z.string().meta({ format: 'binary' }) } },
    },
    204: { description: 'It has none' },
    default: problemAnswer,
  },
});

/** What an author works with beside the items themselves. */
export function mountLibraryTools(app: App): void {
  app.openapi(trial, async (c) => c.json(explainLore(c.req.valid('json'), await loadTokenizer()), 200));
  app.openapi(portraitRoute, async (c) => {
    const { tenant } = c.get('principal');
    const { id } = c.req.valid('param');
    const found = await readItem(c.env.DB, tenant, 'character', id);
    if (!found.ok) return refuse(c, found.failure);
    const picture = await readPortrait(c.env.BUCKET, tenant, id);
    if (!picture.ok) return refuse(c, picture.failure);
    if (!picture.value) return c.body(null, 204);
    return new Response(new Uint8Array(picture.value), { headers: { 'Content-Type': 'image/png' } });
  });
}
