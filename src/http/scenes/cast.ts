import { z } from 'zod';
import { sceneId, slug } from '../../api/ids';
import { fail } from '../../api/problems';
import { readPortrait } from '../../library/png-card';
import { type App, routesOf } from '../middleware/http';
import { answerPicture, pictureAnswers } from './pictures';
import { lookAtScene } from './scenes';

/** `/v1/scenes/{id}/cast/{character}/portrait`. */
export function mountCast(app: App): void {
  routesOf(app, 'scenes')(
    'GET /v1/scenes/{id}/cast/{character}/portrait',
    'readCastPortrait',
    'The picture of a character in the cast',
    {
      description:
        'That of the character of the library it is a copy of (`from`), as it is now; whoever may read the scene sees it.',
      params: z.object({ id: sceneId, character: slug }),
      ...pictureAnswers,
    },
    async (c, { params: { id, character } }) => {
      const scene = await lookAtScene(c, id);
      if (!scene.ok) return scene;
      const member = scene.value.cast.find((one) => one.id === character);
      if (!member) return fail({ code: 'not_found', what: 'character', id: character });
      if (member.from === null) return answerPicture(c, null);
      // A seat reads it too: the scene says whose it is, and the tenant is that of the scene.
      const picture = await readPortrait(c.env.BUCKET, c.get('principal').tenant, member.from);
      return picture.ok ? answerPicture(c, picture.value) : picture;
    },
  );
}
