import { isAccessOwner } from '../auth/access-identity';
import { readConfig } from '../config';
import { ok } from '../contract/problems';
import { stageView } from '../contract/stage';
import { visitorOf } from './middleware/gate';
import { type App, answers, routesOf } from './middleware/http';

/** `/v1/stage`: what is offered here, and whom Cloudflare Access names. */
export function mountStage(app: App): void {
  const route = routesOf(app, 'access', { who: 'anyone' });
  route(
    'GET /v1/stage',
    'readStage',
    'What the stage offers to whoever comes',
    {
      description:
        'Anyone may ask. A page learns from it how its visitor can sign in, and whether that is done.',
      refuses: [401],
      200: answers(stageView, 'What is offered'),
    },
    async (c) => {
      const { demo, passkeys, access } = readConfig(c.env);
      const visitor = await visitorOf(c);
      if (!visitor.ok) return visitor;
      const owner = (email: string) => access?.tenant != null && isAccessOwner(access.owners, email);
      return ok({
        demo,
        passkeys,
        visitor: visitor.value && { email: visitor.value.email, owner: owner(visitor.value.email) },
      });
    },
  );
}
