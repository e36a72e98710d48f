import { z } from 'zod';
import { loadTokenizer } from '../../base/tokens';
import { libraryIdSchema } from '../../contract/library';
import { triedLore, tryLore } from '../../contract/lore';
import { ok } from '../../contract/problems';
import { readPicture } from '../../library/picture';
import { deletePortrait, readPortrait, storePortrait } from '../../library/portraits';
import { readItem } from '../../library/store';
import { explainLore } from '../../scene/lore/explain';
import { type App, type AppContext, answers, idempotencyHeader, routeApp } from '../middleware/http';
import { answerPicture, pictureAnswers, pictureContent } from '../scenes/pictures';

const params = z.object({ id: libraryIdSchema('character').describe('Id of the character') });

/** `…/lorebooks/try` and `…/characters/{id}/portrait`: tools for authors. */
export function mountLibraryTools(app: App): void {
  const route = routeApp(app, 'library', { who: 'key', scopes: ['read'] });
  const readCharacter = (c: AppContext, id: string) =>
    readItem(c.get('db'), c.get('principal').tenant, 'character', id);
  route(
    'POST /v1/lorebooks/try',
    'tryLorebook',
    'Test a lorebook',
    {
      description:
        'Returns which entries are included for the given messages, and why or why not. Stores nothing; the same request always has the same result.',
      headers: idempotencyHeader,
      json: tryLore,
      200: answers(triedLore, 'The result for every entry'),
    },
    async (_, { json }) => ok(explainLore(json, await loadTokenizer())),
  );
  route(
    'GET /v1/characters/{id}/portrait',
    'readPortrait',
    'Get the picture of a character',
    {
      description: 'A PNG, JPEG or WebP, without the embedded card and other metadata.',
      params,
      ...pictureAnswers,
    },
    async (c, { params: { id } }) => {
      const character = await readCharacter(c, id);
      if (!character.ok) return character;
      const picture = await readPortrait(c.env.BUCKET, c.get('principal').tenant, id);
      return picture.ok ? answerPicture(c, picture.value) : picture;
    },
  );
  route(
    'PUT /v1/characters/{id}/portrait',
    'setPortrait',
    'Set the picture of a character',
    {
      description:
        'A PNG, JPEG or WebP of at most 1 MiB and 4096 × 4096 pixels. EXIF, texts and other metadata are removed. Scenes show it immediately.',
      params,
      body: {
        content: {
          ...pictureContent,
          'application/octet-stream': pictureContent['image/png'],
        },
      },
      204: { description: 'Updated' },
    },
    async (c, { params: { id } }) => {
      const { tenant } = c.get('principal');
      const picture = readPicture(new Uint8Array(await c.req.arrayBuffer()));
      if (!picture.ok) return picture;
      const character = await readCharacter(c, id);
      if (!character.ok) return character;
      const upload = await storePortrait(c.env.BUCKET, tenant, id, picture.value);
      if (!upload.ok) return upload;
      // If the character was deleted meanwhile, delete the picture too: it would never be found again.
      const still = await readCharacter(c, id);
      if (!still.ok && still.failure.code === 'not_found') await deletePortrait(c.env.BUCKET, tenant, id);
      return still.ok ? ok(null) : still;
    },
  );
  route(
    'DELETE /v1/characters/{id}/portrait',
    'deletePortrait',
    'Delete the picture of a character',
    {
      description: 'Scenes with copies of the character lose the picture too. Safe to repeat.',
      params,
      204: { description: 'Deleted' },
    },
    async (c, { params: { id } }) => {
      const character = await readCharacter(c, id);
      return character.ok ? deletePortrait(c.env.BUCKET, c.get('principal').tenant, id) : character;
    },
  );
}
