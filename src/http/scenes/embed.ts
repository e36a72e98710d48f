import { z } from 'zod';
import { tenantName } from '../../contract/access';
import { type App, routeApp, sceneParams } from '../middleware/http';
import { callRoom, sceneClientFor } from '../middleware/room-client';

/**
 * `/embed/{tenant}/{id}`: the pages of this stage, which sites of the scene's `embedOrigins` may show in a frame. Other pages
 * refuse frames. Requests for a page carry no credential, so the address names the tenant.
 */
export function mountEmbed(app: App): void {
  routeApp(app, 'scenes', { who: 'public' })(
    'GET /embed/{tenant}/{id}',
    'embedScene',
    'Get the page of an embedded scene',
    {
      refuses: [404],
      description:
        'For the `src` of an `iframe`, followed by `#/join?invitation=si_…`. Only sites in `settings.embedOrigins` of the scene can frame it. The page uses the seat of the invitation, never a key that the browser has stored.',
      params: z.object({ tenant: tenantName.describe('Name of the tenant'), ...sceneParams.shape }),
      200: { description: 'The page', content: { 'text/html': { schema: z.string() } } },
    },
    async (c, { params: { tenant, id } }) => {
      const scene = await callRoom(sceneClientFor(c.env, tenant, id), (room) => room.read(), 'safe');
      if (!scene.ok) return scene;
      const { embedOrigins } = scene.value.settings;
      const page = await c.env.ASSETS.fetch('https://assets/');
      const policy = page.headers.get('Content-Security-Policy') ?? '';
      const others = policy.split(';').filter((directive) => !directive.includes('frame-ancestors'));
      const ancestors = embedOrigins.length > 0 ? embedOrigins.join(' ') : "'none'";
      c.header('Content-Security-Policy', [...others, `frame-ancestors ${ancestors}`].join(';'));
      c.header('Cache-Control', 'no-cache');
      return c.html(await page.text());
    },
  );
}
