import { z } from 'zod';
import { sceneId, slug } from '../../api/ids';
import { readPortrait } from '../../library/png-card';
import { type App, declareRoute, refuse } from '../middleware/http';
import { answerPicture, pictureAnswers } from './pictures';
import { lookAtScene } from './scenes';

const portraitRoute = declareRoute(
  ['scenes'],
  'GET /v1/scenes/{id}/cast/{character}/portrait',
  'readCastPortrait',
  'The picture of a character in the cast',
  {
    description:
      'That of the character of the library it is a copy of (`from`), as it is now; whoever may read the scene sees it.',
    params: z.object({ id: sceneId, character: slug }),
    answers: pictureAnswers,
  },
);

/** What a cast looks like. */
export function mountCast(app: App): void {
  app.openapi(portraitRoute, async (c) => {
    const { id, character } = c.req.valid('param');
    const found = await lookAtScene(c, id);
    if (!found.ok) return refuse(c, found.failure);
    const member = found.value.cast.find((one) => one.id === character);
    if (!member) return refuse(c, { code: 'not_found', what: 'character', id: character });
    if (member.from === null) return answerPicture(c, null);
    // A seat reads it too: the scene says whose it is, and the tenant is that of the scene.
    const picture = await readPortrait(c.env.BUCKET, c.get('principal').tenant, member.from);
    return picture.ok ? answerPicture(c, picture.value) : refuse(c, picture.failure);
  });
}
