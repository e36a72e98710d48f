import { z } from 'zod';
import { libraryIdOf } from '../../api/library';
import { triedLore, tryLore } from '../../api/lore';
import { forgetPortrait, keepPortrait, readPicture, readPortrait } from '../../library/png-card';
import { readItem } from '../../library/store';
import { explainLore } from '../../lore/explain';
import { loadTokenizer } from '../../model/tokens';
import { type App, answers, declareRoute, idempotencyHeader, refuse } from '../middleware/http';
import { answerPicture, pictureAnswers } from '../scenes/pictures';

const tags = ['library'];
const binary = z.string().meta({ format: 'binary' });
const params = z.object({ id: libraryIdOf('character') });

const trial = declareRoute(
  tags,
  'POST /v1/lorebooks/try',
  'tryLorebook',
  'Try a lorebook on a talk: which entries come in, and why or why not',
  {
    description: 'Nothing is stored, and the same request has the same answer.',
    headers: idempotencyHeader,
    json: tryLore,
    200: answers(triedLore, 'What every entry does'),
  },
);
const portraitRoute = declareRoute(
  tags,
  'GET /v1/characters/{id}/portrait',
  'readPortrait',
  'The picture that a character was imported with',
  { params, answers: pictureAnswers },
);

const drawing = declareRoute(
  tags,
  'PUT /v1/characters/{id}/portrait',
  'setPortrait',
  'Give a character a picture: a PNG of at most 1 MiB',
  {
    params,
    body: { content: { 'image/png': { schema: binary }, 'application/octet-stream': { schema: binary } } },
    204: { description: 'It has it' },
  },
);
const effacing = declareRoute(
  tags,
  'DELETE /v1/characters/{id}/portrait',
  'deletePortrait',
  'Take the picture of a character away',
  { params, 204: { description: 'It has none' } },
);

/** What an author works with beside the items themselves. */
export function mountLibraryTools(app: App): void {
  app.openapi(trial, async (c) => c.json(explainLore(c.req.valid('json'), await loadTokenizer()), 200));
  app.openapi(portraitRoute, async (c) => {
    const { tenant } = c.get('principal');
    const { id } = c.req.valid('param');
    const found = await readItem(c.env.DB, tenant, 'character', id);
    if (!found.ok) return refuse(c, found.failure);
    const picture = await readPortrait(c.env.BUCKET, tenant, id);
    return picture.ok ? answerPicture(c, picture.value) : refuse(c, picture.failure);
  });
  app.openapi(drawing, async (c) => {
    const { tenant } = c.get('principal');
    const { id } = c.req.valid('param');
    const picture = readPicture(new Uint8Array(await c.req.arrayBuffer()));
    if (!picture.ok) return refuse(c, picture.failure);
    const found = await readItem(c.env.DB, tenant, 'character', id);
    if (!found.ok) return refuse(c, found.failure);
    const kept = await keepPortrait(c.env.BUCKET, tenant, id, picture.value);
    if (!kept.ok) return refuse(c, kept.failure);
    // Deleted while it was being kept: a picture without a character would never be found again.
    const still = await readItem(c.env.DB, tenant, 'character', id);
    if (!still.ok && still.failure.code === 'not_found') await forgetPortrait(c.env.BUCKET, tenant, id);
    return still.ok ? c.body(null, 204) : refuse(c, still.failure);
  });
  app.openapi(effacing, async (c) => {
    const { tenant } = c.get('principal');
    const { id } = c.req.valid('param');
    const found = await readItem(c.env.DB, tenant, 'character', id);
    if (!found.ok) return refuse(c, found.failure);
    const forgotten = await forgetPortrait(c.env.BUCKET, tenant, id);
    return forgotten.ok ? c.body(null, 204) : refuse(c, forgotten.failure);
  });
}
