import { z } from 'zod';
import { loadTokenizer } from '../../base/tokens';
import { libraryIdOf } from '../../contract/library';
import { triedLore, tryLore } from '../../contract/lore';
import { ok } from '../../contract/problems';
import { readPicture } from '../../library/picture';
import { forgetPortrait, keepPortrait, readPortrait } from '../../library/portraits';
import { readItem } from '../../library/store';
import { explainLore } from '../../scene/lore/explain';
import { type App, type AppContext, answers, idempotencyHeader, routesOf } from '../middleware/http';
import { answerPicture, pictureAnswers, pictureContent } from '../scenes/pictures';

const params = z.object({ id: libraryIdOf('character').describe('Id of the character') });

/** `…/lorebooks/try` and `…/characters/{id}/portrait`: an author's tools beside the items themselves. */
export function mountLibraryTools(app: App): void {
  const route = routesOf(app, 'library', { who: 'key', scopes: ['read'] });
  const readCharacter = (c: AppContext, id: string) =>
    readItem(c.get('db'), c.get('principal').tenant, 'character', id);
  route(
    'POST /v1/lorebooks/try',
    'tryLorebook',
    'Try a lorebook on a talk: which entries come in, and why or why not',
    {
      description: 'Nothing is stored, and the same request has the same answer.',
      headers: idempotencyHeader,
      json: tryLore,
      200: answers(triedLore, 'What every entry does'),
    },
    async (_, { json }) => ok(explainLore(json, await loadTokenizer())),
  );
  route(
    'GET /v1/characters/{id}/portrait',
    'readPortrait',
    'The picture that a character was imported with',
    {
      description: 'A PNG, JPEG or WebP without the card and without anything else that is not drawn.',
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
    'Give a character a picture of at most 1 MiB',
    {
      description:
        'A PNG, JPEG or WebP of at most 4096 × 4096 pixels. EXIF, texts and everything else that is not drawn is removed. Scenes show it at once.',
      params,
      body: {
        content: {
          ...pictureContent,
          'application/octet-stream': pictureContent['image/png'],
        },
      },
      204: { description: 'It has it' },
    },
    async (c, { params: { id } }) => {
      const { tenant } = c.get('principal');
      const picture = readPicture(new Uint8Array(await c.req.arrayBuffer()));
      if (!picture.ok) return picture;
      const character = await readCharacter(c, id);
      if (!character.ok) return character;
      const upload = await keepPortrait(c.env.BUCKET, tenant, id, picture.value);
      if (!upload.ok) return upload;
      // Deleted while it was being kept: a picture without a character would never be found again.
      const still = await readCharacter(c, id);
      if (!still.ok && still.failure.code === 'not_found') await forgetPortrait(c.env.BUCKET, tenant, id);
      return still.ok ? ok(null) : still;
    },
  );
  route(
    'DELETE /v1/characters/{id}/portrait',
    'deletePortrait',
    'Take the picture of a character away',
    {
      description: 'Scenes with copies of the character show none either. Repeating the call is safe.',
      params,
      204: { description: 'It has none' },
    },
    async (c, { params: { id } }) => {
      const character = await readCharacter(c, id);
      return character.ok ? forgetPortrait(c.env.BUCKET, c.get('principal').tenant, id) : character;
    },
  );
}
